"""minitok/normalizers.py: BERT's, and several in a row; parity/ and test_properties.py have the others."""

import pytest

from minitok.normalizers import (
    NFD,
    NFKC,
    BertNormalizer,
    Lowercase,
    Sequence,
    Strip,
    StripAccents,
)
from minitok.text import AlignedText


@pytest.mark.parametrize(
    ("normalizer", "before", "after"),
    [
        (BertNormalizer(), "a\x00b\ufffdc\u200bd\ud800e\u00a0f\x85g", "abcde fg"),
        (BertNormalizer(), "猫ねこ\U00020000", " 猫 ねこ \U00020000 "),
        (StripAccents(), "e\u0301é\u0903", "eé"),
        (Strip(), "\x1c \u200b ", "\x1c \u200b"),
    ],
)
def test_what_a_normalizer_makes_of_a_text(normalizer, before, after):
    assert normalizer.normalize_str(before) == after
    assert normalizer.normalize(AlignedText.with_spans(before)).text == after


def test_offsets_lead_through_a_sequence_to_the_source():
    text = Sequence([NFKC(), NFD(), Lowercase()]).normalize(
        AlignedText.with_spans("ﬁÉ!")
    )
    assert text.text == "fie\u0301!"
    assert text.spans == [(0, 1), (0, 1), (1, 2), (1, 2), (2, 3)]
