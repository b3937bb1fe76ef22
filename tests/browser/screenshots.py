"""Photograph every view: `python tests/browser/screenshots.py` writes build/screenshots/; a name picks one view.

Each view is seen at 1400 and 800 pixels and in full screen at 1280 × 720, in both themes: a stepper at its first step,
in the middle and at its last, in full screen in the middle. It needs Chromium, as the tests here do.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Locator, expect

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from browser.lab import SECONDS, THEMES, Lab, opened
from browser.view_table import SETUP, VIEWS, Shown

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
SIZES = {"1400": (1400, 1000), "800": (800, 1400), "full": (1280, 720)}
SETTLED = 400  # milliseconds in which a view finds its heights anew


def photograph(lab: Lab, view: Shown, seen: Locator, size: str, folder: Path) -> None:
    """One view at one size; in full screen it is alone in the picture."""
    for name in steps(view, seen):
        path = folder / f"{view.name}{name}.png"
        button = seen.get_by_role("button", name="Full screen")
        if size != "full":
            seen.screenshot(path=path, animations="disabled")
            continue
        if name in ("-first", "-last") or not button.count():
            continue  # a form has no full screen
        button.click()
        lab.page.wait_for_function("() => document.fullscreenElement")
        lab.page.wait_for_timeout(SETTLED)
        lab.page.screenshot(path=path, animations="disabled")
        lab.page.evaluate("() => document.exitFullscreen()")
        lab.page.wait_for_timeout(SETTLED)


def steps(view: Shown, seen: Locator) -> Iterator[str]:
    """Go to the first step, one in the middle and the last; a view without steps is one picture."""
    if not view.steps:
        yield ""
        return
    slider = seen.locator(".mt-slider")
    last = int(slider.get_attribute("max") or 0)
    for name, step in {"-first": 0, "-middle": (last + 1) // 2, "-last": last}.items():
        slider.evaluate("(slider, step) => { slider.value = step; slider.dispatchEvent(new Event('input')); }", step)
        expect(seen.locator(".mt-view")).to_have_attribute("data-step", str(step))
        yield name


def main(wanted: list[str]) -> None:
    expect.set_options(timeout=1000 * SECONDS)
    views = [view for view in VIEWS if not wanted or view.name in wanted]
    with opened() as lab, lab.cells("views.ipynb", [SETUP, *(view.cell for view in views)]) as notebook:
        outputs = notebook.locator(".jp-CodeCell").locator(".jp-OutputArea-output")
        for theme in THEMES:
            lab.wear(theme)
            for size, (width, height) in SIZES.items():
                lab.page.set_viewport_size({"width": width, "height": height})
                lab.page.wait_for_timeout(SETTLED)
                shots = SCREENSHOTS / f"{theme}-{size}"
                shots.mkdir(parents=True, exist_ok=True)
                for place, view in enumerate(views):
                    photograph(lab, view, outputs.nth(place), size, shots)


if __name__ == "__main__":
    main(sys.argv[1:])
