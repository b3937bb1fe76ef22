"""Read and write `tokenizer.json`, the file format of Hugging Face's `tokenizers`.

A file must give the same tokens in both libraries. So what minitok does not have is refused by name, never skipped.
"""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from minitok.added_tokens import AddedToken, AddedTokens
from minitok.models.model import tokens_by_id
from minitok.tokenizer_json.stages import STAGES


def write(parts: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a tokenizer, given by attribute name, as data."""
    added = parts["added_tokens"].tokens
    if aliases := parts["added_tokens"].aliases:
        raise ValueError(
            f"tokenizer.json has one token for an id, and here {next(iter(aliases))!r} is a second name of "
            f"{added[next(iter(aliases.values()))].content!r}: such a vocabulary cannot be saved"
        )
    data: dict[str, Any] = {"version": "1.0", "truncation": None, "padding": None}
    data["added_tokens"] = [{"id": id, **added[id].options} for id in sorted(added)]
    return data | {name: None if parts[name] is None else stage.write(parts[name]) for name, stage in STAGES.items()}


def read(data: Any) -> dict[str, Any]:
    """The parts of a tokenizer. ValueError, saying what is wrong, on data that is damaged or asks for other parts."""
    if not isinstance(data, Mapping) or "model" not in data:
        raise ValueError('this is no tokenizer.json: it has no "model"')
    try:
        types = {"truncation": "truncation", "padding": "padding", "model": _type_of(data["model"])}
        parts: dict[str, Any] = dict.fromkeys(STAGES)
        for name, stage in STAGES.items():
            if data.get(name) is not None:
                parts[name] = stage.read({"type": types.get(name), **data[name]})
        return parts | {"added_tokens": _read_added_tokens(data.get("added_tokens") or (), parts["model"].vocab)}
    except KeyError as error:
        raise ValueError(f"this tokenizer.json is damaged: {error} is missing") from error
    except (AttributeError, TypeError) as error:
        raise ValueError(f"this tokenizer.json is damaged: {error}") from error


def _read_added_tokens(tokens: Any, vocab: Mapping[str, int]) -> AddedTokens:
    ids = {token["content"]: token["id"] for token in tokens}
    tokens_by_id(ids)
    for token, id in ids.items():
        if vocab.get(token, id) != id:
            raise ValueError(f"the added token {token!r} has the id {id}, but in the model {vocab[token]}")
    tokens_by_id({**vocab, **ids})
    options = ({name: value for name, value in token.items() if name != "id"} for token in tokens)
    return AddedTokens({token["id"]: AddedToken(**known) for token, known in zip(tokens, options)})


def _type_of(model: Mapping[str, Any]) -> str:
    """The type of a model. Older files do not give it, but you can tell by the other options."""
    if "type" in model or "vocab" not in model:
        return str(model["type"])
    if "merges" in model:
        return "BPE"
    if "max_input_chars_per_word" in model:
        return "WordPiece"
    return "WordLevel" if isinstance(model["vocab"], Mapping) else "Unigram"


def save(data: Mapping[str, Any], path: str | os.PathLike[str]) -> None:
    """Write data as JSON. If this fails, a file that is already there stays as it is."""
    import json

    text = json.dumps(data, ensure_ascii=False, indent=2)
    if pair := re.search("[\ud800-\udbff][\udc00-\udfff]", text):
        raise ValueError(f"JSON reads the two surrogates {pair.group()!a} as one character: it cannot hold this token")
    replace_file(path, text.encode("utf-8", "backslashreplace"))  # a lone surrogate as JSON writes it, \\ud800


def replace_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a new file beside the old one, then rename it; a failure leaves the old file as it was, and no other.

    A link is followed, and the old file's mode is kept.
    """
    from secrets import token_hex  # these are imported here to keep `import minitok` fast
    from shutil import copymode

    target = os.path.realpath(path)
    unfinished = os.path.join(os.path.dirname(target), f".{token_hex(8)}.unfinished")
    try:
        with open(unfinished, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(target):
            copymode(target, unfinished)
        os.replace(unfinished, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(unfinished)
        raise


def load(path: str | os.PathLike[str]) -> Any:
    """Read a JSON file; ValueError if it holds no JSON."""
    import json

    with open(path, encoding="utf-8") as file:
        return json.load(file)
