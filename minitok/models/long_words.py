"""Merging in long words, and with dropout: a heap orders the pairs, and links connect neighbouring tokens.

Looking through all pairs after each merge takes time that grows with the square of the word's length; this does not.
"""

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
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
    queue = [(levels[rank], i) for i, rank in enumerate(map(rank_of, pairwise(ids))) if rank is not None]
    heapify(queue)
    left_out: list[tuple[int, int]] = []
    while queue:
        level, i = pair = heappop(queue)
        if random and random.random() < dropout:
            left_out.append(pair)
            continue
        while left_out:
            heappush(queue, left_out.pop())
        j = after[i]
        if j in (GONE, end) or (rank := rank_of((ids[i], ids[j]))) is None or levels[rank] != level:
            continue  # one of the two tokens has been merged since
        ids[i], after[i], after[j] = joined[rank], after[j], GONE
        if after[i] < end:
            before[after[i]] = i
        for left, right in ((before[i], i), (i, after[i])):
            if left >= 0 and right < end and (new := rank_of((ids[left], ids[right]))) is not None:
                heappush(queue, (levels[new], left))
    starts = [i for i, following in enumerate(after) if following != GONE]
    ids[:] = map(ids.__getitem__, starts)
    return starts
