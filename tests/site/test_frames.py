"""What the steppers of a page draw of a reader's text, in a real browser: the frames that Python draws."""

from itertools import product

import pytest
from lessons import tool
from samples import SCRIPTS, byte_level
from serving import serve

from minitok import Regex, Tokenizer
from minitok.models import WordLevel
from minitok.pre_tokenizers import (
    GPT2_PATTERN,
    GPT4_PATTERN,
    BertPreTokenizer,
    Split,
    WhitespaceSplit,
)
from minitok.trainers import BpeTrainer, WordPieceTrainer, count_words
from minitok_course import corpora
from minitok_course.views import (
    EncodeStepper,
    Live,
    MatchStepper,
    PatternExplorer,
    TokenStrip,
    Utf8Explorer,
)

DRAW = """async ([name, asked, texts]) => {
  const { open } = await import("./encoders/tokenizer.js");
  const { FRAMES, shown } = await import("./frames.js");
  const needed = asked.file ? await open(`vocabularies/${asked.file}`) : asked;
  const none = new TextEncoder().encode('{"count": 0}');
  return texts.map((typed) => {
    const { trace, legend } = shown(FRAMES[name](needed, ...typed), none, 0);
    const { parts, captions, bodies } = JSON.parse(new TextDecoder().decode(trace));
    const joined = (places) => places.map((place) => parts[place]).join("");
    return [legend, captions.map((places, at) => [joined(places), joined(bodies[at])])];
  });
}"""
TEXTS = [
    "",
    "The <b>café</b>\n",
    "naïve 🍌 👩‍🔬!",
    "a\u200bb\x07 e\u0301 \u0301",
    "ŠĠé Ã©",
    *SCRIPTS.values(),
]
WORDS = [
    "",
    "h",
    "lowest",
    "Löwe",
    "🍌🍌",
    "low" * 60,
    "unhugged",
    "weathermanship",
]
PATTERNS = [
    r"\w+",
    r"\s+|[^\s]",
    r"(?i:the)|[|(\w]+|",
    r"[^\w\s]+|\W",
]
STORIES = corpora.load("stories")


def matches(pattern):
    return Split(Regex(pattern), behavior="removed", invert=True)


def words():
    tok = Tokenizer(WordLevel({"[UNK]": 0, "The": 1, "caf": 2}, unk_token="[UNK]"))
    tok.pre_tokenizer = BertPreTokenizer()
    return Live(TokenStrip, tok)


def merges():
    return BpeTrainer(vocab_size=60).train({"low": 5, "lower": 2, "newest": 6})


def word_piece():
    trainer = WordPieceTrainer(vocab_size=400, special_tokens=["[UNK]"], score="pmi")
    return trainer.train(count_words([STORIES], BertPreTokenizer()))


def patterns():
    cuts = {
        "split": WhitespaceSplit(),
        "GPT-2": Split(GPT2_PATTERN),
        "4": Split(GPT4_PATTERN),
    }
    return PatternExplorer("a", cuts, own=matches)


VIEWS = {
    "words": (words, TEXTS),
    "bytes": (lambda: Live(TokenStrip, byte_level([STORIES], 400)), TEXTS),
    "merges": (lambda: Live(EncodeStepper, merges().steps), WORDS),
    "look-ups": (lambda: Live(MatchStepper, word_piece().steps), WORDS),
    "code points": (
        lambda: Utf8Explorer("a"),
        [*TEXTS, "猫\uac00\ue000\t\u0378" + "x" * 80],
    ),
    "patterns": (patterns, TEXTS[:6]),
}


@pytest.mark.parametrize("name", VIEWS)
def test_a_page_draws_what_python_draws(browser, folder, name):
    make, texts = VIEWS[name]
    live, wanted = make(), []
    asked = tool("asking").live(live, folder / "vocabularies")
    typed = [*product(texts, *[PATTERNS] * (len(live.boxes) - 1))]
    for values in typed:
        for box, value in zip(live.boxes, values, strict=True):
            box.value = value
        assert not live.view.problem
        wanted.append(
            [
                live.view.legend,
                [
                    ["".join(frame.caption), "".join(frame.body)]
                    for frame in live.view.frames
                ],
            ]
        )
    with serve(folder) as address:
        page = browser.new_page()
        page.goto(f"{address}index.html")
        found = page.evaluate(DRAW, [live.view.name, asked, typed])
        page.close()
    for it, one, other in zip(typed, found, wanted, strict=True):
        assert one[0] == other[0], it
        for frame, drawn in zip(one[1], other[1], strict=True):
            assert frame == drawn, it
