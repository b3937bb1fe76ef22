"""Read a folder that `transformers` saved.

| file | what it holds |
| --- | --- |
| `tokenizer.json` | the tokenizer |
| `tokenizer_config.json` | the roles of special tokens: `"bos_token": "<s>"` |
| `special_tokens_map.json` | the same, in older folders |
| `chat_template.jinja` | the chat template; in older folders in the configuration |
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from minitok.added_tokens import AddedToken, AddedTokens
from minitok.interop import hub, tokenizer_json
from minitok.interop.json_data import Data, check_object, check_type, inside, load_json
from minitok.interop.tokenizer_json import read_added_token

ROLES = (
    "bos_token",
    "eos_token",
    "unk_token",
    "sep_token",
    "pad_token",
    "cls_token",
    "mask_token",
)


def read_pretrained(name: str | os.PathLike[str]) -> Data:
    """The parts of a tokenizer from a folder, or from the hub, by the names of `Parts`.

    `"openai-community/gpt2"` is downloaded once; a folder comes first. As in
    transformers, a token with a role is a special token. Raises ValueError, naming the
    folder, if something is missing, damaged or what minitok does not have.
    """
    name = os.fsdecode(name)
    is_path = os.path.exists(name) or name.startswith((".", os.sep))
    folder = Path(name if is_path else hub.tokenizer_folder(name))
    try:
        return _read_folder(folder)
    except ValueError as error:
        raise ValueError(f"cannot load {folder}: {error}") from error


def _read_folder(folder: Path) -> Data:
    if folder.is_file():
        raise ValueError("it is a file: write Tokenizer.from_file")
    if not folder.is_dir():
        raise ValueError("there is no such folder: check its name")
    config = _load(folder, "tokenizer_config.json")
    if "added_tokens_decoder" not in config:
        config |= _load(folder, "special_tokens_map.json")
    if config.get("split_special_tokens"):
        raise ValueError(
            "minitok has no split_special_tokens=True: remove it, and encode with allowed_special=()"
        )
    if not (folder / "tokenizer.json").is_file():
        remedy = "save it with transformers, which writes one, or open its .model with interop.sentencepiece.from_model"
        raise ValueError(f"it has no tokenizer.json: {remedy}")
    parts = tokenizer_json.read_parts(_load(folder, "tokenizer.json"))
    with inside("tokenizer_config.json or special_tokens_map.json"):
        vocab = parts["model"].vocab
        added = _add_configured(parts["added_tokens"], vocab, config)
        roles = _read_roles(config)
        special = [_as_added(token, added) for token in roles.values()]
        special += _read_others(config, added)
        parts["added_tokens"] = added.plus(special, vocab, special=True)
    names = {role: token.content for role, token in roles.items()}
    parts["special_tokens_map"] = names
    parts["chat_template"] = _read_chat_template(folder, config)
    return parts


def _add_configured(
    added: AddedTokens, vocab: Mapping[str, int], config: Data
) -> AddedTokens:
    """The added tokens, and those of the configuration, which may have other options."""
    tokens = dict(added.tokens)
    entries = config.get("added_tokens_decoder", {})
    for id in sorted(map(int, entries)):
        token = read_added_token(check_object(entries[str(id)]))
        expected = added.ids.get(token.content, vocab.get(token.content))
        if expected is None:
            expected = max([*vocab.values(), *tokens], default=-1) + 1
        if id != expected:
            wrong = f"it gives {token.content!r} the id {id}, which it does not have"
            raise ValueError(f"{wrong}: make it {expected}")
        tokens[id] = token
    return AddedTokens(tokens)


def _read_roles(config: Data) -> dict[str, AddedToken]:
    """The special tokens by their roles, in the order in which new ones get ids."""
    entries = {role: config.get(role) for role in ROLES}
    for name, token in config.items():
        if name.endswith("_token"):
            entries[name] = token
    extra = _extra_tokens(config)
    if isinstance(extra, Mapping):
        entries.update(extra)
    roles = {}
    for name, token in entries.items():
        is_role = name in ROLES or isinstance(token, str | Mapping)
        if token and is_role:
            roles[name] = _read_special(token)
    return roles


def _extra_tokens(config: Data) -> Any:
    """Special tokens without a role, as a list, or those with other roles by name."""
    for name in ("extra_special_tokens", "additional_special_tokens"):
        if config.get(name):
            return config[name]
    return []


def _read_others(config: Data, added: AddedTokens) -> list[AddedToken]:
    """The special tokens without a role that are no added tokens yet."""
    extra = _extra_tokens(config)
    if isinstance(extra, Mapping):
        return []
    tokens = [_read_special(token) for token in extra]
    return [token for token in tokens if token.content not in added.ids]


def _as_added(token: AddedToken, added: AddedTokens) -> AddedToken:
    """The added token of the same name, if there is one: it keeps its own options."""
    id = added.ids.get(token.content)
    return token if id is None else added.tokens[id]


def _read_special(token: Any) -> AddedToken:
    if not isinstance(token, Mapping):
        token = {"content": token, "special": True}
    options = dict(token)
    options.pop("__type", None)
    return read_added_token(options)


def _read_chat_template(folder: Path, config: Data) -> str | None:
    """The template, the one named "default" if there are several."""
    path = folder / "chat_template.jinja"
    if path.is_file():
        with inside("chat_template.jinja"):
            return path.read_text(encoding="utf-8")
    with inside("tokenizer_config.json"):
        template = config.get("chat_template")
        if isinstance(template, list):
            templates = {entry["name"]: entry["template"] for entry in template}
            template = templates.get("default")
        return check_type(template, str | None, "chat_template")  # type: ignore[no-any-return]


def _load(folder: Path, name: str) -> Data:
    """The data in a file, none if it is not there."""
    path = folder / name
    if not path.is_file():
        return {}
    with inside(name):
        return dict(check_object(load_json(path)))
