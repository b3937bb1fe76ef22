"""Lesson 03: words that keep their spaces, and merges that are dropped at random."""

import re
from collections import Counter
from random import Random
from typing import Any, NamedTuple

from ..exercise import Args, Program, exercise
from ..running import Words
from .lesson_03_bytes import as_learned
from .trained import byte_ranks, some_merges, some_word


def clear_spaces(text: str) -> bool:
    """Whether each run of whitespace, without the one space of the word after it, is of one kind."""
    runs = [run.removesuffix(" ") if rest else run for run, rest in re.findall(r"(\s+)(\S?)", text)]
    return all(len(set(run)) <= 1 for run in runs)


@exercise(
    "bytes.split",
    title="Words with their spaces",
    example=("a  b\n\nc! ",),
    cases=[("a  b",), ("a\nb",), ("a ",), ("",), (" a",), ("a\n b",), ("  ",), ("it's 3.5",), ("a\n\n\nb",)],
    generate=lambda random: ("".join(random.choices(["a", "b!", "é", " ", "  ", "\n", "\n\n", "\t", " c"], k=5)),),
    valid=clear_spaces,
    remark=lambda expected, got, args: (
        "Something is lost or added: joined together, the pieces must give back the text."
        if "".join(got) != args[0]
        else "An empty piece is no piece: leave it out."
        if "" in got
        else None
    ),
    hints=[
        "Joined together, the parts give back the text. So every space is in some part: which one?",
        "One space goes with the word after it. A longer run leaves one for it, and the rest is a piece of its own.",
        r"`re.findall` with two alternatives: ` ?\S+`, and a run of whitespace, as short as it can be before a word: "
        r"`\s+?(?= ?\S)`, or `\s+` at the end.",
    ],
    why="A run of whitespace ends before a word and its one space, so each space has exactly one place.",
)
def split(text: str) -> list[str]:
    """The words of a text, each with the space before it: 'a  b' → ['a', ' ', ' b']."""
    return re.findall(r" ?\S+|\s+?(?= ?\S)|\s+", text)


split.known_slips(r"""
Spaces get lost: joined together, the parts must give back the text.
    text.split()
Only a space goes with the word after it: a run of newlines stays in one piece.
    |\s+?(?= ?\S) → |\s+(?!\S)
Whitespace is always apart: one space belongs to the word after it.
    re.findall(r"\S+|\s+", text)
A run of spaces leaves the last one for the word after it.
    re.findall(r" ?\S+|\s+", text)
The space goes with the word before it: it belongs to the word after it.
    re.findall(r"\S+ ?|\s+", text)
All the spaces go with the word: it takes one of them.
    re.findall(r" *\S+|\s+", text)
The word takes the newline before it, too.
    " ?\S+ → "\s?\S+ ; (?= ?\S) → (?=\s?\S)
A run of whitespace at the end gets lost.
    |\s+" → "
A run of whitespace is cut apart: it stays in one piece.
    re.findall(r" ?\S+|\s", text)
""")

DRAWS = 1000
ELSEWHERE = Words("in 1,000 calls, results that differ, and nothing drawn from `random`")


class Dice(Random):
    """A random source that shows itself by its seed."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.name = f"Random({seed})"

    def __repr__(self) -> str:
        return self.name


Dice.__name__ = "Random"  # what an error calls it


class Often(NamedTuple):
    times: dict[tuple[bytes, ...], int]

    def __repr__(self) -> str:
        return f"in {DRAWS:,} calls, how often each result: {self.times}"


def drawn(program: Program, word: bytes, ranks: Any, p: float, random: Random) -> Any:
    """Where chance plays no part, the tokens; else how often each result comes, of a thousand."""
    if p in (0.0, 1.0):
        return program(word, ranks, p, random)
    before = random.getstate()
    results = [program(word, ranks, p, random) for _ in range(DRAWS)]
    if None in results:
        return None
    times = dict(Counter(map(tuple, results)).most_common())
    return ELSEWHERE if len(times) > 1 and random.getstate() == before else Often(times)


def about_as_often(expected: Any, got: Any, args: Args) -> bool:
    if not isinstance(expected, Often):
        return isinstance(got, (list, tuple)) and list(expected) == list(got)
    if not isinstance(got, Often):
        return False
    results = {*expected.times, *got.times}
    return all(abs(expected.times.get(one, 0) - got.times.get(one, 0)) <= 0.12 * DRAWS for one in results)


def dropped(random: Random) -> Args:
    word, ranks = some_word(random).encode(), byte_ranks(some_merges(random))
    return word, ranks, random.choice([0.0, 1.0]), Dice(random.randrange(100))


RANKS = {(b"b", b"c"): 0, (b"a", b"b"): 1}


@exercise(
    "bytes.dropout",
    title="BPE-dropout",
    example=(b"hugs", {(b"u", b"g"): 0, (b"h", b"ug"): 1}, 0.0, Dice(1)),
    cases=[(word, RANKS, p, Dice(4)) for word, p in ((b"ab", 0.1), (b"abab", 0.5), (b"abc", 0.3))],
    generate=dropped,
    valid=lambda word, ranks, p, random: as_learned(word, ranks) and 0 <= p <= 1,
    call=drawn,
    same=about_as_often,
    hints=[
        "Begin with `bytes.encode`. At which line does chance come in?",
        "At each step, look at every place where a merge could be made, and drop it with probability p. Make the best "
        "of those that are left. If none is left, stop.",
        "`random.random() >= p` is true with probability 1 - p: add it to the condition after `if pair in ranks`.",
    ],
    why="At every step there is a new draw for each place, so p = 0 is BPE, and p = 1 leaves the single bytes.",
)
def dropout(word: bytes, ranks: dict[tuple[bytes, bytes], int], p: float, random: Random) -> list[bytes]:
    """The tokens of a word, each place for a merge dropped with probability p at each step: p = 1 → single bytes."""
    tokens = [word[i : i + 1] for i in range(len(word))]
    while found := [
        (ranks[pair], i) for i, pair in enumerate(zip(tokens, tokens[1:])) if pair in ranks and random.random() >= p
    ]:
        _, i = min(found)
        tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]
    return tokens


OTHER = Random(0)

dropout.known_slips("""
It draws once for the whole word: draw at every step, for each place.
    random.random() >= p → 1 ; tokens = [ → ranks = {k: n for k, n in ranks.items() if random.random() >= p}; tokens = [
Nothing is ever dropped: this is BPE.
    random.random() >= p → True
The draws are not from `random`: call `random.random()`, to draw from the source that is given.
    random.random() → OTHER.random()
It keeps a merge with probability p: p is the probability of dropping it.
    >= p → < p
""")
