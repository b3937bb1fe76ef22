"""The slides of a lesson, in a browser that reaches no network."""

import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import expect

ROOT = Path(__file__).parents[2]
LESSON = "04_wordpiece"  # it has formulas


@pytest.fixture(scope="module")
def tool():
    missing = [name for name in ("sphinx_revealjs", "latex2mathml") if find_spec(name) is None]
    if missing:
        required = os.environ.get("MINITOK_REQUIRE_BROWSER") == "1"
        (pytest.fail if required else pytest.skip)(f"{missing} missing: pip install -e '.[slides]'")
    sys.path.insert(0, str(ROOT / "tools"))
    import slides

    yield slides
    sys.path.remove(str(ROOT / "tools"))


@pytest.fixture(scope="module")
def asked():
    """The addresses that the page has asked for."""
    return []


@pytest.fixture(scope="module")
def page(tool, browser, asked):
    assert tool.main([LESSON]) == 0
    page = browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.route(re.compile("^https?:"), lambda route: route.abort())
    page.goto((tool.SLIDES / f"{LESSON}.html").as_uri())
    yield page
    page.close()


def test_it_asks_for_its_own_files_alone(page, asked):
    expect(page.locator(".reveal.ready")).to_be_visible()
    assert len(asked) > 3 and all(re.match("file:|data:", address) for address in asked), asked


def test_it_moves_from_slide_to_slide(page):
    total = page.evaluate("Reveal.getTotalSlides()")
    assert total > 20
    first = page.locator("section.present h1")
    expect(first).to_be_visible()
    page.keyboard.press("Space")
    expect(first).to_be_hidden()


def test_formulas_are_drawn_and_checks_hints_and_answers_are_left_out(page):
    assert page.locator("math").count()
    told = page.evaluate("document.body.textContent")
    assert "Check yourself" in told and not re.search(r"\b(?:check|hint|Prediction|Question|Quiz)\(", told)


def test_no_slide_is_empty(page):
    slides = "[...document.querySelectorAll('.slides section:not(:has(section))')]"
    assert page.evaluate(f"{slides}.every(slide => slide.textContent.trim() || slide.querySelector('img, svg'))")


def test_formulas_in_code_stay_as_they_are(tool):
    assert tool.with_formulas("`$A $B` and $n^2$ cost 5$ or 6$").count("<math") == 1
    assert "`$A $B`" in tool.with_formulas("`$A $B` and $n$")
