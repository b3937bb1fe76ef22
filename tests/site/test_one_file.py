"""The one sitting as a single file on a disk: its views are alive, and it runs and checks what a reader writes."""

import pytest
from lessons import tool
from playwright.sync_api import expect
from serving import PHONE, watch

from minitok_course import solution

WAIT = 120_000  # milliseconds, until Python has started on a busy machine
MERGE = solution("bpe.merge_pair").source
ENDLESS = "def merge_pair(symbols, pair):\n    while True:\n        pass\n"


@pytest.fixture(scope="module")
def file(site, tmp_path_factory):
    path = tmp_path_factory.mktemp("one file") / "sitting.html"
    path.write_text(tool("one_file").one_file(site), encoding="utf-8")
    return path


@pytest.fixture
def page(browser, file):
    wrong = []
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    page = context.new_page()
    watch(page, ("file:",), wrong, kinds=("error",))
    page.goto(file.as_uri())
    page.wait_for_selector("html[data-views=alive]", state="attached")
    yield page
    context.close()
    assert wrong == []


def test_it_is_at_most_25_megabytes(file):
    assert file.stat().st_size <= 25_000_000


def test_its_first_picture_follows_what_is_typed(page):
    box = page.get_by_role("textbox").first
    box.fill("Hello Zoë")
    box.press("Enter")
    expect(page.locator(".mt-water-count").first).to_have_text("3 tokens")


def test_it_checks_what_is_written_in_it_and_keeps_it(page):
    cell = page.locator('.cell:has([data-exercise="bpe.merge_pair"])')
    cell.scroll_into_view_if_needed()

    def check(source, sentence):
        cell.locator("textarea").fill(source)
        cell.get_by_role("button", name="Check").click()
        cell.get_by_text(sentence).first.wait_for(timeout=WAIT)

    check(MERGE.replace("i += 2", "i += 1"), "A symbol is used twice")
    check(ENDLESS, "It never ends")
    check(MERGE, "Right on all cases")
    page.reload()
    cell.scroll_into_view_if_needed()
    cell.get_by_text("✓ Accepted, and kept in this browser.").wait_for()


def test_its_cells_run_with_what_was_written_and_its_boxes_are_alive(page):
    cell = page.locator(".cell", has_text="same = sum(gpt4_by_you(text)")
    cell.scroll_into_view_if_needed()
    cell.locator(".outputs").evaluate("node => node.remove()")  # the stored ones
    cell.get_by_role("button", name="Run").click()
    cell.get_by_text("1,000 of 1,000 texts have the same ids").wait_for(timeout=WAIT)
    strip = page.locator(".cell", has_text="sitting.bytes_of")
    strip.scroll_into_view_if_needed()
    strip.get_by_role("textbox").fill("Ω!")
    strip.get_by_text("206", exact=True).wait_for(timeout=WAIT)
