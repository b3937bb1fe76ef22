"""The ways to cut a word into pieces of a vocabulary: the best, the n best, and one drawn at random.

All of them are paths through a lattice. Its nodes are the places between characters, 0 to `len(word)`; an arc from
`start` to `end` is a piece that spells the characters between them, and its score is the natural logarithm of the
piece's probability. The score of a path is the sum of its arcs' scores.

    0 --p-- 1 --u-- 2 --g-- 3        p u g, pu g, p ug: three paths
    0 -----pu------ 2
            1 -----ug------ 3

Viterbi, "Error bounds for convolutional codes and an asymptotically optimum decoding algorithm" (1967); sampling as
in Kudo, "Subword Regularization" (2018).
"""

from collections.abc import Iterable, Iterator
from heapq import nlargest
from math import exp, fsum, inf, log
from operator import itemgetter
from typing import TYPE_CHECKING

from minitok.steps import Arc

if TYPE_CHECKING:
    from random import Random


Node = tuple[float, "dict[str, Node] | None"]
"""A string of letters: its score if it is a piece, else -inf, and the letters that lead on from it to longer pieces."""

PathEnd = tuple[float, Arc | None, int]
"""What is known of a path: its score, its last arc, and which of the paths to the start of that arc it continues."""

UNKNOWN: Node = (-inf, None)


class Trie:
    """Pieces by their letters, so that a walk along a word meets every piece that starts where the walk does.

    >>> Trie([("u", -1.0), ("ugs", -3.0)]).root
    {'u': (-1.0, {'g': (-inf, {'s': (-3.0, None)})})}

    `depth` is the length of the longest piece: how far a walk can get.
    """

    def __init__(self, pieces: Iterable[tuple[str, float]]) -> None:
        self.pieces = tuple(pieces)
        self.depth = max((len(piece) for piece, _ in self.pieces), default=0)
        scores: dict[str, float] = {}
        for piece, score in self.pieces:
            scores[piece] = score
            for end in range(len(piece) - 1, 0, -1):
                if scores.setdefault(piece[:end], -inf) > -inf:
                    break
        children: dict[str, dict[str, Node]] = {}
        for letters in sorted(scores, key=len, reverse=True):
            children.setdefault(letters[:-1], {})[letters[-1]] = scores[letters], children.pop(letters, None)
        self.root = children.get("", {})

    def __reduce__(self) -> tuple[type["Trie"], tuple[tuple[tuple[str, float], ...]]]:
        """To be copied and pickled as a list of pieces, which is not as deep as the longest of them."""
        return Trie, (self.pieces,)


def best_pieces(word: str, trie: Trie, unknown: float) -> list[str]:
    """The pieces on the best path through a word: `hugs` → `hug` `s`.

    A character that is no piece is an arc with the score `unknown`. Starts are tried in ascending order, and from
    each the shortest piece first; a path is replaced only by one whose score is strictly better (in float64).
    """
    end = len(word)
    scores = [0.0] + [-inf] * end
    starts = [0] * (end + 1)  # of the last arc of the best path to each place
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
    pieces = []
    while end:
        start = starts[end]
        pieces.append(word[start:end])
        end = start
    pieces.reverse()
    return pieces


def arcs(word: str, trie: Trie, unknown: float) -> Iterator[Arc]:
    """All arcs of a word, by start and then by end; a character that is no piece has the score `unknown`."""
    for start, char in enumerate(word):
        score, children = trie.root.get(char, UNKNOWN)
        yield Arc(start, start + 1, char, unknown if score == -inf else score)
        for end, following in enumerate(word[start + 1 : start + trie.depth], start + 2):
            if not children or following not in children:
                break
            score, children = children[following]
            if score > -inf:
                yield Arc(start, end, word[start:end], score)


def best_ways(arcs: Iterable[Arc]) -> tuple[tuple[Arc, ...], tuple[Arc, ...]]:
    """The best path, and for each place from 1 on the last arc of the best path to it; ties as in `best_pieces`."""
    paths = _paths(arcs, 1)
    return _back(paths, 0), tuple(arc for ((_, arc, _),) in paths if arc is not None)


def n_best(arcs: Iterable[Arc], n: int) -> list[tuple[Arc, ...]]:
    """The `n` paths of the highest score, best first; all of them if there are fewer.

    It is Viterbi's algorithm with the `n` best paths kept to each place instead of one. Between equal scores the path
    comes first whose last arc starts first, and so on backwards, as in `best_pieces`.
    """
    paths = _paths(arcs, n)
    return [_back(paths, rank) for rank in range(len(paths[-1]))]


def _paths(arcs: Iterable[Arc], n: int) -> list[list[PathEnd]]:
    """The ends of the `n` best paths to each place, best first."""
    paths: list[list[PathEnd]] = [[(0.0, None, 0)]]
    for ending in _by_end(arcs):
        longer = [
            (score + arc.score, arc, rank) for arc in ending for rank, (score, _, _) in enumerate(paths[arc.start])
        ]
        paths.append(nlargest(n, longer, key=itemgetter(0)))
    return paths


def _back(paths: list[list[PathEnd]], rank: int) -> tuple[Arc, ...]:
    path: list[Arc] = []
    _, arc, rank = paths[-1][rank]
    while arc is not None:
        path.append(arc)
        _, arc, rank = paths[arc.start][rank]
    return tuple(reversed(path))


def sample(arcs: Iterable[Arc], *, alpha: float, random: "Random") -> tuple[Arc, ...]:
    """A path drawn with a probability proportional to `exp(alpha * score)`.

    Forward filtering: `totals[end]` is the logarithm of the summed weight of all paths to `end`. Backward sampling:
    from the end of the word, draw the last arc by its part of that sum, and go on from where it starts.
    """
    ends = list(_by_end(arcs))
    totals = [0.0]
    for ending in ends:
        totals.append(log_sum([totals[arc.start] + alpha * arc.score for arc in ending]))
    path: list[Arc] = []
    place = len(ends)
    while place:
        ending = ends[place - 1]
        weights = [exp(totals[arc.start] + alpha * arc.score - totals[place]) for arc in ending]
        (arc,) = random.choices(ending, weights)
        path.append(arc)
        place = arc.start
    return tuple(reversed(path))


def log_sum(logs: list[float]) -> float:
    """The logarithm of a sum of numbers whose logarithms are given, however small those numbers are."""
    highest = max(logs)
    return highest + log(fsum([exp(x - highest) for x in logs]))


def _by_end(arcs: Iterable[Arc]) -> Iterator[list[Arc]]:
    """The arcs that end at 1, those that end at 2, and so on, each list by start."""
    ending: dict[int, list[Arc]] = {}
    for arc in arcs:
        ending.setdefault(arc.end, []).append(arc)
    return (ending[end] for end in sorted(ending))
