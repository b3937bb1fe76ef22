"""minitok/decoders.py: tokens to text."""

import copy
import pickle

import pytest

from minitok.decoders import (
    BPEDecoder,
    ByteFallback,
    ByteLevel,
    Replace,
    Sequence,
    StreamDecoder,
    Strip,
    WordPiece,
)
from minitok.interop.components import Fuse
from minitok.patterns import BYTE_TO_CHAR


def bytewise(text):
    """The tokens of a text, one a byte."""
    return [BYTE_TO_CHAR[byte] for byte in text.encode()]


@pytest.mark.parametrize(
    ("errors", "text"),
    [("replace", "a\ufffd"), ("ignore", "a"), ("backslashreplace", "a\\xe4\\xbd")],
)
def test_errors_says_what_becomes_of_half_a_character(errors, text):
    half = bytewise("a你")[:-1]
    assert ByteLevel().decode(half, errors=errors) == text


def test_a_stream_gives_characters_once_they_are_whole():
    assert list(ByteLevel().chain(bytewise("né!"))) == ["n", "", "é", "!", ""]


@pytest.mark.parametrize(
    "made_again",
    [copy.copy, copy.deepcopy, lambda decoder: pickle.loads(pickle.dumps(decoder))],
)
def test_a_copy_of_a_stream_decoder_goes_its_own_way(made_again):
    decoder = StreamDecoder(errors="strict")
    assert decoder.feed(b"\xc3") == ""
    again = made_again(decoder)
    assert (again.feed(b"\xa9"), again.pending, decoder.pending) == ("é", b"", b"\xc3")
    with pytest.raises(UnicodeDecodeError):
        made_again(decoder).finish()


def test_a_token_with_the_suffix_waits_for_the_next():
    tokens = iter(["h", "ug</w>", "s</w>", "x"])
    stream = BPEDecoder().chain(tokens)
    assert next(stream) == "h"
    assert next(stream) == "ug "
    assert next(tokens) == "x", (
        "the suffix of s has been read, and what it means is still open"
    )
    assert list(stream) == ["s"]


def llama():
    """The decoder of Llama's files."""
    return Sequence([Replace("▁", " "), ByteFallback(), Fuse(), Strip(" ", left=1)])


@pytest.mark.parametrize(
    ("decoder", "tokens", "text"),
    [
        (ByteFallback(), ["caf", "<0xC3>", "<0xA9>", "!"], "café!"),
        (ByteFallback(), ["<0xE4>", "<0xBD>", "a", "<0xA0>"], "\ufffd\ufffda\ufffd"),
        (ByteFallback(), ["<0xC3>", "<0xA9>", "<0xFF>"], "\ufffd" * 3),
        (ByteFallback(), ["<0xG0>", "<0x410>", "<0x61>"], "<0xG0><0x410>a"),
        (Strip("_", left=2, right=1), ["___a__", "_", "b", "___"], "_a_b"),
        (WordPiece(), ["a", "##b", "!"], "ab!"),
        (WordPiece(cleanup=False), ["a", "!"], "a !"),
        (
            Sequence([Fuse(), Strip("_", left=3, right=2)]),
            ["_", "__", "_", "a", "_", "", "__"],
            "_a_",
        ),
        (Sequence([Fuse(), Strip("_", left=1, right=1)]), ["_"], ""),
        (Sequence([Fuse(), Replace("ab", "c")]), ["a", "b"], "c"),
        (Sequence([Sequence([Fuse()]), Strip("a", left=1)]), ["a", "a"], "a"),
        (Sequence([]), ["a", "b"], "ab"),
        (llama(), ["▁▁caf", "<0xC3>", "<0xA9>", "▁b"], " café b"),
        (llama(), [], ""),
    ],
    ids=repr,
)
def test_what_it_makes_of_tokens(decoder, tokens, text):
    assert decoder.decode(tokens) == text
    assert decoder.decode(iter(tokens)) == text


def test_a_sequence_gives_each_part_as_soon_as_it_is_certain():
    tokens = iter(["▁He", "y", "▁you", "<0xC3>", "<0xA9>", "!"])
    stream = filter(None, llama().chain(tokens))
    assert [next(stream), next(stream)] == ["He", "y"]
    assert next(tokens) == "▁you"
    assert list(stream) == ["é", "!"]
