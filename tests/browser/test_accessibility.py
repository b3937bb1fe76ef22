"""axe-core finds nothing serious in what the views draw, in both themes."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from .lab import THEMES
from .view_table import VIEWS

OURS = {"include": [[".mt-view"], [".mt-live"]]}


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


def test_no_serious_fault_in_any_view(lab, shown, theme):
    for view in VIEWS:
        seen = shown(view)
        if view.steps:
            seen.get_by_role("button", name="Last step").press("Home")
            seen.get_by_role("button", name="One step forward").click()
    assert faults(lab.page) == {}


GROUND = "node => getComputedStyle(node).backgroundColor"


@pytest.fixture
def high_contrast(lab):
    lab.page.emulate_media(forced_colors="active")
    yield
    lab.page.emulate_media(forced_colors="none")


def test_high_contrast_keeps_what_a_ground_or_a_shadow_tells(lab, shown, high_contrast):
    seen = shown(VIEWS[0]).locator(".mt-view")
    seen.get_by_role("button", name="Last step").press("Home")
    paper, bar = seen.evaluate(GROUND), seen.locator(".mt-bar").first.evaluate(GROUND)
    guess = seen.get_by_role("button", name="Guess first")
    seen.get_by_role("button", name="One step forward").press("ArrowRight")
    lit, pressed = seen.locator(".mt-word .mt-new").first.evaluate(GROUND), [guess.evaluate(GROUND)]
    guess.press("Enter")
    pressed.append(guess.evaluate(GROUND))
    guess.press("Enter")
    seen.locator(".mt-pairs .mt-pick").first.focus()
    outline = seen.locator(".mt-word .mt-pointed").first.evaluate("node => getComputedStyle(node).outlineStyle")
    assert paper not in (bar, lit) and len(set(pressed)) == 2 and outline == "dashed"


@pytest.mark.parametrize(("name", "part"), [("MergeStepper", ".mt-chips .mt-next"), ("LatticeView", ".mt-pick code")])
def test_high_contrast_does_not_tell_the_answer(shown, high_contrast, name, part):
    seen = shown(next(view for view in VIEWS if view.name == name)).locator(".mt-view")
    seen.get_by_role("button", name="Last step").press("Home")
    for _ in range(3):
        seen.get_by_role("button", name="One step forward").press("ArrowRight")
    guess = seen.get_by_role("button", name="Guess first")
    guess.press("Enter")
    looks = "all => [...new Set(all.map((node) => ['color', 'backgroundColor', 'borderBottomColor'].map("
    looks += "(name) => getComputedStyle(node)[name]).join(' ')))]"
    found, paper = seen.locator(part).evaluate_all(looks), seen.evaluate(GROUND)
    guess.press("Enter")
    assert len(found) == 1
    assert name == "LatticeView" or found[0].endswith(paper)


def test_a_fault_would_be_found(lab, shown):
    shown(VIEWS[0]).locator(".mt-view").evaluate("view => view.append(document.createElement('button'))")
    assert list(faults(lab.page)) == ["button-name"]
    shown(VIEWS[0]).locator(".mt-view").evaluate("view => view.lastChild.remove()")
