"""WordPiece merges the pair that is most frequent relative to its two parts.

Schuster and Nakajima, "Japanese and Korean Voice Search" (2012). Google never published
its trainer; the score usually quoted for it is `count(ab) / (count(a) · count(b))`. The
trainer of Hugging Face's `tokenizers` uses the count alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from heapq import heappop, heappush
from typing import Literal

from minitok.models import WordPiece
from minitok.trainers.bpe_trainer import PairTrainer
from minitok.trainers.pairs import PairIndex


class WordPieceTrainer(PairTrainer, kw_only=True):
    """Trains a `WordPiece` model.

    `hugs` starts as `h` `##u` `##g` `##s`, and `##u` `##g` merge into `##ug`.
    `score="pmi"` merges the pair of highest `count(ab) / (count(a) · count(b))`, whose
    logarithm is, up to a constant, its pointwise mutual information. `"frequency"`
    merges that of highest count. Ties, ids, `vocab_size` and the end are as in
    `BpeTrainer`. The alphabet has each character as it occurs: bare at the start of a
    word, with the prefix inside. For `"frequency"` it has all of them bare, too, as in
    Hugging Face's library.
    """

    score: Literal["pmi", "frequency"] = "pmi"
    continuing_subword_prefix: str | None = "##"
    makes = WordPiece

    def _alphabet(self, word_counts: Mapping[str, int]) -> set[str]:
        alphabet = {char for word in word_counts for char in self._symbols(word)}
        if self.score == "frequency":
            alphabet.update("".join(word_counts))
        return alphabet

    def _make_index(self, words: Mapping[str, int], min_count: int) -> PairIndex:
        if self.score == "frequency":
            return PairIndex(words, min_count)
        return PmiIndex(words, self.min_frequency)


class PmiIndex(PairIndex):
    """Counts pairs and single symbols, for `count(ab) / (count(a) · count(b))`.

    A merge makes its symbols rarer and their pairs better, so these are queued again.
    Scores are almost never equal, so the pairs wait in one heap.
    """

    def __init__(self, words: Mapping[str, int], min_frequency: int) -> None:
        self.symbol_counts: dict[str, int] = defaultdict(int)
        for word, count in words.items():
            for char in word:
                self.symbol_counts[char] += count
        self._shift = 4 * sum(self.symbol_counts.values()).bit_length()
        self._min_frequency = max(min_frequency, 1)
        self._pairs_with: dict[str, set[str]] = defaultdict(set)  # by symbol
        self._heap: list[tuple[int, str]] = []  # of negated weights and their pairs
        super().__init__(words)

    def best(self) -> str | None:
        while self._heap:
            negated, pair = heappop(self._heap)
            weight = self.weight(pair)
            if weight == -negated:
                return pair
            self._queue_again([pair])
        return None

    def push(self, pairs: Iterable[str]) -> None:
        pairs = list(pairs)
        for pair in pairs:
            for symbol in pair:
                self._pairs_with[symbol].add(pair)
        self._queue_again(pairs)

    def _queue_again(self, pairs: Iterable[str]) -> None:
        for pair in pairs:
            weight = self.weight(pair)
            if weight:
                heappush(self._heap, (-weight, pair))

    def merge(self, pair: str, joined: str) -> None:
        # `aaaaa` contains `aa` 4 times, but a merge replaces only 2 of them.
        replaced = 0
        for place in set(self._places[pair]):
            replaced += self.groups[place].count(pair) * self.frequencies[place]
        for part in pair:
            self.symbol_counts[part] -= replaced
        self.symbol_counts[joined] += replaced
        super().merge(pair, joined)
        for part in set(pair):
            better = set(filter(self.counts.get, self._pairs_with[part]))
            self._pairs_with[part] = better
            self._queue_again(better)

    def weight(self, pair: str) -> int:
        """The score times `2 ** _shift`, as a whole number; 0 if the pair is too rare.

        Scores that differ do so by `1 / total ** 4` or more.
        """
        count = self.counts.get(pair, 0)
        if count < self._min_frequency:
            return 0
        return (count << self._shift) // self._product(pair)

    def score(self, pair: str) -> float:
        return self.counts[pair] / self._product(pair)

    def _product(self, pair: str) -> int:
        return self.symbol_counts[pair[0]] * self.symbol_counts[pair[1]]
