"""minitok/pre_tokenizers.py"""

from minitok.patterns import BYTE_TO_CHAR, CHAR_TO_BYTE
from minitok.pre_tokenizers import ByteLevel, Sequence, Whitespace, WhitespaceSplit


def words(pre_tokenizer, text):
    return [word for word, _ in pre_tokenizer.pre_tokenize_str(text)]


def test_each_byte_is_a_printable_character():
    assert sorted(CHAR_TO_BYTE.values()) == list(range(256))
    assert all(char.isprintable() and not char.isspace() for char in CHAR_TO_BYTE)
    assert [BYTE_TO_CHAR[byte] for byte in b"a~ \n\xc3\xad"] == [
        "a",
        "~",
        "Ġ",
        "Ċ",
        "Ã",
        "Ń",
    ]


def test_only_byte_level_brings_an_alphabet():
    assert (
        len(ByteLevel.alphabet())
        == len(Sequence([Whitespace(), ByteLevel()]).alphabet())
        == 256
    )
    assert Whitespace().alphabet() == []


def test_elsewhere_a_lone_surrogate_is_a_character_like_any_other():
    assert words(Whitespace(), "hi \udcff!") == ["hi", "\udcff!"]
    assert words(WhitespaceSplit(), "a\ud800 b") == ["a\ud800", "b"]
