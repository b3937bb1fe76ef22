"""Byte-pair encoding learns its merges: again and again the most frequent adjacent pair becomes one token.

Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword Units" (2016); ties and ids as
in the trainer of Hugging Face's `tokenizers`.
"""

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from heapq import nsmallest

from minitok.models import BPE
from minitok.steps import Candidate, PairStep, WeightedWord
from minitok.trainers.base import Trainer
from minitok.trainers.pairs import PairIndex, PairQueue, ids_of, symbol

SHOWN = 20
"""How many candidates, and how many words, a detailed step shows."""


class BpeTrainer(Trainer):
    """Word counts to a `BPE` model.

    Among pairs of equal count the one with the lowest ids is merged. Ids go to special tokens, then to the
    alphabet in code point order, then to merges. The alphabet is every character of the words and of
    `initial_alphabet`; a `vocab_size` below it keeps it and learns nothing. Training ends early, with no error,
    when no pair is left. With `end_of_word_suffix` the last character of each word carries the suffix.
    """

    def __init__(
        self,
        *,
        vocab_size: int = 30_000,
        min_frequency: int = 0,
        special_tokens: Iterable[str] = (),
        initial_alphabet: Iterable[str] = (),
        end_of_word_suffix: str | None = None,
    ) -> None:
        super().__init__(vocab_size=vocab_size, min_frequency=min_frequency, special_tokens=special_tokens)
        self.initial_alphabet = tuple(initial_alphabet)
        self.end_of_word_suffix = end_of_word_suffix

    def train(self, word_counts: Mapping[str, int]) -> BPE:
        vocab = self._initial_vocab(word_counts)
        with _garbage_collector_off():
            merges = [step.pair for step in self._learn(word_counts, vocab) if step.pair]
        return BPE(vocab, merges, end_of_word_suffix=self.end_of_word_suffix)

    def steps(self, word_counts: Mapping[str, int], *, detail: bool = False) -> Iterator[PairStep]:
        """The merges in the order in which they are learned, with `detail` as pictures of the corpus too."""
        return self._learn(word_counts, self._initial_vocab(word_counts), detail=detail)

    def _symbols(self, word: str) -> list[str]:
        """The tokens that a word starts as: `hug` → `h` `u` `g`, or with a suffix `h` `u` `g</w>`."""
        return [*word[:-1], word[-1] + self.end_of_word_suffix] if self.end_of_word_suffix and word else list(word)

    def _initial_vocab(self, word_counts: Mapping[str, int]) -> dict[str, int]:
        alphabet = {*self.initial_alphabet, *"".join(word_counts)}
        if self.end_of_word_suffix:
            alphabet |= {word[-1] + self.end_of_word_suffix for word in word_counts if word}
        return {token: id for id, token in enumerate(dict.fromkeys([*self.special_tokens, *sorted(alphabet)]))}

    def _learn(
        self, word_counts: Mapping[str, int], vocab: dict[str, int], *, detail: bool = False
    ) -> Iterator[PairStep]:
        """Add what is learned to `vocab`, one step a merge."""
        symbols = {token: symbol(id) for token, id in vocab.items()}
        words = {"".join(map(symbols.__getitem__, self._symbols(word))): count for word, count in word_counts.items()}
        index = PairIndex(words)
        queue = PairQueue(index.counts)
        tokens = list(vocab)
        merges = 0
        if detail:
            yield PairStep(0, None, None, None, 0, 0, *self._picture(index, tokens))
        while len(tokens) < self.vocab_size:
            pair = queue.pop()
            if pair is None or (count := index.counts[pair]) < self.min_frequency:
                return
            left, right = (tokens[id] for id in ids_of(pair))
            token = left + right
            id = vocab.setdefault(token, len(tokens))
            if id == len(tokens):
                tokens.append(token)
            queue.push(index.merge(pair, symbol(id)))
            merges += 1
            picture = self._picture(index, tokens) if detail else ()
            yield PairStep(merges, (left, right), token, id, count, count, *picture)

    def _picture(self, index: PairIndex, tokens: list[str]) -> tuple[tuple[Candidate, ...], tuple[WeightedWord, ...]]:
        """The best pairs and the most frequent words at this moment."""

        def names(symbols: str) -> tuple[str, ...]:
            return tuple(tokens[id] for id in ids_of(symbols))

        least = max(self.min_frequency, 1)
        pairs = (item for item in index.counts.items() if item[1] >= least)
        best = nsmallest(SHOWN, pairs, key=lambda item: (-item[1], item[0]))
        words = nsmallest(SHOWN, zip(index.words, index.frequencies), key=lambda word: -word[1])
        candidates = tuple(((left, right), count, count) for pair, count in best for left, right in [names(pair)])
        return candidates, tuple((names(word), count) for word, count in words)


@contextmanager
def _garbage_collector_off() -> Iterator[None]:
    """Training makes many objects and no cycles: looking for those costs a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
