"""SentencePiece's `.model` files: trained ones that are changed, and small ones drawn by lot."""

import random
from functools import cache

import mutations
import shapes
from sentencepiece import SentencePieceProcessor
from shapes import field

from minitok.interop.sentencepiece import read_model

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, BYTE = 1, 2, 3, 4, 6
PIECES = [
    "a",
    "b",
    "ab",
    "ba",
    "aa",
    "A",
    "▁",
    "▁a",
    "▁▁",
    " ",
    "a b",
    "<s>",
    "<0x41>",
    "é",
    "\u0301",
    "\n",
    "猫",
]
TEXTS = [
    "",
    "  ",
    "ab",
    "a b",
    "ab ba",
    " xa ",
    "aab b",
    "▁a▁▁b",
    "é\u0301",
    "猫A\n",
    "<s>a<unk><0x41>",
]
FLAGS = [0, 1, 2, 2**64 - 1]


@cache
def trained(kind: str) -> bytes:
    return shapes.model_file(model_type=kind, **shapes.MODEL_FILES[kind])


def small(model_type: int) -> bytes:
    """So small that most changes hit more than a piece's name or score."""
    symbols = [("<unk>", 0, UNKNOWN), ("<s>", 0, CONTROL), ("<u>", 0, USER_DEFINED)]
    pieces = [
        *symbols,
        *((piece, -n, NORMAL) for n, piece in enumerate(["h", "e", "he", "▁", "▁h"])),
    ]
    tests = field(4, field(1, field(1, b"h") + field(2, b"h")))
    return shapes.written(pieces, model_type=model_type) + tests


def changed(chance: random.Random) -> bytes:
    """A trained or a small model with some bytes changed."""
    kind = chance.randrange(2)
    whole = (
        small(kind + 1)
        if chance.random() < 0.5
        else trained([*shapes.MODEL_FILES][kind])
    )
    return mutations.mutated_bytes(whole, chance)


def drawn(chance: random.Random) -> bytes:
    """A model of any type whose pieces, scores, kinds and rules are drawn by lot, as no training would give them."""
    with_bytes = chance.random() < 0.3
    pieces = [("<unk>", 0.0, UNKNOWN)] + [("<s>", 0.0, CONTROL)] * chance.randint(0, 1)
    pieces += (
        [(f"<0x{byte:02X}>", 0.0, BYTE) for byte in range(256)] if with_bytes else []
    )
    others = [piece for piece in PIECES if (piece, 0.0, CONTROL) not in pieces]
    for piece in chance.sample(others, chance.randint(2, 12)):
        score = chance.choice(
            [0.0, 1.0, -1.0, -2.0, -9 * chance.random(), -9 * chance.random()]
        )
        score = chance.uniform(-300_000, 200_000) if chance.random() < 0.1 else score
        pieces.append(
            (piece, score, chance.choice([NORMAL] * 8 + [USER_DEFINED, 0, 9]))
        )
    if chance.random() < 0.2:
        chance.shuffle(pieces)
    entries = [
        field(1, piece.encode()) + field(2, score) + field(3, type)
        for piece, score, type in pieces
    ]
    training = field(3, chance.choice([1, 1, 2])) + (
        field(35, 1) if with_bytes else b""
    )
    training += field(44, b" x ") if chance.random() < 0.2 else b""
    rules = field(1, b"identity")
    rules += b"".join(
        field(number, chance.choice(FLAGS))
        for number in (3, 4, 5)
        if chance.random() < 0.7
    )
    return b"".join(
        [*(field(1, entry) for entry in entries), field(2, training), field(3, rules)]
    )


def differing(chance: random.Random) -> str:
    """What a drawn model gives here that it does not give in sentencepiece; a ValueError here is an answer."""
    data = drawn(chance)
    try:
        ours = read_model(data)
    except ValueError:
        return ""
    theirs = SentencePieceProcessor(model_proto=data)
    for text in TEXTS:
        ids = ours.encode(text)
        if ids != theirs.encode(text) or ours.decode(ids) != theirs.decode(ids):
            return f"{text!a}: {ids}, there {theirs.encode(text)}, of {data!r}"
    return ""
