"""`tokenizer.json`, the file format of Hugging Face's `tokenizers`: what minitok writes of it, reads, and refuses.

What is read must encode as it would there. So anything that minitok does not have is refused by its name; it is
never passed over.
"""

import os
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from minitok import decoders, models, normalizers, pre_tokenizers
from minitok.added_tokens import AddedTokens
from minitok.models.base import tokens_by_id
from minitok.pre_tokenizers import GPT2_PATTERN

Data = Mapping[str, Any]
Part = TypeVar("Part")


class Parts(NamedTuple):
    """The parts of a tokenizer."""

    model: models.Model
    normalizer: normalizers.Normalizer | None = None
    pre_tokenizer: pre_tokenizers.PreTokenizer | None = None
    decoder: decoders.Decoder | None = None
    added_tokens: AddedTokens = AddedTokens()


ADDED_TOKEN_OPTIONS = {
    "single_word": False,
    "lstrip": False,
    "rstrip": False,
    "normalized": False,
    "special": True,
}


def write(parts: Parts) -> dict[str, Any]:
    """The parts of a tokenizer as data."""
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": id, "content": content, **ADDED_TOKEN_OPTIONS}
            for content, id in sorted(parts.added_tokens.ids.items(), key=lambda item: item[1])
        ],
        "normalizer": _write_normalizer(parts.normalizer),
        "pre_tokenizer": _write_pre_tokenizer(parts.pre_tokenizer),
        "post_processor": None,
        "decoder": _write_decoder(parts.decoder),
        "model": _write_model(parts.model),
    }


def read(data: Data) -> Parts:
    """The parts of a tokenizer from data; ValueError, naming what is wrong, if it is damaged or not for minitok."""
    if not isinstance(data, Mapping) or "model" not in data:
        raise ValueError('this is no tokenizer.json: it has no "model"')
    try:
        _only(data, "tokenizer", truncation=None, padding=None, post_processor=None)
        for token in data.get("added_tokens") or ():
            _only(token, f"added token {token['content']!r}", **ADDED_TOKEN_OPTIONS)
        added_tokens = AddedTokens({token["content"]: token["id"] for token in data.get("added_tokens") or ()})
        model = _read_one(MODELS, "model", data["model"])
        for token, id in added_tokens.ids.items():
            if model.vocab.get(token, id) != id:
                raise ValueError(f"the added token {token!r} has the id {id}, but in the model {model.vocab[token]}")
        tokens_by_id({**model.vocab, **added_tokens.ids})
        return Parts(
            model,
            _read(NORMALIZERS, "normalizer", data.get("normalizer")),
            _read(PRE_TOKENIZERS, "pre-tokenizer", data.get("pre_tokenizer")),
            _read(DECODERS, "decoder", data.get("decoder")),
            added_tokens,
        )
    except KeyError as error:
        raise ValueError(f"this tokenizer.json is damaged: {error} is missing") from error
    except (AttributeError, TypeError) as error:
        raise ValueError(f"this tokenizer.json is damaged: {error}") from error


def save(data: Data, path: str | os.PathLike[str]) -> None:
    """Write data as JSON, under another name first, so that a failure leaves what was there as it was."""
    import json

    text = json.dumps(data, ensure_ascii=False, indent=2)
    if pair := re.search("[\ud800-\udbff][\udc00-\udfff]", text):
        raise ValueError(f"JSON reads the two surrogates {pair.group()!a} as one character: it cannot hold this token")
    unfinished = f"{os.fspath(path)}.unfinished"
    with open(unfinished, "wb") as file:
        file.write(text.encode("utf-8", "backslashreplace"))  # a lone surrogate as JSON writes it, \\ud800
    os.replace(unfinished, path)


def load(path: str | os.PathLike[str]) -> Any:
    """Read JSON; ValueError on a file that is not."""
    import json

    with open(path, encoding="utf-8") as file:
        return json.load(file)


def _only(data: Data, what: str, **known: Any) -> None:
    """Refuse an option that is set to anything but its known value."""
    for name, value in known.items():
        if data.get(name, value) not in (value, None):
            raise ValueError(f"minitok has no {name}={data[name]!r} for the {what}: only {name}={value!r}")


def _options(data: Data, *names: str) -> dict[str, Any]:
    """The options of a part by name; ValueError, naming it, on one that minitok does not have."""
    for name in data:
        if name not in ("type", *names):
            raise ValueError(f"minitok has no {name}={data[name]!r} for {data['type']}: it has {', '.join(names)}")
    return {name: data[name] for name in names}


def _read(readers: Mapping[str, Callable[[Data], Part]], kind: str, data: Data | None) -> Part | None:
    return None if data is None else _read_one(readers, kind, data)


def _read_one(readers: Mapping[str, Callable[[Data], Part]], kind: str, data: Data) -> Part:
    if data["type"] not in readers:
        raise ValueError(f"minitok has no {kind} {data['type']!r}: it has {', '.join(sorted(readers))}")
    return readers[data["type"]](data)


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
        **{name.removeprefix("strip_"): value for name, value in _options(data, "strip_left", "strip_right").items()}
    ),
    "BertNormalizer": lambda data: normalizers.BertNormalizer(
        **_options({"strip_accents": None, **data}, *BERT_NORMALIZER_OPTIONS)
    ),
    "Sequence": lambda data: normalizers.Sequence(
        _read_one(NORMALIZERS, "normalizer", part) for part in data["normalizers"]
    ),
}


def _write_normalizer(part: normalizers.Normalizer | None) -> dict[str, Any] | None:
    if isinstance(part, normalizers.Sequence):
        return {"type": "Sequence", "normalizers": [_write_normalizer(one) for one in part.normalizers]}
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
        behavior=BEHAVIORS[_options({"behavior": "Isolated", **data}, "behavior")["behavior"]]
    ),
    "Digits": lambda data: pre_tokenizers.Digits(**_options(data, "individual_digits")),
    "Metaspace": lambda data: pre_tokenizers.Metaspace(**_read_metaspace(data), split=data.get("split") is not False),
    "Split": _read_split,
    "ByteLevel": _read_byte_level,
    "Sequence": lambda data: pre_tokenizers.Sequence(
        _read_one(PRE_TOKENIZERS, "pre-tokenizer", part) for part in data["pretokenizers"]
    ),
}


def _write_pre_tokenizer(part: pre_tokenizers.PreTokenizer | None) -> dict[str, Any] | None:
    if isinstance(part, pre_tokenizers.Sequence):
        return {
            "type": "Sequence",
            "pretokenizers": [_write_pre_tokenizer(one) for one in part.pre_tokenizers],
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
    options = _options({"prepend_scheme": "always", **dict.fromkeys(known[2:]), **data}, *known)
    if options["add_prefix_space"] is False and options["prepend_scheme"] != "never":
        raise ValueError("Metaspace has add_prefix_space=False, which needs prepend_scheme='never' beside it")
    return {name: options[name] for name in known[:2]}


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
    return {"type": "Sequence", "pretokenizers": [_write_pre_tokenizer(split), data | {"use_regex": False}]}


# Decoders

DECODERS: dict[str, Callable[[Data], decoders.Decoder]] = {
    "ByteLevel": lambda data: decoders.ByteLevel(),
    "BPEDecoder": lambda data: decoders.BPEDecoder(data["suffix"]),
    "WordPiece": lambda data: decoders.WordPiece(**_options(data, "prefix", "cleanup")),
    "Metaspace": lambda data: decoders.Metaspace(**_read_metaspace(data)),
}


def _write_decoder(part: decoders.Decoder | None) -> dict[str, Any] | None:
    if isinstance(part, decoders.ByteLevel):
        return {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
    if isinstance(part, decoders.BPEDecoder):
        return {"type": "BPEDecoder", "suffix": part.suffix}
    if isinstance(part, decoders.Metaspace):
        return _write_metaspace(part) | {"split": True}
    if isinstance(part, decoders.WordPiece):
        return {"type": "WordPiece", "prefix": part.prefix, "cleanup": part.cleanup}
    return _write_plain(DECODERS, part)


# Models

WORD_PIECE_OPTIONS = ("unk_token", "continuing_subword_prefix", "max_input_chars_per_word")
BPE_OPTIONS = ("unk_token", "end_of_word_suffix", "byte_fallback", "ignore_merges")


def _read_bpe(data: Data) -> models.BPE:
    _only(data, "model BPE", dropout=None, continuing_subword_prefix=None, fuse_unk=False)
    merges = (merge.split(" ") if isinstance(merge, str) else merge for merge in data["merges"])
    pairs = [(left, right) for left, right in merges]
    return models.BPE(data["vocab"], pairs, **{name: data[name] for name in BPE_OPTIONS if name in data})


MODELS: dict[str, Callable[[Data], models.Model]] = {
    "BPE": _read_bpe,
    "WordLevel": lambda data: models.WordLevel(data["vocab"], unk_token=data["unk_token"]),
    "WordPiece": lambda data: models.WordPiece(**_options(data, "vocab", *WORD_PIECE_OPTIONS)),
    "Unigram": lambda data: models.Unigram(
        **_options({"unk_id": None, "byte_fallback": False, **data}, "vocab", "unk_id", "byte_fallback")
    ),
}


def _write_model(model: models.Model) -> dict[str, Any]:
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
