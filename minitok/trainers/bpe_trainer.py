"""Byte-pair encoding learns its merges: again and again, the most frequent adjacent pair becomes one token.

Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword Units" (2016); ties and ids are those
of Hugging Face's `tokenizers`. The module `pairs` counts the pairs.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from heapq import nsmallest
from typing import Any

from minitok.cache import garbage_collector_off
from minitok.models import BPE
from minitok.parts import one_char
from minitok.steps import Candidate, PairStep, WeightedWord
from minitok.trainers.pairs import PairIndex, PairQueue, ids_of, symbol
from minitok.trainers.trainer import Trainer, checked_counts, progress

RARE = 20  # a pair that occurs less than once in RARE * vocab_size words will hardly be merged: it is left out at first
MAX_CANDIDATES = 20  # how many candidates, and how many words, a detailed step shows


class PairTrainer(Trainer):
    """Merges the best adjacent pair again and again; a subclass defines symbols, the order of pairs, and joining."""

    min_frequency: int = 0  # a pair that occurs less often is not merged

    @abstractmethod
    def _symbols(self, word: str) -> list[str]: ...

    @abstractmethod
    def _alphabet(self, word_counts: Mapping[str, int]) -> set[str]:
        """The tokens before any merge, apart from special tokens."""

    def _pairs(self, words: Mapping[str, int], least: int) -> tuple[PairIndex, PairQueue]:
        index = PairIndex(words, least)
        return index, PairQueue(index)

    def _join(self, left: str, right: str) -> str:
        return left + right

    def steps(self, word_counts: Mapping[str, int], *, detail: bool = False) -> Iterator[PairStep]:
        """Yield the merges in the order in which they are learned; with `detail`, each step also shows the corpus."""
        return self._steps(word_counts, self._initial_vocab(word_counts), detail)

    def learn(self, word_counts: Mapping[str, int], *, show_progress: bool = False) -> dict[str, Any]:
        vocab = self._initial_vocab(word_counts)
        most = self.vocab_size - len(vocab)
        steps = progress(self._steps(word_counts, vocab, False), show_progress, "Merging pairs", " merges", most)
        with garbage_collector_off():
            merges = [step.pair for step in steps]
        return {"vocab": vocab, "merges": merges}

    def _initial_vocab(self, word_counts: Mapping[str, int]) -> dict[str, int]:
        checked_counts(word_counts)
        tokens = [*self._special, *sorted(self._alphabet(word_counts))]
        return {token: id for id, token in enumerate(dict.fromkeys(tokens))}

    def _steps(self, word_counts: Mapping[str, int], vocab: dict[str, int], detail: bool) -> Iterator[PairStep]:
        """Yield a step for each merge, and add its token to `vocab`."""
        symbols = {token: symbol(id) for token, id in vocab.items()}
        words = {"".join(map(symbols.__getitem__, self._symbols(word))): count for word, count in word_counts.items()}
        least = 0 if detail else sum(words.values()) // (RARE * self.vocab_size)
        index, queue = self._pairs(words, least)
        tokens = list(vocab)
        if detail:
            yield PairStep(0, None, None, None, 0, 0, *self._picture(index, tokens, None))
        merges = 0
        is_new = True  # whether the last merge made a token that was not there before
        while len(tokens) < self.vocab_size:
            pair = queue.pop()
            is_rare = pair is None or index.counts[pair] < index.least
            if index.least > 1 and (is_rare or not is_new):  # a pair that was left out may be the best one now
                index.count(index.least // 4)
                queue.push(index.counts)
                is_new = True
                continue
            if pair is None or (count := index.counts[pair]) < self.min_frequency:
                return
            left, right = (tokens[id] for id in ids_of(pair))
            token = self._join(left, right)
            id = vocab.setdefault(token, len(tokens))
            is_new = id == len(tokens)
            if is_new:
                tokens.append(token)
            score = index.score(pair)
            queue.push(index.merge(pair, symbol(id)))
            merges += 1
            picture = self._picture(index, tokens, id) if detail else ()
            yield PairStep(merges, (left, right), token, id, count, score, *picture)

    def _picture(
        self, index: PairIndex, tokens: list[str], made: int | None
    ) -> tuple[tuple[Candidate, ...], tuple[WeightedWord, ...], tuple[int, int]]:
        """The best pairs, the words with the token just `made` or with the best pair before others, and their rest."""

        def names(symbols: str) -> tuple[Any, ...]:
            return tuple(tokens[id] for id in ids_of(symbols))

        pairs = (pair for pair, count in index.counts.items() if count >= max(self.min_frequency, 1))
        best = nsmallest(MAX_CANDIDATES, pairs, key=lambda pair: (-index.weight(pair), pair))
        marks = [*best[:1], *([] if made is None else [symbol(made)])]
        words = sorted(index.words(), key=lambda word: -word[1])
        first = sorted(range(len(words)), key=lambda place: not any(map(words[place][0].count, marks)))
        shown = [words[place] for place in sorted(first[:MAX_CANDIDATES])]
        left_out = [words[place] for place in first[MAX_CANDIDATES:]]
        rest = len(left_out), sum(len(word) * count for word, count in left_out)
        candidates = tuple((names(pair), index.counts[pair], index.score(pair)) for pair in best)
        return candidates, tuple((names(word), count) for word, count in shown), rest


class BpeTrainer(PairTrainer):
    """Trains a `BPE` model.

    Of pairs with equal counts, the one with the lowest ids is merged. Ids go to special tokens, then to the alphabet in
    code point order, then to merges. The alphabet is every character of the words and of `initial_alphabet`; a
    `vocab_size` too small for it keeps it and learns nothing. Training stops, with no error, when no pair is left.
    """

    initial_alphabet: Sequence[str] = ()
    end_of_word_suffix: str | None = None  # marks the last character of each word
    makes = BPE

    def prepare(self) -> None:
        super().prepare()
        self.keep(initial_alphabet=tuple(one_char(char, "initial_alphabet") for char in self.initial_alphabet))

    def learn(self, word_counts: Mapping[str, int], *, show_progress: bool = False) -> dict[str, Any]:
        marks = {"end_of_word_suffix": self.end_of_word_suffix, "continuing_subword_prefix": None}
        return {**super().learn(word_counts, show_progress=show_progress), **marks}

    def _symbols(self, word: str) -> list[str]:
        return [*word[:-1], word[-1] + self.end_of_word_suffix] if self.end_of_word_suffix and word else list(word)

    def _alphabet(self, word_counts: Mapping[str, int]) -> set[str]:
        suffix = self.end_of_word_suffix or ""
        return {*self.initial_alphabet, *"".join(word_counts), *(word[-1] + suffix for word in word_counts if word)}
