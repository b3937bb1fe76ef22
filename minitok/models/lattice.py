"""The segmentations of a word into the pieces of a vocabulary: the best, the n best, and one drawn at random.

A segmentation is a path through a lattice. Its nodes are the positions between characters, 0 to `len(word)`; an arc
from `start` to `end` is a piece that spells the characters between them, with the natural logarithm of the piece's
probability as its score. The score of a path is the sum of the scores of its arcs.

    0 --p-- 1 --u-- 2 --g-- 3        p u g, pu g, p ug: three paths
    0 -----pu------ 2
            1 -----ug------ 3

Viterbi, "Error bounds for convolutional codes and an asymptotically optimum decoding algorithm" (1967); sampling as
in Kudo, "Subword Regularization" (2018).
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import groupby
from math import exp, fsum, inf, log
from operator import attrgetter, itemgetter
from typing import Any

from minitok.steps import Arc

Node = list[
    Any
]  # the score of a string, -inf if it is not a piece; nodes by next letter, or None
PathEnd = tuple[
    float, Arc | None, int
]  # a path's score, its last arc, and the rank of the path that this arc extends
UNKNOWN: Node = [-inf, None]


class PieceTrie:
    """Pieces by their letters: one walk along a word meets every piece that starts where the walk starts.

    >>> PieceTrie([("u", -1.0), ("ugs", -3.0)]).root
    {'u': [-1.0, {'g': [-inf, {'s': [-3.0, None]}]}]}
    """

    def __init__(self, pieces: Iterable[tuple[str, float]]) -> None:
        self.root: dict[str, Node] = {}
        self.depth = 0  # the length of the longest piece
        for piece, score in pieces:
            self.depth = max(self.depth, len(piece))
            node: Node = [-inf, self.root]
            for letter in piece:
                if node[1] is None:
                    node[1] = {}
                node = node[1].setdefault(letter, [-inf, None])
            node[0] = score


def best_pieces(word: str, trie: PieceTrie, unknown: float) -> list[str]:
    """The pieces on the best path through a word: `hugs` → `hug` `s`.

    A character that is not a piece has the score `unknown`. Of equal scores (in float64), the earliest start wins.
    """
    scores = [0.0] + [-inf] * len(word)
    starts = [0] * len(
        scores
    )  # where the last arc of the best path to each position starts
    root, depth = trie.root, trie.depth
    for start, char in enumerate(word):
        here = scores[start]
        to = start + 1
        score, children = root.get(char, UNKNOWN)
        score = here + (unknown if score == -inf else score)
        if score > scores[to]:
            scores[to] = score
            starts[to] = start
        if children is not None:
            for following in word[to : start + depth]:
                node = children.get(following)
                if node is None:
                    break
                to += 1
                score, children = node
                score += here
                if score > scores[to]:
                    scores[to] = score
                    starts[to] = start
                if children is None:
                    break
    return pieces_between(word, starts)


def pieces_between(word: str, starts: Sequence[int]) -> list[str]:
    """The pieces on a path, from the start of the arc that ends at each position."""
    pieces: list[str] = []
    end = len(word)
    while end:
        pieces.append(word[starts[end] : end])
        end = starts[end]
    return pieces[::-1]


def arcs(word: str, trie: PieceTrie, unknown: float) -> Iterator[Arc]:
    """Yield all arcs of a word, by start and then by end; a character that is not a piece has the score `unknown`."""
    for start, char in enumerate(word):
        score, children = trie.root.get(char, UNKNOWN)
        yield Arc(start, start + 1, char, unknown if score == -inf else score)
        for end, following in enumerate(
            word[start + 1 : start + trie.depth], start + 2
        ):
            if not children or following not in children:
                break
            score, children = children[following]
            if score > -inf:
                yield Arc(start, end, word[start:end], score)


def best_paths(arcs: Iterable[Arc]) -> tuple[tuple[Arc, ...], tuple[Arc, ...]]:
    """The best path, and the last arc of the best path to each position from 1 on; ties as in `best_pieces`."""
    paths = _paths(arcs, 1)
    return _back(paths, 0), tuple(arc for ((_, arc, _),) in paths if arc is not None)


def n_best(arcs: Iterable[Arc], n: int) -> list[tuple[Arc, ...]]:
    """The `n` best paths, or all if there are fewer, best first; of ties, the one whose last arc starts earlier."""
    paths = _paths(arcs, n)
    return [_back(paths, rank) for rank in range(len(paths[-1]))]


def _paths(arcs: Iterable[Arc], n: int) -> list[list[PathEnd]]:
    """Viterbi's algorithm, with the `n` best paths to each position instead of one, best first."""
    paths: list[list[PathEnd]] = [[(0.0, None, 0)]]
    for ending in _by_end(arcs):
        ends = [
            (score + arc.score, arc, rank)
            for arc in ending
            for rank, (score, _, _) in enumerate(paths[arc.start])
        ]
        paths.append(nlargest(n, ends, key=itemgetter(0)))
    return paths


def _back(paths: list[list[PathEnd]], rank: int) -> tuple[Arc, ...]:
    path: list[Arc] = []
    _, arc, rank = paths[-1][rank]
    while arc is not None:
        path.append(arc)
        _, arc, rank = paths[arc.start][rank]
    return tuple(reversed(path))


def sample(arcs: Iterable[Arc], *, alpha: float, random: Any) -> tuple[Arc, ...]:
    """Draw a path with a probability proportional to `exp(alpha * score)`: sum forward, then draw arcs backward."""
    endings = _by_end(arcs)
    totals = _totals(endings, alpha)
    path: list[Arc] = []
    end = len(endings)
    while end:
        ending = endings[end - 1]
        (arc,) = random.choices(
            ending,
            [
                exp(totals[arc.start] + alpha * arc.score - totals[end])
                for arc in ending
            ],
        )
        path.append(arc)
        end = arc.start
    return tuple(reversed(path))


def shares(arcs: Iterable[Arc]) -> tuple[float, ...]:
    """For each arc, the probability that a path goes through it: forward sums, and backward sums in a mirror."""
    found = list(arcs)
    before = _totals(_by_end(found))
    end = len(before) - 1
    after = _totals(
        _by_end(
            Arc(end - arc.end, end - arc.start, arc.piece, arc.score) for arc in found
        )
    )
    return tuple(
        exp(before[arc.start] + arc.score + after[end - arc.end] - before[end])
        for arc in found
    )


def _totals(endings: Iterable[list[Arc]], alpha: float = 1.0) -> list[float]:
    """The logarithm of the summed weights of the paths to each position, `exp(alpha * score)` for a path."""
    totals = [0.0]
    for ending in endings:
        totals.append(
            log_sum([totals[arc.start] + alpha * arc.score for arc in ending])
        )
    return totals


def log_sum(logs: list[float]) -> float:
    """The logarithm of a sum of numbers that are given by their logarithms, without underflow."""
    highest = max(logs)
    return highest + log(fsum([exp(x - highest) for x in logs]))


def _by_end(arcs: Iterable[Arc]) -> list[list[Arc]]:
    """The arcs that end at 1, those that end at 2, and so on, each list by start."""
    end = attrgetter("end")
    return [list(row) for _, row in groupby(sorted(arcs, key=end), key=end)]
