"""WordPiece learns its tokens by merges, of the pair that occurs most often for how often its two parts do.

Schuster and Nakajima, "Japanese and Korean Voice Search" (2012). Google's trainer was never published; the score
that is usually given for it is `count(ab) / (count(a) · count(b))`. What Hugging Face's `tokenizers` trains under
this name is BPE, by the count alone, with a prefix inside words.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from heapq import heappop, heappush, heapreplace
from typing import Literal, get_args

from minitok.models import WordPiece
from minitok.trainers.base import PairTrainer, garbage_collector_off
from minitok.trainers.pairs import PairIndex, PairQueue, Queue

Score = Literal["likelihood", "frequency"]


class WordPieceTrainer(PairTrainer):
    """Word counts to a `WordPiece` model: `hugs` starts as `h` `##u` `##g` `##s`, and `##u` `##g` make `##ug`.

    `score="likelihood"` merges the pair of the highest `count(ab) / (count(a) · count(b))`, `"frequency"` that of
    the highest count. Ties go to the lowest ids. Ids go to special tokens, then to the alphabet in code point
    order, then to merges. The alphabet is each character as it occurs, at the start of a word or, with the prefix,
    inside; for `"frequency"`, as in Hugging Face's trainer, every character also stands in it without the prefix.
    A `vocab_size` below the alphabet keeps it and learns nothing. Training ends early, with no error, when no pair
    is left.
    """

    def __init__(
        self,
        *,
        vocab_size: int = 30_000,
        min_frequency: int = 0,
        special_tokens: Iterable[str] = (),
        score: Score = "likelihood",
        continuing_subword_prefix: str = "##",
    ) -> None:
        super().__init__(vocab_size=vocab_size, min_frequency=min_frequency, special_tokens=special_tokens)
        if score not in get_args(Score):
            raise ValueError(f"no score {score!r}: choose one of {', '.join(get_args(Score))}")
        self.score = score
        self.continuing_subword_prefix = continuing_subword_prefix

    def train(self, word_counts: Mapping[str, int]) -> WordPiece:
        vocab = self._initial_vocab(word_counts)
        with garbage_collector_off():
            for _ in self._learn(word_counts, vocab):
                pass
        return WordPiece(vocab, continuing_subword_prefix=self.continuing_subword_prefix)

    def _symbols(self, word: str) -> list[str]:
        """The tokens that a word starts as: `hug` → `h` `##u` `##g`."""
        return [*word[:1], *(self.continuing_subword_prefix + char for char in word[1:])]

    def _alphabet(self, word_counts: Mapping[str, int]) -> set[str]:
        alphabet = {char for word in word_counts for char in self._symbols(word)}
        return alphabet | set("".join(word_counts)) if self.score == "frequency" else alphabet

    def _join(self, left: str, right: str) -> str:
        return left + right.removeprefix(self.continuing_subword_prefix)

    def _pairs(self, words: Mapping[str, int]) -> tuple[PairIndex, Queue]:
        if self.score == "frequency":
            index = PairIndex(words)
            return index, PairQueue(index.counts)
        index = LikelihoodIndex(words)
        return index, LikelihoodQueue(index, least=self.min_frequency)


class LikelihoodIndex(PairIndex):
    """Pairs, and the symbols that they are made of: `count(ab) / (count(a) · count(b))`."""

    def __init__(self, words: Mapping[str, int]) -> None:
        super().__init__(words)
        self.symbol_counts: defaultdict[str, int] = defaultdict(int)
        for word, count in words.items():
            for char in word:
                self.symbol_counts[char] += count
        self._shift = 4 * sum(self.symbol_counts.values()).bit_length()

    def merge(self, pair: str, joined: str) -> list[str]:
        replaced = self.replacements(pair)
        for part in pair:
            self.symbol_counts[part] -= replaced
        self.symbol_counts[joined] += replaced
        return super().merge(pair, joined)

    def weight(self, pair: str) -> int:
        """The score as a whole number, exactly, where a float would round: only equal fractions have equal weights.

        Two fractions whose denominators are at most `total ** 2` (no symbol is counted more often than all are
        together) differ by at least `1 / total ** 4`; multiplied by a power of 2 above `total ** 4`, by 1 or more.
        """
        left, right = pair[0], pair[1]
        return (self.counts[pair] << self._shift) // (self.symbol_counts[left] * self.symbol_counts[right])

    def relative(self, pair: str, symbol: str) -> int:
        """`count(ab) / count(symbol)` as a whole number, exact in the same way."""
        return (self.counts[pair] << self._shift) // self.symbol_counts[symbol]

    def score(self, pair: str) -> float:
        left, right = pair[0], pair[1]
        return self.counts[pair] / (self.symbol_counts[left] * self.symbol_counts[right])


class LikelihoodQueue:
    """Gives out pairs by `count(ab) / (count(a) · count(b))`, highest first, and equal scores by lowest ids.

    A merge makes its two parts rarer, and so every other pair that holds one of them better. A common symbol is in
    very many pairs. So each pair belongs to the group of its more common symbol, within which that symbol's own
    count makes no difference to the order: when it falls, the best pair of the group is offered anew, and that is
    all. Only where the symbol is the rarer one, which is in few pairs, each of them is put in its new place.

    Where a pair has become worse, it is found too high up, and moved down, once it comes to the top.
    """

    def __init__(self, index: LikelihoodIndex, *, least: int) -> None:
        """Pairs that occur fewer than `least` times are never given out."""
        self._index = index
        self._least = max(least, 1)
        self._symbols: dict[str, tuple[str, str]] = {}  # of a pair, the more common first, when it was first seen
        self._rarer: defaultdict[str, set[str]] = defaultdict(set)  # pairs that are in the group of the other symbol
        self._groups: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)  # heaps: highest first, so negated
        self._offers: list[tuple[int, str]] = []  # the best of each group, a heap as well
        self._offered: dict[str, tuple[int, str]] = {}  # what each group has offered last, which alone counts
        self._last = ""
        self.push(index.counts)

    def push(self, pairs: Iterable[str]) -> None:
        """Take the pairs that the merge of the last pair made; those that it made better are known here."""
        counts, better, groups = self._index.counts, set(pairs), set(self._last)
        for symbol in groups:
            self._rarer[symbol] = {pair for pair in self._rarer[symbol] if counts.get(pair)}
            better |= self._rarer[symbol]
        for pair in better:
            if counts.get(pair, 0) >= self._least:
                group, rarer = self._symbols.get(pair) or self._divide(pair)
                self._rarer[rarer].add(pair)
                heappush(self._groups[group], (-self._index.relative(pair, rarer), pair))
                groups.add(group)
        for group in groups:
            self._offer(group)

    def pop(self) -> str | None:
        """Take out the best pair, or None if there is no pair left."""
        while self._offers:
            offer = heappop(self._offers)
            weight, pair = offer
            group, _ = self._symbols[pair]
            if self._offered.get(group) != offer:
                continue
            del self._offered[group]
            if self._index.counts.get(pair, 0) >= self._least and self._index.weight(pair) == -weight:
                self._last = pair
                return pair
            self._offer(group)
        return None

    def _divide(self, pair: str) -> tuple[str, str]:
        """The symbol to whose group a pair is to belong, and the other."""
        left, right = pair[0], pair[1]
        counts = self._index.symbol_counts
        self._symbols[pair] = symbols = (left, right) if counts[left] >= counts[right] else (right, left)
        return symbols

    def _offer(self, group: str) -> None:
        """Put the best pair of a group where it can be given out."""
        heap = self._groups[group]
        while heap:
            relative, pair = heap[0]
            if self._index.counts.get(pair, 0) < self._least:
                heappop(heap)
                continue
            _, rarer = self._symbols[pair]
            if (now := -self._index.relative(pair, rarer)) != relative:
                heapreplace(heap, (now, pair))
                continue
            offer = -self._index.weight(pair), pair
            if self._offered.get(group) != offer:
                self._offered[group] = offer
                heappush(self._offers, offer)
            return
