"""Unigram begins with many pieces, and prunes those that the corpus needs least.

Kudo, "Subword Regularization: Improving Neural Network Translation Models with Multiple
Subword Candidates" (2018). The scores and the estimated cost of a removal are those of
SentencePiece's trainer, which has other seed pieces. The module `em` computes them.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from heapq import nsmallest
from itertools import count
from typing import Any

from minitok.models import Unigram
from minitok.steps import PruneStep
from minitok.trainers.em import RANKED, Candidates
from minitok.trainers.trainer import Trainer, check_words, progress
from minitok.validation import check_int


class UnigramTrainer(Trainer, kw_only=True):
    """Trains a `Unigram` model.

    Each round fits the scores in `n_sub_iterations` steps of expectation–maximization,
    then removes pieces: all that no best path uses, and those whose removal costs
    least, down to `shrinking_factor` of their number. The last round only fits. Single
    characters always stay, and a corpus with too few substrings gives fewer pieces,
    without an error.

    Ids are given first to `unk_token` (unless it is None or a special token), then to
    special tokens, all with the score 0, then to pieces, the highest score first; ties
    are in code point order.
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
        check_int(self.n_sub_iterations, "n_sub_iterations", minimum=1)
        if not 0 < self.shrinking_factor < 1:
            raise ValueError(
                f"shrinking_factor={self.shrinking_factor} must be between 0 and 1: "
                ".75 keeps 3 in 4"
            )
        self._reserved = list(self._special)  # the tokens that get the first ids
        if self.unk_token is not None and self.unk_token not in self._special:
            self._reserved.insert(0, self.unk_token)

    def learn(
        self, word_counts: Mapping[str, int], *, show_progress: bool = False
    ) -> dict[str, Any]:
        candidates = self._candidates(word_counts)
        rounds = self._rounds(candidates)
        for _ in progress(rounds, show_progress, "Pruning pieces", " rounds"):
            pass
        scores = {piece: candidates.scores[id] for piece, id in candidates.live.items()}
        pieces = []
        for token in self._reserved:
            pieces.append((token, scores.pop(token, 0.0)))
        pieces += sorted(scores.items(), key=lambda piece: (-piece[1], piece[0]))
        unk_id = None
        if self.unk_token is not None:
            unk_id = self._reserved.index(self.unk_token)
        return {"pieces": tuple(pieces), "unk_id": unk_id}

    def steps(self, word_counts: Mapping[str, int]) -> Iterator[PruneStep]:
        """Yield the rounds.

        The pieces that are left after the last round are the vocabulary.
        """
        return self._rounds(self._candidates(word_counts))

    def _candidates(self, word_counts: Mapping[str, int]) -> Candidates:
        check_words(word_counts)
        return Candidates(word_counts, self._seed(word_counts))

    def _rounds(self, candidates: Candidates) -> Iterator[PruneStep]:
        """Fit and prune. The last round only ranks the pieces that are left."""
        reserved = set(self._reserved) - candidates.alphabet
        min_size = max(self.vocab_size - len(reserved), len(candidates.alphabet))
        for round in count(1):
            for _ in range(self.n_sub_iterations):
                loss = candidates.fit()
            before = len(candidates.live)
            size = int(self.shrinking_factor * before)
            gone, cheapest = candidates.prune(min(min_size, before), size)
            removed = tuple((removal.piece, removal.cost) for removal in gone)
            ranking = (*gone[-RANKED:], *cheapest)
            yield PruneStep(round, loss, len(candidates.live), removed, ranking)
            if before <= min_size:
                return

    def _seed(self, counts: Mapping[str, int]) -> dict[str, int]:
        """The pieces to start from, each with a weight: its count times its length.

        They are all characters, and of the substrings those with the highest weights.
        """
        weights = dict.fromkeys(sorted(set("".join(counts))), 0)
        for word, frequency in counts.items():
            for char in word:
                weights[char] += frequency
        substrings = {}
        for piece, frequency in self._substrings(counts).items():
            if piece not in self._reserved:
                substrings[piece] = frequency * len(piece)

        def order(piece: str) -> tuple[int, str]:
            return -substrings[piece], piece

        for piece in nsmallest(self.seed_size, substrings, key=order):
            weights[piece] = substrings[piece]
        return weights

    def _substrings(self, counts: Mapping[str, int]) -> dict[str, int]:
        """The substrings that occur twice or more, and how often.

        It skips those that the same character always follows: if `hug` only occurs in
        `hugs`, there is no `hug`. Longer substrings are counted only where shorter
        ones are frequent.
        """
        substrings: dict[str, int] = {}
        places = []  # words, and where a substring may start in each
        for word, frequency in counts.items():
            if frequency:
                places.append((word, frequency, list(range(len(word) - 1))))
        for length in range(2, self.max_piece_length + 1):
            totals: dict[str, int] = defaultdict(int)
            for word, frequency, starts in places:
                for start in starts:
                    totals[word[start : start + length]] += frequency
            frequent = {piece: total for piece, total in totals.items() if total > 1}
            for piece, total in frequent.items():
                if substrings.get(piece[:-1]) == total:
                    del substrings[piece[:-1]]
            substrings |= frequent
            places = _longer(places, frequent, length)
        return substrings


def _longer(
    places: list[tuple[str, int, list[int]]], frequent: Mapping[str, int], length: int
) -> list[tuple[str, int, list[int]]]:
    """Where a substring of one more character may start."""
    longer = []
    for word, frequency, starts in places:
        last = len(word) - length
        starts = [
            start
            for start in starts
            if start < last and word[start : start + length] in frequent
        ]
        if starts:
            longer.append((word, frequency, starts))
    return longer
