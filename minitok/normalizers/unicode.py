"""Normalizers that know what Unicode says of a character: its forms, its case, its marks."""

import unicodedata

from minitok.normalizers.base import CharNormalizer, Normalizer
from minitok.text import AlignedText, UnicodeForm


class _UnicodeNormalizer(Normalizer):
    form: UnicodeForm

    def normalize_str(self, text: str) -> str:
        return unicodedata.normalize(self.form, text)

    def normalize(self, text: AlignedText) -> AlignedText:
        return text.normalize_unicode(self.form)


class NFC(_UnicodeNormalizer):
    """Compose: `e` + combining acute → `é` (Unicode Standard Annex 15)."""

    form = "NFC"


class NFD(_UnicodeNormalizer):
    """Decompose: `é` → `e` + combining acute (Unicode Standard Annex 15)."""

    form = "NFD"


class NFKC(_UnicodeNormalizer):
    """Replace compatibility characters, then compose: `ﬁ` → `fi`, `①` → `1` (Unicode Standard Annex 15)."""

    form = "NFKC"


class NFKD(_UnicodeNormalizer):
    """Replace compatibility characters, then decompose (Unicode Standard Annex 15)."""

    form = "NFKD"


class Lowercase(Normalizer):
    """Lowercase each character by itself: `ΟΔΟΣ` → `οδοσ`, as Hugging Face does.

    `str.lower` looks at the whole word and would write a final sigma: `οδος`.
    """

    def normalize_str(self, text: str) -> str:
        return "".join(map(str.lower, text)) if "Σ" in text else text.lower()

    def normalize(self, text: AlignedText) -> AlignedText:
        return text.map_chars(str.lower)


class StripAccents(CharNormalizer):
    """Take out every combining mark: `e` + combining acute → `e`. An `é` in one piece needs `NFD` first."""

    def map_char(self, char: str) -> str:
        return "" if unicodedata.category(char)[0] == "M" else char
