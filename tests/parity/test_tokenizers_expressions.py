"""That the pieces of regular expressions which minitok passes on mean the same to `regex` and to Oniguruma."""

import pytest
import tokenizers as hf
from samples import OLD_CHARS

from minitok import Regex
from minitok.normalizers import Replace
from minitok.patterns import compile_pattern
from minitok.tokenizer_json import expressions

RECLASSIFIED = {"ʕ": "a letter without case until Unicode 16"}
KNOWN = "".join(char for char in OLD_CHARS if char not in RECLASSIFIED)
LETTERS = {"L": " ultmo", "M": " nce", "N": " dlo", "P": " cdseifo", "S": " mcko", "Z": " slp", "C": "cf"}
CATEGORIES = [(major + minor).strip() for major, minors in LETTERS.items() for minor in minors]
PROPERTIES = [*CATEGORIES, "^L", *expressions._SCRIPTS.split("|")]
CHARACTERS = [*(rf"\{letter}" for letter in "sSdDnrtfv"), ".", r"\u4e00", *(rf"\{sign}" for sign in "-.#&~ /<'")]


@pytest.mark.parametrize(
    "pattern",
    [*CHARACTERS, *(rf"\p{{{name}}}" for name in PROPERTIES), r"\P{L}", r"[^\s\p{L}]", "[a-z^&-]", "(?i:[ks])"],
)
def test_the_same_characters_match(pattern):
    expressions.read_pattern({"Regex": pattern})
    left = hf.normalizers.Replace(hf.Regex(pattern), "").normalize_str(KNOWN)
    assert left == compile_pattern(Regex(pattern)).sub("", KNOWN)


@pytest.mark.parametrize(
    "pattern",
    [
        "a+?b",
        "a++",
        "a*+a",
        "a?+a",
        "a{2}",
        "a{1,2}?b",
        "(?>a|ab)b",
        "(?i:'s|'ll)",
        "(?<=a)b(?!a)",
        "(a|b){2,}",
        "ab|a|",
    ],
)
def test_the_same_places_match(pattern):
    expressions.read_pattern({"Regex": pattern})
    ours, theirs = Replace(Regex(pattern), "-"), hf.normalizers.Replace(hf.Regex(pattern), "-")
    for text in ("aab", "abab ba aaa", "'S'LL'ſ 'lL", "bbaabb", ""):
        assert ours.normalize_str(text) == theirs.normalize_str(text)
