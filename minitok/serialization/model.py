"""Models in `tokenizer.json`: a table of their types, and the way back."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from minitok import models
from minitok.serialization.fields import Data, only, options, read_one
from minitok.steps import Pair

WORD_PIECE_OPTIONS = ("unk_token", "continuing_subword_prefix", "max_input_chars_per_word")
BPE_OPTIONS = {
    "unk_token": None,
    "end_of_word_suffix": None,
    "fuse_unk": False,
    "byte_fallback": False,
    "ignore_merges": False,
}
BPE_UNSET = {"dropout": None, "continuing_subword_prefix": None}


def read_model(data: Data) -> models.Model:
    return read_one(MODELS, "model", {"type": _type_of(data), **data})


def _type_of(data: Data) -> str:
    """What kind of model it is; older files do not say, but their options do."""
    if "type" in data or "vocab" not in data:
        return str(data["type"])
    if "merges" in data:
        return "BPE"
    if "max_input_chars_per_word" in data:
        return "WordPiece"
    return "WordLevel" if isinstance(data["vocab"], Mapping) else "Unigram"


def _read_bpe(data: Data) -> models.BPE:
    """Older files write "" for what is not set."""
    only({name: data.get(name) or None for name in BPE_UNSET}, "model BPE", **BPE_UNSET)
    given = {name: value for name, value in data.items() if name not in BPE_UNSET and value is not None}
    known = options({**BPE_OPTIONS, **given}, "vocab", "merges", *BPE_OPTIONS)
    return models.BPE(**{**known, "merges": list(_read_merges(known["merges"]))})


def _read_merges(merges: list[Any]) -> Iterator[Pair]:
    """Merges as pairs or, in older files, as lines of two tokens, among which a `#version` may stand."""
    for merge in merges:
        if isinstance(merge, str) and merge.startswith("#version"):
            continue
        parts = merge.split(" ") if isinstance(merge, str) else merge
        if len(parts) != 2:
            raise ValueError(f"the merge {merge!r} does not join two tokens: write it as a pair")
        yield parts[0], parts[1]


MODELS: dict[str, Callable[[Data], models.Model]] = {
    "BPE": _read_bpe,
    "WordLevel": lambda data: models.WordLevel(**options(data, "vocab", "unk_token")),
    "WordPiece": lambda data: models.WordPiece(**options(data, "vocab", *WORD_PIECE_OPTIONS)),
    "Unigram": lambda data: models.Unigram(
        **options({"unk_id": None, "byte_fallback": False, **data}, "vocab", "unk_id", "byte_fallback")
    ),
}


def write_model(model: models.Model) -> dict[str, Any]:
    data: dict[str, Any] = {"type": type(model).__name__}
    if isinstance(model, models.BPE):
        data |= BPE_UNSET | {name: getattr(model, name) for name in BPE_OPTIONS}
        return data | {"vocab": dict(model.vocab), "merges": [list(merge) for merge in model.merges]}
    if isinstance(model, models.WordLevel):
        return data | {"vocab": dict(model.vocab), "unk_token": model.unk_token}
    if isinstance(model, models.Unigram):
        data |= {"unk_id": model.unk_id, "byte_fallback": model.byte_fallback}
        return data | {"vocab": [list(piece) for piece in model.pieces]}
    if isinstance(model, models.WordPiece):
        return data | {name: getattr(model, name) for name in WORD_PIECE_OPTIONS} | {"vocab": dict(model.vocab)}
    raise ValueError(f"tokenizer.json has no place for {model!r}")
