"""The bug museum of lesson 09: two ways to be fast and wrong."""

import re
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Any

from minitok import naive_bpe

from .exhibits import exhibit, is_text

WORDS = re.compile(r" ?\w+| ?[^\w\s]+|\s+")
MERGES, MOST = 3, 40


def in_equal_parts(text: str) -> list[str]:
    """Wrong: the words of parts of four characters each."""
    return [word for start in range(0, len(text), 4) for word in WORDS.findall(text[start : start + 4])]


exhibit(
    "equal_parts",
    lesson=9,
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


def merges_of(word_counts: dict[str, int], *, trusting: bool) -> list[str]:
    """The first merges, with a queue whose entries are trusted, or else compared with the counts of today."""
    words = [(list(word), count) for word, count in sorted(word_counts.items())]
    ids = {letter: id for id, letter in enumerate(sorted(set("".join(word_counts))))}
    merges: list[str] = []
    queue: list[Any] = []
    counts: dict[tuple[str, str], int] = {}

    def count() -> None:
        before = dict(counts)
        counts.clear()
        for symbols, n in words:
            for pair in pairwise(symbols):
                counts[pair] = counts.get(pair, 0) + n
        queue.extend((-n, *(ids[part] for part in pair), pair) for pair, n in counts.items() if n > before.get(pair, 0))
        heapify(queue)

    count()
    while queue and len(merges) < MERGES:
        entry = heappop(queue)
        pair, today = entry[-1], counts.get(entry[-1], 0)
        if not trusting and today != -entry[0]:
            if today:
                heappush(queue, (-today, *entry[1:]))
            continue
        merges.append(" ".join(pair))
        ids.setdefault("".join(pair), len(ids))
        words = [(naive_bpe.merge_pair(symbols, pair, "".join(pair)), n) for symbols, n in words]
        count()
    return merges


def countable(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(word, str) and 0 < len(word) <= MOST and type(count) is int and count > 0
        for word, count in value.items()
    )


exhibit(
    "trusting_queue",
    lesson=9,
    title="A queue that is trusted",
    asked="Word counts, such as {'hug': 10, 'pug': 5}. Both programs learn three merges. The wrong one puts each pair "
    "into the queue with its count, and believes it when the pair comes to the front.",
    wrong=lambda counts: merges_of(counts, trusting=True),
    right=lambda counts: merges_of(counts, trusting=False),
    fits=countable,
    answer={"aba": 1},
    hints=[
        "Which counts does a merge lower? Those of its neighbours.",
        "After the first merge, one of the pairs in the queue must be gone, or rarer than another.",
        "One word of three letters is enough: both of its pairs need the letter in the middle.",
    ],
    why="The entry was true when it was made. The merge before it took its letters away.",
)
