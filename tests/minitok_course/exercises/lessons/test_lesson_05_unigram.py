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
def test_the_scores_of_viterbi(counts, log_probs):
    loss = 0
    for word, n in counts.items():
        best = EXERCISES["unigram.viterbi"](word, log_probs)
        loss -= n * sum(map(log_probs.get, best))
    return loss


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
