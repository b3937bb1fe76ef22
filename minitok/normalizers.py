"""The first stage: make texts that mean the same look the same.

A normalizer has one method, `normalize`.

>>> parts = (NFC(), NFKC(), Lowercase(), Strip(), BertNormalizer())
>>> [part.normalize_str(" ﬁ Ça") for part in parts]
[' ﬁ Ça', ' fi Ça', ' ﬁ ça', 'ﬁ Ça', ' ﬁ ca']
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections import abc
from typing import ClassVar

from minitok.part import Part
from minitok.patterns import (
    WHITESPACE,
    Pattern,
    Regex,
    compile_pattern,
    find_matches,
    spell_bytes,
)
from minitok.text import AlignedText, CharMap, UnicodeForm
from minitok.validation import check_text

CHINESE = re.compile(  # the blocks of Chinese characters that BERT knows
    "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0002a6df\U0002a700-\U0002b81f\U0002b920-\U0002ceaf\U0002f800-\U0002fa1f]"
)


class Normalizer(Part, ABC):
    """From text to text."""

    @abstractmethod
    def normalize(self, text: AlignedText) -> AlignedText:
        """The normalized text, with spans if `text` has them."""

    def normalize_str(self, text: str) -> str:
        """The normalized text: `Lowercase().normalize_str("Hey")` → `hey`."""
        return self.normalize(AlignedText(check_text(text))).text


class Sequence(Normalizer):
    """Several normalizers in a row: `Sequence([NFD(), Lowercase()])`."""

    normalizers: abc.Sequence[Normalizer]

    def normalize(self, text: AlignedText) -> AlignedText:
        for normalizer in self.normalizers:
            text = normalizer.normalize(text)
        return text


class UnicodeNormalizer(Normalizer):
    """Normalize to a Unicode form (Unicode Standard Annex 15)."""

    form: ClassVar[UnicodeForm]

    def normalize(self, text: AlignedText) -> AlignedText:
        return text.normalize_unicode(self.form)


class NFC(UnicodeNormalizer):
    """Compose: `e` + combining acute → `é`."""

    form = "NFC"


class NFD(UnicodeNormalizer):
    """Decompose: `é` → `e` + combining acute."""

    form = "NFD"


class NFKC(UnicodeNormalizer):
    """Replace compatibility characters, then compose: `ﬁ` → `fi`, `①` → `1`."""

    form = "NFKC"


class NFKD(UnicodeNormalizer):
    """Replace compatibility characters, then decompose."""

    form = "NFKD"


class CharNormalizer(Normalizer):
    """Normalize each character by itself, and remember the result."""

    def prepare(self) -> None:
        self._map = CharMap(self.map_char)

    @abstractmethod
    def map_char(self, char: str) -> str:
        """The string that replaces a character, of any length."""

    def normalize(self, text: AlignedText) -> AlignedText:
        return text.translate(self._map)


class Lowercase(CharNormalizer):
    """Lowercase each character by itself, as Hugging Face does.

    `ΟΔΟΣ` → `οδοσ`, where `str.lower` gives `οδος`.
    """

    def map_char(self, char: str) -> str:
        return char.lower()


class ByteLevel(CharNormalizer):
    """Write each byte of UTF-8 as a printable character: ` é` → `ĠÃ©`."""

    def map_char(self, char: str) -> str:
        return spell_bytes(char)


class StripAccents(CharNormalizer):
    """Remove every combining mark: `e` + combining acute → `e`.

    If `é` is a single character, apply `NFD` first.
    """

    def map_char(self, char: str) -> str:
        is_mark = unicodedata.category(char).startswith("M")
        return "" if is_mark else char


class Strip(Normalizer):
    """Remove the whitespace at both ends: `  a b ` → `a b`.

    With `left=False` or `right=False`, keep it at that end.
    """

    left: bool = True
    right: bool = True

    def normalize(self, text: AlignedText) -> AlignedText:
        start = 0
        end = len(text.text)
        if self.left:
            start = end - len(text.text.lstrip(WHITESPACE))
        if self.right:
            end = len(text.text.rstrip(WHITESPACE))
        return text[start:end]


class Replace(Normalizer):
    """Replace every match: `Replace(Regex(" {2,}"), " ")` makes `a   b` → `a b`."""

    pattern: Pattern  # a `Regex`, or a plain string to match literally
    content: str  # each of its characters spans the match

    def prepare(self) -> None:
        self._compiled = compile_pattern(self.pattern)
        self._is_literal = self.pattern != "" and not isinstance(self.pattern, Regex)
        self._is_one_for_one = len(self.pattern) == len(self.content) == 1

    def normalize(self, text: AlignedText) -> AlignedText:
        if self._is_literal and (text.starts is None or self._is_one_for_one):
            return text.with_chars(text.text.replace(self.pattern, self.content))
        if not text.text:
            return text
        matches = find_matches(self._compiled, text.text)
        return text.replace((start, end, self.content) for start, end in matches)


class BertNormalizer(CharNormalizer):
    """Normalize as BERT's published code does: `Ça\tva, 猫?` → `ca va,  猫 ?`."""

    clean_text: bool = True  # remove control characters, write whitespace as spaces
    handle_chinese_chars: bool = True  # put spaces around Chinese: words of their own
    strip_accents: bool | None = None  # None: if `lowercase` is set
    lowercase: bool = True  # each character by itself

    def prepare(self) -> None:
        super().prepare()
        self._strips = self.strip_accents
        if self._strips is None:
            self._strips = self.lowercase

    def map_char(self, char: str) -> str:
        if self.clean_text:
            char = _clean(char)
        if self.handle_chinese_chars and CHINESE.match(char):
            char = f" {char} "
        if self._strips:
            char = _strip_accents(char)
        if self.lowercase:
            char = "".join(map(str.lower, char))
        return char

    def normalize(self, text: AlignedText) -> AlignedText:
        text = super().normalize(text)
        if self._strips:  # spacing marks stay, perhaps out of order
            text = text.normalize_unicode("NFD")
        return text


def _clean(char: str) -> str:
    category = unicodedata.category(char)
    if char in "\t\n\r" or category.startswith("Z"):
        return " "
    if char == "\ufffd" or category in ("Cc", "Cf", "Co", "Cs"):
        return ""
    return char


def _strip_accents(chars: str) -> str:
    letters = []
    for char in unicodedata.normalize("NFD", chars):
        if unicodedata.category(char) != "Mn":
            letters.append(char)
    return "".join(letters)
