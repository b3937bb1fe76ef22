"""What the pictures say is true, and can be read by everyone, wherever they are shown."""

import re
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
from minitok_course import corpora, vocabularies

IMAGES = ROOT / "images"
NAMES = ("course-map.svg", "embedding.svg", "family-tree.svg", "one_sitting.svg")
SVG = "{http://www.w3.org/2000/svg}"

each_picture = pytest.mark.parametrize("name", NAMES)


@each_picture
def test_it_says_what_it_shows_and_needs_nothing_from_elsewhere(name):
    picture = ElementTree.parse(IMAGES / name).getroot()
    title, description, *_ = picture
    assert (title.tag, description.tag) == (f"{SVG}title", f"{SVG}desc")
    assert title.text and len(description.text) > 100
    assert picture.get("role") == "img"
    assert (
        picture.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    )
    source = (IMAGES / name).read_text(encoding="utf-8")
    outside = r"href|src=|url\((?!#)|@import|@font-face|https?:|<script|<image|<foreignObject|<!"
    assert re.findall(outside, source) == ["http:"]  # the namespace


def words(name):
    """The texts in a picture."""
    return {node.text for node in ElementTree.parse(IMAGES / name).iter(f"{SVG}text")}


def test_what_is_on_the_map_is_true():
    assert [lesson.number for row in tool("front_page").ROWS for lesson in row] == [
        *LESSONS
    ]
    counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    _, ug = BpeTrainer(vocab_size=8).train(counts).tokenize("bug")
    split = [word for word, _ in WhitespaceSplit().pre_tokenize_str("Hello world!")]
    shown = [*split, ug.value, str(ug.offsets), *"é".encode().hex(" ").upper().split()]
    assert {*shown} <= words("course-map.svg")


def trained(texts, model, before, trainer):
    tok = Tokenizer(model)
    tok.pre_tokenizer = before
    tok.train_from_iterator(texts, trainer)
    return tok


@pytest.mark.parametrize(
    ("model", "before", "trainer", "word"),
    [
        (BPE(), ByteLevel(), BpeTrainer(vocab_size=1000), " nothing"),
        (Unigram(), Metaspace(), UnigramTrainer(vocab_size=1000), "nothing"),
        (
            WordPiece(),
            BertPreTokenizer(),
            WordPieceTrainer(
                vocab_size=1000, special_tokens=["[UNK]"], score="frequency"
            ),
            "nothing",
        ),
    ],
)
def test_the_family_cuts_its_word_as_its_picture_shows(model, before, trainer, word):
    lines = [*filter(None, corpora.load("stories").splitlines())]
    tok = trained(lines, model, before, trainer)
    assert {*tok.tokenize(word)} <= words("family-tree.svg")


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


def test_the_ids_of_the_sittings_picture_are_those_of_gpt_4():
    ids = vocabularies.load("GPT-4").encode("The capital of France is Paris")
    assert {*map(str, ids)} <= words("one_sitting.svg")


def test_the_pictures_of_the_readme_are_there_and_have_words_and_the_moving_one_is_small():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r'<img src="(images/[^"]+)" alt="([^"]{40,})"', readme)
    assert [name for name, _ in shown] == ["images/playground.webp"]
    for name in {*re.findall(r"images/[\w.-]+", readme)}:
        assert (ROOT / name).stat().st_size < 1_000_000
    with Image.open(IMAGES / "playground.webp") as film:
        assert film.n_frames > 10
