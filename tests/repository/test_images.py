"""The pictures are what tools/pictures/draw.py draws, and can be read by everyone, wherever they are shown."""

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from lessons import ROOT, tool
from PIL import Image

from minitok.pre_tokenizers import WhitespaceSplit
from minitok.trainers import BpeTrainer

IMAGES, SCRIPT = ROOT / "images", ROOT / "tools" / "pictures" / "draw.py"
NAMES = ("course-map.svg", "embedding.svg", "family-tree.svg", "lattice.svg", "merge-tree.svg", "pipeline.svg")
SVG = "{http://www.w3.org/2000/svg}"

each_picture = pytest.mark.parametrize("name", NAMES)


def test_drawing_anew_gives_these_pictures_with_the_same_bytes(tmp_path):
    subprocess.run([sys.executable, SCRIPT, tmp_path], cwd=ROOT, check=True)
    drawn, stored = ({path.name: path.read_bytes() for path in folder.glob("*.svg")} for folder in (tmp_path, IMAGES))
    assert sorted(drawn) == sorted(stored) == sorted(NAMES)
    differ = [name for name in NAMES if drawn[name] != stored[name]]
    assert not differ, f"minitok gives other pictures now: run python {SCRIPT.relative_to(ROOT)}, and look at them"


@each_picture
def test_it_says_what_it_shows_and_needs_nothing_from_elsewhere(name):
    picture = ElementTree.parse(IMAGES / name).getroot()
    title, description = picture[0], picture[1]
    assert (picture.tag, title.tag, description.tag) == (f"{SVG}svg", f"{SVG}title", f"{SVG}desc")
    assert title.text and len(description.text or "") > 100
    assert picture.get("role") == "img"
    assert picture.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    source = (IMAGES / name).read_text(encoding="utf-8").replace(' xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.findall(r"href|src=|url\(|@import|@font-face|https?:|<script|<image|<foreignObject|<!", source)


@pytest.mark.parametrize("is_dark", [0, 1])
def test_text_can_be_read_on_its_ground(is_dark):
    """Text has a contrast of 4.5 to what is behind it (WCAG AA), on the light card and on the dark one."""
    colors = {name: both[is_dark] for name, both in tool("pictures.draw").COLORS.items()}
    grounds = ["card", "plain", "0", "1", "2", "3", "4"]
    pairs = [("card", "line"), *((text, ground) for text in ("ink", "soft") for ground in grounds)]
    assert [pair for pair in pairs if contrast(*(colors[name] for name in pair)) < 4.5] == []


def test_the_examples_on_the_map_are_true():
    counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    assert next(BpeTrainer(vocab_size=8).steps(counts)).pair == ("u", "g")
    (ug,) = [token for token in BpeTrainer(vocab_size=8).train(counts).tokenize("bug") if token.value == "ug"]
    shown = {
        "01": tuple(word for word, _ in WhitespaceSplit().pre_tokenize_str("Hello world!")),
        "02": ("u", "g", "→", "ug"),
        "03": ("é", "→", *"é".encode().hex(" ").upper().split()),
        "07": ("ug", "→", str(ug.offsets)),
    }
    chips = {lesson.number: lesson.chips for row in tool("pictures.draw").ROWS for lesson in row}
    assert {number: chips[number] for number in shown} == shown


def test_the_pictures_of_the_readme_are_there_and_have_words_and_the_moving_one_is_small():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r'<img src="(images/[^"]+)" alt="([^"]{40,})"', readme)
    assert [name for name, _ in shown] == ["images/playground.webp"]
    for name in {*re.findall(r"images/[\w.-]+", readme)}:
        assert (ROOT / name).stat().st_size < 1_000_000
    with Image.open(IMAGES / "playground.webp") as film:
        assert film.n_frames > 10


def contrast(one, other):
    """The contrast ratio of two colours, from 1 to 21 (WCAG 2.2): #000000 on #ffffff → 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(color):
    channels = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
