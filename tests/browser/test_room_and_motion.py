"""Views keep their place while they are stepped, and fit; motion and what is lit show what belongs together."""

import pytest
from playwright.sync_api import expect

from .lab import typing
from .view_table import STEPPED, VIEWS

pytestmark = pytest.mark.slow

LIT = ".mt-here, .mt-new, .mt-next, .mt-wins, .mt-path, .mt-tried"
OUT_OF_SIGHT = """(view, lit) => [...view.querySelectorAll('.mt-cursor, .mt-drawing, .mt-roots')].filter((box) => {
    const frame = box.getBoundingClientRect();
    const places = [...box.querySelectorAll(lit)].map((node) => node.getBoundingClientRect());
    const names = box.querySelector('th')?.offsetWidth ?? 0; // they lie over what is scrolled
    const seen = (at) => at.right > frame.left + names + 4 && at.left < frame.right - 4;
    return places.length && !places.some(seen);
}).length"""
ON_THE_TITLE = """(seen) => {
    const nodes = [...seen.querySelectorAll('.mt-title, .mt-head button')];
    const [title, ...tools] = nodes.map((node) => node.getBoundingClientRect());
    const beside = tools.filter((at) => at.width && at.top < title.bottom && at.bottom > title.top);
    return beside.filter((at) => at.left < title.right).length;
}"""
CUT_OFF = """(view) => {
    const frame = view.getBoundingClientRect();
    const at = [...view.querySelectorAll('button, code, td, th, input, select')].filter((node) =>
        !node.closest('.mt-cursor, .mt-drawing, .mt-roots')).map((node) => node.getBoundingClientRect());
    return at.filter(({ left, right, width }) => width && (left < frame.left || right > frame.right)).length;
}"""


@pytest.fixture
def narrow(lab):
    with lab.sized(800):
        yield


def frames(seen):
    """Go through the frames of a view, from the first on."""
    forward = seen.get_by_role("button", name="One step forward")
    for step in range(int(seen.locator(".mt-slider").get_attribute("max")) + 1):
        expect(seen).to_have_attribute("data-step", str(step))
        yield step
        if forward.get_attribute("aria-disabled") == "false":
            forward.click()


@pytest.mark.parametrize("name", ["MergeStepper", "OffsetsView", "TrieView"])
def test_each_step_keeps_height_and_room_and_what_is_lit_in_sight(
    seen, name, narrow, calm
):
    view = seen(name)
    found = [
        (
            step,
            view.evaluate("view => view.offsetHeight"),
            view.evaluate(OUT_OF_SIGHT, LIT),
        )
        for step in frames(view)
    ]
    assert found == [(step, found[0][1], 0) for step in range(len(found))]


def test_a_view_out_of_sight_is_laid_out_anew_when_it_comes_into_sight(lab, seen):
    stage = seen("TrieView").locator(".mt-stage")
    seen("MergeStepper").scroll_into_view_if_needed()
    before = stage.get_attribute("style")
    with lab.sized(800):
        assert stage.get_attribute("style") == before
        stage.scroll_into_view_if_needed()
        expect(stage).not_to_have_attribute("style", before)


def test_no_button_covers_the_title_at_any_width(lab, shown):
    covered = set()
    for width in (800, 960, 1180):
        with lab.sized(width):
            covered |= {
                (name, width) for name in STEPPED if shown(name).evaluate(ON_THE_TITLE)
            }
    assert covered == set()


def test_nothing_is_cut_off_on_a_small_phone(lab, shown):
    with lab.sized(360):
        cut = {
            view.name: shown(view.name).locator(".mt-view").evaluate(CUT_OFF)
            for view in VIEWS
        }
    assert [name for name, parts in cut.items() if parts] == []


FADED_IN_VAIN = """view => [...view.querySelectorAll(".mt-hides-right")]
    .filter((box) => box.scrollWidth <= box.clientWidth + 1).length"""


def test_nothing_is_faded_that_is_seen_whole(seen):
    for view in VIEWS:
        drawn = seen(view.name)
        drawn.scroll_into_view_if_needed()
        drawn.page.wait_for_timeout(60)
        assert drawn.evaluate(FADED_IN_VAIN) == 0, view.name


@pytest.fixture
def slowly(lab):
    """Give the animations since the last call: what moved, along which path, and its classes."""
    lab.page.evaluate("""() => {
        window.animate = Element.prototype.animate;
        window.moves = [];
        Element.prototype.animate = function (...given) {
            window.moves.push([this.textContent.trim(), given[0], this.className]);
            return window.animate.apply(this, given);
        };
    }""")
    yield lambda: lab.page.evaluate("() => window.moves.splice(0)")
    lab.page.evaluate("() => { Element.prototype.animate = window.animate; }")


def step_once(view, name="One step forward"):
    view.page.wait_for_timeout(450)  # steps in quick succession are not animated
    view.get_by_role("button", name=name).click()


def test_the_two_parts_of_a_merge_slide_together_at_every_place(seen, slowly):
    view = seen("MergeStepper")
    parts = view.locator(".mt-word .mt-next code").all_inner_texts()
    slowly()
    step_once(view)
    ghosts = [text for text, _, name in slowly() if "mt-ghost" in str(name)]
    assert len(parts) > 2 and ghosts == parts
    expect(view.locator(".mt-ghost")).to_have_count(0)


def test_nothing_moves_for_who_asked_for_less_motion(seen, slowly, calm):
    view = seen("MergeStepper")
    slowly()
    step_once(view)
    assert slowly() == []


def test_a_step_back_makes_nothing_anew(seen, slowly):
    view = seen("MergeStepper")
    for direction in ("forward", "forward", "back"):
        slowly()
        step_once(view, f"One step {direction}")
    assert [
        move
        for move in slowly()
        if "mt-ghost" in str(move[2]) or "translateX" in str(move[1])
    ] == []
    arriving = view.locator(".mt-new").evaluate_all(
        "all => all.filter((node) => node.getAnimations().length).length"
    )
    assert arriving == 0


def test_text_typed_while_a_trace_plays_is_shown_from_its_first_step_on(
    lab, shown, seen
):
    view = seen("EncodeStepper")
    view.get_by_role("button", name="One step forward").press("ArrowRight")
    lab.page.wait_for_timeout(400)  # Python hears of this step, and not of the next
    view.get_by_role("button", name="One step forward").press("ArrowRight")
    with typing(shown("EncodeStepper"), "hugspunhug"):
        expect(view.locator(".mt-place")).to_have_text("0 / 7")
        lab.page.wait_for_timeout(400)
        expect(view).to_have_attribute("data-step", "0")
        view.get_by_role("button", name="One step forward").click()
    expect(view).to_have_attribute("data-step", "0")


def test_a_tip_stands_at_its_token(seen):
    view = seen("TokenStrip")
    token, tip = view.locator("[data-tip]").nth(2), view.locator(".mt-tip")
    expect(view.locator(".mt-hint")).to_contain_text("arrow keys")
    token.hover()
    expect(tip).to_have_text(token.get_attribute("data-tip"))
    there, at = tip.bounding_box(), token.bounding_box()
    assert 0 <= there["y"] - at["y"] - at["height"] < 20
    assert abs(there["x"] - at["x"]) < 20


def test_ribbons_lead_from_each_stage_to_the_next_and_end_at_their_parts(seen):
    view = seen("StagesView")
    ribbons = view.locator(".mt-ribbons g")
    expect(ribbons).to_have_count(0)
    for stage in range(1, 5):
        view.get_by_role("button", name="One step forward").click()
        expect(ribbons).to_have_count(stage)
    tokens = view.locator(".mt-row").nth(3).locator("[data-span]")
    assert ribbons.nth(2).locator("path").count() == tokens.count() > 3
