"""Lesson 05: the fewest pieces of a word, a first Viterbi."""

from math import inf

from ..exercise import exercise
from .lesson_05_segmentations import all_of, longest_first, word_and_pieces


@exercise(
    "unigram.fewest_pieces",
    lesson=5,
    level="medium",
    title="The fewest pieces",
    example=("hugs", {"h", "u", "g", "s", "ug", "hug"}),
    cases=[
        ("abcd", {"abc", "a", "b", "d", "ab", "cd"}),
        ("ab", {"a"}),
        ("aab", {"aa", "ab", "a"}),
        ("a", {"a"}),
        ("", {"a"}),
        ("baa", {"ba", "aa", "a"}),
        ("acab", {"ab", "c", "ca"}),
        ("bcabcb", {"b", "bc", "c", "cab"}),
        ("bcab", {"a", "b", "bc", "cab"}),
        ("aabc", {"a", "aab", "bc", "c"}),
        ("a" * 40, {"a", "aa", "aaa"}),
    ],
    generate=word_and_pieces,
    valid=lambda word, pieces: all(pieces),
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


@fewest_pieces.slip("It takes the longest piece that fits: a shorter one may leave a better rest.")
def greedy_count(word, pieces):
    way = longest_first(word, pieces)
    return None if way is None else len(way)


@fewest_pieces.slip("It takes the longest piece at the end that fits: a shorter one may leave a better rest.")
def greedy_from_the_right(word, pieces):
    return greedy_count(word[::-1], {piece[::-1] for piece in pieces})


@fewest_pieces.slip("It takes the longest pieces first, wherever they are: the rest of the word may need more pieces.")
def longest_anywhere(word, pieces):
    count = 0
    for piece in sorted(pieces, key=lambda piece: (len(piece), piece), reverse=True):
        count += word.count(piece)
        word = word.replace(piece, "")
    return None if word else count


def from_the_right(word, pieces, choose):
    """Count with a choice among the first pieces, told where each ends: the frame of the slips below."""
    counts = {len(word): 0}
    for start in reversed(range(len(word))):
        ways = {end: 1 + count for end, count in counts.items() if word[start:end] in pieces}
        if ways:
            counts[start] = choose(ways)
    return counts.get(0)


@fewest_pieces.slip("It takes the longest piece that leaves a rest it can write: a shorter one may be better.")
def greedy_with_a_way_back(word, pieces):
    return from_the_right(word, pieces, lambda ways: ways[max(ways)])


@fewest_pieces.slip("Where the word can't be written, None was asked for.")
def infinite(word, pieces):
    found = fewest_pieces(word, pieces)
    return inf if found is None else found


@fewest_pieces.slip("Where the word can't be written, None was asked for: 0 pieces write the empty word.")
def zero(word, pieces):
    return fewest_pieces(word, pieces) or 0


@fewest_pieces.slip("The empty word is written by 0 pieces: None is for words that can't be written.")
def none_for_nothing(word, pieces):
    return fewest_pieces(word, pieces) or None


@fewest_pieces.slip("It keeps the last piece that it meets: keep the least number of all.")
def overwritten(word, pieces):
    fewest = [0] + [inf] * len(word)
    for end in range(1, len(word) + 1):
        for start in range(end):
            if word[start:end] in pieces:
                fewest[end] = fewest[start] + 1
    return None if fewest[-1] == inf else fewest[-1]


@fewest_pieces.slip("It keeps the first piece that it meets: keep the least number of all.")
def first_kept(word, pieces):
    return greedy_with_a_way_back(word[::-1], {piece[::-1] for piece in pieces})


@fewest_pieces.slip("These are the most pieces: the fewest were asked for.")
def most(word, pieces):
    return from_the_right(word, pieces, lambda ways: max(ways.values()))


@fewest_pieces.slip("These are the most pieces: the fewest were asked for.")
def most_or_none(word, pieces):
    most = [0]
    for end in range(1, len(word) + 1):
        most.append(max((most[start] + 1 for start in range(end) if word[start:end] in pieces), default=inf))
    return None if most[-1] == inf else most[-1]


@fewest_pieces.slip(
    "It goes through all segmentations, and a long word has far too many: keep a number for each place."
)
def listing(word, pieces):
    return min(map(len, all_of(word, pieces)), default=None)
