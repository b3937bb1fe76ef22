"""Lesson 02, the two halves of byte-pair encoding: count the pairs, and join one of them."""

from collections import Counter
from random import Random

from ..exercise import Args, exercise
from .trained import up_to_each


def symbols(random: Random) -> tuple[str, ...]:
    return tuple(random.choices(["a", "b", "c", "ab", "bc"], k=random.randint(1, 7)))


def some_words(random: Random) -> Args:
    return ({symbols(random): random.randint(1, 9) for _ in range(random.randint(1, 3))},)


@exercise(
    "bpe.count_pairs",
    title="Count adjacent pairs",
    example=({("h", "u", "g"): 10, ("h", "u", "g", "s"): 5},),
    cases=[({("a",) * 5: 1},), ({("a",): 2},), ({("a", "b"): 2, ("b", "a", "b"): 1},)],
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


def apart(word):
    """The pairs that can be joined: two of the four in `aaaaa`."""
    last = None
    for pair in zip(word, word[1:]):
        last = None if pair == last else pair
        if last:
            yield pair


count_pairs.known_slips("""
It forgets how often the word occurs: each of its pairs occurs as often.
    += count → += 1
Each new occurrence overwrites what was counted before: add to the count that is there.
    += count → = count
Here pairs that overlap count, too: `aaaaa` holds four, although only two can be joined.
    zip(symbols, symbols[1:]) → apart(symbols)
The last pair of each word is missing.
    symbols[1:]) → symbols[1:-1])
A word's end is not next to its beginning: does an index become -1?
    symbols[1:]) → symbols[1:] + symbols[:1])
""")


@exercise(
    "bpe.merge_pair",
    title="Join a pair",
    example=(("h", "u", "g", "s"), ("u", "g")),
    cases=[
        (("a",) * 5, ("a", "a")),
        (("ab", "c"), ("a", "bc")),
        (tuple("abab"), ("a", "b")),
        (tuple("ab.b"), (".", "b")),
    ],
    generate=lambda random: (symbols(random), (random.choice(["a", "ab"]), random.choice(["a", "b", "bc", "c"]))),
    valid=lambda symbols, pair: all(symbols) and all(pair) and len(pair) == 2 and len(symbols) > 0,
    stages=up_to_each("symbol"),
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


merge_pair.known_slips("""
A symbol is used twice: after joining two, step over both.
    i += 2 → i += 1
It joins what only looks alike: compare both parts, since `a bc` and `ab c` spell the same and are two pairs.
    tuple(symbols[i : i + 2]) == pair → "".join(symbols[i : i + 2]) == "".join(pair)
The last symbol gets lost: it has no right neighbour, but it is still there.
    len(symbols) → len(symbols) - 1
It joins the first occurrence only: go on to the end of the word.
    == pair → == pair and len(merged) == i
It joins from right to left: `aaa` is `aa a`, not `a aa`.
    i = 0 → i, symbols, pair = 0, symbols[::-1], pair[::-1] ; 0] + pair[1] → 1] + pair[0] ; merged) → merged[::-1])
Nothing is joined. The pair is a tuple, which never equals a list or a string: what do you compare it with?
    symbols
It replaces in the text of the symbols, and so joins parts of longer ones: compare whole symbols.
    tuple(" ".join(symbols).replace(" ".join(pair), "".join(pair)).split())
""")
