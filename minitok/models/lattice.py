"""The segmentations of a word into pieces: the best, the n best, and a random one.

A segmentation is a path through a lattice. Its nodes are the positions between
characters, 0 to `len(word)`. An arc from `start` to `end` is a piece that spells the
characters between them, and its score is the natural logarithm of the piece's
probability. The score of a path is the sum of the scores of its arcs.

    0 --p-- 1 --u-- 2 --g-- 3        p u g, pu g, p ug: three paths
    0 -----pu------ 2
            1 -----ug------ 3

Viterbi, "Error bounds for convolutional codes and an asymptotically optimum decoding
algorithm" (1967); sampling as in Kudo, "Subword Regularization" (2018).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import chain
from math import exp, fsum, inf, log
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING

from minitok.steps import Arc

if TYPE_CHECKING:
    from random import Random

ScoredPiece = tuple[str, float]  # its score is a natural-log probability
# The score of a path, its last arc, and the rank of the path that this arc extends.
PathEnd = tuple[float, Arc | None, int]


class Node:
    """The place in a trie to which some first letters lead.

    `children` has the nodes by next letter. They are None until a word goes on from
    here; then `PieceTrie` makes them of `pieces`, which begin with these letters and go
    on, too.
    """

    __slots__ = ("children", "pieces", "score")

    def __init__(self, pieces: list[ScoredPiece]) -> None:
        self.score = -inf  # of the piece that ends here, if there is one
        self.pieces = pieces
        self.children: dict[str, Node] | None = None


class PieceTrie:
    """Pieces by their letters, with scores that `read` may change.

    One walk along a word meets every piece that starts where the walk starts. The trie
    grows as words need it, so that a vocabulary opens fast.
    """

    def __init__(
        self, pieces: Iterable[ScoredPiece], read: Callable[[float], float] = float
    ) -> None:
        self.root = Node(list(pieces))
        strings = [piece for piece, _ in self.root.pieces]
        self.depth = max(map(len, strings), default=0)
        self.chars = {piece for piece in strings if len(piece) == 1}
        self._read = read

    def grow(self, node: Node, length: int) -> dict[str, Node]:
        """Make the children of a node to which `length` letters lead."""
        children: dict[str, Node] = {}
        for piece in node.pieces:
            string, score = piece
            letter = string[length : length + 1]
            if letter not in children:
                children[letter] = Node([])
            child = children[letter]
            if len(string) == length + 1:
                child.score = self._read(score)
            else:
                child.pieces.append(piece)
        node.children = children
        return children


def best_pieces(word: str, trie: PieceTrie, unknown: float) -> list[str]:
    """The pieces on the best path through a word: `hugs` → `hug` `s`.

    A character that is not a piece has the score `unknown`. Of equal scores (in
    float64), the earliest start wins.
    """
    scores = [0.0] + [-inf] * len(word)
    starts = [0] * len(scores)  # of the last arc of the best path to each position
    root, depth = trie.root, trie.depth
    for start, char in enumerate(word):
        here = scores[start]
        end = start + 1
        if char not in trie.chars and here + unknown > scores[end]:
            scores[end] = here + unknown
            starts[end] = start
        node = root
        end = start
        # The walk of `arcs`, without an object for each arc: this is the hot loop.
        for letter in word[start : start + depth]:
            children = node.children
            if children is None:
                children = trie.grow(node, end - start)
            if letter not in children:
                break
            node = children[letter]
            end += 1
            score = here + node.score
            if score > scores[end]:
                scores[end] = score
                starts[end] = start
    return pieces_between(word, starts)


def pieces_between(word: str, starts: Sequence[int]) -> list[str]:
    """The pieces on a path, from the start of the arc that ends at each position."""
    pieces: list[str] = []
    end = len(word)
    while end:
        start = starts[end]
        pieces.append(word[start:end])
        end = start
    pieces.reverse()
    return pieces


def arcs(word: str, trie: PieceTrie, unknown: float) -> Iterator[Arc]:
    """Yield all arcs of a word, by start and then by end.

    A character that is not a piece has the score `unknown`.
    """
    for start, char in enumerate(word):
        if char not in trie.chars:
            yield Arc(start, start + 1, char, unknown)
        node = trie.root
        end = start
        for letter in word[start : start + trie.depth]:
            children = node.children
            if children is None:
                children = trie.grow(node, end - start)
            if letter not in children:
                break
            node = children[letter]
            end += 1
            if node.score > -inf:
                yield Arc(start, end, word[start:end], node.score)


def best_paths(arcs: Iterable[Arc]) -> tuple[tuple[Arc, ...], tuple[Arc, ...]]:
    """The best path, and the last arc of the best path to each position from 1 on.

    Ties are as in `best_pieces`.
    """
    paths = _paths(arcs, 1)
    last = [arc for _, arc, _ in chain.from_iterable(paths) if arc is not None]
    return _back(paths, 0), tuple(last)


def n_best(arcs: Iterable[Arc], n: int) -> list[tuple[Arc, ...]]:
    """The `n` best paths, best first, or all if there are fewer.

    Of ties, the path whose last arc starts earlier comes first.
    """
    paths = _paths(arcs, n)
    return [_back(paths, rank) for rank in range(len(paths[-1]))]


def _paths(arcs: Iterable[Arc], n: int) -> list[list[PathEnd]]:
    """The `n` best paths to each position, by Viterbi's algorithm, best first."""
    paths: list[list[PathEnd]] = [[(0.0, None, 0)]]
    for ending in _by_end(arcs):
        ends: list[PathEnd] = []
        for arc in ending:
            for rank, (score, _, _) in enumerate(paths[arc.start]):
                ends.append((score + arc.score, arc, rank))
        paths.append(nlargest(n, ends, key=itemgetter(0)))
    return paths


def _back(paths: list[list[PathEnd]], rank: int) -> tuple[Arc, ...]:
    """The path of this rank to the last position, arc by arc."""
    path: list[Arc] = []
    _, arc, rank = paths[-1][rank]
    while arc is not None:
        path.append(arc)
        _, arc, rank = paths[arc.start][rank]
    return tuple(reversed(path))


def sample(arcs: Iterable[Arc], *, alpha: float, random: "Random") -> tuple[Arc, ...]:
    """Draw a path with a probability proportional to `exp(alpha * score)`.

    The sums are computed forward, and then the arcs are drawn backward.
    """
    endings = _by_end(arcs)
    totals = _totals(endings, alpha)
    path: list[Arc] = []
    end = len(endings)
    while end:
        ending = endings[end - 1]
        weights = [_share(arc, totals, alpha) for arc in ending]
        (arc,) = random.choices(ending, weights)
        path.append(arc)
        end = arc.start
    return tuple(reversed(path))


def shares(arcs: Sequence[Arc]) -> tuple[float, ...]:
    """For each arc, the probability that a path goes through it.

    All paths go through the last position. From there backward, the share of a position
    is divided among the arcs that end there, and goes on to their starts.
    """
    totals = _totals(_by_end(arcs))
    positions = [0.0] * len(totals)
    positions[-1] = 1.0
    result: dict[Arc, float] = {}
    for arc in sorted(arcs, key=attrgetter("end"), reverse=True):
        result[arc] = positions[arc.end] * _share(arc, totals)
        positions[arc.start] += result[arc]
    return tuple(map(result.__getitem__, arcs))


def _share(arc: Arc, totals: list[float], alpha: float = 1.0) -> float:
    """An arc's share of the paths that end where it does."""
    return exp(totals[arc.start] + alpha * arc.score - totals[arc.end])


def _totals(endings: Iterable[list[Arc]], alpha: float = 1.0) -> list[float]:
    """The logarithm of the summed weights of the paths to each position.

    The weight of a path is `exp(alpha * score)`.
    """
    totals = [0.0]
    for ending in endings:
        logs = [totals[arc.start] + alpha * arc.score for arc in ending]
        totals.append(log_sum(logs))
    return totals


def log_sum(logs: list[float]) -> float:
    """The logarithm of a sum of numbers, from their logarithms, without underflow."""
    highest = max(logs)
    return highest + log(fsum([exp(x - highest) for x in logs]))


def _by_end(arcs: Iterable[Arc]) -> list[list[Arc]]:
    """The arcs that end at 1, those that end at 2, and so on, each list by start."""
    endings: list[list[Arc]] = []
    for arc in arcs:
        while len(endings) < arc.end:
            endings.append([])
        endings[arc.end - 1].append(arc)
    return endings
