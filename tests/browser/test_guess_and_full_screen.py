"""A learner may guess first, without being told; and a class sees a view large."""

import pytest
from playwright.sync_api import expect

from .view_table import VIEWS, each

ASKING = {"MergeStepper": 0, "EncodeStepper": 0, "MatchStepper": 0, "LatticeView": 3}
SIZE = "node => parseFloat(getComputedStyle(node).fontSize)"
PICKS = "button[data-choice={}]"
LOOK = """(node, hued) => [...node.querySelectorAll('code, small, rect')].map((part) => {
    const { fontWeight, boxShadow, animationName, fill, backgroundColor } = getComputedStyle(part);
    return [part.tagName, fontWeight, boxShadow, animationName, fill, hued ? '' : backgroundColor].join();
}).join('; ')"""
LINE = """line => {
    const { stroke, strokeDasharray, strokeWidth } = getComputedStyle(line);
    return [stroke, strokeDasharray, strokeWidth].join();
}"""


def at_step(shown, name):
    """A view of the table at the step that asks something, with the switch turned on."""
    seen = shown(next(view for view in VIEWS if view.name == name)).locator(".mt-view")
    seen.get_by_role("button", name="Last step").press("Home")
    for _ in range(ASKING[name]):
        seen.get_by_role("button", name="One step forward").click()
    seen.get_by_role("button", name="Guess first").click()
    return seen


@pytest.mark.parametrize("name", ASKING)
def test_a_guess_is_told_right_or_wrong_and_counted(shown, name):
    seen = at_step(shown, name)
    expect(seen.locator(".mt-caption")).to_contain_text("?")
    for secret in seen.locator(".mt-secret").all():
        expect(secret).to_be_hidden()
    seen.locator(PICKS.format("right")).first.click()
    expect(seen.locator(".mt-verdict")).to_have_text("Right. 1 of 1 right.")
    expect(seen.locator(".mt-caption")).not_to_contain_text("?")
    seen.get_by_role("button", name="Guess first").click()


@pytest.mark.parametrize("name", ASKING)
def test_no_choice_looks_like_the_answer(lab, shown, name):
    seen = at_step(shown, name)
    lab.page.mouse.move(0, 0)
    looks = {
        answer: {
            choice.evaluate(LOOK, name == "MergeStepper")  # there the tokens of a pair have their hues
            for choice in seen.locator(f"[data-choice={answer}]").all()
        }
        for answer in ("right", "wrong")
    }
    lines = {line.evaluate(LINE) for line in seen.locator("path:is(.mt-wins, .mt-tried)").all()}
    seen.get_by_role("button", name="Guess first").click()
    assert looks["right"] == looks["wrong"] and len(lines) < 2


@pytest.mark.parametrize("name", ASKING)
def test_a_wrong_guess_names_the_answer_and_the_keyboard_suffices(lab, shown, name):
    seen = at_step(shown, name)
    right = seen.locator(PICKS.format("right"))
    answer = right.get_attribute("data-named") or " ".join(right.locator("code").all_inner_texts())
    seen.locator(".mt-pick:not([disabled])[tabindex='0']").focus()
    chosen = seen.locator(".mt-pick:focus")
    for _ in range(12):
        if chosen.get_attribute("data-choice") == "wrong":
            break
        lab.page.keyboard.press("ArrowRight")
    lab.page.keyboard.press("Enter")
    expect(seen.locator(".mt-verdict")).to_have_text(f"Not that one: the answer is {answer}. 0 of 1 right.")
    expect(seen.get_by_role("button", name="One step forward")).to_be_focused()
    seen.get_by_role("button", name="Guess first").click()


@pytest.mark.parametrize("name", ASKING)
def test_no_height_changes_while_the_learner_guesses(lab, shown, name):
    lab.page.emulate_media(reduced_motion="reduce")
    seen = at_step(shown, name)
    height = "view => view.offsetHeight"
    heights = {seen.evaluate(height)}
    for answer in ("right", "wrong"):
        if seen.locator(PICKS.format(answer)).count():
            seen.locator(PICKS.format(answer)).first.click()
            heights.add(seen.evaluate(height))
        seen.get_by_role("button", name="One step forward").click()
        heights.add(seen.evaluate(height))
    seen.get_by_role("button", name="Guess first").click()
    lab.page.emulate_media(reduced_motion="no-preference")
    assert len(heights) == 1


def test_a_pair_that_ties_with_the_next_one_is_right_by_count(shown):
    view = shown(next(view for view in VIEWS if view.name == "MergeStepper"))
    box = view.locator("textarea")
    before = box.input_value()
    box.fill("ab cd ef gh")
    expect(view.locator(PICKS.format("tie"))).to_have_count(3)
    seen = at_step(shown, "MergeStepper")
    seen.locator(PICKS.format("tie")).last.click()
    told = "Right by count: it ties with a b, which comes next by its lower ids. 1 of 1 right."
    expect(seen.locator(".mt-verdict")).to_have_text(told)
    seen.get_by_role("button", name="Guess first").click()
    box.fill(before)


def test_a_frame_with_one_choice_asks_nothing(shown):
    seen = at_step(shown, "LatticeView")
    expect(seen.locator(".mt-caption")).to_contain_text("?")
    seen.get_by_role("button", name="Last step").press("Home")
    seen.get_by_role("button", name="One step forward").click()
    expect(seen.locator("button[data-choice]")).to_have_count(1)
    expect(seen.locator(".mt-caption")).to_contain_text("one arc ends here")
    expect(seen.locator("button[data-choice]")).to_be_disabled()
    seen.get_by_role("button", name="Guess first").click()


def test_only_views_that_ask_have_the_switch(shown):
    for view in VIEWS:
        switch = shown(view).locator(".mt-toggle:visible")
        assert switch.count() == (view.name in ASKING), view.name


def test_full_screen_is_larger_by_three_fifths_and_keys_work(lab, shown):
    seen = shown(VIEWS[0]).locator(".mt-view")
    before = seen.evaluate(SIZE)
    seen.get_by_role("button", name="Full screen").click()
    lab.page.wait_for_function("() => document.fullscreenElement")
    assert 1.2 * before < seen.evaluate(SIZE) <= 1.6 * before  # as large as fits
    seen.get_by_role("button", name="Last step").press("Home")
    lab.page.keyboard.press("ArrowRight")
    expect(seen).to_have_attribute("data-step", "1")
    seen.get_by_role("button", name="Full screen").click()
    lab.page.wait_for_function("() => !document.fullscreenElement")


@each("steps")
def test_it_fits_a_projector(lab, shown, view):
    with lab.sized(1280, 720):
        height = shown(view).locator(".mt-view").evaluate("view => view.offsetHeight")
    assert height <= 600  # what JupyterLab leaves of 720


WITHOUT = {"Prediction", "Quiz"}  # forms, which have no full screen


@pytest.mark.parametrize("view", [view for view in VIEWS if view.name not in WITHOUT], ids=lambda view: view.name)
def test_full_screen_shows_the_box_as_well_and_all_of_it_fits(lab, shown, view):
    seen, hidden = shown(view), "({ scrollHeight, clientHeight }) => scrollHeight - clientHeight"
    if view.steps:
        seen.get_by_role("button", name="Last step").press("Home")
    chip = seen.locator(".mt-view code")
    with lab.sized(1280, 720):
        small = chip.first.evaluate(SIZE) if chip.count() else 0
        seen.get_by_role("button", name="Full screen").click()
        lab.page.wait_for_function("() => document.fullscreenElement")
        lab.page.wait_for_timeout(200)
        for box in seen.locator("input[type=text], textarea").all():
            expect(box).to_be_in_viewport()
        over = lab.page.evaluate_handle("() => document.fullscreenElement").evaluate(hidden)
        large = chip.first.evaluate(SIZE) if chip.count() else 1
        lab.page.evaluate("() => document.exitFullscreen()")
    lab.page.wait_for_timeout(100)
    assert over <= 1
    assert large >= small
    if view.tips:
        assert large > 1.3 * small


def test_type_in_full_screen_grows_with_the_screen(lab, shown):
    seen, sizes = shown(next(view for view in VIEWS if view.name == "MatchStepper")).locator(".mt-view"), []
    for size in [(1280, 720), (1920, 1080)]:
        with lab.sized(*size):
            seen.get_by_role("button", name="Full screen").click()
            lab.page.wait_for_function("() => document.fullscreenElement")
            lab.page.wait_for_timeout(200)
            sizes.append(seen.evaluate(SIZE))
            screen = lab.page.evaluate_handle("() => document.fullscreenElement")
            assert screen.evaluate("({ scrollHeight, clientHeight }) => scrollHeight - clientHeight") <= 1
            lab.page.evaluate("() => document.exitFullscreen()")
    lab.page.wait_for_timeout(100)
    assert sizes == [pytest.approx(20.8), pytest.approx(31.2)]
