"""A tokenizer in few bytes, compressed by zlib.

First stands a line of JSON: `tokenizer.json` without its vocabulary, and the tokens.
Numbers follow, in planes: the lowest bytes of all, then the next ones. Planes compress
better than whole numbers, since their bytes are more alike.

    BPE                      two ids for each merge, of the left and the right token, in
                             three planes each
    Unigram                  the score of each piece, a float32 in four planes (or, if
                             that is not exact, a float64 in eight)
    WordPiece, WordLevel     no numbers

Merges mostly make tokens whose ids follow each other. Then the line has the id of the
`first` of these tokens, and leaves them out. Otherwise it says which ids are `made`.
"""

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import count, pairwise
from typing import Any, TypeVar

from minitok import AddedToken, Tokenizer
from minitok.added_tokens import AddedTokens
from minitok.interop.tiktoken import from_bpe
from minitok.models import BPE, Unigram, WordLevel, WordPiece
from minitok.patterns import CHAR_TO_BYTE

ID_BYTES = 3
MODELS = BPE, Unigram, WordPiece, WordLevel
Token = TypeVar("Token", str, bytes)


def write_tokenizer(tok: Tokenizer, encodings: Mapping[str, Any] = {}) -> bytes:
    """A tokenizer in few bytes. ValueError if its vocabulary has no such form.

    `encodings` has, by name, the options of each `tiktoken.Encoding` that uses the
    vocabulary: `pat_str` and `special_tokens`.
    """
    ids = tok.model.vocab
    tokens = sorted(ids, key=ids.__getitem__)
    has_gaps = max(ids.values(), default=-1) >= len(ids)
    if type(tok.model) not in MODELS or has_gaps:
        raise ValueError(f"there is no compact form of {tok.model}")
    data = tok.to_dict()
    vocab = data["model"].pop("vocab")
    head: dict[str, Any] = {
        "tokenizer": data,
        "special_tokens_map": dict(tok.special_tokens_map),
        "chat_template": tok.chat_template,
        "encodings": dict(encodings),
    }
    planes = b""
    if isinstance(tok.model, BPE):
        del data["model"]["merges"]
        made = _made(tok.model)
        if _can_join(tok.model, made):
            first = min(made, default=len(tokens))
            del tokens[first : first + len(made)]
            head["first"] = first
        else:
            head["made"] = made
        for side in zip(*tok.model.merges):
            side_ids = array("I", [ids[token] for token in side])
            planes += _to_planes(side_ids, ID_BYTES)
    elif isinstance(tok.model, Unigram):
        numbers = _score_array([score for _, score in vocab])
        head["scores"] = numbers.typecode
        planes = _to_planes(numbers, numbers.itemsize)
    head["tokens"] = tokens
    line = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(line.encode() + b"\n" + planes, 9)


def read_tokenizer(data: bytes, encoding: str | None = None) -> Tokenizer:
    """The tokenizer that `write_tokenizer` wrote.

    If it was written without added tokens, it is that of the encoding of tiktoken.
    """
    head, planes = _unpack(data)
    parts = head["tokenizer"]
    added = parts.pop("added_tokens")
    options = parts["model"]
    options["vocab"] = {}
    if options["type"] == "BPE":
        options["merges"] = []
    elif options["type"] == "Unigram":
        scores = array(head["scores"])
        scores = _from_planes(planes, scores.itemsize, scores.typecode)
        options["vocab"] = list(map(list, zip(head["tokens"], scores)))
    else:
        options["vocab"] = dict(zip(head["tokens"], count()))
    tok = Tokenizer.from_dict(parts)
    if isinstance(tok.model, BPE):
        tok.model = _with_merges(tok.model, head, planes)
        if encoding in head["encodings"] and not added:
            names = head["encodings"][encoding]
            special_tokens = names["special_tokens"]
            pattern = names["pat_str"]
            return from_bpe(tok.model, pattern=pattern, special_tokens=special_tokens)
    tok.added_tokens = _added_tokens(added)
    tok.special_tokens_map = head["special_tokens_map"]
    tok.chat_template = head["chat_template"]
    return tok


def read_ranks(data: bytes) -> dict[bytes, int] | None:
    """The tokens as bytes, and their ids; None if the tokenizer is not byte-level."""
    head, planes = _unpack(data)
    if head["tokenizer"]["model"]["type"] != "BPE":
        return None
    lefts, rights = _merges(planes)
    names = head["tokens"][: head["first"]]
    tokens = [bytes([CHAR_TO_BYTE[name]]) for name in names]
    _join(tokens, lefts, rights)
    return dict(zip(tokens, count()))


def read_encoding(data: bytes, name: str) -> dict[str, Any]:
    """The `pat_str` and `special_tokens` of an encoding of tiktoken."""
    head, _ = _unpack(data)
    return head["encodings"][name]  # type: ignore[no-any-return]


def _with_merges(model: BPE, head: dict[str, Any], planes: bytes) -> BPE:
    """A model with the tokens and merges, and the options of an empty one."""
    lefts, rights = _merges(planes)
    tokens = head["tokens"]
    made: Sequence[int] = head.get("made", ())
    if "first" in head:
        first = head["first"]
        made = range(first, first + len(lefts))
        last = tokens[first:]
        del tokens[first:]
        _join(tokens, lefts, rights)
        tokens += last
    vocab = dict(zip(tokens, count()))
    return model.with_merges(vocab, dict(zip(zip(lefts, rights), made)))


def _added_tokens(data: Iterable[dict[str, Any]]) -> AddedTokens:
    tokens = {}
    for options in data:
        id = options.pop("id")
        tokens[id] = AddedToken(**options)
    return AddedTokens(tokens)


def _score_array(scores: list[float]) -> "array[float]":
    single = array("f", scores)
    if single.tolist() == scores:
        return single
    return array("d", scores)


def _made(model: BPE) -> list[int]:
    """The id of the token that each merge makes."""
    start = len(model.continuing_subword_prefix or "")
    return [model.vocab[left + right[start:]] for left, right in model.merges]


def _can_join(model: BPE, made: list[int]) -> bool:
    """Whether each merge makes the next token, of tokens before it."""
    for id, merge in zip(made, model.merges):
        if id <= max(model.vocab[token] for token in merge):
            return False
    steps = {right - left for left, right in pairwise(made)}
    return steps <= {1} and not model.continuing_subword_prefix


def _join(tokens: list[Token], lefts: Iterable[int], rights: Iterable[int]) -> None:
    """Add the token that each merge makes."""
    for left, right in zip(lefts, rights):
        tokens.append(tokens[left] + tokens[right])


def _unpack(data: bytes) -> tuple[dict[str, Any], bytes]:
    line, _, planes = zlib.decompress(data).partition(b"\n")
    return json.loads(line), planes


def _merges(planes: bytes) -> tuple[list[int], list[int]]:
    half = len(planes) // 2
    lefts = _from_planes(planes[:half], ID_BYTES, "I")
    rights = _from_planes(planes[half:], ID_BYTES, "I")
    return lefts.tolist(), rights.tolist()


def _to_planes(numbers: "array[Any]", width: int) -> bytes:
    """The first `width` bytes of each number, from the lowest on, plane by plane."""
    if sys.byteorder == "big":
        numbers.byteswap()
    data = numbers.tobytes()
    return b"".join(data[place :: numbers.itemsize] for place in range(width))


def _from_planes(planes: bytes, width: int, typecode: str) -> "array[Any]":
    numbers: array[Any] = array(typecode)
    size = len(planes) // width
    data = bytearray(size * numbers.itemsize)
    for place in range(width):
        plane = planes[place * size : (place + 1) * size]
        data[place :: numbers.itemsize] = plane
    numbers.frombytes(bytes(data))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
