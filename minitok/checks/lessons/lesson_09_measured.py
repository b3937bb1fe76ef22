"""Lesson 09: read growth off a plot, keep a queue whose entries may be out of date, and say how often a cache helps."""

from collections import Counter
from heapq import heapify, heappop, heappush
from math import log
from random import Random
from typing import Any, NamedTuple

from ..exercise import Args, Program, exercise
from .lesson_09_fast import Watched

Pair = tuple[int, int]


def two_runs(random: Random) -> Args:
    small, first = random.randint(1, 9) * 100, random.randint(1, 9) / 10
    return small, first, small * random.choice([2, 4, 10]), first * random.choice([1, 2, 4, 16, 100])


@exercise(
    "fast.exponent",
    lesson=9,
    level="easy",
    title="How does the time grow?",
    example=(100, 0.5, 1000, 5.0),
    cases=[(1000, 0.1, 2000, 0.4), (10, 3.0, 1000, 3.0), (100, 8.0, 50, 2.0), (2, 0.2, 16, 1.6)],
    generate=two_runs,
    valid=lambda small, first, large, second: small > 0 and large > 0 and first > 0 and second > 0 and small != large,
    hints=[
        "If the time is a number times size ** k, what is the time at the double size, divided by the first?",
        "It is 2 ** k. So from the two ratios, of the times and of the sizes, you can work out k.",
        "`log` of the one ratio divided by `log` of the other; `from math import log`.",
    ],
    why="On logarithmic axes equal ratios are equal distances, so a power of the size is a straight line with slope k.",
)
def exponent(size: float, seconds: float, larger: float, its_seconds: float) -> float:
    """The k in seconds = c · size ** k, from two runs: 100 in 0.5 s and 1,000 in 5 s → 1."""
    return log(its_seconds / seconds) / log(larger / size)


@exponent.slip("This is the ratio of the times alone: twice the time is little if the size is ten times as large.")
def times_alone(size, seconds, larger, its_seconds):
    return its_seconds / seconds


@exponent.slip("This is the slope on ordinary axes. On logarithmic ones, distances are ratios.")
def plain_slope(size, seconds, larger, its_seconds):
    return (its_seconds - seconds) / (larger - size)


@exponent.slip("Divide the logarithms, not the ratios: if ten times the size takes a hundred times as long, k is 2.")
def ratio_of_ratios(size, seconds, larger, its_seconds):
    return (its_seconds / seconds) / (larger / size)


@exponent.slip("The other way around: the times go on top.")
def upside_down(size, seconds, larger, its_seconds):
    return log(larger / size) / log(its_seconds / seconds) if its_seconds != seconds else 0.0


class Rank(int):
    """The first number of an entry, which counts how often one is compared."""

    compared = 0

    def __lt__(self, other: int) -> bool:
        Rank.compared += 1
        return super().__lt__(other)


class Emptied(NamedTuple):
    """The pairs that came, in order, whether each was taken out, and with less work than to look at all each time."""

    pairs: list[Pair | None]
    taken_out: bool
    less_work: bool

    def __repr__(self) -> str:
        work = "as much work as to look at all the counts, or the whole queue, for " * (not self.less_work)
        return f"{work}{self.pairs}{', and one of them is still in the queue' * (not self.taken_out)}"


def emptied(program: Program, queue: Any, counts: dict[Pair, int]) -> Emptied:
    """Ask for the next pair until there is none; each pair that comes is merged, so it counts no more."""
    queue, watched = [(Rank(count), pair) for count, pair in queue], Watched(counts)
    Rank.compared = 0
    pairs: list[Pair | None] = []
    entries, taken_out = len(queue), True
    while len(pairs) <= entries:
        pair = program(queue, watched)
        pairs.append(pair)
        taken_out &= all(entry[1] != pair for entry in queue)
        if pair is None:
            break
        dict.pop(watched, pair, None)
    less_work = watched.touched <= 8 * entries and Rank.compared <= 20 * entries
    return Emptied(pairs, taken_out, entries < 20 or less_work)


def queue_of(entries: dict[Pair, int]) -> list[tuple[int, Pair]]:
    """Entries as a heap: the highest count first, then the lowest ids."""
    queue = [(-count, pair) for pair, count in entries.items()]
    heapify(queue)
    return queue


def fallen(random: Random) -> Args:
    pairs = [(left, right) for left in range(1, 4) for right in range(1, 4)]
    entries = {pair: random.randint(1, 6) for pair in random.sample(pairs, random.randint(1, 5))}
    return queue_of(entries), {pair: n for pair, count in entries.items() if (n := random.randint(0, count))}


def is_queue(queue: Any, counts: Any) -> bool:
    counted = {pair: -count for count, pair in queue}
    in_order = all(queue[(place - 1) // 2] <= queue[place] for place in range(1, len(queue)))
    known = len(counted) == len(queue) and all(0 < count <= counted.get(pair, 0) for pair, count in counts.items())
    return (
        in_order and known and all(len(pair) == 2 for pair in counted) and all(count > 0 for count in counted.values())
    )


def best_of(counts: dict[Pair, int]) -> Pair | None:
    return max(counts, key=lambda pair: (counts[pair], -pair[0], -pair[1]), default=None)


def taken_from_all(queue: Any, counts: dict[Pair, int]) -> Pair | None:
    """The oracle: look at all counts, and take the entry of the best pair out."""
    best = best_of(dict(dict.items(counts)))
    queue[:] = [entry for entry in queue if entry[1] != best]
    return best


MANY = {(number, number + 1): number for number in range(1, 61)}


@exercise(
    "fast.next_pair",
    lesson=9,
    level="medium",
    title="The next pair in the queue",
    example=(queue_of({(1, 2): 20, (3, 2): 17, (2, 4): 16}), {(1, 2): 20, (3, 2): 5, (2, 4): 16}),
    cases=[
        ([], {}),
        (queue_of({(1, 2): 3}), {}),
        (queue_of({(1, 2): 3, (1, 1): 2}), {(1, 2): 1, (1, 1): 2}),
        (queue_of({(2, 1): 4, (1, 2): 5}), {(2, 1): 4, (1, 2): 4}),
        (queue_of({(1, 2): 9, (2, 3): 8, (3, 4): 7}), {(1, 2): 2, (2, 3): 3, (3, 4): 4}),
        (queue_of(MANY), MANY),
    ],
    generate=fallen,
    valid=is_queue,
    call=emptied,
    oracle=taken_from_all,
    same=lambda expected, got, args: isinstance(got, Emptied) and got[:2] == expected[:2] and got.less_work,
    hints=[
        "The entry at the front may be out of date. How do you find out without looking at any other pair?",
        "Take the front entry. If its count is still true, that is the pair. If it has fallen, the entry goes back "
        "with today's count. If the pair is gone, so is the entry.",
        "`while queue:` `count, pair = heappop(queue)`, and compare `-count` with `counts.get(pair, 0)`.",
    ],
    why="Counts only fall while a pair waits, so an entry is never too low: no pair comes later than it should.",
)
def next_pair(queue: list[tuple[int, tuple[int, int]]], counts: dict[tuple[int, int], int]) -> tuple[int, int] | None:
    """Take the best pair out of a heap of (-count, pair), or None: [(-3, (1, 2))], {(1, 2): 3} → (1, 2)."""
    while queue:
        count, pair = heappop(queue)
        today = counts.get(pair, 0)
        if today == -count:
            return pair
        if today:
            heappush(queue, (-today, pair))
    return None


@next_pair.slip("It looks at the front entry and leaves it there: take it out with `heappop`.")
def left_there(queue, counts):
    found = next_pair(queue, counts)
    if found is not None:
        heappush(queue, (-counts[found], found))
    return found


@next_pair.slip("A pair that no longer occurs comes out: if it is not in `counts`, drop its entry.")
def keeping_gone(queue, counts):
    while queue:
        count, pair = heappop(queue)
        today = counts.get(pair, 0)
        if today == -count:
            return pair
        heappush(queue, (-today, pair))
    return None


@next_pair.slip("It believes the entry at the front: a merge since may have lowered that pair's count.")
def believing(queue, counts):
    return heappop(queue)[1] if queue else None


@next_pair.slip("An entry that is out of date is thrown away, and the pair with it: put it back with today's count.")
def throwing_away(queue, counts):
    while queue:
        count, pair = heappop(queue)
        if counts.get(pair, 0) == -count:
            return pair
    return None


@next_pair.slip(
    "The queue stays as it was, so each call starts anew: take out what comes to its front, and look no further."
)
def looking_at_all(queue, counts):
    return best_of(counts)


@next_pair.slip("It goes through the whole queue each time. Only the entries that come to its front matter.")
def queue_anew(queue, counts):
    queue[:] = [(-counts[pair], pair) for _, pair in queue if pair in counts]
    heapify(queue)
    return heappop(queue)[1] if queue else None


@next_pair.slip("It takes a pair whose count has fallen, as long as it is not 0: another may be more frequent by now.")
def any_left(queue, counts):
    while queue:
        _, pair = heappop(queue)
        if counts.get(pair, 0):
            return pair
    return None


def some_words(random: Random) -> Args:
    return random.choices("abcd", k=random.randint(0, 9)), random.randint(1, 4)


@exercise(
    "fast.hit_rate",
    lesson=9,
    level="easy",
    title="How often does the cache help?",
    example=(["the", "cat", "the", "hat"], 10),
    cases=[
        ([], 5),
        (["a", "b", "a", "b"], 1),
        (["a", "a"], 1),
        (["a", "b", "c", "a"], 2),
        (["a", "b", "a", "c", "b"], 2),
    ],
    generate=some_words,
    valid=lambda words, room: room > 0,
    hints=[
        "Keep a set of the words in the cache, and count the words that are in it when they come.",
        "A word that is not in it goes in. If there are `room` words already, empty the set first.",
        "Divide by the number of all words, and give 0.0 if there are none.",
    ],
    why="A word misses once, then hits for as long as the cache keeps it; a hundred words make up half of a text.",
)
def hit_rate(words: list[str], room: int) -> float:
    """The share of words found in a cache of `room` words, emptied when a new word finds it full: a b a c, 2 → 0.25."""
    cache: set[str] = set()
    hits = 0
    for word in words:
        if word in cache:
            hits += 1
            continue
        if len(cache) == room:
            cache.clear()
        cache.add(word)
    return hits / len(words) if words else 0.0


@hit_rate.slip("This cache is never emptied: when a new word finds `room` words in it, it is emptied first.")
def without_end(words, room):
    return 1 - len(set(words)) / len(words) if words else 0.0


@hit_rate.slip("It holds one word more than `room`: empty it when there are `room` words.")
def one_too_many(words, room):
    return hit_rate(words, room + 1)


@hit_rate.slip("It drops one word: when it is full, this cache is emptied as a whole.")
def oldest_out(words, room):
    cache, hits = [], 0
    for word in words:
        hits += word in cache
        if word not in cache:
            cache = [*cache, word][-room:]
    return hits / len(words) if words else 0.0


@hit_rate.slip("It empties the cache as soon as it is full: only a new word that finds no room empties it.")
def emptied_first(words, room):
    cache, hits = set(), 0
    for word in words:
        if len(cache) >= room:
            cache.clear()
        hits += word in cache
        cache.add(word)
    return hits / len(words) if words else 0.0


@hit_rate.slip("It is always 0: keep each new word, count the words that are found, and divide by `/`, not by `//`.")
def always_0(words, room):
    return 0.0


@hit_rate.slip("It forgets the new word together with the old ones: empty the cache first, then put the word into it.")
def emptied_with_it(words, room):
    cache, hits = set(), 0
    for word in words:
        hits += word in cache
        if word not in cache:
            cache = {*cache, word} if len(cache) < room else set()
    return hits / len(words) if words else 0.0


@hit_rate.slip("The cache is empty at first, so a word that comes for the first time is not found in it.")
def filled_before(words, room):
    frequent = [word for word, _ in Counter(words).most_common(room)]
    return sum(word in frequent for word in words) / len(words) if words else 0.0


@hit_rate.slip("These are the misses: the words that the cache does not have.")
def misses(words, room):
    return 1 - hit_rate(words, room) if words else 0.0


@hit_rate.slip("When the cache is full it stops learning. It should be emptied, and take the new word.")
def full_for_good(words, room):
    first = list(dict.fromkeys(words))[:room]
    return (sum(word in first for word in words) - len(first)) / len(words) if words else 0.0


@hit_rate.slip("Without any words there is nothing to divide by: give 0.0.")
def without_words(words, room):
    return hit_rate(words, room) / (1 if words else 0)
