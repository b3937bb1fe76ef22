"""Lesson 05: all segmentations of a word, and the fewest pieces that write it: a first Viterbi."""

from collections.abc import Callable, Container, Iterable
from math import inf
from random import Random

from ..exercise import Args, exercise
from .trained import up_to_each

TOO_MANY = "It goes through all segmentations, and a long word has far too many: keep one number for each place."


def word_and_pieces(random: Random) -> Args:
    pieces = random.choices(["a", "b", "c", "ab", "bc", "abc", "ba", "ca", "cab"], k=random.randint(1, 7))
    return "".join(random.choices("abc", k=random.randint(1, 5))), set(pieces)


def all_of(word: str, pieces: Iterable[str]) -> list[tuple[str, ...]]:
    """All segmentations by a plain loop over the ends of what is begun: the oracle for short words."""
    begun: list[tuple[str, ...]] = [()]
    complete = []
    while begun:
        way = begun.pop()
        written = "".join(way)
        if written == word:
            complete.append(way)
        else:
            begun += [(*way, piece) for piece in pieces if word.startswith(piece, len(written))]
    return sorted(complete)


def greedy(word: str, pieces: Container[str], key: Callable[[str], float] = len) -> list[str] | None:
    """From left to right the longest piece that fits, or the one with the highest key; None where none does."""
    way = []
    while word:
        fitting = [word[:end] for end in range(1, len(word) + 1) if word[:end] in pieces]
        if not fitting:
            return None
        way.append(max(fitting, key=key))
        word = word[len(way[-1]) :]
    return way


@exercise(
    "unigram.segmentations",
    title="All segmentations",
    example=("pug", {"p", "u", "g", "pu", "ug"}),
    cases=[("", {"a"}), ("ab", {"a"}), ("aaa", {"a", "aa"}), ("ab", {"ab"}), ("ab", {"a", "b", "ab"})],
    generate=word_and_pieces,
    valid=lambda word, pieces: all(pieces) and len(word) <= 12,
    oracle=all_of,
    hints=[
        "The first piece is one that the word begins with. What is left is a shorter word.",
        "Let the function call itself for the rest. The empty word has one segmentation, with no pieces: `[()]`.",
        "For each `end` from 1, if `word[:end]` is a piece: `(word[:end], *rest)` for each `rest` of "
        "`segmentations(word[end:], pieces)`. Then sort.",
    ],
    why="The empty word has one segmentation, not none: that is where every complete one ends.",
)
def segmentations(word: str, pieces: set[str]) -> list[tuple[str, ...]]:
    """All segmentations of a word, sorted: pu, {p, u, pu} → [('p', 'u'), ('pu',)]; the empty word has one, ()."""
    if not word:
        return [()]
    found = []
    for end in range(1, len(word) + 1):
        if word[:end] in pieces:
            found += [(word[:end], *rest) for rest in segmentations(word[end:], pieces)]
    return sorted(found)


segmentations.known_slips("""
The empty word has one segmentation: `[()]`.
    segmentations(word, pieces) if word else []
The empty word has one segmentation, `[()]`: without it, no longer word has any.
    []
Does the last piece reach the end of the word? It stops too early.
    [] if word else [()]
A word that is a piece itself may have other segmentations, too.
    [way for way in all_of(word, pieces) if not any("".join(way[i:]) in pieces for i in range(len(way) - 1))]
It follows the longest first piece alone: every piece that the word begins with may come first.
    [] if (way := greedy(word, pieces)) is None else [tuple(way)]
A piece may occur more than once in a word.
    segmentations(word[end:], pieces)] → segmentations(word[end:], pieces - {word[:end]})]
Join the tuples: `(piece, *rest)`.
    *rest) → rest)
After the first piece, cut the rest in every way, not only whole.
    in segmentations(word[end:], pieces) → in [(word[end:],)[: len(word) - end]] if {word[end:] or word} <= pieces
It keeps segmentations that stop before the end: where no piece fits, there is none, `[]`.
    sorted(found) → sorted(found) or [()]
""")


@exercise(
    "unigram.fewest_pieces",
    title="The fewest pieces",
    example=("hugs", {"h", "u", "g", "s", "ug", "hug"}),
    cases=[("", {"a"}), ("bcab", {"a", "b", "bc", "cab"}), ("acab", {"ab", "c", "ca"}), ("a" * 40, {"a", "aa", "aaa"})],
    generate=word_and_pieces,
    valid=lambda word, pieces: all(pieces),
    stages=up_to_each("letter"),
    hints=[
        "The longest first piece may leave a bad rest. Which numbers would help you, one for each place?",
        "For each place keep the fewest pieces to it: one more than the fewest to where the last piece starts.",
        "`fewest[0] = 0`; `fewest[end]` is the least `fewest[start] + 1` over the starts with `word[start:end]` in "
        "`pieces`, and `inf` if there is no such start. At the end, give None for `inf`.",
    ],
    why="It keeps the best answer for each place, from left to right. The Viterbi algorithm does the same with scores.",
)
def fewest_pieces(word: str, pieces: set[str]) -> int | None:
    """How many pieces a word needs at least: hugs, {hug, s, …} → 2; '' needs 0; None where it can't be written."""
    fewest: list[float] = [0]
    for end in range(1, len(word) + 1):
        fewest.append(min((fewest[start] + 1 for start in range(end) if word[start:end] in pieces), default=inf))
    return None if fewest[-1] == inf else int(fewest[-1])


fewest_pieces.known_slips(f"""
It takes the longest piece that fits: a shorter one may leave a better rest.
    None if (way := greedy(word, pieces)) is None else len(way)
Keep the smallest of the numbers, not the last one found.
    append(min(( → append(([inf, *( ; , default=inf)) → )][-1]))
The empty word takes 0 pieces, not None.
    fewest_pieces(word, pieces) or None
{TOO_MANY}
    min(map(len, all_of(word, pieces)), default=None)
""")
