"""Each view appears, and what is seen follows the steps, the text, and what one points at."""

from playwright.sync_api import expect

from minitok import views

from .view_table import VIEWS, each


def test_every_view_is_in_the_table():
    assert {view.name for view in VIEWS} == set(views.__all__) - {"Frame", "Live", "Question", "Stepper"}


@each()
def test_it_appears(shown, view):
    expect(shown(view).locator(".mt-view")).to_be_visible()
    expect(shown(view).locator(".mt-title")).not_to_be_empty()


@each("steps")
def test_stepping_changes_what_is_seen(shown, view):
    seen, stage = shown(view).locator(".mt-view"), shown(view).locator(".mt-stage")
    seen.get_by_role("button", name="Last step").press("Home")
    for step in range(2):
        expect(seen).to_have_attribute("data-step", str(step))
        caption, picture = seen.locator(".mt-caption").inner_html(), stage.inner_html()
        seen.get_by_role("button", name="One step forward").click()
        assert seen.locator(".mt-caption").inner_html() != caption
        assert stage.inner_html() != picture
    expect(seen).to_have_attribute("data-step", "2")


@each("typed")
def test_new_text_gives_new_frames(shown, view):
    stage = shown(view).locator(".mt-stage")
    before = stage.inner_html()
    shown(view).locator(".widget-text input, textarea").first.fill(view.typed)
    expect(stage).not_to_have_js_property("innerHTML", before)
    expect(shown(view).locator(".mt-problem")).to_be_empty()


@each("tips")
def test_a_token_that_is_pointed_at_tells_more(shown, view):
    token, tip = shown(view).locator("[data-tip]").last, shown(view).locator(".mt-tip")
    expect(shown(view).locator(".mt-hint")).to_contain_text("arrow keys")
    token.hover()
    expect(tip).to_have_text(token.get_attribute("data-tip"))
