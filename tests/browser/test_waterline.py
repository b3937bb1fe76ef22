"""The water is raised, and its pools are what Python cuts; cuts are guessed."""

import re

import pytest
from playwright.sync_api import expect

from minitok_course.views.common.readings import spell_out
from minitok_course.views.waterline import pools

from .test_accessibility import faults
from .view_table import SETUP, VIEWS

pytestmark = pytest.mark.slow

FILLED = "stage => stage.firstChild.clientWidth / stage.clientWidth"
CELL = next(view.cell for view in VIEWS if view.name == "Waterline")


@pytest.fixture
def water(seen, calm):
    """The view with no merge learned, and its slider; at the end it is so again."""
    view = seen("Waterline")
    slider = view.get_by_role("slider", name="Merges learned")
    view.scroll_into_view_if_needed()
    slider.press("Home")
    yield view, slider
    view.get_by_role("textbox", name="Your own text").fill("")
    expect(view.get_by_role("button", name="yours")).to_have_count(0)
    slider.press("Home")


@pytest.fixture(scope="module")
def ours():
    names = {}
    exec(SETUP, names)
    return eval(CELL, names)


def test_the_arrow_keys_go_from_hill_to_hill_and_show_what_python_cuts(water, ours):
    view, slider = water
    text = ours.texts[0]
    heights = {0}
    for words in text["lands"]:
        heights |= {hill.height + 1 for _, inside in words for hill in inside}
    for merges in sorted(heights - {side["size"] + 1 for side in ours.sides}):
        cuts = []
        for side, words in zip(ours.sides, text["lands"]):
            spans = pools(words, min(merges, side["size"]))
            faces = [text["text"].encode()[start:end] for start, end in spans]
            cuts.append(f"{side['name']} {' | '.join(map(spell_out, faces))}")
        expect(view.locator(".mt-water-twin")).to_have_text(". ".join(cuts))
        slider.press("ArrowRight")
    slider.press("End")
    told = "9 tokens for ours, 10 for in one."
    expect(view.locator(".mt-water-told")).to_have_text(told)


def test_a_click_on_a_hill_floods_it_and_a_drag_takes_the_water_along(lab, water):
    view, slider = water
    stage = view.locator(".mt-water-stage").bounding_box()
    hill = view.locator(".mt-water-letters text").nth(1).bounding_box()
    lab.page.mouse.click(hill["x"] - 4, stage["y"] + 40)
    expect(view.locator(".mt-water-told")).to_contain_text("joins h + ug")
    lab.page.mouse.move(hill["x"], stage["y"] + 60)
    lab.page.mouse.down()
    lab.page.mouse.move(hill["x"], stage["y"] + 9, steps=4)
    lab.page.mouse.up()
    expect(slider).to_have_value("1000")
    assert faults(lab.page) == {}


def test_a_guess_is_scored_when_it_is_flooded(water):
    view, _ = water
    view.get_by_role("button", name="Guess first").click()
    view.get_by_role("button", name="cut after hugs", exact=True).click()
    view.get_by_role("button", name="cut after h", exact=True).press("Enter")
    view.get_by_role("button", name="Play").click()
    told = view.locator(".mt-water-told")
    expect(told).to_contain_text("1 of 7 right, 1 drowned. To paste: I saw 1 of 7 cuts")
    view.get_by_role("button", name="Guess first").click()


def test_prices_are_guessed_by_dragging_and_then_told(lab, seen, calm):
    view = seen("Skylines")
    view.scroll_into_view_if_needed()
    view.get_by_role("slider", name="Merges learned").press("End")
    price = view.locator(".mt-price").last
    expect(price).to_have_text("puns1111.0×")
    view.get_by_role("button", name="in one").press("Enter")
    expect(price).to_have_text("puns136.5×")
    view.get_by_role("button", name="Guess first").click()
    expect(price).to_have_text("puns1.0×?")
    view.get_by_role("slider", name="Price of puns").press("End")
    view.get_by_role("button", name="Play").click()
    told = view.locator(".mt-water-told")
    expect(told).to_contain_text("0 of 1 price nearly right")
    assert faults(lab.page) == {}


def test_an_own_text_is_played_to_its_end_and_a_phone_shows_one_side(lab, water):
    view, slider = water
    with lab.sized(390, 844):
        view.get_by_role("textbox", name="Your own text").fill("<b>hugs</b>" * 9)
        expect(view.get_by_role("button", name="yours")).to_be_visible()
        expect(slider).to_have_value("1000")
        expect(view.locator(".mt-water-side:visible")).to_have_count(1)
        assert view.locator(".mt-water-stage").evaluate(FILLED) > 0.9
        view.get_by_role("button", name="Show in one").click()
        expect(view.get_by_role("button", name="Show ours")).to_be_visible()
        assert view.evaluate("view => view.offsetHeight") < 844


def test_a_letter_of_several_bytes_has_a_mark_for_each(water):
    view, _ = water
    view.get_by_role("textbox", name="Your own text").fill("hugs é " * 12)
    expect(view.locator(".mt-legend")).to_contain_text("a mark under it for each")
    marks = view.locator(".mt-bytes").first
    expect(marks).to_have_attribute("d", re.compile("^M[^M]+M[^M]+$"))
