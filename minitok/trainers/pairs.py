"""The pairs of adjacent tokens in a corpus, and their counts, which merging needs.

A naive trainer is slow because it counts all pairs again after every merge. Four ideas
make this one fast:

- A word is a `str` whose characters are token ids (`chr(id + 1)`), with `END` at both
  ends. So a pair is a string of two characters, and `word.split(pair)` finds every
  occurrence of it, with its neighbours, in C.
- More than half of all different words occur once or twice. Words that occur equally
  often share a string, a group of at most `GROUP_SIZE`: one `split` finds the pair in
  all of them, and each occurrence counts the same.
- A merge changes only the pairs next to it. So the index remembers which groups hold
  each pair, and counts only there.
- Most pairs are too rare ever to be merged. They are left out, and counted if they are
  needed after all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from itertools import pairwise
from operator import add

END = "\0"
GROUP_SIZE = 32  # larger groups hardly save visits, and take longer to search

Places = list[int]  # of groups, one for each occurrence of a pair


def symbol(id: int) -> str:
    """The character for a token id."""
    return chr(id + 1)


def ids_of(symbols: str) -> tuple[int, ...]:
    """The token ids in a string of symbols; `END` has none."""
    return tuple(ord(char) - 1 for char in symbols if char != END)


class PairIndex:
    """How often each pair of adjacent symbols occurs in the words.

    `best` gives the pair to merge next, and `merge` updates the counts. Pairs that
    occur less than `least` times are left out, until the best pair is rarer than that.
    """

    def __init__(self, words: Mapping[str, int], least: int = 0) -> None:
        self.counts: dict[str, int] = defaultdict(int)
        self.groups: list[str] = []
        self.frequencies: list[int] = []  # how often each word of a group occurs
        self._places: dict[str, Places] = defaultdict(list)  # where a pair is, or was
        self._group(words)
        self._count(least)
        self.queue = self.make_queue()

    def make_queue(self) -> "PairQueue":
        return PairQueue(self.counts)

    def _group(self, words: Mapping[str, int]) -> None:
        by_frequency: dict[int, list[str]] = defaultdict(list)
        for word, frequency in words.items():
            by_frequency[frequency].append(word)
        for frequency, alike in by_frequency.items():
            for start in range(0, len(alike), GROUP_SIZE):
                group = END.join(alike[start : start + GROUP_SIZE])
                self.groups.append(f"{END}{group}{END}")
                self.frequencies.append(frequency)

    def _count(self, least: int) -> None:
        """Count all pairs again, and keep those that occur at least `least` times."""
        self.least = least
        self.counts.clear()
        self._places.clear()
        for place, group in enumerate(self.groups):
            frequency = self.frequencies[place]
            for pair, times in _count_pairs(group).items():
                if END not in pair:
                    self.counts[pair] += times * frequency
                    self._places[pair].append(place)
        rare = [pair for pair in self.counts if self.counts[pair] < least]
        for pair in rare:
            del self.counts[pair]
            del self._places[pair]

    def words(self) -> Iterator[tuple[str, int]]:
        """Each word, as a string of symbols, and how often it occurs."""
        for group, frequency in zip(self.groups, self.frequencies):
            for word in group[1:-1].split(END):
                yield word, frequency

    def best(self) -> str | None:
        """The pair to merge next, or None if no pair is left."""
        pair = self.queue.pop()
        while self._is_too_rare(pair):
            self.count_rarer()
            pair = self.queue.pop()
        return pair

    def _is_too_rare(self, pair: str | None) -> bool:
        """Whether a pair that was left out may be more frequent."""
        if self.least <= 1:
            return False
        return pair is None or self.counts[pair] < self.least

    def count_rarer(self) -> None:
        """Count all pairs again, if some were left out, and leave out fewer of them."""
        if self.least > 1:
            self._count(self.least // 4)
            self.queue.push(self.counts)

    def merge(self, pair: str, joined: str) -> None:
        """Replace each occurrence of `pair` by the symbol `joined`.

        All other pairs become rarer, unless that symbol was there already. Then call
        `count_rarer`, since a pair that was left out may have become frequent.
        """
        new_pairs = []
        for old, new, places in self._replace(pair, joined):
            count = sum(map(self.frequencies.__getitem__, places))
            if old in self.counts:
                self.counts[old] -= count
            if count >= self.least:
                self.counts[new] += count
                self._places[new] += places
                new_pairs.append(new)
        del self.counts[pair]
        self.queue.push(new_pairs)

    def _replace(self, pair: str, joined: str) -> list[tuple[str, str, Places]]:
        """Replace `pair` in the groups. Gives the pairs that change, old and new.

        The pair on its left, (x, left), becomes (x, joined); the pair on its right,
        (right, y), becomes (joined, y). Where two occurrences touch, as in `abab`,
        (right, left) becomes (joined, joined).
        """
        before: dict[str, Places] = defaultdict(list)
        after: dict[str, Places] = defaultdict(list)
        touching: Places = []
        groups = self.groups
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
        before.pop(END, None)
        after.pop(END, None)
        left, right = pair[0], pair[1]
        changes = []
        for x, places in before.items():
            changes.append((x + left, x + joined, places))
        for y, places in after.items():
            changes.append((right + y, joined + y, places))
        if touching:
            changes.append((right + left, joined + joined, touching))
        return changes

    def weight(self, pair: str) -> int:
        """What pairs are ordered by, as an exact whole number: here the count."""
        return self.counts.get(pair, 0)

    def score(self, pair: str) -> float:
        return self.counts.get(pair, 0)


def _count_pairs(group: str) -> Counter[str]:
    return Counter(map(add, group, group[1:]))


class PairQueue:
    """Pairs in the order to merge them: the highest count first, then the lowest ids.

    The order of ids is that of strings. There is a bucket of pairs for each count, and
    only the highest bucket is in order. There, a pair whose count fell moves on.
    """

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._counts = counts
        self._buckets: dict[int, list[str]] = {}
        self._levels: list[int] = []  # the counts of buckets, negated for `heapq`
        self._top: list[str] = []  # the open bucket, as a heap
        self._level = -1  # its count; none is open yet
        self.push(counts)

    def push(self, pairs: Iterable[str]) -> None:
        """Add pairs, or those whose counts have changed."""
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
        """Take the first pair out, or None if there is none."""
        while True:
            self._open_highest()
            if not self._top:
                return None
            pair = heappop(self._top)
            if self._counts.get(pair) == self._level:
                return pair
            self.push([pair])

    def _open_highest(self) -> None:
        """Open the highest bucket, unless it is open already."""
        if not self._levels:
            return
        highest = -self._levels[0]
        if self._top and highest < self._level:
            return
        if self._top:
            self._buckets[self._level] = self._top
            heappush(self._levels, -self._level)
        heappop(self._levels)
        self._level = highest
        self._top = self._buckets.pop(self._level)
        heapify(self._top)
