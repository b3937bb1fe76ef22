"""Lesson 05: all segmentations of a word."""

from collections.abc import Container, Iterable
from random import Random

from ..exercise import Args, exercise

SCORES = {"h": -2.6, "u": -1.8, "g": -2.4, "hu": -2.6, "ug": -2.4, "p": -2.5, "pu": -2.5, "n": -2.6, "un": -2.6}
LONG = {"a": -10.0, "b": -10.25, "aa": -20.5, "ab": -21.0, "bab": -33.0}


def has_pieces(word: str, pieces: Iterable[str]) -> bool:
    return bool(word) and all(pieces)


def word_and_pieces(random: Random) -> Args:
    pieces = random.choices(["a", "b", "c", "ab", "bc", "abc", "ba", "ca", "cab"], k=random.randint(1, 7))
    return "".join(random.choices("abc", k=random.randint(1, 5))), set(pieces)


def word_and_scores(random: Random) -> Args:
    word, pieces = word_and_pieces(random)
    return word, {piece: -random.randint(4, 40) / 4 for piece in sorted(pieces)}


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


def longest_first(word: str, pieces: Container[str]) -> list[str] | None:
    """The longest piece that fits, from left to right; None where none does."""
    way = []
    while word:
        end = max((end for end in range(1, len(word) + 1) if word[:end] in pieces), default=0)
        if not end:
            return None
        way.append(word[:end])
        word = word[end:]
    return way


@exercise(
    "unigram.segmentations",
    lesson=5,
    level="easy",
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


@segmentations.slip("The empty word has one segmentation, the one without pieces: `[()]`.")
def none_of_nothing(word, pieces):
    return all_of(word, pieces) if word else []


@segmentations.slip("The empty word has one segmentation, `[()]`: without it, no longer word has any.")
def none_at_all(word, pieces):
    return []


@segmentations.slip("Only the empty word has one here: does `end` go up to `len(word)` itself, and is each one kept?")
def never_to_the_end(word, pieces):
    return [] if word else [()]


@segmentations.slip("Pieces of one letter are left out: the first `end` is 1.")
def without_letters(word, pieces):
    return all_of(word, [piece for piece in pieces if len(piece) > 1])


@segmentations.slip("Only the word in one piece comes out: is the list made anew in the loop?")
def only_the_word(word, pieces):
    return [way for way in all_of(word, pieces) if len(way) < 2]


@segmentations.slip("It gives one way, by the longest pieces: go on with every piece that fits.")
def by_the_longest(word, pieces):
    way = longest_first(word, pieces)
    return [] if way is None else [tuple(way)]


@segmentations.slip("All of them are one list, which is empty in the end: append a copy, `tuple(…)`.")
def one_list(word, pieces):
    return [() for _ in all_of(word, pieces)]


@segmentations.slip("A word may use a piece more than once.")
def each_piece_once(word, pieces):
    return [way for way in all_of(word, pieces) if len(set(way)) == len(way)]


@segmentations.slip("Incomplete ones are among them: the pieces of each have to make the whole word.")
def incomplete(word, pieces):
    if not word:
        return [()]
    found = []
    for end in range(1, len(word) + 1):
        if word[:end] in pieces:
            found += [(word[:end], *rest) for rest in incomplete(word[end:], pieces)]
    return sorted(found or [()])


@segmentations.slip("They are not sorted: two correct programs should give the same list.")
def unsorted(word, pieces):
    return sorted(all_of(word, pieces), key=lambda way: [-len(piece) for piece in way])


@segmentations.slip("A segmentation that is the whole word in one piece counts, too.")
def without_the_word(word, pieces):
    return [way for way in all_of(word, pieces) if len(way) != 1]


@segmentations.slip("This is one segmentation: all of them are asked for.")
def first_only(word, pieces):
    return all_of(word, pieces)[:1]
