"""Read SentencePiece's `.model` files, without SentencePiece: ids, pieces and decoded texts are the same.

Hugging Face's libraries read these files differently: here the normalizer replaces the longest string, has its own
rules for spaces, and the best path, or the merges, are those of the whole text.
"""

import os
from collections.abc import Iterator, Mapping, Set
from itertools import pairwise
from math import isfinite
from typing import Any

from minitok import spm_parts
from minitok.interop.protobuf import Message
from minitok.models import Model
from minitok.spm_parts import BYTE, CONTROL, NORMAL, TYPES, UNKNOWN, UNUSED, USER_DEFINED
from minitok.tokenizer import Tokenizer

UNIGRAM, BPE, WORD, CHAR = KINDS = range(1, 5)


def from_model(path: str | os.PathLike[str]) -> Tokenizer:
    """The tokenizer in a `.model` file of any type. ValueError, naming the file, on what minitok does not have.

    As in `SentencePieceProcessor`, control symbols such as `<s>` are never found in a text, and decode to nothing.
    """
    try:
        with open(os.fspath(path), "rb") as file:
            return _read(file.read())
    except ValueError as error:
        raise ValueError(f"cannot load {os.fspath(path)}: {error}") from error


def _read(data: bytes) -> Tokenizer:
    model = Message(data)
    entries = list(map(Message, model.all_data(1)))
    types = [entry.choice(3, TYPES, NORMAL) for entry in entries]
    pieces, scores = [entry.text(1) for entry in entries], [entry.float32(2) for entry in entries]
    for place, (piece, type) in enumerate(zip(pieces, types)):
        if type == USER_DEFINED and isfinite(scores[place]):
            scores[place] = (len(piece.encode()) - 1) / 10  # so that in most texts it is on the best path
    training, rules = model.message(2), model.message(3)

    def of_type(*wanted: int) -> list[str]:
        return [piece for piece, type in zip(pieces, types) if type in wanted]

    if NORMAL not in types:
        raise ValueError("it holds no pieces, so it is no SentencePiece model")
    if odd := [piece for piece in pieces if not piece or "\0" in piece]:
        raise ValueError(f"its piece {odd[0]!r} is empty or contains the null character")
    if len(unknown := of_type(UNKNOWN)) != 1:
        raise ValueError(f"it should have one unknown piece, and has {unknown or 'none'}")
    if training.integer(24):
        raise ValueError("it has treat_whitespace_as_suffix=True, which minitok does not have")
    if model.message(5).data(2):
        raise ValueError("it has a denormalizer, which minitok does not have")
    if unused := of_type(UNUSED):
        raise ValueError(f"its piece {unused[0]!r} is marked as unused, which minitok does not have")
    if short := [piece for piece in of_type(UNKNOWN, CONTROL, BYTE) if len(piece) < 2]:
        raise ValueError(f"its symbol {short[0]!r} is too short to be told from a character of the text")
    if sorted(of_type(BYTE)) != [f"<0x{byte:02X}>" for byte in range(256 if training.integer(35) else 0)]:
        raise ValueError("its byte pieces are not <0x00> to <0xFF>, or it has some without byte_fallback=True")
    tok = Tokenizer(_model(training, pieces, scores, types))
    add_dummy_prefix, remove_extra_whitespaces, escape_whitespaces = (bool(rules.integer(n, 1)) for n in (3, 4, 5))
    tok.normalizer = spm_parts.SentencePieceNormalizer(
        rules.data(2), add_dummy_prefix, remove_extra_whitespaces, escape_whitespaces, of_type(USER_DEFINED)
    )
    symbols = dict.fromkeys(of_type(UNKNOWN), training.text(44, " \u2047 ")) | dict.fromkeys(of_type(CONTROL), "")
    tok.decoder = spm_parts.SentencePieceDecoder(symbols, of_type(BYTE), add_dummy_prefix, remove_extra_whitespaces)
    return tok


def _model(training: Message, pieces: list[str], scores: list[float], types: list[int]) -> Model:
    kind, byte_fallback = training.choice(3, KINDS, UNIGRAM), bool(training.integer(35))
    unk_id = types.index(UNKNOWN)
    unigram = spm_parts.SentencePieceUnigram(zip(pieces, scores), unk_id, byte_fallback, types)  # checks all these
    if kind == UNIGRAM:
        return unigram
    options: dict[str, Any] = {"unk_token": pieces[unk_id], "byte_fallback": byte_fallback}
    if kind == WORD:
        return spm_parts.SentencePieceWords(unigram.vocab, types=types, **options)
    normal = {piece: score for piece, score, type in zip(pieces, scores, types) if type == NORMAL}
    user_defined = [piece for piece, type in zip(pieces, types) if type == USER_DEFINED]
    merges = _merges(normal, {*pieces}) if kind == BPE else ()
    return spm_parts.SentencePieceBPE(unigram.vocab, merges, fuse_unk=True, user_defined=user_defined, **options)


def _merges(scores: Mapping[str, float], known: Set[str]) -> Iterator[tuple[str, str]]:
    """All two pieces that make a third, by the score of the third: `{"a": -1, "b": -2, "ab": 0}` → `("a", "b")`."""
    longer = sorted((piece for piece in scores if len(piece) > 1), key=scores.__getitem__, reverse=True)
    for piece, following in pairwise([*longer, ""]):
        if scores.get(following) == scores[piece]:
            raise ValueError(f"its pieces {piece!r} and {following!r} have the same score, which minitok does not have")
        if missing := {*piece} - known:
            raise ValueError(f"its piece {piece!r} has the character {min(missing)!r}, which is no piece by itself")
        halves = ((piece[:place], piece[place:]) for place in range(1, len(piece)))
        yield from ((left, right) for left, right in halves if left in scores and right in scores)
