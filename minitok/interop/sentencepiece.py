"""Read SentencePiece's `.model` files, without SentencePiece.

Ids, pieces and decoded texts are the same as there. Hugging Face's libraries read these
files differently: here the normalizer replaces the longest string, has its own rules
for spaces, and the best path, or the merges, are those of the whole text.
"""

import os
import re
from collections.abc import Iterator, Mapping, Set
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from minitok.interop.json_data import check_is_there, naming
from minitok.interop.protobuf import read_fields, read_last
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
# Messages: the numbers of the fields that are read, and their defaults
MODEL = {2: b"", 3: b"", 5: b""}  # the training, the normalizer, the denormalizer
PIECE = {1: b"", 2: 0.0, 3: NORMAL}
TRAINING = {3: 0, 24: False, 35: False, 44: " \u2047 ".encode()}
RULES = {2: b"", 3: True, 4: True, 5: True}


def from_model(path: str | os.PathLike[str]) -> Tokenizer:
    """The tokenizer in a `.model` file of the type BPE or Unigram.

    As in `SentencePieceProcessor`, control symbols such as `<s>` are never found in a
    text, and decode to nothing. Raises ValueError, naming the file, if it is damaged or
    needs something that minitok lacks.
    """
    with naming(path):
        return _read_tokenizer(Path(os.fsdecode(path)).read_bytes())


def _read_tokenizer(data: bytes) -> Tokenizer:
    """The tokenizer in the content of a `.model` file."""
    check_is_there(data)
    if re.match(rb"[A-Za-z0-9+/]+=* \d+\r?\n", data):
        raise ValueError(
            "it holds ranks of tiktoken, as Llama 3's does: read it with "
            "tiktoken.load.load_tiktoken_bpe, and open that with "
            "interop.tiktoken.from_ranks, or open the tokenizer.json beside it"
        )
    pieces = []
    for number, value in read_fields(data):
        if number == 1 and isinstance(value, bytes):
            pieces.append(_read_piece(value))
    training, rules, denormalizer = read_last(data, MODEL)
    type, suffixes, byte_fallback, unknown_text = read_last(training, TRAINING)
    charsmap, prefix, collapse, escape = read_last(rules, RULES)
    (map_of_denormalizer,) = read_last(denormalizer, {2: b""})
    if suffixes or map_of_denormalizer:
        raise ValueError(
            "it has treat_whitespace_as_suffix=True or a denormalizer, "
            "which minitok does not have: train it without"
        )
    unknown = _check(pieces)
    tok = Tokenizer(_make_model(type, pieces, unknown, byte_fallback))
    tok.normalizer = SentencePieceNormalizer(
        charsmap, prefix, collapse, escape, _names(pieces, USER_DEFINED)
    )
    symbols = {unknown: unknown_text.decode()}
    symbols |= dict.fromkeys(_names(pieces, CONTROL), "")
    tok.decoder = SentencePieceDecoder(
        tuple(symbols.items()), _names(pieces, BYTE), prefix, collapse
    )
    return tok


class _TypedPiece(NamedTuple):
    name: str
    score: float
    type: int


def _read_piece(entry: bytes) -> _TypedPiece:
    name, score, type = read_last(entry, PIECE)
    if not NORMAL <= type <= BYTE:  # as in the library
        type = NORMAL
    if type == USER_DEFINED and isfinite(score):
        # So it is on the best path of most texts.
        score = (len(name) - 1) / 10
    return _TypedPiece(name.decode(), score, type)


def _names(pieces: list[_TypedPiece], type: int) -> tuple[str, ...]:
    """The names of the pieces of a type."""
    return tuple(piece.name for piece in pieces if piece.type == type)


def _check(pieces: list[_TypedPiece]) -> str:
    """The unknown piece. ValueError for pieces that minitok cannot use."""
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
                f"its symbol {name!r} is too short: it is also a character of texts, "
                "so train with a longer one"
            )
    return unknown[0]


def _make_model(
    type: int, pieces: list[_TypedPiece], unknown: str, byte_fallback: bool
) -> Model:
    if type in REFUSED:
        raise ValueError(
            f"it is a model of {REFUSED[type]}, which minitok does not have: "
            "train one with model_type='unigram' or 'bpe'"
        )
    names, scores, types = zip(*pieces)
    scored = tuple(zip(names, scores))
    # It checks names and scores, for both types of models.
    unigram = SentencePieceUnigram(scored, names.index(unknown), byte_fallback, types)
    if type != BPE:
        return unigram
    normal = {piece.name: piece.score for piece in pieces if piece.type == NORMAL}
    merges = list(_merges(normal, set(names)))
    return SentencePieceBPE(
        unigram.vocab,
        merges,
        unknown,
        fuse_unk=True,
        byte_fallback=byte_fallback,
        scores=tuple(normal[left + right] for left, right in merges),
        user_defined=_names(pieces, USER_DEFINED),
    )


def _merges(scores: Mapping[str, float], known: Set[str]) -> Iterator[tuple[str, str]]:
    """All pairs of pieces that make a third, by the score of the third.

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
