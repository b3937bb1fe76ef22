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


def test_a_fault_would_be_found(lab, shown):
    shown(VIEWS[0]).locator(".mt-view").evaluate("view => view.append(document.createElement('button'))")
    assert list(faults(lab.page)) == ["button-name"]
    shown(VIEWS[0]).locator(".mt-view").evaluate("view => view.lastChild.remove()")
