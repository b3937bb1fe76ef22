"""The bug museum of lesson 10: two ways to be fast and wrong."""

import re
from heapq import heapify, heappop
from itertools import pairwise
from typing import Any

from minitok import naive_bpe

from .exhibits import exhibit, is_text
from .lesson_02_bpe_merges import learn_merges

WORDS = re.compile(r" ?\w+| ?[^\w\s]+|\s+")
MERGES, MOST = 3, 40


def in_equal_parts(text: str) -> list[str]:
    """Wrong: the words of parts of four characters each."""
    return [word for start in range(0, len(text), 4) for word in WORDS.findall(text[start : start + 4])]


exhibit(
    "equal_parts",
    lesson=10,
    title="A long text in equal parts",
    asked="A text. To save memory, the wrong program cuts it every four characters and splits each part into words by "
    "itself.",
    wrong=in_equal_parts,
    right=WORDS.findall,
    fits=is_text,
    answer="aaaaa",
    hints=[
        "Texts of four characters at most are not cut at all.",
        "What stands at the fifth character must belong to the word before it.",
        "A word of five letters.",
    ],
    why="A text may be cut where no word goes on, and nowhere else.",
)


def trusting(word_counts: dict[str, int]) -> list[tuple[str, str]]:
    """Wrong: a queue whose entries are believed. A pair comes into it whenever its count has grown."""
    words = [(list(word), count) for word, count in sorted(word_counts.items())]
    ids = {letter: id for id, letter in enumerate(sorted(set("".join(word_counts))))}
    merges: list[tuple[str, str]] = []
    queue: list[Any] = []
    before: dict[tuple[str, str], int] = {}
    while len(merges) < MERGES:
        counts: dict[tuple[str, str], int] = {}
        for symbols, count in words:
            for pair in pairwise(symbols):
                counts[pair] = counts.get(pair, 0) + count
        queue += [(-n, *map(ids.get, pair), pair) for pair, n in counts.items() if n > before.get(pair, 0)]
        heapify(queue)
        if not queue:
            break
        pair = heappop(queue)[-1]
        merges.append(pair)
        ids.setdefault("".join(pair), len(ids))
        words = [(naive_bpe.merge_pair(symbols, pair, "".join(pair)), count) for symbols, count in words]
        before = counts
    return merges


def countable(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(word, str) and 0 < len(word) <= MOST and type(count) is int and count > 0
        for word, count in value.items()
    )


exhibit(
    "trusting_queue",
    lesson=10,
    title="A queue that is trusted",
    asked="Word counts, such as {'hug': 10, 'pug': 5}. Both programs learn three merges. The wrong one puts each pair "
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
