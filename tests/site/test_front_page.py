"""The first page: the water rises at once, and in the reader's own text; a link shows what was seen."""

import pytest
from PIL import Image
from playwright.sync_api import expect

ALLOWED = ["clipboard-read", "clipboard-write"]
pytestmark = pytest.mark.slow


def tokens(page):
    return page.locator(".hero .mt-water-count").all_text_contents()


@pytest.fixture
def first_screen(opened):
    """Opens the first page; its landscape, apart from the skylines further down."""

    def open_page(name="index.html", **options):
        page = opened(name, **options)
        return page, page.locator(".hero")

    return open_page


def test_the_water_rises_and_a_link_shows_what_was_seen(first_screen):
    page, view = first_screen(viewport={"width": 1280, "height": 900})
    water = view.get_by_role("slider", name="Merges learned")
    water.focus()
    water.press("End")
    assert tokens(page) == ["11 tokens", "7 tokens"]  # they part at once
    view.get_by_role("button", name="Greek").click()
    expect(view.locator(".mt-water-told")).to_contain_text("tokens for")
    page.wait_for_url("**/index.html#in=Greek&merges=*")
    again, its_view = first_screen(page.url.rpartition("/")[2])
    expect(its_view.locator(".mt-water-told")).to_contain_text("tokens for")
    assert tokens(again) == tokens(page)


def test_on_a_phone_a_tap_floods_a_hill_and_a_link_shows_the_same_side(first_screen):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    page, view = first_screen(**phone)
    view.get_by_role("button", name="Show GPT-4o").tap()
    view.locator(".mt-water-stage").tap(position={"x": 18, "y": 40})
    expect(view.locator(".mt-water-told")).to_contain_text("of GPT-4o joins")
    page.wait_for_url("**&side=GPT-4o&merges=721")
    _, again = first_screen(page.url.rpartition("/")[2], **phone)
    expect(again.get_by_role("button", name="Show GPT-2")).to_be_visible()


def test_the_readers_own_text_needs_no_python_and_goes_on_to_a_lesson(first_screen):
    page, view = first_screen()  # while the water rises
    view.get_by_role("textbox", name="Your own text").fill("lighthouse")
    page.wait_for_url("**/index.html#text=lighthouse&merges=199742")
    again, _ = first_screen(page.url.rpartition("/")[2])
    assert tokens(again) == tokens(page) == ["2 tokens", "2 tokens"]
    page.get_by_role("link", name="How it counts").click()
    page.wait_for_selector("html[data-views=alive]", state="attached")
    expect(page.locator(".mt-waterline input[type=text]").first).to_have_value(
        "lighthouse"
    )
    expect(page.get_by_role("button", name="yours").first).to_be_visible()


def test_what_is_pasted_while_the_water_rises_is_what_a_copied_link_opens(
    first_screen,
):
    asks = {"reduced_motion": "no-preference", "permissions": ALLOWED}
    page, view = first_screen(**asks, viewport={"width": 1280, "height": 900})
    view.get_by_role("textbox", name="Your own text").fill("SolidGoldMagikarp")
    expect(view.get_by_role("button", name="yours")).to_be_visible()
    raised = view.locator("[aria-valuetext]:not([aria-valuetext^='0 '])")
    expect(raised).to_be_visible()
    page.get_by_role("button", name="Copy link").click()
    expect(view.locator(".share")).to_contain_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    merges = link.rpartition("=")[2]
    again, view = first_screen(link.rpartition("/")[2], **asks)
    box = view.get_by_role("textbox", name="Your own text")
    assert box.input_value() == "SolidGoldMagikarp"
    seen = view.locator(f"[aria-valuetext^='{int(merges):,} merge']")
    expect(seen).to_be_visible()
    expect(again.locator(".mt-comparison .mt-caption")).to_contain_text("17 characters")


def test_a_link_copied_while_one_guesses_opens_with_the_cuts_to_be_guessed(
    first_screen,
):
    _, view = first_screen("index.html#text=hugs&guess=1&merges=9")
    expect(view.locator(".mt-water-told")).to_contain_text("Mark wherever")
    expect(view.locator("[aria-valuetext^='0 merges']")).to_be_visible()


KEEP_DRAWN = """() => {
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (image, ...at) {
    window.drawn = decodeURIComponent(image.src);
    return drawImage.call(this, image, ...at);
  };
}"""


def saved(page, button):
    """The drawing of the picture that a button saves."""
    with page.expect_download() as download:
        button.click()
    with Image.open(download.value.path()) as picture:
        assert picture.size == (2400, 1260)
    return page.evaluate("window.drawn")


def test_a_saved_picture_says_what_is_seen_and_where(first_screen):
    page, _ = first_screen()
    page.evaluate(KEEP_DRAWN)
    save = page.get_by_role("button", name="Save as picture")
    card = saved(page, save.first)
    assert "where rock stands out" in card and ">minitok<" in card
    page.evaluate("""() => document.head.insertAdjacentHTML("beforeend",
        '<meta property="og:url" content="https://minitok.example/course/index.html">')""")
    page.get_by_role("button", name="GPT-4o").click()
    card = saved(page, save.last)
    assert "in 13 languages: its tokens in GPT-4o" in card
    assert ">minitok.example/course/<" in card and ">Thai<" in card


def test_the_price_of_a_language_stands_on_the_first_page(first_screen):
    page, _ = first_screen()
    page.get_by_role("link", name="What a language costs").click()
    prices = page.locator(".mt-skylines")
    expect(prices).to_be_in_viewport()
    expect(prices.locator(".mt-price").last).to_have_text("Thai408.0×")
    expect(page.locator("section").filter(has=prices)).to_contain_text("4.4 times")
    prices.get_by_role("button", name="GPT-4o").click()
    expect(prices.locator(".mt-price").last).to_have_text("Thai102.0×")
    told = prices.locator(".mt-price :nth-child(3)").all_inner_texts()[1:]
    assert told == sorted(told) and told[0] == "1.0×"
    prices.get_by_role("textbox", name="Your own text").fill("Hei")
    expect(prices.locator(".mt-price").nth(1)).to_contain_text("yours")  # in order


FAR_TOO_LONG = {
    "words": "word " * 200_000,
    "a letter": "a" * 1_000_000,
    "marks": "e" + "\u0301" * 200_000,
}


@pytest.mark.parametrize("kind", FAR_TOO_LONG)
def test_what_is_far_too_long_is_shown_in_part_and_freezes_nothing(first_screen, kind):
    page, view = first_screen(permissions=ALLOWED)
    view.get_by_role("textbox", name="Your own text").focus()
    page.evaluate("text => navigator.clipboard.writeText(text)", FAR_TOO_LONG[kind])
    page.keyboard.press("ControlOrMeta+V")
    shown = view.locator(".mt-legend")
    told = "Heights" if kind == "marks" else "1,000 more characters can't be shown"
    expect(shown).to_contain_text(told, timeout=10_000)
    view.get_by_role("button", name="yours").wait_for(timeout=10_000)


def test_an_address_that_is_far_too_long_is_read_in_part(first_screen):
    _, view = first_screen("index.html#text=e" + "%CC%81" * 200_000)
    box = view.get_by_role("textbox", name="Your own text")
    expect(box).to_have_value("e" + 40 * "\u0301", timeout=10_000)


def test_every_page_says_what_a_shared_link_shows(site):
    for page in site.glob("*.html"):
        head = page.read_text("utf-8").partition("</head>")[0]
        assert "Content-Security-Policy" in head, page
        for name in ("og:title", "og:description", "og:image"):
            assert f'<meta property="{name}" content="' in head, page
