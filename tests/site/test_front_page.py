"""The first page: a vocabulary grows at once and in the reader's own text, and a link shows what was seen."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def test_a_dot_is_dragged_and_a_link_shows_what_was_seen(opened, site):
    page = opened("index.html", viewport={"width": 1280, "height": 900})
    dot = page.get_by_role("slider", name="Merges learned")
    dot.focus()
    dot.press("End")
    page.get_by_role("button", name="Greek").click()
    expect(page.locator(".mt-grow-counts")).to_contain_text("nothing left to join")
    page.wait_for_url("**/index.html#in=Greek&merges=*")
    link, seen = (
        page.url.rpartition("/")[2],
        page.locator(".mt-grow-stage").inner_text(),
    )
    again = opened(link)
    assert again.locator(".mt-grow-stage").inner_text() == seen


def test_the_readers_own_text_needs_no_python(opened, site):
    if not (site / "vocabularies" / "gpt2").exists():
        pytest.skip("GPT-2's vocabulary is not on this computer")
    page = opened("index.html#text=SolidGoldMagikarp&merges=50000")
    expect(page.locator(".mt-grow-counts")).to_contain_text("2 tokens")
    page.get_by_role("button", name="GoldMagikarp, merge 41,947").click()
    expect(page.get_by_role("group", name="Family tree")).to_contain_text("Magikarp")
    page.get_by_role("textbox", name="Your own text").fill("lighthouse")
    page.wait_for_url("**/index.html#text=lighthouse&merges=50000")


def test_every_page_says_what_a_shared_link_shows(site):
    for page in site.glob("*.html"):
        head = page.read_text("utf-8").partition("</head>")[0]
        for name in ("og:title", "og:description", "og:image"):
            assert f'<meta property="{name}" content="' in head, page
