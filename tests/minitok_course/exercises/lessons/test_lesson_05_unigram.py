import itertools
import math
from collections import defaultdict
from functools import lru_cache

from attempts import GENERAL, right, wrong, wrong_ones

from minitok_course.exercises.exercise import EXERCISES


@right("unigram.segmentations")
def test_all_ways_to_cut(word, pieces):
    ways = []
    for mask in itertools.product([0, 1], repeat=max(len(word) - 1, 0)):
        cuts = [0, *(i + 1 for i, bit in enumerate(mask) if bit), len(word)]
        ways.append(tuple(word[a:b] for a, b in zip(cuts, cuts[1:]) if a < b))
    return sorted({way for way in ways if all(piece in pieces for piece in way)})


def all_of(word, pieces, first=1):
    """Segmentations, of pieces of `first` letters or more."""
    if not word:
        return [()]
    firsts = [word[:end] for end in range(first, len(word) + 1) if word[:end] in pieces]
    return sorted(
        (begun, *rest)
        for begun in firsts
        for rest in all_of(word[len(begun) :], pieces, first)
    )


def longest_first(word, pieces):
    """One segmentation in a list, or none: the longest piece comes first."""
    first = max(
        (word[:end] for end in range(1, len(word) + 1) if word[:end] in pieces),
        key=len,
        default="",
    )
    rests = (
        longest_first(word[len(first) :], pieces) if first else [()] if not word else []
    )
    return [(first, *rest) if first else rest for rest in rests]


known = {}


def keeps_by_word(word, pieces):
    if word not in known:
        known[word] = all_of(word, pieces)
    return known[word]


test_wrong_segmentations = wrong_ones(
    "unigram.segmentations",
    {
        "in another order": lambda word, pieces: all_of(word, pieces)[::-1],
        GENERAL: lambda word, pieces: all_of(word, pieces, first=2),
        "keeps something": keeps_by_word,
    },
)


@right("unigram.viterbi")
def test_recursion_that_keeps_its_answers(word, log_probs):
    @lru_cache(None)
    def best(end):
        if end == 0:
            return 0.0, ()
        ways = [(best(i), word[i:end]) for i in range(end) if word[i:end] in log_probs]
        return max(
            ((s + log_probs[p], (*w, p)) for (s, w), p in ways), default=(-math.inf, ())
        )

    score, way = best(len(word))
    return way if score > -math.inf else ()


@right("unigram.viterbi")
def test_from_the_end_to_the_start(word, log_probs):
    best = {len(word): (0, [])}
    for start in reversed(range(len(word))):
        for piece in log_probs:
            end = start + len(piece)
            if word.startswith(piece, start) and end in best:
                found = best[end][0] + log_probs[piece], [piece, *best[end][1]]
                best[start] = max(best.get(start, found), found)
    return best[0][1] if 0 in best else []


test_wrong_searches = wrong_ones(
    "unigram.viterbi",
    {
        "longest piece that fits": lambda word, scores: [
            *longest_first(word, scores),
            (),
        ][0],
        "It returns a ValueError": lambda word, scores: ValueError("no"),
    },
)


def score_of(word, log_probs):
    return sum(
        log_probs[piece] for piece in EXERCISES["unigram.viterbi"](word, log_probs)
    )


test_the_scores_of_viterbi = right("unigram.loss")(
    lambda counts, log_probs: (
        -sum(n * score_of(word, log_probs) for word, n in counts.items())
    )
)


@right("unigram.loss")
def test_costs_instead_of_scores(counts, log_probs):
    def cost(word):
        costs = [0, *[math.inf] * len(word)]
        for start, end in itertools.combinations(range(len(word) + 1), 2):
            costs[end] = min(
                costs[end], costs[start] - log_probs.get(word[start:end], -math.inf)
            )
        return costs[-1]

    return sum(cost(word) * n for word, n in counts.items())


def worth(way, log_probs):
    return sum(log_probs[piece] for piece in way)


test_wrong_losses = wrong_ones(
    "unigram.loss",
    {
        GENERAL: lambda counts, log_probs: [
            -n * score_of(word, log_probs) for word, n in counts.items()
        ][-1],
        "empty sequence": lambda counts, log_probs: max([]),
    },
)


test_counts_of_0_for_pieces_that_never_occur = right("unigram.expected_counts")(
    lambda word, log_probs: (
        dict.fromkeys(log_probs, 0)
        | EXERCISES["unigram.expected_counts"](word, log_probs)
    )
)


def flows(word, log_probs, every=0.0):
    """Forward and backward sums in logarithms, two at a time, then the count of each piece."""

    def both(a, b):
        return (
            max(a, b) + math.log1p(math.exp(-abs(a - b)))
            if min(a, b) > -math.inf
            else max(a, b)
        )

    spans = [
        span
        for span in itertools.combinations(range(len(word) + 1), 2)
        if word[slice(*span)] in log_probs
    ]
    to, on = (
        defaultdict(lambda: -math.inf, {0: 0.0}),
        defaultdict(lambda: -math.inf, {len(word): 0.0}),
    )
    for start, end in sorted(spans, key=lambda span: span[1]):
        to[end] = both(to[end], to[start] + log_probs[word[start:end]])
    for start, end in sorted(spans, reverse=True):
        on[start] = both(on[start], log_probs[word[start:end]] + on[end])
    counts = defaultdict(float)
    for start, end in spans if on[0] > -math.inf else ():
        piece = word[start:end]
        counts[piece] += math.exp(
            to[start] + log_probs[piece] + on[end] - every * on[0]
        )
    return counts


test_logarithms_added_two_at_a_time = right("unigram.expected_counts")(
    lambda word, log_probs: flows(word, log_probs, every=1.0)
)


def listed(word, log_probs, weight=worth, divide=sum):
    counts = defaultdict(float)
    weights = {way: math.exp(weight(way, log_probs)) for way in all_of(word, log_probs)}
    for way in weights:
        for piece in way:
            counts[piece] += weights[way] / divide(weights.values())
    return counts


test_wrong_expectations = wrong_ones(
    "unigram.expected_counts",
    {
        "The division": lambda word, log_probs: listed(
            word, log_probs, divide=lambda weights: 1
        ),
        GENERAL: lambda word, log_probs: {
            piece: math.exp(score) for piece, score in log_probs.items()
        },
    },
)


@right("unigram.fewest_pieces")
def test_one_piece_more_in_each_round(word, pieces):
    reached, count = {0}, 0
    while len(word) not in reached:
        reached = {
            i + len(piece)
            for i in reached
            for piece in pieces
            if word.startswith(piece, i)
        }
        count += 1
        if not reached:
            return None
    return count


@wrong("unigram.fewest_pieces", "there is an answer")
def test_a_count_of_0_taken_for_none(word, pieces):
    fewest = [0, *[None] * len(word)]
    for end in range(1, len(word) + 1):
        for start in range(end):
            if word[start:end] in pieces and fewest[start]:
                fewest[end] = fewest[start] + 1
    return fewest[-1]


@wrong("unigram.fewest_pieces", "It gives a float here, and should give None")
def test_infinity_for_none(word, pieces):
    return (
        math.inf
        if EXERCISES["unigram.fewest_pieces"](word, pieces) is None
        else len(word)
    )
