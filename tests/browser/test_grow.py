"""A vocabulary is dragged, and grows; its tokens are what Python cuts."""

import pytest
from playwright.sync_api import expect

from minitok_course.views.common.readings import spell_out
from minitok_course.views.grow import cut, faces

from .test_accessibility import faults
from .view_table import SETUP, VIEWS

pytestmark = pytest.mark.slow

TOKENS = ".mt-grow-chip:not(.mt-away)"
LABELS = "chips => chips.map(chip => [parseFloat(chip.style.transform.slice(10)), chip.ariaLabel.split(', ')[0]])"
IN_SIGHT = """view => ['.mt-grow-stage', '.mt-grow-counts', '.mt-grow-chart'].map((part) =>
    view.querySelector(part).getBoundingClientRect()).reduce((sum, { top, bottom }) =>
    [Math.min(sum[0], top), Math.max(sum[1], bottom)], [Infinity, 0]).reduce((top, bottom) => bottom - top)"""


@pytest.fixture
def grown(seen, calm):
    """The view with no merge learned, and its slider; at the end it is so again."""
    view = seen("Grow")
    slider = view.get_by_role("slider", name="Merges learned")
    view.scroll_into_view_if_needed()
    slider.press("Home")
    yield view, slider
    view.get_by_role("textbox", name="Your own text").fill("")
    expect(view.get_by_role("button", name="yours")).to_have_count(0)
    slider.press("Home")


def names(view):
    return [name for _, name in view.locator(TOKENS).evaluate_all(LABELS)]


@pytest.fixture(scope="module")
def ours():
    found = {}
    exec(SETUP, found)
    return eval(next(view.cell for view in VIEWS if view.name == "Grow"), found)


def test_the_arrow_keys_go_from_merge_to_merge_and_show_what_python_cuts(grown, ours):
    view, slider = grown
    text = ours.texts[0]
    told = sorted({rank + 1 for _, _, rank, *_ in text["nodes"]})
    for merges in told:
        expect(slider).to_have_attribute("aria-valuenow", str(merges))
        nodes = cut(text["nodes"], merges)
        expect(slider).to_have_attribute(
            "aria-valuetext", f"{merges} merges, {len(nodes)} tokens"
        )
        assert sorted(names(view)) == sorted(
            face.replace(" ", "") for face in map(spell_out, faces(text, nodes))
        )
        slider.press("ArrowRight")
    slider.press("End")
    expect(view.locator(".mt-grow-next")).to_have_text("nothing left to join here")


def test_a_drag_learns_and_a_token_shows_its_family(lab, grown):
    view, slider = grown
    at = slider.bounding_box()
    lab.page.mouse.move(at["x"] + 40, at["y"] + 40)
    lab.page.mouse.down()
    lab.page.mouse.move(at["x"] + at["width"], at["y"] + 40, steps=5)
    lab.page.mouse.up()
    expect(slider).to_have_attribute(
        "aria-valuenow", slider.get_attribute("aria-valuemax")
    )
    token = view.locator(TOKENS).first
    token.press("Enter")
    family = view.get_by_role("group", name="Family tree")
    expect(family).to_contain_text("from two older tokens")
    expect(view.locator(".mt-grow-counts")).to_be_in_viewport()
    assert faults(lab.page) == {}
    lab.page.keyboard.press("Escape")
    expect(family).to_be_hidden()
    expect(token).to_be_focused()


def test_an_own_text_is_cut_by_the_kernel(grown):
    view, _ = grown
    view.get_by_role("textbox", name="Your own text").fill("<b>hugs</b>")
    expect(view.get_by_role("button", name="yours")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert names(view) == list("<b>hugs</b>")


def test_on_a_phone_the_dot_and_the_text_are_on_one_screen(lab, grown):
    view, _ = grown
    with lab.sized(390, 844):
        view.get_by_role("textbox", name="Your own text").fill(
            "τέλος καλό, όλα καλά. " * 12
        )
        expect(view.get_by_role("button", name="yours")).to_be_visible()
        assert view.evaluate(IN_SIGHT) < 844
