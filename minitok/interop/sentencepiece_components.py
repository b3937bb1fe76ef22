"""The normalizer, the models and the decoder of SentencePiece.

Where Hugging Face's libraries differ from SentencePiece, these follow it. The whole
text is one word, in which control symbols such as `<s>` are never found (Kudo and
Richardson, "SentencePiece", 2018; its source). In `tokenizer.json` they have types that
`tokenizers` refuses.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from ctypes import c_float
from itertools import chain
from math import inf

from minitok.decoders import Decoder, StreamDecoder
from minitok.interop.charsmap import CharsMap
from minitok.models import BPE, Unigram, lattice
from minitok.models.model import Segmentation
from minitok.models.unigram import UNKNOWN_PENALTY
from minitok.normalizers import Normalizer
from minitok.steps import Offsets
from minitok.text import AlignedText, Change

SPACE = "▁"
LARGEST_SCORE = 100_000.0  # of a path, before SentencePiece counts from zero again

# The types of pieces
NORMAL = 1
UNKNOWN = 2
CONTROL = 3
USER_DEFINED = 4
UNUSED = 5
BYTE = 6


def _any_of(symbols: Iterable[str]) -> str:
    """An expression that matches the longest of some symbols, or nothing."""
    longest_first = sorted(symbols, key=lambda symbol: (-len(symbol), symbol))
    return "|".join(map(re.escape, longest_first)) or "(?!)"


class SentencePieceNormalizer(Normalizer):
    """The rules for characters and spaces in a model file: `①  day ` → `▁1▁day`.

    At each place the longest string of the character map is replaced; the symbols in
    `user_defined` stay. Then `remove_extra_whitespaces` leaves one of several spaces in
    a row and none at the ends, `add_dummy_prefix` puts one at the start, and
    `escape_whitespaces` writes spaces as `▁`.
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
        self._protected = re.compile(_any_of(self.user_defined)).match

    def normalize(self, text: AlignedText) -> AlignedText:
        is_empty = not text.text  # what the map leaves empty gets the prefix, too
        text = text.replace(self._changes(text.text))
        if self.remove_extra_whitespaces:
            text = _collapse_spaces(text)
        if self.add_dummy_prefix and not is_empty:
            text = text.prepend(" ", shares=False)
        text = text.with_chars(text.text.replace(" ", self._space))
        if self.remove_extra_whitespaces:
            end = len(text.text.rstrip(self._space))
            text = text[:end]
        return text

    def _changes(self, text: str) -> Iterator[Change]:
        """What the character map replaces."""
        data = text.encode("utf-8", "surrogatepass")
        start = 0
        start_in_bytes = 0
        while start < len(text):
            old = text[start]
            protected = self._protected(text, start)
            if protected:
                old = protected.group()
            elif self._map:
                longest = 0
                for length, replacement in self._map.prefixes(data, start_in_bytes):
                    longest, new = length, replacement
                if longest:
                    old = data[start_in_bytes : start_in_bytes + longest].decode()
                    yield start, start + len(old), new
            start += len(old)
            start_in_bytes += len(old.encode("utf-8", "surrogatepass"))


def _collapse_spaces(text: AlignedText) -> AlignedText:
    """Leave one of several spaces in a row, and none at the start."""
    start = len(text.text) - len(text.text.lstrip(" "))
    text = text[start:]
    rows = re.finditer(" {2,}", text.text)
    return text.replace((*row.span(), " ") for row in rows)


class SentencePieceUnigram(Unigram):
    """A Unigram model that finds pieces by their types.

    It finds no control, unknown or byte pieces in a text, and user-defined ones always.
    """

    types: Sequence[int] = ()

    def _index(self, hidden: frozenset[int]) -> None:
        super()._index(hidden)
        in_texts = []
        scores = []
        self._symbols_first: dict[str, int] = {}
        for piece, type in zip(self.pieces, self.types):
            name, score = piece
            if type in (NORMAL, USER_DEFINED) and name in self._ids:
                in_texts.append(piece)
            if type == NORMAL:
                scores.append(score)
            if type == USER_DEFINED and len(name) > 1:
                self._symbols_first[name] = self.vocab[name]
        self._trie = lattice.PieceTrie(in_texts)
        lowest = min(scores, default=0.0)
        self._unknown = c_float(lowest - UNKNOWN_PENALTY).value

    @property
    def symbols(self) -> Mapping[str, int]:
        return self._symbols_first

    def _id_of_row(self, text: str) -> None:
        """Nothing: `<unk>` in a text is unknown, as other characters are."""

    def _best_pieces(self, word: str) -> list[str]:
        """The search of `lattice.best_pieces`, with scores added in float32.

        So does the library. Before a score grows too coarse, it is subtracted from all
        paths that lead here or beyond, and counting begins at zero again.
        """
        scores = [0.0] + [-inf] * len(word)
        origins = [0] * (len(word) + 1)
        reached = 0
        start = 0
        for arc in self._arcs(word):
            if arc.start > start:
                start = arc.start
                passed = scores[start]
                if abs(passed) > LARGEST_SCORE:
                    for place in range(start, reached + 1):
                        scores[place] = c_float(scores[place] - passed).value
            reached = max(reached, arc.end)
            score = c_float(scores[start] + arc.score).value
            if score > scores[arc.end]:
                scores[arc.end] = score
                origins[arc.end] = start
        return lattice.pieces_between(word, origins)


class SentencePieceBPE(BPE):
    """BPE with a merge for each two pieces that make a third.

    The third with the highest of the `scores` comes first, and of merges with the same
    score the leftmost, whichever it is. The symbols in `user_defined` are found first,
    and joined to nothing.
    """

    scores: Sequence[float] = ()
    user_defined: Sequence[str] = ()

    sizes = {**BPE.sizes, "scores": "scores"}

    def _index(self, hidden: frozenset[int]) -> None:
        super()._index(hidden)
        first_ranks: dict[float, int] = {}
        for pair, rank in self._ranks.items():
            score = self.scores[rank]
            self._ranks[pair] = first_ranks.setdefault(score, rank)
        self._marks = bool(self.user_defined)
        several = [symbol for symbol in self.user_defined if len(symbol) > 1]
        self._symbols_first = {symbol: self.vocab[symbol] for symbol in several}
        known = self._ids.keys() & self.user_defined
        self._find = re.compile(rf"{_any_of(known)}|[\s\S]").finditer

    @property
    def symbols(self) -> Mapping[str, int]:
        return self._symbols_first

    def segment(self, word: str) -> Segmentation:
        ids, tokens, offsets = super().segment(word)
        spans = list(offsets)
        values = list(tokens)
        for i, id in enumerate(ids):
            if id == self.unknown_id:
                start, end = spans[i]
                values[i] = word[start:end]
        return Segmentation(ids, values, spans)

    def _chars(self, word: str) -> Iterator[tuple[str, Offsets]]:
        for match in self._find(word):
            yield match.group(), match.span()


class SentencePieceDecoder(Decoder):
    """Pieces to text: `▁1` `▁day` → `1 day`.

    Control symbols become nothing, `<unk>` becomes ` ⁇ `, an invalid byte `�`.
    """

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
            is_byte = token in self._bytes
            if is_byte:
                text = decoder.feed(self._bytes[token])
            else:
                text = decoder.finish()
            at_start = at_start and not text
            yield re.sub("[\udc80-\udcff]", "\ufffd", text)
            if is_byte:
                continue
            if token in self._symbols:
                text = self._symbols[token]
            else:
                text = token.removeprefix(SPACE) if at_start else token
                at_start = at_start and (self.drops_spaces or text == token)
                text = text.replace(SPACE, " ")
            at_start = at_start and not text
            yield text
