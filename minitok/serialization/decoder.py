"""Decoders in `tokenizer.json`: a table of their types, and the way back."""

from collections.abc import Callable
from typing import Any

from minitok import decoders
from minitok.serialization.expressions import read_pattern, write_pattern
from minitok.serialization.fields import Data, options, plain, read_one, write_plain
from minitok.serialization.spaces import read_metaspace, write_metaspace

BYTE_LEVEL = {"add_prefix_space": True, "trim_offsets": True, "use_regex": True}
"""Options that a byte-level decoder is written with, and that change nothing."""


def _read_byte_level(data: Data) -> decoders.ByteLevel:
    options({**BYTE_LEVEL, **data}, *BYTE_LEVEL)
    return decoders.ByteLevel()


def _read_replace(data: Data) -> decoders.Replace:
    known = options(data, "pattern", "content")
    return decoders.Replace(read_pattern(known["pattern"]), known["content"])


def _read_strip(data: Data) -> decoders.Strip:
    known = options(data, "content", "start", "stop")
    return decoders.Strip(known["content"], left=known["start"], right=known["stop"])


def _read_sequence(data: Data) -> decoders.Sequence:
    parts = options(data, "decoders")["decoders"]
    return decoders.Sequence(read_one(DECODERS, "decoder", part) for part in parts)


DECODERS: dict[str, Callable[[Data], decoders.Decoder]] = {
    "ByteFallback": plain(decoders.ByteFallback),
    "ByteLevel": _read_byte_level,
    "BPEDecoder": lambda data: decoders.BPEDecoder(**options(data, "suffix")),
    "Fuse": plain(decoders.Fuse),
    "Metaspace": lambda data: decoders.Metaspace(**read_metaspace(data)),
    "Replace": _read_replace,
    "Sequence": _read_sequence,
    "Strip": _read_strip,
    "WordPiece": lambda data: decoders.WordPiece(**options(data, "prefix", "cleanup")),
}


def write_decoder(part: decoders.Decoder | None) -> dict[str, Any] | None:
    if isinstance(part, decoders.Sequence):
        return {"type": "Sequence", "decoders": [write_decoder(one) for one in part.decoders]}
    if isinstance(part, decoders.ByteLevel):
        return {"type": "ByteLevel", **BYTE_LEVEL}
    if isinstance(part, decoders.BPEDecoder):
        return {"type": "BPEDecoder", "suffix": part.suffix}
    if isinstance(part, decoders.Metaspace):
        return write_metaspace(part) | {"split": True}
    if isinstance(part, decoders.WordPiece):
        return {"type": "WordPiece", "prefix": part.prefix, "cleanup": part.cleanup}
    if isinstance(part, decoders.Replace):
        return {"type": "Replace", "pattern": write_pattern(part.pattern), "content": part.content}
    if isinstance(part, decoders.Strip):
        return {"type": "Strip", "content": part.content, "start": part.left, "stop": part.right}
    return write_plain(DECODERS, part)
