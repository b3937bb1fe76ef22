import heapq
import itertools
import re
from collections import Counter
from math import log2

from attempts import right, wrong, wrong_ones

from minitok import naive_bpe
from minitok_course import check
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


@right("fast.update_counts")
def test_counts_place_by_place(words, frequencies, pair, new, counts):
    for n, word in enumerate(words):
        i = 0
        while i < len(word) - 1:
            if (word[i], word[i + 1]) != pair:
                i += 1
                continue
            for first in (i - 1, i, i + 1):
                if first >= 0 and first + 1 < len(word):
                    counts[word[first], word[first + 1]] -= frequencies[n]
            word[i : i + 2] = [new]
            beside = [(word[i - 1], new)] if i else []
            for made in beside + [(new, after) for after in word[i + 1 : i + 2]]:
                counts[made] = counts.get(made, 0) + frequencies[n]
            i += 1


@wrong("fast.update_counts", "times, and the merge changes 3 of them")
def test_counting_all_again(words, frequencies, pair, new, counts):
    for word in words:
        word[:] = naive_bpe.merge_pair(word, pair, new)
    counts.clear()
    for word, n in zip(words, frequencies):
        for made in zip(word, word[1:]):
            counts[made] = counts.get(made, 0) + n


@wrong("fast.update_counts", "times, and the merge changes 3 of them")
def test_going_through_words_that_hold_both_ids_apart(
    words, frequencies, pair, new, counts
):
    for place in [place for place, word in enumerate(words) if {*pair} <= {*word}]:
        word = words[place]
        for old in zip(word, word[1:]):
            counts[old] -= frequencies[place]
        words[place] = naive_bpe.merge_pair(word, pair, new)
        for made in zip(words[place], words[place][1:]):
            counts[made] = counts.get(made, 0) + frequencies[place]


test_nothing_changed = wrong("fast.update_counts", "The words are as they were")(
    lambda *given: None
)


def test_the_right_answer_is_not_said_to_take_too_much_work():
    def next_pair(queue, counts):
        queue[:] = sorted((-count, pair) for pair, count in counts.items() if count)
        return queue.pop(0)[1] if queue else None

    def update_counts(words, frequencies, pair, new, counts):
        EXERCISES["fast.update_counts"].oracle(words, frequencies, pair, new, counts)
        list(counts.items())

    for verdict in (
        check("fast.next_pair", next_pair),
        check("fast.update_counts", update_counts),
    ):
        told = re.compile("as much work|looks at counts")
        assert told.search(repr(verdict.got)) and not told.search(
            repr(verdict.expected)
        ), verdict
    assert "3 counts changed" in repr(verdict.expected)


test_logarithms_to_the_base_2 = right("fast.exponent")(
    lambda size, seconds, larger, its_seconds: (
        (log2(its_seconds) - log2(seconds)) / (log2(larger) - log2(size))
    )
)

test_a_quotient_upside_down = wrong("fast.exponent", "The size is the base")(
    lambda size, seconds, larger, its_seconds: (
        log2(larger / size) / log2(its_seconds / seconds)
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


@wrong("fast.next_pair", "looks at far more than the front")
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


@wrong("fast.next_pair", "A pair whose count is 0 is gone")
def test_giving_a_pair_with_a_count_of_0(queue, counts):
    while queue:
        count, pair = heapq.heappop(queue)
        if pair in counts and counts[pair] == -count:
            return pair
        if pair in counts:
            heapq.heappush(queue, (-counts[pair], pair))
    return None


test_believing_the_front = wrong("fast.next_pair", "It believes the front entry")(
    lambda queue, counts: heapq.heappop(queue)[1] if len(queue) > 0 else None
)


@right("fast.merge_string")
def test_counting_before_and_after(word, pair, new):
    after = word.replace(pair, new)
    changes = Counter(map("".join, itertools.pairwise(after)))
    changes.subtract(map("".join, itertools.pairwise(word)))
    return after, changes


@right("fast.merge_string")
def test_going_from_part_to_part(word, pair, new):
    first, *others = word.split(pair)
    changes = {}
    for part in others:
        left = first[-1:] if first else ""
        for old, made in (
            (left + pair[0], left + new),
            (pair[1] + part[:1], new + part[:1]),
        ):
            if len(old) == 2:
                changes[old], changes[made] = (
                    changes.get(old, 0) - 1,
                    changes.get(made, 0) + 1,
                )
        first = part
    for _ in range(word.split(pair)[1:-1].count("")):
        old, made = pair[1] + pair[0], new + new
        changes[old], changes[made] = changes.get(old, 0) - 1, changes.get(made, 0) + 1
    return [word.replace(pair, new), changes]


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


def cached(words, full):
    """The words found in a cache, and what it holds after a new word, told by `full`."""
    found, kept = 0, []
    for word in words:
        found += word in kept
        if word not in kept:
            kept = full(kept, word)
    return found / max(len(words), 1)


test_a_list_as_a_cache = right("fast.hit_rate")(
    lambda words, room: cached(
        words, lambda kept, word: [*kept, word] if len(kept) < room else [word]
    )
)
test_wrong_hit_rates = wrong_ones(
    "fast.hit_rate",
    {
        "ZeroDivisionError": lambda words, room: (
            cached(
                words, lambda kept, word: [*kept, word] if len(kept) < room else [word]
            )
            * len(words)
            / len(words)
        ),
        "and then goes in itself": lambda words, room: cached(
            words, lambda kept, word: [*kept, word] if len(kept) < room else []
        ),
        "no word leaves by itself": lambda words, room: (
            sum(dict(Counter(words).most_common(room)).values()) / max(len(words), 1)
        ),
        "the same answer on every case": lambda words, room: cached(
            words, lambda kept, word: []
        ),
        "as soon as it is full": lambda words, room: cached(
            words, lambda kept, word: [*kept, word] if len(kept) < room - 1 else []
        ),
        "keeps the old words": lambda words, room: cached(
            words, lambda kept, word: [*kept, word] if len(kept) < room else kept
        ),
    },
)
