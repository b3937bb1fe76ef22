"""Lesson 02, byte-pair encoding: encode a word with learned merges, and where longest match differs."""

from operator import eq
from typing import Any

from minitok import naive_bpe

from ..exercise import Find, Found, exercise
from .trained import as_trained, some_merges, some_word


@exercise(
    "bpe.encode_word",
    lesson=2,
    level="medium",
    title="Encode a word",
    example=("hugs", [("u", "g"), ("h", "ug")]),
    cases=[
        ("abc", [("b", "c"), ("a", "b")]),
        ("abcd", [("b", "c"), ("a", "b"), ("c", "d"), ("ab", "cd")]),
        ("aaaaa", [("a", "a"), ("aa", "aa")]),
        ("xyz", [("a", "b")]),
        ("abab", [("a", "b"), ("ab", "ab")]),
        ("abc", [("a", "b"), ("b", "c"), ("a", "bc")]),
        ("ab", []),
    ],
    generate=lambda random: (some_word(random), some_merges(random)),
    valid=lambda word, merges: bool(word) and as_trained(merges),
    oracle=lambda word, merges: naive_bpe.encode(word, merges),
    hints=[
        "The merge that was learned first goes first, wherever in the word its pair is.",
        "Begin with the letters. For each merge in order, join each occurrence of its pair, from left to right.",
        "For each pair in `merges`: walk over the tokens with `while i < len(tokens) - 1`, and where two "
        "neighbours are "
        "the pair, set `tokens[i : i + 2] = [left + right]`.",
    ],
    why="Training made its tokens in this order. Replayed in the same order, a word gets the tokens that it got there.",
)
def encode_word(word: str, merges: list[tuple[str, str]]) -> list[str]:
    """The tokens of a word: hugs, [(u, g), (h, ug)] → hug s."""
    tokens = list(word)
    for left, right in merges:
        i = 0
        while i < len(tokens) - 1:
            if (tokens[i], tokens[i + 1]) == (left, right):
                tokens[i : i + 2] = [left + right]
            i += 1
    return tokens


def longest_match(word: str, merges: Any) -> list[str]:
    """The longest token that a merge makes, or one letter, from left to right."""
    made, tokens = {left + right for left, right in merges}, []
    while word:
        end = max((end for end in range(1, len(word) + 1) if word[:end] in made), default=1)
        tokens.append(word[:end])
        word = word[end:]
    return tokens


@encode_word.slip("This is longest match: BPE joins in the order in which the merges were learned.")
def by_longest_match(word, merges):
    return longest_match(word, merges)


@encode_word.slip("It joins whatever pair comes first in the word: the merge of lowest rank goes first.")
def by_appearance(word, merges):
    tokens = list(word)
    while found := [i for i, pair in enumerate(zip(tokens, tokens[1:])) if pair in merges]:
        tokens[found[0] : found[0] + 2] = ["".join(tokens[found[0] : found[0] + 2])]
    return tokens


@encode_word.slip("It takes the longest token anywhere in the word: BPE joins in the order of the merges.")
def longest_anywhere(word, merges):
    found = [token for token in sorted(map("".join, merges), key=len, reverse=True) if token in word]
    if not found:
        return list(word)
    before, after = word.split(found[0], 1)
    return [*longest_anywhere(before, merges), found[0], *longest_anywhere(after, merges)]


@encode_word.slip("It joins the pair that was learned last: the merge of lowest rank goes first.")
def latest_first(word, merges):
    tokens = list(word)
    while found := [(merges.index(pair), -i) for i, pair in enumerate(zip(tokens, tokens[1:])) if pair in merges]:
        i = -max(found)[1]
        tokens[i : i + 2] = ["".join(tokens[i : i + 2])]
    return tokens


@encode_word.slip("It sorts the merges: their order in the list is their rank.")
def sorted_merges(word, merges):
    return encode_word(word, sorted(merges))


@encode_word.slip("The merges come in the order of a set, which nobody chose: their order in the list is their rank.")
def merges_of_a_set(word, merges):
    return encode_word(word, set(merges))


@encode_word.slip("It ends at the first merge that the word can't use: go on with the next one.")
def ending_early(word, merges):
    used = 0
    while used < len(merges) and encode_word(word, merges[: used + 1]) != encode_word(word, merges[:used]):
        used += 1
    return encode_word(word, merges[:used])


@encode_word.slip("Each merge is made once only: join each occurrence of its pair.")
def once_each(word, merges):
    tokens = list(word)
    for pair in merges:
        i = next((i for i, found in enumerate(zip(tokens, tokens[1:])) if found == pair), len(tokens))
        tokens[i : i + 2] = ["".join(tokens[i : i + 2])] if i < len(tokens) else []
    return tokens


@encode_word.slip("It replaces in the text of the symbols, and so joins parts of longer ones: compare whole symbols.")
def by_replacing(word, merges):
    text = " ".join(word)
    for left, right in merges:
        text = text.replace(f"{left} {right}", left + right)
    return text.split(" ")


@encode_word.slip("`index` finds the first occurrence alone: look at each place and its right neighbour.")
def by_index(word, merges):
    tokens = list(word)
    for left, right in merges:
        if left in tokens and right in tokens and tokens.index(left) + 1 == tokens.index(right):
            i = tokens.index(left)
            tokens[i : i + 2] = [left + right]
    return tokens


def in_place(word, merges, *, fits=eq, over=1, end=-1):
    """Join in one list with another test, step after a join, or end: the frame of the slips below."""
    tokens = list(word)
    for pair in merges:
        i = 0
        while i < len(tokens) + end:
            joins = fits((tokens[i], tokens[i + 1]), pair)
            if joins:
                tokens[i : i + 2] = ["".join(pair)]
            i += over if joins else 1
    return tokens


@encode_word.slip(
    "It joins what only looks alike: compare both parts, since `a bc` and `ab c` spell the same and are two pairs."
)
def alike(word, merges):
    return in_place(word, merges, fits=lambda two, pair: "".join(two) == "".join(pair))


@encode_word.slip("After a join it steps over two tokens, though the two are one by then: step over one.")
def two_steps(word, merges):
    return in_place(word, merges, over=2)


@encode_word.slip(
    "Nothing is joined. A list never equals a tuple: do you compare the two? And do you keep what joining gives?"
)
def left_alone(word, merges):
    return list(word)


@encode_word.slip("Only the last merge is made: split the word into letters before the loop, not in it.")
def last_merge_alone(word, merges):
    return encode_word(word, merges[-1:])


@encode_word.slip("It joins pairs that are not in `merges`, too: stop when none of the word's pairs is.")
def any_pair(word, merges):
    tokens, ranks = list(word), {pair: rank for rank, pair in enumerate(merges)}
    while len(tokens) > 1:
        i = min(range(len(tokens) - 1), key=lambda i: ranks.get((tokens[i], tokens[i + 1]), len(merges)))
        tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]
    return tokens


@encode_word.slip("What no merge has gets lost: such letters stay as they are.")
def known_alone(word, merges):
    known = {part for left, right in merges for part in (left, right, left + right)}
    return [token for token in encode_word(word, merges) if token in known]


OLD_END = "A `for` loop goes on to the old end of a list that gets shorter: use `while i < len(tokens) - 1`."


@encode_word.slip(OLD_END)
def to_the_old_end(word, merges):
    tokens = list(word)
    for pair in merges:
        for i in range(len(tokens) - 1):
            if (tokens[i], tokens[i + 1]) == pair:
                tokens[i : i + 2] = ["".join(pair)]
    return tokens


@encode_word.slip(OLD_END)
def nearly_to_the_old_end(word, merges):
    tokens = list(word)
    for left, right in merges:
        for i in range(len(tokens) - 1):
            if tokens[i] == left and tokens[i + 1] == right:
                tokens[i : i + 2] = [left + right]
    return tokens


NO_NEIGHBOUR = "The last token has no right neighbour: stop at the one before it."


@encode_word.slip(NO_NEIGHBOUR)
def past_each_end(word, merges):
    return in_place(word, merges, end=0)


@encode_word.slip(NO_NEIGHBOUR)
def past_the_end(word, merges):
    tokens = list(word)
    for left, right in merges:
        for i, token in enumerate(tokens):
            if token == left and tokens[i + 1] == right:
                tokens[i : i + 2] = [left + right]
    return tokens


def differs(found: Any) -> Found:
    merges, word = found
    merges = [(left, right) for left, right in merges]
    if not isinstance(word, str):
        return Found(False, "The word must be a string.")
    if not as_trained(merges):
        says = "The merges must be such as training gives: each joins letters or earlier tokens into a new one."
        return Found(False, says)
    by_rank, longest = naive_bpe.encode(word, merges), longest_match(word, merges)
    if by_rank == longest:
        says = "Both cut this word alike. Look for an early merge that takes the last letter off the token on its left."
        return Found(False, says, by_rank, longest)
    size = len(word) + len(merges)
    known = "No smaller one is known." if size <= 5 else "Two merges and a word of three letters would do."
    return Found(True, f"BPE and longest match differ. {known}", by_rank, longest)


Find(
    name="bpe.not_longest_match",
    lesson=2,
    level="medium",
    title="Where BPE is not longest match",
    asked="A pair (merges, word), such as ([('u', 'g'), ('h', 'ug')], 'hugs'): merges as training gives them, and a "
    "word that longest match cuts differently.",
    compared=("BPE", "longest match"),
    answer=([("b", "c"), ("a", "b")], "abc"),
    verify=differs,
    hints=[
        "Longest match reads from the left. BPE may begin in the middle of the word.",
        "Two merges that want the same letter: the one of the lower rank gets it.",
        "Take the word `abc`, and first a merge that joins `b` and `c`.",
    ],
    why="`bc` was learned first, so BPE gives a, bc. Longest match starts at the left, and finds ab, c.",
)
