"""Photograph every view: `python tests/browser/screenshots.py` writes build/screenshots/; a name picks one view.

Each view is seen at 1400, 800 and 390 pixels and in full screen at 1280 × 720, in both themes, a stepper in the
middle of its steps. It needs Chromium, as the tests here do.
"""

import sys

from playwright.sync_api import Locator

if __name__ == "__main__":
    sys.path.insert(0, __file__.rpartition("/browser/")[0])

from browser.lab import LAID_OUT, ROOT, THEMES, Lab, opened
from browser.view_table import SETUP, VIEWS

SIZES = {
    "1400": (1400, 1000),
    "800": (800, 1400),
    "390": (390, 1400),
    "full": (1280, 720),
}
MIDDLE = "slider => { slider.value = slider.max / 2; slider.dispatchEvent(new Event('input')); }"


def photograph(lab: Lab, output: Locator, path: str) -> None:
    full = output.get_by_role("button", name="Full screen")
    if not path.endswith("full.png"):
        output.screenshot(path=path, animations="disabled")
    elif full.count():  # a form has no full screen
        full.click()
        lab.page.evaluate(LAID_OUT)
        lab.page.screenshot(path=path, animations="disabled")
        lab.page.evaluate("() => document.exitFullscreen()")


def main(wanted: list[str]) -> None:
    views = [view for view in VIEWS if not wanted or view.name in wanted]
    with (
        opened() as lab,
        lab.cells("views.ipynb", [SETUP, *(view.cell for view in views)]) as notebook,
    ):
        outputs = notebook.locator(".jp-CodeCell").locator(".jp-OutputArea-output")
        for theme in THEMES:
            lab.wear(theme)
            for size, (width, height) in SIZES.items():
                with lab.sized(width, height):
                    for place, view in enumerate(views):
                        if view.steps:
                            outputs.nth(place).locator(".mt-slider").evaluate(MIDDLE)
                        lab.page.evaluate(LAID_OUT)
                        path = (
                            ROOT
                            / "build"
                            / "screenshots"
                            / f"{view.name}-{theme}-{size}.png"
                        )
                        photograph(lab, outputs.nth(place), str(path))


if __name__ == "__main__":
    main(sys.argv[1:])
