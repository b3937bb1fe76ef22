"""Byte-pair encoding learns merges: the most frequent adjacent pair becomes a token.

Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword
Units" (2016); ties and ids are those of Hugging Face's `tokenizers`. The module `pairs`
counts the pairs.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from heapq import nsmallest
from itertools import chain
from operator import itemgetter
from typing import Any

from minitok.models import BPE
from minitok.steps import PairStep
from minitok.trainers.pairs import PairIndex, ids_of, symbol
from minitok.trainers.trainer import Trainer, check_counts, progress
from minitok.validation import check_char

# A pair that occurs less than once in RARE * vocab_size words will hardly be merged: it
# is left out at first.
RARE = 20
MAX_SHOWN = 20  # how many candidates, and how many words, a detailed step shows
NO_MERGE = PairStep(0, None, None, None, 0, 0)


class PairTrainer(Trainer, kw_only=True):
    """Merges the best adjacent pair, again and again.

    A subclass defines the alphabet, and the order of pairs.
    """

    min_frequency: int = 0  # a pair that occurs less often is not merged
    # Marks all characters of a word but the first
    continuing_subword_prefix: str | None = None

    def _symbols(self, word: str) -> list[str]:
        prefix = self.continuing_subword_prefix
        if not prefix:
            return list(word)
        return [*word[:1], *(prefix + char for char in word[1:])]

    @abstractmethod
    def _alphabet(self, word_counts: Mapping[str, int]) -> set[str]:
        """The tokens before any merge, apart from special tokens."""

    def _make_index(self, words: Mapping[str, int], min_count: int) -> PairIndex:
        return PairIndex(words, min_count)

    def steps(
        self, word_counts: Mapping[str, int], *, detail: bool = False
    ) -> Iterator[PairStep]:
        """Yield the merges in the order in which they are learned.

        With `detail`, each step also shows the corpus.
        """
        return self._steps(word_counts, self._initial_vocab(word_counts), detail)

    def learn(
        self, word_counts: Mapping[str, int], *, show_progress: bool = False
    ) -> dict[str, Any]:
        vocab = self._initial_vocab(word_counts)
        most = self.vocab_size - len(vocab)
        steps = self._steps(word_counts, vocab, detail=False)
        bar = progress(steps, show_progress, "Merging pairs", " merges", most)
        merges = [step.pair for step in bar]
        learned = {**self.options, "vocab": vocab, "merges": merges}
        names = self.makes.__dataclass_fields__
        return {name: learned[name] for name in learned if name in names}

    def _initial_vocab(self, word_counts: Mapping[str, int]) -> dict[str, int]:
        check_counts(word_counts)
        vocab: dict[str, int] = {}
        for token in chain(self._special, sorted(self._alphabet(word_counts))):
            vocab.setdefault(token, len(vocab))
        return vocab

    def _steps(
        self, word_counts: Mapping[str, int], vocab: dict[str, int], detail: bool
    ) -> Iterator[PairStep]:
        """Yield a step for each merge, and add its token to `vocab`."""
        tokens = list(vocab)
        min_count = 0
        if not detail:
            min_count = sum(word_counts.values()) // (RARE * self.vocab_size)
        index = self._make_index(self._spell(word_counts, vocab), min_count)
        if detail:
            yield self._show_corpus(NO_MERGE, index, tokens)
        merges = 0
        while len(tokens) < self.vocab_size:
            pair = index.best()
            if pair is None or index.counts[pair] < self.min_frequency:
                return
            left, right = (tokens[id] for id in ids_of(pair))
            token = left + right.removeprefix(self.continuing_subword_prefix or "")
            count, score = index.counts[pair], index.score(pair)
            id = vocab.setdefault(token, len(tokens))
            index.merge(pair, symbol(id))
            if id == len(tokens):
                tokens.append(token)
            else:
                index.count_rarer()
            merges += 1
            step = PairStep(merges, (left, right), token, id, count, score)
            if detail:
                step = self._show_corpus(step, index, tokens)
            yield step

    def _spell(
        self, word_counts: Mapping[str, int], vocab: Mapping[str, int]
    ) -> dict[str, int]:
        """The words as strings of symbols, which the index counts."""
        symbols = {token: symbol(id) for token, id in vocab.items()}
        words = {}
        for word, count in word_counts.items():
            spelled = map(symbols.__getitem__, self._symbols(word))
            words["".join(spelled)] = count
        return words

    def _show_corpus(
        self, step: PairStep, index: PairIndex, tokens: list[str]
    ) -> PairStep:
        """The step with the best pairs, and with some of the words.

        Words with the new token, or with the best pair, are shown before others.
        """

        def names(symbols: str) -> tuple[Any, ...]:
            return tuple(tokens[id] for id in ids_of(symbols))

        best = self._best_pairs(index)
        candidates = []
        for pair in best:
            candidates.append((names(pair), index.counts[pair], index.score(pair)))
        marks = best[:1]
        if step.id is not None:
            marks.append(symbol(step.id))

        def is_marked(entry: tuple[str, int]) -> bool:
            word, _ = entry
            return any(mark in word for mark in marks)

        words = sorted(index.words(), key=itemgetter(1), reverse=True)
        chosen = set(sorted(words, key=is_marked, reverse=True)[:MAX_SHOWN])
        shown = []
        tokens_left = 0
        for word, count in words:
            if (word, count) in chosen:
                shown.append((names(word), count))
            else:
                tokens_left += len(word) * count
        rest = len(words) - len(shown), tokens_left
        return step._replace(
            candidates=tuple(candidates), words=tuple(shown), rest=rest
        )

    def _best_pairs(self, index: PairIndex) -> list[str]:
        least = max(self.min_frequency, 1)
        pairs = [pair for pair in index.counts if index.counts[pair] >= least]

        def order(pair: str) -> tuple[int, str]:
            return -index.weight(pair), pair

        return nsmallest(MAX_SHOWN, pairs, key=order)


class BpeTrainer(PairTrainer, kw_only=True):
    """Trains a `BPE` model.

    Of pairs with equal counts, the one with the lowest ids is merged. Ids are given
    first to special tokens, then to the alphabet in code point order, then to merges.
    The alphabet is every character of the words and of `initial_alphabet`. If
    `vocab_size` is smaller, the alphabet is kept and nothing is merged. Training stops,
    without an error, when no pair is left.
    """

    initial_alphabet: Sequence[str] = ()
    end_of_word_suffix: str | None = None  # marks the last character of each word
    makes = BPE

    def prepare(self) -> None:
        super().prepare()
        chars = [check_char(char, "initial_alphabet") for char in self.initial_alphabet]
        self.keep(initial_alphabet=tuple(chars))

    def _symbols(self, word: str) -> list[str]:
        symbols = super()._symbols(word)
        if symbols and self.end_of_word_suffix:
            symbols[-1] += self.end_of_word_suffix
        return symbols

    def _alphabet(self, word_counts: Mapping[str, int]) -> set[str]:
        alphabet = set(self.initial_alphabet)
        for word in word_counts:
            alphabet.update(word, self._symbols(word))
        return alphabet
