"""`tokenizer.json`, the file format of Hugging Face's `tokenizers`: what minitok writes of it, reads, and refuses.

What is read must encode as it would there. So anything that minitok does not have is refused by its name; it is
never passed over.
"""

import os
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from minitok import decoders, models, normalizers, pre_tokenizers
from minitok.added_tokens import AddedTokens
from minitok.models.base import tokens_by_id
from minitok.serialization.fields import Data, only, read_one, read_optional
from minitok.serialization.model import MODELS, write_model
from minitok.serialization.stages import (
    DECODERS,
    NORMALIZERS,
    PRE_TOKENIZERS,
    write_decoder,
    write_normalizer,
    write_pre_tokenizer,
)


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
        "normalizer": write_normalizer(parts.normalizer),
        "pre_tokenizer": write_pre_tokenizer(parts.pre_tokenizer),
        "post_processor": None,
        "decoder": write_decoder(parts.decoder),
        "model": write_model(parts.model),
    }


def read(data: Data) -> Parts:
    """The parts of a tokenizer from data; ValueError, naming what is wrong, if it is damaged or not for minitok."""
    if not isinstance(data, Mapping) or "model" not in data:
        raise ValueError('this is no tokenizer.json: it has no "model"')
    try:
        only(data, "tokenizer", truncation=None, padding=None, post_processor=None)
        for token in data.get("added_tokens") or ():
            only(token, f"added token {token['content']!r}", **ADDED_TOKEN_OPTIONS)
        added_tokens = AddedTokens({token["content"]: token["id"] for token in data.get("added_tokens") or ()})
        model = read_one(MODELS, "model", data["model"])
        for token, id in added_tokens.ids.items():
            if model.vocab.get(token, id) != id:
                raise ValueError(f"the added token {token!r} has the id {id}, but in the model {model.vocab[token]}")
        tokens_by_id({**model.vocab, **added_tokens.ids})
        return Parts(
            model,
            read_optional(NORMALIZERS, "normalizer", data.get("normalizer")),
            read_optional(PRE_TOKENIZERS, "pre-tokenizer", data.get("pre_tokenizer")),
            read_optional(DECODERS, "decoder", data.get("decoder")),
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
