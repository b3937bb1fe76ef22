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


CLASSES = ["alpha", "alnum", "digit", "word", "upper", "lower", "punct", "cntrl", "space", "blank", "xdigit", "ascii"]
SETS = [r"\w", r"\W", r"[\w-]", r"[^\w]", r"[^\W\d_]", r"[\W\d]", r"[\w&&[^\d_]]", r"[^\w\s&&[^.]]", "[a-z&&c-f&&[^d]]"]
SETS += [
    r"[^(\s|[.,!?…])]",
    "[a[b-d]&&[^c]]",
    "[[^a]b]",
    "[^[^ab]]",
    "[a-c[-z]]",
    "[[ab]-z]",
    "[a[b[c[d]]]]",
    "[^a&&b]",
]
SETS += [r"[\p{L}\p{M}&&[^\p{Han}]]", r"[^\r\n\p{L}&&[^\p{Lu}]]", "[[:alpha:]_]", "[^[:alpha:]]", "[[:^alpha:]b]"]


@pytest.mark.parametrize(
    "pattern", [*SETS, *(f"[[:{name}:]]" for name in CLASSES), *(f"[[:^{name}:]]" for name in CLASSES)]
)
def test_what_only_oniguruma_reads_so_is_rewritten_to_match_the_same_characters(pattern):
    read = expressions.read_pattern({"Regex": pattern})
    found = compile_pattern(read).sub("", KNOWN)
    assert found == hf.normalizers.Replace(hf.Regex(pattern), "").normalize_str(KNOWN)
    assert found == hf.normalizers.Replace(hf.Regex(read), "").normalize_str(KNOWN)


@pytest.mark.parametrize(
    "pattern",
    [
        "^",
        "$",
        "^a",
        "a$",
        "^$",
        "(^|a)b",
        "b{1,2}+a",
        "(?:ab){1,2}+",
        "([ab]a){2,3}+b",
        r"\w{2}+",
        "[^a]{1,2}+",
        "(?:^a|b$)+",
    ],
)
def test_what_is_rewritten_matches_at_the_same_places(pattern):
    ours = Replace(expressions.read_pattern({"Regex": pattern}), "-")
    theirs = hf.normalizers.Replace(hf.Regex(pattern), "-")
    for text in ("a", "aab", "abab\nba\n\naaa\n", "\n", "\r\na", "a\n\n", "bbaabb ababab", "babababb"):
        assert ours.normalize_str(text) == theirs.normalize_str(text), text


@pytest.mark.parametrize("pattern", [r"\w+", r"[^\W\d]", r"\W", "^a", "a$", "a$|b", r"b{1,2}+a", r"(?:ab){1,2}+b"])
def test_our_own_reading_is_written_for_oniguruma(pattern):
    ours = Replace(Regex(pattern), "-")
    theirs = hf.normalizers.Replace(hf.Regex(expressions.write_pattern(Regex(pattern))["Regex"]), "-")
    for text in ("a", "aab", "abab\nba\n\naaa\n", "a\n", "bbaabb ababab", "babababb", KNOWN):
        assert ours.normalize_str(text) == theirs.normalize_str(text), text


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
