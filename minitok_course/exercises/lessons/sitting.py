"""GPT-4's tokenizer in one sitting: the two exercises that build on what was written before them."""

from random import Random
from typing import Any

import regex

from minitok.naive_bpe import count_pairs, cut, encode, merge_pair
from minitok.patterns import GPT4_PATTERN
from minitok_course.exercises.exercise import Args, exercise
from minitok_course.exercises.lessons.trained import some_word

Words = dict[tuple[Any, ...], int]
FIVE_WORDS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def wrong_merge(expected: Any, merges: Any, args: Args) -> str | None:
    """A sentence on the first merge that does not join one of the most frequent pairs; None if all do."""
    words, _ = args
    for number, pair in enumerate(merges, 1):
        pair = pair and tuple(pair)
        counts = count_pairs(words)
        if pair not in counts:
            return (
                f"Merge {number}, {pair}, isn't a pair by then: "
                "join each merge in every word, count again, and stop when no pair is left."
            )
        best = max(counts.values())
        if counts[pair] < best:
            return f"Merge {number}, {pair}, has the count {counts[pair]}, and another pair has {best}: take that one."
        words = {merge_pair(word, pair): count for word, count in words.items()}
    if len(merges) == len(expected):
        return None
    return (
        f"It learns {len(merges)} instead of {len(expected)}: "
        "stop at `how_many`, or when no pair is left, not sooner or later."
    )


def some_words(random: Random) -> Args:
    words: Words = {}
    for _ in range(random.randint(1, 5)):
        words[tuple(some_word(random, "abcd", 6))] = random.randint(1, 3)
    return words, random.randint(1, 6)


@exercise(
    "bpe.learn_merges",
    example=({tuple(word): count for word, count in FIVE_WORDS.items()}, 3),
    cases=[
        ({("a",) * 4: 1}, 2),
        ({("a", "b"): 1}, 9),
        ({("a",): 3}, 2),
        ({tuple("abcabd"): 1}, 0),
        ({}, 2),
    ],
    generate=some_words,
    valid=lambda words, how_many: how_many >= 0 and all(words) and all(words.values()),
    same=lambda expected, merges, args: (
        isinstance(merges, (list, tuple))
        and all(isinstance(pair, (list, tuple)) for pair in merges)
        and wrong_merge(expected, merges, args) is None
    ),
    remark=wrong_merge,
    in_bytes=True,
    stages=lambda words, how_many: [
        (f"how_many = {n}", (words, n)) for n in range(how_many + 1)
    ],
)
def learn_merges(
    words: dict[tuple[str, ...], int], how_many: int
) -> list[tuple[str, str]]:
    """The first merges of a text: {h u g: 10, p u n: 4}, 1 → [(h, u)]."""
    merges: list[tuple[str, str]] = []
    while len(merges) < how_many:
        counts = count_pairs(words)
        if not counts:
            break
        best = max(counts, key=lambda pair: counts[pair])
        merges.append(best)
        words = {merge_pair(word, best): count for word, count in words.items()}
    return merges


RANKS = {(b"u", b"g"): 6, (b"h", b"ug"): 7, (b"hug", b" "): 8, (b" ", b"hug"): 9}
IDS = {b" ": 0, b"g": 1, b"h": 2, b"s": 3, b"u": 4, b"!": 5}
IDS |= {b"ug": 6, b"hug": 7, b"hug ": 8, b" hug": 9, b"\xc3": 10, b"\xa9": 11}


def some_text(random: Random) -> Args:
    parts = random.choices(["hug", " ", "s", "!", "é", "<end>"], k=random.randint(1, 6))
    special = random.choice([{"<end>": 99}, {"!": 50}, {"<end>": 99, "!": 50}])
    if "<end>" not in special:
        parts = [part for part in parts if part != "<end>"]
    return "".join(parts), IDS, RANKS, special


def of_ids(expected: list[int], got: list[int], args: Args) -> str:
    text, ids, _, special = args
    tokens = {id: token for token, id in ids.items()}
    tokens |= {id: token.encode() for token, id in special.items()}
    if b"".join(tokens.get(id, b"") for id in got) != text.encode():
        return "The tokens of these ids don't spell the text: nothing may be lost or repeated."
    return "These ids spell the text with the wrong tokens: cut at special tokens, then into words, then encode."


@exercise(
    "gpt4.encode_text",
    example=("hug hugs", IDS, RANKS, {"<end>": 99}),
    cases=[
        ("hug<end>", IDS, RANKS, {"<end>": 99}),
        ("hug hug", IDS, RANKS, {}),
        ("é", IDS, RANKS, {}),
        ("", IDS, RANKS, {}),
    ],
    generate=some_text,
    remark=of_ids,
)
def encode_text(
    text: str,
    ids: dict[bytes, int],
    ranks: dict[tuple[bytes, bytes], int],
    special: dict[str, int],
) -> list[int]:
    """The ids of a text: "hi<s>" → the ids of "hi", then special["<s>"]."""
    result: list[int] = []
    for part in cut(text, set(special)):
        if part in special:
            result.append(special[part])
            continue
        for word in regex.findall(GPT4_PATTERN, part):
            for token in encode(word.encode(), ranks):
                result.append(ids[token])
    return result
