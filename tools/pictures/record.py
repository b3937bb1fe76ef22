"""Record a view in a real browser: `python tools/pictures/record.py` writes the two pictures of the README.

The film, images/playground.webp, moves as a learner would: a sentence is typed, a cut is pointed at, another text is
chosen. It needs Chromium, as tests/browser does.
"""

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageOps
from playwright.sync_api import Locator, expect

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests")]

from browser.lab import Lab, opened  # noqa: E402

CELL = 'from minitok_course.views import Playground\n\nPlayground("The")'
TYPED = " lighthouse keepers didn't sleep in 2024."
TYPING, READING = 140, 2_600  # milliseconds


def scenes(lab: Lab, seen: Locator) -> Iterator[int]:
    """Do one thing after another, and give how long each is to be looked at."""
    box = seen.locator("textarea")
    box.focus()
    lab.page.keyboard.press("End")
    for place in range(0, len(TYPED), 2):
        lab.page.keyboard.type(TYPED[place : place + 2])
        length = len("The" + TYPED[: place + 2])
        expect(seen.locator(".mt-caption")).to_contain_text(f"{length} characters")
        yield TYPING
    yield READING
    seen.locator(".mt-staff[aria-label=Qwen3] .mt-tick").first.hover()
    expect(seen.locator(".mt-tip")).to_contain_text("Qwen3 cuts here")
    yield READING
    seen.locator(".mt-title").hover()
    seen.get_by_label("Text", exact=True).select_option("Numbers")
    expect(box).to_have_value(re.compile("^7 42"))
    expect(seen.locator(".mt-staff").first).to_contain_text("42")
    yield READING


def picture(lab: Lab, seen: Locator) -> Image.Image:
    shot = lab.page.screenshot(clip=seen.bounding_box(), animations="disabled")
    return Image.open(BytesIO(shot)).convert("RGB")


def main() -> None:
    """The pictures on one ground, as a film; the last but one, where a cut says what made it, as a still."""
    with opened() as lab:
        lab.page.set_viewport_size({"width": 1240, "height": 1000})
        with lab.cells("recorded.ipynb", [CELL]) as notebook:
            seen = notebook.locator(".mt-playground")
            seen.locator(".mt-staff").first.wait_for()
            taken = [(time, picture(lab, seen)) for time in scenes(lab, seen)]
    times, pictures = [time for time, _ in taken], [shot for _, shot in taken]
    size = max(shot.width for shot in pictures), max(shot.height for shot in pictures)
    first, *others = (
        ImageOps.pad(shot, size, color="white", centering=(0, 0)) for shot in pictures
    )
    film = {
        "save_all": True,
        "append_images": others,
        "duration": times,
        "loop": 0,
        "quality": 60,
        "method": 6,
    }
    first.save(ROOT / "images/playground.webp", minimize_size=True, **film)
    pictures[-2].save(ROOT / "images/playground.png", optimize=True)


if __name__ == "__main__":
    main()
