"""The first stage: make texts that mean the same look the same. A normalizer has one method, `normalize`.

>>> [part.normalize_str(" ﬁ Ça") for part in (NFC(), NFKC(), Lowercase(), Strip(), BertNormalizer())]
[' ﬁ Ça', ' fi Ça', ' ﬁ ça', 'ﬁ Ça', ' ﬁ ca']
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections import abc
from typing import ClassVar

from minitok.part import Part
from minitok.patterns import (
    BYTE_TO_CHAR,
    WHITESPACE,
    Pattern,
    Regex,
    compile_pattern,
    find_matches,
)
from minitok.text import AlignedText, CharMap
from minitok.validation import check_text, check_tuple


class Normalizer(Part, ABC):
    """From text to text."""

    keeps_cuts: ClassVar[bool] = (
        False  # whether a text can be cut between a letter and a space
    )
    makes_spaces: ClassVar[bool] = False  # whether a letter may become a space

    @abstractmethod
    def normalize(self, text: AlignedText) -> AlignedText:
        """The normalized text, with spans if `text` has them."""

    def normalize_str(self, text: str) -> str:
        """The normalized text as a string: `Lowercase().normalize_str("Hey")` → `hey`."""
        return self.normalize(AlignedText(check_text(text))).text

    def allows_cuts(self, *, spaces_matter: bool) -> bool:
        """Whether a text can be cut between a letter and a space. If `spaces_matter`, no letter may become one."""
        return self.keeps_cuts and not (spaces_matter and self.makes_spaces)


class Sequence(Normalizer):
    """Several normalizers in a row: `Sequence([NFD(), Lowercase()])`."""

    normalizers: abc.Sequence[Normalizer]

    def prepare(self) -> None:
        self.keep(normalizers=check_tuple(self.normalizers, "normalizers"))

    def normalize(self, text: AlignedText) -> AlignedText:
        for normalizer in self.normalizers:
            text = normalizer.normalize(text)
        return text

    def allows_cuts(self, *, spaces_matter: bool) -> bool:
        return all(
            normalizer.allows_cuts(spaces_matter=spaces_matter)
            for normalizer in self.normalizers
        )


class UnicodeNormalizer(Normalizer):
    """Normalize to the Unicode form that the class is named after (Unicode Standard Annex 15)."""

    keeps_cuts = True

    def normalize(self, text: AlignedText) -> AlignedText:
        return text.normalize_unicode(type(self).__name__)  # type: ignore[arg-type]


class NFC(UnicodeNormalizer):
    """Compose: `e` + combining acute → `é`."""


class NFD(UnicodeNormalizer):
    """Decompose: `é` → `e` + combining acute."""


class NFKC(UnicodeNormalizer):
    """Replace compatibility characters, then compose: `ﬁ` → `fi`, `①` → `1`."""


class NFKD(UnicodeNormalizer):
    """Replace compatibility characters, then decompose."""


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
    """Lowercase each character by itself, as Hugging Face does: `ΟΔΟΣ` → `οδοσ`, where `str.lower` gives `οδος`."""

    keeps_cuts = True

    def map_char(self, char: str) -> str:
        return char.lower()


class ByteLevel(CharNormalizer):
    """Write each character as its UTF-8 bytes, each of them as a printable character: ` é` → `ĠÃ©`."""

    def map_char(self, char: str) -> str:
        return "".join(map(BYTE_TO_CHAR.__getitem__, char.encode()))


class StripAccents(CharNormalizer):
    """Remove every combining mark: `e` + combining acute → `e`. If `é` is a single character, apply `NFD` first."""

    def map_char(self, char: str) -> str:
        return "" if unicodedata.category(char)[0] == "M" else char


class Strip(Normalizer):
    """Remove the whitespace at both ends: `  a b ` → `a b`. With `left=False` or `right=False`, keep it at that end."""

    left: bool = True
    right: bool = True

    def normalize(self, text: AlignedText) -> AlignedText:
        start = len(text.text) - len(text.text.lstrip(WHITESPACE)) if self.left else 0
        end = len(text.text.rstrip(WHITESPACE)) if self.right else len(text.text)
        return text[start:end]


class Replace(Normalizer):
    """Replace every match with `content`: `Replace(Regex(" {2,}"), " ")` makes `a   b` → `a b`."""

    pattern: Pattern  # a `Regex`, or a plain string to match literally
    content: str  # each of its characters spans the match

    def prepare(self) -> None:
        self._compiled = compile_pattern(self.pattern)
        self._is_literal = self.pattern != "" and not isinstance(self.pattern, Regex)

    def normalize(self, text: AlignedText) -> AlignedText:
        if self._is_literal and (
            text.starts is None or len(self.pattern) == len(self.content) == 1
        ):
            return text.with_chars(text.text.replace(self.pattern, self.content))
        matches = find_matches(self._compiled, text.text) if text.text else ()
        return text.replace((start, end, self.content) for start, end in matches)


class BertNormalizer(CharNormalizer):
    """Normalize as the code published with BERT does: `Ça\tva, 猫?` → `ca va,  猫 ?`."""

    clean_text: bool = (
        True  # remove control characters, and turn whitespace into spaces
    )
    handle_chinese_chars: bool = (
        True  # put spaces around each Chinese character, so that it becomes a word
    )
    strip_accents: bool | None = (
        None  # remove the marks of letters; None: if `lowercase` is set
    )
    lowercase: bool = True  # lowercase each character by itself
    keeps_cuts = makes_spaces = True  # a Chinese character ends in a space

    def prepare(self) -> None:
        super().prepare()
        self._strips = (
            self.lowercase if self.strip_accents is None else self.strip_accents
        )

    def map_char(self, char: str) -> str:
        category = unicodedata.category(char)
        if self.clean_text and (char in "\t\n\r" or category[0] == "Z"):
            char = " "
        elif self.clean_text and (
            char == "\ufffd" or category in ("Cc", "Cf", "Co", "Cs")
        ):
            return ""
        if self.handle_chinese_chars and CHINESE.match(char):
            char = f" {char} "
        if self._strips:
            char = "".join(
                part
                for part in unicodedata.normalize("NFD", char)
                if unicodedata.category(part) != "Mn"
            )
        return "".join(map(str.lower, char)) if self.lowercase else char

    def normalize(self, text: AlignedText) -> AlignedText:
        text = super().normalize(text)
        return (
            text.normalize_unicode("NFD") if self._strips else text
        )  # spacing marks stay, perhaps out of order


CHINESE = re.compile(  # the blocks of Chinese characters that BERT knows
    "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0002a6df\U0002a700-\U0002b81f\U0002b920-\U0002ceaf\U0002f800-\U0002fa1f]"
)
