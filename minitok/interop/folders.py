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

from minitok import decoders
from minitok.added_tokens import AddedToken, AddedTokens
from minitok.interop import hub, tokenizer_json
from minitok.interop.shapes import checked, inside, mapping, read_merges
from minitok.interop.tokenizer_json import added_token
from minitok.models import BPE, WordPiece
from minitok.normalizers import BertNormalizer
from minitok.pre_tokenizers import BertPreTokenizer, ByteLevel
from minitok.processors import TemplateProcessing
from minitok.tokenizer import Tokenizer

ROLES = ("bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token")
GPT2_ROLES = dict.fromkeys(ROLES[:3], "<|endoftext|>")
BERT_ROLES = dict(zip(ROLES[2:], ("[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]")))
BERT_OPTIONS = {"tokenize_chinese_chars": True, "strip_accents": None, "do_lower_case": True}
Data = dict[str, Any]


def from_pretrained(name: str | os.PathLike[str]) -> Tokenizer:
    """A tokenizer from the Hugging Face hub, downloaded once, or from a folder, which comes first.

    `from_pretrained("openai-community/gpt2")`, `from_pretrained("./folder")`
    """
    name = os.fsdecode(name)
    is_path = os.path.exists(name) or name.startswith((".", os.sep))
    return from_folder(name if is_path else hub.tokenizer_folder(name))


def from_folder(path: str | os.PathLike[str]) -> Tokenizer:
    """The tokenizer in a folder, with its `chat_template` and its `special_tokens_map`.

    As in transformers, a token with a role is a special token; an added token keeps its options. ValueError, naming the
    folder, if something is missing or damaged, or if the configuration asks for what minitok does not have.
    """
    folder = Path(path)
    try:
        return _open(folder)
    except ValueError as error:
        raise ValueError(f"cannot load {folder}: {error}") from error


def _open(folder: Path) -> Tokenizer:
    config = _json(folder, "tokenizer_config.json")
    if "added_tokens_decoder" not in config:
        config |= _json(folder, "special_tokens_map.json")
    if config.get("split_special_tokens"):
        raise ValueError("minitok has no split_special_tokens=True: remove it, and encode with allowed_special=()")
    tok = _tokenizer(folder, config)
    with inside("tokenizer_config.json or special_tokens_map.json"):
        tokens = dict(tok.added_tokens.tokens)
        for id, options in sorted((int(id), value) for id, value in config.get("added_tokens_decoder", {}).items()):
            token = added_token(mapping(options))
            known = tok.token_to_id(token.content)
            if id != (max([*tok.vocab.values(), *tokens], default=-1) + 1 if known is None else known):
                raise ValueError(f"it gives {token.content!r} the id {id}, which it does not have")
            tokens[id] = token
        tok.added_tokens = AddedTokens(tokens)
        extra = config.get("extra_special_tokens") or config.get("additional_special_tokens") or []
        given = {name: config.get(name) for name in (*ROLES, *config) if name.endswith("_token")}
        if isinstance(extra, Mapping):
            given.update(extra)
            extra = []
        named = {name: token for name, token in given.items() if name in ROLES or isinstance(token, str | Mapping)}
        roles = {name: _added(token) for name, token in named.items() if token}
        new = [token for token in map(_added, extra) if token.content not in tok.added_tokens.ids]
        special = [tokens.get(tok.added_tokens.ids.get(token.content, -1), token) for token in roles.values()]
        tok.add_special_tokens([*special, *new])
        tok.special_tokens_map = {name: token.content for name, token in roles.items()}
    tok.chat_template = _chat_template(folder, config)
    return tok


def _added(token: Any) -> AddedToken:
    """A token in the configuration: a string, or its options."""
    options = token if isinstance(token, Mapping) else {"content": token, "special": True}
    return added_token({name: value for name, value in options.items() if name != "__type"})


def _chat_template(folder: Path, config: Data) -> str | None:
    """The template, the one named "default" if there are several."""
    if (folder / "chat_template.jinja").is_file():
        with inside("chat_template.jinja"):
            return (folder / "chat_template.jinja").read_text(encoding="utf-8")
    with inside("tokenizer_config.json"):
        template = config.get("chat_template")
        if isinstance(template, list):
            template = {named["name"]: named["template"] for named in template}.get("default")
        return checked(template, str | None, "chat_template")  # type: ignore[no-any-return]


def _json(folder: Path, name: str) -> Data:
    """The object in a JSON file, or an empty one if the file is not there."""
    with inside(name):
        return dict(mapping(tokenizer_json.load(folder / name))) if (folder / name).is_file() else {}


def _lines(folder: Path, name: str) -> list[str]:
    """The lines of a file, cut at `\\n` alone: `str.splitlines` cuts at other characters, which tokens may hold."""
    with inside(name):
        text = (folder / name).read_bytes().decode()
        if text[:1] == "\ufeff":
            raise ValueError("it begins with a byte order mark, which would be part of a token: save it without one")
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]


def _tokenizer(folder: Path, config: Data) -> Tokenizer:
    """What `tokenizer.json` describes; without one, what older files do."""
    if (folder / "tokenizer.json").is_file():
        return Tokenizer.from_dict(_json(folder, "tokenizer.json"))
    kind = str(config.get("tokenizer_class") or "").removesuffix("Fast")
    if (folder / "merges.txt").is_file() and (folder / "vocab.json").is_file() and kind in ("", "GPT2Tokenizer"):
        config.update({**GPT2_ROLES, **config})
        vocab, merges = _json(folder, "vocab.json"), _lines(folder, "merges.txt")
        with inside("vocab.json, merges.txt or tokenizer_config.json"):
            tok = Tokenizer(BPE(vocab, list(read_merges(merges))))
            prefix = checked(config.get("add_prefix_space"), bool | None, "add_prefix_space")
            tok.pre_tokenizer = ByteLevel(add_prefix_space=bool(prefix))
            tok.decoder = decoders.ByteLevel()
            return tok
    if (folder / "vocab.txt").is_file() and kind in ("", "BertTokenizer"):
        return _bert({token.rstrip(): id for id, token in enumerate(_lines(folder, "vocab.txt"))}, config)
    if not folder.is_dir():
        raise ValueError("it is a file: write Tokenizer.from_file" if folder.exists() else "there is no such folder")
    raise ValueError(
        f"it has no tokenizer.json, and no vocab.json with merges.txt or vocab.txt of a GPT-2 or BERT tokenizer"
        f"{f' (it is a {kind})' if kind else ''}: open it with transformers and save it, which writes one. "
        "SentencePiece's .model files are read by interop.sentencepiece.from_model"
    )


@inside("vocab.txt or tokenizer_config.json")
def _bert(vocab: dict[str, int], config: Data) -> Tokenizer:
    config.update({**BERT_ROLES, **config})
    unk, sep, cls = (_added(config[role]).content for role in ("unk_token", "sep_token", "cls_token"))
    tok = Tokenizer(WordPiece(vocab, unk_token=unk))
    options = {**BERT_OPTIONS, **config}
    chinese, accents, lower = (checked(options[name], bool | None, name) for name in BERT_OPTIONS)
    tok.normalizer = BertNormalizer(handle_chinese_chars=bool(chinese), strip_accents=accents, lowercase=bool(lower))
    tok.pre_tokenizer, tok.decoder = BertPreTokenizer(), decoders.WordPiece()
    ids = [(sep, vocab[sep]), (cls, vocab[cls])]
    tok.post_processor = TemplateProcessing(f"{cls} $A {sep}", f"{cls} $A {sep} $B:1 {sep}:1", ids)
    return tok
