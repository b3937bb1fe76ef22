"""Lesson 10: after a merge, change only the counts that it touched."""

from collections import Counter, UserDict
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from minitok.naive_bpe import merge_pair

from ..comparing import same
from ..exercise import Args, Program, exercise
from ..running import fresh

Pair = tuple[int, int]


class Watched(UserDict[Pair, int]):
    """Counts that count how often they are looked at or changed; `data` holds them, unwatched."""

    def __init__(self, counts: dict[Pair, int]) -> None:
        self.touched = 0
        self.data = dict(counts)

    def __getitem__(self, pair: Pair) -> int:
        self.touched += 1
        return self.data[pair]

    def __setitem__(self, pair: Pair, count: int) -> None:
        self.touched += 1
        self.data[pair] = count

    def __iter__(self) -> Iterator[Pair]:
        self.touched += len(self.data)
        return iter(self.data)


class Updated(NamedTuple):
    """What an update left: the words, the counts that are not 0, and whether it took less work than a recount."""

    words: list[list[int]]
    counts: dict[Pair, int]
    less_work: bool

    def __repr__(self) -> str:
        work = "" if self.less_work else "as much work as to count everything again, for "
        many = f"{len(self.words)} words and {len(self.counts)} counts, those that are right after the merge"
        return work + (many if len(self.words) > 20 else f"words {self.words}, counts {self.counts}")


def recount(words: list[list[int]], frequencies: list[int]) -> dict[Pair, int]:
    counts: Counter[Pair] = Counter()
    for word, frequency in zip(words, frequencies):
        counts.update({pair: frequency * many for pair, many in Counter(zip(word, word[1:])).items()})
    return dict(counts)


def updated(program: Program, words: Any, frequencies: Any, pair: Pair, new: int, counts: dict[Pair, int]) -> Updated:
    """Update copies, and look at them; work is asked about where there are many pairs."""
    words, watched = fresh(words), Watched(counts)
    work = sum(len(word) - 1 for word in words)
    program(words, frequencies, pair, new, watched)
    left = {pair: count for pair, count in sorted(watched.data.items()) if count}
    return Updated(words, left, work < 100 or 2 * watched.touched < work)


def case(words: list[list[int]], frequencies: list[int], pair: Pair) -> Args:
    return words, frequencies, pair, 100, recount(words, frequencies)


def some_words(random: Random) -> Args:
    words = [random.choices([1, 2, 3], k=random.randint(1, 6)) for _ in range(random.randint(1, 3))]
    return case(words, [random.randint(1, 4) for _ in words], (random.randint(1, 2), random.randint(1, 2)))


def consistent(words: Any, frequencies: Any, pair: Pair, new: int, counts: Any) -> bool:
    ids = {id for word in words for id in word}
    right = len(words) == len(frequencies) and all(words) and all(count > 0 for count in frequencies)
    return right and len(pair) == 2 and new not in ids and new not in pair and counts == recount(words, frequencies)


def by_recount(words: Any, frequencies: Any, pair: Pair, new: int, counts: Any) -> None:
    words[:] = [merge_pair(word, pair, new) for word in words]
    counts.data = recount(words, frequencies)


def of_counts(expected: Any, got: Any, args: Args) -> str | None:
    words, _, pair, new, _ = args
    if same([*expected[:2]], [*got[:2]]):
        return "The counts are right, but it looks at far more of them than the merge touches: look at those alone."
    if not same(expected[0], got[0]):
        if got[0] == words:
            return "The words are as they were: change each in place, `word[:] = …`."
        return "The words are merged in another way: from the left, and a symbol that is used is gone."
    for pair in sorted({*expected[1], *got[1]}, key=lambda pair: new in pair):
        if expected[1].get(pair, 0) != got[1].get(pair, 0):
            told = f"{got[1].get(pair, 0)} times, and it is {expected[1].get(pair, 0)}"
            return f"The words are right, and the pair {pair} is counted {told}: what did the merge take, or make?"
    return None


MANY = case([[1, 2, 3]] + [[10 * n, 10 * n + 1, 10 * n + 2, 10 * n + 3] for n in range(20, 80)], [2] * 61, (1, 2))


@exercise(
    "fast.update_counts",
    title="Update the counts",
    example=case([[1, 2, 3], [3, 1, 2]], [5, 2], (1, 2)),
    cases=[case([[1, 1, 1, 1, 1]], [1], (1, 1)), case([[1, 2, 1, 2]], [3], (1, 2)), case([[1, 1, 1]], [2], (1, 1))]
    + [case([[3, 1, 2, 1, 2, 3]], [1], (1, 2)), case([[3, 4]], [1], (1, 2)), MANY],
    generate=some_words,
    valid=consistent,
    oracle=by_recount,
    call=updated,
    same=lambda expected, got, args: isinstance(got, Updated) and same([*expected[:2]], [*got[:2]]) and got.less_work,
    remark=of_counts,
    hints=[
        "Which pairs disappear where `pair` is joined, and which come about? All others stay as they are.",
        "In a word that holds the pair: take its old pairs off the counts, merge, and add its new pairs. Leave other "
        "words alone.",
        "For each word with the pair in `zip(word, word[1:])`: subtract its frequency for each pair, set `word[:] = "
        "…`, add it for each pair again. Remove what is 0.",
    ],
    why="Only words that hold the pair are counted again, and after the first merges these are few.",
)
def update_counts(
    words: list[list[int]], frequencies: list[int], pair: tuple[int, int], new: int, counts: dict[tuple[int, int], int]
) -> None:
    """Merge a pair in all words, in place, and update the counts: [1, 2, 3], (1, 2) → [new, 3]."""
    for word, frequency in zip(words, frequencies):
        if pair not in zip(word, word[1:]):
            continue
        for old in zip(word, word[1:]):
            counts[old] -= frequency
            if counts[old] == 0:
                del counts[old]
        merged: list[int] = []
        for id in word:
            merged.append(id)
            if tuple(merged[-2:]) == pair:
                merged[-2:] = [new]
        word[:] = merged
        for made in zip(word, word[1:]):
            counts[made] = counts.get(made, 0) + frequency


update_counts.known_slips("""
It forgets how often the word occurs: a count changes by its frequency.
    zip(words, frequencies) → zip(words, [1] * len(words))
""")
