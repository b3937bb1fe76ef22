"""Read SentencePiece's `.model` files of Unigram models, without SentencePiece; ids and decoded texts are the same.

Hugging Face's libraries read these files differently: here the normalizer replaces the longest string, has its own
rules for spaces, and the best path is that of the whole text (Kudo and Richardson, "SentencePiece", 2018; its source).
"""

import os
import re
from collections.abc import Iterable, Iterator
from ctypes import c_float
from itertools import chain, dropwhile
from math import inf

from minitok.charsmap import CharsMap, Charsmap
from minitok.decoders import Decoder, StreamDecoder
from minitok.interop.protobuf import Message
from minitok.models import Unigram, lattice
from minitok.models.unigram import UNKNOWN_PENALTY
from minitok.normalizers import Normalizer
from minitok.steps import Offsets
from minitok.text import AlignedText
from minitok.tokenizer import Tokenizer

SPACE = "▁"
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)
MODEL_TYPES = {1: "Unigram", 2: "BPE", 3: "Word", 4: "Char"}


def from_model(path: str | os.PathLike[str]) -> Tokenizer:
    """The tokenizer in a `.model` file of type Unigram. ValueError, naming the file, on what minitok does not have.

    As in `SentencePieceProcessor`, control symbols such as `<s>` are never found in a text, and decode to nothing.
    """
    try:
        with open(path, "rb") as file:
            return _read(file.read())
    except ValueError as error:
        raise ValueError(f"cannot load {os.fspath(path)}: {error}") from error


def _read(data: bytes) -> Tokenizer:
    model = Message(data)
    entries = list(map(Message, model.all_data(1)))
    types = [entry.integer(3, NORMAL) for entry in entries]
    scores = [-0.1 if type == USER_DEFINED else entry.float32(2) for entry, type in zip(entries, types)]
    pieces = [entry.text(1) for entry in entries]
    training, rules = model.message(2), model.message(3)

    def of_type(*wanted: int) -> list[str]:
        return [piece for piece, type in zip(pieces, types) if type in wanted]

    if not pieces:
        raise ValueError("it holds no pieces, so it is no SentencePiece model")
    if (model_type := training.integer(3, 1)) != 1:
        raise ValueError(f"its model type is {MODEL_TYPES.get(model_type, model_type)}: minitok reads Unigram alone")
    if training.integer(24):
        raise ValueError("it has treat_whitespace_as_suffix=True, which minitok does not have")
    if model.message(5).data(2):
        raise ValueError("it has a denormalizer, which minitok does not have")
    if unused := of_type(UNUSED):
        raise ValueError(f"its piece {unused[0]!r} is marked as unused, which minitok does not have")
    if short := [piece for piece in of_type(UNKNOWN, CONTROL, BYTE) if len(piece) < 2]:
        raise ValueError(f"its symbol {short[0]!r} is too short to be told from a character of the text")
    unk_id = types.index(UNKNOWN) if UNKNOWN in types else None
    tok = Tokenizer(SentencePieceUnigram(zip(pieces, scores), unk_id, bool(training.integer(35)), types))
    add_dummy_prefix, remove_extra_whitespaces, escape_whitespaces = (bool(rules.integer(n, 1)) for n in (3, 4, 5))
    tok.normalizer = SentencePieceNormalizer(
        rules.data(2), add_dummy_prefix, remove_extra_whitespaces, escape_whitespaces, of_type(USER_DEFINED)
    )
    symbols = dict.fromkeys(of_type(UNKNOWN), training.text(44, " \u2047 ")) | dict.fromkeys(of_type(CONTROL), "")
    tok.decoder = SentencePieceDecoder(symbols, of_type(BYTE), add_dummy_prefix, remove_extra_whitespaces)
    return tok


class SentencePieceNormalizer(Normalizer):
    """The rules for characters and spaces that a model file holds: `①  day ` → `▁1▁day`.

    At each place the longest string of the character map is replaced; the symbols in `user_defined` are kept. Then
    `remove_extra_whitespaces` leaves one of several spaces in a row and none at the ends, `add_dummy_prefix` puts one
    at the start, and `escape_whitespaces` writes spaces as `▁`.
    """

    charsmap: Charsmap
    add_dummy_prefix: bool
    remove_extra_whitespaces: bool
    escape_whitespaces: bool
    user_defined: tuple[str, ...]

    def prepare(self) -> None:
        self._map = CharsMap(self.charsmap) if self.charsmap else None
        self._space = SPACE if self.escape_whitespaces else " "
        longest_first = sorted(self.user_defined, key=len, reverse=True)
        self._protected = re.compile("|".join(map(re.escape, longest_first)) or "(?!)").match

    def normalize(self, text: AlignedText) -> AlignedText:
        chars: list[str] = []
        spans: list[Offsets] = []
        collapse = after_space = self.remove_extra_whitespaces
        for new, start, end in dropwhile(lambda part: collapse and part[0] == " ", self._parts(text.text)):
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
        return AlignedText("".join(chars), [start for start, _ in sources], [end for _, end in sources])

    def _parts(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Each part of a text that is replaced as a whole: its replacement, and its `(start, end)`."""
        data, place, start = text.encode("utf-8", "surrogatepass"), 0, 0  # `place` is `start` in bytes
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

    types: tuple[int, ...] = ()

    def prepare(self) -> None:
        super().prepare()
        typed = list(zip(self.pieces, self.types))
        self._trie = lattice.Trie(
            piece for piece, type in typed if type in (NORMAL, USER_DEFINED) and piece[0] in self._ids
        )
        scores = [score for (_, score), type in typed if type == NORMAL]
        self._unknown = min(scores, default=0.0) - UNKNOWN_PENALTY

    def _best_pieces(self, word: str) -> list[str]:
        """The same search as in `lattice.best_pieces`, with scores that are added in float32, as the library does."""
        best: list[tuple[float, int]] = [(0.0, 0)] + [(-inf, 0)] * len(word)
        for arc in self._arcs(word):
            score = c_float(best[arc.start][0] + arc.score).value
            if score > best[arc.end][0]:
                best[arc.end] = score, arc.start
        pieces: list[str] = []
        end = len(word)
        while end:
            pieces.append(word[best[end][1] : end])
            end = best[end][1]
        return pieces[::-1]


class SentencePieceDecoder(Decoder):
    """Pieces to text: `▁1` `▁day` → `1 day`, control symbols to nothing, `<unk>` to ` ⁇ `, an invalid byte to `�`.

    Spaces at the start are removed if the normalizer put them there.
    """

    symbols: tuple[tuple[str, str], ...]
    byte_tokens: tuple[str, ...]
    drops_one_space: bool
    drops_spaces: bool

    def prepare(self) -> None:
        self._symbols = dict(self.symbols)
        self._bytes = {token: bytes.fromhex(token[3:5]) for token in self.byte_tokens}

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        decoder = StreamDecoder(errors="surrogateescape" if errors == "replace" else errors)
        at_start = self.drops_one_space or self.drops_spaces
        for token in chain(tokens, [""]):
            text = decoder.feed(self._bytes[token]) if token in self._bytes else decoder.finish()
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
