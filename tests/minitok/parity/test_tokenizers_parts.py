"""The parts of Llama's and T5's pipelines here and in Hugging Face's `tokenizers`: characters and places."""

from collections import Counter

import pytest
import tokenizers as hf
from hypothesis import given
from hypothesis import strategies as st

from minitok import Regex, normalizers, pre_tokenizers
from minitok.text import AlignedText
from minitok.trainers import count_words

PATTERNS = [
    " ",
    " {2,}",
    r"\s+",
    "``",
    "[aeiou]",
    r"\p{L}",
    "é|你",
    "x*",
    "x*?",
    "",
    "|a",
    "(?=b)|b",
    "(?<=a)",
    "b*",
]
KINDS = {"literal": (str, str), "regex": (Regex, hf.Regex)}
BOTH = {
    f"{kind}: {pattern!r}": (mine(pattern), theirs(pattern))
    for pattern in PATTERNS
    for kind, (mine, theirs) in KINDS.items()
}
each_pattern = pytest.mark.parametrize(
    ("pattern", "their_pattern"), BOTH.values(), ids=BOTH
)
texts = st.text("ab x`é你  \n", max_size=12)


# Normalizers


@each_pattern
@pytest.mark.parametrize("content", ["", r"\1$0"])
@given(text=texts)
def test_matches_are_replaced_alike(pattern, their_pattern, content, text):
    ours, theirs = (
        normalizers.Replace(pattern, content),
        hf.normalizers.Replace(their_pattern, content),
    )
    assert (
        ours.normalize_str(text)
        == ours.normalize(AlignedText.with_spans(text)).text
        == theirs.normalize_str(text)
    )


# Pre-tokenizers


@pytest.mark.parametrize("scheme", ["always", "first", "never"])
@given(text=texts)
def test_visible_spaces_behind_another_pre_tokenizer_are_alike(scheme, text):
    for name in ("WhitespaceSplit", "Whitespace", "Punctuation"):
        ours = [
            getattr(pre_tokenizers, name)(),
            pre_tokenizers.Metaspace(prepend_scheme=scheme),
        ]
        theirs = [
            getattr(hf.pre_tokenizers, name)(),
            hf.pre_tokenizers.Metaspace(prepend_scheme=scheme),
        ]
        ours, theirs = pre_tokenizers.Sequence(ours), hf.pre_tokenizers.Sequence(theirs)
        expected = theirs.pre_tokenize_str(text)
        assert ours.pre_tokenize_str(text) == expected
        assert count_words([text], ours) == Counter(word for word, _ in expected)
