"""Unigram starts with far too many pieces, and removes those that matter least.

Kudo, "Subword Regularization: Improving Neural Network Translation Models with Multiple Subword Candidates" (2018).
The scores and the estimated cost of a removal are those of SentencePiece's trainer; it has other seed pieces.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from heapq import nsmallest
from itertools import count
from math import fsum, log
from typing import Any

from minitok.cache import garbage_collector_off
from minitok.models import Unigram
from minitok.steps import PruneStep, Removal
from minitok.trainers.em import CorpusLattice, digamma
from minitok.trainers.trainer import Trainer, checked_counts, progress
from minitok.validation import check_int

RANKED = (
    8  # how many pieces a step shows on each side of the line between removed and kept
)
DECIMALS = 6  # of a score: rounding errors, which differ between machines, must not decide between equal pieces
MIN_EXPECTED_COUNT = 0.5  # a piece that is expected less often counts as this, so that its logarithm exists


class UnigramTrainer(Trainer):
    """Trains a `Unigram` model.

    Each round fits the scores in `n_sub_iterations` steps of expectation–maximization, then removes pieces: all that no
    best path uses, and those whose removal costs least, down to `shrinking_factor` of their number. The last only
    fits. Single characters always stay, and a corpus with too few substrings gives fewer pieces, with no error.

    Ids go to `unk_token` (unless it is None or a special token), then to special tokens, all with the score 0, then to
    pieces, the highest score first; ties are in code point order.
    """

    vocab_size: int = 8000
    unk_token: str | None = "<unk>"
    shrinking_factor: float = 0.75
    n_sub_iterations: int = 2
    max_piece_length: int = 16  # in characters
    seed_size: int = 1_000_000
    makes = Unigram

    def prepare(self) -> None:
        super().prepare()
        for name, least in (
            ("n_sub_iterations", 1),
            ("max_piece_length", 1),
            ("seed_size", 0),
        ):
            check_int(getattr(self, name), name, least=least)
        if not 0 < self.shrinking_factor < 1:
            raise ValueError(
                f"shrinking_factor={self.shrinking_factor} must be between 0 and 1: .75 keeps 3 in 4"
            )

    def learn(
        self, word_counts: Mapping[str, int], *, show_progress: bool = False
    ) -> dict[str, Any]:
        with garbage_collector_off():
            candidates = self._candidates(word_counts)
            for _ in progress(
                self._rounds(candidates), show_progress, "Pruning pieces", " rounds"
            ):
                pass
        reserved = self._reserved()
        scores = {
            candidates.pieces[id]: candidates.scores[id] for id in candidates.live
        }
        pieces = [(token, scores.pop(token, 0.0)) for token in reserved]
        pieces += sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        unk_id = None if self.unk_token is None else reserved.index(self.unk_token)
        return {"pieces": tuple(pieces), "unk_id": unk_id}

    def steps(self, word_counts: Mapping[str, int]) -> Iterator[PruneStep]:
        """Yield the rounds; the pieces left after the last round are the vocabulary."""
        return self._rounds(self._candidates(word_counts), ranks_last=True)

    def _reserved(self) -> list[str]:
        unknown = (
            []
            if self.unk_token is None or self.unk_token in self._special
            else [self.unk_token]
        )
        return [*unknown, *self._special]

    def _candidates(self, word_counts: Mapping[str, int]) -> "_Candidates":
        checked_counts(word_counts)
        if not any(word_counts):
            raise ValueError(
                "there is nothing to learn from: word_counts holds no word"
            )
        return _Candidates(word_counts, self._seed(word_counts))

    def _rounds(
        self, candidates: "_Candidates", *, ranks_last: bool = False
    ) -> Iterator[PruneStep]:
        others = [
            token for token in self._reserved() if token not in candidates.alphabet
        ]
        wanted = max(self.vocab_size - len(others), len(candidates.alphabet))
        for round in count(1):
            for _ in range(self.n_sub_iterations):
                loss = candidates.fit()
            before = len(candidates.live)
            size = int(self.shrinking_factor * before)
            prunes = (
                before > wanted or ranks_last
            )  # the last round removes nothing: its ranking is only to be seen
            removed, ranking = (
                candidates.prune(min(wanted, before), size) if prunes else ((), ())
            )
            yield PruneStep(round, loss, len(candidates.live), removed, ranking)
            if before <= wanted:
                return

    def _seed(self, counts: Mapping[str, int]) -> dict[str, int]:
        """The pieces to start from, each with a weight: its count times its length.

        All characters, then all substrings that occur twice or more, unless the same character always follows: if `hug`
        only occurs in `hugs`, there is no `hug`. Longer substrings are counted only where shorter ones are frequent.
        """
        alphabet = dict.fromkeys(sorted(set("".join(counts))), 0)
        for word, frequency in counts.items():
            for char in word:
                alphabet[char] += frequency
        kept: dict[str, int] = {}
        places = [
            (word, frequency, list(range(len(word) - 1)))
            for word, frequency in counts.items()
            if frequency
        ]
        for length in range(2, self.max_piece_length + 1):
            found: dict[str, int] = defaultdict(int)
            for word, frequency, starts in places:
                for start in starts:
                    found[word[start : start + length]] += frequency
            frequent = {
                piece: frequency for piece, frequency in found.items() if frequency > 1
            }
            for piece, frequency in frequent.items():
                if kept.get(piece[:-1]) == frequency:
                    del kept[piece[:-1]]
            kept |= frequent
            longer = [
                (
                    word,
                    frequency,
                    [
                        i
                        for i in starts
                        if i + length < len(word) and word[i : i + length] in frequent
                    ],
                )
                for word, frequency, starts in places
            ]
            places = [place for place in longer if place[2]]
        reserved = self._reserved()
        weights = {
            piece: frequency * len(piece)
            for piece, frequency in kept.items()
            if piece not in reserved
        }
        best = nsmallest(
            self.seed_size, weights, key=lambda piece: (-weights[piece], piece)
        )
        return alphabet | {piece: weights[piece] for piece in best}


class _Candidates:
    """The pieces that may get into the vocabulary, their scores, and the corpus."""

    def __init__(self, counts: Mapping[str, int], weights: Mapping[str, int]) -> None:
        self.pieces = list(weights)
        self.live = list(range(len(weights)))  # the ids of the pieces that are left
        self.alphabet = {piece for piece in weights if len(piece) == 1}
        total = log(max(sum(weights.values()), 1))
        self.scores = [
            log(max(weight, MIN_EXPECTED_COUNT)) - total for weight in weights.values()
        ]
        self.corpus = CorpusLattice(
            counts, {piece: id for id, piece in enumerate(weights)}
        )

    def fit(self) -> float:
        """Do one step of expectation–maximization. Returns the loss of the corpus before it."""
        expected, loss = self.corpus.expected_counts(self.scores)
        counts = [max(expected[id], MIN_EXPECTED_COUNT) for id in self.live]
        total = digamma(fsum(counts))
        for id, frequency in zip(self.live, counts):
            self.scores[id] = round(digamma(frequency) - total, DECIMALS)
        return loss

    def prune(
        self, wanted: int, size: int
    ) -> tuple[tuple[tuple[str, float], ...], tuple[Removal, ...]]:
        """Remove the cheapest pieces, down to `size`, and all that cost nothing, but keep `wanted` pieces."""
        used, ids = (
            self.corpus.best_counts(self.scores),
            {self.pieces[id]: id for id in self.live},
        )
        on_best_paths = {
            piece: 0
            for piece, id in ids.items()
            if used[id] and piece not in self.alphabet
        }
        detours = CorpusLattice(on_best_paths, ids).detours(self.scores)
        costs = self._costs(used, detours)
        cheapest = sorted(
            costs, key=lambda id: (costs[id], self.scores[id], self.pieces[id])
        )
        free = sum(cost <= 0 for cost in costs.values())
        gone = cheapest[
            : min(max(free, len(self.live) - size), len(self.live) - wanted)
        ]
        self.corpus.remove(set(gone))
        self.live = sorted(set(self.live).difference(gone))
        ranking = []
        for id in cheapest[max(len(gone) - RANKED, 0) : len(gone) + RANKED]:
            _, detour = detours.get(id, (0.0, []))
            instead = tuple(self.pieces[other] for other in detour)
            ranking.append(Removal(self.pieces[id], costs[id], used[id], instead))
        return tuple((self.pieces[id], costs[id]) for id in gone), tuple(ranking)

    def _costs(
        self, used: list[int], detours: Mapping[int, tuple[float, list[int]]]
    ) -> dict[int, float]:
        """Estimate what removing each piece adds to the loss if its best detour replaces it on all best paths."""
        total = sum(used)
        costs = {id: 0.0 for id in self.live if self.pieces[id] not in self.alphabet}
        for id, (score, detour) in detours.items():
            if used[id] and score <= self.scores[id]:
                log_total = log(total + used[id] * (len(detour) - 1))
                log_detour = fsum(
                    log(used[other] + used[id]) - log_total for other in detour
                )
                costs[id] = used[id] * (log(used[id]) - log(total) - log_detour)
        return costs
