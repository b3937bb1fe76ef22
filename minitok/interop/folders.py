"""Open a folder that `transformers` saved: the tokenizer, the roles of its special tokens, and its chat template.

| file | what it holds |
| --- | --- |
| `tokenizer.json` | the tokenizer |
| `tokenizer_config.json`, in older folders also `special_tokens_map.json` | the roles: `"bos_token": "<s>"` |
| `chat_template.jinja`, in older folders part of the configuration | the chat template |
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from minitok.added_tokens import AddedToken, AddedTokens
from minitok.interop import hub, tokenizer_json
from minitok.interop.shapes import checked, inside, mapping
from minitok.interop.tokenizer_json import added_token
from minitok.tokenizer import Tokenizer

ROLES = (
    "bos_token",
    "eos_token",
    "unk_token",
    "sep_token",
    "pad_token",
    "cls_token",
    "mask_token",
)
Data = dict[str, Any]


def from_pretrained(name: str | os.PathLike[str]) -> Tokenizer:
    """A tokenizer from the Hugging Face hub, downloaded once, or from a folder, which comes first.

    `from_pretrained("openai-community/gpt2")`, `from_pretrained("./folder")`. As in transformers, a token with a role
    is a special token. ValueError, naming the folder, if something is missing, damaged or what minitok does not have.
    """
    name = os.fsdecode(name)
    is_path = os.path.exists(name) or name.startswith((".", os.sep))
    folder = Path(name if is_path else hub.tokenizer_folder(name))
    try:
        return _open(folder)
    except ValueError as error:
        raise ValueError(f"cannot load {folder}: {error}") from error


def _open(folder: Path) -> Tokenizer:
    if not folder.is_dir():
        raise ValueError(
            "it is a file: write Tokenizer.from_file"
            if folder.exists()
            else "there is no such folder"
        )
    config = _json(folder, "tokenizer_config.json")
    if "added_tokens_decoder" not in config:
        config |= _json(folder, "special_tokens_map.json")
    if config.get("split_special_tokens"):
        raise ValueError(
            "minitok has no split_special_tokens=True: remove it, and encode with allowed_special=()"
        )
    if not (folder / "tokenizer.json").is_file():
        remedy = "save it with transformers, which writes one, or open its .model with interop.sentencepiece.from_model"
        raise ValueError(f"it has no tokenizer.json: {remedy}")
    tok = Tokenizer.from_dict(_json(folder, "tokenizer.json"))
    with inside("tokenizer_config.json or special_tokens_map.json"):
        tokens = dict(tok.added_tokens.tokens)
        for id, options in sorted(
            (int(id), value)
            for id, value in config.get("added_tokens_decoder", {}).items()
        ):
            token = added_token(mapping(options))
            known = tok.token_to_id(token.content)
            if id != (
                max([*tok.vocab.values(), *tokens], default=-1) + 1
                if known is None
                else known
            ):
                raise ValueError(
                    f"it gives {token.content!r} the id {id}, which it does not have"
                )
            tokens[id] = token
        tok.added_tokens = AddedTokens(tokens)
        extra = (
            config.get("extra_special_tokens")
            or config.get("additional_special_tokens")
            or []
        )
        given = {
            name: config.get(name)
            for name in (*ROLES, *config)
            if name.endswith("_token")
        }
        if isinstance(extra, Mapping):
            given.update(extra)
            extra = []
        named = {
            name: token
            for name, token in given.items()
            if name in ROLES or isinstance(token, str | Mapping)
        }
        roles = {name: _added(token) for name, token in named.items() if token}
        new = [
            token
            for token in map(_added, extra)
            if token.content not in tok.added_tokens.ids
        ]
        special = [
            tokens.get(tok.added_tokens.ids.get(token.content, -1), token)
            for token in roles.values()
        ]
        tok.add_special_tokens([*special, *new])
        tok.special_tokens_map = {name: token.content for name, token in roles.items()}
    tok.chat_template = _chat_template(folder, config)
    return tok


def _added(token: Any) -> AddedToken:
    options = (
        token if isinstance(token, Mapping) else {"content": token, "special": True}
    )
    return added_token(
        {name: value for name, value in options.items() if name != "__type"}
    )


def _chat_template(folder: Path, config: Data) -> str | None:
    """The template, the one named "default" if there are several."""
    if (folder / "chat_template.jinja").is_file():
        with inside("chat_template.jinja"):
            return (folder / "chat_template.jinja").read_text(encoding="utf-8")
    with inside("tokenizer_config.json"):
        template = config.get("chat_template")
        if isinstance(template, list):
            template = {named["name"]: named["template"] for named in template}.get(
                "default"
            )
        return checked(template, str | None, "chat_template")  # type: ignore[no-any-return]


def _json(folder: Path, name: str) -> Data:
    with inside(name):
        return (
            dict(mapping(tokenizer_json.load(folder / name)))
            if (folder / name).is_file()
            else {}
        )
