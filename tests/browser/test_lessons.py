"""Each lesson runs from its first to its last cell in a browser, and its views appear."""

import shutil
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect
from views.parsed_html import elements

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
WIDGET = "application/vnd.jupyter.widget-view+json"


def stored(path):
    """How many views a notebook has stored: in the still form of a view, only the box around it has a class.

    What the checker says is no view.
    """
    cells = nbformat.read(path, as_version=4).cells
    shown = [output.get("data", {}) for cell in cells if cell.cell_type == "code" for output in cell.outputs]
    return sum(
        bool({*box.classes} - {"mt-check"}) for data in shown for box in elements(data.get("text/html", ""), "div")
    )


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_its_views_appear(lab, path):
    shutil.copy(path, lab.folder)
    with lab.notebook(path.name) as notebook:
        shown = sum(WIDGET in output.get("data", {}) for cell in lab.run() for output in cell.outputs)
        assert shown == stored(path)
        views = notebook.locator(".mt-view")
        expect(views).to_have_count(shown)
        for view in views.all():
            expect(view).to_be_visible()
