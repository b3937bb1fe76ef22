"""What lessons 10 to 12 measure with: time, tokens, and models that are small enough to train in a cell."""

from base64 import b64decode
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import pairwise
from math import hypot, log, sqrt
from operator import mul
from pathlib import Path
from time import perf_counter
from typing import Any

from minitok import Regex, Tokenizer
from minitok.decoders import ByteLevel as ByteLevelDecoder
from minitok.interop.tiktoken import to_tiktoken
from minitok.models import BPE
from minitok.pre_tokenizers import GPT2_PATTERN, ByteLevel
from minitok.trainers import BpeTrainer
from minitok.validation import require_extra


def seconds(work: Callable[[], object], runs: int = 1) -> float:
    """How long a function takes: the shortest of some runs, since what disturbs a run only makes it longer."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


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


def changes(tok: Any, prompt: str, more: str) -> bool:
    """Whether the tokens of a prompt change when the text goes on."""
    alone = ids_of(tok, prompt)
    return ids_of(tok, prompt + more)[: len(alone)] != alone


def trained(size: int, text: str, pattern: Regex = GPT2_PATTERN) -> Tokenizer:
    """A byte-level BPE tokenizer, learned from a text."""
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = ByteLevel(pattern)
    tok.decoder = ByteLevelDecoder()
    tok.train_from_iterator([text], BpeTrainer(vocab_size=size))
    return tok


def loss(tok: Any, train: str, text: str, n: int) -> float:
    """The mean loss in nats of an n-gram model on a text, trained on another: n = 3 looks at the two tokens before.

    Each length of context is mixed with the shorter ones (Witten and Bell, 1991), so no token has a chance of 0.
    """
    learned = tok.encode(train)
    ids = tok.encode(text)
    chances = [1 / tok.vocab_size] * len(ids)
    for length in range(n):
        after: dict[tuple[int, ...], Counter[int]] = defaultdict(Counter)
        for end in range(length, len(learned)):
            after[tuple(learned[end - length : end])][learned[end]] += 1
        totals = {context: seen.total() for context, seen in after.items()}
        for end in range(length, len(ids)):
            context = tuple(ids[end - length : end])
            if context not in totals:
                continue
            seen = after[context]
            shorter = len(seen) * chances[end]
            chances[end] = (seen[ids[end]] + shorter) / (totals[context] + len(seen))
    return -sum(map(log, chances)) / len(ids)


def neighbours(tok: Any, text: str) -> list[list[float]]:
    """A row for each token: the roots of how often each of 1,000 tokens stands before it, and after it."""
    rows = [[0] * 2000 for _ in range(tok.vocab_size)]
    for left, right in pairwise(tok.encode(text)):
        rows[left][1000 + right] += 1
        rows[right][left] += 1
    return [list(map(sqrt, row)) for row in rows]


def likeness(row: list[float], other: list[float]) -> float:
    """The cosine of two rows: 1 is the same direction, 0 nothing in common."""
    product: float = sum(map(mul, row, other))
    return product / (hypot(*row) * hypot(*other) or 1)


def read_ranks(tok: Any, path: Path) -> Any:
    """The encoding that tiktoken makes of a file of ranks, with the pattern and the special tokens of a tokenizer."""
    with require_extra("course"):
        import tiktoken

    ranks = {}
    for line in path.read_bytes().splitlines():
        token, rank = line.split()
        ranks[b64decode(token)] = int(rank)
    pattern = to_tiktoken(tok, path.stem)._pat_str
    return tiktoken.Encoding(
        path.stem,
        pat_str=pattern,
        mergeable_ranks=ranks,
        special_tokens=tok.added_tokens.ids,
    )
