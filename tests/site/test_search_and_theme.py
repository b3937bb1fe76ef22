"""The page around the text: search, themes, the map on a phone, the playground of the first page, print."""

import re

import pytest
from playwright.sync_api import expect
from serving import PHONE

pytestmark = pytest.mark.slow


def test_search_finds_sections_with_all_words_as_one_types(opened):
    page = opened()
    page.keyboard.press("/")
    page.keyboard.type("byte fallb")
    found = page.locator("#found a")
    expect(found.first).to_contain_text("Byte fallback")
    expect(page.locator("#told")).to_contain_text("section")
    page.keyboard.type("ack")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/some/where/glossary\.html#byte-fallback$"))
    expect(page.locator("#byte-fallback")).to_be_in_viewport()

    query = page.get_by_role("searchbox")
    query.fill("viterbi zzzz")
    expect(page.locator("#told")).to_have_text("Nothing has all of these words.")
    query.press("Escape")
    expect(page.locator("#told")).to_be_hidden()


def test_the_theme_is_kept_and_the_views_follow_it(opened):
    page = opened("02_bpe_from_scratch.html", color_scheme="light")
    view = page.locator(".mt-view").last
    light = ground(view), ground(page.locator("body"))
    page.get_by_role("button", name="Dark theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = ground(view), ground(page.locator("body"))
    assert dark[0] != light[0] and dark[1] != light[1]
    page.goto(page.url.replace("02_bpe_from_scratch", "glossary"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_on_a_phone_the_map_is_behind_a_button(opened):
    page = opened("02_bpe_from_scratch.html", viewport=PHONE)
    lesson = page.locator("#map").get_by_role("link", name="Unigram")
    expect(lesson).to_be_hidden()
    page.get_by_role("button", name="Lessons").click()
    lesson.click()
    expect(page).to_have_url(re.compile("05_unigram_viterbi.html$"))


def test_the_playground_follows_what_is_typed(opened):
    page = opened("00_start_here.html")
    playground = page.locator(".mt-playground")
    playground.scroll_into_view_if_needed()
    counts = playground.locator(".mt-comparison")
    box = playground.get_by_label("Type here")
    playground.locator("select").select_option("Chinese")
    expect(box).to_have_value("灯塔看守人昨晚没有睡觉。")
    expect(counts).to_contain_text("12 characters, 36 bytes")
    box.press_sequentially("Yes")
    expect(counts).to_contain_text("15 characters, 39 bytes")
    expect(playground.locator("select")).to_have_value("what I type")


def test_print_has_the_text_alone(opened):
    page = opened("gpt4_in_one_sitting.html", color_scheme="dark")
    page.emulate_media(media="print")
    for hidden in page.locator(
        "body > header, #map, .near, .help, .mt-tools, .cover"
    ).all():
        expect(hidden).to_be_hidden()
    expect(page.locator("main h1")).to_be_visible()
    assert (
        page.locator(".covered").first.evaluate("node => getComputedStyle(node).filter")
        == "none"
    )
    assert {ground(page.locator("body")), ground(page.locator(".mt-view").first)} == {
        "rgb(255, 255, 255)"
    }


def ground(node):
    return node.evaluate("node => getComputedStyle(node).backgroundColor")
