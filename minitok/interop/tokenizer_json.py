"""Read and write `tokenizer.json`, the file format of Hugging Face's `tokenizers`.

A file must give the same tokens in both libraries. So what minitok does not have is
refused by name, never skipped.
"""

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any

from minitok.added_tokens import AddedToken, AddedTokens
from minitok.assembly import Parts
from minitok.interop.expressions import check_sizes
from minitok.interop.files import replace_file
from minitok.interop.json_data import (
    REMEDY,
    Damaged,
    Data,
    check_array,
    check_object,
    inside,
    load_json,
    naming,
)
from minitok.interop.registry import ADDED_TOKENS, STAGES
from minitok.models.model import tokens_by_id
from minitok.validation import format_value


def read_file(path: str | os.PathLike[str]) -> Data:
    """The parts of the tokenizer in a `tokenizer.json`, by the names that `Parts` has.

    Raises ValueError, with the name of the file, if it is damaged.
    """
    with naming(path):
        return read_parts(load_json(path))


def read_parts(data: Any) -> Data:
    """The parts of a tokenizer in data that `to_dict` wrote.

    Raises ValueError, with the place, if the data is damaged or needs parts that
    minitok lacks.
    """
    if not isinstance(data, Mapping) or data.get("model") is None:
        raise ValueError(f'this is not a tokenizer.json: it has no "model": {REMEDY}')
    try:
        return _read_parts(data)
    except Damaged as error:
        raise ValueError(f"in this tokenizer.json, {error}") from error


def _read_parts(data: Mapping[str, Any]) -> Data:
    names = {"version", "added_tokens", *STAGES}
    for name in data.keys() - names:
        known = ", ".join(sorted(names))
        raise Damaged(str(name), f"minitok has nothing of this name: it has {known}")
    version = data.get("version", "1.0")
    if version != "1.0":
        raise Damaged(
            "version",
            f'{format_value(version)} is not the version that minitok reads, "1.0"',
        )
    parts: Data = {}
    check_sizes({**data, "model": None})
    for name, stage in STAGES.items():
        if data.get(name) is None:
            continue
        with inside(name):
            options = dict(check_object(data[name]))
            if name == "model":
                options["type"] = _type_of_model(options)
            parts[name] = stage.read(options)
    with inside("added_tokens"):
        tokens = data.get("added_tokens", [])
        parts["added_tokens"] = _read_added_tokens(tokens, parts["model"].vocab)
    return parts


def _type_of_model(options: Data) -> Any:
    """The type of a model, which old files do not have."""
    if "type" in options or "vocab" not in options:
        return options["type"]
    if "merges" in options:
        return "BPE"
    if "max_input_chars_per_word" in options:
        return "WordPiece"
    return "WordLevel" if isinstance(options["vocab"], Mapping) else "Unigram"


def _read_added_tokens(data: Any, vocab: Mapping[str, int]) -> AddedTokens:
    tokens: dict[int, AddedToken] = {}
    ids: dict[str, int] = {}
    for i, options in enumerate(check_array(data)):
        with inside(f"[{i}]"):
            options = dict(check_object(options))
            id = options.pop("id")
            token = ADDED_TOKENS.read(options)
            tokens_by_id({token.content: id})  # refuses what is no id
        tokens[id] = token
        ids[token.content] = id
    known = {name: id for name, id in vocab.items() if id in tokens}
    tokens_by_id({**known, **ids})  # refuses an id that two tokens have
    expected = _ids_in_tokenizers(ids, vocab)
    for i, name in enumerate(ids):
        if ids[name] != expected[name]:
            problem = f"{name!r} has the id {ids[name]}, in tokenizers {expected[name]}"
            raise Damaged(f"[{i}]", f"{problem}: {REMEDY}")
    return AddedTokens(tokens)


def _ids_in_tokenizers(ids: Iterable[str], vocab: Mapping[str, int]) -> dict[str, int]:
    """The ids that `tokenizers` gives to such added tokens.

    They are those in the vocabulary, and else numbered from its size on: that is the
    id of another token if the vocabulary has gaps. (Before 0.23, also from the highest
    id of the tokens before it on.)
    """
    expected = {}
    next_id = len(vocab)
    for name in ids:
        expected[name] = vocab.get(name, next_id)
        if name not in vocab:
            next_id += 1
    return expected


def to_dict(tok: Parts) -> Data:
    """A tokenizer as data. Raises ValueError on what the format cannot say."""
    added = tok.added_tokens
    if added.aliases:
        alias, id = next(iter(added.aliases.items()))
        raise ValueError(
            f"tokenizer.json cannot say that {alias!r} is a second name "
            f"of {added.tokens[id].content!r}: leave it out"
        )
    data: Data = {"version": "1.0", "truncation": None, "padding": None}
    data["added_tokens"] = []
    ids: dict[str, int] = {}
    for id, token in sorted(added.tokens.items()):
        data["added_tokens"].append({"id": id, **token.options})
        ids[token.content] = id
    for name, stage in STAGES.items():
        part = getattr(tok, name)
        data[name] = None if part is None else stage.write(part)
    vocab = tok.model.vocab
    for name, id in ids.items():
        if vocab.get(name, id) != id:
            raise ValueError(
                f"in the vocabulary, the added token {name!r} has another id: "
                "this cannot be saved, so give the token one id"
            )
    if _ids_in_tokenizers(ids, vocab) != ids:
        _put_into_vocab(ids, data["model"])
    return data


def _put_into_vocab(ids: Mapping[str, int], model: Data) -> None:
    """With the added tokens in the vocabulary, `tokenizers` gives them the same ids."""
    if not isinstance(model["vocab"], dict):
        raise ValueError(
            f"tokenizer.json cannot say that the ids of the added tokens "
            f"are {[*ids.values()]}: give them the next free ids"
        )
    model["vocab"] |= ids


def save(tok: Parts, path: str | os.PathLike[str]) -> None:
    """Write a tokenizer as JSON. If this fails, an old file stays as it is."""
    text = json.dumps(to_dict(tok), ensure_ascii=False, indent=2)
    # A lone surrogate is spelled as JSON does, \\ud800.
    replace_file(path, text.encode("utf-8", "backslashreplace"))
