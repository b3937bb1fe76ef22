"""Lesson 08: merges from ranks, rows for new tokens, and batches."""

from collections.abc import Iterable
from random import Random
from typing import Any

from minitok import naive_bpe

from ..exercise import Args, exercise
from .trained import some_merges


def token_ranks(merges: Iterable[tuple[str, str]]) -> dict[bytes, int]:
    """A vocabulary as tiktoken has it: the bytes of each token, and its rank."""
    merges = list(merges)
    single = sorted({char for merge in merges for part in merge for char in part})
    tokens = [*single, *(left + right for left, right in merges)]
    return {token.encode("latin-1"): rank for rank, token in enumerate(tokens)}


def recovered(ranks: dict[bytes, int]) -> list[tuple[bytes, bytes]]:
    """The oracle: encode each token with the merges before it, until two parts are left."""
    merges: list[tuple[str, str]] = []
    for token in sorted(ranks, key=lambda token: ranks[token]):
        match naive_bpe.encode(token.decode("latin-1"), merges):
            case [left, right]:
                merges.append((left, right))
    return [(left.encode("latin-1"), right.encode("latin-1")) for left, right in merges]


def as_trained(ranks: dict[bytes, int]) -> bool:
    """Whether the ranks are those of the merges that can be recovered from them."""
    merges = [(left.decode("latin-1"), right.decode("latin-1")) for left, right in recovered(ranks)]
    return bool(ranks) and ranks == token_ranks(merges)


def of_merges(expected: Any, got: Any, args: Args) -> str | None:
    if not got:
        return "It joins the parts to the whole token, and none is left: use only the ranks below its own."
    if len(got) > len(expected):
        return "A token has one merge: the two parts that BPE would have joined last."
    for (left, right), pair in zip(expected, got):
        if (left, right) != tuple(pair):
            return f"By the ranks below its own, BPE cuts {left + right} into {left} and {right}: it takes other parts."
    return None


@exercise(
    "real.merges_from_ranks",
    title="Merges from ranks",
    example=({b"a": 0, b"b": 1, b"ab": 2, b"abb": 3},),
    cases=[
        (token_ranks([("b", "c"), ("a", "bc"), ("a", "b")]),),
        (token_ranks([("a", "b"), ("b", "c"), ("ab", "c")]),),
        (token_ranks([("a", "a"), ("aa", "a"), ("aa", "aa")]),),
        ({b"e": 0, b"r": 1, b"w": 2, b"er": 3, b"re": 4, b"we": 5, b"wer": 6},),
        ({b"\xa9": 0, b"\xc3": 1, b"\xc3\xa9": 2},),
    ],
    generate=lambda random: (token_ranks(some_merges(random)),),
    valid=as_trained,
    oracle=recovered,
    remark=of_merges,
    hints=[
        "A token may be put together in several ways. Which of them did BPE take, on its way to the whole token?",
        "Encode each token with the ranks that are lower than its own. What is left are the two parts of its "
        "last merge.",
        "Begin with single bytes. While there are more than two parts, join the two neighbours whose joined bytes have "
        "the lowest rank.",
    ],
    why="BPE joins the lowest rank first, inside a token too, so its last two parts are what the merge joined.",
)
def merges_from_ranks(ranks: dict[bytes, int]) -> list[tuple[bytes, bytes]]:
    """The merges by which BPE made the tokens: {a: 0, b: 1, ab: 2} → [(a, b)]."""
    merges = []
    for token in sorted(ranks, key=lambda token: ranks[token]):
        parts = [token[i : i + 1] for i in range(len(token))]
        while len(parts) > 2:
            i = min(range(len(parts) - 1), key=lambda i: ranks.get(parts[i] + parts[i + 1], len(ranks)))
            parts[i : i + 2] = [parts[i] + parts[i + 1]]
        if len(parts) == 2:
            merges.append((parts[0], parts[1]))
    return merges


def by_cuts(ranks, choose):
    """Of the cuts of a token into two that come before it, one that is chosen: for the slip below."""
    merges = []
    for token in sorted(ranks, key=ranks.get):
        cuts = [(token[:i], token[i:]) for i in range(1, len(token))]
        known = [cut for cut in cuts if all(ranks.get(part, len(ranks)) < ranks[token] for part in cut)]
        merges += [choose(known)] if known else []
    return merges


def earliest(ranks):
    return by_cuts(ranks, lambda cuts: min(cuts, key=lambda cut: max(map(ranks.get, cut))))


merges_from_ranks.known_slips("""
It takes any two parts that join to the token: take the two that BPE would have joined last.
    earliest(ranks)
    by_cuts(ranks, lambda cuts: cuts[0])
""")


def some_rows(random: Random) -> Args:
    rows = [[float(random.randint(-4, 4)) for _ in range(2)] for _ in range(random.randint(1, 4))]
    ids = range(len(rows))
    return rows, [random.choices(ids, k=random.randint(1, 3)) for _ in range(random.randint(0, 3))]


@exercise(
    "real.new_rows",
    title="Rows for new tokens",
    example=([[0.0, 2.0], [2.0, 4.0]], [[0, 1]]),
    cases=[([[1.0, 2.0], [3.0, 8.0]], []), ([[1.0, 2.0], [3.0, 8.0]], [[1], [0, 1]]), ([[1.0], [4.0]], [[0, 0, 1]])]
    + [([[1.0, 2.0], [3.0, 8.0], [5.0, 2.0]], [[0, 1, 2], [2]])],
    generate=some_rows,
    valid=lambda rows, pieces: all(pieces) and all(rows) and len(set(map(len, rows))) == 1,
    remark=lambda *_: "A new row is the mean of its pieces' rows: add these up, and divide by how many pieces it has.",
    hints=[
        "A new token starts with the mean of the rows of its old ids. Which rows are these, and what stays as it is?",
        "Take the rows of the ids, and go through them number by number: `zip(*chosen)` gives the columns.",
        "`[sum(column) / len(ids) for column in zip(*(rows[id] for id in ids))]` is one new row; they follow `rows`.",
    ],
    why="The old rows keep their places, so all old ids mean what they meant; the mean is a better start than chance.",
)
def new_rows(rows: list[list[float]], pieces: list[list[int]]) -> list[list[float]]:
    """The rows, then one for each new token, the mean of its old ids' rows: [[0, 2], [2, 4]], [[0, 1]] → …, [1, 3]."""
    means = [[sum(column) / len(ids) for column in zip(*(rows[id] for id in ids))] for ids in pieces]
    return rows + means


new_rows.known_slips("""
The old rows are missing: they come first, as they were.
    rows + means → means
""")


def some_batch(random: Random) -> Args:
    batch = [[random.randint(0, 3) for _ in range(random.randint(0, 3))] for _ in range(random.randint(1, 3))]
    return batch, random.choice([0, 9])


@exercise(
    "real.pad",
    title="Pad a batch",
    example=([[5, 6, 7], [8]], 0),
    cases=[([], 0), ([[0, 1], [2]], 0), ([[1], [2]], 9), ([[1], [2, 3]], 9), ([[1], [2, 3, 4], []], 0)],
    generate=some_batch,
    remark=lambda expected, got, args: (
        "The rows are right, but not the mask: 1 for each id of a row, 0 for what fills it up."
        if got[0] == expected[0]
        else None
    ),
    hints=[
        "All rows get the length of the longest. What tells a model which ids are real?",
        "The mask comes from the lengths, not from the ids: the pad id may also be an id of the text.",
        "`row + [pad] * (longest - len(row))` and `[1] * len(row) + [0] * (longest - len(row))`, with "
        "`longest = max(map(len, batch), default=0)`.",
    ],
    why="The length of a row says what is real, whatever ids are in it; an empty batch has no longest row.",
)
def pad(batch: list[list[int]], pad: int) -> tuple[list[list[int]], list[list[int]]]:
    """The ids, all rows as long as the longest, and the mask: [[5, 6], [8]] → [[5, 6], [8, 0]], [[1, 1], [1, 0]]."""
    longest = max(map(len, batch), default=0)
    ids = [row + [pad] * (longest - len(row)) for row in batch]
    mask = [[1] * len(row) + [0] * (longest - len(row)) for row in batch]
    return ids, mask


pad.known_slips("""
The mask is missing: the answer is a pair, the ids and the mask.
    return ids, mask → return ids
The mask comes from the ids, so a pad id in the text counts as padding: take the lengths.
    [[1] * len(row) + [0] * (longest - len(row)) for row in batch] → [[int(id != pad) for id in row] for row in ids]
An empty batch has no longest row: `max` needs `default=0`.
    , default=0) → )
""")


@pad.slip("It pads on the left: here the padding follows a row.")
def on_the_left(batch, id):
    longest = max(map(len, batch), default=0)
    gaps = [longest - len(row) for row in batch]
    return [[id] * gap + row for gap, row in zip(gaps, batch)], [[0] * gap + [1] * (longest - gap) for gap in gaps]
