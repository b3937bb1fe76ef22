"""Read a folder that `transformers` saved.

| file | what it holds |
| --- | --- |
| `tokenizer.json` | the tokenizer |
| `tokenizer_config.json` | the roles of special tokens: `"bos_token": "<s>"` |
| `special_tokens_map.json` | the same, in older folders |
| `added_tokens.json` | in those, the ids of added tokens: `{"<n>": 400}` |
| `chat_template.jinja` | the chat template; in older folders in the configuration |
"""

import os
import re
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from minitok import decoders
from minitok.added_tokens import AddedToken, AddedTokens
from minitok.interop import hub, tokenizer_json
from minitok.interop.json_data import (
    Data,
    check_object,
    inside,
    load_json,
    naming,
)
from minitok.interop.registry import ADDED_TOKENS
from minitok.normalizers import BertNormalizer
from minitok.pre_tokenizers import BertPreTokenizer, ByteLevel, Metaspace, Scheme
from minitok.validation import check_type

# `gpt2` or `openai-community/gpt2`
NAME_ON_HUB = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?")
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
    """The parts of a tokenizer, by their names in `Parts`, from a folder or the hub.

    `"openai-community/gpt2"` is downloaded once, unless there is a folder of that name.
    As in transformers, a token with a role is a special token. Raises ValueError,
    naming the folder, if something is missing or damaged, or if minitok lacks it.
    """
    name = os.path.expanduser(os.fsdecode(name))
    if os.path.exists(name) or not NAME_ON_HUB.fullmatch(name):
        folder = Path(name)
    else:
        folder = Path(hub.tokenizer_folder(name))
    with naming(folder):
        return _read_folder(folder)


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
            "minitok has no split_special_tokens=True: "
            "remove it, and encode with allowed_special=()"
        )
    if not (folder / "tokenizer.json").is_file():
        raise ValueError(
            "it has no tokenizer.json: save it with transformers, which writes one, "
            "or open its .model with interop.sentencepiece.from_model"
        )
    parts = tokenizer_json.read_parts(_load(folder, "tokenizer.json"))
    older = {}
    for name, id in _load(folder, "added_tokens.json").items():
        if name not in parts["added_tokens"].ids:
            older[str(id)] = {"content": name}
    config.setdefault("added_tokens_decoder", older)
    with inside("tokenizer_config.json or a file of tokens beside it"):
        vocab = parts["model"].vocab
        added = _add_configured(parts["added_tokens"], vocab, config)
        roles, others = _read_special_tokens(config)
        known = {token.content: token for token in added.tokens.values()}
        special = []
        for token in roles.values():
            # One that is an added token already keeps its options.
            special.append(known.get(token.content, token))
        special += [token for token in others if token.content not in known]
        parts["added_tokens"] = added.plus(special, vocab, special=True)
        _compare_with_class(parts, config)
    parts["special_tokens_map"] = {role: roles[role].content for role in roles}
    parts["chat_template"] = _read_chat_template(folder, config)
    return parts


def _compare_with_class(parts: Data, config: Data) -> None:
    """Warn if the class that transformers opens has other rules than the file."""
    name = str(config.get("tokenizer_class")).removesuffix("Fast")
    is_llama_3 = isinstance(parts.get("decoder"), decoders.ByteLevel)
    if name == "LlamaTokenizer" and is_llama_3:
        return
    for part, theirs in _parts_of_class(name, config).items():
        ours = parts.get(part)
        if ours != theirs:
            warnings.warn(
                f"{part} is {ours}, as in tokenizer.json, but a {name} of transformers "
                f"has {theirs}, which may give other ids: for those, open the folder "
                "there, save it, and open what is saved",
                stacklevel=2,
            )


def _parts_of_class(name: str, config: Data) -> Data:
    """The normalizer and pre-tokenizer that a class of transformers makes, if any."""
    space = config.get("add_prefix_space")
    if name in ("GPT2Tokenizer", "RobertaTokenizer", "WhisperTokenizer"):
        byte_level = ByteLevel(add_prefix_space=bool(space))
        return {"normalizer": None, "pre_tokenizer": byte_level}
    if name in ("BertTokenizer", "DistilBertTokenizer", "ElectraTokenizer"):
        normalizer = BertNormalizer(
            handle_chinese_chars=config.get("tokenize_chinese_chars", True),
            strip_accents=config.get("strip_accents"),
            lowercase=config.get("do_lower_case", True),
        )
        return {"normalizer": normalizer, "pre_tokenizer": BertPreTokenizer()}
    if name == "LlamaTokenizer":
        scheme: Scheme = "always" if config.get("legacy") else "first"
        if space is False:
            scheme = "never"
        metaspace = Metaspace(prepend_scheme=scheme, split=False)
        return {"normalizer": None, "pre_tokenizer": metaspace}
    return {}


def _add_configured(
    added: AddedTokens, vocab: Mapping[str, int], config: Data
) -> AddedTokens:
    """The added tokens, with the options and the new tokens of the configuration."""
    entries = config["added_tokens_decoder"]
    tokens = {}
    for id in sorted(map(int, entries)):
        tokens[id] = _read_token(entries[str(id)])
    new = [token for token in tokens.values() if token.content not in added.ids]
    added = added.plus(new, vocab, special=False)
    for id, token in tokens.items():
        if id != added.ids[token.content]:
            raise ValueError(
                f"it gives {token.content!r} the id {id}, "
                f"but its id is {added.ids[token.content]}: correct it"
            )
    return AddedTokens({**added.tokens, **tokens})


def _read_special_tokens(
    config: Data,
) -> tuple[dict[str, AddedToken], list[AddedToken]]:
    """The special tokens by their roles, and those without a role."""
    entries: Data = dict.fromkeys(ROLES)  # new tokens get their ids in this order
    for name, token in config.items():
        if name.endswith("_token"):
            entries[name] = token
    entries.update(config.get("model_specific_special_tokens") or {})
    others = config.get("extra_special_tokens")
    if isinstance(others, Mapping):
        entries.update(others)
        others = None
    others = others or config.get("additional_special_tokens") or []
    roles = {}
    for name, token in entries.items():
        is_role = name in ROLES or isinstance(token, str | Mapping)
        if token and is_role:
            roles[name] = _read_token(token)
    return roles, list(map(_read_token, others))


def _read_token(data: Any) -> AddedToken:
    """A token from its options, or a special token from its content alone."""
    if not isinstance(data, Mapping):
        data = {"content": data, "special": True}
    options = dict(data)
    options.pop("__type", None)
    token: AddedToken = ADDED_TOKENS.read(options)
    return token


def _read_chat_template(folder: Path, config: Data) -> str | None:
    """The template. If there are several, the one named "default"."""
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
    """The data in a file, or {} if there is no such file."""
    path = folder / name
    if not path.is_file():
        return {}
    with inside(name):
        return dict(check_object(load_json(path)))
