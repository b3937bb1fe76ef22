"""The normalizer of BERT."""

import unicodedata

from minitok.normalizers.base import WHITESPACE, CharNormalizer
from minitok.text import AlignedText

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


class BertNormalizer(CharNormalizer):
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
