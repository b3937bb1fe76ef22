"""Lesson 06: cut a text at its added tokens, add tokens, and put sequences together."""

import re
from random import Random

from ..exercise import Args, exercise
from .trained import up_to_each


def text_and_tokens(random: Random) -> Args:
    tokens = random.choices(["<s>", "<s>>", "<", "ab", "abc", "bcd", "b", "cd"], k=random.randint(1, 4))
    return "".join(random.choices(["<s>", ">", "a", "b", "c", "d", "x"], k=random.randint(1, 7))), set(tokens)


@exercise(
    "special.cut",
    title="Cut a text at its added tokens",
    example=("hi<s>you", {"<s>", "</s>"}),
    cases=[("<s>>", {"<s>", "<s>>"}), ("ab.c", {"."}), ("HI <S>", {"<s>"}), ("<s> <s>", {"<s>"}), ("a\nb<s>", {"<s>"})],
    generate=text_and_tokens,
    valid=lambda text, tokens: bool(tokens) and all(tokens),
    stages=up_to_each("character"),
    hints=[
        "Go through the text from left to right. At each place ask which of the tokens begin here.",
        "If several do, take the longest. What is between two tokens is one part, if there is anything.",
        "`re.split('(' + '|'.join(…) + ')', text)` keeps what it cuts at. Sort the tokens by length, the longest "
        "first, `re.escape` each, and drop the empty parts.",
    ],
    why="`re` takes the first alternative that fits at the leftmost place, so the longest token has to come first.",
)
def cut(text: str, tokens: set[str]) -> list[str]:
    """The tokens in a text, and what is between them: 'hi<s>you' → ['hi', '<s>', 'you']."""
    longest_first = sorted(tokens, key=lambda token: (-len(token), token))
    pattern = "|".join(map(re.escape, longest_first))
    return [part for part in re.split(f"({pattern})", text) if part]


cut.known_slips("""
Of two tokens that begin at the same place it takes the shorter one: the longest match wins.
    lambda token: (-len(token), token) → len
Empty parts are left: drop them.
    if part] → ]
A token may hold characters that mean something in a pattern: use `re.escape`.
    map(re.escape, longest_first) → longest_first
The tokens themselves are lost: put the pattern in brackets.
    f"({pattern})" → pattern
What follows the last token is lost.
    [part for part in cut(text, tokens)[:-1]] + [part for part in cut(text, tokens)[-1:] if part in tokens]
Whitespace is text: keep it.
    [part.strip() for part in cut(text, tokens) if part.strip()]
""")


def vocab_and_tokens(random: Random) -> Args:
    ids = random.sample(range(9), 3)
    tokens = random.choices(["<s>", "</s>", "<pad>", "a", "b", "<x>"], k=random.randint(1, 3))
    return {"a": ids[0], "b": ids[1], "pug": ids[2]}, tokens


@exercise(
    "special.add_tokens",
    title="Add tokens to a vocabulary",
    example=({"a": 0, "pug": 1}, ["<s>", "</s>"]),
    cases=[({"b": 7, "a": 0}, ["<s>", "</s>"]), ({"a": 0, "pug": 1}, ["<s>", "pug"]), ({"a": 0}, ["<s>", "<s>"])],
    generate=vocab_and_tokens,
    valid=lambda vocab, tokens: bool(vocab and tokens) and all(tokens) and len(set(vocab.values())) == len(vocab),
    hints=[
        "At what point is it clear that a call has to fail? What has already changed by then?",
        "Check all tokens first, against the vocabulary and against each other. Then make a new dict.",
        "`len({*vocab, *tokens}) < len(vocab) + len(tokens)` finds both kinds of doubles. New ids count up from "
        "`max(vocab.values()) + 1`.",
    ],
    why="It checks all before it makes anything, so a call that fails changes nothing; ids may have gaps.",
)
def add_tokens(vocab: dict[str, int], tokens: list[str]) -> dict[str, int]:
    """A new vocabulary with tokens added after the highest id: {'a': 5}, ['<s>'] → {'a': 5, '<s>': 6}."""
    seen = set(vocab)
    for token in tokens:
        if token in seen:
            raise ValueError(f"{token!r} is there already")
        seen.add(token)
    first = max(vocab.values(), default=-1) + 1
    return {**vocab, **{token: first + place for place, token in enumerate(tokens)}}


add_tokens.known_slips("""
Ids may have gaps: a new id follows the highest one, and `len(vocab)` may be another number.
    max(vocab.values(), default=-1) + 1 → len(vocab)
Each token gets an id of its own.
    first + place → first
The last entry need not have the highest id: use `max`.
    max(vocab.values(), default=-1) + 1 → [-1, *vocab.values()][-1] + 1
A token that is there already is a ValueError: here it gets a new id.
    raise ValueError( → (
A token that is given twice is a ValueError, too: compare the tokens with each other.
    seen.add(token) → pass
It adds tokens while it is still checking: a call that fails must change nothing.
    set(vocab) → vocab ; seen.add(token) → vocab[token] = max(vocab.values()) + 1 ; first + place → vocab[token]
""")


@exercise(
    "special.pair",
    title="A pair of sequences",
    example=([7, 8], [9], 101, 102),
    cases=[([1], [2], 3, 4), ([5, 5], [6, 6, 6], 1, 2), ([102, 7], [9], 101, 102)],
    generate=lambda random: (*(random.choices(range(5, 9), k=random.randint(1, 4)) for _ in range(2)), 1, 2),
    valid=lambda first, second, cls, sep: (
        first and second and cls != sep and not {cls, sep} & {*second} | {cls} & {*first}
    ),
    hints=[
        "Write the ids in a row first: cls, first, sep, second, sep. How many of them are of type 0?",
        "Each `sep` has the type of the sequence that it ends.",
        "`[0] * (len(first) + 2) + [1] * (len(second) + 1)`",
    ],
    why="A `sep` ends its sequence and belongs to it, so the last one is of type 1.",
)
def pair(first: list[int], second: list[int], cls: int, sep: int) -> tuple[list[int], list[int]]:
    """The ids and the type ids of a pair: [7], [9] → [101, 7, 102, 9, 102], [0, 0, 0, 1, 1]."""
    ids = [cls, *first, sep, *second, sep]
    return ids, [0] * (len(first) + 2) + [1] * (len(second) + 1)


pair.known_slips("""
The last `sep` ends the second sequence: its type is 1.
    [1] * (len(second) + 1) → [1] * len(second) + [0]
The first `sep` ends the first sequence: its type is 0.
    (len(first) + 2) + [1] * (len(second) + 1) → (len(first) + 1) + [1] * (len(second) + 2)
The second sequence ends in `sep`, too.
    *second, sep] → *second] ; (len(second) + 1) → len(second)
There is one type id for each id: count `cls` and both `sep`.
    (len(first) + 2) + [1] * (len(second) + 1) → len(first) + [1] * len(second)
The type ids are missing: give both lists.
    [cls, *first, sep, *second, sep]
""")
