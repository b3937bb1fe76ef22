"""What every trainer has in common, and the loop of those that learn by merging pairs."""

import gc
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from heapq import nsmallest

from minitok.models import Model
from minitok.steps import Candidate, PairStep, WeightedWord
from minitok.trainers.pairs import PairIndex, Queue, ids_of, symbol

SHOWN = 20
"""How many candidates, and how many words, a detailed step shows."""


class Trainer(ABC):
    """Word counts to a model.

    `vocab_size` counts everything: special tokens, which get the first ids, alphabet, and what is learned. What
    occurs fewer than `min_frequency` times is not learned.
    """

    def __init__(self, *, vocab_size: int = 30_000, min_frequency: int = 0, special_tokens: Iterable[str] = ()) -> None:
        if vocab_size < 1:
            raise ValueError(f"vocab_size={vocab_size} leaves no room for any token: make it 1 or more")
        if min_frequency < 0:
            raise ValueError(f"min_frequency={min_frequency} is less than nothing: make it 0 or more")
        if isinstance(special_tokens, str):
            raise TypeError(
                f"special_tokens={special_tokens!r} would be read letter by letter: "
                f"write special_tokens=[{special_tokens!r}]"
            )
        self.vocab_size = vocab_size
        self.min_frequency = min_frequency
        self.special_tokens = tuple(dict.fromkeys(special_tokens))
        if "" in self.special_tokens:
            raise ValueError("special_tokens holds an empty token, which nothing could ever match: leave it out")

    @abstractmethod
    def train(self, word_counts: Mapping[str, int]) -> Model:
        """Learn from how often each word occurs, the words as `count_words` gives them."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


class PairTrainer(Trainer):
    """Again and again the best adjacent pair of symbols becomes one token: what BPE and WordPiece share.

    A kind of trainer says what a word starts as (`_symbols`), which of its pairs is the best (`_pairs`), and how
    two tokens are written as one (`_join`).
    """

    @abstractmethod
    def _symbols(self, word: str) -> list[str]:
        """The tokens that a word starts as: `hug` → `h` `u` `g`."""

    @abstractmethod
    def _alphabet(self, word_counts: Mapping[str, int]) -> set[str]:
        """The tokens that are there before any merge, special tokens aside."""

    @abstractmethod
    def _pairs(self, words: Mapping[str, int]) -> tuple[PairIndex, Queue]:
        """The pairs in the words, which are strings of symbols, and the order in which to merge them."""

    def _join(self, left: str, right: str) -> str:
        """The token that a merge makes of two."""
        return left + right

    def steps(self, word_counts: Mapping[str, int], *, detail: bool = False) -> Iterator[PairStep]:
        """The merges in the order in which they are learned, with `detail` as pictures of the corpus too."""
        return self._learn(word_counts, self._initial_vocab(word_counts), detail=detail)

    def _initial_vocab(self, word_counts: Mapping[str, int]) -> dict[str, int]:
        tokens = [*self.special_tokens, *sorted(self._alphabet(word_counts))]
        return {token: id for id, token in enumerate(dict.fromkeys(tokens))}

    def _learn(
        self, word_counts: Mapping[str, int], vocab: dict[str, int], *, detail: bool = False
    ) -> Iterator[PairStep]:
        """Add what is learned to `vocab`, one step a merge."""
        symbols = {token: symbol(id) for token, id in vocab.items()}
        words = {"".join(map(symbols.__getitem__, self._symbols(word))): count for word, count in word_counts.items()}
        index, queue = self._pairs(words)
        tokens = list(vocab)
        merges = 0
        if detail:
            yield PairStep(0, None, None, None, 0, 0, *self._picture(index, tokens))
        while len(tokens) < self.vocab_size:
            pair = queue.pop()
            if pair is None or (count := index.counts[pair]) < self.min_frequency:
                return
            left, right = (tokens[id] for id in ids_of(pair))
            token = self._join(left, right)
            id = vocab.setdefault(token, len(tokens))
            if id == len(tokens):
                tokens.append(token)
            score = index.score(pair)
            queue.push(index.merge(pair, symbol(id)))
            merges += 1
            picture = self._picture(index, tokens) if detail else ()
            yield PairStep(merges, (left, right), token, id, count, score, *picture)

    def _picture(self, index: PairIndex, tokens: list[str]) -> tuple[tuple[Candidate, ...], tuple[WeightedWord, ...]]:
        """The best pairs and the most frequent words at this moment."""

        def names(symbols: str) -> tuple[str, ...]:
            return tuple(tokens[id] for id in ids_of(symbols))

        least = max(self.min_frequency, 1)
        pairs = (pair for pair, count in index.counts.items() if count >= least)
        best = nsmallest(SHOWN, pairs, key=lambda pair: (-index.weight(pair), pair))
        words = nsmallest(SHOWN, zip(index.words, index.frequencies), key=lambda word: -word[1])
        candidates = tuple(
            ((left, right), index.counts[pair], index.score(pair)) for pair in best for left, right in [names(pair)]
        )
        return candidates, tuple((names(word), count) for word, count in words)


@contextmanager
def garbage_collector_off() -> Iterator[None]:
    """Training makes many objects and no cycles: looking for those costs a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
