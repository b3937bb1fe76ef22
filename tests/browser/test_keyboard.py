"""The keyboard alone suffices, and the notebook around a view does not take its keys."""

import pytest
from playwright.sync_api import expect

from .lab import typing
from .view_table import NAMES, STEPPED, VIEWS

pytestmark = pytest.mark.slow

CONTROLS = [
    "First step",
    "One step back",
    "Play",
    "One step forward",
    "Last step",
    "Step",
]
IN_A_STAGE = (
    "[data-scrolls]",
    "summary",
    ".mt-pick:not(:disabled)",
)
FOCUS = """(cell) => {
    const panel = window.jupyterapp.shell.currentWidget;
    panel.content.activeCellIndex = cell;
    panel.content.mode = 'command';
    panel.content.activeCell.node.focus();
}"""
STOP = """(output) => {
    const here = document.activeElement;
    const name = here.getAttribute('aria-label') ?? here.labels?.[0]?.textContent ?? here.textContent;
    return [output.contains(here), name];
}"""


def stops(lab, output, name):
    """The names of what the tab key reaches in a view, from its cell on."""
    lab.page.evaluate(FOCUS, 1 + NAMES.index(name))
    found = []
    for _ in range(40):
        lab.page.keyboard.press("Tab")
        inside, stop = output.evaluate(STOP)
        if inside:
            found.append(stop)
        elif found:
            break
    return found


@pytest.mark.parametrize(
    "name",
    ["OffsetsView", "Playground", "Quiz"],
)
def test_the_tab_key_reaches_what_can_be_done(lab, shown, name):
    found = stops(lab, shown(name), name)
    assert [stop for stop in found if stop in CONTROLS] == (
        CONTROLS if name in STEPPED else []
    ), found
    boxes = shown(name).locator(".widget-label:visible, .widget-label-basic")
    assert found[: boxes.count()] == boxes.all_inner_texts()
    if VIEWS[NAMES.index(name)].tips:
        assert (
            shown(name).locator("[data-tip]").first.get_attribute("aria-label") in found
        )


def test_the_arrow_keys_step_and_notebook_7_which_reads_keys_first_passes_over_them(
    lab, seen
):
    view = seen("MergeStepper")
    last = view.locator(".mt-slider").get_attribute("max")
    button = view.get_by_role("button", name="One step forward")
    button.focus()
    lab.page.evaluate("""() => {
        window.passed = [];
        const note = (event) => window.passed.push(event.target.hasAttribute('data-lm-suppress-shortcuts'));
        document.addEventListener('keydown', note, true);
        window.forget = () => document.removeEventListener('keydown', note, true);
    }""")
    keys = {
        "Home": "0",
        "ArrowLeft": "0",
        "ArrowRight": "1",
        "Enter": "2",
        "Shift": "2",
        "End": last,
    }
    for key, step in keys.items():
        lab.page.keyboard.press(key)
        expect(view).to_have_attribute("data-step", step)
    passed = lab.page.evaluate("() => { window.forget(); return window.passed; }")
    assert passed == [key != "Shift" for key in keys]
    assert button.get_attribute("data-lm-suppress-shortcuts") is None
    expect(view.locator(".mt-told")).to_contain_text(f"Step {last} of {last}")


@pytest.mark.parametrize("name", ["LatticeView", "OffsetsView"])
def test_what_has_the_focus_in_a_frame_that_plays_on_leaves_it_in_the_view(seen, name):
    view = seen(name)
    forward, last = (
        view.get_by_role("button", name="One step forward"),
        view.locator(".mt-slider").get_attribute("max"),
    )
    lost = []
    for kind in IN_A_STAGE:
        seen(name)
        expect(view).to_have_attribute("data-step", "0")
        if not view.locator(kind).count():
            continue
        view.locator(kind).last.focus()
        for step in range(1, int(last) + 1):
            forward.evaluate(
                "button => button.click()"
            )  # as the clock does: the focus is elsewhere
            expect(view).to_have_attribute("data-step", str(step))
            if not view.evaluate("view => view.contains(document.activeElement)"):
                lost.append((kind, step))
    assert lost == []


def test_each_box_shows_that_it_has_the_focus(lab, shown):
    bare = []
    for view in VIEWS:
        for box in (
            shown(view.name)
            .locator(":is(input, textarea, select):visible:enabled:not([readonly])")
            .all()
        ):
            box.focus()
            lab.page.keyboard.press(
                "Shift"
            )  # the browser shows the focus to who uses the keyboard
            if box.evaluate("box => getComputedStyle(box).outlineStyle") != "solid":
                bare.append(view.name)
    assert bare == []


def test_the_arrow_keys_go_from_token_to_token(lab, shown):
    tokens, tip = (
        shown("compare").locator("[data-tip]"),
        shown("compare").locator(".mt-tip"),
    )
    tokens.first.focus()
    for key, token in {
        "End": tokens.last,
        "Home": tokens.first,
        "ArrowRight": tokens.nth(1),
    }.items():
        lab.page.keyboard.press(key)
        expect(token).to_be_focused()
        expect(tip).to_have_text(token.get_attribute("data-tip"))


def test_what_is_typed_in_a_box_stays_in_it(lab, shown):
    for name in ("EncodeStepper", "ScoreStepper"):  # a line, and several
        with typing(shown(name), "hug") as box:
            box.focus()
            lab.page.keyboard.press("End")
            lab.page.keyboard.type("bdd")  # d, d would delete the cell
            expect(box).to_have_value("hugbdd")


def test_a_quiz_answers_each_choice_with_its_reason(lab, shown):
    seen = shown("Quiz")
    group = seen.get_by_role("radiogroup", name="Is ## a token?")
    told = seen.locator(".mt-outcome")
    group.get_by_role("radio", name="No").focus()
    lab.page.keyboard.press("Enter")
    expect(told).to_have_text("Choose one first.")
    for key, words in {
        "Space": "It is a prefix.",
        "ArrowDown": "It marks a token.",
    }.items():
        lab.page.keyboard.press(key)
        lab.page.keyboard.press("Enter")
        expect(group.get_by_role("status").filter(has_text=words)).to_be_visible()
    expect(group.get_by_text("✓ Right. It marks a token.")).to_be_focused()
    seen.get_by_role("radio", name="a", exact=True).check()
    seen.get_by_role("button", name="Check").press("Enter")
    expect(told).to_have_text("1 of 2 right at the first try.")
