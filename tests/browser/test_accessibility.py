"""axe-core finds nothing serious in what the views draw, in both themes; high contrast loses nothing."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from .lab import THEMES
from .view_table import STEPPED

pytestmark = pytest.mark.slow

OURS = {"include": [[".mt-view"], [".mt-live"]]}
GROUND = "node => getComputedStyle(node).backgroundColor"


def faults(page):
    """The rules that are broken, and the nodes that break them."""
    found = Axe().run(page, context=OURS).response["violations"]
    grave = [rule for rule in found if rule["impact"] in ("serious", "critical")]
    return {rule["id"]: [node["html"] for node in rule["nodes"]] for rule in grave}


@pytest.fixture(params=THEMES)
def theme(lab, request):
    lab.wear(request.param)
    yield request.param
    lab.wear("light")


def test_no_serious_fault_in_any_view(lab, seen, theme):
    for name in STEPPED:
        seen(name).get_by_role("button", name="One step forward").click()
    assert faults(lab.page) == {}


@pytest.fixture
def high_contrast(lab):
    lab.page.emulate_media(forced_colors="active")
    yield
    lab.page.emulate_media(forced_colors="none")


def test_high_contrast_keeps_what_a_ground_or_a_shadow_tells(seen, high_contrast):
    view = seen("MergeStepper")
    paper, bar = view.evaluate(GROUND), view.locator(".mt-bar").first.evaluate(GROUND)
    guess = view.get_by_role("button", name="Guess first")
    view.get_by_role("button", name="One step forward").press("ArrowRight")
    lit, pressed = (
        view.locator(".mt-word .mt-new").first.evaluate(GROUND),
        [guess.evaluate(GROUND)],
    )
    guess.press("Enter")
    pressed.append(guess.evaluate(GROUND))
    guess.press("Enter")
    view.locator(".mt-pairs .mt-pick").first.focus()
    outline = view.locator(".mt-word .mt-pointed").first.evaluate(
        "node => getComputedStyle(node).outlineStyle"
    )
    assert paper not in (bar, lit) and len(set(pressed)) == 2 and outline == "dashed"
