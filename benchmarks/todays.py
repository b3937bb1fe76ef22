"""Rows of `bench.py`: today's vocabularies, tiny texts, opening, Unigram's trainer, Dask, and an earlier checkout.

Set EARLIER to a checkout, as `git worktree add` makes it, to measure against it, in processes of their own.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cache, partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import published_vocabularies as published
import racing
import texts
import tokenizers
from racing import Row, at_once, ready, threads

from minitok import Tokenizer
from minitok.interop import hub
from minitok.interop.tiktoken import from_tiktoken
from minitok.pre_tokenizers import ByteLevel
from minitok.trainers import count_words

ROOT = Path(__file__).resolve().parent.parent
EARLIER = os.environ.get("EARLIER")
QUICK = "--quick" in sys.argv
ROUNDS = 1 if QUICK else 5
MB = 50_000 if QUICK else 1_000_000
Rows = Iterator[Row | str]
race = partial(racing.race, rounds=ROUNDS)

GPT2, BERT, PEGASUS = (
    "openai-community/gpt2",
    "google-bert/bert-base-uncased",
    "google/pegasus-xsum",
)
QWEN3, DEEPSEEK = "Qwen/Qwen3-0.6B", "deepseek-ai/DeepSeek-V3"


def ours(name: str) -> Tokenizer:
    return Tokenizer.from_file(hub.tokenizer_file(name))


def theirs(name: str) -> tokenizers.Tokenizer:
    return tokenizers.Tokenizer.from_file(str(hub.tokenizer_file(name)))


def their_ids(tok: tokenizers.Tokenizer, lines: list[str]) -> list[list[int]]:
    return [encoding.ids for encoding in tok.encode_batch_fast(lines)]


def each(function: Any, values: list[Any]) -> None:
    for value in values:
        function(value)


def vocabularies() -> Rows:
    """Encoding, cold and warm, to `tokenizers`."""
    threads(1)
    for name, kind, cold, warm in [
        (QWEN3, "prose", None, (1.5, 6.0)),
        (QWEN3, "source", None, (1.5, 6.0)),
        (QWEN3, "chinese", (0.6, 1.0), (3.4, 6.0)),
        (DEEPSEEK, "source", (1.0, 1.5), (2.5, 5.0)),
        (DEEPSEEK, "chinese", None, None),
    ]:
        lines = getattr(texts, kind)(MB)
        tok, library = ours(name), theirs(name)
        assert tok.encode_batch(lines) == their_ids(library, lines)
        what = f"encode {MB / 1e6:g} MB, {kind}, {name.split('/')[1]}"
        yield race(
            f"{what}, cold, to tokenizers",
            ready(partial(ours, name), Tokenizer.encode_batch, lines),
            ready(partial(theirs, name), their_ids, lines),
            cold,
        )
        yield race(
            f"{what}, warm, to tokenizers",
            at_once(tok.encode_batch, lines),
            at_once(their_ids, library, lines),
            warm,
        )


def tiny() -> Rows:
    """Ten thousand texts of five words."""
    threads(1)
    lines = texts.tiny(MB // 100)
    for name in (GPT2, BERT):
        what = f"{len(lines):,} texts of five words, {name.split('/')[1]}, cold"
        new, library = partial(ours, name), partial(theirs, name)
        assert new().encode_batch(lines) == their_ids(library(), lines)
        yield race(
            f"{what}, encode_batch, to tokenizers",
            ready(new, Tokenizer.encode_batch, lines),
            ready(library, their_ids, lines),
            (1.0, 1.2),
        )
        yield race(
            f"{what}, call, to tokenizers",
            ready(new, each, lines),
            ready(lambda library=library: library().encode, each, lines),
            (0.5, 1.0),
        )


def pure() -> Rows:
    """GPT-4's vocabulary, to the other tokenizer in Python: pip install puretiktoken"""
    puretiktoken = import_module("puretiktoken")
    threads(1)
    tok = published.load("cl100k_base").ours
    data = tok.to_dict()
    for kind, size, goals in [
        ("prose", MB, (1.0, 1.5)),
        ("source", MB, (1.0, 1.5)),
        ("chinese", MB, (1.0, 1.5)),
        ("tiny", MB // 100, (0.5, 1.0)),
    ]:
        lines = getattr(texts, kind)(size)
        yield race(
            f"encode, {kind}, GPT-4, cold, to puretiktoken",
            ready(partial(Tokenizer.from_dict, data), Tokenizer.encode_batch, lines),
            ready(
                lambda: puretiktoken.Encoding("cl100k_base").encode_ordinary,
                each,
                lines,
            ),
            goals,
        )


def opening() -> Rows:
    threads(1)
    for name, goals in [
        (GPT2, (0.5, 0.8)),
        (QWEN3, (0.5, 0.8)),
        (PEGASUS, (0.3, 0.5)),
    ]:
        yield race(
            f"open {name.split('/')[1]}, to tokenizers",
            at_once(ours, name),
            at_once(theirs, name),
            goals,
        )
    encoding = published.tiktoken_encoding("o200k_base")
    again = partial(type(encoding), "again", **encoding_of(encoding))
    yield race(
        "open the ranks of o200k_base, to tiktoken",
        at_once(from_tiktoken, encoding),
        at_once(again),
    )


def encoding_of(encoding: Any) -> dict[str, Any]:
    return {
        "pat_str": encoding._pat_str,
        "mergeable_ranks": encoding._mergeable_ranks,
        "special_tokens": encoding._special_tokens,
    }


# What runs in a process of its own: it prints seconds, and then megabytes.

ENCODE = """
import json, sys
from time import process_time
from minitok import Tokenizer
tok = Tokenizer.from_file(sys.argv[1])
lines = json.load(open(sys.argv[2], encoding="utf-8"))
for _ in range(2):
    start = process_time()
    tok.encode_batch(lines)
    print(process_time() - start)
"""

TRAIN = """
import json, sys
from time import process_time
from minitok import pre_tokenizers, trainers
_, library, kind, cut, vocab_size, file = sys.argv
if library == "tokenizers":
    import tokenizers
    from tokenizers import pre_tokenizers, trainers
lines = json.load(open(file, encoding="utf-8"))
trainer = getattr(trainers, kind + "Trainer")(vocab_size=int(vocab_size))
cutter = getattr(pre_tokenizers, cut)()
start = process_time()
if library == "tokenizers":
    tok = tokenizers.Tokenizer(getattr(tokenizers.models, kind)())
    tok.pre_tokenizer = cutter
    tok.train_from_iterator(lines, trainer)
else:
    trainer.train(trainers.count_words(lines, cutter))
print(process_time() - start)
try:
    print(int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) // 1024)
except OSError:
    print(0)
"""


def run(tree: str | Path, code: str, *arguments: object) -> list[float]:
    """What the code prints in a checkout."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(tree), "RAYON_NUM_THREADS": "1"}
    done = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, check=True
    )
    return [float(line) for line in done.stdout.split()]


def saved(folder: str, lines: list[str]) -> Path:
    path = Path(folder, "lines.json")
    path.write_text(json.dumps(lines), encoding="utf-8")
    return path


def earlier() -> Rows:
    """The checkout that EARLIER names: Qwen3, BPE and WordPiece training."""
    if not EARLIER:
        yield "earlier: not measured: set EARLIER to a checkout"
        return
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("prose", "source", "chinese"):
            file = saved(folder, getattr(texts, kind)(MB))
            job = ENCODE, hub.tokenizer_file(QWEN3), file
            here, there = in_turns(*job)
            what = f"encode {MB / 1e6:g} MB, {kind}, Qwen3-0.6B"
            goals = (1.5, 2.5), (3.0, 5.0)
            for state, mine, old, goal in zip(("cold", "warm"), here, there, goals):
                yield Row(f"{what}, {state}, to an earlier checkout", mine, old, goal)
        file = saved(folder, texts.source(4 * MB))
        for kind, cut in [("Bpe", "ByteLevel"), ("WordPiece", "BertPreTokenizer")]:
            (mine, _), (old, _) = in_turns(TRAIN, "minitok", kind, cut, 8000, file)
            what = f"train {kind}, {4 * MB / 1e6:g} MB of source, 8,000"
            yield Row(f"{what}, to an earlier checkout", mine, old, (0.9, 1.0))


def in_turns(code: str, *arguments: object) -> tuple[list[float], list[float]]:
    """The medians of what the code prints here and there."""
    here, there = [], []
    for _ in range(ROUNDS):
        here.append(run(ROOT, code, *arguments))
        there.append(run(EARLIER or ROOT, code, *arguments))
    return [median(column) for column in zip(*here)], [
        median(column) for column in zip(*there)
    ]


def cluster() -> Rows:
    """Two processes of Dask to one process, by the clock: pip install distributed"""
    distributed = import_module("distributed")
    count = partial(count_words, pre_tokenizer=ByteLevel())
    with distributed.Client(n_workers=2, threads_per_worker=1) as client:

        def counted(parts: list[list[str]]) -> Counter[str]:
            counts = client.map(count, parts, pure=False)
            return sum(client.gather(counts), Counter())

        def encoded(parts: list[list[str]]) -> list[list[int]]:
            ids = client.map(encode_cold, parts, pure=False)
            return list(chain.from_iterable(client.gather(ids)))

        for size in (1, 4, 16):
            lines = texts.source(size * MB)
            parts = [lines[: len(lines) // 2], lines[len(lines) // 2 :]]
            assert counted(parts) == count(lines)
            assert encoded(parts) == encode_cold(lines)
            for what, two, one in [
                ("count the words of", counted, at_once(count, lines)),
                ("encode", encoded, at_once(encode_cold, lines)),
            ]:
                yield racing.race(
                    f"{what} {size * MB / 1e6:g} MB of source, two processes, to one",
                    at_once(two, parts),
                    one,
                    rounds=1 if QUICK else 3,
                    clock=perf_counter,
                )


@cache
def gpt2() -> Tokenizer:
    """Opened once in each process."""
    return ours(GPT2)


def encode_cold(lines: list[str]) -> list[list[int]]:
    return copy(gpt2()).encode_batch(lines)


def unigram_grows() -> Rows:
    """Unigram's trainer on twice the text, and twice that; one round, as it takes minutes."""
    vocab_size = 300 if QUICK else 8000
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for size in (1, 2, 4):
            file = saved(folder, texts.source(size * MB))
            job = TRAIN, "minitok", "Unigram", "Metaspace", vocab_size, file
            mine, memory = run(ROOT, *job)
            library, theirs = run(
                ROOT, TRAIN, "tokenizers", "Unigram", "Metaspace", vocab_size, file
            )
            times.append(mine)
            what = f"time: train Unigram, {size * MB / 1e6:g} MB of source, {vocab_size:,}, to tokenizers"
            yield Row(what, mine, library, (2.0, 1.5), less=True)
            yield f"  memory {memory:.0f} MB, theirs {theirs:.0f} MB"
            if len(times) > 1:
                yield f"  {times[-1] / times[-2]:.2f} times as long as for half the text"


GROUPS = {
    "vocabularies": vocabularies,
    "tiny": tiny,
    "pure": pure,
    "opening": opening,
    "earlier": earlier,
    "growth": unigram_grows,
    "cluster": cluster,
}
