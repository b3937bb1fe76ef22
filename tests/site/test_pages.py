"""Each page of the site in a real browser: every view alive to its end, on a phone, without script, for everybody."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.lab import LAID_OUT
from lessons import LESSONS
from playwright.sync_api import expect
from serving import PHONE, TRIED

pytestmark = pytest.mark.slow

SECONDS = 90
LACKS = "doesn't run in a page"

COURSE = [f"{LESSONS[number].stem}.html" for number in TRIED]
each_lesson = pytest.mark.parametrize("name", COURSE)
each_kind_of_page = pytest.mark.parametrize(
    "name", [*COURSE, "index.html", "glossary.html"]
)


@each_lesson
def test_every_view_is_alive_and_steps_to_its_end(opened, name):
    page = opened(name)
    islands = page.locator(".mt-island")
    assert islands.count() > 1
    for island in islands.all():
        island.scroll_into_view_if_needed()
        expect(island.locator("> .mt-alive .mt-view")).to_be_visible()
    for view in page.locator(".mt-view:has(.mt-controls):not(.mt-single)").all():
        forward = view.get_by_role("button", name="One step forward")
        before = (
            view.locator(".mt-caption").inner_html(),
            view.locator(".mt-stage").inner_html(),
        )
        forward.click()
        assert (
            view.locator(".mt-caption").inner_html(),
            view.locator(".mt-stage").inner_html(),
        ) != before
        forward.press("End")
        expect(forward).to_have_attribute("aria-disabled", "true")
        expect(view.locator(".mt-stage")).not_to_be_empty()


@each_kind_of_page
def test_every_box_changes_its_view_or_says_what_it_lacks(opened, name):
    page = opened(name)
    for island in page.locator(".mt-island").all():
        island.scroll_into_view_if_needed()
        view = island.locator("> .mt-alive .mt-view")
        expect(view).to_be_visible()
        for box in island.locator(".own-text, .mt-water-texts input").all():
            before = view.inner_text()
            box.fill(f"{box.input_value()}|zebra")
            for _ in range(SECONDS):
                if view.inner_text() != before or LACKS in island.inner_text():
                    break
                page.wait_for_timeout(1000)
            else:
                pytest.fail(f"{name}: {island.get_attribute('id')} stays as it was")


def faults(page):
    """The rules of accessibility that a page breaks, and where."""
    found = (
        Axe()
        .run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]})
        .response["violations"]
    )
    return [
        (rule["id"], len(rule["nodes"]), rule["nodes"][0]["html"][:120])
        for rule in found
    ]


@each_kind_of_page
def test_everybody_can_use_it_in_both_themes_and_on_a_phone(opened, name):
    page = opened(name, color_scheme="light")
    assert faults(page) == []
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert faults(page) == []
    page.set_viewport_size(PHONE)
    page.evaluate(LAID_OUT)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@each_lesson
def test_without_script_the_pictures_are_still_and_the_text_is_whole(opened, name):
    page = opened(name, java_script_enabled=False)
    for still in page.locator(".mt-island > .mt-still").all():
        expect(still).to_be_visible()
        assert still.inner_text().strip()
    expect(page.locator("main h2").first).to_be_visible()
    expect(page.get_by_role("link", name="00 Start here")).to_be_visible()
