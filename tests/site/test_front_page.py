"""The first page: the water rises at once, and in the reader's own text; a link shows what was seen."""

import pytest
from PIL import Image
from playwright.sync_api import expect

ALLOWED = ["clipboard-read", "clipboard-write"]
pytestmark = pytest.mark.slow


def tokens(page):
    return page.locator(".mt-water-count").all_text_contents()


def test_the_water_rises_and_a_link_shows_what_was_seen(opened, site):
    page = opened("index.html", viewport={"width": 1280, "height": 900})
    water = page.get_by_role("slider", name="Merges learned")
    water.focus()
    water.press("End")
    page.get_by_role("button", name="Greek").click()
    expect(page.locator(".mt-water-told")).to_contain_text("No merge is left")
    page.wait_for_url("**/index.html#in=Greek&merges=*")
    again = opened(page.url.rpartition("/")[2])
    expect(again.locator(".mt-water-told")).to_contain_text("No merge is left")
    assert tokens(again) == tokens(page)


def test_the_readers_own_text_needs_no_python_and_goes_on_to_a_lesson(opened):
    page = opened("index.html#text=SolidGoldMagikarp&merges=199742")
    expect(page.locator(".mt-water-count")).to_have_text(["2 tokens", "5 tokens"])
    page = opened("index.html")  # while the water rises
    page.get_by_role("textbox", name="Your own text").fill("lighthouse")
    page.wait_for_url("**/index.html#text=lighthouse&merges=199742")
    again = opened(page.url.rpartition("/")[2])
    assert tokens(again) == tokens(page) == ["2 tokens", "2 tokens"]
    page.get_by_role("link", name="How it counts").click()
    page.wait_for_selector("html[data-views=alive]", state="attached")
    expect(page.locator(".mt-waterline input[type=text]").first).to_have_value(
        "lighthouse"
    )
    expect(page.get_by_role("button", name="yours").first).to_be_visible()


def test_what_is_pasted_while_the_water_rises_is_what_a_copied_link_opens(opened):
    asks = {"reduced_motion": "no-preference", "permissions": ALLOWED}
    page = opened("index.html", **asks, viewport={"width": 1280, "height": 900})
    box = page.get_by_role("textbox", name="Your own text")
    box.fill("SolidGoldMagikarp")
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".share")).to_contain_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    merges = link.rpartition("=")[2]
    again = opened(link.rpartition("/")[2], **asks)
    expect(again.locator(".mt-water-letters").first).to_contain_text("M")
    assert again.get_by_role("textbox", name="Your own text").input_value() == (
        "SolidGoldMagikarp"
    )
    water = again.get_by_role("slider", name="Merges learned")
    after = water.get_attribute("aria-valuetext").replace(",", "")
    assert after.startswith(f"{merges} merge")
    expect(again.locator(".mt-comparison .mt-caption")).to_contain_text("17 characters")
    page.wait_for_url("**merges=199742")  # it plays to its end
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as picture").click()
    with Image.open(saved.value.path()) as picture:
        assert picture.size == (2400, 1260)


FAR_TOO_LONG = {
    "words": "word " * 200_000,
    "a letter": "a" * 1_000_000,
    "marks": "e" + "\u0301" * 200_000,
}


@pytest.mark.parametrize("kind", FAR_TOO_LONG)
def test_what_is_far_too_long_is_shown_in_part_and_freezes_nothing(opened, kind):
    page = opened("index.html", permissions=ALLOWED)
    page.get_by_role("textbox", name="Your own text").focus()
    page.evaluate("text => navigator.clipboard.writeText(text)", FAR_TOO_LONG[kind])
    page.keyboard.press("ControlOrMeta+V")
    shown = page.locator(".mt-waterline .mt-legend")
    told = "Heights" if kind == "marks" else "1,000 more characters can't be shown"
    expect(shown).to_contain_text(told, timeout=10_000)
    page.get_by_role("button", name="yours").wait_for(timeout=10_000)


def test_an_address_that_is_far_too_long_is_read_in_part(opened):
    page = opened("index.html#text=e" + "%CC%81" * 200_000)
    box = page.get_by_role("textbox", name="Your own text")
    expect(box).to_have_value("e" + 40 * "\u0301", timeout=10_000)


def test_every_page_says_what_a_shared_link_shows(site):
    for page in site.glob("*.html"):
        head = page.read_text("utf-8").partition("</head>")[0]
        assert "Content-Security-Policy" in head, page
        for name in ("og:title", "og:description", "og:image"):
            assert f'<meta property="{name}" content="' in head, page
