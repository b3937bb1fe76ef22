"""minitok/interop/expressions.py: which regular expressions pass between minitok and tokenizers."""

import pytest
from samples import PATTERNS

from minitok.interop.expressions import (
    pattern_size,
    read_pattern,
    shared,
    write_pattern,
)
from minitok.patterns import BERT_PATTERN, Regex, compile_pattern


@pytest.mark.parametrize(
    "pattern",
    [*PATTERNS.values(), BERT_PATTERN, " {2,}", r"\s+", "[0-9]{1,3}?", r"[\r\n/]*"],
)
def test_what_both_engines_read_alike_passes_as_it_is(pattern):
    read = read_pattern({"Regex": pattern})
    assert (type(read), read) == (Regex, pattern)
    assert write_pattern(Regex(pattern)) == {"Regex": pattern}


def test_plain_text_is_read_as_what_matches_it_alone():
    for text in (".", "^$", r"\w", "[a", " ", "``", "▁", "#-&~"):
        read = read_pattern({"String": text})
        assert (type(read), read) == (str, text)
        assert compile_pattern(read).findall(f"{text}x{text}") == [text, text]
        assert write_pattern(read) == {"String": text}


@pytest.mark.parametrize(
    "pattern",
    [
        "(" * 20 + "a" + ")+" * 20,
        "(?:" * 9 + "a" + "){3,9}" * 9,
        "a{100000}",
        r"(?:[)+]\p{L}{400}){300}",
    ],
)
def test_a_pattern_that_repeats_make_too_large_is_refused_before_it_is_compiled(
    pattern,
):
    with pytest.raises(ValueError, match="is too large, with its repeats written out"):
        shared(pattern)


def test_the_size_of_a_pattern_counts_what_its_repeats_write_out():
    assert [
        pattern_size(one)
        for one in ("a", "a+", "(a+){3}", r"[(+)]*\p{L}?", "a{2", ")(")
    ] == [1, 2, 12, 2, 2, 1]
