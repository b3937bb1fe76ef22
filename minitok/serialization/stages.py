"""Normalizers, pre-tokenizers and decoders in `tokenizer.json`: a table of each kind's types, and the way back."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from minitok import decoders, normalizers, pre_tokenizers
from minitok.pre_tokenizers import GPT2_PATTERN
from minitok.serialization.fields import Data, options, read_one

# Normalizers

BERT_NORMALIZER_OPTIONS = ("clean_text", "handle_chinese_chars", "strip_accents", "lowercase")

NORMALIZERS: dict[str, Callable[[Data], normalizers.Normalizer]] = {
    "NFC": lambda data: normalizers.NFC(),
    "NFD": lambda data: normalizers.NFD(),
    "NFKC": lambda data: normalizers.NFKC(),
    "NFKD": lambda data: normalizers.NFKD(),
    "Lowercase": lambda data: normalizers.Lowercase(),
    "StripAccents": lambda data: normalizers.StripAccents(),
    "Strip": lambda data: normalizers.Strip(
        **{name.removeprefix("strip_"): value for name, value in options(data, "strip_left", "strip_right").items()}
    ),
    "BertNormalizer": lambda data: normalizers.BertNormalizer(
        **options({"strip_accents": None, **data}, *BERT_NORMALIZER_OPTIONS)
    ),
    "Sequence": lambda data: normalizers.Sequence(
        read_one(NORMALIZERS, "normalizer", part) for part in data["normalizers"]
    ),
}


def write_normalizer(part: normalizers.Normalizer | None) -> dict[str, Any] | None:
    if isinstance(part, normalizers.Sequence):
        return {"type": "Sequence", "normalizers": [write_normalizer(one) for one in part.normalizers]}
    if isinstance(part, normalizers.Strip):
        return {"type": "Strip", "strip_left": part.left, "strip_right": part.right}
    if isinstance(part, normalizers.BertNormalizer):
        return {"type": "BertNormalizer"} | {name: getattr(part, name) for name in BERT_NORMALIZER_OPTIONS}
    return _write_plain(NORMALIZERS, part)


def _write_plain(readers: Mapping[str, object], part: object) -> dict[str, Any] | None:
    """A part that has no options: its type is all there is to say."""
    if part is not None and type(part).__name__ not in readers:
        raise ValueError(f"tokenizer.json has no place for {part!r}")
    return None if part is None else {"type": type(part).__name__}


# Pre-tokenizers

BEHAVIORS: dict[str, pre_tokenizers.Behavior] = {
    "Isolated": "isolated",
    "Removed": "removed",
    "MergedWithPrevious": "merged_with_previous",
    "MergedWithNext": "merged_with_next",
    "Contiguous": "contiguous",
}
THEIR_BEHAVIORS = {ours: theirs for theirs, ours in BEHAVIORS.items()}


def _read_split(data: Data) -> pre_tokenizers.Split:
    pattern = data["pattern"]
    regular_expression = pattern["Regex"] if "Regex" in pattern else re.escape(pattern["String"])
    return pre_tokenizers.Split(
        regular_expression, behavior=BEHAVIORS[data["behavior"]], invert=data.get("invert", False)
    )


def _read_byte_level(data: Data) -> pre_tokenizers.ByteLevel:
    pattern = GPT2_PATTERN if data.get("use_regex", True) else None
    return pre_tokenizers.ByteLevel(pattern, add_prefix_space=data["add_prefix_space"])


PRE_TOKENIZERS: dict[str, Callable[[Data], pre_tokenizers.PreTokenizer]] = {
    "Whitespace": lambda data: pre_tokenizers.Whitespace(),
    "WhitespaceSplit": lambda data: pre_tokenizers.WhitespaceSplit(),
    "BertPreTokenizer": lambda data: pre_tokenizers.BertPreTokenizer(),
    "Punctuation": lambda data: pre_tokenizers.Punctuation(
        behavior=BEHAVIORS[options({"behavior": "Isolated", **data}, "behavior")["behavior"]]
    ),
    "Digits": lambda data: pre_tokenizers.Digits(**options(data, "individual_digits")),
    "Metaspace": lambda data: pre_tokenizers.Metaspace(**_read_metaspace(data), split=data.get("split") is not False),
    "Split": _read_split,
    "ByteLevel": _read_byte_level,
    "Sequence": lambda data: pre_tokenizers.Sequence(
        read_one(PRE_TOKENIZERS, "pre-tokenizer", part) for part in data["pretokenizers"]
    ),
}


def write_pre_tokenizer(part: pre_tokenizers.PreTokenizer | None) -> dict[str, Any] | None:
    if isinstance(part, pre_tokenizers.Sequence):
        return {
            "type": "Sequence",
            "pretokenizers": [write_pre_tokenizer(one) for one in part.pre_tokenizers],
        }
    if isinstance(part, pre_tokenizers.ByteLevel):
        return _write_byte_level(part)
    if isinstance(part, pre_tokenizers.Metaspace):
        return _write_metaspace(part) | {"split": part.cuts}
    if isinstance(part, pre_tokenizers.Digits):
        return {"type": "Digits", "individual_digits": part.individual_digits}
    if isinstance(part, pre_tokenizers.Punctuation):
        return {"type": "Punctuation", "behavior": THEIR_BEHAVIORS[part.behavior]}
    if type(part) is pre_tokenizers.Split:
        return {
            "type": "Split",
            "pattern": {"Regex": part.pattern},
            "behavior": THEIR_BEHAVIORS[part.behavior],
            "invert": part.invert,
        }
    return _write_plain(PRE_TOKENIZERS, part)


def _read_metaspace(data: Data) -> dict[str, Any]:
    """Older files say `add_prefix_space`, which is overruled by `prepend_scheme` and must not contradict it."""
    known = "replacement", "prepend_scheme", "split", "add_prefix_space", "str_rep"
    said = options({"prepend_scheme": "always", **dict.fromkeys(known[2:]), **data}, *known)
    if said["add_prefix_space"] is False and said["prepend_scheme"] != "never":
        raise ValueError("Metaspace has add_prefix_space=False, which needs prepend_scheme='never' beside it")
    return {name: said[name] for name in known[:2]}


def _write_metaspace(part: pre_tokenizers.Metaspace | decoders.Metaspace) -> dict[str, Any]:
    return {"type": "Metaspace", "replacement": part.replacement, "prepend_scheme": part.prepend_scheme}


def _write_byte_level(part: pre_tokenizers.ByteLevel) -> dict[str, Any]:
    """There a byte-level pre-tokenizer knows GPT-2's pattern alone; any other takes a `Split` ahead of it."""
    data = {"type": "ByteLevel", "add_prefix_space": part.add_prefix_space, "trim_offsets": True}
    if part.pattern in (GPT2_PATTERN, None):
        return data | {"use_regex": part.pattern is not None}
    if part.add_prefix_space:
        raise ValueError(f"tokenizer.json cannot say add_prefix_space together with the pattern of {part}")
    split = pre_tokenizers.Split(part.pattern)
    return {"type": "Sequence", "pretokenizers": [write_pre_tokenizer(split), data | {"use_regex": False}]}


# Decoders

DECODERS: dict[str, Callable[[Data], decoders.Decoder]] = {
    "ByteLevel": lambda data: decoders.ByteLevel(),
    "BPEDecoder": lambda data: decoders.BPEDecoder(data["suffix"]),
    "WordPiece": lambda data: decoders.WordPiece(**options(data, "prefix", "cleanup")),
    "Metaspace": lambda data: decoders.Metaspace(**_read_metaspace(data)),
}


def write_decoder(part: decoders.Decoder | None) -> dict[str, Any] | None:
    if isinstance(part, decoders.ByteLevel):
        return {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
    if isinstance(part, decoders.BPEDecoder):
        return {"type": "BPEDecoder", "suffix": part.suffix}
    if isinstance(part, decoders.Metaspace):
        return _write_metaspace(part) | {"split": True}
    if isinstance(part, decoders.WordPiece):
        return {"type": "WordPiece", "prefix": part.prefix, "cleanup": part.cleanup}
    return _write_plain(DECODERS, part)
