"""Read and write `tokenizer.json`, the file format of Hugging Face's `tokenizers`.

A file must give the same tokens in both libraries. So what minitok does not have is refused by name, never skipped.
"""

import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import accumulate
from secrets import token_hex
from shutil import copymode
from typing import Any

from minitok.added_tokens import AddedToken, AddedTokens
from minitok.interop.shapes import (
    REMEDY,
    Damaged,
    array,
    checked,
    field_types,
    inside,
    mapping,
)
from minitok.interop.stages import STAGES
from minitok.models.model import tokens_by_id
from minitok.tokenizer import Tokenizer
from minitok.validation import format_value

OPTIONS = field_types(AddedToken)


def to_dict(tok: Tokenizer) -> dict[str, Any]:
    """A tokenizer as data."""
    added = tok.added_tokens.tokens
    for alias, id in tok.added_tokens.aliases.items():
        raise ValueError(
            f"tokenizer.json cannot say that {alias!r} is a second name of {added[id].content!r}"
        )
    data: dict[str, Any] = {"version": "1.0", "truncation": None, "padding": None}
    data["added_tokens"] = [{"id": id, **added[id].options} for id in sorted(added)]
    for name, stage in STAGES.items():
        part = getattr(tok, name)
        data[name] = None if part is None else stage.write(part)
    ids, vocab = {added[id].content: id for id in sorted(added)}, data["model"]["vocab"]
    for token, id in ids.items():
        if tok.model.vocab.get(token, id) != id:
            raise ValueError(
                f"in the vocabulary, the added token {token!r} has another id: this cannot be saved"
            )
    if _ids_there(ids, tok.model.vocab) != [*ids.values()]:
        if not isinstance(vocab, dict):
            raise ValueError(
                f"tokenizer.json cannot say that the ids of the added tokens are {[*ids.values()]}"
            )
        vocab |= ids
    return data


def _ids_there(ids: Mapping[str, int], vocab: Mapping[str, int]) -> list[int]:
    """The ids that `tokenizers` gives to such added tokens: those in the vocabulary, else the next free one."""
    nexts = accumulate(
        ids.values(), lambda following, id: max(following, id + 1), initial=len(vocab)
    )
    return [vocab.get(content, following) for content, following in zip(ids, nexts)]


def from_dict(data: Any) -> Tokenizer:
    """A tokenizer. ValueError, saying where and why, on data that is damaged or asks for parts that minitok lacks."""
    if not isinstance(data, Mapping) or "model" not in data:
        raise ValueError('this is not a tokenizer.json: it has no "model"')
    try:
        return _read(data)
    except Damaged as error:
        raise ValueError(f"in this tokenizer.json, {error}") from error
    except RecursionError as error:
        raise ValueError(
            f"this tokenizer.json has too many parts inside each other: {REMEDY}"
        ) from error


def _read(data: Mapping[str, Any]) -> Tokenizer:
    known = {"version", "added_tokens", *STAGES}
    for name in data.keys() - known:
        raise Damaged(
            str(name),
            f"minitok has nothing of this name: it has {', '.join(sorted(known))}",
        )
    if data.get("version", "1.0") != "1.0":
        raise Damaged(
            "version",
            f'{format_value(data["version"])} is not the version that minitok reads, "1.0"',
        )
    parts: dict[str, Any] = {}
    for name, stage in STAGES.items():
        with inside(name):
            if data.get(name) is not None or name == "model":
                options = mapping(data[name])
                type_ = (
                    name if name in stage.shapes else _type_of(options)
                )  # truncation and padding have none
                parts[name] = stage.read({"type": type_, **options})
    tok = Tokenizer(parts["model"])
    for name, part in parts.items():
        setattr(tok, name, part)
    with inside("added_tokens"):
        tok.added_tokens = _read_added_tokens(
            data.get("added_tokens", []), tok.model.vocab
        )
    return tok


def _read_added_tokens(data: Any, vocab: Mapping[str, int]) -> AddedTokens:
    tokens: list[tuple[int, AddedToken]] = []
    for i, options in enumerate(array(data)):
        with inside(f"[{i}]"):
            id = mapping(options)["id"]
            names = (*OPTIONS, *options)  # none may be missing
            token = added_token({name: options[name] for name in names if name != "id"})
            checked(options["normalized"], bool, "normalized")
            tokens_by_id({token.content: id})
            tokens.append((id, token))
    ids = {token.content: id for id, token in tokens}
    tokens_by_id({**vocab, **ids})
    for i, there in enumerate(_ids_there(ids, vocab)):
        id, token = tokens[i]
        if id != there:
            where = (
                "in the model"
                if token.content in vocab
                else "the next id, as in tokenizers, is"
            )
            raise Damaged(
                f"[{i}]", f"{token.content!r} has the id {id}, but {where} {there}"
            )
    return AddedTokens(dict(tokens))


def _type_of(part: Mapping[str, Any]) -> Any:
    """The type of a part. Older files do not give that of the model, but you can tell by the other options."""
    if "type" in part or "vocab" not in part:
        return part["type"]
    if "merges" in part:
        return "BPE"
    if "max_input_chars_per_word" in part:
        return "WordPiece"
    return "WordLevel" if isinstance(part["vocab"], Mapping) else "Unigram"


def added_token(options: Mapping[str, Any]) -> AddedToken:
    """An added token by its options in a file."""
    if unknown := [name for name in options if name not in OPTIONS]:
        raise ValueError(
            f"an added token has no {unknown[0]!r}: it has {', '.join(OPTIONS)}"
        )
    return AddedToken(
        **{name: checked(value, OPTIONS[name], name) for name, value in options.items()}
    )


def save(tok: Tokenizer, path: str | os.PathLike[str]) -> None:
    """Write a tokenizer as JSON. If this fails, a file that is already there stays as it is."""
    text = json.dumps(to_dict(tok), ensure_ascii=False, indent=2)
    if pair := re.search("[\ud800-\udbff][\udc00-\udfff]", text):
        raise ValueError(
            f"JSON reads the two surrogates {pair.group()!a} as one character: it cannot hold this token"
        )
    replace_file(
        path, text.encode("utf-8", "backslashreplace")
    )  # a lone surrogate as JSON writes it, \\ud800


def from_file(path: str | os.PathLike[str]) -> Tokenizer:
    """The tokenizer in a `tokenizer.json`. ValueError, with the name of the file, if it is damaged."""
    try:
        return from_dict(load(path))
    except ValueError as error:
        raise ValueError(f"cannot load {os.fspath(path)}: {error}") from error


def replace_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a new file, then give it the old one's mode and name: a failure leaves the old file, and no other."""
    target = os.path.realpath(os.fsdecode(path))
    if os.path.exists(target) and not os.path.isfile(target):
        raise OSError(
            f"{os.fspath(path)!r} is a folder or a device: name a file to save to"
        )
    unfinished = f"{target}.{token_hex(8)}"
    try:
        with open(unfinished, "xb") as file:
            file.write(data)
        if os.path.exists(target):
            copymode(target, unfinished)
        os.replace(unfinished, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(unfinished)
        raise


def load(path: str | os.PathLike[str]) -> Any:
    """Read a JSON file; ValueError if it holds no JSON."""
    with open(path, encoding="utf-8") as file:
        try:
            return json.load(file)
        except (RecursionError, UnicodeDecodeError, json.JSONDecodeError) as error:
            raise ValueError(f"it is not JSON in UTF-8 ({error}): {REMEDY}") from error
