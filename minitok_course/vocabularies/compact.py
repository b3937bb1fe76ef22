"""A tokenizer in few bytes, compressed by zlib.

First stands a line of JSON: `tokenizer.json` without its vocabulary, and the tokens
that no merge makes. Numbers follow, in planes: the lowest bytes of all, then the next
ones. Planes compress better than whole numbers, since their bytes are more alike.

    BPE                      two ids for each merge, of the left and the right token, in
                             three planes each; a merge makes the next token
    Unigram                  the score of each piece, a float32, in four planes
    WordPiece, WordLevel     no numbers
"""

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from minitok import Tokenizer
from minitok.interop.tiktoken import from_bpe
from minitok.models import BPE, Unigram
from minitok.patterns import CHAR_TO_BYTE

ID_BYTES = 3
Token = TypeVar("Token", str, bytes)


def write_tokenizer(tok: Tokenizer, encodings: Mapping[str, Any] = {}) -> bytes:
    """A tokenizer in few bytes. ValueError if its vocabulary has no such form.

    `encodings` has, by name, the options of each `tiktoken.Encoding` that uses the
    vocabulary: `pat_str` and `special_tokens`.
    """
    data = tok.to_dict()
    vocab = data["model"].pop("vocab")
    tokens = sorted(tok.model.vocab, key=tok.model.vocab.__getitem__)
    head: dict[str, Any] = {
        "tokenizer": data,
        "special_tokens_map": dict(tok.special_tokens_map),
        "chat_template": tok.chat_template,
        "encodings": dict(encodings),
        "merges": 0,
        "tokens": tokens,
        "last_tokens": [],
    }
    planes = b""
    if isinstance(tok.model, BPE):
        del data["model"]["merges"]
        first = _first_merged(tok.model)
        count = len(tok.model.merges)
        head["merges"] = count
        head["tokens"] = tokens[:first]
        head["last_tokens"] = tokens[first + count :]
        ids = tok.model.vocab
        for side in zip(*tok.model.merges):
            numbers = array("I", [ids[token] for token in side])
            planes += _to_planes(numbers, ID_BYTES)
    elif isinstance(tok.model, Unigram):
        planes = _to_planes(array("f", [score for _, score in vocab]), 4)
    line = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(line.encode() + b"\n" + planes, 9)


def read_tokenizer(data: bytes, encoding: str | None = None) -> Tokenizer:
    """The tokenizer that `write_tokenizer` wrote.

    If it was written without added tokens, it is that of the encoding of tiktoken.
    """
    head, planes = _unpack(data)
    parts = head["tokenizer"]
    model = parts["model"]
    tokens = head["tokens"]
    if model["type"] == "BPE":
        merges = _join(tokens, *_merges(head, planes))
        tokens += head["last_tokens"]
        model["merges"] = [list(pair) for pair in merges]
    if model["type"] == "Unigram":
        scores = _from_planes(planes, 4, "f")
        model["vocab"] = [list(piece) for piece in zip(tokens, scores)]
    else:
        model["vocab"] = {token: id for id, token in enumerate(tokens)}
    if encoding in head["encodings"] and not parts["added_tokens"]:
        bpe = BPE(model["vocab"], merges, ignore_merges=True)
        options = head["encodings"][encoding]
        return from_bpe(
            bpe, pattern=options["pat_str"], special_tokens=options["special_tokens"]
        )
    tok = Tokenizer.from_dict(parts)
    tok.special_tokens_map = head["special_tokens_map"]
    tok.chat_template = head["chat_template"]
    return tok


def read_ranks(data: bytes) -> dict[bytes, int] | None:
    """The tokens as bytes, and their ids; None if the tokenizer is not byte-level."""
    head, planes = _unpack(data)
    if head["tokenizer"]["model"]["type"] != "BPE":
        return None
    tokens = [bytes([CHAR_TO_BYTE[token]]) for token in head["tokens"]]
    _join(tokens, *_merges(head, planes))
    return {token: id for id, token in enumerate(tokens)}


def read_encoding(data: bytes, name: str) -> dict[str, Any]:
    """The `pat_str` and `special_tokens` of an encoding of tiktoken."""
    head, _ = _unpack(data)
    return head["encodings"][name]  # type: ignore[no-any-return]


def _first_merged(model: BPE) -> int:
    """The id of what the first merge makes. ValueError if others don't follow it."""
    made = [model.vocab[left + right] for left, right in model.merges]
    if not made or made != list(range(made[0], made[0] + len(made))):
        raise ValueError(f"the merges of {model} don't make its tokens in order")
    return made[0]


def _join(
    tokens: list[Token], lefts: Iterable[int], rights: Iterable[int]
) -> list[tuple[Token, Token]]:
    """Add the token that each merge makes to `tokens`. Returns the merges."""
    merges = []
    for left, right in zip(lefts, rights):
        pair = tokens[left], tokens[right]
        merges.append(pair)
        tokens.append(pair[0] + pair[1])
    return merges


def _unpack(data: bytes) -> tuple[dict[str, Any], bytes]:
    line, _, planes = zlib.decompress(data).partition(b"\n")
    return json.loads(line), planes


def _merges(head: dict[str, Any], planes: bytes) -> tuple[Sequence[int], Sequence[int]]:
    half = ID_BYTES * head["merges"]
    lefts = _from_planes(planes[:half], ID_BYTES, "I")
    rights = _from_planes(planes[half:], ID_BYTES, "I")
    return lefts, rights


def _to_planes(numbers: "array[Any]", width: int) -> bytes:
    """The first `width` bytes of each number, from the lowest on, plane by plane."""
    if sys.byteorder == "big":
        numbers.byteswap()
    data = numbers.tobytes()
    return b"".join(data[place :: numbers.itemsize] for place in range(width))


def _from_planes(planes: bytes, width: int, typecode: str) -> "array[Any]":
    numbers: array[Any] = array(typecode)
    count = len(planes) // width
    data = bytearray(count * numbers.itemsize)
    for place in range(width):
        plane = planes[place * count : (place + 1) * count]
        data[place :: numbers.itemsize] = plane
    numbers.frombytes(bytes(data))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
