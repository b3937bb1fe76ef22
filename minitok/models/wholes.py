"""Which tokens of a BPE vocabulary come out of their own characters: told from their halves, without merging."""

from collections.abc import Mapping
from typing import NamedTuple


class Halves(NamedTuple):
    """The ids that a merge joined into a token, and its rank."""

    left: int
    right: int
    rank: int


class Wholes(dict[int, bool]):
    """Token id → whether BPE turns the characters of the token into that one token; filled as it is asked.

    Most words of a text are tokens, and nearly every token comes out whole. To see it, nothing need be merged: both
    halves come out whole, and no merge across the boundary between them comes first. Going back in time, the last merge
    on either side is undone; then two smaller tokens meet at the boundary, and a merge of them must rank later.
    """

    def __init__(
        self, tokens: Mapping[int, str], halves: Mapping[int, Halves], ranks: Mapping[tuple[int, int], int]
    ) -> None:
        """Take the tokens by id, the first merge that makes each of them, and the rank of each merge."""
        self._tokens = tokens
        self._halves = halves
        self._ranks = ranks

    def __missing__(self, id: int) -> bool:
        self[id] = whole = self._comes_out(self._halves[id]) if id in self._halves else len(self._tokens[id]) == 1
        return whole

    def _comes_out(self, token: Halves) -> bool:
        halves_of, rank_of = self._halves.get, self._ranks.get
        left, right, limit = token
        before, after = halves_of(left), halves_of(right)
        if any(half and half.rank > limit for half in (before, after)) or not (self[left] and self[right]):
            return False
        while before or after:
            if before and (not after or before.rank > after.rank):
                left, limit = before.right, before.rank
                before = halves_of(left)
            elif after:  # of two alike, BPE makes the one on the left first; and so it does across the boundary
                right, limit = after.left, after.rank + 1
                after = halves_of(right)
            if rank_of((left, right), limit) < limit:
                return False
        return True
