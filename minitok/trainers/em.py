"""Expectation–maximization: how often each piece occurs in a corpus whose words have many segmentations.

Expectation: count the pieces of every segmentation, weighted by its probability under the current scores. Maximization:
choose the scores that fit these counts best. The forward–backward algorithm lists no segmentations: it makes one pass
to the ends of the words and one back (Baum, "An inequality and associated maximization technique", 1972). Logarithms
keep long words from underflow. The last digits of `fsum`, unlike `sum`, are the same in all versions of Python.
"""

from collections.abc import Collection, Mapping, Sequence
from math import exp, fsum, inf, log

from minitok.models.lattice import log_sum

Ending = list[
    tuple[int, int]
]  # the arcs that end at one place: where each starts, and the id of its piece


class CorpusLattice:
    """One lattice for all words: words with the same beginning share its places, and the work on them.

    A place is a beginning of a word. The empty beginning comes first, and each other one after its own beginnings:

        hug, hugs, pug    places: "" h hu hug hugs p pu pug    counts: 0 0 0 10 5 0 0 5
    """

    def __init__(self, words: Mapping[str, int], pieces: Mapping[str, int]) -> None:
        """Take the words with their counts, and the pieces with their ids. Every character must be a piece."""
        self.endings: list[Ending] = [[]]  # the arcs that end at each place
        self.counts = [0]  # how many words end at each place
        longest = max(map(len, pieces), default=0)
        before, path = "", [0]  # the previous word, and the places of its beginnings
        for word in sorted(words):
            shared = 0
            while shared < len(before) and word.startswith(before[shared], shared):
                shared += 1
            del path[shared + 1 :]
            for end in range(shared + 1, len(word) + 1):
                path.append(len(self.endings))
                starts = range(max(end - longest, 0), end)
                arcs = [
                    (path[start], id)
                    for start in starts
                    if (id := pieces.get(word[start:end])) is not None
                ]
                self.endings.append(arcs)
                self.counts.append(0)
            self.counts[path[-1]] += words[word]
            before = word

    def remove(self, pieces: Collection[int]) -> None:
        self.endings = [
            [arc for arc in arcs if arc[1] not in pieces] for arcs in self.endings
        ]

    def expected_counts(self, scores: Sequence[float]) -> tuple[list[float], float]:
        """The expected count of each piece, and the loss of the corpus: its negative log probability.

        `scores` are log probabilities by id. Forward: `totals` gets the logarithm of the summed probabilities of all
        paths to a place. Backward: the flow at a place, at first how many words end there, is divided among its arcs by
        their shares of this sum, and flows on to their starts.
        """
        totals = [0.0]
        for arcs in self.endings[1:]:
            logs = [totals[start] + scores[piece] for start, piece in arcs]
            totals += logs if len(logs) == 1 else [log_sum(logs)]
        loss = -fsum([count * total for count, total in zip(self.counts, totals)])
        expected, flows = [0.0] * len(scores), list(map(float, self.counts))
        for arcs, total in zip(reversed(self.endings), reversed(totals)):
            flow = flows.pop()
            for start, piece in arcs:
                part = flow * exp(totals[start] + scores[piece] - total)
                expected[piece] += part
                flows[start] += part
        return expected, loss

    def best_paths(self, scores: Sequence[float]) -> tuple[list[float], Ending]:
        """The score of the best path to each place, and its last arc; of equal scores, the earliest start wins."""
        best, last = [0.0], [(0, 0)]
        for arcs in self.endings[1:]:
            highest = -inf
            for arc in arcs:
                score = best[arc[0]] + scores[arc[1]]
                if score > highest:
                    highest, chosen = score, arc
            best.append(highest)
            last.append(chosen)
        return best, last

    def best_counts(self, scores: Sequence[float]) -> list[int]:
        """How often each piece occurs in the best segmentations of the words."""
        _, last = self.best_paths(scores)
        counts, flows = [0] * len(scores), list(self.counts)
        for place in range(len(flows) - 1, 0, -1):
            start, piece = last[place]
            counts[piece] += flows[place]
            flows[start] += flows[place]
        return counts

    def detours(self, scores: Sequence[float]) -> dict[int, tuple[float, list[int]]]:
        """For each piece that is a place, the best path to it without this piece: its score and its pieces."""
        best, last = self.best_paths(scores)
        found: dict[int, tuple[float, list[int]]] = {}
        for arcs in self.endings:
            if len(arcs) > 1 and arcs[0][0] == 0:
                score, start, piece = max(
                    (best[start] + scores[piece], -start, piece)
                    for start, piece in arcs[1:]
                )
                path, place = [piece], -start
                while place:
                    place, piece = last[place]
                    path.append(piece)
                found[arcs[0][1]] = score, path[::-1]
        return found


def digamma(x: float) -> float:
    """The derivative of log-gamma. As a count, `exp(digamma(count))` makes rare pieces rarer: 1 → 0.56, 10 → 9.50."""
    result = 0.0
    while x < 7:  # a recurrence; the asymptotic series below is for larger x
        result -= 1 / x
        x += 1
    x -= 0.5
    square = 1 / (x * x)
    series = (
        square / 24
        - 7 / 960 * square**2
        + 31 / 8064 * square**3
        - 127 / 30720 * square**4
    )
    return result + log(x) + series
