"""minitok/pre_tokenizers.py"""

import pytest
from samples import SCRIPTS

from minitok.patterns import BYTE_TO_CHAR, CHAR_TO_BYTE, Regex
from minitok.pre_tokenizers import GPT4_PATTERN, ByteLevel, Sequence, Split, Whitespace, WhitespaceSplit
from minitok.text import AlignedText

ALL = [Whitespace(), WhitespaceSplit(), Split(GPT4_PATTERN), Split(Regex("[aeiou]"), behavior="merged_with_next")]
ALL += [Split("e", behavior="merged_with_previous"), ByteLevel(), ByteLevel(GPT4_PATTERN), ByteLevel(None)]
ALL += [ByteLevel(add_prefix_space=True), Sequence([]), Sequence([WhitespaceSplit(), ByteLevel()])]
ALL += [Sequence([ByteLevel(None), Split("Ġ", behavior="merged_with_next")])]


def words(pre_tokenizer, text):
    return [word for word, _ in pre_tokenizer.pre_tokenize_str(text)]


def words_of_a_plain_text(pre_tokenizer, text):
    return [part.text for part in pre_tokenizer.pre_tokenize(AlignedText(text))]


def test_a_plain_string_is_found_as_it_stands():
    assert words(Split("."), "a.b+") == words(Split(Regex(r"\.")), "a.b+") == ["a", ".", "b+"]
    assert words(Split(str(GPT4_PATTERN)), "it's 1") == ["it's 1"]


def test_each_byte_is_a_printable_character():
    assert sorted(CHAR_TO_BYTE.values()) == list(range(256))
    assert all(char.isprintable() and not char.isspace() for char in CHAR_TO_BYTE)
    assert [BYTE_TO_CHAR[byte] for byte in b"a~ \n\xc3\xad"] == ["a", "~", "Ġ", "Ċ", "Ã", "Ń"]


def test_each_byte_of_a_character_came_from_all_of_it():
    (word,) = ByteLevel().pre_tokenize(AlignedText.with_spans("né"))
    assert (word.text, word.spans) == ("nÃ©", [(0, 1), (1, 2), (1, 2)])


def test_only_byte_level_brings_an_alphabet():
    assert len(ByteLevel.alphabet()) == len(Sequence([Whitespace(), ByteLevel()]).alphabet()) == 256
    assert Whitespace().alphabet() == []


def test_a_sequence_hands_words_on():
    both = Sequence([WhitespaceSplit(), Split("-", behavior="removed")])
    assert both.pre_tokenize_str("a-b c") == [("a", (0, 1)), ("b", (2, 3)), ("c", (4, 5))]
    assert Sequence([]).pre_tokenize_str("a b") == [("a b", (0, 3))]


@pytest.mark.parametrize("pre_tokenizer", ALL, ids=repr)
def test_the_same_words_with_and_without_offsets(pre_tokenizer):
    for text in ["", " ", "hello", *SCRIPTS.values()]:
        found = words_of_a_plain_text(pre_tokenizer, text)
        assert found == words(pre_tokenizer, text)
        assert "" not in found


def test_elsewhere_a_lone_surrogate_is_a_character_like_any_other():
    assert words(Whitespace(), "hi \udcff!") == ["hi", "\udcff!"]
    assert words(WhitespaceSplit(), "a\ud800 b") == ["a\ud800", "b"]
