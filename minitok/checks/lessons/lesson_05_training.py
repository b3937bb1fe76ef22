"""Lesson 05: what training needs, the loss and the expected counts of EM."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from math import exp, fsum, inf, log
from random import Random
from typing import Any

from ..comparing import close
from ..exercise import Args, Program, exercise
from .lesson_05_segmentations import TOO_MANY, all_of, greedy, word_and_pieces
from .lesson_05_unigram import LONG, has_pieces, total, viterbi, word_and_scores

SCORES = {"h": -2.6, "u": -1.8, "g": -2.4, "hu": -2.6, "ug": -2.4, "p": -2.5, "pu": -2.5, "n": -2.6, "un": -2.6}


def corpus_and_scores(random: Random) -> Args:
    scores = {letter: -random.randint(4, 20) / 4 for letter in "abc"} | word_and_scores(random)[1]
    return {word_and_pieces(random)[0]: random.randint(1, 5) for _ in range(random.randint(1, 3))}, scores


@exercise(
    "unigram.loss",
    title="The loss of a corpus",
    example=({"hug": 10, "pun": 12}, SCORES),
    cases=[({"ab" * 100: 2}, LONG), ({"a": 3, "b": 1}, LONG), ({"ab": 1}, {"a": -1.0, "b": -1.0, "ab": -9.0})],
    generate=corpus_and_scores,
    valid=lambda counts, scores: bool(counts) and min(counts.values()) > 0 and all(viterbi(w, scores) for w in counts),
    hints=[
        "The loss of a word is its best score with its sign flipped. How often does each word count?",
        "For each word find the best score (the numbers of Viterbi, without the pieces), and add up count times score.",
        "`best[end] = max(best[start] + log_probs[word[start:end]])` over all starts with a piece, and `-inf` if there "
        "is none; the loss is the sum of `-count * best[-1]`.",
    ],
    why="A word that occurs ten times is ten times as much to explain, and a loss is positive.",
)
def loss(word_counts: dict[str, int], log_probs: dict[str, float]) -> float:
    """The negative score of a corpus, each word at its best: {'hug': 2}, {'h': -1.0, 'ug': -1.5} → 5.0."""
    lost = 0.0
    for word, count in word_counts.items():
        best = [0.0]
        for end in range(1, len(word) + 1):
            best.append(max(best[start] + log_probs.get(word[start:end], -inf) for start in range(end)))
        lost -= count * best[-1]
    return lost


loss.known_slips(
    f"""
It forgets how often each word occurs.
    -= count * best → -= best
The sign is missing: a loss is positive.
    lost -= → lost +=
This is the average: a loss is the sum.
    return lost → return lost / sum(word_counts.values())
A word that is no piece has to be cut first.
    best[-1] → log_probs.get(word, 0.0)
A word that is a piece itself may have a better segmentation.
    best[-1] → log_probs.get(word, best[-1])
The longest piece that fits need not be the best: look for the best segmentation.
    best[-1] → total(greedy(word, log_probs) or (), log_probs)
Here each word counts by its best segmentation alone, not by the sum of all.
    best[-1] → log(sums(word, log_probs)[-1])
{TOO_MANY}
    best[-1] → max(total(way, log_probs) for way in all_of(word, log_probs))
""",
    greedy=greedy,
)


def sums(word: str, log_probs: Mapping[str, float]) -> list[float]:
    """The probability of all segmentations up to each place: 0.0 where it is too small for a float."""
    probs = [1.0]
    for end in range(1, len(word) + 1):
        probs.append(sum(probs[start] * exp(log_probs.get(word[start:end], -inf)) for start in range(end)))
    return probs


def listed(word: str, log_probs: dict[str, float], used: Callable[[Any], Iterable[str]] = iter) -> dict[str, float]:
    """Expected counts by a list of all segmentations: the oracle for short words."""
    counts = dict.fromkeys(log_probs, 0.0)
    for way in all_of(word, log_probs):
        for piece in used(way):
            counts[piece] += exp(total(way, log_probs)) / sums(word, log_probs)[-1]
    return counts


def one_by_one(word: str, log_probs: dict[str, float]) -> dict[str, float]:
    return dict((listed if len(word) <= 10 else expected_counts)(word, log_probs))


def without_zeros(program: Program, *args: Any) -> Any:
    """What a program counts; a piece that never occurs may be 0 or left out."""
    counts = program(*args)
    return {key: n for key, n in counts.items() if not close(0.0, n)} if isinstance(counts, Mapping) else counts


@exercise(
    "unigram.expected_counts",
    title="Expected counts",
    example=("pug", {"p": -2.5, "u": -1.8, "g": -2.4, "pu": -2.5, "ug": -2.4}),
    cases=[("ab", {"a": -1.0}), ("aaa", {"a": -1.0, "aa": -1.5}), ("ab" * 100, LONG)],
    generate=word_and_scores,
    valid=lambda word, log_probs: has_pieces(word, log_probs) and max(log_probs.values(), default=0) <= 0,
    oracle=one_by_one,
    call=without_zeros,
    hints=[
        "Each segmentation counts by its share of the probability of all. For a long word they can't be listed.",
        "Sum up from the left the paths to each place, and from the right the paths on from it. A piece between two "
        "places has the share: to its start, times its own probability, times on from its end, by all.",
        "In logarithms: `counts[piece] += exp(to[start] + log_probs[piece] + on[end] - to[-1])`. To add logarithms, "
        "take out the highest first: `m + log(sum(exp(x - m) for x in logs))`, and `-inf` if the highest is `-inf`.",
    ],
    why="Forward and backward sums meet at each piece. In logarithms, with the highest taken out, none of "
    "them vanishes.",
)
def expected_counts(word: str, log_probs: dict[str, float]) -> dict[str, float]:
    """How often each piece is used, weighted by probability: 'aa', only 'a' → {'a': 2.0}; {} if it can't be written."""

    def forward(word: str, log_probs: dict[str, float]) -> list[float]:
        to = [0.0]
        for end in range(1, len(word) + 1):
            logs = [to[start] + log_probs.get(word[start:end], -inf) for start in range(end)]
            highest = max(logs)
            to.append(highest + log(fsum(exp(one - highest) for one in logs)) if highest > -inf else -inf)
        return to

    to = forward(word, log_probs)
    on = forward(word[::-1], {piece[::-1]: score for piece, score in log_probs.items()})[::-1]
    counts: dict[str, float] = {}
    for start in range(len(word)):
        for end in range(start + 1, len(word) + 1):
            piece = word[start:end]
            if piece in log_probs and to[-1] > -inf:
                counts[piece] = counts.get(piece, 0.0) + exp(to[start] + log_probs[piece] + on[end] - to[-1])
    return counts


expected_counts.known_slips(f"""
These are the counts of the best segmentation alone.
    Counter(viterbi(word, log_probs))
The division is missing: each segmentation counts by its share of the probability of all of them together.
    - to[-1]) → )
These add up to 1. Divide by the probability of all segmentations together, not by the sum of the counts.
    return counts → return {{piece: count / sum(counts.values()) for piece, count in counts.items()}}
A piece that fits at several places: add its counts, don't replace them.
    = counts.get(piece, 0.0) + → =
Take forward at the piece's start, and backward at its end.
    to[start] + log_probs[piece] + on[end] → to[end] + log_probs[piece] + on[start]
Weigh segmentations by their probability.
    expected_counts(word, dict.fromkeys(log_probs, 0.0))
A piece that a segmentation uses twice counts twice.
    listed(word, log_probs, used=set)
{TOO_MANY}
    listed(word, log_probs)
""")


@expected_counts.slip("Products of probabilities vanish on a long word: add logarithms, the highest taken out first.")
def vanishing(word, log_probs):
    backwards = sums(word[::-1], {piece[::-1]: score for piece, score in log_probs.items()})
    to, on = sums(word, log_probs), backwards[::-1]
    counts = Counter()
    for start, end in combinations(range(len(to)), 2) if to[-1] else ():
        counts[word[start:end]] += to[start] * exp(log_probs.get(word[start:end], -inf)) * on[end] / to[-1]
    return counts
