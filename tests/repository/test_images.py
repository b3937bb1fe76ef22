"""The pictures are what images/draw.py draws, and can be read by everyone, wherever they are shown."""

import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from minitok.pre_tokenizers import WhitespaceSplit
from minitok.trainers import BpeTrainer

IMAGES = Path(__file__).parents[2] / "images"
NAMES = ("course-map.svg", "embedding.svg", "family-tree.svg", "lattice.svg", "merge-tree.svg", "pipeline.svg")
SVG = "{http://www.w3.org/2000/svg}"

each_picture = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """A folder into which the script has drawn."""
    folder = tmp_path_factory.mktemp("images")
    subprocess.run([sys.executable, IMAGES / "draw.py", folder], cwd=IMAGES.parent, check=True)
    return folder


def test_the_script_draws_these_pictures_and_no_other(drawn):
    assert sorted(path.name for path in drawn.iterdir()) == sorted(NAMES)
    assert sorted(path.name for path in IMAGES.glob("*.svg")) == sorted(NAMES)


@each_picture
def test_drawing_anew_gives_the_same_bytes(name, drawn):
    same = (drawn / name).read_bytes() == (IMAGES / name).read_bytes()
    assert same, f"images/{name} is not what minitok gives now: run python images/draw.py, and look at it"


@each_picture
def test_it_is_well_formed_and_says_what_it_shows(name):
    picture = ElementTree.parse(IMAGES / name).getroot()
    title, description = picture[0], picture[1]
    assert (picture.tag, title.tag, description.tag) == (f"{SVG}svg", f"{SVG}title", f"{SVG}desc")
    assert title.text and len(description.text or "") > 100
    assert picture.get("role") == "img"
    assert picture.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"


@each_picture
def test_it_needs_nothing_from_elsewhere(name):
    source = (IMAGES / name).read_text(encoding="utf-8").replace(' xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.findall(r"href|src=|url\(|@import|@font-face|https?:|<script|<image|<foreignObject|<!", source)


@each_picture
def test_its_text_can_be_read_on_its_own_ground(name):
    """Text has a contrast of 4.5 to the shape behind it (WCAG AA), on the light card and on the dark one."""
    picture = ElementTree.parse(IMAGES / name).getroot()
    style = picture.findtext(f"{SVG}style") or ""
    dark = dict(re.findall(r"\.fill-(\w+)\{fill:(#\w{6})\}", style))
    grounds = [ground for ground in picture if ground.tag in (f"{SVG}rect", f"{SVG}circle")]
    assert grounds[0].get("width") == str(int(picture.get("width", "")) - 2), "no card under the picture"
    for place, text in enumerate(picture):
        if text.tag != f"{SVG}text":
            continue
        ground = [shape for shape in list(picture)[:place] if shape in grounds and holds(shape, text)][-1]
        for span in (text, *text):
            assert contrast(span.get("fill"), ground.get("fill")) >= 4.5, span.text
            assert contrast(dark[color_class(span)], dark[color_class(ground)]) >= 4.5, span.text


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
    chips = {lesson.number: lesson.chips for row in script().ROWS for lesson in row}
    assert {number: chips[number] for number in shown} == shown


def test_lessons_turn_from_dashed_to_whole_as_they_come(tmp_path):
    draw = script()
    for ready in range(13):
        draw.READY = {f"{number:02}" for number in range(ready)}
        draw.draw_map(tmp_path / "map.svg")
        source = (tmp_path / "map.svg").read_text(encoding="utf-8")
        waiting = 12 - ready
        legend = 1 if waiting else 0
        assert source.count(f'stroke-dasharray="{draw.LATER}"') == waiting + legend
        assert "(ready)" not in source and source.count("(to come)") == waiting
        assert source.count(">to come<") == legend


def test_the_pictures_of_the_readme_are_there_and_have_words_and_the_moving_one_is_small():
    readme = (IMAGES.parent / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r'<img src="(images/[^"]+)" alt="([^"]{40,})"', readme)
    assert [name for name, _ in shown] == ["images/playground.webp"]
    for name in {*re.findall(r"images/[\w.-]+", readme)}:
        assert (IMAGES.parent / name).stat().st_size < 1_000_000
    with Image.open(IMAGES / "playground.webp") as film:
        assert film.n_frames > 10


def script():
    """images/draw.py as a module of its own, with nothing drawn."""
    spec = spec_from_file_location("draw", IMAGES / "draw.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def holds(shape, text):
    """Whether a text begins, ends or is centred inside a shape."""
    x, y = float(text.get("x")), float(text.get("y"))
    if shape.tag == f"{SVG}circle":
        return (float(shape.get("cx")) - x) ** 2 + (float(shape.get("cy")) - y) ** 2 < float(shape.get("r")) ** 2
    left, top = float(shape.get("x")), float(shape.get("y"))
    return left < x < left + float(shape.get("width")) and top < y < top + float(shape.get("height"))


def color_class(shape):
    return re.search(r"\bfill-(\w+)", shape.get("class")).group(1)


def contrast(one, other):
    """The contrast ratio of two colours, from 1 to 21 (WCAG 2.2): #000000 on #ffffff → 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(color):
    channels = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
