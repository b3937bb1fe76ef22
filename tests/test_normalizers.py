"""minitok/normalizers.py"""

import pytest
from samples import SCRIPTS

from minitok.interop.parts import Prepend
from minitok.normalizers import NFC, NFD, NFKC, NFKD, Lowercase, Replace, Sequence
from minitok.patterns import Regex
from minitok.text import AlignedText

ALL = [NFC(), NFD(), NFKC(), NFKD(), Lowercase(), Sequence([NFKD(), Lowercase()]), Sequence([])]
EDITS = [
    *(
        Replace(Regex(pattern), new)
        for pattern, new in [(r"\s+", " "), ("[aeiou]", ""), ("x*", "--"), ("(?=[a-d])", "|")]
    ),
    *(Replace(pattern, new) for pattern, new in [("a", "é"), ("e ", ""), ("", "-")]),
    Prepend("▁"),
]


@pytest.mark.parametrize(
    ("normalizer", "before", "after"),
    [
        (Sequence([NFD(), Lowercase()]), "É", "e\u0301"),
        (Sequence([Lowercase(), NFC()]), "E\u0301", "é"),
        (Sequence([]), "É", "É"),
        (Prepend("▁"), "Hey", "▁Hey"),
        (Prepend("▁"), "", ""),
    ],
)
def test_what_it_makes_of_a_text(normalizer, before, after):
    assert normalizer.normalize_str(before) == after
    assert normalizer.normalize(AlignedText.with_spans(before)).text == after


@pytest.mark.parametrize("normalizer", [*ALL, *EDITS], ids=repr)
@pytest.mark.parametrize("text", SCRIPTS.values(), ids=SCRIPTS)
def test_the_same_characters_with_and_without_offsets(normalizer, text):
    aligned = normalizer.normalize(AlignedText.with_spans(text))
    assert aligned.text == normalizer.normalize_str(text) == normalizer.normalize(AlignedText(text)).text
    assert len(aligned.spans) == len(aligned.text)


@pytest.mark.parametrize("normalizer", ALL, ids=repr)
def test_nothing_and_a_lone_surrogate_stay_as_they_are(normalizer):
    for text in ("", "\ud800", "a\udfff"):
        assert normalizer.normalize_str(text) == normalizer.normalize(AlignedText.with_spans(text)).text == text


def test_offsets_lead_through_a_sequence_to_the_source():
    text = Sequence([NFKC(), NFD(), Lowercase()]).normalize(AlignedText.with_spans("ﬁÉ!"))
    assert text.text == "fie\u0301!"
    assert text.spans == [(0, 1), (0, 1), (1, 2), (1, 2), (2, 3)]


def test_what_was_put_in_spans_what_was_there():
    assert Replace("``", '"').normalize(AlignedText.with_spans("a``b")).spans == [(0, 1), (1, 3), (3, 4)]
    assert Replace("b", "xy").normalize(AlignedText.with_spans("abc")).spans == [(0, 1), (1, 2), (1, 2), (2, 3)]
    assert Prepend("▁x").normalize(AlignedText.with_spans("ab")).spans == [(0, 1), (0, 1), (0, 1), (1, 2)]
