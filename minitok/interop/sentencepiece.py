"""Read SentencePiece's `.model` files, without SentencePiece.

Ids, pieces and decoded texts are the same as there. Hugging Face's libraries read these
files differently: here the normalizer replaces the longest string, has its own rules
for spaces, and the best path, or the merges, are those of the whole text.
"""

import os
from collections.abc import Iterator, Mapping, Set
from math import isfinite

from minitok.interop.protobuf import Message
from minitok.interop.sentencepiece_components import (
    BYTE,
    CONTROL,
    NORMAL,
    UNKNOWN,
    UNUSED,
    USER_DEFINED,
    SentencePieceBPE,
    SentencePieceDecoder,
    SentencePieceNormalizer,
    SentencePieceUnigram,
)
from minitok.models import Model
from minitok.tokenizer import Tokenizer

# Types of models; any other number is Unigram, too, as in the library
BPE = 2
REFUSED = {3: "words", 4: "characters"}


def from_model(path: str | os.PathLike[str]) -> Tokenizer:
    """The tokenizer in a `.model` file of the type BPE or Unigram.

    As in `SentencePieceProcessor`, control symbols such as `<s>` are never found in a
    text, and decode to nothing. Raises ValueError, naming the file, if it is damaged or
    has what minitok does not have.
    """
    try:
        with open(os.fspath(path), "rb") as file:
            return read_model(file.read())
    except ValueError as error:
        raise ValueError(f"cannot load {os.fspath(path)}: {error}") from error


def read_model(data: bytes) -> Tokenizer:
    """The tokenizer in the content of a `.model` file."""
    model = Message(data)
    pieces = _Pieces(model.messages(1))
    training = model.message(2)
    rules = model.message(3)
    pieces.check()
    if training.integer(24) or model.message(5).data(2):
        raise ValueError(
            "it has treat_whitespace_as_suffix=True or a denormalizer, which minitok does not have: train it without"
        )
    tok = Tokenizer(_read_model(training, pieces))
    prefix = bool(rules.integer(3, 1))
    collapse = bool(rules.integer(4, 1))
    tok.normalizer = SentencePieceNormalizer(
        charsmap=rules.data(2),
        add_dummy_prefix=prefix,
        remove_extra_whitespaces=collapse,
        escape_whitespaces=bool(rules.integer(5, 1)),
        user_defined=pieces.of_type(USER_DEFINED),
    )
    (unknown,) = pieces.of_type(UNKNOWN)
    symbols = {unknown: training.text(44, " \u2047 ")}
    symbols |= dict.fromkeys(pieces.of_type(CONTROL), "")
    tok.decoder = SentencePieceDecoder(
        symbols=tuple(symbols.items()),
        byte_tokens=pieces.of_type(BYTE),
        drops_one_space=prefix,
        drops_spaces=collapse,
    )
    return tok


class _Pieces:
    """The pieces of a file with their scores and types, in the order of their ids."""

    def __init__(self, entries: list[Message]) -> None:
        self.names = [entry.text(1) for entry in entries]
        self.types: list[int] = []
        self.scores: list[float] = []
        for name, entry in zip(self.names, entries):
            type = entry.integer(3)
            score = entry.float32(2)
            if not NORMAL <= type <= BYTE:
                type = NORMAL  # as in the library
            if type == USER_DEFINED and isfinite(score):
                # so that in most texts it is on the best path
                score = (len(name.encode()) - 1) / 10
            self.types.append(type)
            self.scores.append(score)

    def of_type(self, *types: int) -> tuple[str, ...]:
        pairs = zip(self.names, self.types)
        return tuple(name for name, type in pairs if type in types)

    def check(self) -> None:
        """Raise ValueError on pieces that minitok cannot use, or that no model has."""
        if not self.of_type(NORMAL):
            raise ValueError("it has no normal pieces: get the file again")
        for name in self.names:
            if not name or "\0" in name:
                raise ValueError(
                    f"its piece {name!r} is empty or has the null character: get the file again"
                )
        unknown = self.of_type(UNKNOWN)
        if len(unknown) != 1:
            raise ValueError(
                f"it should have one unknown piece, and has {unknown or 'none'}: get the file again"
            )
        for name in self.of_type(UNUSED):
            raise ValueError(
                f"its piece {name!r} is marked as unused, which minitok does not have: train without it"
            )
        for name in self.of_type(UNKNOWN, CONTROL, BYTE):
            if len(name) < 2:
                raise ValueError(
                    f"its symbol {name!r} is too short to be told from a character of the text: train with a longer one"
                )


def _read_model(training: Message, pieces: _Pieces) -> Model:
    type = training.integer(3)
    if type in REFUSED:
        raise ValueError(
            f"it is a model of {REFUSED[type]}, which minitok does not have: train one with model_type='unigram' or 'bpe'"
        )
    byte_fallback = bool(training.integer(35))
    unk_id = pieces.types.index(UNKNOWN)
    # It checks the names and scores of pieces, for both types of models.
    unigram = SentencePieceUnigram(
        tuple(zip(pieces.names, pieces.scores)),
        unk_id,
        byte_fallback,
        tuple(pieces.types),
    )
    if type != BPE:
        return unigram
    scores = {}
    for name, score, piece_type in zip(pieces.names, pieces.scores, pieces.types):
        if piece_type == NORMAL:
            scores[name] = score
    merges = list(_merges(scores, unigram.vocab.keys()))
    return SentencePieceBPE(
        unigram.vocab,
        merges,
        unk_token=pieces.names[unk_id],
        fuse_unk=True,
        byte_fallback=byte_fallback,
        scores=tuple(scores[left + right] for left, right in merges),
        user_defined=pieces.of_type(USER_DEFINED),
    )


def _merges(scores: Mapping[str, float], known: Set[str]) -> Iterator[tuple[str, str]]:
    """All two pieces that make a third, by the score of the third.

    `{"a": -1, "b": -2, "ab": 0}` → `("a", "b")`. Raises ValueError if a character is
    not a piece.
    """
    longer = [piece for piece in scores if len(piece) > 1]
    longer.sort(key=scores.__getitem__, reverse=True)
    for piece in longer:
        missing = {*piece} - known
        if missing:
            raise ValueError(
                f"its piece {piece!r} has the character {min(missing)!r}, which is not a piece by itself: train it again"
            )
        for place in range(1, len(piece)):
            left = piece[:place]
            right = piece[place:]
            if left in scores and right in scores:
                yield left, right
