"""Normalizers in `tokenizer.json`: a table of their types, and the way back."""

from collections.abc import Callable
from typing import Any

from minitok import normalizers
from minitok.serialization.expressions import read_pattern, write_pattern
from minitok.serialization.fields import Data, options, plain, read_one, write_plain

BERT_OPTIONS = ("clean_text", "handle_chinese_chars", "strip_accents", "lowercase")


def _read_strip(data: Data) -> normalizers.Strip:
    known = options(data, "strip_left", "strip_right")
    return normalizers.Strip(left=known["strip_left"], right=known["strip_right"])


def _read_replace(data: Data) -> normalizers.Replace:
    known = options(data, "pattern", "content")
    return normalizers.Replace(read_pattern(known["pattern"]), known["content"])


def _read_sequence(data: Data) -> normalizers.Sequence:
    parts = options(data, "normalizers")["normalizers"]
    return normalizers.Sequence(read_one(NORMALIZERS, "normalizer", part) for part in parts)


def _read_precompiled(data: Data) -> normalizers.Precompiled:
    from base64 import b64decode

    return normalizers.Precompiled(
        b64decode(options(data, "precompiled_charsmap")["precompiled_charsmap"], validate=True)
    )


NORMALIZERS: dict[str, Callable[[Data], normalizers.Normalizer]] = {
    "NFC": plain(normalizers.NFC),
    "NFD": plain(normalizers.NFD),
    "NFKC": plain(normalizers.NFKC),
    "NFKD": plain(normalizers.NFKD),
    "Lowercase": plain(normalizers.Lowercase),
    "StripAccents": plain(normalizers.StripAccents),
    "Strip": _read_strip,
    "Replace": _read_replace,
    "Prepend": lambda data: normalizers.Prepend(options(data, "prepend")["prepend"]),
    "BertNormalizer": lambda data: normalizers.BertNormalizer(
        **options({"strip_accents": None, **data}, *BERT_OPTIONS)
    ),
    "Precompiled": _read_precompiled,
    "Sequence": _read_sequence,
}


def write_normalizer(part: normalizers.Normalizer | None) -> dict[str, Any] | None:
    if isinstance(part, normalizers.Sequence):
        return {"type": "Sequence", "normalizers": [write_normalizer(one) for one in part.normalizers]}
    if isinstance(part, normalizers.Strip):
        return {"type": "Strip", "strip_left": part.left, "strip_right": part.right}
    if isinstance(part, normalizers.Replace):
        return {"type": "Replace", "pattern": write_pattern(part.pattern), "content": part.content}
    if isinstance(part, normalizers.Prepend):
        return {"type": "Prepend", "prepend": part.chars}
    if isinstance(part, normalizers.BertNormalizer):
        return {"type": "BertNormalizer"} | {name: getattr(part, name) for name in BERT_OPTIONS}
    if isinstance(part, normalizers.Precompiled):
        from base64 import b64encode

        return {"type": "Precompiled", "precompiled_charsmap": b64encode(part.charsmap.data).decode()}
    return write_plain(NORMALIZERS, part)
