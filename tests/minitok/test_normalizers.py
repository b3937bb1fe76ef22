"""minitok/normalizers.py: BERT's, and several in a row; parity/ and test_properties.py have the others."""

import pytest

from minitok.normalizers import (
    BertNormalizer,
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
