"""Lesson 05: the best segmentation of a word."""

from collections.abc import Iterable, Mapping
from math import exp, inf, isclose
from random import Random
from typing import Any

from ..exercise import Args, exercise
from .lesson_05_segmentations import TOO_MANY, all_of, greedy, word_and_pieces
from .trained import up_to_each

LONG = {"a": -10.0, "b": -10.25, "aa": -20.5, "ab": -21.0, "bab": -33.0}


def has_pieces(word: str, pieces: Iterable[str]) -> bool:
    return bool(word) and all(pieces)


def word_and_scores(random: Random) -> Args:
    word, pieces = word_and_pieces(random)
    return word, {piece: -random.randint(4, 40) / 4 for piece in sorted(pieces)}


def total(pieces: Iterable[str], log_probs: Mapping[str, float]) -> float:
    return sum(log_probs[piece] for piece in pieces)


def as_good(expected: Any, got: Any, args: Args) -> bool:
    """Whether a segmentation writes the word and scores as well as the best; none where there is none."""
    word, log_probs = args
    if not isinstance(got, (list, tuple)) or not all(isinstance(piece, str) and piece in log_probs for piece in got):
        return False
    if not expected:
        return not got
    return "".join(got) == word and isclose(total(got, log_probs), total(expected, log_probs), rel_tol=1e-9)


@exercise(
    "unigram.viterbi",
    title="The best segmentation",
    example=("hug", {"h": -2.6, "u": -1.8, "g": -2.4, "hu": -2.6, "ug": -2.4}),
    cases=[
        ("abc", {"ab": -4.0, "c": -1.0, "a": -1.0, "bc": -3.0}),
        ("ba", {"a": -1.0}),
        ("ab" * 100, LONG),
        ("a" * 200, LONG),
    ],
    generate=word_and_scores,
    valid=lambda word, log_probs: has_pieces(word, log_probs) and max(log_probs.values(), default=0) <= 0,
    same=as_good,
    stages=up_to_each("letter"),
    hints=[
        "The best path to a place has a last piece, and before it the best path to where that piece starts.",
        "Go from left to right. For each place keep the best score, and where its last piece starts. Add logarithms.",
        "`best[0] = 0.0`, all others `-inf`. For each `end` and each `start < end` with `word[start:end]` in "
        "`log_probs`: "
        "if `best[start] + log_probs[word[start:end]] > best[end]`, keep both. Read the pieces backwards from the end.",
    ],
    why="A sum of logarithms never vanishes, and a place that can't be reached keeps minus infinity.",
)
def viterbi(word: str, log_probs: dict[str, float]) -> list[str]:
    """The pieces of the best segmentation: hug, {h: -2.6, ug: -2.4, …} → ['h', 'ug']; [] where there is none."""
    best = [0.0] + [-inf] * len(word)
    starts = [0] * (len(word) + 1)
    for end in range(1, len(word) + 1):
        for start in range(end):
            score = best[start] + log_probs.get(word[start:end], -inf)
            if score > best[end]:
                best[end], starts[end] = score, start
    if best[-1] == -inf:
        return []
    pieces: list[str] = []
    end = len(word)
    while end:
        pieces.append(word[starts[end] : end])
        end = starts[end]
    return pieces[::-1]


def product(word, log_probs):
    """Viterbi with products of probabilities: the highest, and its pieces."""
    best = [(1.0, [])]
    for end in range(1, len(word) + 1):
        ways = [(prob * exp(log_probs.get(word[start:end], -inf)), start) for start, (prob, _) in enumerate(best)]
        prob, start = max(ways, key=lambda way: way[0])
        best.append((prob, [*best[start][1], word[start:end]] if prob else []))
    return best[-1]


viterbi.known_slips(
    f"""
A number such as -1000 is not minus infinity: a long word scores lower than that.
    -inf → -1000
The longest piece that fits need not be the best.
    greedy(word, log_probs) or []
The piece that scores best may leave a bad rest.
    greedy(word, log_probs, log_probs.get) or []
Where there is no segmentation, give an empty list.
    viterbi(word, log_probs) or [word]
    viterbi(word, {{**dict.fromkeys(word, -100.0), **log_probs}})
It counts pieces: add their scores.
    viterbi(word, dict.fromkeys(log_probs, -1.0))
No sum beats 0: let every place but the first start at minus infinity.
    [word]
It finds the lowest sum. The best is the highest, which is the closest to 0.
    viterbi(word, {{piece: -score for piece, score in log_probs.items()}})
A place has the score of the whole way to it, not of its last piece alone: add `best[start]`.
    = best[start] + → = (best[start] if best[start] == -inf else 0) +
Products of probabilities vanish on a long word: add logarithms, and don't take `exp`.
    product(word, log_probs)[1]
{TOO_MANY}
    max(all_of(word, log_probs), key=lambda way: total(way, log_probs), default=[])
""",
    greedy=greedy,
    all_of=all_of,
)
