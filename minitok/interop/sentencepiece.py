"""SentencePiece's `.model` files, read without SentencePiece: Unigram models, as the library itself applies them.

The library differs from Hugging Face's reading of the same files: its normalizer replaces the longest string it finds
and has rules of its own for spaces, and the best path is sought through the whole text, not word by word. Kudo and
Richardson, "SentencePiece" (2018); the details are those of its source.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from minitok.decoders import Decoder, StreamDecoder
from minitok.interop.protobuf import Message
from minitok.models import Unigram, viterbi
from minitok.models.unigram import UNKNOWN_PENALTY
from minitok.normalizers import Normalizer
from minitok.normalizers.precompiled import CharsMap
from minitok.steps import Offsets
from minitok.text import AlignedText
from minitok.tokenizer import Tokenizer

SPACE = "▁"
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)
MODEL_TYPES = {1: "Unigram", 2: "BPE", 3: "Word", 4: "Char"}


def from_model(path: str | os.PathLike[str]) -> Tokenizer:
    """The tokenizer in a `.model` file of type Unigram. ValueError, naming the file, on what minitok does not have.

    Ids and decoded text are those of `SentencePieceProcessor`. Control symbols such as `<s>` have their ids, are never
    found in a text, and leave nothing in a decoded one.
    """
    with open(path, "rb") as file:
        data = file.read()
    try:
        return _read(data)
    except ValueError as error:
        raise ValueError(f"cannot load {os.fspath(path)}: {error}") from error


class Piece(NamedTuple):
    """One entry of the vocabulary; `type` is one of the six above."""

    text: str
    score: float
    type: int


def _read(data: bytes) -> Tokenizer:
    model = Message(data)
    pieces = [Piece(one.text(1), one.float32(2), one.integer(3, NORMAL)) for one in map(Message, model.all_data(1))]
    training, rules = model.message(2), model.message(3)
    model_type = training.integer(3, 1)
    if not pieces:
        raise ValueError("it holds no pieces, so it is no SentencePiece model")
    if model_type != 1:
        raise ValueError(f"its model type is {MODEL_TYPES.get(model_type, model_type)}: minitok reads Unigram alone")
    if training.integer(24):
        raise ValueError("it has treat_whitespace_as_suffix=True, which minitok does not have")
    if model.message(5).data(2):
        raise ValueError("it has a denormalizer, which minitok does not have")
    if unused := [piece.text for piece in pieces if piece.type == UNUSED]:
        raise ValueError(f"its piece {unused[0]!r} is marked as unused, which minitok does not have")
    if short := [piece.text for piece in pieces if piece.type in (UNKNOWN, CONTROL, BYTE) and len(piece.text) < 2]:
        raise ValueError(f"its symbol {short[0]!r} is too short to be told from a character of the text")
    add_dummy_prefix, remove_extra_whitespaces, escape_whitespaces = (bool(rules.integer(n, 1)) for n in (3, 4, 5))
    tok = Tokenizer(SentencePieceUnigram(pieces, byte_fallback=bool(training.integer(35))))
    tok.normalizer = SentencePieceNormalizer(
        rules.data(2),
        add_dummy_prefix=add_dummy_prefix,
        remove_extra_whitespaces=remove_extra_whitespaces,
        escape_whitespaces=escape_whitespaces,
        user_defined=[piece.text for piece in pieces if piece.type == USER_DEFINED],
    )
    tok.decoder = SentencePieceDecoder(
        pieces,
        unknown=training.text(44, " \u2047 "),
        drops_one_space=add_dummy_prefix,
        drops_spaces=remove_extra_whitespaces,
    )
    return tok


class SentencePieceNormalizer(Normalizer):
    """The rules for characters and spaces that are in a model: `①  day ` → `▁1▁day`.

    At each place the longest string of the character map is replaced. Then `remove_extra_whitespaces` leaves of spaces
    in a row only one, and none at the ends; `add_dummy_prefix` puts one in front; `escape_whitespaces` writes them `▁`.
    The symbols in `user_defined` stay as they are.
    """

    def __init__(
        self,
        charsmap: bytes,
        *,
        add_dummy_prefix: bool,
        remove_extra_whitespaces: bool,
        escape_whitespaces: bool,
        user_defined: Iterable[str],
    ) -> None:
        self.charsmap = CharsMap(charsmap) if charsmap else None
        self.add_dummy_prefix = add_dummy_prefix
        self.remove_extra_whitespaces = remove_extra_whitespaces
        self.space = SPACE if escape_whitespaces else " "
        longest_first = sorted(user_defined, key=len, reverse=True)
        self._protected = re.compile("|".join(map(re.escape, longest_first)) or "(?!)").match

    def normalize_str(self, text: str) -> str:
        return self.normalize(AlignedText(text)).text

    def normalize(self, text: AlignedText) -> AlignedText:
        chars: list[str] = []
        spans: list[Offsets] = []
        after_space = self.remove_extra_whitespaces
        for new, start, end in self._without_first_spaces(text.text):
            if not chars and self.add_dummy_prefix:
                chars.append(self.space)
                spans.append(text[start:].source_span(0, 0))
            kept = new.lstrip(" ") if after_space else new
            if kept:
                span = text.source_span(start, end)
                chars += kept.replace(" ", self.space)
                spans += [span] * len(kept)
                after_space = self.remove_extra_whitespaces and kept.endswith(" ")
            elif new and spans:
                spans[-1] = spans[-1][0], text.source_span(start, end)[1]  # one space spans all in a row
        while self.remove_extra_whitespaces and chars and chars[-1] == self.space:
            del chars[-1], spans[-1]
        return AlignedText("".join(chars), spans)

    def _without_first_spaces(self, text: str) -> Iterator[tuple[str, int, int]]:
        """What becomes of the text part by part, from the first on that is not a space if extra ones are removed."""
        parts = self._parts(text)
        for part in parts:
            if not self.remove_extra_whitespaces or part[0] != " ":
                yield part
                yield from parts

    def _parts(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Each part of a text that is replaced as a whole: by what, and its `(start, end)`."""
        data, place, start = text.encode("utf-8", "surrogatepass"), 0, 0
        while start < len(text):
            new, old = self._replaced(text, start, data, place)
            yield new, start, start + len(old)
            start += len(old)
            place += len(old.encode("utf-8", "surrogatepass"))

    def _replaced(self, text: str, start: int, data: bytes, place: int) -> tuple[str, str]:
        """What comes next, replaced and as it was; `place` is where the character number `start` is in the UTF-8."""
        if protected := self._protected(text, start):
            return protected.group(), protected.group()
        found = list(self.charsmap.prefixes(data, place)) if self.charsmap else []
        if not found:
            return text[start], text[start]
        length, new = found[-1]
        return new, data[place : place + length].decode()

    def __repr__(self) -> str:
        names = ("add_dummy_prefix", "remove_extra_whitespaces")
        return f"SentencePieceNormalizer({', '.join(f'{name}={getattr(self, name)}' for name in names)})"


class SentencePieceUnigram(Unigram):
    """A Unigram model whose control, unknown and byte pieces are never found in a text.

    A symbol that its user defined scores just below zero, so that it is found wherever it stands.
    """

    def __init__(self, pieces: Sequence[Piece], *, byte_fallback: bool) -> None:
        scores = [piece.score for piece in pieces if piece.type == NORMAL]
        super().__init__(
            [(piece.text, -0.1 if piece.type == USER_DEFINED else piece.score) for piece in pieces],
            unk_id=next((id for id, piece in enumerate(pieces) if piece.type == UNKNOWN), None),
            byte_fallback=byte_fallback,
        )
        found = [pair for pair, piece in zip(self.pieces, pieces) if piece.type in (NORMAL, USER_DEFINED)]
        self._trie = viterbi.Trie(found)
        self._unknown = min(scores, default=0.0) - UNKNOWN_PENALTY


class SentencePieceDecoder(Decoder):
    """Pieces to text: `▁1` `▁day` → `1 day`, control symbols to nothing, `<unk>` to ` ⁇ `.

    Spaces in front are dropped as far as the normalizer put them there. A byte that is no character's becomes `�`.
    """

    def __init__(self, pieces: Iterable[Piece], *, unknown: str, drops_one_space: bool, drops_spaces: bool) -> None:
        said = {UNKNOWN: unknown, CONTROL: ""}
        self._said = {piece.text: said[piece.type] for piece in pieces if piece.type in said}
        self._bytes = {piece.text: bytes.fromhex(piece.text[3:5]) for piece in pieces if piece.type == BYTE}
        self._drops_one_space = drops_one_space
        self._drops_spaces = drops_spaces

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        decoder = StreamDecoder(errors="surrogateescape" if errors == "replace" else errors)
        at_start = self._drops_one_space or self._drops_spaces
        for token in chain(tokens, [""]):
            text = decoder.feed(self._bytes[token]) if token in self._bytes else decoder.finish()
            at_start = at_start and not text
            yield re.sub("[\udc80-\udcff]", "\ufffd", text)
            if token in self._said:
                text = self._said[token]
            elif token in self._bytes:
                text = ""
            else:
                text = token.removeprefix(SPACE) if at_start else token
                at_start = at_start and (self._drops_spaces or text == token)
                text = text.replace(SPACE, " ")
            at_start = at_start and not text
            yield text
