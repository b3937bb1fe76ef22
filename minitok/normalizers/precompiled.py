"""SentencePiece's character map: what each character, or a few of them together, are replaced by.

A model file brings its map along, compiled: the strings to be replaced in a trie, and the replacements one after the
other, each ended by a zero byte. The trie is a *double array* (Aoe, "An Efficient Digital Search Algorithm by Using a
Double-Array Structure", 1989) in the layout of the library Darts-clone: one list of 32-bit numbers, its *units*. A unit
holds the byte that leads to it and where the units lie that lead on from it.
"""

from collections.abc import Iterator

from minitok.normalizers.base import Normalizer
from minitok.patterns import compile_pattern
from minitok.steps import Offsets
from minitok.text import AlignedText

SHORT = 6
"""In bytes: only grapheme clusters below this are looked up as a whole."""


class CharsMap:
    """The strings of a character map and what they are replaced by; ValueError on one that is damaged."""

    def __init__(self, data: bytes) -> None:
        import struct

        size = int.from_bytes(data[:4], "little")
        if size % 4 or not 4 <= size <= len(data) - 4:
            raise ValueError(f"this is no character map: of its {len(data)} bytes, {size} should be a trie")
        self.data = data
        self._units = struct.unpack_from(f"<{size // 4}I", data, 4)
        self._replacements = data[4 + size :] + b"\0"
        self._replacements.decode()  # a UnicodeDecodeError is a ValueError

    def prefixes(self, text: bytes, start: int = 0) -> Iterator[tuple[int, str]]:
        """The strings of the map that a text in UTF-8 goes on with from `start`: their lengths and replacements."""
        units = self._units
        place = _offset(units[0])
        for length in range(1, len(text) - start + 1):
            byte = text[start + length - 1]
            place ^= byte
            if not byte or place >= len(units) or units[place] & 0x8000_00FF != byte:
                return
            unit = units[place]
            place ^= _offset(unit)
            if unit >> 8 & 1:
                value = units[place] & 0x7FFF_FFFF
                yield length, self._replacements[value : self._replacements.find(0, value)].decode()


def _offset(unit: int) -> int:
    """How far from a unit those lie that lead on, in the 22 bits that it has for that, or 8 times as far."""
    return unit >> 10 << ((unit & 0x200) >> 6)


class Precompiled(Normalizer):
    """A character map the way Hugging Face applies it: `①` → `1`.

    The text is taken in grapheme clusters, what a reader sees as one character. A cluster of fewer than 6 bytes that
    begins with a string of the map becomes the replacement of the shortest such, and whatever else is in it is lost:
    `①` with an accent → `1`. In any other cluster each character is replaced by itself. SentencePiece does neither; it
    goes through the text and replaces the longest string it finds, as `minitok.interop.sentencepiece` does.
    """

    def __init__(self, charsmap: bytes) -> None:
        """Take the map as a model file has it. ValueError if it is damaged."""
        self.charsmap = CharsMap(charsmap)
        self._clusters = _Clusters(self.charsmap)
        self._find = compile_pattern(r"\X").findall

    def normalize_str(self, text: str) -> str:
        return "".join([chars for cluster in self._find(text) for chars, _ in self._clusters[cluster]])

    def normalize(self, text: AlignedText) -> AlignedText:
        chars: list[str] = []
        spans: list[Offsets] = []
        start = 0
        for cluster in self._find(text.text):
            for replacement, length in self._clusters[cluster]:
                chars.append(replacement)
                spans += [text.source_span(start, start + length)] * len(replacement)
                start += length
        return AlignedText("".join(chars), spans)

    def __repr__(self) -> str:
        return f"Precompiled(<{len(self.charsmap.data)} bytes>)"


class _Clusters(dict[str, tuple[tuple[str, int], ...]]):
    """Grapheme clusters, and what they become: replacements, each with the number of characters that it is for."""

    most = 2**16

    def __init__(self, charsmap: CharsMap) -> None:
        self._charsmap = charsmap

    def __missing__(self, cluster: str) -> tuple[tuple[str, int], ...]:
        whole = self._replaced(cluster) if len(cluster.encode("utf-8", "surrogatepass")) < SHORT else None
        if whole is None:
            parts = [(char, self._replaced(char)) for char in cluster]
            found = tuple((char if new is None else new, 1) for char, new in parts)
        else:
            found = ((whole, len(cluster)),)
        if len(self) >= self.most:
            self.clear()
        self[cluster] = found
        return found

    def _replaced(self, part: str) -> str | None:
        """The replacement of the shortest string that `part` begins with, if there is one."""
        for _, replacement in self._charsmap.prefixes(part.encode("utf-8", "surrogatepass")):
            return replacement
        return None
