"""Strings that know who wrote each of their characters."""

from collections.abc import Iterable
from typing import SupportsIndex

# Flags of a character
OWN = 1  # the template wrote it
GENERATED = 2  # it is in a turn of the assistant


class MarkedText(str):
    """A string with a byte of flags for each character.

    They are 0 by default: the template did not write the text. They stay with the
    characters when strings are added, joined, cut or stripped; any other operation
    gives a string without flags.
    """

    _flags: bytes

    def __new__(cls, text: object = "", flags: bytes = b"") -> "MarkedText":
        marked = super().__new__(cls, text)
        marked._flags = flags or bytes(len(marked))
        return marked

    def __str__(self) -> str:
        return self

    def __add__(self, other: str) -> "MarkedText":
        is_safe = hasattr(other, "__html__")  # Jinja's `Markup` escapes what it follows
        if is_safe or not isinstance(other, str):
            return NotImplemented
        return join([self, other])

    def __radd__(self, other: str) -> "MarkedText":
        return join([other, self]) if isinstance(other, str) else NotImplemented

    def __getitem__(self, key: SupportsIndex | slice) -> "MarkedText":
        chars = super().__getitem__(key)
        if isinstance(key, slice):
            return MarkedText(chars, self._flags[key])
        return MarkedText(chars, bytes([self._flags[key]]))

    def lstrip(self, chars: str | None = None) -> "MarkedText":
        start = len(self) - len(super().lstrip(chars))
        return self[start:]

    def rstrip(self, chars: str | None = None) -> "MarkedText":
        end = len(super().rstrip(chars))
        return self[:end]

    def strip(self, chars: str | None = None) -> "MarkedText":
        return self.lstrip(chars).rstrip(chars)

    def join(self, strings: Iterable[str]) -> "MarkedText":
        parts: list[str] = []
        for string in strings:
            parts += [self, string]
        return join(parts[1:])

    def having(self, flag: int) -> bytes:
        """A byte for each character, 0 where it does not have the flag."""
        return bytes(flags & flag for flags in self._flags)


def join(strings: Iterable[str]) -> MarkedText:
    """Strings as one, with their flags."""
    parts = list(strings)
    flags = bytearray()
    for part in parts:
        flags += part._flags if isinstance(part, MarkedText) else bytes(len(part))
    return MarkedText("".join(parts), bytes(flags))


def add_flag(string: str, flag: int) -> MarkedText:
    """A string with one more flag on every character."""
    flags = join([string])._flags
    return MarkedText(string, bytes(old | flag for old in flags))
