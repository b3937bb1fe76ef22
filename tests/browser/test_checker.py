"""A verdict in JupyterLab: its picture, and hints by keyboard alone."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

WRONG = "def merge_pair(symbols, pair):\n    return symbols"
CELLS = [
    "from minitok_course import check, hint",
    WRONG,
    'check("bpe.merge_pair", merge_pair)',
    'hint("bpe.merge_pair")',
]


def test_a_wrong_attempt_is_stepped_through_and_hints_open_one_by_one(lab):
    with lab.cells("checker.ipynb", CELLS) as notebook:
        _, _, check, hints = notebook.locator(".jp-CodeCell").all()
        view = check.locator(".mt-difference-stepper")
        expect(view.locator(".mt-caption")).to_contain_text("Here they part")
        expect(view.locator(".mt-differs")).to_have_count(2)

        expect(hints.get_by_text("Go from left to right")).to_be_hidden()
        hints.get_by_text("Hint 1 of 3").press("Enter")
        expect(hints.get_by_text("Go from left to right")).to_be_visible()
        expect(hints.get_by_text("Use while i")).to_be_hidden()
        hints.get_by_text("Hint 2 of 3").press(" ")
        expect(hints.get_by_text("Use while i")).to_be_visible()
