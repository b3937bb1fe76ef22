"""A page exported from a notebook shows every view, still, where no kernel and no network is."""

import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import expect

from .view_table import each


@pytest.fixture(scope="module")
def exported(browser, lab, notebook, tmp_path_factory):
    """The notebook of all views as a page by itself."""
    lab.do("docmanager:save")
    markup, _ = HTMLExporter().from_filename(lab.folder / "views.ipynb")
    path = tmp_path_factory.mktemp("exported") / "views.html"
    path.write_text(markup, encoding="utf-8")
    page = browser.new_page()
    page.route("http*://**", lambda route: route.abort())
    page.goto(path.as_uri())
    yield page
    page.close()


@each()
def test_its_still_form_is_seen(exported, shown, view):
    name = shown(view).locator(".mt-view").get_attribute("class").split()[1]
    still = exported.locator(f".jp-OutputArea-output .{name}")
    expect(still).to_be_visible()
