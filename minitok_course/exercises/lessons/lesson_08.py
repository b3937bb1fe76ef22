"""Lesson 08: merges from ranks, a smallest difference, rows for new tokens, batches, a text that arrives in parts."""

import re
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any
from unicodedata import normalize
from zlib import crc32

import regex

from minitok import naive_bpe
from minitok.patterns import GPT2_PATTERN as GPT2
from minitok.patterns import GPT4_PATTERN as GPT4
from minitok_course.exercises.exercise import Args, Program, exercise, same
from minitok_course.exercises.lessons.exhibits import a_text, exhibit, is_text
from minitok_course.exercises.lessons.trained import byte_ranks, some_merges


def token_ranks(merges: Iterable[tuple[bytes, bytes]]) -> dict[bytes, int]:
    """A vocabulary as tiktoken has it: the bytes of each token, and its rank."""
    tokens = [left + right for left, right in merges]
    single = sorted({*b"".join(tokens)})
    return {
        token: rank
        for rank, token in enumerate([*(bytes([byte]) for byte in single), *tokens])
    }


def ranked(tokens: bytes) -> dict[bytes, int]:
    return {token: rank for rank, token in enumerate(tokens.split())}


def recovered(ranks: dict[bytes, int]) -> list[tuple[bytes, bytes]]:
    """The oracle: encode each token with the merges before it, until two parts remain."""
    merges: dict[tuple[bytes, bytes], int] = {}
    for token in sorted(ranks, key=lambda token: ranks[token]):
        match naive_bpe.encode(token, merges):
            case [left, right]:
                merges[left, right] = len(merges)
    return list(merges)


def of_merges(expected: Any, got: Any, args: Args) -> str | None:
    if not got:
        return "You find no merges. If you join the parts until the token is whole, use only the ranks below its own."
    if any(len(parts) == 1 and len(parts[0]) > 1 for parts in got):
        return "You join the parts until the token is whole: use only the ranks below its own."
    if sorted(map(tuple, got)) == sorted(expected):
        return "These are the merges, in another order: sort the tokens by their ranks."
    if any(len(parts) == 1 for parts in got):
        return "A single byte was not joined from anything: it has no merge."
    if len(got) > len(expected):
        return "A token has one merge: the two parts that BPE would have joined last."
    tokens = [b"".join(pair) for pair in got]
    for left, right in expected:
        if left + right not in tokens:
            return f"{left + right} is missing: each token that is longer than a byte has a merge."
        if (left, right) not in map(tuple, got):
            return f"By the ranks below its own, BPE cuts {left + right} into {left} and {right}: you take other parts."
    return None


@exercise(
    "real.merges_from_ranks",
    example=({b"a": 0, b"b": 1, b"ab": 2, b"abb": 3},),
    cases=[
        (token_ranks([(b"b", b"c"), (b"a", b"bc"), (b"a", b"b")]),),
        (token_ranks([(b"a", b"b"), (b"b", b"c"), (b"ab", b"c")]),),
        (token_ranks([(b"a", b"a"), (b"aa", b"a"), (b"aa", b"aa")]),),
        (ranked(b"e r w er re we wer"),),
        (ranked(b"\xa9 \xc3 \xc3\xa9"),),
        ({b"abb": 3, b"ab": 2, b"b": 1, b"a": 0},),
    ],
    generate=lambda random: (token_ranks(byte_ranks(some_merges(random))),),
    valid=lambda ranks: bool(ranks) and ranks == token_ranks(recovered(ranks)),
    oracle=recovered,
    remark=of_merges,
)
def merges_from_ranks(ranks: dict[bytes, int]) -> list[tuple[bytes, bytes]]:
    """The merges by which BPE made the tokens: {a: 0, b: 1, ab: 2} → [(a, b)]."""
    merges = []
    for token in sorted(ranks, key=lambda token: ranks[token]):
        parts = [token[i : i + 1] for i in range(len(token))]
        while len(parts) > 2:
            i = min(
                range(len(parts) - 1),
                key=lambda i: ranks.get(parts[i] + parts[i + 1], len(ranks)),
            )
            parts[i : i + 2] = [parts[i] + parts[i + 1]]
        if len(parts) == 2:
            merges.append((parts[0], parts[1]))
    return merges


def by_cuts(ranks, choose):
    """Choose one of the cuts of each token into two earlier tokens."""
    merges = []
    for token in sorted(ranks, key=ranks.get):
        cuts = [(token[:i], token[i:]) for i in range(1, len(token))]
        known = [
            cut
            for cut in cuts
            if all(ranks.get(part, len(ranks)) < ranks[token] for part in cut)
        ]
        merges += [choose(known)] if known else []
    return merges


def earliest(ranks):
    return by_cuts(
        ranks, lambda cuts: min(cuts, key=lambda cut: max(map(ranks.get, cut)))
    )


def digits_apart(text: str) -> list[str]:
    return re.findall(r"\d|\D+", text)


def digits_together(text: str) -> list[str]:
    return re.findall(r"\d+|\D+", text)


def threes_from_the_left(text: str) -> list[str]:
    return re.findall(r"\d{1,3}|\D+", text)


def threes_from_the_right(text: str) -> list[str]:
    return re.findall(r"\d{1,3}(?=(?:\d{3})*(?!\d))|\D+", text)


def without_brackets(text: str) -> str:
    return re.sub(r"\(.*?\)", "", text)


def composed(text: str) -> str:
    return normalize("NFC", text)


def without_names(text: str) -> str:
    return re.sub(r"^(D(r\.?)?)?O$|^O((\.?r)?D)?$", "", text)


def unchanged(text: str) -> str:
    return text


PROGRAMS: list[tuple[Callable[[str], Any], Callable[[str], Any]]] = [
    (digits_apart, digits_together),
    (threes_from_the_left, threes_from_the_right),
    (without_brackets, unchanged),
    (str.lower, str.casefold),
]


def some_difference(random: Random) -> Args:
    return *random.choice(PROGRAMS), "".join(random.choices("12345a ()ß", k=12))


def without_one(text: str) -> list[str]:
    return [text[:place] + text[place + 1 :] for place in range(len(text))]


def of_difference(expected: str, got: str, args: Args) -> str | None:
    """What is wrong with a difference, or None: it is part of the text, the programs differ, no character can go."""
    first, second, text = args
    letters = iter(text)
    if not all(letter in letters for letter in got):
        return "Only take characters away: what remains is in the order of the text."
    if first(got) == second(got):
        return f"On {got!r} the two programs agree: keep a character if they no longer differ without it."
    for less in without_one(got):
        if first(less) != second(less):
            return (
                f"One more character can go: on {less!r} the two programs still differ."
            )
    return None


@exercise(
    "real.smallest_difference",
    example=(str.lower, str.casefold, "Die Straße"),
    cases=[
        (digits_apart, digits_together, "in 1984"),
        (without_brackets, unchanged, "a f(x) b"),
        (composed, unchanged, "Cafe\u0301s"),
        (str.lower, str.casefold, "aß"),
        (without_names, unchanged, "Dr.O"),
        (without_names, unchanged, "O.rD"),
        (threes_from_the_left, threes_from_the_right, "1234 56"),
        (threes_from_the_left, threes_from_the_right, "56 1234"),
    ],
    generate=some_difference,
    valid=lambda first, second, text: first(text) != second(text),
    same=lambda expected, got, args: (
        isinstance(got, str) and of_difference(expected, got, args) is None
    ),
    remark=of_difference,
)
def smallest_difference(
    first: Callable[[str], Any], second: Callable[[str], Any], text: str
) -> str:
    """What is left of a text on which two programs differ: str.lower, str.casefold, 'Die Straße' → 'ß'."""
    place = 0
    while place < len(text):
        less = text[:place] + text[place + 1 :]
        if first(less) != second(less):
            text, place = less, 0
        else:
            place += 1
    return text


def at_the_ends(first, second, text):
    """Wrong: removes characters at the end and at the start, none in between."""
    while first(text[:-1]) != second(text[:-1]):
        text = text[:-1]
    while first(text[1:]) != second(text[1:]):
        text = text[1:]
    return text


def one_pass(first, second, text, from_start=True):
    """Wrong: tries each character once."""
    for count in reversed(range(len(text))):
        place = len(text) - 1 - count if from_start else count
        less = text[:place] + text[place + 1 :]
        if first(less) != second(less):
            text = less
    return text


def some_rows(random: Random) -> Args:
    rows = [
        [float(random.randint(-4, 4)) for _ in range(2)]
        for _ in range(random.randint(1, 6))
    ]
    first = random.randint(1, len(rows))
    return (
        rows,
        [
            random.choices(range(first), k=random.randint(1, 3))
            for _ in range(random.randint(0, 3))
        ],
        first,
    )


def of_rows(expected: Any, got: Any, args: Args) -> str:
    _, pieces, first = args
    if len(got) != len(expected):
        rule = "a new row takes the place of a spare one, and all others stay"
        return f"The number of rows should be {len(expected)}, not {len(got)}: {rule}."
    if not same(
        *([*rows[:first], *rows[first + len(pieces) :]] for rows in (expected, got))
    ):
        return "An old row has changed: the rows before `first` and after the new ones stay as they are."
    return "A new row is the mean of its pieces' rows: add these up, and divide by the number of pieces."


@exercise(
    "real.new_rows",
    example=([[0.0, 2.0], [2.0, 4.0]], [[0, 1]], 2),
    cases=[
        ([[1.0, 2.0], [3.0, 8.0]], [], 2),
        ([[1.0, 2.0], [3.0, 8.0]], [[1], [0, 1]], 2),
        ([[1.0], [4.0]], [[0, 0, 1]], 2),
        ([[1.0, 2.0], [3.0, 8.0], [5.0, 2.0]], [[0, 1, 2], [2]], 3),
        ([[1.0], [3.0], [9.0], [9.0]], [[0, 1]], 2),
        ([[1.0], [3.0], [9.0]], [[0, 1], [1]], 2),
    ],
    generate=some_rows,
    valid=lambda rows, pieces, first: (
        all(pieces)
        and all(rows)
        and len(set(map(len, rows))) == 1
        and first <= len(rows)
        and all(id < first for ids in pieces for id in ids)
    ),
    remark=of_rows,
)
def new_rows(
    rows: list[list[float]], pieces: list[list[int]], first: int
) -> list[list[float]]:
    """The rows, each new token's mean from `first` on: [[0, 2], [2, 4]], [[0, 1]], 2 → [[0, 2], [2, 4], [1, 3]]."""
    means = [
        [sum(column) / len(ids) for column in zip(*(rows[id] for id in ids))]
        for ids in pieces
    ]
    return rows[:first] + means + rows[first + len(means) :]


def some_batch(random: Random) -> Args:
    batch = [
        [random.randint(0, 3) for _ in range(random.randint(0, 3))]
        for _ in range(random.randint(1, 3))
    ]
    return batch, random.choice([0, 9])


@exercise(
    "real.pad",
    example=([[5, 6, 7], [8]], 0),
    cases=[
        ([], 0),
        ([[0, 1], [2]], 0),
        ([[1], [2]], 9),
        ([[1], [2, 3]], 9),
        ([[1], [2, 3, 4], []], 0),
    ],
    generate=some_batch,
    remark=lambda expected, got, args: (
        "The rows are right, but not the mask: 1 for each id of a row, 0 for what fills it up."
        if same(expected[0], got[0])
        else "Each row of ids has to be as long as the longest, filled up at its end."
    ),
)
def pad(batch: list[list[int]], pad_id: int) -> tuple[list[list[int]], list[list[int]]]:
    """The ids, all rows as long as the longest, and the mask: [[5, 6], [8]] → [[5, 6], [8, 0]], [[1, 1], [1, 0]]."""
    longest = max(map(len, batch), default=0)
    ids = [row + [pad_id] * (longest - len(row)) for row in batch]
    mask = [[1] * len(row) + [0] * (longest - len(row)) for row in batch]
    return ids, mask


class WordIds:
    """A tokenizer that reveals each wrong cut: a word of its pattern is one id, which depends on the whole word."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def __repr__(self) -> str:
        return "encode"

    def __call__(self, text: str) -> list[int]:
        return [id_of(word) for word in regex.findall(self.pattern, text)]


def id_of(word: str) -> int:
    return crc32(word.encode()) % 90_000


TEXT = "The fire by the lake  went out.\n\nIt'll be 12345 o'clock:\n  then we leave.  \n \n"


def parts(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


class Late(list[int]):
    """Ids none of which came before the last part of a long text was asked for."""

    def __repr__(self) -> str:
        return f"all ids after the last part: {[*self]}"


def of_the_whole(chunks: Iterable[str], encode: Any, pattern: str) -> Iterator[int]:
    """The oracle, which may wait for the last part."""
    return iter(encode("".join(chunks)))


def taken(
    program: Program, chunks: list[str], encode: Any, pattern: str
) -> list[int] | None:
    """The ids; `Late` if none came early, which is only asked of a long text."""
    ids: list[int] = []
    early: list[int] = []

    def feed() -> Iterator[str]:
        yield from chunks[:-1]
        early.extend(ids)
        yield chunks[-1]

    answer = program(feed(), encode, pattern)
    if answer is None:
        return None
    for id in answer:
        ids.append(id)
    return ids if early or len(chunks) < 100 or program is of_the_whole else Late(ids)


def of_words(expected: Any, got: Any, args: Args) -> str:
    """Which word differs from the whole text."""
    if isinstance(got, Late):
        return "You read the whole text before you yield an id: encode what can't change any more, with `yield from`."
    text = "".join(args[0])
    words = regex.findall(args[2], text)
    parts = {
        id_of(text[i:j]): text[i:j]
        for i in range(len(text))
        for j in range(i + 1, len(text) + 1)
    }
    for word, id in zip(words, got):
        if id != id_of(word):
            if id not in parts:
                return f"Where the whole text has {word!r}, you encode what isn't in the text."
            cause = "encode each part of the text once, in its order"
            if word.startswith(parts[id]):
                cause = "you cut where a word could go on"
            return (
                f"You encode {parts[id]!r} where the whole text has {word!r}: {cause}."
            )
    if len(got) >= len(words):
        return "You encode more than the text: keep only what isn't encoded yet."
    return f"The end is missing, {words[len(got)]!r}: encode what is still waiting after the last part, spaces and all."


def torn(random: Random) -> Args:
    pattern = random.choice([GPT2, GPT4])
    text = "".join(
        random.choices(
            ["a", " ", "  ", "b", "'", "ll", "1", "23", "\n", ".", "é", " c"], k=12
        )
    )
    return case(pattern, *parts(text, random.randint(1, 3)))


def case(pattern: str, *chunks: str) -> Args:
    return [*chunks], WordIds(pattern), pattern


@exercise(
    "real.encode_iterable",
    example=case(GPT2, "The fi", "re."),
    cases=[
        case(GPT2, "a ", "b"),
        case(GPT2, "a ", " b"),
        case(GPT4, "a'l", "l"),
        case(GPT4, "a\n ", "\nb"),
    ]
    + [case(GPT4, "12", "345"), case(GPT4, ".", "\n", "\n a"), case(GPT4, "_-", "a")]
    + [case(GPT2, *parts(TEXT, 3)), case(GPT4, *TEXT)]
    + [case(pattern, *parts(TEXT * 5, 2)) for pattern in (GPT2, GPT4)],
    generate=torn,
    valid=lambda chunks, encode, pattern: len(chunks) > 0 and pattern == encode.pattern,
    call=taken,
    oracle=of_the_whole,
    same=lambda expected, got, args: same(expected, got) and not isinstance(got, Late),
    remark=of_words,
)
def encode_iterable(
    chunks: Iterable[str], encode: Callable[[str], list[int]], pattern: str
) -> Iterator[int]:
    """The ids of a text that arrives in parts, as if it were whole: 'The fi', 're.' → the ids of 'The fire.'."""
    waiting = ""
    for chunk in chunks:
        waiting += chunk
        places = [match.start() for match in re.finditer(r"(?<=\S) ", waiting)]
        if places:
            yield from encode(waiting[: places[-1]])
            waiting = waiting[places[-1] :]
    yield from encode(waiting)


TOKEN_RANKS = ranked(b"e r w er re we wer were rewer")


def encoded(text: str, program: Any) -> list[str]:
    merges = [(left.decode(), right.decode()) for left, right in program(TOKEN_RANKS)]
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    return naive_bpe.encode(text, ranks)


exhibit(
    "any_two_parts",
    wrong=lambda text: encoded(text, earliest),
    right=lambda text: encoded(text, merges_from_ranks),
    fits=lambda text: (
        (set(text) <= set("wer") or "Use only the letters w, e and r.")
        if is_text(text)
        else a_text(text)
    ),
    nudge="Which of the tokens do the two programs cut differently? Try each.",
    answer="were",
)
