"""Lesson 05: the best segmentation of a word."""

from collections.abc import Iterable, Mapping
from functools import cache
from math import exp, inf, isclose
from operator import add, mul
from typing import Any

from ..exercise import Args, exercise
from .lesson_05_segmentations import LONG, has_pieces, longest_first, word_and_scores


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
    lesson=5,
    level="medium",
    title="The best segmentation",
    example=("hug", {"h": -2.6, "u": -1.8, "g": -2.4, "hu": -2.6, "ug": -2.4}),
    cases=[
        ("ab", {"a": -1.0}),
        ("ba", {"a": -1.0}),
        ("abc", {"ab": -5.0, "c": -5.0, "a": -1.0, "bc": -1.0}),
        ("abc", {"abc": -9.0, "a": -1.0, "b": -1.0, "c": -1.0}),
        ("ab", {"a": -5.0, "b": -5.0, "ab": -4.0}),
        ("abc", {"ab": -4.0, "c": -1.0, "a": -1.0, "bc": -3.0}),
        ("abcd", {"ab": -1.0, "abc": -0.5, "cd": -1.0, "d": -9.0}),
        ("ab" * 100, LONG),
        ("a" * 200, LONG),
    ],
    generate=word_and_scores,
    valid=lambda word, log_probs: has_pieces(word, log_probs) and max(log_probs.values(), default=0) <= 0,
    same=as_good,
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


@viterbi.slip("A number such as -1000 is not minus infinity: a long word scores lower than that.")
def not_low_enough(word, log_probs):
    pieces = viterbi(word, log_probs)
    return pieces if total(pieces, log_probs) > -1000 else []


@viterbi.slip("Products of probabilities vanish on a long word: add logarithms, and don't take `exp`.")
def product(word, log_probs):
    best, ways = [1.0] + [0.0] * len(word), [[]] + [[] for _ in word]
    for end in range(1, len(word) + 1):
        for start in range(end):
            prob = best[start] * exp(log_probs.get(word[start:end], -inf))
            if prob > best[end]:
                best[end], ways[end] = prob, [*ways[start], word[start:end]]
    return ways[-1]


@viterbi.slip("It takes the longest piece that fits: the best segmentation may begin with a shorter one.")
def greedy(word, log_probs):
    return longest_first(word, log_probs) or []


@viterbi.slip("Where there is no segmentation, an empty list was asked for, not None.")
def none_for_none(word, log_probs):
    return viterbi(word, log_probs) or None


@viterbi.slip(
    "The last place keeps what it began with: `end` goes up to `len(word)`, and other places begin at `-inf`."
)
def whole(word, log_probs):
    return [word]


@viterbi.slip("It takes the most probable next piece: the best first step need not be on the best path.")
def probable_next(word, log_probs):
    pieces = []
    while word:
        found = [word[:end] for end in range(1, len(word) + 1) if word[:end] in log_probs]
        if not found:
            return []
        pieces.append(max(found, key=log_probs.get))
        word = word[len(pieces[-1]) :]
    return pieces


def by_key(word, log_probs, key):
    @cache
    def best(start):
        if start == len(word):
            return ()
        rest = [(word[start:end], best(end)) for end in range(start + 1, len(word) + 1) if word[start:end] in log_probs]
        ways = [(piece, *others) for piece, others in rest if others is not None]
        return max(ways, key=key) if ways else None

    return list(best(0) or ())


@viterbi.slip("It takes the least probable segmentation: the logarithms are negative, and the best sum is the highest.")
def worst(word, log_probs):
    return by_key(word, log_probs, lambda way: -total(way, log_probs))


@viterbi.slip("The pieces are back to front: read from the end, they have to be turned round.")
def back_to_front(word, log_probs):
    return viterbi(word, log_probs)[::-1]


def read_back(word, starts):
    pieces, end = [], len(word)
    while end:
        pieces.append(word[starts[end] : end])
        end = starts[end]
    return pieces[::-1]


def searched(word, log_probs, join, first=0.0):
    """Join scores in another way, and give those of all places, with the starts: the frame of the slips below."""
    best, starts = [first] + [-inf] * len(word), [0] * (len(word) + 1)
    for end in range(1, len(word) + 1):
        for start in range(end):
            if (piece := word[start:end]) in log_probs and join(best[start], log_probs[piece]) > best[end]:
                best[end], starts[end] = join(best[start], log_probs[piece]), start
    return best, starts


def by_joining(join, first=0.0):
    def program(word, log_probs):
        best, starts = searched(word, log_probs, join, first)
        return [] if best[-1] == -inf else read_back(word, starts)

    return program


for first in (0.0, 1.0):
    viterbi.slip("Logarithms are added: it multiplies them.")(by_joining(mul, first))
viterbi.slip("It takes the fewest pieces: more pieces may be more probable.")(by_joining(lambda best, score: best - 1))
viterbi.slip("It compares the last pieces alone: add the best score of the place where each of them starts.")(
    by_joining(lambda best, score: score)
)


@viterbi.slip("It keeps the last piece that it meets: keep one with a better score only.")
def overwritten(word, log_probs):
    reached, starts = {0}, [0] * (len(word) + 1)
    for end in range(1, len(word) + 1):
        for start in range(end):
            if start in reached and word[start:end] in log_probs:
                reached.add(end)
                starts[end] = start
    return read_back(word, starts) if len(word) in reached else []


NOT_REACHED = "Until something reaches a place, its score is minus infinity: no sum of logarithms is more than 0."


@viterbi.slip(NOT_REACHED)
def on_from_anywhere(word, log_probs):
    best, starts = [0.0] * (len(word) + 1), [-1] * (len(word) + 1)
    for end in range(1, len(word) + 1):
        for start in range(end):
            score = best[start] + log_probs.get(word[start:end], -inf)
            if score > -inf and (starts[end] < 0 or score > best[end]):
                best[end], starts[end] = score, start
    end, pieces = len(word), []
    while end > 0:
        pieces.append(word[starts[end] : end])
        end = starts[end]
    return [] if end else pieces[::-1]


@viterbi.slip("A string that is not a piece gets the score 0 here, the best there is: it has no score at all.")
def no_piece_for_free(word, log_probs):
    parts = {word[start:end]: 0.0 for end in range(len(word) + 1) for start in range(end)}
    return viterbi(word, {**parts, **log_probs})


@viterbi.slip("Where the end can't be reached there is no segmentation: give an empty list.")
def unreached(word, log_probs):
    return read_back(word, searched(word, log_probs, add)[1])
