"""Read SentencePiece's `.model` files, without SentencePiece: ids, pieces and decoded texts are the same.

Hugging Face's libraries read these files differently: here the normalizer replaces the longest string, has its own
rules for spaces, and the best path, or the merges, are those of the whole text.
"""

import os
import struct
from collections.abc import Iterator, Mapping, Set
from math import isfinite
from typing import Any

from minitok.interop import sentencepiece_parts as parts
from minitok.interop.sentencepiece_parts import (
    BYTE,
    CONTROL,
    NORMAL,
    UNKNOWN,
    UNUSED,
    USER_DEFINED,
)
from minitok.models import Model
from minitok.tokenizer import Tokenizer

BPE, WORD, CHARACTERS = range(
    2, 5
)  # others are Unigram; a model of characters is BPE without merges
VARINT, LENGTH, FLOAT = 0, 2, 5  # how the value of a field is written
FIXED_SIZES = {1: 8, FLOAT: 4}


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
    model = _Message(data)
    entries = list(map(_Message, model.all_data(1)))
    kinds = [entry.integer(3) for entry in entries]
    types = tuple(
        type if NORMAL <= type <= BYTE else NORMAL for type in kinds
    )  # as in the library
    pieces, scores = (
        [entry.text(1) for entry in entries],
        [entry.float32(2) for entry in entries],
    )
    for place, (piece, type) in enumerate(zip(pieces, types)):
        if type == USER_DEFINED and isfinite(scores[place]):
            scores[place] = (
                len(piece.encode()) - 1
            ) / 10  # so that in most texts it is on the best path
    training, rules = model.message(2), model.message(3)

    def of_type(*wanted: int) -> tuple[str, ...]:
        return tuple(piece for piece, type in zip(pieces, types) if type in wanted)

    if not of_type(NORMAL):
        raise ValueError("it has no normal pieces")
    if bad := [piece for piece in pieces if not piece or "\0" in piece]:
        raise ValueError(f"its piece {bad[0]!r} is empty or has the null character")
    if len(unknown := of_type(UNKNOWN)) != 1:
        raise ValueError(
            f"it should have one unknown piece, and has {unknown or 'none'}"
        )
    if training.integer(24) or model.message(5).data(2):
        raise ValueError(
            "it has treat_whitespace_as_suffix=True or a denormalizer, which minitok does not have"
        )
    if unused := of_type(UNUSED):
        raise ValueError(
            f"its piece {unused[0]!r} is marked as unused, which minitok does not have"
        )
    if short := [piece for piece in of_type(UNKNOWN, CONTROL, BYTE) if len(piece) < 2]:
        raise ValueError(
            f"its symbol {short[0]!r} is too short to be told from a character of the text"
        )
    tok = Tokenizer(_model(training, pieces, scores, types))
    prefix, collapse, escape = (bool(rules.integer(number, 1)) for number in (3, 4, 5))
    tok.normalizer = parts.SentencePieceNormalizer(
        rules.data(2), prefix, collapse, escape, of_type(USER_DEFINED)
    )
    symbols = dict.fromkeys(
        of_type(UNKNOWN), training.text(44, " \u2047 ")
    ) | dict.fromkeys(of_type(CONTROL), "")
    tok.decoder = parts.SentencePieceDecoder(
        tuple(symbols.items()), of_type(BYTE), prefix, collapse
    )
    return tok


def _model(
    training: "_Message", pieces: list[str], scores: list[float], types: tuple[int, ...]
) -> Model:
    kind, byte_fallback, unk_id = (
        training.integer(3),
        bool(training.integer(35)),
        types.index(UNKNOWN),
    )
    unigram = parts.SentencePieceUnigram(
        list(zip(pieces, scores)), unk_id, byte_fallback, types
    )  # checks all these
    if kind not in (BPE, WORD, CHARACTERS):
        return unigram
    options: dict[str, Any] = {
        "unk_token": pieces[unk_id],
        "byte_fallback": byte_fallback,
    }
    if kind == WORD:
        return parts.SentencePieceWords(unigram.vocab, types=types, **options)
    normal = {
        piece: score
        for piece, score, type in zip(pieces, scores, types)
        if type == NORMAL
    }
    user_defined = tuple(
        piece for piece, type in zip(pieces, types) if type == USER_DEFINED
    )
    merges = list(_merges(normal, {*pieces})) if kind == BPE else []
    options |= {
        "scores": tuple(normal[left + right] for left, right in merges),
        "user_defined": user_defined,
    }
    return parts.SentencePieceBPE(unigram.vocab, merges, fuse_unk=True, **options)


def _merges(scores: Mapping[str, float], known: Set[str]) -> Iterator[tuple[str, str]]:
    """All two pieces that make a third, by the score of the third: `{"a": -1, "b": -2, "ab": 0}` → `("a", "b")`."""
    longer = sorted(
        (piece for piece in scores if len(piece) > 1),
        key=scores.__getitem__,
        reverse=True,
    )
    for piece in longer:
        if missing := {*piece} - known:
            raise ValueError(
                f"its piece {piece!r} has the character {min(missing)!r}, which is not a piece by itself"
            )
        halves = ((piece[:place], piece[place:]) for place in range(1, len(piece)))
        yield from (
            (left, right)
            for left, right in halves
            if left in scores and right in scores
        )


class _Message:
    """A message of Protocol Buffers, as its fields by number and kind: the bytes `08 96 01` say that field 1 is 150.

    Each field begins with a number that says which field it is and how its value is written: as a *varint*, in four or
    eight bytes, or as a length and that many bytes, which may hold text or a message ("Encoding", protobuf.dev).
    """

    def __init__(self, data: bytes) -> None:
        self._fields: dict[tuple[int, int], list[Any]] = {}
        place = 0
        value: int | bytes
        while place < len(data):
            tag, place = _varint(data, place)
            number, kind = tag >> 3, tag & 7
            if not 0 < number < 2**29 or kind not in (VARINT, LENGTH, *FIXED_SIZES):
                raise ValueError(
                    f"at byte {place} there is no field of a Protocol Buffers message: get the file again"
                )
            if kind == VARINT:
                value, place = _varint(data, place)
            else:
                size, place = (
                    _varint(data, place)
                    if kind == LENGTH
                    else (FIXED_SIZES[kind], place)
                )
                value = data[place : place + size]
                place += size
            self._fields.setdefault((number, kind), []).append(value)
        if place > len(data):
            raise ValueError(
                f"its {len(data)} bytes end inside a field: get the file again, whole"
            )

    def integer(self, number: int, default: int = 0) -> int:
        return int(self._last(number, VARINT, default))

    def all_data(self, number: int) -> list[bytes]:
        return self._fields.get((number, LENGTH), [])

    def data(self, number: int) -> bytes:
        return bytes(self._last(number, LENGTH, b""))

    def text(self, number: int, default: str = "") -> str:
        return str(self._last(number, LENGTH, default.encode()).decode())

    def float32(self, number: int) -> float:
        return float(struct.unpack("<f", self._last(number, FLOAT, bytes(4)))[0])

    def message(self, number: int) -> "_Message":
        """A message that is not repeated: if it is given more than once, the fields of all of them."""
        return _Message(b"".join(self.all_data(number)))

    def _last(self, number: int, kind: int, default: Any) -> Any:
        """As in the library, a value that is written in another way than its field does not count."""
        return self._fields.get((number, kind), [default])[-1]


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """The number at `place`, seven bits a byte, the lowest first, the eighth saying that more follow, and its end."""
    number = 0
    for shift, byte in enumerate(data[place : place + 10]):
        number |= (byte & 0x7F) << 7 * shift
        if byte < 0x80:
            return number, place + shift + 1
    raise ValueError(
        f"at byte {place} there is no number of a Protocol Buffers message: get the file again"
    )
