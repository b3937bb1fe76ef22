"""The first stage: make texts that mean the same look the same.

Each normalizer is written once for plain strings (`normalize_str`, the fast way) and once for text that
keeps its offsets (`normalize`); both give the same characters.
"""

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable

from minitok.steps import Offsets
from minitok.text import AlignedText, UnicodeForm

CHINESE = (
    ("\u3400", "\u4dbf"),
    ("\u4e00", "\u9fff"),
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0002a6df"),
    ("\U0002a700", "\U0002b81f"),
    ("\U0002b920", "\U0002ceaf"),
    ("\U0002f800", "\U0002fa1f"),
)
"""The first and last of each block of Chinese characters that BERT knows."""

WHITESPACE = "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
"""Unicode's whitespace. Python's includes four separators that are control characters."""


class Normalizer(ABC):
    """Text to text."""

    @abstractmethod
    def normalize_str(self, text: str) -> str:
        """The normalized characters of `text`."""

    @abstractmethod
    def normalize(self, text: AlignedText) -> AlignedText:
        """The same characters, each with the span of the source that it came from."""

    def drops_start(self, text: str) -> bool:
        """Whether the first character of `text` leaves no trace in the normalized text."""
        return self.normalize(AlignedText(text)).source_span()[0] > 0

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


class Strip(Normalizer):
    """Take the whitespace from both ends: `  a b ` → `a b`; with `left=False` or `right=False` from one only."""

    def __init__(self, *, left: bool = True, right: bool = True) -> None:
        self.left = left
        self.right = right

    def normalize_str(self, text: str) -> str:
        start, end = self._rest(text)
        return text[start:end]

    def normalize(self, text: AlignedText) -> AlignedText:
        start, end = self._rest(text.text)
        return text[start:end]

    def _rest(self, text: str) -> Offsets:
        """Where what is left begins and ends."""
        start = len(text) - len(text.lstrip(WHITESPACE)) if self.left else 0
        return start, max(start, len(text.rstrip(WHITESPACE)) if self.right else len(text))

    def __repr__(self) -> str:
        return f"Strip(left={self.left}, right={self.right})"


class _CharNormalizer(Normalizer):
    """Looks at each character by itself, and remembers what it made of it."""

    def __init__(self) -> None:
        self._table = _CharTable(self)

    @abstractmethod
    def map_char(self, char: str) -> str:
        """What becomes of a character: none, one or several."""

    def normalize_str(self, text: str) -> str:
        return text.translate(self._table)

    def normalize(self, text: AlignedText) -> AlignedText:
        return text.map_chars(lambda char: self._table[ord(char)])


class _CharTable(dict[int, str]):
    """Code points and what becomes of them, filled as they are met; `str.translate` reads it."""

    def __init__(self, normalizer: _CharNormalizer) -> None:
        self._normalizer = normalizer

    def __missing__(self, code_point: int) -> str:
        self[code_point] = mapped = self._normalizer.map_char(chr(code_point))
        return mapped


class StripAccents(_CharNormalizer):
    """Take out every combining mark: `e` + combining acute → `e`. An `é` in one piece needs `NFD` first."""

    def map_char(self, char: str) -> str:
        return "" if unicodedata.category(char)[0] == "M" else char


class BertNormalizer(_CharNormalizer):
    """What the code published with BERT does to a text: `Ça\tva, 猫?` → `ca va,  猫 ?`.

    `clean_text` takes out control characters and makes all whitespace plain spaces; `handle_chinese_chars` puts
    spaces around each Chinese character, which makes it a word; `strip_accents` decomposes letters and takes out
    their marks (None: as `lowercase` says); `lowercase` lowercases each character by itself.
    """

    def __init__(
        self,
        *,
        clean_text: bool = True,
        handle_chinese_chars: bool = True,
        strip_accents: bool | None = None,
        lowercase: bool = True,
    ) -> None:
        super().__init__()
        self.clean_text = clean_text
        self.handle_chinese_chars = handle_chinese_chars
        self.strip_accents = strip_accents
        self.lowercase = lowercase
        self._strips = lowercase if strip_accents is None else strip_accents

    def map_char(self, char: str) -> str:
        if self.clean_text:
            char = _cleaned(char)
        if self.handle_chinese_chars and any(first <= char <= last for first, last in CHINESE):
            char = f" {char} "
        if self._strips:
            decomposed = unicodedata.normalize("NFD", char)
            char = "".join(part for part in decomposed if unicodedata.category(part) != "Mn")
        return "".join(map(str.lower, char)) if self.lowercase else char

    def normalize_str(self, text: str) -> str:
        text = super().normalize_str(text)
        return unicodedata.normalize("NFD", text) if self._strips else text  # spacing marks may be out of order

    def normalize(self, text: AlignedText) -> AlignedText:
        text = super().normalize(text)
        return text.normalize_unicode("NFD") if self._strips else text

    def __repr__(self) -> str:
        names = ("clean_text", "handle_chinese_chars", "strip_accents", "lowercase")
        return f"BertNormalizer({', '.join(f'{name}={getattr(self, name)}' for name in names)})"


def _cleaned(char: str) -> str:
    """Nothing of a control character, a space for whitespace, else the character itself."""
    if char in "\t\n\r":
        return " "
    category = unicodedata.category(char)
    if char == "\ufffd" or (category[0] == "C" and category != "Cn"):
        return ""
    return " " if char in WHITESPACE else char


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
