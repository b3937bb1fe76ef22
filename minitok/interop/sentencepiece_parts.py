"""The parts of a SentencePiece model. Where Hugging Face's libraries differ from SentencePiece, these follow it.

The whole text is one word, in which control symbols such as `<s>` are never found (Kudo and Richardson,
"SentencePiece", 2018; its source). In `tokenizer.json` these parts have types that `tokenizers` refuses.
"""

import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from ctypes import c_float
from itertools import chain, dropwhile, groupby
from math import inf

from minitok.decoders import Decoder, StreamDecoder
from minitok.models import BPE, Unigram, WordLevel, lattice
from minitok.models.model import Segmentation
from minitok.models.unigram import UNKNOWN_PENALTY
from minitok.normalizers import Normalizer
from minitok.steps import Offsets
from minitok.text import AlignedText

SPACE = "▁"
LARGEST_SCORE = 100_000.0  # of a path, before SentencePiece counts from zero again
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)
SMALL_CLUSTER = (
    6  # bytes; a grapheme cluster of that length or more is not looked up as a whole
)
IS_VALUE, HAS_VALUE = (
    2**31,
    2**8,
)  # bits of a unit: it is the place of a replacement; such a unit follows it


class CharsMap:
    """SentencePiece's character map: what replaces each character or short string. ValueError if it is damaged.

    A model file holds the strings in a trie, then their replacements, each with a zero byte at its end. The trie is a
    *double array* (Aoe, "An Efficient Digital Search Algorithm by Using a Double-Array Structure", 1989) in
    Darts-clone's layout: 32-bit *units*, each with the byte that leads to it and the position of those that follow it.
    """

    def __init__(self, data: bytes) -> None:
        size = int.from_bytes(data[:4], "little")
        if size % 4 or not 4 <= size <= len(data) - 4:
            raise ValueError(
                f"this is not a character map: of its {len(data)} bytes, {size} should be a trie"
            )
        self._units = units = struct.unpack_from(f"<{size // 4}I", data, 4)
        self._replacements = data[4 + size :] + b"\0"
        for place, unit in enumerate(units):
            next = place ^ _offset(unit)
            leads_on = next < len(units) and (
                units[next] & IS_VALUE or not unit & HAS_VALUE
            )
            if not (
                unit ^ IS_VALUE < len(data) - 4 - size if unit & IS_VALUE else leads_on
            ):
                raise ValueError(
                    f"this character map is damaged: its unit {place} leads nowhere"
                )
        self._replacements.decode()  # a UnicodeDecodeError is a ValueError

    def prefixes(self, text: bytes, start: int = 0) -> Iterator[tuple[int, str]]:
        """The length in bytes and the replacement of each string of the map that begins at byte `start` of a text."""
        units = self._units
        place = _offset(units[0])
        for length in range(1, len(text) - start + 1):
            byte = text[start + length - 1]
            place ^= byte
            if (
                not byte
                or place >= len(units)
                or units[place] & (IS_VALUE | 0xFF) != byte
            ):
                return
            unit = units[place]
            place ^= _offset(unit)
            if unit & HAS_VALUE:
                value = units[place] ^ IS_VALUE
                yield (
                    length,
                    self._replacements[
                        value : self._replacements.find(0, value)
                    ].decode(),
                )

    def replaced(self, cluster: str) -> tuple[tuple[str, int], ...]:
        """A grapheme cluster in parts: what replaces each, perhaps by itself, and the number of its characters."""
        is_small = len(cluster.encode("utf-8", "surrogatepass")) < SMALL_CLUSTER
        if is_small and (whole := self._first(cluster)) is not None:
            return ((whole, len(cluster)),)
        return tuple(
            (char if (new := self._first(char)) is None else new, 1) for char in cluster
        )

    def _first(self, part: str) -> str | None:
        """The replacement of the shortest string that `part` begins with, or None."""
        return next(
            (new for _, new in self.prefixes(part.encode("utf-8", "surrogatepass"))),
            None,
        )


def _offset(unit: int) -> int:
    """The distance from a unit to those that follow it: its upper 22 bits or, if bit 9 is set, 8 times that."""
    return unit >> 10 << ((unit & 0x200) >> 6)


def _finder(symbols: Iterable[str]) -> str:
    return (
        "|".join(
            map(re.escape, sorted(symbols, key=lambda symbol: (-len(symbol), symbol)))
        )
        or "(?!)"
    )


class SentencePieceNormalizer(Normalizer):
    """The rules for characters and spaces that a model file holds: `①  day ` → `▁1▁day`.

    At each place the longest string of the character map is replaced; the symbols in `user_defined` are kept. Then
    `remove_extra_whitespaces` leaves one of several spaces in a row and none at the ends, `add_dummy_prefix` puts one
    at the start, and `escape_whitespaces` writes spaces as `▁`.
    """

    charsmap: bytes
    add_dummy_prefix: bool
    remove_extra_whitespaces: bool
    escape_whitespaces: bool
    user_defined: Sequence[str]

    sizes = {"charsmap": "bytes"}

    def prepare(self) -> None:
        self._map = CharsMap(self.charsmap) if self.charsmap else None
        self._space = SPACE if self.escape_whitespaces else " "
        self._protected = re.compile(_finder(self.user_defined)).match

    def normalize(self, text: AlignedText) -> AlignedText:
        chars: list[str] = []
        spans: list[Offsets] = []
        collapse = after_space = self.remove_extra_whitespaces
        for new, start, end in dropwhile(
            lambda part: collapse and part[0] == " ", self._parts(text.text)
        ):
            if not chars and self.add_dummy_prefix:
                chars.append(self._space)
                spans.append((start, start))
            kept = new.lstrip(" ") if after_space else new
            if kept:
                chars += kept.replace(" ", self._space)
                spans += [(start, end)] * len(kept)
                after_space = collapse and kept.endswith(" ")
            elif new and spans:
                spans[-1] = spans[-1][0], end  # the one space left spans the whole row
        while collapse and chars and chars[-1] == self._space:
            del chars[-1], spans[-1]
        if text.starts is None:
            return AlignedText("".join(chars))
        sources = [text.source_span(start, end) for start, end in spans]
        return AlignedText(
            "".join(chars), [start for start, _ in sources], [end for _, end in sources]
        )

    def _parts(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Each part of a text that is replaced as a whole: its replacement, and its `(start, end)`."""
        data, place, start = (
            text.encode("utf-8", "surrogatepass"),
            0,
            0,
        )  # `place` is `start` in bytes
        while start < len(text):
            new = old = text[start]
            if protected := self._protected(text, start):
                new = old = protected.group()
            elif self._map and (found := list(self._map.prefixes(data, place))):
                length, new = found[-1]
                old = data[place : place + length].decode()
            yield new, start, start + len(old)
            start += len(old)
            place += len(old.encode("utf-8", "surrogatepass"))


class SentencePieceUnigram(Unigram):
    """A Unigram model that finds no control, unknown or byte pieces in a text, but always finds user-defined ones."""

    types: Sequence[int] = ()

    def _index(self, hidden: frozenset[int]) -> None:
        super()._index(hidden)
        typed = list(zip(self.pieces, self.types))
        self._trie = lattice.PieceTrie(
            p
            for p, type in typed
            if type in (NORMAL, USER_DEFINED) and p[0] in self._ids
        )
        scores = [score for (_, score), type in typed if type == NORMAL]
        self._unknown = c_float(min(scores, default=0.0) - UNKNOWN_PENALTY).value
        self._spelled = {}
        self.keep(
            symbols={
                p: self.vocab[p]
                for (p, _), type in typed
                if type == USER_DEFINED and p[1:]
            }
        )

    def _best_pieces(self, word: str) -> list[str]:
        """The same search as in `lattice.best_pieces`, with scores that are added in float32, as the library does.

        It takes a score that grows too coarse off all paths that lead here or beyond, and so counts from zero again.
        """
        best: list[tuple[float, int]] = [(0.0, 0)] + [(-inf, 0)] * len(word)
        reached = start = 0
        for arc in self._arcs(word):
            if arc.start > start:
                start = arc.start
                if abs(passed := best[start][0]) > LARGEST_SCORE:
                    paths = best[start : reached + 1]
                    best[start : reached + 1] = [
                        (c_float(score - passed).value, origin)
                        for score, origin in paths
                    ]
            reached = max(reached, arc.end)
            score = c_float(best[start][0] + arc.score).value
            if score > best[arc.end][0]:
                best[arc.end] = score, start
        return lattice.pieces_between(word, [start for _, start in best])


class SentencePieceBPE(BPE):
    """BPE whose merges are those of all two pieces that make a third, the highest of its `scores` first.

    Where several merges have the same score, the leftmost pair is joined first, whichever it is.
    The symbols in `user_defined` are found first, and joined to nothing. Without merges it is a model of characters.
    """

    scores: Sequence[float] = ()
    user_defined: Sequence[str] = ()

    sizes = {**BPE.sizes, "scores": "scores"}

    def _index(self, hidden: frozenset[int]) -> None:
        super()._index(hidden)
        first: dict[float, int] = {}
        self._levels = [
            first.setdefault(score, rank) for rank, score in enumerate(self.scores)
        ]
        self._marks = bool(self.user_defined)
        self.keep(
            symbols={
                symbol: self.vocab[symbol] for symbol in self.user_defined if symbol[1:]
            }
        )
        self._find = re.compile(
            rf"{_finder(self._ids.keys() & self.user_defined)}|[\s\S]"
        ).finditer

    def segment(self, word: str) -> Segmentation:
        ids, values, offsets = super().segment(word)
        spans = list(offsets)
        shown = [
            word[slice(*span)] if id == self.unknown_id else value
            for id, value, span in zip(ids, values, spans)
        ]
        return Segmentation(ids, shown, spans)

    def _chars(self, word: str) -> Iterator[tuple[str, Offsets]]:
        return ((found.group(), found.span()) for found in self._find(word))


class SentencePieceWords(WordLevel):
    """Looks up each word, which begins with its space: `▁Hey▁you` → `▁Hey` `▁you`. Unknown words in a row are one."""

    byte_fallback: bool = False
    types: Sequence[int] = ()

    def _index(self, hidden: frozenset[int]) -> None:
        super()._index(hidden)
        typed = [
            (p, self._ids[p], type)
            for p, type in zip(self.vocab, self.types)
            if p in self._ids
        ]
        self._words = {p: id for p, id, type in typed if type in (NORMAL, USER_DEFINED)}
        self.keep(
            symbols={p: id for p, id, type in typed if type == USER_DEFINED and p[1:]}
        )

    def segment(self, word: str) -> Segmentation:
        unknown = self._id_of_unknown(self.unk_token, word)
        ids: list[int] = []
        values: list[str] = []
        offsets: list[Offsets] = []
        end = 0
        for id, row in groupby(
            re.findall(rf"[\s\S][^{SPACE}]*", word),
            lambda part: self._words.get(part, unknown),
        ):
            for part in ["".join(row)] if id == unknown else row:
                found = (
                    self.byte_fallback and id == unknown and self._byte_ids(part)
                ) or [id]
                ids += found
                values += [part] if found == [id] else self.tokens(found)
                offsets += [(end, end + len(part))] * len(found)
                end += len(part)
        return Segmentation(ids, values, offsets)


class SentencePieceDecoder(Decoder):
    """Pieces to text: `▁1` `▁day` → `1 day`, control symbols to nothing, `<unk>` to ` ⁇ `, an invalid byte to `�`."""

    symbols: Sequence[tuple[str, str]]
    byte_tokens: Sequence[str]
    drops_one_space: bool  # at the start, if the normalizer put it there
    drops_spaces: bool  # all at the start

    def prepare(self) -> None:
        self._symbols = dict(self.symbols)
        self._bytes = {token: bytes.fromhex(token[3:5]) for token in self.byte_tokens}

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        decoder = StreamDecoder(
            errors="surrogateescape" if errors == "replace" else errors
        )
        at_start = self.drops_one_space or self.drops_spaces
        for token in chain(tokens, [""]):
            text = (
                decoder.feed(self._bytes[token])
                if token in self._bytes
                else decoder.finish()
            )
            at_start = at_start and not text
            yield re.sub("[\udc80-\udcff]", "\ufffd", text)
            if token in self._symbols:
                text = self._symbols[token]
            elif token in self._bytes:
                text = ""
            else:
                text = token.removeprefix(SPACE) if at_start else token
                at_start = at_start and (self.drops_spaces or text == token)
                text = text.replace(SPACE, " ")
            at_start = at_start and not text
            yield text
