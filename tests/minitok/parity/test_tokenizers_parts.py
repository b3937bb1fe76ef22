"""The parts of Llama's and T5's pipelines here and in Hugging Face's `tokenizers`: characters, places, decoded text."""

from collections import Counter

import pytest
import tokenizers as hf
from hugging_face_parts import characters_with_offsets
from hypothesis import given
from hypothesis import strategies as st

from minitok import Regex, decoders, normalizers, pre_tokenizers
from minitok.interop import components
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


@given(text=texts)
def test_what_replaces_one_character_has_the_same_place(text):
    """As in Llama's files."""
    ours = [components.Prepend("▁x"), normalizers.Replace(Regex("[aé]"), "xyz")]
    theirs = [
        hf.normalizers.Prepend("▁x"),
        hf.normalizers.Replace(hf.Regex("[aé]"), "xyz"),
    ]
    normal = normalizers.Sequence(ours).normalize(AlignedText.with_spans(text))
    expected = characters_with_offsets(hf.normalizers.Sequence(theirs), text)
    assert list(zip(normal.text, normal.spans)) == expected


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


# Decoders


@given(
    tokens=st.lists(st.text("ab▁ éĠ", max_size=4), max_size=7),
    left=st.integers(0, 3),
    right=st.integers(0, 3),
    fused=st.booleans(),
)
def test_both_ends_are_stripped_alike(tokens, left, right, fused):
    """Each token has more inside than is taken from its ends: theirs panics on one that has not."""
    tokens = [f"   {token}x   " for token in tokens] or ["   x   "]
    ours, theirs = (
        decoders.Strip(" ", left=left, right=right),
        hf.decoders.Strip(" ", left, right),
    )
    if fused:
        ours, theirs = (
            decoders.Sequence([components.Fuse(), ours]),
            hf.decoders.Sequence([hf.decoders.Fuse(), theirs]),
        )
    assert ours.decode(tokens) == theirs.decode(tokens)
