"""Models in `tokenizer.json`: a table of their types, and the way back."""

from collections.abc import Callable
from typing import Any

from minitok import models
from minitok.serialization.fields import Data, only, options

WORD_PIECE_OPTIONS = ("unk_token", "continuing_subword_prefix", "max_input_chars_per_word")
BPE_OPTIONS = ("unk_token", "end_of_word_suffix", "byte_fallback", "ignore_merges")


def _read_bpe(data: Data) -> models.BPE:
    only(data, "model BPE", dropout=None, continuing_subword_prefix=None, fuse_unk=False)
    merges = (merge.split(" ") if isinstance(merge, str) else merge for merge in data["merges"])
    pairs = [(left, right) for left, right in merges]
    return models.BPE(data["vocab"], pairs, **{name: data[name] for name in BPE_OPTIONS if name in data})


MODELS: dict[str, Callable[[Data], models.Model]] = {
    "BPE": _read_bpe,
    "WordLevel": lambda data: models.WordLevel(data["vocab"], unk_token=data["unk_token"]),
    "WordPiece": lambda data: models.WordPiece(**options(data, "vocab", *WORD_PIECE_OPTIONS)),
    "Unigram": lambda data: models.Unigram(
        **options({"unk_id": None, "byte_fallback": False, **data}, "vocab", "unk_id", "byte_fallback")
    ),
}


def write_model(model: models.Model) -> dict[str, Any]:
    data: dict[str, Any] = {"type": type(model).__name__}
    if isinstance(model, models.BPE):
        data |= {"dropout": None, "continuing_subword_prefix": None, "fuse_unk": False}
        data |= {name: getattr(model, name) for name in BPE_OPTIONS}
        return data | {"vocab": dict(model.vocab), "merges": [list(merge) for merge in model.merges]}
    if isinstance(model, models.WordLevel):
        return data | {"vocab": dict(model.vocab), "unk_token": model.unk_token}
    if isinstance(model, models.Unigram):
        data |= {"unk_id": model.unk_id, "byte_fallback": model.byte_fallback}
        return data | {"vocab": [list(piece) for piece in model.pieces]}
    if isinstance(model, models.WordPiece):
        return data | {name: getattr(model, name) for name in WORD_PIECE_OPTIONS} | {"vocab": dict(model.vocab)}
    raise ValueError(f"tokenizer.json has no place for {model!r}")
