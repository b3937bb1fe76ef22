"""SentencePiece's character map, which says what replaces each character or short string.

A model file holds the strings in a trie, then their replacements, each with a zero byte at its end. The trie is a
*double array* (Aoe, "An Efficient Digital Search Algorithm by Using a Double-Array Structure", 1989) in Darts-clone's
layout: 32-bit *units*, each with the byte that leads to it and the position of the units that follow it.
"""

import struct
from collections.abc import Iterator

SMALL_CLUSTER = 6  # bytes; a grapheme cluster of that length or more is not looked up as a whole
IS_VALUE, HAS_VALUE = 2**31, 2**8  # bits of a unit: it is the place of a replacement; such a unit follows it


class CharsMap:
    """The strings of a character map and their replacements. Raises ValueError if the map is damaged."""

    def __init__(self, data: bytes) -> None:
        size = int.from_bytes(data[:4], "little")
        if size % 4 or not 4 <= size <= len(data) - 4:
            raise ValueError(f"this is not a character map: of its {len(data)} bytes, {size} should be a trie")
        self._units = units = struct.unpack_from(f"<{size // 4}I", data, 4)
        self._replacements = data[4 + size :] + b"\0"
        for place, unit in enumerate(units):
            next = place ^ _offset(unit)
            leads_on = next < len(units) and (units[next] & IS_VALUE or not unit & HAS_VALUE)
            if not (unit ^ IS_VALUE < len(data) - 4 - size if unit & IS_VALUE else leads_on):
                raise ValueError(f"this character map is damaged: its unit {place} leads nowhere")
        self._replacements.decode()  # a UnicodeDecodeError is a ValueError

    def prefixes(self, text: bytes, start: int = 0) -> Iterator[tuple[int, str]]:
        """The length in bytes and the replacement of each string of the map that begins at byte `start` of a text."""
        units = self._units
        place = _offset(units[0])
        for length in range(1, len(text) - start + 1):
            byte = text[start + length - 1]
            place ^= byte
            if not byte or place >= len(units) or units[place] & (IS_VALUE | 0xFF) != byte:
                return
            unit = units[place]
            place ^= _offset(unit)
            if unit & HAS_VALUE:
                value = units[place] ^ IS_VALUE
                yield length, self._replacements[value : self._replacements.find(0, value)].decode()

    def replaced(self, cluster: str) -> tuple[tuple[str, int], ...]:
        """A grapheme cluster in parts: what replaces each, perhaps by itself, and the number of its characters."""
        is_small = len(cluster.encode("utf-8", "surrogatepass")) < SMALL_CLUSTER
        if is_small and (whole := self._first(cluster)) is not None:
            return ((whole, len(cluster)),)
        return tuple((char if (new := self._first(char)) is None else new, 1) for char in cluster)

    def _first(self, part: str) -> str | None:
        """The replacement of the shortest string that `part` begins with, or None."""
        return next((new for _, new in self.prefixes(part.encode("utf-8", "surrogatepass"))), None)


def _offset(unit: int) -> int:
    """The distance from a unit to those that follow it: its upper 22 bits or, if bit 9 is set, 8 times that."""
    return unit >> 10 << ((unit & 0x200) >> 6)
