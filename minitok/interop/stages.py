"""The parts of each stage, by their types in `tokenizer.json`: to add a part, add it to the table of its stage.

Its name is enough if its fields have the same names and values in the file. The functions are for the others; they
may change the dictionary that they are given, a copy.
"""

import re
from typing import Any

from minitok import decoders, models, normalizers, pre_tokenizers, processors
from minitok.encoding import Padding, Truncation
from minitok.interop import parts, sentencepiece_parts
from minitok.interop.shapes import (
    Data,
    Shape,
    Stage,
    array,
    checked,
    field_types,
    mapping,
)
from minitok.patterns import GPT2_PATTERN
from minitok.validation import check_char, format_value


def _same(module: Any, *names: str, **options: Any) -> dict[str, Shape]:
    return {name: Shape(getattr(module, name), **options) for name in names}


def _without_unset(data: Data) -> Data:
    """Leave out null, and the `""` that older files write for a token that is not set."""
    unset = [
        (name, "")
        for name in ("unk_token", "continuing_subword_prefix", "end_of_word_suffix")
    ]
    return {
        name: value
        for name, value in data.items()
        if value is not None and (name, value) not in unset
    }


NORMALIZERS = {
    **_same(
        normalizers,
        "NFC",
        "NFD",
        "NFKC",
        "NFKD",
        "Lowercase",
        "StripAccents",
        "Replace",
        "Sequence",
        "ByteLevel",
    ),
    "Strip": Shape(normalizers.Strip, {"left": "strip_left", "right": "strip_right"}),
    "Prepend": Shape(parts.Prepend, {"chars": "prepend"}),
    "BertNormalizer": Shape(normalizers.BertNormalizer, optional=("strip_accents",)),
    "Precompiled": Shape(parts.Precompiled, {"charsmap": "precompiled_charsmap"}),
    **_same(sentencepiece_parts, "SentencePieceNormalizer"),
}


def _read_bytes(data: Data) -> Data:
    """Older files have no `use_regex`."""
    use_regex = checked(data.pop("use_regex", True), bool, "use_regex")
    return data | {"pattern": GPT2_PATTERN if use_regex else None}


def _write_bytes(data: Data) -> Data:
    """`ByteLevel` knows only GPT-2's pattern in the file; for any other a `Split` is written before it."""
    pattern = data.pop("pattern")
    data["use_regex"] = pattern == GPT2_PATTERN
    if pattern in (GPT2_PATTERN, None):
        return data
    if data["add_prefix_space"]:
        raise ValueError(
            f"tokenizer.json cannot say add_prefix_space together with the pattern {pattern!r}"
        )
    return {
        "type": "Sequence",
        "pretokenizers": [
            STAGES["pre_tokenizer"].write(pre_tokenizers.Split(pattern)),
            data,
        ],
    }


def _read_metaspace(data: Data) -> Data:
    """Older files have `add_prefix_space`; `prepend_scheme` overrules it, and must not contradict it."""
    if (
        data.pop("add_prefix_space", None) is False
        and data.get("prepend_scheme") != "never"
    ):
        raise ValueError(
            "Metaspace has add_prefix_space=False, which needs prepend_scheme='never' beside it"
        )
    data.pop("str_rep", None)
    return data


def _read_delimiter(data: Data) -> Data:
    """A `Split` by another name, which removes one character."""
    delimiter = check_char(data.pop("delimiter"), "delimiter")
    return data | {
        "pattern": {"String": delimiter},
        "behavior": "Removed",
        "invert": False,
    }


PRE_TOKENIZERS = {
    **_same(
        pre_tokenizers,
        "Whitespace",
        "WhitespaceSplit",
        "BertPreTokenizer",
        "Digits",
        "Split",
    ),
    "CharDelimiterSplit": Shape(pre_tokenizers.Split, read=_read_delimiter),
    "Punctuation": Shape(pre_tokenizers.Punctuation, optional=("behavior",)),
    "Sequence": Shape(pre_tokenizers.Sequence, {"pre_tokenizers": "pretokenizers"}),
    "ByteLevel": Shape(
        pre_tokenizers.ByteLevel,
        ignored={"trim_offsets": True},
        read=_read_bytes,
        write=_write_bytes,
    ),
    "Metaspace": Shape(
        pre_tokenizers.Metaspace,
        optional=("prepend_scheme", "split"),
        read=_read_metaspace,
    ),
}


def _read_template(data: Data) -> Data:
    """`[{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}]` → `[CLS] $A`."""
    ids: dict[str, Any] = {}
    pieces: dict[str, list[str]] = {}  # each becomes as many special tokens as it has
    for name, piece in mapping(data["special_tokens"]).items():
        checked(piece["id"], str, "id")
        pieces[name] = [
            checked(token, str, "tokens") for token in array(piece["tokens"])
        ]
        if len(pieces[name]) != len(array(piece["ids"])):
            raise ValueError(
                f"the special token {name!r} has not as many tokens as ids"
            )
        for token, id in zip(pieces[name], piece["ids"]):
            if ids.setdefault(token, id) != id:
                raise ValueError(
                    f"minitok has no template in which {token!r} has two ids, {ids[token]} and {id}"
                )

    def slot(written: Any) -> str:
        ((kind, slot),) = mapping(written).items()
        name, type_id = (
            checked(slot["id"], str, "id"),
            checked(slot["type_id"], int, "type_id"),
        )
        names = pieces.get(name, [name])
        if kind == "Sequence" and name in ("A", "B"):
            names = [f"${name}"]
        elif kind != "SpecialToken" or any(
            re.search(r"^$|^\$|\s", token) for token in names
        ):
            raise ValueError(
                f"{format_value(written)} is neither the Sequence A or B, nor a SpecialToken without space or $"
            )
        return " ".join(
            f"{name}:{type_id}" if type_id or name[-1].isdigit() else name
            for name in names
        )

    templates = {
        name: " ".join(map(slot, array(data[name]))) for name in ("single", "pair")
    }
    return data | templates | {"special_tokens": [*ids.items()]}


def _write_template(data: Data) -> Data:
    template = processors.TemplateProcessing(
        data["single"], data["pair"], data["special_tokens"]
    )

    def written(slot: processors.Slot) -> Data:
        kind, id = (
            ("Sequence", "AB"[slot.sequence])
            if slot.token is None
            else ("SpecialToken", slot.token)
        )
        return {kind: {"id": id, "type_id": slot.type_id}}

    slots = {
        name: list(map(written, template.slots(pair=name == "pair")))
        for name in ("single", "pair")
    }
    ids = {
        name: {"id": name, "ids": [id], "tokens": [name]}
        for name, id in sorted(data["special_tokens"])
    }
    return data | slots | {"special_tokens": ids}


def _read_bert(data: Data, pair: str = "{cls} $A {sep} $B:1 {sep}:1") -> Data:
    """An old kind, now a template: `{"sep": ["[SEP]", 102], "cls": ["[CLS]", 101]}` → `[CLS] $A [SEP]`."""
    tokens = data.pop("sep"), data.pop("cls")
    (sep, _), (cls, _) = map(array, tokens)
    if wrong := [
        token for token in (sep, cls) if re.search(r"^$|^\$|\s|:\d+$", str(token))
    ]:
        raise ValueError(
            f"{format_value(wrong[0])} can't be in a template: it is empty, or has a space, a $ or a number at :"
        )
    return data | {
        "single": f"{cls} $A {sep}",
        "pair": pair.format(cls=cls, sep=sep),
        "special_tokens": tokens,
    }


def _read_roberta(data: Data) -> Data:
    """An old kind, now a `ByteLevel` with the same options and a template."""
    tokens = {name: data.pop(name) for name in ("sep", "cls")}
    template = _write_template(_read_bert(tokens, "{cls} $A {sep} {sep} $B {sep}"))
    return {
        "processors": [
            {"type": "ByteLevel", **data},
            {"type": "TemplateProcessing", **template},
        ]
    }


POST_PROCESSORS = {
    "Sequence": Shape(processors.Sequence),
    "ByteLevel": Shape(
        processors.ByteLevel, {}, ("use_regex",), ignored={"use_regex": True}
    ),
    "TemplateProcessing": Shape(
        processors.TemplateProcessing, read=_read_template, write=_write_template
    ),
    "BertProcessing": Shape(processors.TemplateProcessing, read=_read_bert),
    "RobertaProcessing": Shape(processors.Sequence, read=_read_roberta),
}

BYTE_OPTIONS = ("add_prefix_space", "trim_offsets", "use_regex")
DECODERS = {
    **_same(decoders, "ByteFallback", "BPEDecoder", "Replace", "Sequence", "WordPiece"),
    "Fuse": Shape(parts.Fuse),
    "ByteLevel": Shape(
        decoders.ByteLevel,
        {},
        ("use_regex",),
        ignored=dict.fromkeys(BYTE_OPTIONS, True),
    ),
    "Strip": Shape(decoders.Strip, {"left": "start", "right": "stop"}),
    **_same(sentencepiece_parts, "SentencePieceDecoder"),
    "Metaspace": Shape(
        decoders.Metaspace,
        {},
        ("prepend_scheme", "split"),
        {"split": True},
        read=_read_metaspace,
    ),
}


def _vocab_last(data: Data) -> Data:
    first, last = ("type", "dropout", "continuing_subword_prefix"), ("vocab", "merges")
    return {
        name: data[name]
        for name in sorted(data, key=lambda name: (name in last, name not in first))
    }


MODELS = {
    **_same(models, "WordLevel", "WordPiece", write=_vocab_last),
    **_same(parts, "TiktokenBPE", write=_vocab_last),
    **_same(
        sentencepiece_parts, "SentencePieceBPE", "SentencePieceWords", write=_vocab_last
    ),
    "SentencePieceUnigram": Shape(
        sentencepiece_parts.SentencePieceUnigram, {"pieces": "vocab"}, write=_vocab_last
    ),
    "BPE": Shape(
        models.BPE,
        {},
        tuple(field_types(models.BPE))[2:],
        read=_without_unset,
        write=_vocab_last,
    ),
    "Unigram": Shape(
        models.Unigram,
        {"pieces": "vocab"},
        optional=("unk_id", "byte_fallback"),
        write=_vocab_last,
    ),
}


def _read_length(data: Data) -> Data:
    strategy = data.pop("strategy")
    if strategy == "BatchLongest":
        return data | {"length": None}
    ((fixed, length),) = mapping(strategy).items()
    return data | {
        "length" if fixed == "Fixed" and length is not None else fixed: length
    }


def _write_length(data: Data) -> Data:
    length = data.pop("length")
    return {"strategy": "BatchLongest" if length is None else {"Fixed": length}, **data}


PADDING = Shape(
    Padding, {}, ("pad_to_multiple_of",), read=_read_length, write=_write_length
)
STAGES = {
    "truncation": Stage(
        "truncation", {"truncation": Shape(Truncation, optional=("direction",))}
    ),
    "padding": Stage("padding", {"padding": PADDING}),
    "normalizer": Stage("normalizer", NORMALIZERS),
    "pre_tokenizer": Stage("pre-tokenizer", PRE_TOKENIZERS),
    "post_processor": Stage("post-processor", POST_PROCESSORS),
    "decoder": Stage("decoder", DECODERS),
    "model": Stage("model", MODELS),
}
"""The stages, in the order of the file."""
