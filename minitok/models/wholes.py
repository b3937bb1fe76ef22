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
        left, right, limit = token
        if max(self._rank(left), self._rank(right)) > limit or not (self[left] and self[right]):
            return False
        while (rank := max(self._rank(left), self._rank(right))) >= 0:
            if self._rank(left) == rank != self._rank(right):
                left, limit = self._halves[left].right, rank
            else:  # of two alike, BPE makes the one on the left first; and so it does across the boundary
                right, limit = self._halves[right].left, rank + 1
            if self._ranks.get((left, right), limit) < limit:
                return False
        return True

    def _rank(self, id: int) -> int:
        return self._halves[id].rank if id in self._halves else -1
