"""Folders as transformers saves them, then damaged, and what is done while one is opened."""

import json
import os
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import mutations
from samples import byte_level

import minitok

ROLES = {"bos_token": "<s>", "eos_token": {"content": "</s>", "lstrip": False}}
CONFIG = {
    "tokenizer_class": "PreTrainedTokenizerFast",
    "added_tokens_decoder": {},
    **ROLES,
}
TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}{{ message.content }}{% endfor %}"
)
ACTS = {
    "open",
    "os.system",
    "subprocess.Popen",
    "os.remove",
    "os.rename",
    "os.posix_spawn",
}

acts: list[str] | None = None  # what Python did, while a folder is opened


def watch(event: str, args: tuple[Any, ...]) -> None:
    if acts is None:
        return
    if event in ACTS:
        acts.append(f"{event} {args[0]} {args[1] if event == 'open' else ''}")
    elif event == "exec" and getattr(args[0], "co_filename", "").startswith("<"):
        acts.append(f"exec {args[0].co_filename}")


sys.addaudithook(watch)


@contextmanager
def acts_outside(folder: Path) -> Iterator[list[str]]:
    """What is done inside the block, but for reading the folder's files and Python's own."""
    global acts
    acts = []
    found: list[str] = []
    package = Path(minitok.__file__).parent
    readable = tuple(
        f"open {place}" for place in (folder, package, sys.prefix, sys.base_prefix)
    )
    try:
        yield found
    finally:
        for act in acts:
            if not (act.startswith(readable) and act.endswith((" r", " rb", " None"))):
                found.append(act)
        acts = None


@cache
def files() -> dict[str, bytes]:
    tok = byte_level(["a day"], special_tokens=["<|endoftext|>", "<s>", "</s>"])
    by_name = {
        "tokenizer.json": tok.to_dict(),
        "tokenizer_config.json": CONFIG,
        "special_tokens_map.json": ROLES,
    }
    made = {name: json.dumps(data).encode() for name, data in by_name.items()}
    return {**made, "chat_template.jinja": TEMPLATE.encode()}


def damage(file: Path, chance: random.Random) -> None:
    """Replace the file by something else."""
    content = file.read_bytes()
    change = chance.randrange(6)
    if change < 3 and file.suffix == ".json":
        data = mutations.mutated(json.loads(content), chance)
        file.write_text(json.dumps(data))
    elif change == 3:
        file.write_bytes(chance.choice(list(files().values())))
    elif change == 4:
        file.unlink()
        file.symlink_to(chance.choice(["../outside", "nowhere", file.name, ".."]))
    elif change == 5:
        file.unlink()
        chance.choice([file.mkdir, lambda: os.mkfifo(file)])()
    else:
        file.write_bytes(mutations.mutated_bytes(content, chance))


def damaged(path: Path, chance: random.Random) -> None:
    """Make a folder of which some files are damaged."""
    path.mkdir()
    (path.parent / "outside").write_text("{}")
    for name, content in files().items():
        (path / name).write_bytes(content)
    for name in chance.sample(sorted(files()), chance.choice([1, 1, 2, 3])):
        damage(path / name, chance)
