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


@each_pattern
@given(text=texts)
def test_any_pattern_cuts_alike(pattern, their_pattern, text):
    ours, theirs = (
        pre_tokenizers.Split(pattern),
        hf.pre_tokenizers.Split(their_pattern, "isolated"),
    )
    assert ours.pre_tokenize_str(text) == theirs.pre_tokenize_str(text)


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

tokens = st.lists(
    st.text("ab▁ éĠ", max_size=4)
    | st.sampled_from(
        [
            "<0xC3>",
            "<0xa9>",
            "<0xE4>",
            "<0xBD>",
            "<0xA0>",
            "<0x20>",
            "<0x+F>",
            "<0xé>",
            "<0x-1>",
        ]
    )
    | st.sampled_from(["ab</w>", "##a", "a</w>b", "▁", "▁▁a", "Ã©", "Ġ", "Ã"]),
    max_size=7,
)
SINGLE = [
    (decoders.ByteFallback(), hf.decoders.ByteFallback()),
    (components.Fuse(), hf.decoders.Fuse()),
    *(
        (
            decoders.Replace(mine(pattern), "x"),
            hf.decoders.Replace(theirs(pattern), "x"),
        )
        for pattern in ("▁", "a+", "x*", "")
        for mine, theirs in KINDS.values()
    ),
    (decoders.Strip(" ", left=1), hf.decoders.Strip(" ", 1, 0)),
    (decoders.Strip("▁", left=3), hf.decoders.Strip("▁", 3, 0)),
    (decoders.ByteLevel(), hf.decoders.ByteLevel()),
    (decoders.BPEDecoder(), hf.decoders.BPEDecoder()),
    (decoders.WordPiece(), hf.decoders.WordPiece()),
    (decoders.Metaspace(), hf.decoders.Metaspace()),
    (
        decoders.Metaspace(prepend_scheme="never"),
        hf.decoders.Metaspace(prepend_scheme="never"),
    ),
]


@pytest.mark.parametrize(("ours", "theirs"), SINGLE, ids=lambda part: str(part)[:60])
@given(tokens=tokens)
def test_tokens_are_decoded_alike(ours, theirs, tokens):
    assert ours.decode(tokens) == theirs.decode(tokens)


@given(parts=st.lists(st.sampled_from(SINGLE), max_size=4), tokens=tokens)
def test_decoders_in_a_row_decode_alike(parts, tokens):
    ours = decoders.Sequence([ours for ours, _ in parts])
    assert ours.decode(tokens) == hf.decoders.Sequence(
        [theirs for _, theirs in parts]
    ).decode(tokens)


@given(
    tokens=tokens, left=st.integers(0, 3), right=st.integers(0, 3), fused=st.booleans()
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


# Where they differ


def test_what_replaces_several_characters_spans_them_all():
    """There it has the place of the last of them."""
    ours, theirs = normalizers.Replace("``", '"'), hf.normalizers.Replace("``", '"')
    assert ours.normalize(AlignedText.with_spans("a``b")).spans == [
        (0, 1),
        (1, 3),
        (3, 4),
    ]
    assert [place for _, place in characters_with_offsets(theirs, "a``b")] == [
        (0, 1),
        (2, 3),
        (3, 4),
    ]
