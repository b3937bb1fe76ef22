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
from math import exp, inf, log
from operator import itemgetter
from typing import TYPE_CHECKING

from minitok.steps import Arc

if TYPE_CHECKING:
    from random import Random


class Trie(dict[str, "Trie"]):
    """Pieces by their letters: the `Trie` at `trie["u"]["g"]` is for `ug`, and its `score` is that of `ug`.

    A node that only leads on to longer pieces has the score None. At the root, `depth` is the length of the longest
    piece: how far a walk can get.
    """

    __slots__ = ("depth", "score")

    def __init__(self, pieces: Iterable[tuple[str, float]] = ()) -> None:
        self.score: float | None = None
        self.depth = 0
        for piece, score in pieces:
            self.depth = max(self.depth, len(piece))
            node = self
            for char in piece:
                following = node.get(char)
                if following is None:
                    following = node[char] = Trie()
                node = following
            node.score = score

    def __reduce__(self) -> tuple[type["Trie"], tuple[list[tuple[str, float]]]]:
        """To be copied and pickled as a list of pieces, which has no depth to get lost in."""
        return Trie, (list(self.pieces()),)

    def pieces(self) -> Iterator[tuple[str, float]]:
        """The pieces and their scores."""
        nodes = [("", self)]
        while nodes:
            piece, node = nodes.pop()
            if node.score is not None:
                yield piece, node.score
            nodes += [(piece + char, following) for char, following in node.items()]


def best_cuts(word: str, trie: Trie, unknown: float) -> list[int]:
    """Where the best path cuts a word: `hugs` as `hug` `s` → [0, 3, 4].

    A character that is no piece is an arc with the score `unknown`. Starts are tried in ascending order, and from
    each the shortest piece first; a path is replaced only by one whose score is strictly better (in float64).
    """
    scores = [0.0] + [-inf] * len(word)
    starts = [0] * (len(word) + 1)  # of the last arc of the best path to each place
    for start, char in enumerate(word):
        here = scores[start]
        end = start + 1
        node = trie.get(char)
        score = here + (unknown if node is None or node.score is None else node.score)
        if score > scores[end]:
            scores[end] = score
            starts[end] = start
        if not node:
            continue
        for following in word[end : start + trie.depth]:
            node = node.get(following)
            if node is None:
                break
            end += 1
            if node.score is not None:
                score = here + node.score
                if score > scores[end]:
                    scores[end] = score
                    starts[end] = start
    cuts = [end := len(word)]
    while end:
        cuts.append(end := starts[end])
    cuts.reverse()
    return cuts


def arcs(word: str, trie: Trie, unknown: float) -> Iterator[Arc]:
    """All arcs of a word, by start and then by end; a character that is no piece has the score `unknown`."""
    for start, char in enumerate(word):
        node = trie.get(char)
        if node is None or node.score is None:
            yield Arc(start, start + 1, char, unknown)
        node = trie
        for end, char in enumerate(word[start : start + trie.depth], start + 1):
            node = node.get(char)
            if node is None:
                break
            if node.score is not None:
                yield Arc(start, end, word[start:end], node.score)


def n_best(arcs: Iterable[Arc], n: int) -> list[tuple[Arc, ...]]:
    """The `n` paths of the highest score, best first; all of them if there are fewer.

    It is Viterbi's algorithm with the `n` best paths kept to each place instead of one. Between equal scores the path
    comes first whose last arc starts first, and so on backwards, as in `best_cuts`.
    """
    paths: list[list[tuple[float, Arc | None, int]]] = [[(0.0, None, 0)]]  # score, last arc, rank of what is before it
    for ending in _by_end(arcs):
        longer = [
            (score + arc.score, arc, rank) for arc in ending for rank, (score, _, _) in enumerate(paths[arc.start])
        ]
        paths.append(nlargest(n, longer, key=itemgetter(0)))
    return [_back(paths, rank) for rank in range(len(paths[-1]))]


def _back(paths: list[list[tuple[float, Arc | None, int]]], rank: int) -> tuple[Arc, ...]:
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
    return highest + log(sum([exp(x - highest) for x in logs]))


def _by_end(arcs: Iterable[Arc]) -> Iterator[list[Arc]]:
    """The arcs that end at 1, those that end at 2, and so on, each list by start."""
    ending: dict[int, list[Arc]] = {}
    for arc in arcs:
        ending.setdefault(arc.end, []).append(arc)
    return (ending[end] for end in sorted(ending))
