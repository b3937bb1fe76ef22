"""Unigram learns its pieces by throwing most of them away: start with far too many, keep those that matter.

Kudo, "Subword Regularization: Improving Neural Network Translation Models with Multiple Subword Candidates" (2018).
The seed pieces, the scores and the estimate of what a removal costs are those of SentencePiece's trainer.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from heapq import nsmallest
from itertools import count
from math import fsum, log

from minitok.models import Unigram
from minitok.steps import PruneStep
from minitok.trainers.base import Trainer, garbage_collector_off
from minitok.trainers.expectation import CorpusLattice, digamma

LEAST = 0.5
"""A piece that is expected less often than this counts as often as this, so that its logarithm exists."""


class UnigramTrainer(Trainer):
    """Word counts to a `Unigram` model.

    Each round fits the scores to the corpus by `n_sub_iterations` steps of expectation–maximization, then removes
    pieces: all that no best path uses, and of the others as many as it takes to come down to `shrinking_factor` of
    what there was, those first whose removal costs the corpus least. The last round only fits. Single characters
    always stay; a `vocab_size` below them keeps them and learns nothing. Where the corpus has too few substrings,
    the vocabulary is smaller, with no error. `max_piece_length` is in characters.

    Ids go to `unk_token` (unless it is a special token; None for no unknown token), then to special tokens, all with
    the score 0, then to pieces, the highest score first. Ties go by code point order, and so do the words: equal
    counts give equal models.
    """

    def __init__(
        self,
        *,
        vocab_size: int = 8000,
        special_tokens: Iterable[str] = (),
        unk_token: str | None = "<unk>",
        shrinking_factor: float = 0.75,
        n_sub_iterations: int = 2,
        max_piece_length: int = 16,
        seed_size: int = 1_000_000,
    ) -> None:
        super().__init__(vocab_size=vocab_size, special_tokens=special_tokens)
        if not 0 < shrinking_factor < 1:
            raise ValueError(f"shrinking_factor={shrinking_factor} must lie between 0 and 1: 0.75 keeps three in four")
        for name, value in (("n_sub_iterations", n_sub_iterations), ("max_piece_length", max_piece_length)):
            if value < 1:
                raise ValueError(f"{name}={value} leaves nothing to do: make it 1 or more")
        if seed_size < 0:
            raise ValueError(f"seed_size={seed_size} is less than nothing: make it 0 or more")
        self.unk_token = unk_token
        self.shrinking_factor = shrinking_factor
        self.n_sub_iterations = n_sub_iterations
        self.max_piece_length = max_piece_length
        self.seed_size = seed_size

    def train(self, word_counts: Mapping[str, int]) -> Unigram:
        scores: dict[str, float] = {}
        with garbage_collector_off():
            for _ in self._learn(word_counts, scores):
                pass
        vocab = [(token, scores.pop(token, 0.0)) for token in self._reserved()]
        vocab += sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        return Unigram(vocab, unk_id=None if self.unk_token is None else self._reserved().index(self.unk_token))

    def steps(self, word_counts: Mapping[str, int]) -> Iterator[PruneStep]:
        """The rounds, one by one; what is left after the last is the vocabulary."""
        return self._learn(word_counts, {})

    def _reserved(self) -> list[str]:
        """The tokens that are not learned."""
        unknown = [] if self.unk_token is None or self.unk_token in self.special_tokens else [self.unk_token]
        return [*unknown, *self.special_tokens]

    def _learn(self, word_counts: Mapping[str, int], scores: dict[str, float]) -> Iterator[PruneStep]:
        """Yield the rounds, and in the end put what is left into `scores`."""
        candidates = _Candidates(word_counts, self._seed(word_counts))
        learned_beside = [token for token in self._reserved() if token not in candidates.alphabet]
        wanted = max(self.vocab_size - len(learned_beside), len(candidates.alphabet))
        for round in count(1):
            for _ in range(self.n_sub_iterations):
                loss = candidates.fit()
            before = len(candidates.live)
            removed = candidates.prune(wanted, int(self.shrinking_factor * before)) if before > wanted else ()
            yield PruneStep(round, loss, len(candidates.live), removed)
            if before <= wanted:
                break
        scores.update((candidates.pieces[id], candidates.scores[id]) for id in candidates.live)

    def _seed(self, counts: Mapping[str, int]) -> dict[str, int]:
        """The pieces to start from, each with its weight: how often it occurs, times its length.

        They are all characters, then every substring that occurs at least twice and is not always part of the same
        longer one: where `hug` only ever stands in `hugs`, there is no `hug`. A suffix array would list the same;
        here substrings are counted length by length, from those places alone where a shorter one was frequent.
        """
        alphabet = dict.fromkeys(sorted(set("".join(counts))), 0)
        for word, frequency in counts.items():
            for char in word:
                alphabet[char] += frequency
        weights: dict[str, int] = {}
        shorter: dict[str, int] = {}
        places = [(word, frequency, list(range(len(word) - 1))) for word, frequency in counts.items() if frequency]
        for length in range(2, self.max_piece_length + 1):
            found: dict[str, int] = defaultdict(int)
            for word, frequency, starts in places:
                for start in starts:
                    found[word[start : start + length]] += frequency
            frequent = {piece: frequency for piece, frequency in found.items() if frequency > 1}
            for piece, frequency in frequent.items():
                if shorter.get(piece[:-1]) == frequency:
                    del shorter[piece[:-1]]
            weights |= {piece: frequency * len(piece) for piece, frequency in shorter.items()}
            shorter = dict(frequent)
            places = [
                (word, frequency, longer)
                for word, frequency, starts in places
                if (longer := [i for i in starts if i + length < len(word) and word[i : i + length] in frequent])
            ]
        weights |= {piece: frequency * len(piece) for piece, frequency in shorter.items()}
        for token in self._reserved():
            weights.pop(token, None)
        best = nsmallest(self.seed_size, weights, key=lambda piece: (-weights[piece], piece))
        return alphabet | {piece: weights[piece] for piece in best}


class _Candidates:
    """The pieces that may still get into the vocabulary, and the corpus that decides on them."""

    def __init__(self, counts: Mapping[str, int], weights: Mapping[str, int]) -> None:
        self.pieces = list(weights)
        self.live = list(range(len(weights)))  # the ids of those that are left
        self.alphabet = {piece for piece in weights if len(piece) == 1}
        total = log(max(sum(weights.values()), 1))
        self.scores = [log(max(weight, LEAST)) - total for weight in weights.values()]
        self.corpus = CorpusLattice(counts, self._ids())

    def _ids(self) -> dict[str, int]:
        return {self.pieces[id]: id for id in self.live}

    def fit(self) -> float:
        """One step of expectation–maximization; gives the loss of the corpus as it was before."""
        expected, loss = self.corpus.expected_counts(self.scores)
        counts = [max(expected[id], LEAST) for id in self.live]
        total = digamma(fsum(counts))
        for id, frequency in zip(self.live, counts):
            self.scores[id] = digamma(frequency) - total
        return loss

    def prune(self, wanted: int, size: int) -> tuple[tuple[str, float], ...]:
        """Remove pieces down to `size`, and beyond it those that cost nothing, but keep as many as are wanted."""
        costs = self._costs()
        cheapest = sorted(costs, key=lambda id: (costs[id], self.scores[id], self.pieces[id]))
        free = sum(cost <= 0 for cost in costs.values())
        gone = cheapest[: min(max(free, len(self.live) - size), len(self.live) - wanted)]
        self.corpus.remove(set(gone))
        self.live = sorted(set(self.live).difference(gone))
        return tuple((self.pieces[id], costs[id]) for id in gone)

    def _costs(self) -> dict[int, float]:
        """What the removal of each piece, single characters aside, would add to the loss, by estimate.

        Where it is on a best path, the pieces of the best detour around it would come in its place; the rest of the
        paths, and all scores but what follows from these counts, stay as they are.
        """
        used = self.corpus.best_counts(self.scores)
        total = sum(used)
        ids = self._ids()
        pieces = {piece: 0 for piece, id in ids.items() if used[id] and piece not in self.alphabet}
        costs = {id: 0.0 for piece, id in ids.items() if piece not in self.alphabet}
        for id, (score, detour) in CorpusLattice(pieces, ids).detours(self.scores).items():
            if used[id] and score <= self.scores[id]:
                log_total = log(total + used[id] * (len(detour) - 1))
                log_detour = fsum(log(used[other] + used[id]) - log_total for other in detour)
                costs[id] = used[id] * (log(used[id]) - log(total) - log_detour)
        return costs
