"""One JupyterLab, one browser and one page for all tests here; `shown` finds a view in it."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator

from .lab import Lab, launched, serve, without
from .view_table import NAMES, SETUP, VIEWS


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with launched(without) as browser:
        yield browser


@pytest.fixture(scope="package")
def lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    folder = tmp_path_factory.mktemp("lab")
    with serve(folder) as address:
        yield Lab(browser, address, folder / "course")


@pytest.fixture(autouse=True)
def no_errors(lab: Lab) -> Iterator[None]:
    """No test leaves an error in the page."""
    lab.errors.clear()
    yield
    assert lab.errors == []


@pytest.fixture(scope="package")
def notebook(lab: Lab) -> Iterator[Locator]:
    """A notebook of all views, each in a cell of its own."""
    with lab.cells("views.ipynb", [SETUP, *(view.cell for view in VIEWS)]) as notebook:
        yield notebook


@pytest.fixture
def shown(notebook: Locator) -> Callable[[str], Locator]:
    """Where a view stands in the notebook, with the boxes around it: the output of its cell."""
    outputs = notebook.locator(".jp-CodeCell").locator(".jp-OutputArea-output")
    return lambda name: outputs.nth(NAMES.index(name))


@pytest.fixture
def seen(shown: Callable[[str], Locator]) -> Callable[[str], Locator]:
    """A view itself, at its first step."""

    def find(name: str) -> Locator:
        view = shown(name).locator(".mt-view")
        if VIEWS[NAMES.index(name)].steps:
            view.get_by_role("button", name="Last step").press("Home")
        return view

    return find


@pytest.fixture
def calm(lab: Lab) -> Iterator[None]:
    """No motion: what a reader sees who asked the system for less of it."""
    lab.page.emulate_media(reduced_motion="reduce")
    yield
    lab.page.emulate_media(reduced_motion="no-preference")
