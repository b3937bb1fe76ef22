"""A learner may guess first, without being told; and a class sees a view large."""

import pytest
from playwright.sync_api import expect

from .lab import LAID_OUT, typing
from .view_table import STEPPED

pytestmark = pytest.mark.slow

ASKING = {"MergeStepper": 0, "EncodeStepper": 0, "LatticeView": 3}
SIZE = "node => parseFloat(getComputedStyle(node).fontSize)"
HIDDEN = "({ scrollHeight, clientHeight }) => scrollHeight - clientHeight"
PICKS = "button[data-choice={}]"
LOOK = """(node, hued) => [...node.querySelectorAll('code, small, rect')].map((part) => {
    const { fontWeight, boxShadow, animationName, fill, backgroundColor } = getComputedStyle(part);
    return [part.tagName, fontWeight, boxShadow, animationName, fill, hued ? '' : backgroundColor].join();
}).join('; ')"""
LINE = """line => {
    const { stroke, strokeDasharray, strokeWidth } = getComputedStyle(line);
    return [stroke, strokeDasharray, strokeWidth].join();
}"""


@pytest.fixture
def asking(seen):
    """A view at the step that asks something, with the switch turned on; at the end it is turned off."""
    asked = []

    def find(name):
        asked.append(seen(name))
        for _ in range(ASKING[name]):
            asked[0].get_by_role("button", name="One step forward").click()
        asked[0].get_by_role("button", name="Guess first").click()
        return asked[0]

    yield find
    asked[0].get_by_role("button", name="Guess first").click()


@pytest.mark.parametrize("name", ["MergeStepper", "LatticeView"])
def test_a_guess_is_told_right_or_wrong_and_counted(asking, name):
    view = asking(name)
    expect(view.locator(".mt-caption")).to_contain_text("?")
    for secret in view.locator(".mt-secret").all():
        expect(secret).to_be_hidden()
    view.locator(PICKS.format("right")).first.click()
    expect(view.locator(".mt-verdict")).to_have_text("Right. 1 of 1 right.")
    expect(view.locator(".mt-caption")).not_to_contain_text("?")


@pytest.mark.parametrize("name", ["MergeStepper", "LatticeView"])
def test_no_choice_looks_like_the_answer(lab, asking, name):
    view = asking(name)
    lab.page.mouse.move(0, 0)
    looks = {
        answer: {
            choice.evaluate(
                LOOK, name == "MergeStepper"
            )  # there the tokens of a pair have their hues
            for choice in view.locator(f"[data-choice={answer}]").all()
        }
        for answer in ("right", "wrong")
    }
    lines = {
        line.evaluate(LINE)
        for line in view.locator("path:is(.mt-wins, .mt-tried)").all()
    }
    assert looks["right"] == looks["wrong"] and len(lines) < 2


def test_a_wrong_guess_names_the_answer_and_the_keyboard_suffices(lab, asking):
    view = asking("EncodeStepper")
    answer = view.locator(PICKS.format("right")).get_attribute("data-named")
    view.locator(".mt-pick:not([disabled])[tabindex='0']").focus()
    chosen = view.locator(".mt-pick:focus")
    for _ in range(12):
        if chosen.get_attribute("data-choice") == "wrong":
            break
        lab.page.keyboard.press("ArrowRight")
    lab.page.keyboard.press("Enter")
    expect(view.locator(".mt-verdict")).to_have_text(
        f"Not that one: the answer is {answer}. 0 of 1 right."
    )
    expect(view.get_by_role("button", name="One step forward")).to_be_focused()


def test_a_pair_that_ties_with_the_next_one_is_right_by_count(shown, asking):
    with typing(shown("MergeStepper"), "ab cd ef gh"):
        expect(shown("MergeStepper").locator(PICKS.format("tie"))).to_have_count(3)
        view = asking("MergeStepper")
        view.locator(PICKS.format("tie")).last.click()
        told = (
            "Right: it ties with a b, which comes next by its lower ids. 1 of 1 right."
        )
        expect(view.locator(".mt-verdict")).to_have_text(told)


def test_each_view_fits_a_projector(lab, shown):
    with lab.sized(1280, 720):
        heights = {
            name: shown(name).locator(".mt-view").evaluate("view => view.offsetHeight")
            for name in STEPPED
        }
    assert not {
        name: height for name, height in heights.items() if height > 600
    }  # what JupyterLab leaves of 720


@pytest.mark.parametrize("name", ["MergeStepper", "Playground"])
def test_full_screen_shows_the_box_as_well_and_all_of_it_fits(lab, shown, seen, name):
    seen(name)
    chip = shown(name).locator(".mt-view :is(code, .mt-letter)").first
    with lab.sized(1280, 720):
        small = chip.evaluate(SIZE)
        shown(name).get_by_role("button", name="Full screen").click()
        lab.page.wait_for_function("() => document.fullscreenElement")
        lab.page.evaluate(LAID_OUT)
        for box in shown(name).locator("input[type=text], textarea").all():
            expect(box).to_be_in_viewport()
        over = lab.page.evaluate_handle("() => document.fullscreenElement").evaluate(
            HIDDEN
        )
        large = chip.evaluate(SIZE)
        if name in STEPPED:
            seen(name)
            lab.page.keyboard.press("ArrowRight")
            expect(shown(name).locator(".mt-view")).to_have_attribute("data-step", "1")
        lab.page.evaluate("() => document.exitFullscreen()")
    assert over <= 1
    assert large > (1.3 * small if name == "Playground" else 0.99 * small)
