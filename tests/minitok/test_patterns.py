"""minitok/patterns.py: the published patterns, and a fast way to run them."""

from itertools import chain
from random import Random

import pytest
from samples import PATTERNS, every_character

from minitok.patterns import (
    BERT_PATTERN,
    DEEPSEEK_PATTERNS,
    KNOWN_PATTERNS,
    Regex,
    compile_pattern,
    word_finder,
)
from minitok.pre_tokenizers import Sequence, Split
from minitok.text import AlignedText


def find_words(pattern, text):
    return word_finder(pattern)(text).findall(text)


@pytest.mark.parametrize("pattern", [*sorted(KNOWN_PATTERNS), BERT_PATTERN])
def test_every_character_is_of_the_same_kind_to_both_ways(pattern):
    exact = compile_pattern(pattern).findall
    for text in every_character():
        assert find_words(pattern, text) == exact(text)


def test_the_one_pass_cuts_where_the_three_of_deepseek_do():
    three = [Split(pattern) for pattern in DEEPSEEK_PATTERNS]
    random = Random(0)
    planes = [chr(code) for code in range(0x10000)]
    close = (
        "ab Z\n\r\t.,!'($1½٣é\u0301漢龥龦カー・゛\u3040\u3097\u3099゠\ud800\0\x85\u3000"
    )
    for chars in (close, close + "😀𝐀𝟏\U0001d165\U000e0001", planes + 30_000 * [" "]):
        for _ in range(3000):
            text = "".join(random.choices(chars, k=random.randint(1, 12)))
            words = [text]
            for split in three:
                cuts = [split.cut(AlignedText(word)).words for word in words]
                words = list(chain.from_iterable(cuts))
            assert Sequence(three).cut(AlignedText(text)).words == words


def test_a_regular_expression_shows_that_it_is_one():
    assert repr(Regex(r"\s+")) == r"Regex('\\s+')"
    assert [repr(pattern) for pattern in PATTERNS.values()] == [
        "GPT2_PATTERN",
        "GPT4_PATTERN",
        "GPT4O_PATTERN",
    ]
