"""Lesson 05: segmentations of a word, the best one, the loss of a corpus, and the expected counts of EM."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from itertools import combinations
from math import exp, fsum, inf, isclose, log
from random import Random
from typing import Any

from minitok_course.exercises.exercise import Args, Program, close, exercise
from minitok_course.exercises.lessons.exhibits import exhibit, is_pair, is_text
from minitok_course.exercises.lessons.trained import up_to_each


def word_and_pieces(random: Random) -> Args:
    pieces = random.choices(
        ["a", "b", "c", "ab", "bc", "abc", "ba", "ca", "cab"], k=random.randint(1, 7)
    )
    return "".join(random.choices("abc", k=random.randint(1, 5))), set(pieces)


def greedy(
    word: str, pieces: Container[str], key: Callable[[str], float] = len
) -> list[str] | None:
    """The longest piece that fits, or the one with the highest key, from left to right; None if none fits."""
    way = []
    while word:
        fitting = [
            word[:end] for end in range(1, len(word) + 1) if word[:end] in pieces
        ]
        if not fitting:
            return None
        way.append(max(fitting, key=key))
        word = word[len(way[-1]) :]
    return way


@exercise(
    "unigram.segmentations",
    example=("pug", {"p", "u", "g", "pu", "ug"}),
    cases=[
        ("", {"a"}),
        ("ab", {"a"}),
        ("aaa", {"a", "aa"}),
        ("ab", {"ab"}),
        ("ab", {"a", "b", "ab"}),
    ]
    + [("hugged", {"hugged"})],
    generate=word_and_pieces,
    valid=lambda word, pieces: all(pieces) and len(word) <= 12,
)
def segmentations(word: str, pieces: set[str]) -> list[tuple[str, ...]]:
    """All segmentations of a word, sorted: pu, {p, u, pu} → [('p', 'u'), ('pu',)]; the empty word has one, ()."""
    if not word:
        return [()]
    found = []
    for end in range(1, len(word) + 1):
        if word[:end] in pieces:
            found += [(word[:end], *rest) for rest in segmentations(word[end:], pieces)]
    return sorted(found)


@exercise(
    "unigram.fewest_pieces",
    example=("hugs", {"h", "u", "g", "s", "ug", "hug"}),
    cases=[
        ("", {"a"}),
        ("bcab", {"a", "b", "bc", "cab"}),
        ("acab", {"ab", "c", "ca"}),
        ("a" * 40, {"a", "aa", "aaa"}),
    ]
    + [
        ("bacb", {"a", "b", "cb", "bac"}),
        ("bcabc", {"bc", "cab"}),
        ("hugged", {"hugged"}),
    ],
    generate=word_and_pieces,
    valid=lambda word, pieces: all(pieces),
    stages=up_to_each("letter"),
)
def fewest_pieces(word: str, pieces: set[str]) -> int | None:
    """How many pieces a word needs at least: hugs, {hug, s, …} → 2; '' needs 0; None where it can't be written."""
    fewest: list[float] = [0]
    for end in range(1, len(word) + 1):
        ways = [inf]
        for start in range(end):
            if word[start:end] in pieces:
                ways.append(fewest[start] + 1)
        fewest.append(min(ways))
    return None if fewest[-1] == inf else int(fewest[-1])


LONG = {"a": -10.0, "b": -10.25, "aa": -20.5, "ab": -21.0, "bab": -33.0}


def is_scored(word: str, log_probs: Mapping[str, float]) -> bool:
    return bool(word) and all(log_probs) and max(log_probs.values(), default=0) <= 0


def word_and_scores(random: Random) -> Args:
    word, pieces = word_and_pieces(random)
    return word, {piece: -random.randint(4, 40) / 4 for piece in sorted(pieces)}


def total(pieces: Iterable[str], log_probs: Mapping[str, float]) -> float:
    return sum(log_probs[piece] for piece in pieces)


def as_good(expected: Any, got: Any, args: Args) -> bool:
    """Whether a segmentation spells the word and scores as well as the best; no segmentation if there is none."""
    word, log_probs = args
    if not isinstance(got, (list, tuple)) or not all(
        isinstance(piece, str) and piece in log_probs for piece in got
    ):
        return False
    if not expected:
        return not got
    return "".join(got) == word and isclose(
        total(got, log_probs), total(expected, log_probs), rel_tol=1e-9
    )


@exercise(
    "unigram.viterbi",
    example=("hug", {"h": -2.6, "u": -1.8, "g": -2.4, "hu": -2.6, "ug": -2.4}),
    cases=[
        ("abc", {"ab": -4.0, "c": -1.0, "a": -1.0, "bc": -3.0}),
        ("abc", {"a": -1.0, "bc": -9.0, "ab": -3.0, "c": -1.0}),
        ("hugged", {"hugged": -9.0}),
        ("ba", {"a": -1.0}),
        ("ab" * 100, LONG),
        ("a" * 200, LONG),
    ],
    generate=word_and_scores,
    valid=is_scored,
    same=as_good,
    stages=up_to_each("letter"),
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
    """Viterbi with products of probabilities: the highest product, and its pieces."""
    best = [(1.0, [])]
    for end in range(1, len(word) + 1):
        ways = [
            (prob * exp(log_probs.get(word[start:end], -inf)), start)
            for start, (prob, _) in enumerate(best)
        ]
        prob, start = max(ways, key=lambda way: way[0])
        best.append((prob, [*best[start][1], word[start:end]] if prob else []))
    return best[-1]


SCORES = {
    "h": -2.6,
    "u": -1.8,
    "g": -2.4,
    "hu": -2.6,
    "ug": -2.4,
    "p": -2.5,
    "pu": -2.5,
    "n": -2.6,
    "un": -2.6,
}


def corpus_and_scores(random: Random) -> Args:
    scores = {letter: -random.randint(4, 20) / 4 for letter in "abc"} | word_and_scores(
        random
    )[1]
    return {
        word_and_pieces(random)[0]: random.randint(1, 5)
        for _ in range(random.randint(1, 3))
    }, scores


@exercise(
    "unigram.loss",
    example=({"hug": 10, "pun": 12}, SCORES),
    cases=[
        ({"ab" * 100: 2}, LONG),
        ({"a": 3, "b": 1}, LONG),
        ({"ab": 1}, {"a": -1.0, "b": -1.0, "ab": -9.0}),
    ],
    generate=corpus_and_scores,
    valid=lambda counts, scores: (
        bool(counts)
        and min(counts.values()) > 0
        and all(viterbi(w, scores) for w in counts)
    ),
)
def loss(word_counts: dict[str, int], log_probs: dict[str, float]) -> float:
    """The negative score of a corpus, each word at its best: {'hug': 2}, {'h': -1.0, 'ug': -1.5} → 5.0."""
    lost = 0.0
    for word, count in word_counts.items():
        best = [0.0]
        for end in range(1, len(word) + 1):
            best.append(
                max(
                    best[start] + log_probs.get(word[start:end], -inf)
                    for start in range(end)
                )
            )
        lost -= count * best[-1]
    return lost


def sums(word: str, log_probs: Mapping[str, float]) -> list[float]:
    """The probability of all segmentations up to each place: 0.0 where it is too small for a float."""
    probs = [1.0]
    for end in range(1, len(word) + 1):
        probs.append(
            sum(
                probs[start] * exp(log_probs.get(word[start:end], -inf))
                for start in range(end)
            )
        )
    return probs


def listed(
    word: str, log_probs: dict[str, float], used: Callable[[Any], Iterable[str]] = iter
) -> dict[str, float]:
    """Expected counts by a list of all segmentations: the oracle for short words."""
    counts = dict.fromkeys(log_probs, 0.0)
    for way in segmentations(word, log_probs):
        for piece in used(way):
            counts[piece] += exp(total(way, log_probs)) / sums(word, log_probs)[-1]
    return counts


def one_by_one(word: str, log_probs: dict[str, float]) -> dict[str, float]:
    return dict((listed if len(word) <= 10 else expected_counts)(word, log_probs))


def without_zeros(program: Program, *args: Any) -> Any:
    """What a program counts; a piece that never occurs may have 0 or be left out."""
    counts = program(*args)
    return (
        {key: n for key, n in counts.items() if not close(0.0, n)}
        if isinstance(counts, Mapping)
        else counts
    )


@exercise(
    "unigram.expected_counts",
    example=("pug", {"p": -2.5, "u": -1.8, "g": -2.4, "pu": -2.5, "ug": -2.4}),
    cases=[("ab", {"a": -1.0}), ("aaa", {"a": -1.0, "aa": -1.5}), ("ab" * 100, LONG)],
    generate=word_and_scores,
    valid=is_scored,
    oracle=one_by_one,
    call=without_zeros,
)
def expected_counts(word: str, log_probs: dict[str, float]) -> dict[str, float]:
    """How often each piece is used, weighted by probability: 'aa', only 'a' → {'a': 2.0}; {} if it can't be written."""

    def forward(word: str, log_probs: dict[str, float]) -> list[float]:
        to = [0.0]
        for end in range(1, len(word) + 1):
            logs = [
                to[start] + log_probs.get(word[start:end], -inf) for start in range(end)
            ]
            highest = max(logs)
            to.append(-inf)
            if highest > -inf:
                to[end] = highest + log(fsum(exp(one - highest) for one in logs))
        return to

    to = forward(word, log_probs)
    backwards = {piece[::-1]: score for piece, score in log_probs.items()}
    on = forward(word[::-1], backwards)[::-1]
    counts: dict[str, float] = {}
    for start in range(len(word)):
        for end in range(start + 1, len(word) + 1):
            piece = word[start:end]
            if piece in log_probs and to[-1] > -inf:
                share = exp(to[start] + log_probs[piece] + on[end] - to[-1])
                counts[piece] = counts.get(piece, 0.0) + share
    return counts


def vanishing(word, log_probs):
    backwards = sums(
        word[::-1], {piece[::-1]: score for piece, score in log_probs.items()}
    )
    to, on = sums(word, log_probs), backwards[::-1]
    counts = Counter()
    for start, end in combinations(range(len(to)), 2) if to[-1] else ():
        counts[word[start:end]] += (
            to[start] * exp(log_probs.get(word[start:end], -inf)) * on[end] / to[-1]
        )
    return counts


TIMES = {
    "h": 15,
    "hu": 15,
    "u": 36,
    "ug": 20,
    "g": 20,
    "p": 17,
    "pu": 17,
    "un": 16,
    "n": 16,
    "b": 4,
    "bu": 4,
}
TIMES |= {"hug": 15, "ugs": 5, "gs": 5, "s": 5}
HUG_SCORES = {piece: log(count / 210) for piece, count in TIMES.items()}


class Weighed(list[str]):
    """The pieces of a segmentation, shown with its score or its product: `product 0.00116: u n hug`."""

    def __init__(self, form: str, weight: float, pieces: list[str]) -> None:
        super().__init__(pieces)
        self.label = form.format(weight)

    def __repr__(self) -> str:
        return f"{self.label}: {' '.join(self) or 'no pieces'}"


exhibit(
    "vanishing_product",
    wrong=lambda word: Weighed("product {:.3g}", *product(word, HUG_SCORES)),
    right=lambda word: Weighed(
        "score {:.3f}", total(way := viterbi(word, HUG_SCORES), HUG_SCORES), way
    ),
    fits=lambda word: is_text(word) and len(word) <= 1000,
    answer="b" * 189,
)


def occurrences(value: Any) -> int:
    piece, word = value
    return sum(word.startswith(piece, start) for start in range(len(word)))


exhibit(
    "str_count",
    wrong=lambda value: value[1].count(value[0]),
    right=occurrences,
    fits=lambda value: is_pair(value) and all(is_text(part) and part for part in value),
    answer=("aa", "aaa"),
)
