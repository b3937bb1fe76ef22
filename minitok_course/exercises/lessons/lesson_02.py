"""Lesson 02, byte-pair encoding: count pairs, join them, encode a word with the merges, and decode."""

from collections import Counter
from random import Random
from typing import Any

from minitok import naive_bpe
from minitok_course.exercises.exercise import Args, Find, Found, exercise
from minitok_course.exercises.lessons.exhibits import exhibit, is_text
from minitok_course.exercises.lessons.trained import (
    after_each_merge,
    as_trained,
    of_tokens,
    some_merges,
    some_word,
    up_to_each,
)


def symbols(random: Random) -> tuple[str, ...]:
    return tuple(random.choices(["a", "b", "c", "ab", "bc"], k=random.randint(1, 7)))


def of_counts(expected: Any, got: Any, args: Args) -> str | None:
    for pair in got:
        if pair not in expected:
            return f"The key {pair} isn't a pair of neighbours in these words: leave it out."
    for pair, count in expected.items():
        if pair not in got:
            return f"The pair {pair} is missing."
        if got[pair] != count:
            return f"The count of {pair} is {count}, and yours is {got[pair]}."
    return None


class LookedUpOnce(dict):  # type: ignore[type-arg]
    """Words that can't be looked up for each of their pairs."""

    times = 0

    def __getitem__(self, word: Any) -> Any:
        self.times += 1
        if self.times > 3 * len(self):
            raise RuntimeError("a word is looked up for each of its pairs")
        return super().__getitem__(word)

    get = __getitem__  # type: ignore[assignment]

    def __copy__(self) -> "LookedUpOnce":
        return LookedUpOnce(self)


@exercise(
    "bpe.count_pairs",
    example=({("h", "u", "g"): 10, ("h", "u", "g", "s"): 5},),
    cases=[
        ({},),
        ({("a",) * 5: 1},),
        ({("a",): 2},),
        ({("a", "b"): 2, ("b", "a", "b"): 1},),
    ],
    generate=lambda random: (
        {symbols(random): random.randint(1, 9) for _ in range(random.randint(1, 3))},
    ),
    remark=of_counts,
    left_open=[
        (
            (LookedUpOnce({("a",) * 60: 1}),),
            "But it looks the word up again for each of its pairs, and each time Python reads the whole word. "
            "Take the count once for each word: `for word, count in words.items()`.",
        )
    ],
    in_bytes=True,
)
def count_pairs(words: dict[tuple[str, ...], int]) -> dict[tuple[str, str], int]:
    """How often each pair of neighbours occurs: {h u g: 10} → {(h, u): 10, (u, g): 10}."""
    counts: Counter[tuple[str, str]] = Counter()
    for symbols, count in words.items():
        for pair in zip(symbols, symbols[1:]):
            counts[pair] += count
    return dict(counts)


def of_symbols(expected: Any, got: Any, args: Args) -> str:
    symbols, pair = args
    left, right = pair
    spelled = [left[:0].join(parts) for parts in (symbols, got)]
    if spelled[0] != spelled[1]:
        return "Joined together, the symbols must spell the same as before: nothing is lost, and nothing appears twice."
    if pair in zip(got, got[1:]):
        return "The pair is still in the answer: join it wherever its two symbols are side by side."
    if {*got} - {*symbols, left + right}:
        return "You join symbols that aren't the pair: compare both with those of the pair."
    return (
        "You join the wrong symbols: go from left to right, and use each one only once."
    )


@exercise(
    "bpe.merge_pair",
    example=(("h", "u", "g", "s"), ("u", "g")),
    cases=[
        (("a",) * 5, ("a", "a")),
        (("ab", "c"), ("a", "bc")),
        (tuple("abab"), ("a", "b")),
        (tuple("ab.b"), (".", "b")),
        ((), ("a", "b")),
        ((" ", "h", "u", "g", "s"), ("u", "g")),
        (("a b", "c"), ("a", "b")),
        (("\\", "1", "a", "b", "c"), ("\\", "1")),
    ],
    generate=lambda random: (
        symbols(random),
        (random.choice(["a", "ab"]), random.choice(["a", "b", "bc", "c"])),
    ),
    valid=lambda symbols, pair: all(symbols) and all(pair) and len(pair) == 2,
    remark=of_symbols,
    stages=up_to_each("symbol"),
    in_bytes=True,
    left_open=[
        (
            (("h", "u", "g", "s"), ("u", "g")),
            "In lesson 02 the symbols are letters. Join two with `+`, and your function works for letters and bytes.",
        )
    ],
    advice=lambda answer: (
        "It gives a list. The next function needs a tuple, so return `tuple(…)`."
        if isinstance(answer, list)
        else None
    ),
)
def merge_pair(symbols: tuple[str, ...], pair: tuple[str, str]) -> tuple[str, ...]:
    """Join each occurrence of a pair, from left to right: h u g s, (u, g) → h ug s."""
    merged: list[str] = []
    i = 0
    while i < len(symbols):
        if tuple(symbols[i : i + 2]) == pair:
            merged.append(pair[0] + pair[1])
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return tuple(merged)


def by_rank(word, merges):
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    return naive_bpe.encode(word, ranks)


@exercise(
    "bpe.encode_word",
    example=("hugs", [("u", "g"), ("h", "ug")]),
    cases=[
        ("abc", [("b", "c"), ("a", "b")]),
        ("abc", [("a", "b"), ("b", "c"), ("a", "bc")]),
        ("ab", []),
        ("", [("a", "b")]),
    ],
    generate=lambda random: (some_word(random), some_merges(random)),
    valid=lambda word, merges: as_trained(merges),
    oracle=by_rank,
    remark=of_tokens,
    stages=after_each_merge,
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
    vocab, tokens = {left + right for left, right in merges}, []
    while word:
        end = max(
            (end for end in range(1, len(word) + 1) if word[:end] in vocab), default=1
        )
        tokens.append(word[:end])
        word = word[end:]
    return tokens


def differs(answer: Any) -> Found:
    merges, word = answer
    if is_text(word) and any(map(is_text, merges)):
        return Found(False, "Each merge is a pair of strings: ('b', 'c'), not 'bc'.")
    merges = [(left, right) for left, right in merges]
    if not isinstance(word, str):
        return Found(False, "The word must be a string.")
    if not as_trained(merges):
        return Found(
            False,
            "Training can't give these merges: each one joins letters or earlier tokens into a new token.",
        )
    merged, longest = by_rank(word, merges), longest_match(word, merges)
    if merged == longest:
        says = "Both cut this word the same way. Find an early merge that takes the last letter of the token before it."
        return Found(False, says, merged, longest)
    size = len(word) + len(merges)
    known = (
        "No smaller example is known."
        if size <= 5
        else "Two merges and a word of three letters would do."
    )
    return Found(True, f"BPE and longest match differ. {known}", merged, longest)


Find(
    name="bpe.not_longest_match",
    compared=("BPE", "longest match"),
    answer=([("b", "c"), ("a", "b")], "abc"),
    verify=differs,
)

MARKS = ["</w>", "_", "."]


def well_marked(tokens: list[str], mark: str) -> bool:
    """Words that a reader can tell apart: no spaces, and a known mark, at most once, at the start or the end."""
    bare = [token.removesuffix(mark) for token in tokens] if mark in MARKS else [""]
    return all(
        part.split() == [part.removeprefix(mark).removesuffix(mark)] for part in bare
    )


def marked_tokens(random: Random) -> Args:
    mark = random.choice([*MARKS, "</w>"])
    parts = ["hug", "me", "a", "".join(mark[:-1]) + "x", f"a{mark}b"]
    return [
        random.choice(parts) + random.choice(["", mark])
        for _ in range(random.randint(1, 5))
    ], mark


def of_text(expected: str, got: str, args: Args) -> str:
    _, mark = args
    if got.replace(" ", "") == expected.replace(" ", ""):
        return "The letters are right, but not the spaces: put one between two words, and none at either end."
    if mark in got and mark not in expected:
        return "A mark is left in the text: take it off the end of its token."
    if mark in expected and mark not in got:
        return "You take off a mark inside a token, too: only a mark at its end ends a word."
    if len(got) < len(expected):
        return "You lose letters: keep all of them, even the last word's, and take off only the tokens' marks."
    return "There is too much in the text: each token gives its letters once, and each mark one space."


@exercise(
    "bpe.decode",
    example=(["hug", "s</w>", "me</w>"], "</w>"),
    cases=[
        (["a</", "w>b</w>"], "</w>"),
        (["a.", "b."], "."),
        (["a_", "b"], "_"),
        (["wow</w>"], "</w>"),
        ([], "</w>"),
    ]
    + [(["a</", "w>", "b</w>"], "</w>")],
    generate=marked_tokens,
    valid=well_marked,
    remark=of_text,
    left_open=[
        (
            (["a\n</w>"], "</w>"),
            "Here no token has whitespace in it; if one had, `strip` would take that off the end, too.",
        )
    ],
)
def decode(tokens: list[str], end_of_word: str) -> str:
    """The text of tokens: hug s</w> me</w> → 'hugs me'."""
    parts = []
    for token in tokens:
        ends = token.endswith(end_of_word)
        parts.append(token[: -len(end_of_word)] + " " if ends else token)
    return "".join(parts).removesuffix(" ")


def symbols_and_pair(value: Any) -> bool | str:
    symbols, pair = value
    if is_text(symbols) or is_text(pair) or len(pair) != 2:
        return "The symbols and the pair are lists or tuples of strings: ['h', 'u', 'g'], not 'hug'. A pair has two."
    whole = all(is_text(part) and part.split() == [part] for part in [*symbols, *pair])
    return (
        whole
        or "A symbol is a string that isn't empty and has no spaces: the program puts a space between two symbols."
    )


exhibit(
    "replace",
    wrong=lambda value: (
        " ".join(value[0]).replace(" ".join(value[1]), "".join(value[1])).split()
    ),
    right=lambda value: list(naive_bpe.merge_pair(value[0], tuple(value[1]))),
    fits=symbols_and_pair,
    answer=(["aa", "b"], ("a", "b")),
)
