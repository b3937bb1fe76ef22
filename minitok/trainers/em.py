"""Expectation–maximization: fit scores to a corpus, and find the cheapest pieces.

Each word has many segmentations into pieces. Expectation: count the pieces of every
segmentation, weighted by its probability under the current scores. Maximization: choose
the scores that fit these counts best. The forward–backward algorithm lists no
segmentations: it makes one pass to the ends of the words and one pass back (Baum, "An
inequality and associated maximization technique", 1972). The scores, and the estimated
cost of a removal, are those of SentencePiece's trainer.
"""

from collections.abc import Collection, Mapping, Sequence
from math import exp, fsum, inf, log
from operator import mul
from os.path import commonprefix

from minitok.models.lattice import log_sum
from minitok.steps import Removal

# How many pieces a step shows on each side of the line between removed and kept.
RANKED = 8
# Digits of a score. Rounding errors, which differ between machines, must not decide
# between equal pieces.
DECIMALS = 6
# A piece that is expected less often counts as this, so that its logarithm exists.
MIN_EXPECTED_COUNT = 0.5

CorpusArc = tuple[int, int]  # the place where it starts, and the id of its piece
Detour = tuple[float, list[int]]  # a score, and the ids of the pieces


class CorpusLattice:
    """One lattice for all words.

    Words that begin alike share places, and the work on them. A place is a beginning of
    a word. The empty beginning comes first, and each other one after its own:

        hug, hugs, pug
        places    "" h hu hug hugs p pu pug
        counts    0  0 0  10  5    0 0  5
    """

    def __init__(self, words: Mapping[str, int], pieces: Mapping[str, int]) -> None:
        """Take the words with their counts, and the pieces with their ids.

        Every character must be a piece.
        """
        self.arcs_to: list[list[CorpusArc]] = [[]]  # the arcs that end at each place
        self.counts = [0]  # how many words end at each place
        longest = max(map(len, pieces), default=0)
        previous = ""
        path = [0]  # the places of the beginnings of the previous word
        for word in sorted(words):
            shared = len(commonprefix([previous, word]))  # noqa: RUF071 (no paths)
            del path[shared + 1 :]
            for end in range(shared + 1, len(word) + 1):
                path.append(len(self.arcs_to))
                arcs = []
                for start in range(max(end - longest, 0), end):
                    id = pieces.get(word[start:end])
                    if id is not None:
                        arcs.append((path[start], id))
                self.arcs_to.append(arcs)
                self.counts.append(0)
            self.counts[path[-1]] += words[word]
            previous = word

    def remove(self, ids: Collection[int]) -> None:
        """Remove the arcs of some pieces."""
        for place, arcs in enumerate(self.arcs_to):
            self.arcs_to[place] = [arc for arc in arcs if arc[1] not in ids]

    def expected_counts(self, scores: Sequence[float]) -> tuple[list[float], float]:
        """The expected count of each piece, and the loss of the corpus.

        `scores` are log probabilities by id; the loss is the negative log probability.
        Forward: `totals` gets the logarithm of the summed probabilities of all paths to
        a place. Backward: the flow at a place, at first how many words end there, is
        divided among its arcs by their shares of this sum, and flows on to their
        starts.
        """
        totals = [0.0]
        for arcs in self.arcs_to[1:]:
            logs = [totals[start] + scores[id] for start, id in arcs]
            totals.append(logs[0] if len(logs) == 1 else log_sum(logs))
        # The last digits of `fsum`, unlike `sum`, are the same in all Pythons.
        loss = -fsum(map(mul, self.counts, totals))

        expected = [0.0] * len(scores)
        flows: list[float] = [*self.counts]
        for arcs, total in zip(reversed(self.arcs_to), reversed(totals)):
            flow = flows.pop()
            for start, id in arcs:
                share = flow * exp(totals[start] + scores[id] - total)
                expected[id] += share
                flows[start] += share
        return expected, loss

    def best_counts(self, scores: Sequence[float]) -> list[int]:
        """How often each piece occurs in the best segmentations of the words."""
        _, last_arcs = self._best_paths(scores)
        counts = [0] * len(scores)
        flows = list(self.counts)
        for start, id in reversed(last_arcs[1:]):
            flow = flows.pop()
            counts[id] += flow
            flows[start] += flow
        return counts

    def _best_paths(
        self, scores: Sequence[float]
    ) -> tuple[list[float], list[CorpusArc]]:
        """The score of the best path to each place, and its last arc.

        Of equal scores, the earliest start wins.
        """
        best = [0.0]
        last_arcs = [(0, 0)]
        for arcs in self.arcs_to[1:]:
            score, arc = _best_arc(arcs, best, scores)
            best.append(score)
            last_arcs.append(arc)
        return best, last_arcs

    def detours(self, scores: Sequence[float]) -> dict[int, Detour]:
        """The best way to spell each piece with others.

        Call this on a lattice whose words are the pieces.
        """
        best, last_arcs = self._best_paths(scores)
        detours: dict[int, Detour] = {}
        for arcs in self.arcs_to:
            if len(arcs) < 2 or arcs[0][0] != 0:
                continue  # this place isn't a piece, or no other pieces lead to it
            # The first arc is the whole piece, since it starts earliest.
            highest, (place, id) = _best_arc(arcs[1:], best, scores)
            ids = [id]
            while place:
                place, id = last_arcs[place]
                ids.append(id)
            detours[arcs[0][1]] = highest, ids[::-1]
        return detours


def _best_arc(
    arcs: Sequence[CorpusArc], best: Sequence[float], scores: Sequence[float]
) -> tuple[float, CorpusArc]:
    """The arc that ends the best path, and the score of the path."""
    highest = -inf
    for arc in arcs:
        score = best[arc[0]] + scores[arc[1]]
        if score > highest:
            highest = score
            last_arc = arc
    return highest, last_arc


class Candidates:
    """The pieces that may get into the vocabulary, their scores, and the corpus."""

    def __init__(self, counts: Mapping[str, int], weights: Mapping[str, int]) -> None:
        """Take the counts of the words, and the pieces with their weights."""
        self.pieces = list(weights)
        # The ids of the pieces that are left
        self.live = {piece: id for id, piece in enumerate(weights)}
        self.alphabet = {piece for piece in weights if len(piece) == 1}
        log_total = log(max(sum(weights.values()), 1))
        self.scores = []
        for weight in weights.values():
            self.scores.append(log(max(weight, MIN_EXPECTED_COUNT)) - log_total)
        self.corpus = CorpusLattice(counts, self.live)

    def fit(self) -> float:
        """Do one step of expectation–maximization.

        Returns the loss of the corpus before it.
        """
        expected, loss = self.corpus.expected_counts(self.scores)
        ids = self.live.values()
        counts = [max(expected[id], MIN_EXPECTED_COUNT) for id in ids]
        total = digamma(fsum(counts))
        for id, count in zip(ids, counts):
            self.scores[id] = round(digamma(count) - total, DECIMALS)
        return loss

    def prune(self, min_size: int, size: int) -> tuple[list[Removal], list[Removal]]:
        """Remove the cheapest pieces down to `size`, and all others that cost nothing.

        At least `min_size` pieces stay. Returns what was removed, and the cheapest
        pieces that stay.
        """
        removals = self._removals()
        free = sum(removal.cost <= 0 for removal in removals)
        excess = len(self.live) - size
        count = min(max(free, excess), len(self.live) - min_size)
        removed = removals[:count]
        self.corpus.remove({self.live[removal.piece] for removal in removed})
        for removal in removed:
            del self.live[removal.piece]
        return removed, removals[count : count + RANKED]

    def _removals(self) -> list[Removal]:
        """What the removal of each piece would cost, the cheapest first.

        Of equal costs, the lowest score comes first. Single characters always stay.
        """
        uses = self.corpus.best_counts(self.scores)
        detours = self._detours(uses)
        total = sum(uses)
        removals = []
        for piece, id in self.live.items():
            if piece in self.alphabet:
                continue
            score, detour = detours.get(id, (inf, []))
            cost = 0.0
            if score <= self.scores[id]:
                cost = _cost(uses, total, id, detour)
            instead = tuple(self.pieces[other] for other in detour)
            removals.append(Removal(piece, cost, uses[id], instead))

        def order(removal: Removal) -> tuple[float, float, str]:
            score = self.scores[self.live[removal.piece]]
            return removal.cost, score, removal.piece

        return sorted(removals, key=order)

    def _detours(self, uses: list[int]) -> dict[int, Detour]:
        """The best way to spell each used piece with others."""
        used = {}
        for piece, id in self.live.items():
            if uses[id] and piece not in self.alphabet:
                used[piece] = 0
        return CorpusLattice(used, self.live).detours(self.scores)


def _cost(uses: list[int], total: int, id: int, detour: list[int]) -> float:
    """Estimate what removing a piece adds to the loss.

    Its detour would replace it on all best paths.
    """
    count = uses[id]
    if not count:
        return 0.0
    log_total = log(total + count * (len(detour) - 1))
    logs = [log(uses[other] + count) - log_total for other in detour]
    return count * (log(count) - log(total) - fsum(logs))


def digamma(x: float) -> float:
    """The derivative of log-gamma.

    As a count, `exp(digamma(count))` makes rare pieces rarer: 1 → 0.56, 10 → 9.50.
    """
    result = 0.0
    while x < 7:  # a recurrence; the asymptotic series below is for larger x
        result -= 1 / x
        x += 1
    x -= 0.5
    square = 1 / (x * x)
    series = square / 24
    series -= 7 / 960 * square**2
    series += 31 / 8064 * square**3
    series -= 127 / 30720 * square**4
    return result + log(x) + series
