import itertools
import math
from functools import lru_cache

from attempts import right, wrong, wrong_ones

from minitok_course.exercises.exercise import EXERCISES


@right("unigram.segmentations")
def test_all_ways_to_cut(word, pieces):
    ways = {()} if not word else set()
    for cuts in itertools.product([False, True], repeat=max(len(word) - 1, 0)):
        places = [0, *itertools.compress(range(1, len(word)), cuts), len(word)]
        way = tuple(word[start:end] for start, end in itertools.pairwise(places))
        if set(way) <= set(pieces):
            ways.add(way)
    return sorted(ways)


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


def multiplying(word, log_probs):
    best = [(0.0, [])]
    for end in range(1, len(word) + 1):
        ways = [(-math.inf, [])]
        for start in range(end):
            piece = word[start:end]
            if piece in log_probs:
                score, pieces = best[start]
                new = score * log_probs[piece] if score else log_probs[piece]
                ways.append((new, [*pieces, piece]))
        best.append(max(ways, key=lambda way: way[0]))
    return best[-1][1]


def from_anywhere(word, log_probs):
    best, back = [0.0] * (len(word) + 1), [0] * (len(word) + 1)
    for end in range(1, len(word) + 1):
        ways = [
            (best[i] + log_probs[word[i:end]], i)
            for i in range(end)
            if word[i:end] in log_probs
        ]
        if ways:
            best[end], back[end] = max(ways, key=lambda way: way[0])
        else:
            back[end] = -1
    pieces, end = [], len(word)
    while end > 0 and back[end] >= 0:
        pieces.append(word[back[end] : end])
        end = back[end]
    return pieces[::-1]


test_what_is_wrong_with_a_viterbi = wrong_ones(
    "unigram.viterbi",
    {
        "add them, don't multiply": multiplying,
        "A piece can't start at a place": from_anywhere,
        "The first piece is missing": lambda word, log_probs: EXERCISES[
            "unigram.viterbi"
        ](word, log_probs)[1:],
        "return an empty list": lambda word, log_probs: (
            EXERCISES["unigram.viterbi"](word, log_probs) or None
        ),
    },
)


def first_alone(word, pieces):
    if not word:
        return [()]
    for end in range(1, len(word) + 1):
        if word[:end] in pieces:
            rests = first_alone(word[end:], pieces)
            return [(word[:end], *rest) for rest in rests]
    return []


test_a_return_in_the_loop = wrong(
    "unigram.segmentations", "Don't return inside the loop"
)(first_alone)


@right("unigram.loss")
def test_the_last_number_of_a_table(counts, log_probs):
    def best(word):
        scores = {0: 0.0}
        for end in range(1, len(word) + 1):
            ways = [
                scores[start] + log_probs[word[start:end]]
                for start in scores
                if word[start:end] in log_probs
            ]
            if ways:
                scores[end] = max(ways)
        return scores.get(len(word), -math.inf)

    return -sum(n * best(word) for word, n in counts.items())


@wrong("unigram.loss", "A word that can't be written has the score minus infinity")
def test_the_scores_of_viterbi(counts, log_probs):
    loss = 0
    for word, n in counts.items():
        best = EXERCISES["unigram.viterbi"](word, log_probs)
        loss -= n * sum(map(log_probs.get, best))
    return loss


@right("unigram.loss_without")
def test_scores_without_the_piece(piece, counts, log_probs):
    rest = dict(log_probs)
    del rest[piece]
    return EXERCISES["unigram.loss"](counts, rest)


test_what_is_wrong_with_a_loss_without = wrong_ones(
    "unigram.loss_without",
    {
        "It changes its arguments": lambda piece, counts, log_probs: (
            log_probs.pop(piece, None) or EXERCISES["unigram.loss"](counts, log_probs)
        ),
        "This is how much the loss grows": lambda piece, counts, log_probs: (
            EXERCISES["unigram.loss_without"](piece, counts, log_probs)
            - EXERCISES["unigram.loss"](counts, log_probs)
        ),
    },
)


@right("unigram.prune")
def test_one_piece_after_the_other(log_probs, costs, how_many):
    rest = dict(log_probs)
    for _ in range(how_many):
        removable = [piece for piece in rest if len(piece) > 1]
        if removable:
            del rest[min(removable, key=lambda piece: (costs[piece], piece))]
    return rest


@wrong("unigram.prune", "Letters stay")
def test_the_cheapest_of_all(log_probs, costs, how_many):
    stay = sorted(log_probs, key=costs.get)[how_many:]
    return {piece: log_probs[piece] for piece in stay}


@wrong("unigram.prune", "Leave the letters out before")
def test_letters_among_the_cheapest(log_probs, costs, how_many):
    cheapest = sorted(log_probs, key=lambda piece: costs[piece])[:how_many]
    return {
        piece: score
        for piece, score in log_probs.items()
        if piece not in cheapest or len(piece) == 1
    }


@right("unigram.train")
def test_a_trainer_that_calls_itself(log_probs, size, fit, shrink):
    scores = fit(fit(log_probs))
    if len(scores) <= size:
        return scores
    rest = shrink(scores, size)
    if rest.keys() == scores.keys():
        return scores
    return EXERCISES["unigram.train"](rest, size, fit, shrink)


@wrong("unigram.train", "It never ends when only letters are left")
def test_a_loop_without_a_way_out(log_probs, size, fit, shrink):
    scores = fit(fit(log_probs))
    while len(scores) > size:
        scores = fit(fit(shrink(scores, size)))
    return scores


@wrong("unigram.train", "Fit again after you remove the last pieces")
def test_the_last_fit_is_missing(log_probs, size, fit, shrink):
    scores = log_probs
    while True:
        scores = fit(fit(scores))
        smaller = shrink(scores, size) if len(scores) > size else scores
        if len(smaller) == len(scores):
            return scores
        scores = smaller
        if len(scores) <= size:
            return scores


@right("unigram.expected_counts")
def test_counts_of_0_for_pieces_that_never_occur(word, log_probs):
    counts = EXERCISES["unigram.expected_counts"](word, log_probs)
    return dict.fromkeys(log_probs, 0) | counts


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
