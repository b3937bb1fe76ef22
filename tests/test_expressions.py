"""minitok/tokenizer_json/expressions.py: which regular expressions pass between minitok and tokenizers."""

import pytest
from samples import PATTERNS

from minitok.patterns import BERT_PATTERN, Regex, compile_pattern
from minitok.tokenizer_json.expressions import read_pattern, write_pattern

SHARED = [
    *PATTERNS.values(),
    BERT_PATTERN,
    *(" {2,}", r"\s+", "", "a|b", "``", "[^a-z-]+?", "(?i:'s|'t)", r"(?<!a)b(?=c)", r"[\r\n/]*", "x{2}", "a++"),
    *("(?>ab)", r"'s|'ll|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+", r"\u4e00|[一-龥]+", r"\p{^L}", r"\.\\\[", "[0-9]{1,3}?"),
]


@pytest.mark.parametrize("pattern", SHARED)
def test_what_both_engines_read_alike_passes_as_it_is(pattern):
    read = read_pattern({"Regex": pattern})
    assert (type(read), read) == (Regex, pattern)
    assert write_pattern(Regex(pattern)) == {"Regex": pattern}


@pytest.mark.parametrize(
    ("pattern", "part"),
    [
        (r"a\b", r"\b"),
        (r"\h", r"\h"),
        (r"a\z", r"\z"),
        (r"\x41", r"\x41"),
        (r"\p{Alpha}", r"\p{Alpha}"),
        ("x{2}?", "{2}?"),
        ("x{,2}", "{,2}"),
        ("(?m:a)", "(?m:a)"),
        ("a(?i)b", "(?i)b"),
        ("(?<name>a)", "(?<name>a)"),
        (r"(a)\1", r"\1"),
        ("[a", "[a"),
        ("[]a]", "[]a]"),
        ("[[:nonsense:]]", "[[:nonsense:]]"),
        ("(?i:rest)", "st"),
        ("(?i:é)", "é"),
        ("(?i:'m|in)", "(?i:'m|i"),
        ("(?i:[a-z]+)x", "(?i:[a-z"),
        (r"(?i:\P{Lu}|a)", r"(?i:\P{Lu"),
        ("a[b--c]", "[b--c]"),
        ("[a~~b]", "[a~~b]"),
    ],
)
def test_what_they_may_read_differently_is_refused_from_where_it_stands(pattern, part):
    for pass_on in (lambda: write_pattern(Regex(pattern)), lambda: read_pattern({"Regex": pattern})):
        with pytest.raises(ValueError) as error:
            pass_on()
        assert f"from {part!r} on" in str(error.value)


def test_plain_text_is_read_as_what_matches_it_alone():
    for text in (".", "^$", r"\w", "[a", " ", "``", "▁", "#-&~"):
        read = read_pattern({"String": text})
        assert (type(read), read) == (str, text)
        assert compile_pattern(read).findall(f"{text}x{text}") == [text, text]
        assert write_pattern(read) == {"String": text}


@pytest.mark.parametrize(
    ("pattern", "read", "written"),
    [
        ("a^", r"a(?:(?<![\s\S])|(?<=\n)(?=[\s\S]))", r"a(?<![\s\S])"),
        ("a$|b", r"a(?![^\n])|b", r"a(?=\n?(?![\s\S]))|b"),
        (r"\p{N}{1,3}+", r"(?:\p{N}{1,3})+", r"(?>\p{N}{1,3})"),
        (r"[^(\s|[.,!?])]+", r"[^(\s|.,!?)]+", None),
        ("[a-z&&[^e]]", "(?:(?=[a-z])[^e])", None),
        ("[[:alpha:]_]", r"[\p{Alphabetic}_]", None),
    ],
)
def test_what_they_read_differently_is_rewritten(pattern, read, written):
    assert read_pattern({"Regex": pattern}) == read
    assert read_pattern({"Regex": read}) == read
    if written is None:
        with pytest.raises(ValueError, match="may mean one thing"):
            write_pattern(Regex(pattern))
    else:
        assert write_pattern(Regex(pattern)) == {"Regex": written}
