"""What every normalizer can do, and how several are used one after the other."""

from abc import ABC, abstractmethod
from collections.abc import Iterable

from minitok.text import AlignedText

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


class CharNormalizer(Normalizer):
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

    def __init__(self, normalizer: CharNormalizer) -> None:
        self._normalizer = normalizer

    def __missing__(self, code_point: int) -> str:
        self[code_point] = mapped = self._normalizer.map_char(chr(code_point))
        return mapped


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
