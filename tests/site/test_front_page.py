"""The first page: the water rises at once, and in the reader's own text; a link shows what was seen."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def tokens(page):
    return page.locator(".mt-water-count").all_text_contents()


def test_the_water_rises_and_a_link_shows_what_was_seen(opened, site):
    page = opened("index.html", viewport={"width": 1280, "height": 900})
    water = page.get_by_role("slider", name="Merges learned")
    water.focus()
    water.press("End")
    page.get_by_role("button", name="Greek").click()
    expect(page.locator(".mt-water-told")).to_contain_text("Nothing is left to drown")
    page.wait_for_url("**/index.html#in=Greek&merges=*")
    again = opened(page.url.rpartition("/")[2])
    expect(again.locator(".mt-water-told")).to_contain_text("Nothing is left to drown")
    assert tokens(again) == tokens(page)


def test_the_readers_own_text_needs_no_python(opened):
    page = opened("index.html#text=SolidGoldMagikarp&merges=199742")
    expect(page.locator(".mt-water-count")).to_have_text(["2 tokens", "5 tokens"])
    page = opened("index.html")  # while the water rises
    page.get_by_role("textbox", name="Your own text").fill("lighthouse")
    page.wait_for_url("**/index.html#text=lighthouse&merges=199742")
    again = opened(page.url.rpartition("/")[2])
    assert tokens(again) == tokens(page) == ["2 tokens", "2 tokens"]


def test_every_page_says_what_a_shared_link_shows(site):
    for page in site.glob("*.html"):
        head = page.read_text("utf-8").partition("</head>")[0]
        for name in ("og:title", "og:description", "og:image"):
            assert f'<meta property="{name}" content="' in head, page
