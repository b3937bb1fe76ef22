"""Hostile ids, titles and names in the views of a trusted notebook: no script runs, no tag is made."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

SCRIPT = "window.forged = 1"
HOSTILE = f"""'"></code></svg></style></script><img class="forged" src=x onerror="{SCRIPT}"><script>{SCRIPT}</script>"""

SETUP = f"""
from minitok import Encoding, Tokenizer
from minitok_course import views
from minitok.encoding import Lists
from minitok.models import WordLevel
from minitok.steps import MergeStep, TrieStep

evil = {HOSTILE!r}
values = evil, evil, (0, 1), 0, evil, evil, evil, 0
ids = Encoding(**{{name: [value] for name, value in zip(Lists.__annotations__, values)}})
tok = Tokenizer(WordLevel({{evil: 0}}, unk_token=evil))
"""
CELLS = {
    "a text": "views.EncodeStepper([MergeStep((evil, evil), None, None)], text=evil)",
    "a drawing": "views.TrieView([TrieStep(0, len(evil), evil)], text=evil, tokens=[evil])",
    "ids under a microscope": "views.OffsetsView(ids, text=evil[0])",
    "a pattern": "views.PatternExplorer(evil, {evil: views}, own=lambda pattern: 1 / 0, pattern=evil)",
    "a name": "views.Playground(evil, {evil: tok, 'other': tok})",
    "a guess": "views.Prediction(evil, evil, choices=[evil, 'other'])",
    "a question": "views.Quiz([views.Question(evil, {evil: evil, 'b': evil}, answer=evil)])",
}


def test_nothing_forged_runs_or_becomes_a_tag(lab):
    with lab.cells("forged.ipynb", [SETUP, *CELLS.values()]) as forged:
        for place, name in enumerate(CELLS):
            cell = (
                forged.locator(".jp-CodeCell")
                .nth(place + 1)
                .locator(".jp-OutputArea-output")
                .last
            )
            cell.scroll_into_view_if_needed()
            expect(cell, f"{name} does not show what was forged").to_contain_text("<")
            for chip in cell.locator("[data-tip]").all()[:2]:
                chip.hover()
        assert (
            forged.locator(".jp-OutputArea-output")
            .locator("img.forged, script")
            .count()
            == 0
        )
        assert lab.page.evaluate("() => window.forged") is None
