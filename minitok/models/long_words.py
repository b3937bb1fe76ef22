"""Merging in long words, and with dropout: a queue orders the pairs, and links connect neighbouring tokens.

Looking through all pairs after each merge takes time that grows with the square of the word's length; this does not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

GONE = -1


def merge_by_queue(
    ids: list[int],
    ranks: Mapping[tuple[int, int], int],
    joined: Sequence[int],
    levels: Sequence[int] = (),
    dropout: float = 0,
    random: Any = None,
) -> list[int]:
    """Merge `ids` in place. Returns the index of each token's first symbol.

    Of the pairs whose ranks have the same of the `levels`, if there are any, the leftmost is joined first. `dropout`
    leaves pairs out; such a pair may be joined after another has come up, as in Hugging Face's library.
    """
    end, rank_of = len(ids), ranks.get
    levels = levels or range(len(joined))
    before, after = list(range(-1, end - 1)), list(range(1, end + 1))
    queue = RankQueue(None if rank is None else levels[rank] for rank in map(rank_of, pairwise(ids)))
    left_out: list[tuple[int, int]] = []
    for level, i in queue:
        if random and random.random() < dropout:
            left_out.append((level, i))
            continue
        while left_out:
            queue.push(*left_out.pop())
        j = after[i]
        if j in (GONE, end) or (rank := rank_of((ids[i], ids[j]))) is None or levels[rank] != level:
            continue  # one of the two tokens has been merged since
        ids[i], after[i], after[j] = joined[rank], after[j], GONE
        if after[i] < end:
            before[after[i]] = i
        for left, right in ((before[i], i), (i, after[i])):
            if left >= 0 and right < end and (new := rank_of((ids[left], ids[right]))) is not None:
                queue.push(levels[new], left)
    starts = [i for i, following in enumerate(after) if following != GONE]
    ids[:] = map(ids.__getitem__, starts)
    return starts


class RankQueue:
    """The places of pairs, the lowest rank first, then the leftmost; with a heap for each rank, pushes cost little."""

    def __init__(self, ranks: Iterable[int | None]) -> None:
        self._places: dict[int, list[int]] = {}
        self._ranks: list[int] = []
        for place, rank in enumerate(ranks):
            if rank is not None:
                self.push(rank, place)

    def push(self, rank: int, place: int) -> None:
        if rank in self._places:
            heappush(self._places[rank], place)
        else:
            self._places[rank] = [place]
            heappush(self._ranks, rank)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Remove and yield each rank and place."""
        while self._ranks:
            rank = self._ranks[0]
            place = heappop(self._places[rank])
            if not self._places[rank]:
                del self._places[heappop(self._ranks)]
            yield rank, place
