"""minitok/interop/expressions.py: which regular expressions pass between minitok and tokenizers."""

import pytest
from samples import PATTERNS

from minitok.interop.expressions import (
    read_pattern,
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
