"""Read SentencePiece's `.model` files, without SentencePiece.

Ids, pieces and decoded texts are the same as there. Hugging Face's libraries read these
files differently: here the normalizer replaces the longest string, has its own rules
for spaces, and the best path, or the merges, are those of the whole text.
"""

import os
import re
from collections.abc import Iterator, Mapping, Set
from math import isfinite
from typing import NamedTuple

from minitok.interop.json_data import check_is_there, naming
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
    with naming(path), open(path, "rb") as file:
        return _read_tokenizer(file.read())


def _read_tokenizer(data: bytes) -> Tokenizer:
    """The tokenizer in the content of a `.model` file."""
    check_is_there(data)
    if re.match(rb"[A-Za-z0-9+/]+=* \d+\r?\n", data):
        raise ValueError(
            "it holds ranks of tiktoken, as Llama 3's does: read it with "
            "tiktoken.load.load_tiktoken_bpe, and open that with "
            "interop.tiktoken.from_ranks, or open the tokenizer.json beside it"
        )
    model = Message(data)
    pieces = [_read_piece(entry) for entry in model.messages(1)]
    _check(pieces)
    training = model.message(2)
    rules = model.message(3)
    if training.integer(24) or model.message(5).data(2):
        raise ValueError(
            "it has treat_whitespace_as_suffix=True or a denormalizer, "
            "which minitok does not have: train it without"
        )
    tok = Tokenizer(_read_model(training, pieces))
    prefix = bool(rules.integer(3, 1))
    collapse = bool(rules.integer(4, 1))
    tok.normalizer = SentencePieceNormalizer(
        charsmap=rules.data(2),
        add_dummy_prefix=prefix,
        remove_extra_whitespaces=collapse,
        escape_whitespaces=bool(rules.integer(5, 1)),
        user_defined=_names(pieces, USER_DEFINED),
    )
    (unknown,) = _names(pieces, UNKNOWN)
    symbols = {unknown: training.text(44, " \u2047 ")}
    symbols |= dict.fromkeys(_names(pieces, CONTROL), "")
    tok.decoder = SentencePieceDecoder(
        symbols=tuple(symbols.items()),
        byte_tokens=_names(pieces, BYTE),
        drops_one_space=prefix,
        drops_spaces=collapse,
    )
    return tok


class _Piece(NamedTuple):
    name: str
    score: float
    type: int


def _read_piece(entry: Message) -> _Piece:
    name = entry.text(1)
    score = entry.float32(2)
    type = entry.integer(3)
    if not NORMAL <= type <= BYTE:  # as in the library
        type = NORMAL
    if type == USER_DEFINED and isfinite(score):
        # So it is on the best path of most texts.
        score = (len(name.encode()) - 1) / 10
    return _Piece(name, score, type)


def _names(pieces: list[_Piece], *types: int) -> tuple[str, ...]:
    """The names of the pieces of some types."""
    return tuple(piece.name for piece in pieces if piece.type in types)


def _check(pieces: list[_Piece]) -> None:
    """Raise ValueError on pieces that minitok cannot use, or that no model has."""
    if not _names(pieces, NORMAL):
        raise ValueError("it has no normal pieces: get the file again")
    unknown = _names(pieces, UNKNOWN)
    if len(unknown) != 1:
        raise ValueError(
            f"it should have one unknown piece, and has {unknown or 'none'}: "
            "get the file again"
        )
    for name, _, type in pieces:
        if type == UNUSED:
            raise ValueError(
                f"its piece {name!r} is marked as unused, which minitok does not have: "
                "train without it"
            )
        if len(name) == 1 and type in (UNKNOWN, CONTROL, BYTE):
            raise ValueError(
                f"its symbol {name!r} is too short to be told from a character of the "
                "text: train with a longer one"
            )


def _read_model(training: Message, pieces: list[_Piece]) -> Model:
    type = training.integer(3)
    if type in REFUSED:
        raise ValueError(
            f"it is a model of {REFUSED[type]}, which minitok does not have: "
            "train one with model_type='unigram' or 'bpe'"
        )
    byte_fallback = bool(training.integer(35))
    names, scores, types = zip(*pieces)
    unk_id = types.index(UNKNOWN)
    # It checks names and scores, for both types of models.
    unigram = SentencePieceUnigram(
        tuple(zip(names, scores)), unk_id, byte_fallback, types
    )
    if type != BPE:
        return unigram
    normal = {piece.name: piece.score for piece in pieces if piece.type == NORMAL}
    merges = list(_merges(normal, set(names)))
    return SentencePieceBPE(
        unigram.vocab,
        merges,
        unk_token=names[unk_id],
        fuse_unk=True,
        byte_fallback=byte_fallback,
        scores=tuple(normal[left + right] for left, right in merges),
        user_defined=_names(pieces, USER_DEFINED),
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
                f"its piece {piece!r} has the character {min(missing)!r}, "
                "which is not a piece by itself: train it again"
            )
        for place in range(1, len(piece)):
            left = piece[:place]
            right = piece[place:]
            if left in scores and right in scores:
                yield left, right
