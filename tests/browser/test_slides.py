"""The slides of a lesson, in a browser that reaches no network."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .lab import without

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow

LESSON = "04_wordpiece"  # it has formulas
OVER = """slide => [slide, ...slide.querySelectorAll(".mt-screen")]
    .map(box => box.scrollHeight - box.clientHeight)"""


@pytest.fixture(scope="module")
def tool():
    if not shutil.which("npm"):
        without("npm missing: install Node.js")
    pytest.importorskip("latex2mathml")
    sys.path.insert(0, str(ROOT / "tools"))
    import slides

    assert slides.main([LESSON]) == 0
    yield slides
    sys.path.remove(str(ROOT / "tools"))


def test_the_slides_of_a_lesson_ask_for_their_own_files_alone_and_can_be_shown(
    tool, browser
):
    asked = []
    with browser.new_page() as page:
        page.on("request", lambda request: asked.append(request.url))
        page.route(re.compile("^https?:"), lambda route: route.abort())
        page.goto((tool.SLIDES / f"{LESSON}.html").as_uri())
        page.wait_for_selector("html[data-views=alive]", state="attached")
        expect(page.locator(".reveal.ready")).to_be_visible()
        assert len(asked) > 3 and all(
            re.match("file:|data:", address) for address in asked
        ), asked
        assert page.evaluate("Reveal.getTotalSlides()") > 20
        first = page.locator("section.present:not(:has(section)) h1")
        expect(first).to_be_visible()
        page.keyboard.press("Space")
        expect(first).to_be_hidden()
        told = page.evaluate("document.body.textContent")
        assert page.locator("math").count()
        assert "Check yourself" in told and not re.search(
            r"\b(?:check|hint|Prediction|Question|Quiz)\(", told
        )


@pytest.fixture
def size():
    return {"width": 1280, "height": 720}


@pytest.fixture
def page(tool, browser, size):
    with browser.new_page(viewport=size) as page:
        page.goto((tool.SLIDES / f"{LESSON}.html").as_uri())
        page.wait_for_selector("html[data-views=alive]", state="attached")
        yield page


@pytest.mark.parametrize(
    "size", [{"width": 1280, "height": 720}, {"width": 1024, "height": 768}]
)
def test_no_slide_and_no_view_overflows_when_you_page_through_the_deck(page):
    slide, over = page.locator("section.present:not(:has(section))"), []
    while not page.evaluate("Reveal.isLastSlide()"):
        page.keyboard.press("PageDown")
        for view in slide.locator("[data-front=stepper] .mt-view").all():
            expect(view).to_have_attribute(
                "style", re.compile("--mt-scale")
            )  # it has found its size
        over += slide.evaluate(OVER)
    assert len(over) > 25 and not any(over), over


def test_a_view_has_the_arrow_keys_while_it_has_the_focus(page):
    view = page.locator(".mt-match-stepper").first
    view.evaluate(
        "view => Reveal.slide(...Object.values(Reveal.getIndices(view.closest('section'))))"
    )
    slide = view.locator("xpath=ancestor::section[1]")
    view.get_by_role("button", name="One step forward").click()
    page.keyboard.press("ArrowLeft")
    expect(view).to_have_attribute("data-step", "0")
    page.keyboard.press("PageDown")
    expect(slide).not_to_contain_class("present")
    page.keyboard.press("PageUp")
    expect(slide).to_contain_class("present")
    expect(view).to_have_attribute("data-step", "0")


def test_formulas_in_code_stay_as_they_are(tool):
    assert tool.with_formulas("`$A $B` and $n^2$ cost 5$ or 6$").count("<math") == 1
    assert "`$A $B`" in tool.with_formulas("`$A $B` and $n$")
