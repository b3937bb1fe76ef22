"""Pre-tokenizers in `tokenizer.json`: a table of their types, and the way back."""

from collections.abc import Callable
from typing import Any

from minitok import pre_tokenizers
from minitok.pre_tokenizers import GPT2_PATTERN
from minitok.serialization.expressions import read_pattern, write_pattern
from minitok.serialization.fields import Data, options, plain, read_one, write_plain
from minitok.serialization.spaces import read_metaspace, write_metaspace

BEHAVIORS: dict[str, pre_tokenizers.Behavior] = {
    "Isolated": "isolated",
    "Removed": "removed",
    "MergedWithPrevious": "merged_with_previous",
    "MergedWithNext": "merged_with_next",
    "Contiguous": "contiguous",
}
THEIR_BEHAVIORS = {ours: theirs for theirs, ours in BEHAVIORS.items()}


def _read_split(data: Data) -> pre_tokenizers.Split:
    known = options({"invert": False, **data}, "pattern", "behavior", "invert")
    return pre_tokenizers.Split(
        read_pattern(known["pattern"]), behavior=BEHAVIORS[known["behavior"]], invert=known["invert"]
    )


def _read_punctuation(data: Data) -> pre_tokenizers.Punctuation:
    known = options({"behavior": "Isolated", **data}, "behavior")
    return pre_tokenizers.Punctuation(behavior=BEHAVIORS[known["behavior"]])


def _read_byte_level(data: Data) -> pre_tokenizers.ByteLevel:
    """Older files say no `use_regex`. `trim_offsets` is for the post-processor of this name; here it does nothing."""
    known = options({"use_regex": True, "trim_offsets": True, **data}, "add_prefix_space", "use_regex", "trim_offsets")
    return pre_tokenizers.ByteLevel(GPT2_PATTERN if known["use_regex"] else None, known["add_prefix_space"])


def _read_sequence(data: Data) -> pre_tokenizers.Sequence:
    parts = options(data, "pretokenizers")["pretokenizers"]
    return pre_tokenizers.Sequence(read_one(PRE_TOKENIZERS, "pre-tokenizer", part) for part in parts)


PRE_TOKENIZERS: dict[str, Callable[[Data], pre_tokenizers.PreTokenizer]] = {
    "Whitespace": plain(pre_tokenizers.Whitespace),
    "WhitespaceSplit": plain(pre_tokenizers.WhitespaceSplit),
    "BertPreTokenizer": plain(pre_tokenizers.BertPreTokenizer),
    "Punctuation": _read_punctuation,
    "Digits": lambda data: pre_tokenizers.Digits(**options(data, "individual_digits")),
    "Metaspace": lambda data: pre_tokenizers.Metaspace(**read_metaspace(data), split=data.get("split") is not False),
    "Split": _read_split,
    "ByteLevel": _read_byte_level,
    "Sequence": _read_sequence,
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
        return write_metaspace(part) | {"split": part.cuts}
    if isinstance(part, pre_tokenizers.Digits):
        return {"type": "Digits", "individual_digits": part.individual_digits}
    if isinstance(part, pre_tokenizers.Punctuation):
        return {"type": "Punctuation", "behavior": THEIR_BEHAVIORS[part.behavior]}
    if type(part) is pre_tokenizers.Split:
        return {
            "type": "Split",
            "pattern": write_pattern(part.pattern),
            "behavior": THEIR_BEHAVIORS[part.behavior],
            "invert": part.invert,
        }
    return write_plain(PRE_TOKENIZERS, part)


def _write_byte_level(part: pre_tokenizers.ByteLevel) -> dict[str, Any]:
    """There a byte-level pre-tokenizer knows GPT-2's pattern alone; any other takes a `Split` ahead of it."""
    data = {"type": "ByteLevel", "add_prefix_space": part.add_prefix_space, "trim_offsets": True}
    if part.pattern in (GPT2_PATTERN, None):
        return data | {"use_regex": part.pattern is not None}
    if part.add_prefix_space:
        raise ValueError(f"tokenizer.json cannot say add_prefix_space together with the pattern of {part}")
    split = pre_tokenizers.Split(part.pattern)
    return {"type": "Sequence", "pretokenizers": [write_pre_tokenizer(split), data | {"use_regex": False}]}
