import itertools
import math
from functools import lru_cache

from attempts import right, wrong

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


@right("unigram.loss_without")
def test_scores_without_the_piece(piece, counts, log_probs):
    rest = dict(log_probs)
    del rest[piece]
    return EXERCISES["unigram.loss"](counts, rest)


@right("unigram.prune")
def test_one_piece_after_the_other(log_probs, costs, how_many):
    rest = dict(log_probs)
    for _ in range(how_many):
        removable = [piece for piece in rest if len(piece) > 1]
        if removable:
            del rest[min(removable, key=lambda piece: (costs[piece], piece))]
    return rest


@right("unigram.train")
def test_a_trainer_that_calls_itself(log_probs, size, fit, shrink):
    scores = fit(fit(log_probs))
    if len(scores) <= size:
        return scores
    rest = shrink(scores, size)
    if rest.keys() == scores.keys():
        return scores
    return EXERCISES["unigram.train"](rest, size, fit, shrink)


test_pieces_without_scores = wrong(
    "unigram.train", "It gives None where it should give a float"
)(lambda *given: dict.fromkeys(EXERCISES["unigram.train"](*given)))


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
