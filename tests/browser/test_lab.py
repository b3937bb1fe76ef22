"""JupyterLab as `minitok` opens it, and lessons in it."""

import re

import nbformat
import pytest
from lessons import NOTEBOOKS
from playwright.sync_api import expect

from minitok_course.copying import as_handed_out

pytestmark = pytest.mark.slow


def test_the_side_bar_is_closed(lab):
    assert lab.page.evaluate("() => window.jupyterapp.shell.leftCollapsed") is True


def test_a_click_on_a_folded_cell_selects_it_and_only_the_bar_beside_it_shows_its_code(
    lab,
):
    folded = {"jupyter": {"source_hidden": True}}
    cells = [nbformat.v4.new_code_cell("answer", metadata=folded) for _ in range(2)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), lab.folder / "folded.ipynb")
    with lab.notebook("folded.ipynb") as notebook:
        cell = notebook.locator(".jp-CodeCell").last
        fold = cell.locator(".jp-InputPlaceholder")
        box = fold.bounding_box()
        lab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(cell).to_have_class(re.compile("jp-mod-active"))
        assert fold.count() == 1
        cell.locator(".jp-InputCollapser").click()
        fold.wait_for(state="detached")


def test_shift_enter_brings_the_first_view_of_the_course_in_sight_and_alive(lab):
    """As a newcomer meets it: no outputs yet, a laptop's screen, a click on the title, Shift+Enter, Shift+Enter."""
    (lab.folder / "first.ipynb").write_text(
        as_handed_out(NOTEBOOKS / "00_start_here.ipynb")
    )
    with lab.sized(1280, 800), lab.notebook("first.ipynb") as notebook:
        notebook.locator(".jp-Cell").first.click()
        for _ in range(2):
            lab.page.keyboard.press("Shift+Enter")
        box = notebook.locator(".mt-playground textarea")
        expect(box).to_be_in_viewport(ratio=1)
        box.fill("ship")
        view = notebook.locator(".mt-playground .mt-view")
        expect(view.get_by_text("ship", exact=True).nth(2)).to_be_in_viewport(ratio=1)
        expect(view).to_be_in_viewport(ratio=0.85)
        lab.page.wait_for_timeout(1000)  # nothing scrolls it out of sight afterwards
        expect(box).to_be_in_viewport(ratio=1)
