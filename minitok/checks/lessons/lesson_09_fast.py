"""Lesson 09: after a merge, change only the counts that it touched."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from minitok.naive_bpe import merge_pair

from ..comparing import same
from ..exercise import Args, Program, exercise
from ..running import fresh

Pair = tuple[int, int]


class Watched(dict[Pair, int]):
    """Counts that count how often they are looked at or changed."""

    touched = 0

    def _touch(self, times: int = 1) -> None:
        self.touched += times

    def __getitem__(self, pair: Pair) -> int:
        self._touch()
        return super().__getitem__(pair)

    def __setitem__(self, pair: Pair, count: int) -> None:
        self._touch()
        super().__setitem__(pair, count)

    def get(self, pair: Pair, default: Any = None) -> Any:
        self._touch()
        return super().get(pair, default)

    def update(self, *others: Any, **named: Any) -> None:
        for pair, count in dict(*others, **named).items():
            self[pair] = count

    def __iter__(self) -> Iterator[Pair]:
        self._touch(len(self))
        return super().__iter__()

    def items(self) -> Any:
        self._touch(len(self))
        return super().items()

    def keys(self) -> Any:
        self._touch(len(self))
        return super().keys()

    def values(self) -> Any:
        self._touch(len(self))
        return super().values()

    def __ior__(self, other: Any) -> "Watched":  # type: ignore[override,misc]
        self.update(other)
        return self


class Updated(NamedTuple):
    """What an update left: the words, the counts that are not 0, and whether it took less work than a recount."""

    words: list[list[int]]
    counts: dict[Pair, int]
    less_work: bool

    def __repr__(self) -> str:
        work = "as much work as to count everything again, for " * (not self.less_work)
        return f"{work}words {self.words}, counts {self.counts}"


def recount(words: list[list[int]], frequencies: list[int]) -> dict[Pair, int]:
    counts: Counter[Pair] = Counter()
    for word, frequency in zip(words, frequencies):
        for pair in zip(word, word[1:]):
            counts[pair] += frequency
    return dict(counts)


def watched(program: Program, words: Any, frequencies: Any, pair: Pair, new: int, counts: dict[Pair, int]) -> Updated:
    """Update copies, and look at them; work is asked about where there are many pairs."""
    words, counts = fresh(words), Watched(counts)
    work = sum(len(word) - 1 for word in words)
    program(words, frequencies, pair, new, counts)
    left = {key: dict.__getitem__(counts, key) for key in sorted(dict.keys(counts)) if dict.__getitem__(counts, key)}
    return Updated(words, left, work < 100 or 2 * counts.touched < work)


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
    """The oracle: merge, and count everything again."""
    for word in words:
        word[:] = merge_pair(word, pair, new)
    dict.clear(counts)
    dict.update(counts, recount(words, frequencies))


def with_its_work(expected: Updated, got: Any, args: Args) -> bool:
    return isinstance(got, Updated) and same([*expected[:2]], [*got[:2]]) and got.less_work


MANY = case([[1, 2, 3]] + [[10 * n, 10 * n + 1, 10 * n + 2, 10 * n + 3] for n in range(20, 80)], [2] * 61, (1, 2))


@exercise(
    "fast.update_counts",
    lesson=9,
    level="medium",
    title="Update the counts",
    example=case([[1, 2, 3], [3, 1, 2]], [5, 2], (1, 2)),
    cases=[
        case([[1, 1, 1, 1, 1]], [1], (1, 1)),
        case([[1, 2, 1, 2]], [3], (1, 2)),
        case([[3, 1, 2, 1, 2, 3]], [1], (1, 2)),
        case([[1, 1, 1]], [2], (1, 1)),
        case([[3, 4]], [1], (1, 2)),
        MANY,
    ],
    generate=some_words,
    valid=consistent,
    oracle=by_recount,
    call=watched,
    same=with_its_work,
    hints=[
        "Which pairs disappear where `pair` is joined, and which come about? All others stay as they are.",
        "In a word that holds the pair: take its old pairs off the counts, merge, and add its new pairs. Leave other "
        "words alone.",
        "For each word with the pair in `zip(word, word[1:])`: subtract its frequency for each pair, set "
        "`word[:] = …`, "
        "add it for each pair again. Remove what is 0.",
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


@update_counts.slip(
    "The counts are right, but it looks at far more of them than the merge touches: look at those alone."
)
def recounting(words, frequencies, pair, new, counts):
    for word in words:
        word[:] = merge_pair(word, pair, new)
    counts.clear()
    counts.update(recount(words, frequencies))


@update_counts.slip("It forgets how often the word occurs: a count changes by its frequency.")
def unweighed(words, frequencies, pair, new, counts):
    update_counts(words, [1] * len(words), pair, new, counts)


@update_counts.slip("The counts are as before: take off the pairs that are gone, and add the new ones.")
def words_alone(words, frequencies, pair, new, counts):
    for word in words:
        word[:] = merge_pair(word, pair, new)


@update_counts.slip("The words are as before: merge the pair in them, in place.")
def counts_alone(words, frequencies, pair, new, counts):
    update_counts(fresh(words), frequencies, pair, new, counts)


@update_counts.slip(
    "Nothing has changed: the words and the counts are to be changed in place, and nothing is returned."
)
def untouched(words, frequencies, pair, new, counts):
    pass


@update_counts.slip("Only the count of the pair itself is gone: the pairs with its neighbours have changed, too.")
def pair_alone(words, frequencies, pair, new, counts):
    for word in words:
        word[:] = merge_pair(word, pair, new)
    counts.pop(pair, None)


def place_by_place(words, frequencies, pair, new, counts, *, lower, left_of):
    """Change the counts at each place where the pair is joined: the frame of the two slips below."""
    for word, frequency in zip(words, frequencies):
        made, place = [], 0
        while place < len(word):
            if tuple(word[place : place + 2]) != pair:
                made.append(word[place])
                place += 1
                continue
            counts[pair] = counts.get(pair, 0) - frequency
            beside = [((one, pair[0]), (one, new)) for one in left_of(word, made, place)]
            beside += [((pair[1], one), (new, one)) for one in word[place + 2 : place + 3]]
            for old, found in beside:
                counts[old] = counts.get(old, 0) - frequency * lower
                counts[found] = counts.get(found, 0) + frequency
            made.append(new)
            place += 2
        word[:] = made


@update_counts.slip("The pairs that the old symbols made with their neighbours are still counted.")
def never_lowered(words, frequencies, pair, new, counts):
    left_of = lambda word, made, place: made[-1:]  # noqa: E731
    place_by_place(words, frequencies, pair, new, counts, lower=False, left_of=left_of)


@update_counts.slip("Two merges side by side: the neighbour on the left may be the new token already.")
def old_neighbours(words, frequencies, pair, new, counts):
    left_of = lambda word, made, place: word[place - 1 : place] if place else []  # noqa: E731
    place_by_place(words, frequencies, pair, new, counts, lower=True, left_of=left_of)


@update_counts.slip("The new pairs are missing: the new token has neighbours, too.")
def old_alone(words, frequencies, pair, new, counts):
    update_counts(words, frequencies, pair, new, counts)
    for key in [key for key in counts if new in key]:
        del counts[key]


@update_counts.slip("The pairs that are gone still count: take them off for the old neighbours.")
def new_alone(words, frequencies, pair, new, counts):
    before = dict(counts)
    update_counts(words, frequencies, pair, new, counts)
    counts.update({key: count for key, count in before.items() if key != pair})
