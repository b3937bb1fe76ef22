"""Several threads and processes at work on one tokenizer or one file, and some that are killed in the middle."""

import contextlib
import copy
import json
import multiprocessing
import os
import pickle
import random
import re
import signal
import tempfile
import time
from functools import cache
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

from samples import hug

from minitok import Tokenizer, corpora, decoders, normalizers, processors
from minitok.models import BPE
from minitok.pre_tokenizers import GPT2_PATTERN, GPT4_PATTERN, ByteLevel
from minitok.tokenizer_json import replace_file
from minitok.trainers import BpeTrainer

FORK = multiprocessing.get_context("fork")
WRITERS, READERS, SECONDS = 3, 5, 0.3
THREADS = 16


def versions(size: int) -> list[bytes]:
    """Files of different lengths, each whole only if it holds the same number throughout."""
    return [json.dumps([version] * (size + 1000 * version)).encode() for version in range(WRITERS)]


def write(path: Path, data: bytes) -> None:
    while True:
        replace_file(path, data)


def read(path: Path, whole: list[bytes], damaged: Any) -> None:
    while True:
        if path.read_bytes() not in whole:
            damaged.value += 1


@contextlib.contextmanager
def running(*calls: Any) -> Any:
    """Each function with its arguments in a process of its own, killed at the end."""
    started = [FORK.Process(target=call, args=given) for call, *given in calls]
    for process in started:
        process.start()
    try:
        yield started
    finally:
        for process in started:
            os.kill(process.pid, signal.SIGKILL)
            process.join()


def together(chance: random.Random) -> str:
    """Three processes write a file, five read it: each reads one version, whole."""
    with tempfile.TemporaryDirectory() as folder:
        path, damaged = Path(folder) / "file.json", FORK.Value("i")
        whole = versions(chance.choice([10, 10_000, 300_000]))
        path.write_bytes(whole[0])
        calls = [(write, path, data) for data in whole] + [(read, path, whole, damaged)] * READERS
        with running(*calls) as started:
            time.sleep(SECONDS)
            ended = [process.exitcode for process in started if process.exitcode is not None]
        left = [name for name in os.listdir(folder) if name != path.name]
        if damaged.value or ended or len(left) > WRITERS:
            return f"{damaged.value} damaged reads, {len(ended)} processes broke, left behind: {left}"
    return ""


def save(path: Path, toks: list[Tokenizer]) -> None:
    while True:
        for tok in toks:
            tok.save(path)


@cache
def saved() -> tuple[list[Tokenizer], list[dict[str, Any]]]:
    """A small tokenizer and a large one, and their data."""
    large = Tokenizer(BPE({f"token {number}": number for number in range(3000)}))
    return [hug(), large], [hug().to_dict(), large.to_dict()]


def killed(chance: random.Random) -> str:
    """Who is killed while saving leaves the old file or the new one, whole, and at most one unfinished file."""
    toks, data = saved()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tokenizer.json"
        toks[0].save(path)
        with running((save, path, toks)):
            time.sleep(0.03 * chance.random())
        if Tokenizer.from_file(path).to_dict() not in data:
            return "the file is neither the old one nor the new one"
        left = [name for name in os.listdir(folder) if name != path.name]
        if len(left) > 1 or any(not re.fullmatch(r"\.\w+\.unfinished", name) for name in left):
            return f"left behind: {left}"
        toks[1].save(path)
    return ""


@cache
def trained() -> Tokenizer:
    tok = Tokenizer(BPE())
    tok.pre_tokenizer, tok.decoder = ByteLevel(GPT4_PATTERN), decoders.ByteLevel()
    tok.train_from_iterator(corpora.load("stories").splitlines(), BpeTrainer(vocab_size=600, special_tokens=["<s>"]))
    return tok


@cache
def alternatives() -> dict[str, list[Any]]:
    """What each part of the tokenizer may be exchanged for."""
    model = trained().model
    return {
        "model": [model, model.replace(merges=model.merges[:100])],
        "normalizer": [None, normalizers.NFKD(), normalizers.Lowercase()],
        "pre_tokenizer": [ByteLevel(GPT4_PATTERN), ByteLevel(GPT2_PATTERN, add_prefix_space=True)],
        "post_processor": [None, processors.TemplateProcessing("<s> $A <s>", special_tokens={"<s>": 0})],
    }


def threads(chance: random.Random) -> str:
    """Sixteen threads encode while one part is exchanged: each result is that of the one part or the other."""
    tok = copy.copy(trained())
    name = chance.choice(list(alternatives()))
    lines = chance.sample(corpora.load("languages").splitlines(), 12)
    text = "<s>".join([*lines, "ﬁne Ⅷ STRAßE İ ½", *("".join(chance.choices("abc dé①", k=20)) for _ in range(9))])
    expected = []
    for part in alternatives()[name]:
        setattr(tok, name, part)
        expected.append((tok.encode(text), tok(text).ids, tok(text).offsets))
    wrong: list[str] = []
    ready = Barrier(THREADS + 1)

    def work() -> None:
        ready.wait()
        try:
            for _ in range(4):
                encoding, ids = tok(text), tok.encode(text)
                if (encoding.ids, encoding.offsets) not in [(ids, offsets) for _, ids, offsets in expected]:
                    wrong.append("the call mixes two parts")
                if ids not in [ids for ids, _, _ in expected]:
                    wrong.append("encode mixes two parts")
        except Exception as error:
            wrong.append(f"{type(error).__name__}: {error}")

    started = [Thread(target=work) for _ in range(THREADS)]
    for thread in started:
        thread.start()
    ready.wait()
    while any(thread.is_alive() for thread in started):
        setattr(tok, name, chance.choice(alternatives()[name]))
        time.sleep(0.0002)
    return f"{name}: {wrong[0]}, {len(wrong)} of {8 * THREADS}" if wrong else ""


def encode_there(data: bytes, text: str, answers: Any) -> None:
    answers.put(pickle.loads(data)(text).ids)


def copies(chance: random.Random) -> str:
    """Copied, pickled and forked in the middle of the work, a tokenizer gives the same ids."""
    tok = trained()
    text = " ".join(chance.choices(corpora.load("languages").split(), k=50))
    ids = tok.encode(text)
    for made in (copy.copy(tok), copy.deepcopy(tok), pickle.loads(pickle.dumps(tok))):
        if made.encode(text) != ids or made(text).ids != ids:
            return "a copy gives other ids"
    answers = FORK.SimpleQueue()
    child = FORK.Process(target=encode_there, args=(pickle.dumps(tok), text, answers))
    child.start()
    found = answers.get()
    child.join()
    return "" if found == ids else "a child process gives other ids"
