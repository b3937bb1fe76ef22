"""The first stage: make texts that mean the same look the same.

Each normalizer is written once for plain strings (`normalize_str`, the fast way) and once for text that
keeps its offsets (`normalize`); both give the same characters.
"""

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable

from minitok.text import AlignedText, UnicodeForm


class Normalizer(ABC):
    """Text to text."""

    @abstractmethod
    def normalize_str(self, text: str) -> str:
        """The normalized characters of `text`."""

    @abstractmethod
    def normalize(self, text: AlignedText) -> AlignedText:
        """The same characters, each with the span of the source that it came from."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


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


class Sequence(Normalizer):
    """One normalizer after the other: `Sequence([NFD(), Lowercase()])`."""

    def __init__(self, normalizers: Iterable[Normalizer]) -> None:
        self.normalizers = tuple(normalizers)

    def normalize_str(self, text: str) -> str:
        for normalizer in self.normalizers:
            text = normalizer.normalize_str(text)
        return text

    def normalize(self, text: AlignedText) -> AlignedText:
        for normalizer in self.normalizers:
            text = normalizer.normalize(text)
        return text

    def __repr__(self) -> str:
        return f"Sequence({list(self.normalizers)})"
