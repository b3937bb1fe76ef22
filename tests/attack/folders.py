"""Folders as transformers saves them, then damaged: `folder` opens one, and says what went wrong."""

import json
import os
import random
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import mutations
from samples import SCRIPTS, byte_level

from minitok import Tokenizer

TEXTS = ["", "a day", "<s>[CLS] x </s>", *SCRIPTS.values()]
TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}{{ message['content'] }}{% endfor %}"
)
CONFIGURED = {
    "tokenizer_class": [
        "GPT2Tokenizer",
        "BertTokenizerFast",
        "PreTrainedTokenizerFast",
        "XTokenizer",
        5,
        "os.system",
    ],
    "auto_map": [{"AutoTokenizer": ["danger.py", "danger.Danger"]}, 1],
    "tokenizer_file": ["/etc/passwd", "../outside", None],
    "vocab_file": ["/etc/passwd", "../outside"],
    "chat_template": [
        "{{ 1 }}",
        "{% for",
        [{"name": "default"}],
        [{"name": "default", "template": 5}],
        5,
        {},
        [5],
    ],
    "bos_token": [
        "<s>",
        "",
        None,
        5,
        {"content": "<s>"},
        {"content": 5},
        {"a": 1},
        ["<s>"],
        "x" * 5000,
        "\ud800",
    ],
    "added_tokens_decoder": [
        {"0": {"content": "<s>"}},
        {"x": {}},
        {"-1": {"content": "n"}},
        {"9" * 5000: {}},
        [],
        5,
    ],
    "extra_special_tokens": [
        ["<x>"],
        {"a_token": "<x>"},
        "abc",
        5,
        [5],
        [[]],
        {"a": None},
    ],
    "split_special_tokens": [True, False, "no"],
}
"""What a configuration may say, rightly or not."""

watched: list[str] = []
OUTSIDE = "outside"


def watch(event: str, args: tuple[Any, ...]) -> None:
    """Note what Python opens, runs or removes, while `watching`."""
    if watching and event in (
        "open",
        "os.system",
        "subprocess.Popen",
        "os.remove",
        "os.rename",
        "os.posix_spawn",
    ):
        watched.append(f"{event} {args[0]} {args[1] if event == 'open' else ''}")
    if (
        watching
        and event == "exec"
        and getattr(args[0], "co_filename", "").startswith("<")
    ):
        watched.append(f"exec {args[0].co_filename}")


watching = False
sys.addaudithook(watch)


@contextmanager
def watched_folder(folder: Path) -> Iterator[list[str]]:
    """What happens inside, but for reading the folder's files and Python's own, is in the list at the end."""
    global watching
    found: list[str] = []
    watched.clear()
    watching = True
    try:
        yield found
    finally:
        watching = False
        own = (
            f"open {folder}{os.sep}",
            f"open {sys.prefix}",
            f"open {sys.base_prefix}",
            f"open {PACKAGE}",
        )
        found += [
            what
            for what in watched
            if not (what.startswith(own) and what.endswith((" r", " rb", " None")))
        ]


PACKAGE = os.path.dirname(os.path.dirname(sys.modules["minitok"].__file__ or ""))


@cache
def folders() -> list[dict[str, bytes]]:
    """The files of folders of each kind that `Tokenizer.from_pretrained` opens."""
    tok = byte_level(TEXTS, special_tokens=["<|endoftext|>", "<s>", "</s>"])
    roles = {
        "bos_token": "<s>",
        "eos_token": {"content": "</s>", "lstrip": False},
        "unk_token": "<|endoftext|>",
    }
    config = {"tokenizer_class": "PreTrainedTokenizerFast", **roles}
    by_name = {
        "tokenizer.json": tok.to_dict(),
        "tokenizer_config.json": config,
        "special_tokens_map.json": roles,
    }
    files = {name: json.dumps(data).encode() for name, data in by_name.items()}
    files["chat_template.jinja"] = TEMPLATE.encode()
    kinds = [["tokenizer.json", "tokenizer_config.json"], list(files)]
    return [{name: files[name] for name in names} for names in kinds]


def configured(content: bytes, chance: random.Random) -> bytes:
    """A file of JSON with other values, some of which contradict each other."""
    try:
        data = json.loads(content)
    except ValueError:
        data = {}
    if chance.random() < 0.4:
        data = mutations.mutated(data, chance)
    elif isinstance(data, dict):
        for name in chance.sample(sorted(CONFIGURED), chance.choice([1, 1, 2, 4])):
            data[name] = chance.choice(CONFIGURED[name])
    return json.dumps(data).encode()


def damage(
    path: Path, content: bytes, others: list[bytes], chance: random.Random
) -> None:
    """Replace the file by something else."""
    kind = chance.randrange(9)
    if kind <= 2:
        path.write_bytes(configured(content, chance))
    elif kind <= 4:
        path.write_bytes(mutations.mutated_bytes(content, chance))
    elif kind == 5:
        path.write_bytes(chance.choice(others))
    elif kind == 6:
        path.write_bytes(
            content.decode().encode(
                chance.choice(["utf-16", "utf-8-sig", "latin-1"]), "replace"
            )
        )
    elif kind == 7:
        path.unlink(missing_ok=True)
        chance.choice([path.exists, path.mkdir, lambda: os.mkfifo(path)])()
    else:
        path.unlink(missing_ok=True)
        path.symlink_to(
            chance.choice([f"../{OUTSIDE}", "nowhere", path.name, "..", "/dev/null"])
        )


def folder(chance: random.Random) -> str:
    """A damaged folder opens and works, as in transformers, or is an error that names it; nothing else is touched."""
    from attacks import SECONDS, limit, use

    files = chance.choice(folders())
    with tempfile.TemporaryDirectory() as above:
        path = Path(above) / "folder"
        path.mkdir()
        (Path(above) / OUTSIDE).write_bytes(
            chance.choice([b"{}", b"secret", *files.values()])
        )
        for name, content in files.items():
            (path / name).write_bytes(content)
        names = sorted({*files, "tokenizer_config.json"})
        for name in chance.sample(names, min(len(names), chance.choice([1, 1, 2, 3]))):
            damage(path / name, files.get(name, b"{}"), [*files.values()], chance)
        try:
            with watched_folder(path) as touched, limit(SECONDS):
                tok = Tokenizer.from_pretrained(path)
        except (ValueError, OSError) as error:
            return (
                ""
                if str(path) in str(error)
                else f"the error does not name the folder: {error}"
            )
        if touched:
            return f"opening it did this, too: {touched[0]}"
        return use(tok) or differing(tok, path)


def differing(tok: Tokenizer, path: Path) -> str:
    """How the ids differ from those of transformers, if that opens the folder, too."""
    from transformers import PreTrainedTokenizerFast, logging

    logging.set_verbosity(logging.CRITICAL)
    if not (path / "tokenizer.json").is_file():
        return ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = PreTrainedTokenizerFast.from_pretrained(path)
            there = [theirs.encode(text) for text in TEXTS]
    except Exception:
        return ""
    for text, ids in zip(TEXTS, there):
        if (ours := tok.encode(text)) != ids:
            return f"the ids of {text!r} are {ours}, in transformers {ids}"
    return ""
