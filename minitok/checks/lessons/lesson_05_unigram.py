"""Lesson 05: all segmentations of a word, and the best one."""

from collections.abc import Iterable, Mapping
from functools import cache
from math import exp, inf, isclose
from operator import add, mul
from random import Random
from typing import Any

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


def total(pieces: Iterable[str], log_probs: Mapping[str, float]) -> float:
    return sum(log_probs[piece] for piece in pieces)


def as_good(expected: Any, got: Any, args: Args) -> bool:
    """Whether a segmentation writes the word and scores as well as the best; none where there is none."""
    word, log_probs = args
    if not isinstance(got, (list, tuple)) or not all(isinstance(piece, str) and piece in log_probs for piece in got):
        return False
    if not expected:
        return not got
    return "".join(got) == word and isclose(total(got, log_probs), total(expected, log_probs), rel_tol=1e-9)


@exercise(
    "unigram.viterbi",
    lesson=5,
    level="medium",
    title="The best segmentation",
    example=("hug", {"h": -2.6, "u": -1.8, "g": -2.4, "hu": -2.6, "ug": -2.4}),
    cases=[
        ("ab", {"a": -1.0}),
        ("ba", {"a": -1.0}),
        ("abc", {"ab": -5.0, "c": -5.0, "a": -1.0, "bc": -1.0}),
        ("abc", {"abc": -9.0, "a": -1.0, "b": -1.0, "c": -1.0}),
        ("ab", {"a": -5.0, "b": -5.0, "ab": -4.0}),
        ("abc", {"ab": -4.0, "c": -1.0, "a": -1.0, "bc": -3.0}),
        ("abcd", {"ab": -1.0, "abc": -0.5, "cd": -1.0, "d": -9.0}),
        ("ab" * 100, LONG),
        ("a" * 200, LONG),
    ],
    generate=word_and_scores,
    valid=lambda word, log_probs: has_pieces(word, log_probs) and max(log_probs.values(), default=0) <= 0,
    same=as_good,
    hints=[
        "The best path to a place has a last piece, and before it the best path to where that piece starts.",
        "Go from left to right. For each place keep the best score, and where its last piece starts. Add logarithms.",
        "`best[0] = 0.0`, all others `-inf`. For each `end` and each `start < end` with `word[start:end]` in "
        "`log_probs`: "
        "if `best[start] + log_probs[word[start:end]] > best[end]`, keep both. Read the pieces backwards from the end.",
    ],
    why="A sum of logarithms never vanishes, and a place that can't be reached keeps minus infinity.",
)
def viterbi(word: str, log_probs: dict[str, float]) -> list[str]:
    """The pieces of the best segmentation: hug → h ug; an empty list where there is no segmentation."""
    best = [0.0] + [-inf] * len(word)
    starts = [0] * (len(word) + 1)
    for end in range(1, len(word) + 1):
        for start in range(end):
            score = best[start] + log_probs.get(word[start:end], -inf)
            if score > best[end]:
                best[end], starts[end] = score, start
    if best[-1] == -inf:
        return []
    pieces: list[str] = []
    end = len(word)
    while end:
        pieces.append(word[starts[end] : end])
        end = starts[end]
    return pieces[::-1]


@viterbi.slip("A number such as -1000 is no minus infinity: a long word scores lower than that.")
def not_low_enough(word, log_probs):
    pieces = viterbi(word, log_probs)
    return pieces if total(pieces, log_probs) > -1000 else []


@viterbi.slip("Products of probabilities vanish on a long word: add logarithms, and don't take `exp`.")
def product(word, log_probs):
    best, ways = [1.0] + [0.0] * len(word), [[]] + [[] for _ in word]
    for end in range(1, len(word) + 1):
        for start in range(end):
            prob = best[start] * exp(log_probs.get(word[start:end], -inf))
            if prob > best[end]:
                best[end], ways[end] = prob, [*ways[start], word[start:end]]
    return ways[-1]


@viterbi.slip("It takes the longest piece that fits: the best segmentation may begin with a shorter one.")
def greedy(word, log_probs):
    pieces = []
    while word:
        end = max((end for end in range(1, len(word) + 1) if word[:end] in log_probs), default=0)
        if not end:
            return []
        pieces.append(word[:end])
        word = word[end:]
    return pieces


@viterbi.slip("Where there is no segmentation, an empty list was asked for, not None.")
def none_for_none(word, log_probs):
    return viterbi(word, log_probs) or None


@viterbi.slip("It takes the most probable next piece: the best first step need not be on the best path.")
def probable_next(word, log_probs):
    pieces = []
    while word:
        found = [word[:end] for end in range(1, len(word) + 1) if word[:end] in log_probs]
        if not found:
            return []
        pieces.append(max(found, key=log_probs.get))
        word = word[len(pieces[-1]) :]
    return pieces


def by_key(word, log_probs, key):
    @cache
    def best(start):
        if start == len(word):
            return ()
        rest = [(word[start:end], best(end)) for end in range(start + 1, len(word) + 1) if word[start:end] in log_probs]
        ways = [(piece, *others) for piece, others in rest if others is not None]
        return max(ways, key=key) if ways else None

    return list(best(0) or ())


@viterbi.slip("It takes the least probable segmentation: the logarithms are negative, and the best sum is the highest.")
def worst(word, log_probs):
    return by_key(word, log_probs, lambda way: -total(way, log_probs))


@viterbi.slip("The pieces are back to front: read from the end, they have to be turned round.")
def back_to_front(word, log_probs):
    return viterbi(word, log_probs)[::-1]


def read_back(word, starts):
    pieces, end = [], len(word)
    while end:
        pieces.append(word[starts[end] : end])
        end = starts[end]
    return pieces[::-1]


def searched(word, log_probs, join, first=0.0):
    """Join scores in another way, and give those of all places, with the starts: the frame of the slips below."""
    best, starts = [first] + [-inf] * len(word), [0] * (len(word) + 1)
    for end in range(1, len(word) + 1):
        for start in range(end):
            if (piece := word[start:end]) in log_probs and join(best[start], log_probs[piece]) > best[end]:
                best[end], starts[end] = join(best[start], log_probs[piece]), start
    return best, starts


def by_joining(join, first=0.0):
    def program(word, log_probs):
        best, starts = searched(word, log_probs, join, first)
        return [] if best[-1] == -inf else read_back(word, starts)

    return program


for first in (0.0, 1.0):
    viterbi.slip("Logarithms are added: it multiplies them.")(by_joining(mul, first))
viterbi.slip("It takes the fewest pieces: more pieces may be more probable.")(by_joining(lambda best, score: best - 1))
viterbi.slip("It compares the last pieces alone: add the best score of the place where each of them starts.")(
    by_joining(lambda best, score: score)
)


@viterbi.slip("It keeps the last piece that it meets: keep one with a better score only.")
def overwritten(word, log_probs):
    reached, starts = {0}, [0] * (len(word) + 1)
    for end in range(1, len(word) + 1):
        for start in range(end):
            if start in reached and word[start:end] in log_probs:
                reached.add(end)
                starts[end] = start
    return read_back(word, starts) if len(word) in reached else []


@viterbi.slip("Where the end can't be reached there is no segmentation: give an empty list.")
def unreached(word, log_probs):
    return read_back(word, searched(word, log_probs, add)[1])
