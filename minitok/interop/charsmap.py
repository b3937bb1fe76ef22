"""SentencePiece's character map: what replaces each character or short string."""

import struct
from collections.abc import Iterator

SMALL_CLUSTER = 6  # bytes; a longer grapheme cluster is never looked up as a whole
IS_VALUE = 2**31  # this bit of a unit says that the unit is the place of a replacement
HAS_VALUE = 2**8  # this bit says that such a unit follows


class CharsMap:
    """The character map of a model file. Raises ValueError if it isn't one.

    The file holds the strings in a trie, then their replacements, each with a zero byte
    at its end. The trie is a *double array* (Aoe, "An Efficient Digital Search
    Algorithm by Using a Double-Array Structure", 1989) in Darts-clone's layout: 32-bit
    *units*, each with the byte that leads to it and the position of those that follow.
    """

    def __init__(self, data: bytes) -> None:
        size = int.from_bytes(data[:4], "little")
        if size % 4 or not 4 <= size <= len(data) - 4:
            raise ValueError(
                f"this is not a character map: of its {len(data)} bytes, "
                f"{size} should be a trie; get the file again"
            )
        self._units = struct.unpack_from(f"<{size // 4}I", data, 4)
        self._replacements = data[4 + size :] + b"\0"

    def prefixes(self, text: bytes, start: int = 0) -> Iterator[tuple[int, str]]:
        """The strings of the map that begin at byte `start` of a text.

        Yields the length of each in bytes, and its replacement.
        """
        units = self._units
        place = _offset(units[0])
        for length in range(1, len(text) - start + 1):
            byte = text[start + length - 1]
            place ^= byte
            if byte == 0 or place >= len(units):
                return
            unit = units[place]
            if unit & (IS_VALUE | 0xFF) != byte:
                return
            place ^= _offset(unit)
            if unit & HAS_VALUE:
                yield length, self._replacement(units[place] ^ IS_VALUE)

    def _replacement(self, start: int) -> str:
        end = self._replacements.find(0, start)
        return self._replacements[start:end].decode()

    def replace_cluster(self, cluster: str) -> tuple[tuple[str, int], ...]:
        """The parts of a grapheme cluster, as Hugging Face's library replaces them.

        Each is a string, and the number of characters that it replaces, perhaps by
        themselves.
        """
        if len(_encode(cluster)) < SMALL_CLUSTER:
            whole = self._shortest(cluster)
            if whole is not None:
                return ((whole, len(cluster)),)
        parts = []
        for char in cluster:
            replacement = self._shortest(char)
            parts.append((char if replacement is None else replacement, 1))
        return tuple(parts)

    def _shortest(self, text: str) -> str | None:
        """The replacement of the shortest string that `text` begins with, or None."""
        for _, replacement in self.prefixes(_encode(text)):
            return replacement
        return None


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _offset(unit: int) -> int:
    """The distance from a unit to those that follow it.

    It is the upper 22 bits or, if bit 9 is set, 8 times that.
    """
    return unit >> 10 << ((unit & 0x200) >> 6)
