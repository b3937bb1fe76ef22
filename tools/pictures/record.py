"""Record the Playground in a real browser: `python images/record.py` writes playground.png and playground.webp anew.

The picture moves as a learner would: a sentence is typed, a token is pointed at, another pair is compared, another text
is chosen. It needs Chromium and the published vocabularies, as tests/browser and the lessons do.
"""

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, expect

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from browser.lab import SECONDS, Lab, opened  # noqa: E402

CELL = 'from minitok.views import Playground\n\nPlayground("The")'
TYPED = " lighthouse keepers didn't sleep in 2024."
WIDTH, HEIGHT = 1240, 900
TYPING, READING = 140, 2_600  # milliseconds


def scenes(lab: Lab, seen: Locator) -> Iterator[int]:
    """Do one thing after another, and give how long each is to be looked at."""
    box, written = seen.locator("textarea"), "The"
    box.focus()
    lab.page.keyboard.press("End")
    for place in range(0, len(TYPED), 2):
        written += TYPED[place : place + 2]
        lab.page.keyboard.type(TYPED[place : place + 2])
        expect(seen.locator(".mt-caption")).to_contain_text(f"{len(written)} characters")
        yield TYPING
    yield READING
    seen.locator('.mt-row [data-span="14 19"]').first.hover()
    yield READING
    seen.locator(".mt-title").hover()
    seen.get_by_label("with", exact=True).select_option("GPT-4")
    expect(seen.locator(".mt-remark")).to_contain_text("GPT-2 and GPT-4")
    yield READING
    seen.get_by_label("Text", exact=True).select_option("Numbers")
    expect(box).to_have_value(re.compile("^7 42"))
    expect(seen.locator(".mt-row").first).to_contain_text("42")
    yield READING


def record(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    with lab.cells("recorded.ipynb", [CELL]) as notebook:
        seen = notebook.locator(".mt-playground")
        seen.locator(".mt-row").first.wait_for()
        frames: list[bytes] = []
        times: list[int] = []
        for time in scenes(lab, seen):
            frames.append(lab.page.screenshot(clip=seen.bounding_box(), animations="disabled"))
            times.append(time)
    save([Image.open(BytesIO(frame)).convert("RGB") for frame in frames], times)


def save(pictures: list[Image.Image], times: list[int]) -> None:
    """The pictures on one ground, as a film; the last but one, where two tokenizers are told apart, as a still."""
    size = max(picture.width for picture in pictures), max(picture.height for picture in pictures)
    grounds = [Image.new("RGB", size, "white") for _ in pictures]
    for ground, picture in zip(grounds, pictures):
        ground.paste(picture)
    first, *others = grounds
    film = {"save_all": True, "append_images": others, "duration": times, "loop": 0, "quality": 60, "method": 6}
    first.save(HERE / "playground.webp", minimize_size=True, **film)
    pictures[-2].save(HERE / "playground.png", optimize=True)


if __name__ == "__main__":
    expect.set_options(timeout=1000 * SECONDS)
    with opened() as lab:
        record(lab)
