"""minitok/normalizers"""

import pytest
from samples import SCRIPTS

from minitok.normalizers import NFC, NFD, NFKC, NFKD, Lowercase, Prepend, Replace, Sequence
from minitok.text import AlignedText

ALL = [NFC(), NFD(), NFKC(), NFKD(), Lowercase(), Sequence([NFKD(), Lowercase()]), Sequence([])]
EDITS = [Replace(r"\s+", " "), Replace("[aeiou]", ""), Replace("x*", "--"), Replace("(?=[a-d])", "|"), Prepend("▁")]


@pytest.mark.parametrize(
    ("normalizer", "before", "after"),
    [
        (NFC(), "cafe\u0301", "café"),
        (NFD(), "café", "cafe\u0301"),
        (NFKC(), "ﬁve ①", "five 1"),
        (NFKD(), "ﬁancé", "fiance\u0301"),
        (Lowercase(), "HeLLo ÀÉ", "hello àé"),
        (Lowercase(), "ΟΔΟΣ", "οδοσ"),
        (Lowercase(), "İ", "i\u0307"),
        (Sequence([NFD(), Lowercase()]), "É", "e\u0301"),
        (Sequence([Lowercase(), NFC()]), "E\u0301", "é"),
        (Sequence([]), "É", "É"),
        (Replace(" {2,}", " "), "a   b c  ", "a b c "),
        (Replace("b", r"\1[x]"), "abc", r"a\1[x]c"),
        (Replace("b", ""), "abc", "ac"),
        (Replace("x*", "-"), "abxxd", "-a-b-d-"),
        (Replace("x*", "-"), "", ""),
        (Prepend("▁"), "Hey", "▁Hey"),
        (Prepend("▁"), "", ""),
    ],
)
def test_what_it_makes_of_a_text(normalizer, before, after):
    assert normalizer.normalize_str(before) == after
    assert normalizer.normalize(AlignedText(before)).text == after


@pytest.mark.parametrize("normalizer", [*ALL, *EDITS], ids=repr)
@pytest.mark.parametrize("text", SCRIPTS.values(), ids=SCRIPTS)
def test_the_same_characters_with_and_without_offsets(normalizer, text):
    assert normalizer.normalize(AlignedText(text)).text == normalizer.normalize_str(text)


@pytest.mark.parametrize("normalizer", ALL, ids=repr)
def test_nothing_and_a_lone_surrogate_stay_as_they_are(normalizer):
    for text in ("", "\ud800", "a\udfff"):
        assert normalizer.normalize_str(text) == normalizer.normalize(AlignedText(text)).text == text


def test_offsets_lead_through_a_sequence_to_the_source():
    text = Sequence([NFKC(), NFD(), Lowercase()]).normalize(AlignedText("ﬁÉ!"))
    assert text.text == "fie\u0301!"
    assert list(text.spans) == [(0, 1), (0, 1), (1, 2), (1, 2), (2, 3)]


def test_what_was_put_in_spans_what_was_there():
    assert Replace("``", '"').normalize(AlignedText("a``b")).spans == [(0, 1), (1, 3), (3, 4)]
    assert Replace("b", "xy").normalize(AlignedText("abc")).spans == [(0, 1), (1, 2), (1, 2), (2, 3)]
    assert Prepend("▁x").normalize(AlignedText("ab")).spans == [(0, 1), (0, 1), (0, 1), (1, 2)]


def test_a_pattern_that_is_no_regular_expression_is_an_error():
    with pytest.raises(ValueError, match=r"'\(' is not a regular expression"):
        Replace("(", "")


def test_a_normalizer_shows_how_it_was_made():
    assert repr(Sequence([NFD(), Lowercase()])) == "Sequence([NFD(), Lowercase()])"
    assert repr(Sequence([Prepend("▁"), Replace(" ", "▁")])) == "Sequence([Prepend('▁'), Replace(' ', '▁')])"
