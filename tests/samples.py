"""Texts and tokenizers that many tests share."""

import os
import random
import unicodedata

import pytest

from minitok import Tokenizer, decoders
from minitok.models import BPE, WordLevel
from minitok.pre_tokenizers import (
    GPT2_PATTERN,
    GPT4_PATTERN,
    GPT4O_PATTERN,
    ByteLevel,
    WhitespaceSplit,
)
from minitok.trainers import BpeTrainer, WordLevelTrainer

THOROUGH = bool(os.environ.get("MINITOK_THOROUGH"))
"""Whether all is tried (`make test-all`) or a part that tells enough (`make test`)."""

PATTERNS = {"gpt2": GPT2_PATTERN, "gpt4": GPT4_PATTERN, "gpt4o": GPT4O_PATTERN}

SCRIPTS = {
    "Latin": "Zoë naïvely ordered 3 crêpes; the façade of Łódź cost €12.50, straße and all.",
    "Greek": "Ο Οδυσσέας γύρισε σπίτι. ΟΔΟΣ ΑΒΓ!",
    "Cyrillic": "Поезд пришёл в 7:45, а чай уже остыл.",
    "Armenian": "Բարեւ, ինչպես ես այսօր։",
    "Hebrew": "הַחתול ישן על השולחן.",
    "Arabic": "القطّة تنام على الطاولة، ٣ مرات.",
    "Devanagari": "बिल्ली मेज़ पर सो रही है।",
    "Thai": "แมวนอนอยู่บนโต๊ะ",
    "Georgian": "კატა მაგიდაზე წევს.",
    "Chinese": "猫在桌子上睡觉，三个小时了。",
    "Japanese": "猫はテーブルの上で寝ています。ｶﾞｷﾞ",
    "Korean": "고양이가 탁자 위에서 잔다.",
    "Emoji": "ok 👍🏽 👩‍👩‍👧‍👦 🇫🇷 ❤️!",
    "Combining": "cafe\u0301 a\u0323\u0301 q\u0307\u0323 \u1112\u1161\u11ab",
    "Mathematics": "𝐱² ≤ ½·∑ᵢ xᵢ, ﬁne ①②③",
    "Spaces": "  a\t\tb \n\n  c\u00a0\u3000d\r\ne  ",
}

OLD_CHARS = "".join(
    char
    for char in map(chr, range(0x110000))
    if unicodedata.ucd_3_2_0.category(char) not in ("Cn", "Co", "Cs")
)
"""The code points that Unicode 3.2 assigned: all libraries agree on what these are."""

RECLASSIFIED = "\u1734\u1885\u1886\u166d"
"""Those that were given another category since, which shows in the tables of one library or another."""

COMMON = "abcABC  \n\t\r,.'s!-12_é你ß\u00a0\u3000\u0301\u0323👍\u200dſ½"
"""Characters that the patterns treat apart."""


def each(name, kinds, *, quick):
    """A test for each kind; those that are not among the quick ones are slow."""
    slow = [
        pytest.param(kind, marks=pytest.mark.slow)
        for kind in kinds
        if kind not in quick
    ]
    return pytest.mark.parametrize(name, [*quick, *slow])


def some_texts(number, *, longest=25, seed=0):
    """Texts of common characters, and here and there any other of Unicode 3.2."""
    choose = random.Random(seed)
    for _ in range(number):
        length = choose.randint(0, longest)
        yield "".join(
            choose.choice(COMMON if choose.random() < 0.9 else OLD_CHARS)
            for _ in range(length)
        )


def every_character():
    """Texts in which each character of Unicode 3.2 stands between others, of ideographs and syllables one in 50."""
    alike = [
        char
        for char in OLD_CHARS
        if "\u3400" <= char <= "\ud7a3" or char >= "\U00020000"
    ]
    chars = sorted({*OLD_CHARS} - {*alike} | {*alike[::50]})
    for start in range(0, len(chars), 500):
        yield "".join(
            f"a{char}b {char}1 {char}' {char}\n" for char in chars[start : start + 500]
        )


def byte_level(
    texts, vocab_size=400, *, pattern=GPT2_PATTERN, special_tokens=("<|end|>",)
):
    """A byte-level BPE tokenizer, trained on `texts`."""
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = ByteLevel(pattern)
    tok.decoder = decoders.ByteLevel()
    tok.train_from_iterator(
        texts, BpeTrainer(vocab_size=vocab_size, special_tokens=special_tokens)
    )
    return tok


def character_level(texts, vocab_size=400, *, special_tokens=("[UNK]",), suffix=None):
    """A BPE tokenizer on characters, with words between spaces and an unknown token."""
    tok = Tokenizer(BPE(unk_token="[UNK]"))
    tok.pre_tokenizer = WhitespaceSplit()
    trainer = BpeTrainer(
        vocab_size=vocab_size, special_tokens=special_tokens, end_of_word_suffix=suffix
    )
    tok.train_from_iterator(texts, trainer)
    return tok


def word_level(texts, vocab_size=400, *, special_tokens=("[UNK]",)):
    """A tokenizer with a token for each word."""
    tok = Tokenizer(WordLevel())
    tok.pre_tokenizer = WhitespaceSplit()
    tok.train_from_iterator(
        texts, WordLevelTrainer(vocab_size=vocab_size, special_tokens=special_tokens)
    )
    return tok


def hug(vocab_size=11):
    """The tokenizer of the worked example: [UNK], b g h n p s u, then `ug`, `un`, `hug`."""
    from minitok_course import corpora

    return character_level([corpora.load("hug")], vocab_size)
