"""Lesson 09: read growth off a plot, and say how often a cache helps."""

from collections import Counter
from math import log
from random import Random

from ..exercise import Args, exercise


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


@hit_rate.slip("These are per cent: a share is a number from 0 to 1.")
def per_cent(words, room):
    return 100 * hit_rate(words, room)
