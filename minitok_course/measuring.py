"""What lessons 10 to 12 measure with: time, tokens, and models that are small enough to train in a cell."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from math import hypot, log, sqrt
from operator import mul
from time import perf_counter
from typing import Any

from minitok import Tokenizer
from minitok.decoders import ByteLevel as ByteLevelDecoder
from minitok.models import BPE
from minitok.patterns import GPT2_PATTERN, Regex
from minitok.pre_tokenizers import ByteLevel
from minitok.trainers import BpeTrainer


def seconds(work: Callable[[], object], runs: int = 1) -> float:
    """How long a function takes: the shortest of some runs, since what disturbs a run makes it longer."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def times(
    programs: Mapping[str, Callable[[str], object]], text: str, lengths: list[int]
) -> dict[str, tuple[list[int], list[float]]]:
    """How long each program takes for the start of a text, by its length: lines for a plot."""
    lines = {}
    for name, program in programs.items():
        took = [seconds(partial(program, text[:length]), 3) for length in lengths]
        lines[name] = lengths, took
    return lines


def ids_of(tok: Any, text: str) -> list[int]:
    """The ids of a text, without special tokens around it, whichever library the tokenizer is from."""
    if hasattr(tok, "encode_ordinary"):  # tiktoken's
        return list(tok.encode_ordinary(text))
    return list(tok.encode(text, add_special_tokens=False))


def count(tok: Any, text: str) -> int:
    """How many tokens a text becomes."""
    return len(ids_of(tok, text))


def per_token(tok: Any, text: str) -> float:
    """Characters a token."""
    return len(text) / max(1, count(tok, text))


def trained(size: int, text: str, pattern: str = GPT2_PATTERN) -> Tokenizer:
    """A byte-level BPE tokenizer, learned from a text."""
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = ByteLevel(Regex(pattern))
    tok.decoder = ByteLevelDecoder()
    trainer = BpeTrainer(vocab_size=size)
    tok.train_from_iterator([text], trainer)
    return tok


def loss(tok: Any, train: str, text: str, n: int) -> float:
    """The mean loss in nats of an n-gram model on a text, trained on another."""
    return losses(tok, train, text, n)[-1]


def losses(tok: Any, train: str, text: str, longest: int) -> list[float]:
    """The mean losses in nats of n-gram models on a text, trained on another: n is 1, 2, … up to the longest.

    With n = 3, a model looks at the two tokens before. Each length of context is mixed
    with the shorter ones (Witten and Bell, 1991), so no token has a chance of 0.
    """
    learned = tok.encode(train)
    ids = tok.encode(text)
    chances = [1 / tok.vocab_size] * len(ids)
    means = []
    for length in range(longest):
        contexts = contexts_of(ids, length)
        after = continuations(learned, length, set(contexts))
        totals = {context: seen.total() for context, seen in after.items()}
        for end, context in enumerate(contexts, length):
            if context in after:
                seen = after[context]
                of_shorter = len(seen) * chances[end]
                whole = totals[context] + len(seen)
                chances[end] = (seen[ids[end]] + of_shorter) / whole
        nats = sum(map(log, chances))
        means.append(-nats / len(ids))
    return means


def contexts_of(ids: list[int], length: int) -> list[tuple[int, ...]]:
    """What stands before each id that has so many before it: [5, 6, 7], 1 → [(5,), (6,)]."""
    return [tuple(ids[end - length : end]) for end in range(length, len(ids))]


def continuations(
    ids: list[int], length: int, wanted: set[tuple[int, ...]]
) -> dict[tuple[int, ...], Counter[int]]:
    """How often each id comes after the contexts that are wanted: [5, 6, 5, 7], 1, {(5,)} → {(5,): {6: 1, 7: 1}}."""
    after: dict[tuple[int, ...], Counter[int]] = defaultdict(Counter)
    for id, context in zip(ids[length:], contexts_of(ids, length)):
        if context in wanted:
            after[context][id] += 1
    return dict(after)


def neighbours(tok: Any, text: str) -> list[list[float]]:
    """A row for each token: the roots of how often each of 1,000 tokens stands before it, and after it."""
    rows = [[0] * 2000 for _ in range(tok.vocab_size)]
    for left, right in pairwise(tok.encode(text)):
        rows[left][1000 + right] += 1
        rows[right][left] += 1
    return [list(map(sqrt, row)) for row in rows]


def likeness(row: list[float], other: list[float]) -> float:
    """The cosine of two rows: 1 is the same direction, 0 nothing in common."""
    product = sum(map(mul, row, other))
    lengths = hypot(*row) * hypot(*other)
    return float(product / (lengths or 1))
