import itertools
import math
from collections import Counter
from functools import lru_cache

from attempts import GENERAL, right, wrong, wrong_ones

from minitok.checks.exercise import EXERCISES


@right("unigram.segmentations")
def test_all_ways_to_cut(word, pieces):
    ways = []
    for mask in itertools.product([0, 1], repeat=max(len(word) - 1, 0)):
        cuts = [0, *(i + 1 for i, bit in enumerate(mask) if bit), len(word)]
        ways.append(tuple(word[a:b] for a, b in zip(cuts, cuts[1:]) if a < b))
    return sorted({way for way in ways if all(piece in pieces for piece in way)})


def all_of(word, pieces, first=1, empty=((),)):
    """Segmentations with another shortest piece, or others of the empty word."""
    if not word:
        return list(empty)
    firsts = [word[:end] for end in range(first, len(word) + 1) if word[:end] in pieces]
    return sorted((begun, *rest) for begun in firsts for rest in all_of(word[len(begun) :], pieces, first, empty))


known = {}


def keeps_by_word(word, pieces):
    if word not in known:
        known[word] = all_of(word, pieces)
    return known[word]


test_wrong_segmentations = wrong_ones(
    "unigram.segmentations",
    {
        "in another order": lambda word, pieces: all_of(word, pieces)[::-1],
        "no longer word has any": lambda word, pieces: all_of(word, pieces, empty=()),
        "The empty word has one": lambda word, pieces: all_of(word, pieces) if word else [],
        GENERAL: lambda word, pieces: all_of(word, pieces, first=2),
        "keeps something": keeps_by_word,
    },
)


@right("unigram.viterbi")
def test_the_best_way_to_each_end(word, log_probs):
    @lru_cache(None)
    def best(end):
        if end == 0:
            return 0.0, ()
        ways = [(best(i), word[i:end]) for i in range(end) if word[i:end] in log_probs]
        return max(((s + log_probs[p], (*w, p)) for (s, w), p in ways), default=(-math.inf, ()))

    for end in range(len(word)):
        best(end)
    score, way = best(len(word))
    return list(way) if score > -math.inf else []


def searched(word, log_probs, least=-math.inf, join=lambda best, score: best + score, first=0.0):
    """Viterbi's search with another start, or another way to join scores."""
    best, starts = [first] + [least] * len(word), [0] * (len(word) + 1)
    for end in range(1, len(word) + 1):
        for start in range(end):
            score = log_probs.get(word[start:end])
            if score is not None and join(best[start], score) > best[end]:
                best[end], starts[end] = join(best[start], score), start
    pieces, end = [], len(word)
    while end:
        pieces.insert(0, word[starts[end] : end])
        end = starts[end]
    return best[-1], pieces


def found(word, log_probs, **options):
    score, pieces = searched(word, log_probs, **options)
    return pieces if score > options.get("least", -math.inf) else []


test_wrong_searches = wrong_ones(
    "unigram.viterbi",
    {
        "give an empty list": lambda word, scores: searched(word, scores)[1],
        "vanish on a long word": lambda word, scores: found(
            word, scores, least=0.0, first=1.0, join=lambda best, score: best * math.exp(score)
        ),
        GENERAL: lambda word, scores: found(word, scores, join=lambda best, score: score),
        "It returns ValueError": lambda word, scores: ValueError,
        "It returns a ValueError": lambda word, scores: ValueError("no"),
    },
)


def score_of(word, log_probs):
    return sum(log_probs[piece] for piece in EXERCISES["unigram.viterbi"](word, log_probs))


test_the_scores_of_viterbi = right("unigram.loss")(
    lambda counts, log_probs: -sum(n * score_of(word, log_probs) for word, n in counts.items())
)
test_wrong_losses = wrong_ones(
    "unigram.loss",
    {
        "how often each word": lambda counts, log_probs: -sum(score_of(word, log_probs) for word in counts),
        "a piece itself": lambda counts, log_probs: (
            -sum(n * log_probs.get(word, score_of(word, log_probs)) for word, n in counts.items())
        ),
        "sign": lambda counts, log_probs: sum(n * score_of(word, log_probs) for word, n in counts.items()),
        GENERAL: lambda counts, log_probs: [-n * score_of(word, log_probs) for word, n in counts.items()][-1],
        "empty sequence": lambda counts, log_probs: max([]),
    },
)


test_counts_of_0_for_pieces_that_never_occur = right("unigram.expected_counts")(
    lambda word, log_probs: dict.fromkeys(log_probs, 0) | EXERCISES["unigram.expected_counts"](word, log_probs)
)
test_wrong_expectations = wrong_ones(
    "unigram.expected_counts",
    {
        "best segmentation": lambda word, log_probs: Counter(EXERCISES["unigram.viterbi"](word, log_probs)),
        GENERAL: lambda word, log_probs: {piece: math.exp(score) for piece, score in log_probs.items()},
    },
)


@right("unigram.fewest_pieces")
def test_one_piece_more_in_each_round(word, pieces):
    reached, count = {0}, 0
    while len(word) not in reached:
        reached = {i + len(piece) for i in reached for piece in pieces if word.startswith(piece, i)}
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


test_wrong_least_counts = wrong_ones(
    "unigram.fewest_pieces",
    {
        "0 pieces, not None": lambda word, pieces: EXERCISES["unigram.fewest_pieces"](word, pieces) or None,
        "It gives a float here, and should give None": lambda word, pieces: (
            math.inf if EXERCISES["unigram.fewest_pieces"](word, pieces) is None else len(word)
        ),
    },
)
