"""Each lesson runs from its first to its last cell in a browser, and its views appear."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
STILL = re.compile(r'<div class=\\"mt-[a-z0-9-]+\\"><p><b>')  # what is stored of a view
WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_its_views_appear(lab, path):
    shutil.copy(path, lab.folder)
    with lab.notebook(path.name) as notebook:
        shown = sum(WIDGET in output.get("data", {}) for cell in lab.run() for output in cell.outputs)
        assert shown == len(STILL.findall(path.read_text(encoding="utf-8")))
        views = notebook.locator(".mt-view")
        expect(views).to_have_count(shown)
        for view in views.all():
            expect(view).to_be_visible()
