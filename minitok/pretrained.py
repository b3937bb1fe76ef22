"""Open a folder that `transformers` saved: the tokenizer, the roles of its special tokens, and its chat template.

| file | what it holds |
| --- | --- |
| `tokenizer.json` | the tokenizer |
| `tokenizer_config.json`, in older folders also `special_tokens_map.json` | the roles: `"bos_token": "<s>"` |
| `chat_template.jinja`, in older folders part of the configuration | the chat template |
| `vocab.json` with `merges.txt`, or `vocab.txt` | in the oldest folders, the model of a GPT-2 or a BERT |
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from minitok import decoders, tokenizer_json
from minitok.added_tokens import AddedToken, AddedTokens
from minitok.models import WordPiece
from minitok.normalizers import BertNormalizer
from minitok.pre_tokenizers import BertPreTokenizer
from minitok.processors import TemplateProcessing
from minitok.tokenizer import Tokenizer

ROLES = ("bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token")
GPT2_ROLES = dict.fromkeys(ROLES[:3], "<|endoftext|>")
BERT_ROLES = {"unk_token": "[UNK]", "sep_token": "[SEP]", "pad_token": "[PAD]", "cls_token": "[CLS]"}
BERT_ROLES |= {"mask_token": "[MASK]"}
BERT_OPTIONS = (("tokenize_chinese_chars", True), ("strip_accents", None), ("do_lower_case", True))
Data = dict[str, Any]


def from_folder(path: str | os.PathLike[str]) -> Tokenizer:
    """The tokenizer in a folder, with its `chat_template` and its `special_tokens_map`.

    As in transformers, a token with a role is made a special token if it is no added token yet. ValueError, naming the
    folder, if something is missing or damaged, or if the configuration asks for what minitok does not have.
    """
    folder = Path(path)
    try:
        return _open(folder)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"cannot load {folder}: its tokenizer_config.json is damaged: {error!r}") from error
    except ValueError as error:
        raise ValueError(f"cannot load {folder}: {error}") from error


def _open(folder: Path) -> Tokenizer:
    config = _json(folder, "tokenizer_config.json")
    if "added_tokens_decoder" not in config:
        config |= _json(folder, "special_tokens_map.json")
    if config.get("split_special_tokens"):
        raise ValueError("minitok has no split_special_tokens=True: remove it, and encode with allowed_special=()")
    tok = Tokenizer.from_dict(_tokenizer(folder, config))
    tokens = dict(tok.added_tokens.tokens)
    for id, options in sorted((int(id), options) for id, options in config.get("added_tokens_decoder", {}).items()):
        token = AddedToken(**options)
        known = tok.token_to_id(token.content)
        if id != (max([*tok.vocab.values(), *tokens], default=-1) + 1 if known is None else known):
            raise ValueError(f"tokenizer_config.json gives {token.content!r} the id {id}, which it does not have")
        tokens[id] = token
    tok.added_tokens = AddedTokens(tokens)
    extra = config.get("extra_special_tokens") or config.get("additional_special_tokens") or []
    named = extra if isinstance(extra, Mapping) else {}
    roles = {name: _added(config[name]) for name in ROLES if config.get(name)}
    roles |= {
        name: _added(value)
        for name, value in {**config, **named}.items()
        if name in named or (name.endswith("_token") and isinstance(value, str | Mapping))
    }
    new = [*roles.values(), *map(_added, [] if named else extra)]
    unknown = {token.content: token for token in new if token.content not in tok.added_tokens.ids}
    tok.add_special_tokens([*unknown.values()])
    tok.special_tokens_map = {name: token.content for name, token in roles.items()}
    tok.chat_template = _chat_template(folder, config)
    return tok


def _added(token: Any) -> AddedToken:
    """A token in the configuration: a string, or its options."""
    if not isinstance(token, Mapping):
        return AddedToken(token, special=True)
    return AddedToken(**{name: value for name, value in token.items() if name != "__type"})


def _chat_template(folder: Path, config: Data) -> str | None:
    """The template, the one named "default" if there are several."""
    file = folder / "chat_template.jinja"
    if file.is_file():
        return file.read_text(encoding="utf-8")
    template = config.get("chat_template")
    if isinstance(template, list):
        template = {named["name"]: named["template"] for named in template}.get("default")
    if not isinstance(template, str | None):
        raise TypeError(f"chat_template={template!r} is no string")
    return template


def _json(folder: Path, name: str) -> Data:
    """The object in a JSON file, or an empty one if the file is not there."""
    data = tokenizer_json.load(folder / name) if (folder / name).is_file() else {}
    if not isinstance(data, dict):
        raise ValueError(f"{name} holds no JSON object")
    return data


def _lines(file: Path) -> list[str]:
    """The lines of a file, cut at `\\n` alone: `str.splitlines` cuts at other characters, which tokens may hold."""
    return [line.removesuffix("\r") for line in file.read_bytes().decode().removesuffix("\n").split("\n")]


def _tokenizer(folder: Path, config: Data) -> Data:
    """The `tokenizer.json` of a folder; for one of older files, what transformers would write."""
    if (folder / "tokenizer.json").is_file():
        return _json(folder, "tokenizer.json")
    kind = str(config.get("tokenizer_class") or "").removesuffix("Fast")
    if (folder / "merges.txt").is_file() and kind in ("", "GPT2Tokenizer"):
        config.update({**GPT2_ROLES, **config})
        model = {"type": "BPE", "vocab": _json(folder, "vocab.json"), "merges": _lines(folder / "merges.txt")}
        byte_level = {"type": "ByteLevel", "add_prefix_space": config.get("add_prefix_space", False)}
        byte_level["trim_offsets"] = True
        return {"model": model, "pre_tokenizer": byte_level, "decoder": byte_level}
    if (folder / "vocab.txt").is_file() and kind in ("", "BertTokenizer"):
        return _bert({token.rstrip(): id for id, token in enumerate(_lines(folder / "vocab.txt"))}, config)
    if not folder.is_dir():
        raise ValueError("there is no such folder")
    raise ValueError(
        f"it has no tokenizer.json, and no vocab.json with merges.txt or vocab.txt of a GPT-2 or BERT tokenizer"
        f"{f' (it is a {kind})' * bool(kind)}: open it with transformers and save it, which writes a tokenizer.json. "
        "SentencePiece's .model files are read by interop.sentencepiece.from_model"
    )


def _bert(vocab: dict[str, int], config: Data) -> Data:
    config.update({**BERT_ROLES, **config})
    unk, sep, cls = (_added(config[role]).content for role in ("unk_token", "sep_token", "cls_token"))
    tok = Tokenizer(WordPiece(vocab, unk_token=unk))
    chinese, accents, lowercase = (config.get(name, default) for name, default in BERT_OPTIONS)
    tok.normalizer = BertNormalizer(True, chinese, accents, lowercase)
    tok.pre_tokenizer, tok.decoder = BertPreTokenizer(), decoders.WordPiece()
    ids = {sep: vocab[sep], cls: vocab[cls]}
    tok.post_processor = TemplateProcessing(f"{cls} $A {sep}", f"{cls} $A {sep} $B:1 {sep}:1", ids)
    return tok.to_dict()
