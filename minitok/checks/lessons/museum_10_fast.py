"""The bug museum of lesson 10: a way to be fast and wrong."""

from collections import Counter
from itertools import pairwise
from typing import Any

from minitok import naive_bpe

from .exhibits import exhibit
from .lesson_02_bpe_merges import learn_merges

MERGES, MOST = 3, 40


def trusting(word_counts: dict[str, int]) -> list[tuple[str, str]]:
    """Wrong: a queue whose entries are believed. A pair comes into it whenever its count has grown."""
    words = [(list(word), count) for word, count in sorted(word_counts.items())]
    ids = {letter: id for id, letter in enumerate(sorted(set("".join(word_counts))))}
    merges: list[tuple[str, str]] = []
    queue: list[Any] = []
    before: Counter[tuple[str, str]] = Counter()
    while len(merges) < MERGES:
        counts: Counter[tuple[str, str]] = Counter()
        for symbols, count in words:
            for pair in pairwise(symbols):
                counts[pair] += count
        queue = sorted(queue + [(-n, *map(ids.get, pair), pair) for pair, n in counts.items() if n > before[pair]])
        if not queue:
            break
        *_, pair = queue.pop(0)
        merges.append(pair)
        ids.setdefault("".join(pair), len(ids))
        words = [(naive_bpe.merge_pair(symbols, pair, "".join(pair)), count) for symbols, count in words]
        before = counts
    return merges


def countable(value: Any) -> bool | str:
    if not isinstance(value, dict) or not all(isinstance(word, str) for word in value):
        return "A dict is asked for, of words with their counts."
    if not all(0 < len(word) <= MOST for word in value):
        return f"Each word needs 1 to {MOST} letters."
    return all(type(n) is int and n > 0 for n in value.values()) or "A count is a whole number, 1 or more."


exhibit(
    "trusting_queue",
    lesson=10,
    title="A queue that is trusted",
    asked="Word counts, such as {'ab': 2, 'cd': 1}. Both programs learn three merges. The wrong one puts each pair "
    "into the queue with its count, and believes it when the pair comes to the front.",
    wrong=lambda counts: list(map(" ".join, trusting(counts))),
    right=lambda counts: list(map(" ".join, learn_merges(counts, MERGES))),
    fits=countable,
    answer={"aba": 1},
    hints=[
        "Which counts does a merge lower? Those of its neighbours.",
        "After the first merge, one of the pairs in the queue must be gone, or rarer than another.",
        "One word of three letters is enough: both of its pairs need the letter in the middle.",
    ],
    why="The entry was true when it was made. The merge before it took its letters away.",
)
