"""A page exported from a notebook shows every view, still, where no kernel and no network is."""

import re

import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import expect

from .view_table import VIEWS, each


@pytest.fixture(scope="module")
def exported(browser, lab, notebook, tmp_path_factory):
    """The notebook of all views as a page by itself."""
    lab.do("docmanager:save")
    markup, _ = HTMLExporter().from_filename(lab.folder / "views.ipynb")
    path = tmp_path_factory.mktemp("exported") / "views.html"
    path.write_text(markup, encoding="utf-8")
    page = browser.new_page()
    page.route(re.compile("^https?:"), lambda route: route.abort())
    page.goto(path.as_uri())
    yield page
    page.close()


@each()
def test_its_still_form_is_seen(exported, shown, view):
    still = exported.locator(".jp-OutputArea-output").nth(VIEWS.index(view))
    live = shown(view)
    expect(still.locator(f".{live.locator('.mt-view').get_attribute('class').split()[1]}")).to_be_visible()
    expect(still).to_contain_text(live.locator(".mt-title").inner_text())
    if view.steps:
        first, last = still.locator("[data-step]").first, still.locator("[data-step]").last
        end = last.get_attribute("data-step")
        expect(first).to_be_visible()
        expect(first).to_contain_text(f"Step 0 of {end}.")
        expect(last).to_be_visible()
        expect(last).to_contain_text(f"Step {end} of {end}.")


def test_no_view_is_alive_there(exported):
    assert exported.locator(".mt-view").count() == 0
