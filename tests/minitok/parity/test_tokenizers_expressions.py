"""The published patterns cut texts at the same places in `regex` and in Oniguruma, which `tokenizers` uses."""

import json
from itertools import islice

import pytest
import shapes
import tokenizers as hf
from hypothesis import assume, given
from hypothesis import strategies as st
from samples import (
    PATTERNS,
    RECLASSIFIED,
    SCRIPTS,
    THOROUGH,
    every_character,
    some_texts,
)

from minitok import Regex, Tokenizer
from minitok.models import WordLevel
from minitok.pre_tokenizers import Sequence, Split

PUBLISHED = (
    {**PATTERNS, "llama-3": shapes.LLAMA3, "qwen": shapes.QWEN, "gpt-oss": shapes.O200K}
    | {
        "tekken": shapes.TEKKEN,
        "bloom": shapes.BLOOM,
        "clip": shapes.CLIP,
        "deepseek": shapes.DEEPSEEK,
    }
    | {"gemma": " ", "spaces": " {2,}"}
)


@pytest.mark.parametrize("pattern", PUBLISHED.values(), ids=PUBLISHED)
def test_a_published_pattern_cuts_alike_and_comes_back(pattern):
    theirs = hf.Tokenizer(hf.models.WordLevel({"?": 0}, unk_token="?"))
    theirs.pre_tokenizer = hf.pre_tokenizers.Split(hf.Regex(pattern), "isolated")
    data = json.loads(theirs.to_str())
    ours = Tokenizer.from_dict(data).pre_tokenizer
    for text in [
        *islice(every_character(), 0, None, 1 if THOROUGH else 9),
        *SCRIPTS.values(),
        *some_texts(200),
    ]:
        text = text.translate(dict.fromkeys(map(ord, RECLASSIFIED)))
        assert ours.pre_tokenize_str(text) == theirs.pre_tokenizer.pre_tokenize_str(
            text
        )
    tok = Tokenizer(WordLevel({"?": 0}))
    tok.pre_tokenizer = ours
    written = hf.Tokenizer.from_str(json.dumps(tok.to_dict())).pre_tokenizer
    for text in SCRIPTS.values():
        assert written.pre_tokenize_str(text) == ours.pre_tokenize_str(text)


# Short patterns that hold each piece of Oniguruma's language between them
PIECES = r"""
\w+|[^\w\s]  [\w']+  \W  [\W_]  [^\W\d_]+  \b\w  \w\B  [^\s]\b  ^.  .$  ^$|^\n  \s+$  \Aa|b\z|\n\Z  \G\p{Nd}{2}
]|}|{  []a]  [^]a]  [a-c-]  [.,\-\]]  [a[bc]]  [^a[^b]\d]  [\w&&[^a-y]]+  [a-z&&[^aeiou]&&[^\x62]]  [^\s\S]|1
[[:alpha:]_]+  [[:^space:][:punct:]]  [[:word:]]  [[:print:]]  [^[:graph:]]  [[:upper:][:digit:]]
[[:lower:]&&[:ascii:]]
\h+  [\H]  \R  \N+  \O  [\b]  \x41|\x{e9}|\u0431|\101|\x1|\t|\e|\/|\é  [\x00-\x7F]+  [\u0400-\x{4ff}]+
\p{^L}  \P{Lu}+  \p{Greek}|\p{han}  \p{Upper_case_Letter}  \p{Alnum}  [\p{Punct}\p{Sm}]  \p{Emoji}|\p{XDigit}
a(?i)b|ß|st  (?i)ss+|ﬁ|K  (?i:'S|[^a-ß])  (?i)[k-ß]+  (?i)\p{Lu}|[[:^upper:]]  (?i)ΐ|(?-i:A)  (?i)[^\W_]+  (?i:ffi|ff)
(?m:.+)  (?m-i:a.)  (a|b)\1  (?<q>['"]).*?\k<q>  (?i)(a)b\1  a{,2}b  [ab]{2}+  a{1,2}?b  (?:a|b){2}?  a{2,}+  a**b  a{x
(?<=a|bc)\w  (?<!\b)a  (?<=^)a  (?<=[\p{L}&&[^\p{Lu}]])(?=\p{Lu})  (?>a|ab)c  \d{1,3}(?=(\d{3})*\b)  (?:|a)b  (?i)[ab]+
(?<=(a|bc))\w  a\Kb|(?:b\K)+\w  \s.\K  (?'q'["'])a\k'q'  [\uD800-\uDBFF]|a  \p{Extended_Pictographic}|[\p{In_Cyrillic}b]
(?#a\)b)\w(?#c)+  (?i)s(?#x)s  (?=(\d{3})+(?!\d))  \X  \w\X{2}|(?i)s\X  (?=(?:\w{2})+(?!\w))\w
(?i)(\p{Lu}{2})+(?!\p{Lu})  ([0-9]{3})+(?![0-9])\d?
""".split()  # noqa: SIM905
PIECES += ["(?x) [ a] b? + # and\n | \\ c|\u2003d", "(?x: a {2})b c|(?x)(?-x: a)b"]
TEXTS = [
    *SCRIPTS.values(),
    "",
    "\n",
    'aB\n\nab abc\n1234567 a\'S "b" a{x} ]}[',
    "b\r\n \r\na",
]
TEXTS += [
    "Straße ẞSS ſt ﬆ ﬁFI ﬃ ff K\u212ak ΐΐ ŉ",
    "'aba' ABA aabb aaXb \x01\x08\x1b²½³",
    "12a\u200db",
    "☎\u200d☎\u200d✂ 👍🏽👨\u200d👩\u200d👧🇩🇪🇫🇷🇪e\u0301\u0302 ल्ली \u06001 กำ 각\r\n\u0301",
]


def their_split(pattern):
    """The `Split` that the library reads from what is saved here."""
    tok = Tokenizer(WordLevel({"?": 0}))
    tok.pre_tokenizer = Split(Regex(pattern))
    return hf.Tokenizer.from_str(json.dumps(tok.to_dict())).pre_tokenizer


def assert_cut_alike(pattern, texts):
    ours = Split(Regex(pattern))
    theirs = their_split(pattern)
    for text in texts:
        text = text.translate(dict.fromkeys(map(ord, RECLASSIFIED)))
        assert ours.pre_tokenize_str(text) == theirs.pre_tokenize_str(text), text


@pytest.mark.parametrize("pattern", PIECES)
def test_each_piece_means_what_it_means_to_oniguruma(pattern):
    texts = islice(every_character(), 0, None, 1 if THOROUGH else 29)
    assert_cut_alike(pattern, [*TEXTS, *some_texts(50), *texts])


pieces = st.sampled_from([piece for piece in PIECES if r"\G" not in piece])
wraps = st.sampled_from(["{}|{}", "(?:{}){}", "(?={}){}", "(?:{})?{}", "{}(?i:{})"])


@given(
    wrap=wraps, first=pieces, second=pieces, text=st.text("aAbBsSßﬁ1 _'\n", max_size=9)
)
def test_pieces_together_mean_the_same(wrap, first, second, text):
    assume(not (r"\1" in first + second and wrap != "{}|{}"))
    assert_cut_alike(wrap.format(first, second), [text])


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        (r"a\y", r"'\\\\y' at position 1: write \\b"),
        (r"\o{101}", "write hexadecimal digits"),
        (r"(?<!(a))", "write it outside of the look-behind"),
        (r"(?<n>a)(b)\1", "write the name of the group"),
        ("(?s).", r"'\(\?s\)\.' at position 0: write \(\?m:\.\)"),
        ("(?P<n>a)", r"write \(\?<name>"),
        (r"\pL", r"write the name of a property in braces"),
        (r"[a-\d]", r"write \\- for"),
        ("[&&a]", r"write \\& for"),
        (r"\1|\2", "invalid group reference"),
        (r"\xe9", r"braces, \\x\{E9\}"),
        (r"(?<=(?=a))", "write it outside of the look-behind"),
        (r"\p{Nothing}", "take a category or a script"),
        (r"^*", "repeat a character"),
        ("(" * 500, "too many groups"),
        ("(?:[a-z]{400}){400}", "too much memory"),
        ("[[^a]&&[^b]&&[^c]]{9000}", "too much memory"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_to_write(pattern, message):
    with pytest.raises(ValueError, match=message):
        Split(Regex(pattern))


@pytest.mark.parametrize(
    "pattern", [r"(?=(\d{3})+(?!\d))", r"(\d{2})+(?!\d)|(?=\d{5})"]
)
def test_a_run_that_cannot_give_back_is_cut_alike(pattern):
    assert_cut_alike(pattern, ["7" * length for length in range(41)])


def test_the_patterns_of_a_file_are_limited_together():
    splits = [Split(Regex(f"(?:[ab]{{100}}){{100}}{letter}")) for letter in "abc"]
    tok = Tokenizer(WordLevel({"?": 0}))
    tok.pre_tokenizer = Sequence(splits)
    with pytest.raises(ValueError, match="too large together"):
        Tokenizer.from_dict(tok.to_dict())
