r"""Words as strings of token ids, and the pairs in them: what training by merges stands on.

Recounting all pairs after every merge is what makes a naive trainer slow. Two ideas make this one fast:

- A word is a `str` whose characters are token ids (`chr(id + 1)`), with `END` at both ends. A pair is then a
  string of two characters, and `word.split(pair)` finds every place to merge, and the neighbours of each, in C.
- A merge changes only the pairs next to it. So the index remembers in which words each pair occurs, and
  updates the counts of the neighbours alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heappush
from itertools import pairwise
from operator import add
from typing import Protocol

END = "\0"


def symbol(id: int) -> str:
    """The character that stands for a token id."""
    return chr(id + 1)


def ids_of(symbols: str) -> tuple[int, ...]:
    """The token ids of a string of symbols, without the ends of a word."""
    return tuple(ord(char) - 1 for char in symbols if char != END)


class PairIndex:
    """How often each adjacent pair of symbols occurs in the words, kept true merge by merge."""

    def __init__(self, words: Mapping[str, int]) -> None:
        """Take words as strings of symbols, without `END`, with how often each occurs."""
        self.words = [f"{END}{word}{END}" for word in words]
        self.frequencies = list(words.values())
        self.counts: dict[str, int] = defaultdict(int)
        self._places: dict[str, list[int]] = defaultdict(list)  # words that hold a pair, or once did
        for place, (word, frequency) in enumerate(words.items()):
            for pair in map(add, word, word[1:]):
                self.counts[pair] += frequency
                self._places[pair].append(place)

    def merge(self, pair: str, joined: str) -> list[str]:
        """Replace each occurrence of `pair` by the symbol `joined`; return the pairs that this made.

        A neighbour's pair goes from (x, left) to (x, joined), or from (right, y) to (joined, y); where two
        occurrences touch, `abab`, from (right, left) to (joined, joined).
        """
        left, right = pair[0], pair[1]
        words, frequencies, counts = self.words, self.frequencies, self.counts
        before: defaultdict[str, list[int]] = defaultdict(list)
        after: defaultdict[str, list[int]] = defaultdict(list)
        touching: list[int] = []
        for place in dict.fromkeys(self._places.pop(pair)):  # a word may hold a pair many times
            parts = words[place].split(pair)
            words[place] = joined.join(parts)
            for ahead, behind in pairwise(parts):
                if ahead:
                    before[ahead[-1]].append(place)
                if behind:
                    after[behind[0]].append(place)
                else:
                    touching.append(place)
        changes = [(x + left, x + joined, places) for x, places in before.items() if x != END]
        changes += [(right + y, joined + y, places) for y, places in after.items() if y != END]
        if touching:
            changes.append((right + left, joined + joined, touching))
        for old, new, places in changes:
            count = sum(map(frequencies.__getitem__, places))
            counts[old] -= count
            counts[new] += count
            self._places[new] += places
        del counts[pair]
        return [new for _, new, _ in changes]

    def replacements(self, pair: str) -> int:
        """How many occurrences of `pair` a merge replaces: in `aaaaa`, which holds the pair `aa` 4 times, 2 of them."""
        return sum(self.words[place].count(pair) * self.frequencies[place] for place in set(self._places[pair]))

    def weight(self, pair: str) -> int:
        """What pairs are ordered by, exactly: here the count itself."""
        return self.counts.get(pair, 0)

    def score(self, pair: str) -> float:
        """What pairs are ordered by, as the formula says it."""
        return self.counts.get(pair, 0)


class Queue(Protocol):
    """Gives out pairs, the best first, and equal ones by lowest ids."""

    def push(self, pairs: Iterable[str]) -> None:
        """Take pairs that are new or have become better."""

    def pop(self) -> str | None:
        """Take out the best pair, or None if there is no pair left."""


class PairQueue:
    """Gives out pairs by count, highest first, and equal counts by lowest ids, which is string order.

    Counts fall as merges take pairs apart, and a bucket for each count makes that cheap: a pair that is found in
    the wrong bucket just moves on to the right one, and only the highest bucket is kept in order.
    """

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._counts = counts
        self._buckets: dict[int, list[str]] = {}
        self._levels: list[int] = []  # the counts that have a bucket, negated: a heap gives its smallest
        self._top: list[str] = []
        self._level = -1  # no bucket is open yet
        self.push(counts)

    def push(self, pairs: Iterable[str]) -> None:
        """Take pairs that are new or whose counts have grown."""
        for pair in pairs:
            count = self._counts.get(pair, 0)
            if count == self._level:
                heappush(self._top, pair)
            elif count in self._buckets:
                self._buckets[count].append(pair)
            elif count > 0:
                self._buckets[count] = [pair]
                heappush(self._levels, -count)

    def pop(self) -> str | None:
        """Take out the best pair, or None if there is no pair left."""
        while True:
            if self._levels and (not self._top or -self._levels[0] > self._level):
                self._open_highest()
            if not self._top:
                return None
            pair = heappop(self._top)
            if self._counts.get(pair) == self._level:
                return pair
            self.push([pair])

    def _open_highest(self) -> None:
        """Make the highest bucket the one that is kept in order."""
        if self._top:
            self._buckets[self._level] = self._top
            heappush(self._levels, -self._level)
        self._level = -heappop(self._levels)
        self._top = self._buckets.pop(self._level)
        heapify(self._top)
