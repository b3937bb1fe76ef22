"""Lesson 10: keep a queue whose entries may be out of date."""

from heapq import heapify, heappop, heappush
from random import Random
from typing import Any, NamedTuple

from ..exercise import Args, Program, exercise
from .lesson_10_fast import Pair, Watched


class Rank(int):
    """The first number of an entry, which counts how often one is compared."""

    compared = 0

    def __lt__(self, other: int) -> bool:
        Rank.compared += 1
        return super().__lt__(other)


class Emptied(NamedTuple):
    """The pairs that came, in order, whether each was taken out, and with less work than to look at all each time."""

    pairs: list[Pair | None]
    taken_out: bool
    less_work: bool

    def __repr__(self) -> str:
        work = "" if self.less_work else "as much work as to look at all the counts, or the whole queue, for "
        left = "" if self.taken_out else ", and one of them is still in the queue"
        shown = self.pairs if len(self.pairs) < 20 else f"the first {len(self.pairs)} answers"
        return f"{work}{shown}{left}"


def emptied(program: Program, queue: Any, counts: dict[Pair, int]) -> Emptied:
    """Ask for the next pair until there is none; each pair that comes is merged, so it counts no more."""
    queue, watched = [(Rank(count), pair) for count, pair in queue], Watched(counts)
    Rank.compared = 0
    pairs: list[Pair | None] = []
    entries, taken_out = len(queue), True
    while len(pairs) <= entries:
        pair = program(queue, watched)
        pairs.append(pair)
        taken_out &= all(entry[1] != pair for entry in queue)
        if pair is None:
            break
        watched.data.pop(pair, None)
    less_work = watched.touched <= 8 * entries and Rank.compared <= 20 * entries
    return Emptied(pairs, taken_out, entries < 20 or less_work)


def of_pairs(expected: Any, got: Any, args: Args) -> str | None:
    if got.pairs == expected.pairs and got.taken_out:
        return "The pairs are right, but it looks at far more than the front of the queue: use `heappop`, `heappush`."
    if got.pairs == expected.pairs:
        return "The pairs are right, but what was taken is still in the queue."
    if None in got.pairs[: len(expected.pairs) - 1]:
        return "It gives None while pairs are left: an entry that is out of date goes back with the current count."
    return "A pair comes that has a lower count than another, or none at all: compare each entry with `counts`."


def queue_of(entries: dict[Pair, int]) -> list[tuple[int, Pair]]:
    """Entries as a heap: the highest count first, then the lowest ids."""
    queue = [(-count, pair) for pair, count in entries.items()]
    heapify(queue)
    return queue


def fallen(random: Random) -> Args:
    pairs = [(left, right) for left in range(1, 4) for right in range(1, 4)]
    entries = {pair: random.randint(1, 6) for pair in random.sample(pairs, random.randint(1, 5))}
    counts = {pair: random.randint(0, count) for pair, count in entries.items()}
    return queue_of(entries), {pair: count for pair, count in counts.items() if count}


def is_queue(queue: Any, counts: Any) -> bool:
    counted = {pair: -count for count, pair in queue}
    in_order = all(queue[(place - 1) // 2] <= queue[place] for place in range(1, len(queue)))
    known = len(counted) == len(queue) and all(0 < count <= counted.get(pair, 0) for pair, count in counts.items())
    return in_order and known and all(len(pair) == 2 and count > 0 for pair, count in counted.items())


def taken_from_all(queue: Any, counts: Watched) -> Pair | None:
    best = max(counts.data, key=lambda pair: (counts.data[pair], -pair[0], -pair[1]), default=None)
    queue[:] = [entry for entry in queue if entry[1] != best]
    return best


MANY = {(number, number + 1): number for number in range(1, 61)}


@exercise(
    "fast.next_pair",
    title="The next pair in the queue",
    example=(queue_of({(1, 2): 20, (3, 2): 17, (2, 4): 16}), {(1, 2): 20, (3, 2): 5, (2, 4): 16}),
    cases=[
        ([], {}),
        (queue_of({(1, 2): 3}), {}),
        (queue_of({(1, 2): 3, (1, 1): 2}), {(1, 2): 1, (1, 1): 2}),
        (queue_of({(2, 1): 4, (1, 2): 5}), {(2, 1): 4, (1, 2): 4}),
        (queue_of({(1, 2): 9, (2, 3): 8, (3, 4): 7}), {(1, 2): 2, (2, 3): 3, (3, 4): 4}),
        (queue_of(MANY), MANY),
    ],
    generate=fallen,
    valid=is_queue,
    call=emptied,
    oracle=taken_from_all,
    same=lambda expected, got, args: isinstance(got, Emptied) and got[:2] == expected[:2] and got.less_work,
    remark=of_pairs,
    hints=[
        "The entry at the front may be out of date. How do you find out without looking at any other pair?",
        "Take the front entry. If its count is still true, that is the pair. If it has fallen, the entry goes back "
        "with today's count. If the pair is gone, so is the entry.",
        "`while queue:` `count, pair = heappop(queue)`, and compare `-count` with `counts.get(pair, 0)`.",
    ],
    why="Counts only fall while a pair waits, so an entry is never too low: no pair comes later than it should.",
)
def next_pair(queue: list[tuple[int, tuple[int, int]]], counts: dict[tuple[int, int], int]) -> tuple[int, int] | None:
    """Take the best pair out of a heap of (-count, pair), or None: [(-3, (1, 2))], {(1, 2): 3} → (1, 2)."""
    while queue:
        count, pair = heappop(queue)
        today = counts.get(pair, 0)
        if today == -count:
            return pair
        if today:
            heappush(queue, (-today, pair))
    return None


next_pair.known_slips("""
It believes the front entry: its count may be old.
    heappop(queue)[1] if queue else None
""")
