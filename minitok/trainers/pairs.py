"""The pairs of adjacent tokens in a corpus, and their counts: the foundation of training by merges.

A naive trainer is slow because it counts all pairs again after every merge. Four ideas make this one fast:

- A word is a `str` whose characters are token ids (`chr(id + 1)`), with `END` at both ends. So a pair is a string of
  two characters, and `word.split(pair)` finds every occurrence of it, with its neighbours, in C.
- More than half of all different words occur once or twice. Words that occur equally often share a string, a group of
  at most `GROUP_SIZE`: one `split` finds the pair in all of them, and each occurrence counts the same.
- A merge changes only the pairs next to it, so the index remembers the groups with each pair, and counts only there.
- Most pairs are too rare ever to be merged. They are left out, and counted if they are needed after all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from itertools import pairwise
from operator import add

END = "\0"
GROUP_SIZE = 32  # larger groups hardly save visits, and take longer to search


def symbol(id: int) -> str:
    """The character for a token id."""
    return chr(id + 1)


def ids_of(symbols: str) -> tuple[int, ...]:
    """The token ids in a string of symbols; `END` has none."""
    return tuple(ord(char) - 1 for char in symbols if char != END)


class PairIndex:
    """How often each pair of adjacent symbols occurs in the words, updated by each merge.

    Pairs that occur less than `least` times are left out. A pair only becomes rarer, unless a merge makes a token that
    was there already: then, and when the best pair left is rarer than `least`, `count` has to count them again.
    """

    def __init__(self, words: Mapping[str, int], least: int = 0) -> None:
        self.counts: dict[str, int] = defaultdict(int)
        self.groups: list[str] = []
        self.frequencies: list[int] = []  # how often each word of a group occurs
        self._places: dict[str, list[int]] = defaultdict(list)  # the indices of the groups with a pair, now or before
        by_frequency: dict[int, list[str]] = defaultdict(list)
        for word, frequency in words.items():
            by_frequency[frequency].append(word)
        for frequency, alike in by_frequency.items():
            for start in range(0, len(alike), GROUP_SIZE):
                self.groups.append(END.join(["", *alike[start : start + GROUP_SIZE], ""]))
                self.frequencies.append(frequency)
        self.count(least)

    def count(self, least: int) -> None:
        """Count all pairs again, and keep those that occur at least `least` times."""
        counts, places, self.least = self.counts, self._places, least
        counts.clear()
        places.clear()
        for place, (group, frequency) in enumerate(zip(self.groups, self.frequencies)):
            for pair, times in Counter(map(add, group, group[1:])).items():
                if END not in pair:
                    counts[pair] += times * frequency
                    places[pair].append(place)
        for pair in [pair for pair, count in counts.items() if count < least]:
            del counts[pair], places[pair]

    def words(self) -> Iterator[tuple[str, int]]:
        for group, frequency in zip(self.groups, self.frequencies):
            for word in group[1:-1].split(END):
                yield word, frequency

    def merge(self, pair: str, joined: str) -> list[str]:
        """Replace each occurrence of `pair` by the symbol `joined`. Returns the new pairs.

        The pair on its left, (x, left), becomes (x, joined); the pair on its right, (right, y), becomes (joined, y).
        Where two occurrences touch, as in `abab`, (right, left) becomes (joined, joined).
        """
        left, right = pair[0], pair[1]
        groups, frequencies, counts = self.groups, self.frequencies, self.counts
        before: defaultdict[str, list[int]] = defaultdict(list)
        after: defaultdict[str, list[int]] = defaultdict(list)
        touching: list[int] = []
        for place in set(self._places.pop(pair)):
            parts = groups[place].split(pair)
            groups[place] = joined.join(parts)
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
        made: list[str] = []
        for old, new, places in changes:
            count = sum(map(frequencies.__getitem__, places))
            if old in counts:
                counts[old] -= count
            if count >= self.least:
                counts[new] += count
                self._places[new] += places
                made.append(new)
        del counts[pair]
        return made

    def weight(self, pair: str) -> int:
        """What pairs are ordered by, as an exact whole number: here the count."""
        return self.counts.get(pair, 0)

    def score(self, pair: str) -> float:
        return self.counts.get(pair, 0)


class PairQueue:
    """Pairs in the order to merge them: the highest count first, then the lowest ids, which is string order.

    Pairs are in buckets, one for each count, and only the highest is in order; there, a pair whose count fell moves on.
    """

    def __init__(self, index: PairIndex) -> None:
        self._counts = index.counts
        self._buckets: dict[int, list[str]] = {}
        self._levels: list[int] = []  # the counts that have a bucket, negated, since `heapq` pops the smallest
        self._top: list[str] = []  # the bucket of the count `_level`, as a heap
        self._level = -1  # no bucket is open yet
        self.push(index.counts)

    def push(self, pairs: Iterable[str]) -> None:
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
        while True:
            if self._levels and (not self._top or -self._levels[0] > self._level):  # open the highest bucket
                if self._top:
                    self._buckets[self._level] = self._top
                    heappush(self._levels, -self._level)
                self._level = -heappop(self._levels)
                self._top = self._buckets.pop(self._level)
                heapify(self._top)
            if not self._top:
                return None
            pair = heappop(self._top)
            if self._counts.get(pair) == self._level:
                return pair
            self.push([pair])
