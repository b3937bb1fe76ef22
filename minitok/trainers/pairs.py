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
from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import heappop, heappush
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
    occur less than `min_count` times are left out, until the best pair is rarer.
    """

    def __init__(self, words: Mapping[str, int], min_count: int = 0) -> None:
        self.counts: dict[str, int] = defaultdict(int)
        self.groups: list[str] = []
        self.frequencies: list[int] = []  # how often each word of a group occurs
        self._places: dict[str, Places] = defaultdict(list)  # where a pair is, or was
        self._group(words)
        self._count(min_count)

    def _group(self, words: Mapping[str, int]) -> None:
        by_frequency: dict[int, list[str]] = defaultdict(list)
        for word, frequency in words.items():
            by_frequency[frequency].append(word)
        for frequency, alike in by_frequency.items():
            for start in range(0, len(alike), GROUP_SIZE):
                group = END.join(alike[start : start + GROUP_SIZE])
                self.groups.append(f"{END}{group}{END}")
                self.frequencies.append(frequency)

    def _count(self, min_count: int) -> None:
        """Count all pairs again, and leave out those below `min_count`."""
        self.min_count = min_count
        self.counts.clear()
        self._places.clear()
        for place, group in enumerate(self.groups):
            frequency = self.frequencies[place]
            pairs = map(add, group, group[1:])
            for pair, times in Counter(pairs).items():
                if END not in pair:
                    self.counts[pair] += times * frequency
                    self._places[pair].append(place)
        rare = [pair for pair in self.counts if self.counts[pair] < min_count]
        for pair in rare:
            del self.counts[pair]
            del self._places[pair]
        self.queue = PairQueue(self.counts.get)
        self.push(self.counts)

    def words(self) -> Iterator[tuple[str, int]]:
        """Each word, as a string of symbols, and how often it occurs."""
        for group, frequency in zip(self.groups, self.frequencies):
            for word in group[1:-1].split(END):
                yield word, frequency

    def best(self) -> str | None:
        """The pair to merge next, or None if no pair is left.

        It has the highest weight, and of several pairs the lowest ids, whose order is
        that of strings.
        """
        pair = self.queue.pop()
        while self.min_count > 1 and (not pair or self.counts[pair] < self.min_count):
            self.count_rarer()
            pair = self.queue.pop()
        return pair

    def push(self, pairs: Iterable[str]) -> None:
        """Queue pairs that are new, or have become better."""
        self.queue.push(pairs)

    def count_rarer(self) -> None:
        """Count all pairs again, if some were left out, and leave out fewer of them."""
        if self.min_count > 1:
            self._count(self.min_count // 4)

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
            if count >= self.min_count:
                self.counts[new] += count
                self._places[new] += places
                new_pairs.append(new)
        del self.counts[pair]
        self.push(new_pairs)

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
        return self.weight(pair)


class PairQueue:
    """Pairs in the order to merge them: the highest weight first, then the lowest ids.

    The order of ids is that of strings. For each weight there is a heap of pairs. A
    pair whose weight has fallen moves when it comes up; one that has become better is
    pushed again. A weight of 0 is left out.
    """

    def __init__(self, weight: Callable[[str], int | None]) -> None:
        self._weight = weight
        self._pairs: dict[int, list[str]] = {}  # by weight
        self._weights: list[int] = []  # those of the dict, negated for `heapq`

    def push(self, pairs: Iterable[str]) -> None:
        for pair in pairs:
            weight = self._weight(pair)
            if weight in self._pairs:
                heappush(self._pairs[weight], pair)
            elif weight:
                self._pairs[weight] = [pair]
                heappush(self._weights, -weight)

    def pop(self) -> str | None:
        """Take the first pair out. None if there is none."""
        while self._weights:
            highest = -self._weights[0]
            pairs = self._pairs[highest]
            pair = heappop(pairs)
            if not pairs:
                heappop(self._weights)
                del self._pairs[highest]
            if self._weight(pair) == highest:
                return pair
            self.push([pair])
        return None
