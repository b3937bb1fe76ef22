"""Every view in a real browser, drawn by its own front end: it appears, and follows its steps."""

import pytest
from browser.view_table import SETUP, VIEWS
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def names():
    found = {}
    exec(SETUP, found)
    return found


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_it_appears_and_follows_its_steps(page, draw, names, view):
    shown = eval(view.cell, names)
    draw(getattr(shown, "view", shown))
    drawn = page.locator(".mt-view")
    expect(drawn).to_be_visible()
    expect(drawn.locator(".mt-title")).not_to_be_empty()
    if view.steps:
        caption, stage = drawn.locator(".mt-caption"), drawn.locator(".mt-stage")
        drawn.get_by_role("button", name="Last step").press("Home")
        before = caption.inner_html(), stage.inner_html()
        drawn.get_by_role("button", name="One step forward").click()
        expect(drawn).to_have_attribute("data-step", "1")
        assert caption.inner_html() != before[0] and stage.inner_html() != before[1]
