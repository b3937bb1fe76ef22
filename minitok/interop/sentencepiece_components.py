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
from minitok.interop.components import share_ranks
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


def _any_of(tokens: Iterable[str]) -> str:
    """An expression that matches the longest of some tokens, or nothing."""
    longest_first = sorted(tokens, key=len, reverse=True)
    return "|".join(map(re.escape, longest_first)) or "(?!)"


def _several_chars(tokens: Iterable[str], vocab: Mapping[str, int]) -> dict[str, int]:
    """The ids of the tokens that have several characters."""
    return {token: vocab[token] for token in tokens if len(token) > 1}


class SentencePieceNormalizer(Normalizer):
    """The rules for characters and spaces in a model file: `①  day ` → `▁1▁day`.

    At each place the longest string of the character map is replaced; the tokens in
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
        if self._map is None:
            return
        data = text.encode("utf-8", "surrogatepass")
        start = 0
        start_in_bytes = 0
        while start < len(text):
            old = text[start]
            protected = self._protected(text, start)
            if protected:
                old = protected.group()
            else:
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
    changes = []
    for row in re.finditer(r"\A +| {2,}", text.text):
        start, end = row.span()
        changes.append((start, end, " " if start else ""))
    return text.replace(changes)


class SentencePieceUnigram(Unigram):
    """A Unigram model whose pieces have types.

    In a text, it never finds control, unknown or byte pieces, and it always finds
    user-defined ones.
    """

    types: Sequence[int] = ()

    def _prepare_tables(self, hidden: frozenset[int]) -> None:
        super()._prepare_tables(hidden)
        in_texts = []
        scores = []
        for piece, type in zip(self.pieces, self.types):
            name, score = piece
            if type in (NORMAL, USER_DEFINED) and name in self._ids:
                in_texts.append(piece)
            if type == NORMAL:
                scores.append(score)
        self._trie = lattice.PieceTrie(in_texts)
        lowest = min(scores, default=0.0)
        self._unknown = c_float(lowest - UNKNOWN_PENALTY).value

    @property
    def user_defined_tokens(self) -> Mapping[str, int]:
        pieces = zip(self.vocab, self.types)
        tokens = [piece for piece, type in pieces if type == USER_DEFINED]
        return _several_chars(tokens, self.vocab)

    def _id_of_row(self, text: str) -> None:
        """None: in a text, `<unk>` is as unknown as other characters."""

    def _best_pieces(self, word: str) -> list[str]:
        """The search of `lattice.best_pieces`, with scores added in float32.

        So does the library. Before a score grows too coarse, it is subtracted from all
        paths that lead here or beyond, and counting begins at zero again.
        """
        scores = [0.0] + [-inf] * len(word)
        origins = [0] * len(scores)
        for arc in self._arcs(word):
            passed = scores[arc.start]
            if abs(passed) > LARGEST_SCORE:
                for place in range(arc.start, len(scores)):
                    scores[place] = c_float(scores[place] - passed).value
            score = c_float(scores[arc.start] + arc.score).value
            if score > scores[arc.end]:
                scores[arc.end] = score
                origins[arc.end] = arc.start
        return lattice.pieces_between(word, origins)


class SentencePieceBPE(BPE):
    """BPE with a merge for every pair of pieces that make a third.

    `scores` has the score of the third, by which merges are chosen: the highest comes
    first, and among equal scores the leftmost. The tokens in `user_defined` are found
    before all else, and never joined.
    """

    scores: Sequence[float] = ()
    user_defined: Sequence[str] = ()

    sizes = {**BPE.sizes, "scores": "scores"}

    def _prepare_tables(self, hidden: frozenset[int]) -> None:
        super()._prepare_tables(hidden)
        share_ranks(self._ranks, [self.scores[rank] for rank in self._ranks.values()])
        self._is_plain = not self.user_defined
        known = self._ids.keys() & self.user_defined
        self._find = re.compile(rf"{_any_of(known)}|[\s\S]").finditer

    @property
    def user_defined_tokens(self) -> Mapping[str, int]:
        return _several_chars(self.user_defined, self.vocab)

    def segment(self, word: str) -> Segmentation:
        ids, tokens, offsets = super().segment(word)
        spans = list(offsets)
        values = []
        for id, token, (start, end) in zip(ids, tokens, spans):
            values.append(word[start:end] if id == self.unknown_id else token)
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
            data = self._bytes.get(token)
            text = decoder.finish() if data is None else decoder.feed(data)
            at_start = at_start and not text
            yield re.sub("[\udc80-\udcff]", "\ufffd", text)
            if data is not None:
                continue
            if token in self._symbols:
                text = self._symbols[token]
            else:
                text = token.removeprefix(SPACE) if at_start else token
                at_start = at_start and (self.drops_spaces or text == token)
                text = text.replace(SPACE, " ")
            at_start = at_start and not text
            yield text
