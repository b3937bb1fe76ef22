"""What the pictures say is true, and can be read by everyone, wherever they are shown."""

import re
from itertools import product
from xml.etree import ElementTree

import pytest
from lessons import LESSONS, ROOT, tool
from PIL import Image

from minitok import Tokenizer
from minitok.models import BPE, Unigram, WordPiece
from minitok.pre_tokenizers import (
    GPT4_PATTERN,
    BertPreTokenizer,
    ByteLevel,
    Metaspace,
    WhitespaceSplit,
)
from minitok.trainers import BpeTrainer, UnigramTrainer, WordPieceTrainer
from minitok_course import corpora

IMAGES = ROOT / "images"
NAMES = ("course-map.svg", "embedding.svg", "family-tree.svg")
SVG = "{http://www.w3.org/2000/svg}"

each_picture = pytest.mark.parametrize("name", NAMES)


@each_picture
def test_it_says_what_it_shows_and_needs_nothing_from_elsewhere(name):
    picture = ElementTree.parse(IMAGES / name).getroot()
    title, description = picture[0], picture[1]
    assert (picture.tag, title.tag, description.tag) == (
        f"{SVG}svg",
        f"{SVG}title",
        f"{SVG}desc",
    )
    assert title.text and len(description.text or "") > 100
    assert picture.get("role") == "img"
    assert (
        picture.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    )
    source = (
        (IMAGES / name)
        .read_text(encoding="utf-8")
        .replace(' xmlns="http://www.w3.org/2000/svg"', "")
    )
    assert not re.findall(
        r"href|src=|url\(|@import|@font-face|https?:|<script|<image|<foreignObject|<!",
        source,
    )


@each_picture
def test_text_can_be_read_on_its_ground(name):
    """Text has a contrast of 4.5 to what is behind it (WCAG AA), on the light card and on the dark one."""
    source = (IMAGES / name).read_text("utf-8")
    light = dict(
        re.findall(r'class="(?:\w+ )?fill-(\w+)[^"]*" fill="(#\w{6})"', source)
    )
    pairs = [("card", "line"), *product(("ink", "soft"), ("card", "plain", *"01234"))]
    seen = [pair for pair in pairs if light.keys() >= {*pair}]
    for colors in (light, dict(re.findall(r"\.fill-(\w+)\{fill:(#\w{6})\}", source))):
        assert [pair for pair in seen if contrast(*map(colors.get, pair)) < 4.5] == []


def words(name):
    """The texts in a picture."""
    return {node.text for node in ElementTree.parse(IMAGES / name).iter(f"{SVG}text")}


def test_what_is_on_the_map_is_true():
    counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    assert next(BpeTrainer(vocab_size=8).steps(counts)).pair == ("u", "g")
    (ug,) = [
        token
        for token in BpeTrainer(vocab_size=8).train(counts).tokenize("bug")
        if token.value == "ug"
    ]
    split = (word for word, _ in WhitespaceSplit().pre_tokenize_str("Hello world!"))
    assert [lesson.number for row in tool("front_page").ROWS for lesson in row] == [
        *LESSONS
    ]
    assert {
        *split,
        "ug",
        str(ug.offsets),
        *"é".encode().hex(" ").upper().split(),
    } <= words("course-map.svg")


def trained(texts, model, before, trainer):
    tok = Tokenizer(model)
    tok.pre_tokenizer = before
    tok.train_from_iterator(texts, trainer)
    return tok


def test_the_family_cuts_its_word_as_its_picture_shows():
    counted = WordPieceTrainer(
        vocab_size=1000, special_tokens=["[UNK]"], score="frequency"
    )
    family = [
        (BPE(), ByteLevel(), BpeTrainer(vocab_size=1000), " nothing"),
        (WordPiece(), BertPreTokenizer(), counted, "nothing"),
        (Unigram(), Metaspace(), UnigramTrainer(vocab_size=1000), "nothing"),
    ]
    lines = [*filter(None, corpora.load("stories").splitlines())]
    for model, before, trainer, word in family:
        assert {*trained(lines, model, before, trainer).tokenize(word)} <= words(
            "family-tree.svg"
        )


def test_the_ids_of_the_embedding_are_those_of_its_tokenizer():
    tok = trained(
        [corpora.load("stories")],
        BPE(),
        ByteLevel(pattern=GPT4_PATTERN),
        BpeTrainer(vocab_size=1000),
    )
    ids = tok.encode("A suitcase on")
    assert {
        "A",
        "␣suitcase",
        "␣on",
        *map(str, ids),
        *(f"row {id}" for id in ids),
    } <= words("embedding.svg")


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
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
