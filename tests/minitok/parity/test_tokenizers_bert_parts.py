"""The parts of BERT's pipeline here and in Hugging Face's `tokenizers`: characters, words, offsets.

Characters come from Unicode 3.2. Four of them have been given another category since, which shows in the tables of
one library or another.
"""

import json
import random
import re
import unicodedata
from itertools import islice

import pytest
import tokenizers as hf
from hugging_face_parts import characters_with_offsets
from hypothesis import given
from hypothesis import strategies as st
from samples import OLD_CHARS, RECLASSIFIED, SCRIPTS, THOROUGH

from minitok import Tokenizer, decoders, normalizers, pre_tokenizers
from minitok.models import WordLevel
from minitok.normalizers import BertNormalizer, Strip, StripAccents
from minitok.pre_tokenizers import BertPreTokenizer, Digits, Punctuation
from minitok.text import AlignedText
from minitok_course import corpora

KNOWN = "".join(char for char in OLD_CHARS if char not in RECLASSIFIED)
REORDERED = re.compile("[\u302e\u302f\U0001d165\U0001d166\U0001d16d-\U0001d172]")
"""The marks that are kept and yet change places with others: their offsets differ on purpose, see the end."""

COMMON = "abÀÉİß  \t\n\r\x00\x1c\x85\u00a0\u3000\u200b\ufffd\u0301\u0323é猫豈カﾞ각.,!?'$+-_12½٣👍\u0f71\u0f72\u302e"
TEXTS = [
    *SCRIPTS.values(),
    *corpora.load("languages").split("\n"),
    *corpora.load("stories").split("\n")[:100],
]

OFF = {
    "clean_text": False,
    "handle_chinese_chars": False,
    "strip_accents": False,
    "lowercase": False,
}
BERT_NORMALIZERS = [
    {},
    {"lowercase": False},
    {"strip_accents": False},
    {"lowercase": False, "strip_accents": True},
    *(OFF | {name: True} for name in OFF),
]
NORMALIZERS = [
    *(
        (BertNormalizer(**options), hf.normalizers.BertNormalizer(**options))
        for options in BERT_NORMALIZERS
    ),
    (StripAccents(), hf.normalizers.StripAccents()),
    *(
        (Strip(left, right), hf.normalizers.Strip(left, right))
        for left in (False, True)
        for right in (False, True)
    ),
]
BEHAVIORS = (
    "isolated",
    "removed",
    "merged_with_previous",
    "merged_with_next",
    "contiguous",
)
PRE_TOKENIZERS = [
    (BertPreTokenizer(), hf.pre_tokenizers.BertPreTokenizer()),
    *(
        (Punctuation(behavior=behavior), hf.pre_tokenizers.Punctuation(behavior))
        for behavior in BEHAVIORS
    ),
    *(
        (
            Digits(individual_digits=each),
            hf.pre_tokenizers.Digits(individual_digits=each),
        )
        for each in (False, True)
    ),
]
TOKENS = [
    "a", "##a", "##", "####b", "", "##.", ".", "?", "!", ",", "'", "n't", "'m", "'s", "'ve", "'re", "do", "not",
    "do not", " ' ", "##'s", "a ' b", "x .", "x do not ,", "猫", "##é", "[UNK]",
]  # fmt: skip

each_normalizer = pytest.mark.parametrize(
    ("ours", "theirs"), NORMALIZERS, ids=lambda part: str(part)[:90]
)
each_pre_tokenizer = pytest.mark.parametrize(
    ("ours", "theirs"), PRE_TOKENIZERS, ids=lambda part: str(part)[:60]
)


def some_texts(number, *, longest=25, seed=0):
    """Texts of common signs, and among them any character of Unicode 3.2."""
    choose = random.Random(seed)
    for _ in range(number):
        length = choose.randint(0, longest)
        yield "".join(
            choose.choice(COMMON if choose.random() < 0.7 else KNOWN)
            for _ in range(length)
        )


def with_every_character():
    for start in range(0, len(KNOWN), 400):
        yield "".join(f"a{char}b" for char in KNOWN[start : start + 400])


@each_normalizer
def test_normalizers_give_the_same_characters_from_the_same_places(ours, theirs):
    for text in [*TEXTS, *with_every_character(), *some_texts(300)]:
        assert ours.normalize_str(text) == theirs.normalize_str(text), ascii(text)
    characters = islice(with_every_character(), None if THOROUGH else 20)
    for text in [*SCRIPTS.values(), *characters, *some_texts(200, seed=1)]:
        text = REORDERED.sub("", text)
        found = ours.normalize(AlignedText.with_spans(text))
        assert list(zip(found.text, found.spans)) == characters_with_offsets(
            theirs, text
        ), ascii(text)


@each_pre_tokenizer
def test_pre_tokenizers_find_the_same_words_in_the_same_places(ours, theirs):
    for text in [*TEXTS, *with_every_character(), *some_texts(1000, seed=2)]:
        expected = theirs.pre_tokenize_str(text)
        assert ours.pre_tokenize_str(text) == expected, ascii(text)
        assert [word.text for word in ours.pre_tokenize(AlignedText(text))] == [
            word for word, _ in expected
        ]


@pytest.mark.parametrize("cleanup", [True, False])
@pytest.mark.parametrize("prefix", ["##", "", "#", "a"])
@given(tokens=st.lists(st.sampled_from(TOKENS), max_size=6))
def test_decoders_give_the_same_text(prefix, cleanup, tokens):
    ours = decoders.WordPiece(prefix, cleanup)
    assert ours.decode(tokens) == hf.decoders.WordPiece(prefix, cleanup).decode(tokens)




# Where they differ


def test_a_mark_that_changes_places_keeps_its_own_offsets():
    """There it is given those of the place that it moved to."""
    text = "a\u302e\u0323"
    assert BertNormalizer().normalize(AlignedText.with_spans(text)).spans == [
        (0, 1),
        (1, 2),
    ]
    assert characters_with_offsets(hf.normalizers.BertNormalizer(), text) == [
        ("a", (0, 1)),
        ("\u302e", (2, 3)),
    ]
    moved = [
        char
        for char in KNOWN
        if unicodedata.combining(char) and unicodedata.category(char) != "Mn"
    ]
    assert all(map(REORDERED.match, moved))
