"""minitok/decoders.py: tokens to text."""

import pytest
from samples import SCRIPTS

from minitok.byte_alphabet import BYTE_TO_CHAR
from minitok.decoders import BPEDecoder, ByteLevel, StreamDecoder

FAMILY = "👩‍👩‍👧"


def bytewise(text):
    """The tokens of a text, one a byte."""
    return [BYTE_TO_CHAR[byte] for byte in text.encode()]


@pytest.mark.parametrize("text", SCRIPTS.values(), ids=SCRIPTS)
def test_byte_level_undoes_the_spelling(text):
    assert ByteLevel().decode(bytewise(text)) == text


@pytest.mark.parametrize(
    ("errors", "text"), [("replace", "a\ufffd"), ("ignore", "a"), ("backslashreplace", "a\\xe4\\xbd")]
)
def test_errors_says_what_becomes_of_half_a_character(errors, text):
    half = bytewise("a你")[:-1]
    assert ByteLevel().decode(half, errors=errors) == text
    assert "".join(ByteLevel().stream(half, errors=errors)) == text


def test_half_a_character_can_be_an_error():
    with pytest.raises(UnicodeDecodeError):
        ByteLevel().decode(["Ã"], errors="strict")
    with pytest.raises(UnicodeDecodeError):
        list(ByteLevel().stream(["Ã"], errors="strict"))


def test_a_token_that_is_not_spelled_in_bytes_stands_for_itself():
    assert ByteLevel().to_bytes("ĠÃ©") == b" \xc3\xa9"
    assert ByteLevel().to_bytes("a b") == b"a b"
    assert ByteLevel().decode(["Ġ", "你 好"]) == " 你 好"


def test_a_stream_gives_characters_once_they_are_whole():
    assert list(ByteLevel().stream(bytewise("né!"))) == ["n", "é", "!"]
    assert list(ByteLevel().stream(bytewise(FAMILY))) == list(FAMILY)
    assert list(ByteLevel().stream(["Ã", "a"])) == ["\ufffda"]
    assert list(ByteLevel().stream([])) == []


def test_a_stream_decoder_shows_what_it_waits_for():
    decoder = StreamDecoder()
    assert (decoder.feed(b"a\xf0\x9f"), decoder.pending) == ("a", b"\xf0\x9f")
    assert (decoder.feed(b"\x91\x8d"), decoder.pending) == ("👍", b"")
    assert (decoder.feed(b"\xc3"), decoder.finish(), decoder.pending) == ("", "\ufffd", b"")


def test_the_end_of_a_word_becomes_a_space():
    assert BPEDecoder().decode(["h", "ug</w>", "s</w>"]) == "hug s"
    assert BPEDecoder("@").decode(["a@", "b", "@", "c"]) == "a b c"
    assert BPEDecoder().decode(["hu", "g"]) == "hug"
    assert BPEDecoder().decode([]) == ""


def test_an_empty_suffix_joins_all():
    assert BPEDecoder("").decode(["a", "b"]) == "ab"


@pytest.mark.parametrize(
    "tokens", [["h", "ug</w>", "s</w>"], ["</w>", "</w>", "a"], ["a</w>"], ["a</w>b", "c"], []], ids=str
)
def test_a_stream_joins_to_the_whole(tokens):
    parts = list(BPEDecoder().stream(tokens))
    assert "".join(parts) == BPEDecoder().decode(tokens)
    assert "" not in parts


def test_a_decoder_shows_how_it_was_made():
    assert (repr(ByteLevel()), repr(BPEDecoder("@@"))) == ("ByteLevel()", "BPEDecoder('@@')")
