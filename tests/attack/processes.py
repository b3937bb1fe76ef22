"""A process that is killed while it saves."""

import multiprocessing
import os
import random
import re
import tempfile
import time
from pathlib import Path

from samples import hug

from minitok import Tokenizer
from minitok.models import BPE

FORK = multiprocessing.get_context("fork")
SMALL, LARGE = (
    hug(),
    Tokenizer(BPE({f"token {number}": number for number in range(3000)})),
)


def save(path: Path) -> None:
    while True:
        SMALL.save(path)
        LARGE.save(path)


def killed(chance: random.Random) -> str:
    """Who is killed while saving leaves the old file or the new one, whole, and at most one unfinished file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tokenizer.json"
        SMALL.save(path)
        process = FORK.Process(target=save, args=[path])
        process.start()
        time.sleep(0.03 * chance.random())
        process.kill()
        process.join()
        if Tokenizer.from_file(path).to_dict() not in (
            SMALL.to_dict(),
            LARGE.to_dict(),
        ):
            return "the file is neither the old one nor the new one"
        left = [name for name in os.listdir(folder) if name != path.name]
        if len(left) > 1 or any(
            not re.fullmatch(r"tokenizer\.json\.[0-9a-f]{16}", name) for name in left
        ):
            return f"left behind: {left}"
        LARGE.save(path)
    return ""
