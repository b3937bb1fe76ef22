"""`tokenizer.json`, the file format of Hugging Face's `tokenizers`: what minitok writes of it, reads, and refuses.

What is read must encode as it would there. So anything that minitok does not have is refused by its name; it is
never passed over.
"""

import os
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from minitok import decoders, models, normalizers, pre_tokenizers, processors
from minitok.added_tokens import AddedToken, AddedTokens
from minitok.lengths import Padding, Truncation
from minitok.models.base import tokens_by_id
from minitok.serialization.after import (
    PROCESSORS,
    read_padding,
    read_truncation,
    write_padding,
    write_processor,
    write_truncation,
)
from minitok.serialization.decoder import DECODERS, write_decoder
from minitok.serialization.fields import Data, read_optional
from minitok.serialization.model import read_model, write_model
from minitok.serialization.normalizer import NORMALIZERS, write_normalizer
from minitok.serialization.pre_tokenizer import PRE_TOKENIZERS, write_pre_tokenizer


class Parts(NamedTuple):
    """The parts of a tokenizer."""

    model: models.Model
    normalizer: normalizers.Normalizer | None = None
    pre_tokenizer: pre_tokenizers.PreTokenizer | None = None
    post_processor: processors.PostProcessor | None = None
    decoder: decoders.Decoder | None = None
    truncation: Truncation | None = None
    padding: Padding | None = None
    added_tokens: AddedTokens = AddedTokens()


def write(parts: Parts) -> dict[str, Any]:
    """The parts of a tokenizer as data."""
    return {
        "version": "1.0",
        "truncation": write_truncation(parts.truncation),
        "padding": write_padding(parts.padding),
        "added_tokens": [
            {"id": id, "content": parts.added_tokens.tokens[id].content, **parts.added_tokens.tokens[id].options}
            for id in sorted(parts.added_tokens.tokens)
        ],
        "normalizer": write_normalizer(parts.normalizer),
        "pre_tokenizer": write_pre_tokenizer(parts.pre_tokenizer),
        "post_processor": write_processor(parts.post_processor),
        "decoder": write_decoder(parts.decoder),
        "model": write_model(parts.model),
    }


def read(data: Data) -> Parts:
    """The parts of a tokenizer from data; ValueError, naming what is wrong, if it is damaged or not for minitok."""
    if not isinstance(data, Mapping) or "model" not in data:
        raise ValueError('this is no tokenizer.json: it has no "model"')
    try:
        tokens_by_id({token["content"]: token["id"] for token in data.get("added_tokens") or ()})
        added_tokens = AddedTokens({token["id"]: _read_added_token(token) for token in data.get("added_tokens") or ()})
        model = read_model(data["model"])
        for token, id in added_tokens.ids.items():
            if model.vocab.get(token, id) != id:
                raise ValueError(f"the added token {token!r} has the id {id}, but in the model {model.vocab[token]}")
        tokens_by_id({**model.vocab, **added_tokens.ids})
        return Parts(
            model,
            read_optional(NORMALIZERS, "normalizer", data.get("normalizer")),
            read_optional(PRE_TOKENIZERS, "pre-tokenizer", data.get("pre_tokenizer")),
            read_optional(PROCESSORS, "post-processor", data.get("post_processor")),
            read_optional(DECODERS, "decoder", data.get("decoder")),
            None if data.get("truncation") is None else read_truncation(data["truncation"]),
            None if data.get("padding") is None else read_padding(data["padding"]),
            added_tokens,
        )
    except KeyError as error:
        raise ValueError(f"this tokenizer.json is damaged: {error} is missing") from error
    except (AttributeError, TypeError) as error:
        raise ValueError(f"this tokenizer.json is damaged: {error}") from error


def _read_added_token(data: Data) -> AddedToken:
    return AddedToken(data["content"], **{name: value for name, value in data.items() if name not in ("id", "content")})


def save(data: Data, path: str | os.PathLike[str]) -> None:
    """Write data as JSON; a failure leaves what was there as it was."""
    import json

    text = json.dumps(data, ensure_ascii=False, indent=2)
    if pair := re.search("[\ud800-\udbff][\udc00-\udfff]", text):
        raise ValueError(f"JSON reads the two surrogates {pair.group()!a} as one character: it cannot hold this token")
    replace_file(path, text.encode("utf-8", "backslashreplace"))  # a lone surrogate as JSON writes it, \\ud800


def replace_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file under another name first, so that a failure leaves what was there as it was."""
    unfinished = f"{os.fspath(path)}.unfinished"
    with open(unfinished, "wb") as file:
        file.write(data)
    os.replace(unfinished, path)


def load(path: str | os.PathLike[str]) -> Any:
    """Read JSON; ValueError on a file that is not."""
    import json

    with open(path, encoding="utf-8") as file:
        return json.load(file)
