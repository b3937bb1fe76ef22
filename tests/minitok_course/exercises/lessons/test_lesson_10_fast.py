import heapq
import itertools
from collections import Counter
from math import log2

from attempts import right, wrong, wrong_ones

from minitok import naive_bpe
from minitok_course.exercises.exercise import EXERCISES


@right("fast.update_counts")
def test_words_that_are_replaced(words, frequencies, pair, new, counts):
    for place, (word, frequency) in enumerate(zip(words, frequencies)):
        if pair in zip(word, word[1:]):
            for old in zip(word, word[1:]):
                counts[old] -= frequency
            words[place] = tuple(naive_bpe.merge_pair(word, pair, new))
            for made in zip(words[place], words[place][1:]):
                counts[made] = counts.get(made, 0) + frequency


@wrong("fast.update_counts", "times, and the merge changes 3 of them")
def test_counting_all_again(words, frequencies, pair, new, counts):
    for word in words:
        word[:] = naive_bpe.merge_pair(word, pair, new)
    counts.clear()
    for word, n in zip(words, frequencies):
        for made in zip(word, word[1:]):
            counts[made] = counts.get(made, 0) + n


test_nothing_changed = wrong("fast.update_counts", "The words are as they were")(
    lambda *given: None
)


test_logarithms_to_the_base_2 = right("fast.exponent")(
    lambda size, seconds, larger, its_seconds: (
        (log2(its_seconds) - log2(seconds)) / (log2(larger) - log2(size))
    )
)


@right("fast.next_pair")
def test_looking_before_taking_out(queue, counts):
    while queue:
        front, pair = queue[0]
        now = counts.get(pair) or 0
        if now == 0:
            heapq.heappop(queue)
        elif now < -front:
            heapq.heapreplace(queue, (-now, pair))
        else:
            return heapq.heappop(queue)[1]


@wrong("fast.next_pair", "look at more than the front")
def test_going_through_the_whole_queue(queue, counts):
    while queue:
        queue.sort()
        count, pair = queue.pop(0)
        if counts.get(pair) == -count:
            return pair
        if counts.get(pair):
            queue.append((-counts[pair], pair))
    return None


@wrong("fast.next_pair", "only the queue is yours to change")
def test_taking_the_pair_out_of_the_counts(queue, counts):
    pair = EXERCISES["fast.next_pair"].solution(queue, counts)
    counts.pop(pair, None)
    return pair


test_an_address_that_differs_each_time = wrong(
    "fast.next_pair", "<object object> is not a pair in the queue"
)(lambda queue, counts: object())


@right("fast.merge_string")
def test_counting_before_and_after(word, pair, new):
    after = word.replace(pair, new)
    changes = Counter(map("".join, itertools.pairwise(after)))
    changes.subtract(map("".join, itertools.pairwise(word)))
    return after, changes


test_wrong_strings = wrong_ones(
    "fast.merge_string",
    {
        "'ab' becomes 'N'": lambda word, pair, new: (word, {}),
        "look at what stands on each side": lambda word, pair, new: (
            word.replace(pair, new),
            {},
        ),
    },
)


@right("fast.hit_rate")
def test_a_list_as_a_cache(words, room):
    hits, cache = 0, []
    for word in words:
        if word in cache:
            hits += 1
        elif len(cache) < room:
            cache.append(word)
        else:
            cache = [word]
    return hits / max(len(words), 1)


@wrong("fast.hit_rate", "No word leaves by itself")
def test_the_most_frequent_words_as_a_cache(words, room):
    return sum(n for _, n in Counter(words).most_common(room)) / max(len(words), 1)
