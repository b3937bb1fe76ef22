"""Lesson 02, the two halves of byte-pair encoding: count the pairs, and join one of them."""

from collections import Counter
from random import Random

from ..exercise import Args, exercise


def symbols(random: Random) -> tuple[str, ...]:
    return tuple(random.choices(["a", "b", "c", "ab", "bc"], k=random.randint(1, 7)))


def some_words(random: Random) -> Args:
    return ({symbols(random): random.randint(1, 9) for _ in range(random.randint(1, 3))},)


@exercise(
    "bpe.count_pairs",
    lesson=2,
    level="easy",
    title="Count adjacent pairs",
    example=({("h", "u", "g"): 10, ("h", "u", "g", "s"): 5},),
    cases=[({("a", "b"): 3},), ({("a",) * 5: 1},), ({("a",): 2},), ({("a", "b"): 2, ("b", "a", "b"): 1},)],
    generate=some_words,
    hints=[
        "A word that occurs ten times has each of its pairs ten times.",
        "`zip(symbols, symbols[1:])` gives the pairs of a word; `aaaaa` has four.",
        "For each word and its count, for each pair: `counts[pair] = counts.get(pair, 0) + count`.",
    ],
    why="Each pair of neighbours counts as often as its word occurs, even where two pairs overlap.",
)
def count_pairs(words: dict[tuple[str, ...], int]) -> dict[tuple[str, str], int]:
    """How often each pair of neighbours occurs: {h u g: 10} → {(h, u): 10, (u, g): 10}."""
    counts: Counter[tuple[str, str]] = Counter()
    for symbols, count in words.items():
        for pair in zip(symbols, symbols[1:]):
            counts[pair] += count
    return dict(counts)


def counting(words, pairs_of):
    """Count other pairs of each word: the frame of the slips below."""
    counts = Counter()
    for word, count in words.items():
        for pair in pairs_of(word):
            counts[pair] += count
    return counts


@count_pairs.slip("A pair is a tuple of two symbols, and this joins them: `ab c` and `a bc` would be one.")
def joined(words):
    return counting(words, lambda word: map("".join, zip(word, word[1:])))


@count_pairs.slip("These are the counts of the first word alone: is the `return` inside the loop?")
def of_first_word(words):
    return count_pairs(dict(list(words.items())[:1]))


@count_pairs.slip("It forgets how often the word occurs: each of its pairs occurs as often.")
def each_word_once(words):
    return Counter(pair for word in words for pair in zip(word, word[1:]))


@count_pairs.slip("A pair that a word holds twice counts twice: `aaaaa` holds four pairs.")
def once_a_word(words):
    return counting(words, lambda word: set(zip(word, word[1:])))


@count_pairs.slip("It steps over overlapping pairs: `aaaaa` holds four pairs, though only two can be joined.")
def without_overlap(words):
    counts, step = Counter(), 0
    for word, count in words.items():
        step = 0
        while step < len(word) - 1:
            pair = word[step : step + 2]
            counts[pair] += count
            step += 2 if word[step + 1 : step + 3] == pair else 1
    return counts


@count_pairs.slip("It looks at every second place only: the pairs of a word overlap.")
def every_second(words):
    return counting(words, lambda word: zip(word[::2], word[1::2]))


@count_pairs.slip("The last pair of a word is missing.")
def without_the_last(words):
    return counting(words, lambda word: zip(word[:-1], word[1:-1]))


@count_pairs.slip("The first pair of a word is missing.")
def without_the_first(words):
    return counting(words, lambda word: zip(word[1:], word[2:]))


@count_pairs.slip("It pairs each symbol with the one after the next: `symbols[1:]` begins at the next.")
def one_between(words):
    return counting(words, lambda word: zip(word, word[2:]))


@count_pairs.slip("Each new occurrence overwrites what was counted before: add to the count that is there.")
def overwritten(words):
    return {pair: count for word, count in words.items() for pair in zip(word, word[1:])}


@exercise(
    "bpe.merge_pair",
    lesson=2,
    level="easy",
    title="Join a pair",
    example=(("h", "u", "g", "s"), ("u", "g")),
    cases=[
        (("a",) * 5, ("a", "a")),
        (("ab", "c"), ("a", "bc")),
        (("a", "b", "c"), ("a", "b")),
        (("a", "b", "a", "b"), ("a", "b")),
        (("a",), ("a", "b")),
        (("a", "b", ".", "b"), (".", "b")),
    ],
    generate=lambda random: (symbols(random), (random.choice(["a", "ab"]), random.choice(["a", "b", "bc", "c"]))),
    valid=lambda symbols, pair: all(symbols) and all(pair) and len(pair) == 2 and len(symbols) > 0,
    hints=[
        "Walk from left to right. What is the next place to look at after you have joined two?",
        "Use `while i < len(symbols)`: after a pair add 2 to `i`, else add 1. The last symbol has no right neighbour.",
        "Where `symbols[i : i + 2] == pair`, append `pair[0] + pair[1]` and step by 2; else append `symbols[i]`.",
    ],
    why="After a pair it goes on with the next, so no symbol is used twice; it compares parts, not what they spell.",
)
def merge_pair(symbols: tuple[str, ...], pair: tuple[str, str]) -> tuple[str, ...]:
    """Join each occurrence of a pair, from left to right: h u g s, (u, g) → h ug s."""
    merged: list[str] = []
    i = 0
    while i < len(symbols):
        if tuple(symbols[i : i + 2]) == pair:
            merged.append(pair[0] + pair[1])
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return tuple(merged)


def merging(symbols, fits, *, to_the_end=True, step=2, most=99):
    """Merge where `fits` says so: the frame of the slips below."""
    merged, i = [], 0
    while i < len(symbols) - (not to_the_end):
        if most and i + 1 < len(symbols) and fits(symbols[i], symbols[i + 1]):
            merged.append(symbols[i] + symbols[i + 1])
            i, most = i + step, most - 1
        else:
            merged.append(symbols[i])
            i += 1
    return tuple(merged)


@merge_pair.slip("A symbol is used twice: after joining two, go on after them (`a a` can be joined twice in `aaaaa`).")
def overlapping(symbols, pair):
    merged, i = [], 0
    while i < len(symbols):
        if symbols[i : i + 2] == pair:
            merged.append(pair[0] + pair[1])
        elif i == 0 or symbols[i - 1 : i + 1] != pair:
            merged.append(symbols[i])
        i += 1
    return tuple(merged)


@merge_pair.slip("A symbol is used twice: after joining two, step over both.")
def one_step(symbols, pair):
    return merging(symbols, lambda left, right: (left, right) == pair, step=1)


@merge_pair.slip(
    "It joins what only looks alike: compare both parts, since `a bc` and `ab c` spell the same and are two pairs."
)
def alike(symbols, pair):
    return merging(symbols, lambda left, right: left + right == "".join(pair))


@merge_pair.slip("The last symbol gets lost: it has no right neighbour, but it is still there.")
def last_lost(symbols, pair):
    return merging(symbols, lambda left, right: (left, right) == pair, to_the_end=False)


@merge_pair.slip("The first symbol gets lost: places are counted from 0.")
def first_lost(symbols, pair):
    return merging(symbols[1:], lambda left, right: (left, right) == pair)


@merge_pair.slip("What is not part of the pair gets lost: all other symbols stay as they are.")
def joined_alone(symbols, pair):
    return tuple("".join(pair) for symbol in merge_pair(symbols, pair) if symbol == "".join(pair))


@merge_pair.slip("It joins the first occurrence only: join them all.")
def first_only(symbols, pair):
    return merging(symbols, lambda left, right: (left, right) == pair, most=1)


@merge_pair.slip("It replaces in the text of the symbols, and so joins parts of longer ones: compare whole symbols.")
def by_replacing(symbols, pair):
    return tuple(" ".join(symbols).replace(" ".join(pair), "".join(pair)).split())


@merge_pair.slip("It merges from the right: where pairs overlap, the left one is joined.")
def from_the_right(symbols, pair):
    turned = [symbol[::-1] for symbol in symbols[::-1]]
    merged = merging(turned, lambda left, right: (right[::-1], left[::-1]) == pair)
    return tuple(symbol[::-1] for symbol in merged[::-1])


@merge_pair.slip("Nothing is joined here.")
def unchanged(symbols, pair):
    return symbols
