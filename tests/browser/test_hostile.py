"""Hostile tokens, ids, texts, titles and names, in every view of a trusted notebook: no script runs, no tag is made."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator

from .lab import Lab
from .view_table import VIEWS

SCRIPT = "window.forged = 1"
HOSTILE = f"""'"></code></svg></style></script><img class="forged" src=x onerror="{SCRIPT}"><script>{SCRIPT}</script>"""

SETUP = f"""
from minitok import Encoding, views
from minitok.encoding import LISTS
from minitok.models import Unigram, WordLevel
from minitok.steps import *
from minitok import Tokenizer

evil = {HOSTILE!r}

def forged(view, records, text=evil, **options):
    return view(records, text=text, title=evil, **options)

def encoding(values):
    return Encoding(**{{name: [value] for name, value in zip(LISTS, values)}})

text_of = (1, evil, (0, len(evil)), 0, 0, 1, 0, 0)
ids_of = (evil, evil, (0, 1), 0, evil, evil, evil, 0)
tok = Tokenizer(WordLevel({{evil: 0}}, unk_token=evil))
pair = (evil, evil)
step = PairStep(0, pair, evil, 1, 2, 0.5, ((pair, 2, 0.5),), (((evil, evil), 2),))
unigram = Unigram([("<unk>", 0.0), (evil, -1.0), ("<", -2.0)], unk_id=0)
"""

CELLS = {
    "MergeStepper": "forged(views.MergeStepper, [step._replace(pair=None, token=None, id=None), step])",
    "EncodeStepper": "forged(views.EncodeStepper, [MergeStep(pair, None, None), MergeStep((evil * 2,), pair, 0)])",
    "MatchStepper": "forged(views.MatchStepper, [MatchStep(0, len(evil), evil, True)])",
    "ScoreStepper": "forged(views.ScoreStepper, {evil: [step, step], 'frequency': [step, step]})",
    "LatticeView": "forged(views.LatticeView, unigram.lattice(evil), nbest=unigram.nbest(evil, 2))",
    "PruneStepper": "forged(views.PruneStepper, [PruneStep(0, 9.0, 3, ((evil, 0.5),)), PruneStep(1, 8.0, 2, ())])",
    "StagesView": "forged(views.StagesView, Stages((evil,), (evil,), ((evil, (0, 9)),), (Token(0, evil, (0, 9)),)))",
    "OffsetsView": "forged(views.OffsetsView, encoding(text_of))",
    "OffsetsView, ids": "forged(views.OffsetsView, encoding(ids_of), evil[0])",
    "TrieView": "forged(views.TrieView, [TrieStep(0, len(evil), evil)], tokens=[evil])",
    "TemplateView": "forged(views.TemplateView, encoding(text_of))",
    "TemplateView, ids": "forged(views.TemplateView, encoding(ids_of))",
    "TokenStrip": "forged(views.TokenStrip, encoding(text_of))",
    "TokenStrip, ids": "forged(views.TokenStrip, encoding(ids_of))",
    "PatternExplorer": "views.PatternExplorer(evil, {evil: views}, own=lambda pattern: 1 / 0, pattern=evil)",
    "compare": "views.compare(evil, {evil: tok, 'broken': evil})",
    "Playground": "views.Playground(evil, {evil: tok, 'other': tok})",
    "StreamView": "forged(views.StreamView, [StreamStep(evil.encode(), evil, evil.encode())])",
    "Utf8Explorer": "views.Utf8Explorer(evil)",
    "Prediction": "views.Prediction(evil, evil, choices=[evil, 'other'])",
    "Quiz": "views.Quiz([views.Question(evil, {evil: evil, 'b': evil}, answer=evil)])",
    "Live": "views.Live(views.TokenStrip, tok, evil, label=evil)",
    "a tokenizer": "tok",
    "an encoding": "encoding(ids_of)",
}


@pytest.fixture(scope="module")
def forged(lab: Lab) -> Iterator[Locator]:
    """A notebook with a cell for each forged view, all run."""
    with lab.cells("forged.ipynb", [SETUP, *CELLS.values()]) as notebook:
        yield notebook


def test_every_view_has_a_forged_one():
    assert {view.name for view in VIEWS} <= CELLS.keys()


def test_nothing_forged_runs_or_becomes_a_tag(forged, lab):
    shown = forged.locator(".jp-CodeCell .jp-OutputArea-output")
    for place, name in enumerate(CELLS):
        cell = forged.locator(".jp-CodeCell").nth(place + 1).locator(".jp-OutputArea-output").last
        cell.scroll_into_view_if_needed()
        assert "<" in cell.inner_text(), f"{name} does not show what was forged"
        next_step = cell.get_by_role("button", name="Forward")
        if next_step.count() and next_step.first.is_enabled():
            next_step.first.click()
        for chip in cell.locator("[data-tip]").all()[:2]:
            chip.hover()
    assert shown.locator("img.forged, script").count() == 0
    assert lab.page.evaluate("() => window.forged") is None
