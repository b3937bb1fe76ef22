"""Expectation–maximization: how often each piece occurs in a corpus whose words can be cut in many ways.

Expectation: every way to cut a word counts in part, by its probability under the present scores. Maximization: the
scores that fit these counts best. Neither ever lists the ways; the forward–backward algorithm sums over all of them
in one walk to the ends of the words and one back (Baum, "An inequality and associated maximization technique", 1972).
Sums are of logarithms, so that a long word of rare characters doesn't fall below the smallest number there is. It is
`fsum` that makes them, since what `sum` makes of floats differs in the last digits from one Python to another.
"""

from collections.abc import Collection, Mapping, Sequence
from math import exp, fsum, inf, log

Ending = list[tuple[int, int]]
"""The arcs that end at one place: the place where each starts, and the id of its piece."""


class CorpusLattice:
    """The lattices of all words in one: words that begin alike share that part, and the work on it.

    A place is a beginning of a word, the empty one first, and every other after those that it begins with:

        hug, hugs, pug    places: "" h hu hug hugs p pu pug    counts: 0 0 0 10 5 0 0 5

    `endings` holds the arcs into each place, `counts` how many words end there.
    """

    def __init__(self, words: Mapping[str, int], pieces: Mapping[str, int]) -> None:
        """Take words with how often each occurs, and pieces with their ids. Single characters have to be pieces."""
        self.endings: list[Ending] = [[]]
        self.counts = [0]
        longest = max(map(len, pieces), default=0)
        before, path = "", [0]  # the word before this one, and the places of its beginnings
        for word in sorted(words):
            shared = 0
            while shared < len(before) and word.startswith(before[shared], shared):
                shared += 1
            del path[shared + 1 :]
            for end in range(shared + 1, len(word) + 1):
                path.append(len(self.endings))
                starts = range(max(end - longest, 0), end)
                ids = [(path[start], pieces.get(word[start:end])) for start in starts]
                self.endings.append([(start, id) for start, id in ids if id is not None])
                self.counts.append(0)
            self.counts[path[-1]] += words[word]
            before = word

    def remove(self, pieces: Collection[int]) -> None:
        """Take the arcs of some pieces out."""
        self.endings = [[arc for arc in arcs if arc[1] not in pieces] for arcs in self.endings]

    def expected_counts(self, scores: Sequence[float]) -> tuple[list[float], float]:
        """How often each piece is to be expected, and the loss of the corpus: its negative log probability.

        `scores` are log probabilities by id. Forward, `totals` becomes the logarithm of the summed probability of
        all paths to a place, and each arc's share of it is kept; backward, what flows through a place is handed on
        along the arcs that end there, by their shares. It springs from the ends of words, as often as they occur.
        """
        totals = [0.0]
        shares: list[Sequence[float]] = [()]
        for arcs in self.endings[1:]:
            if len(arcs) == 1:
                ((start, piece),) = arcs
                totals.append(totals[start] + scores[piece])
                shares.append((1.0,))
                continue
            logs = [totals[start] + scores[piece] for start, piece in arcs]
            highest = max(logs)
            parts = [exp(x - highest) for x in logs]
            total = fsum(parts)
            totals.append(highest + log(total))
            shares.append([part / total for part in parts])
        loss = -fsum([count * total for count, total in zip(self.counts, totals)])
        expected = [0.0] * len(scores)
        flows = list(map(float, self.counts))
        for place in range(len(flows) - 1, 0, -1):
            flow = flows[place]
            for (start, piece), share in zip(self.endings[place], shares[place]):
                part = flow * share
                expected[piece] += part
                flows[start] += part
        return expected, loss

    def best_paths(self, scores: Sequence[float]) -> tuple[list[float], Ending]:
        """The score of the best path to each place, and its last arc; between equal scores the earliest start wins."""
        best = [0.0]
        last = [(0, 0)]
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
        """How often each piece occurs when every word is cut in the best way alone."""
        _, last = self.best_paths(scores)
        counts = [0] * len(scores)
        flows = list(self.counts)
        for place in range(len(flows) - 1, 0, -1):
            start, piece = last[place]
            counts[piece] += flows[place]
            flows[start] += flows[place]
        return counts

    def detours(self, scores: Sequence[float]) -> dict[int, tuple[float, list[int]]]:
        """For each piece that spells a place, the best path to that place without it: its score and its pieces."""
        best, last = self.best_paths(scores)
        found: dict[int, tuple[float, list[int]]] = {}
        for arcs in self.endings:
            if len(arcs) > 1 and arcs[0][0] == 0:
                score, start, piece = max((best[start] + scores[piece], -start, piece) for start, piece in arcs[1:])
                path, place = [piece], -start
                while place:
                    place, piece = last[place]
                    path.append(piece)
                found[arcs[0][1]] = score, path[::-1]
        return found


def digamma(x: float) -> float:
    """The derivative of the logarithm of the gamma function: close to `log(x - 1/2)` for large x, below it for small.

    `exp(digamma(count))` in place of the count takes probability away from rare pieces: 1 becomes 0.56, and 10
    becomes 9.50. By recurrence up to 7, and an asymptotic series from there.
    """
    result = 0.0
    while x < 7:
        result -= 1 / x
        x += 1
    x -= 0.5
    square = 1 / (x * x)
    series = square / 24 - 7 / 960 * square**2 + 31 / 8064 * square**3 - 127 / 30720 * square**4
    return result + log(x) + series
