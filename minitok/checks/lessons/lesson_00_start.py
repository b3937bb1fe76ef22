"""Lesson 00: one short exercise, to try how the exercises of the course work."""

from random import Random
from statistics import median

from ..exercise import Args, exercise


def some_tokens(random: Random) -> Args:
    return (random.choices(["a", "␣the", "ferry", "é", "suit", "case"], k=random.randint(1, 6)),)


@exercise(
    "start.token_length",
    lesson=0,
    level="easy",
    title="The average length of a token",
    example=(["␣suit", "case", "s"],),
    cases=[([],), (["a"],), (["a", "a", "bcd", "a"],)],
    generate=some_tokens,
    hints=[
        "How many characters do all tokens have together? And how many tokens are there?",
        "Divide the characters by the tokens. A list may be empty: then there is nothing to divide by.",
        '`len("".join(tokens)) / len(tokens)`, and 0.0 before that if there are no tokens.',
    ],
    why="All characters by all tokens: a token that occurs twice counts twice, as it does in a text.",
)
def token_length(tokens: list[str]) -> float:
    """How many characters a token has on average, 0.0 for no tokens: ['␣a', 'cat'] → 2.5."""
    if not tokens:
        return 0.0
    return sum(len(token) for token in tokens) / len(tokens)


@token_length.slip("An empty list has no tokens to divide by: give 0.0 before you divide.")
def by_zero(tokens):
    return sum(len(token) for token in tokens) / len(tokens)


@token_length.slip("This is tokens per character: divide the characters by the tokens.")
def upside_down(tokens):
    return len(tokens) / len("".join(tokens)) if tokens else 0.0


@token_length.slip("This is how many characters there are in all: divide by the number of tokens.")
def undivided(tokens):
    return len("".join(tokens))


@token_length.slip("It counts each different token once: one that occurs twice counts twice.")
def of_different_tokens(tokens):
    return len("".join(set(tokens))) / len(set(tokens)) if tokens else 0.0


@token_length.slip("This is the median: an average is the sum of all lengths, divided by their number.")
def middle(tokens):
    return median(map(len, tokens)) if tokens else 0.0


@token_length.slip("It counts bytes: `len(token)` counts characters.")
def in_bytes(tokens):
    return len("".join(tokens).encode()) / len(tokens) if tokens else 0.0


@token_length.slip("It cuts off what comes after the point: divide with `/`, not with `//`.")
def whole(tokens):
    return len("".join(tokens)) // len(tokens) if tokens else 0.0
