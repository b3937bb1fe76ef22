"""Lesson 10: read growth off a plot, and say how often a cache helps."""

from math import log
from random import Random
from typing import Any

from ..exercise import Args, exercise


def two_runs(random: Random) -> Args:
    small, first = random.randint(1, 9) * 100, random.randint(1, 9) / 10
    return small, first, small * random.choice([2, 4, 10]), first * random.choice([1, 2, 4, 16, 100])


@exercise(
    "fast.exponent",
    title="How does the time grow?",
    example=(100, 0.5, 1000, 5.0),
    cases=[(1000, 0.1, 2000, 0.4), (10, 3.0, 1000, 3.0), (100, 8.0, 50, 2.0), (2, 0.2, 16, 1.6)],
    generate=two_runs,
    remark=lambda *given: "It is the k with (ratio of the sizes) ** k = ratio of the times.",
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


exponent.known_slips("""
This is the ratio of the times alone.
    its_seconds / seconds
Divide the logarithms, not the ratios: if ten times the size takes a hundred times as long, k is 2.
    (its_seconds / seconds) / (larger / size)
""")


def some_words(random: Random) -> Args:
    return random.choices("abcd", k=random.randint(0, 9)), random.randint(1, 4)


def of_shares(expected: Any, got: Any, args: Args) -> str | None:
    if got == expected * len(args[0]):
        return "This is how many words the cache holds when they come: their share of all words is asked for."
    told = "Only a new word that finds the cache full empties it, and goes in: no word leaves by itself."
    return told if got else None


@exercise(
    "fast.hit_rate",
    title="How often does the cache help?",
    example=(["the", "cat", "the", "hat"], 10),
    cases=[([], 5), ([*"abab"], 1), ([*"aa"], 1), ([*"abca"], 2), ([*"abacb"], 2)],
    generate=some_words,
    valid=lambda words, room: room > 0,
    remark=of_shares,
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


hit_rate.known_slips("""
This is the share of misses: 1 minus it is asked for.
    1 - hit_rate(words, room)
This cache is never emptied.
    cache.clear() → pass
It holds one word more than `room`.
    hit_rate(words, room + 1)
""")
