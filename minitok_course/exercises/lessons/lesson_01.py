"""Words and punctuation, unknown words, and a vocabulary of words."""

import re
from collections import Counter
from itertools import accumulate
from random import Random
from typing import Any

from minitok_course.exercises.exercise import Args, exercise
from minitok_course.exercises.lessons.exhibits import exhibit, is_text
from minitok_course.exercises.lessons.trained import fraction


def seen_in_cuts(expected: list[str], got: list[str], args: Args) -> str | None:
    """The slip that an answer shows: what it keeps, what it loses, or the first place where it cuts differently."""
    if "" in got:
        return "There are empty strings in the list: leave them out."
    wanted, joined = "".join(expected), "".join(got)
    if sorted(expected) == sorted(got):
        return None  # and the checker says that they are in another order
    if any(map(str.isspace, joined)):
        return "You keep whitespace: it separates tokens, but it isn't part of any."
    if {*joined} - {*wanted}:
        return "Some characters aren't in the text: take each token from it, as it is."
    if lost := next(
        (char for char in wanted if wanted.count(char) > joined.count(char)), ""
    ):
        if lost == "_" or lost.isdigit():
            return f"`{lost}` gets lost: digits and `_` are part of a word."
        if not lost.isalnum():
            return f"`{lost}` gets lost: every character that is neither in a word nor whitespace is a token."
        if not lost.isascii():
            return f"`{lost}` gets lost: words have more letters than a to z."
        return f"`{lost}` gets lost: only whitespace may be left out."
    if len(joined) > len(wanted):
        return "A word comes back: once you've added it, start the next one empty."
    if joined != wanted:
        return "The tokens aren't in the order of the text: go from left to right."
    ends, cuts = ({*accumulate(map(len, tokens))} for tokens in (expected, got))
    place = min(ends ^ cuts, default=0)
    around = wanted[max(place - 1, 0) : place + 1]
    if place in ends and not re.search(r"\w", around):
        return "Punctuation is glued together: each punctuation character is a token."
    if place in ends:
        return f"{'An apostrophe' if chr(39) in around else 'Punctuation'} stays in the word: it is a token of its own."
    if not around.isascii():
        return "You cut off a letter with an accent, or from another script: words have more letters than a to z."
    what = "`_`" if "_" in around else "A digit" if re.search(r"\d", around) else ""
    return (
        f"{what} is part of a word, like a letter."
        if what
        else "Each letter is on its own: `+` takes a run of them."
    )


@exercise(
    "words.split_punctuation",
    example=("Wait... it's 5 o'clock!",),
    cases=[
        (it,)
        for it in (
            "a",
            "ab",
            "a!",
            "?!",
            "it's",
            "naïve café",
            "a_b c",
            "3.14",
            "a-b",
            "1,000",
            "a.b@c",
            "  a\n\tb ",
            "(“Ω”)",
            "",
        )
    ],
    generate=lambda random: (
        "".join(random.choices("ab é_'.! \n3Ж-", k=random.randint(1, 9))),
    ),
    remark=seen_in_cuts,
)
def split_punctuation(text: str) -> list[str]:
    """The words and the single punctuation characters of a text: 'Hey, you!' → ['Hey', ',', 'you', '!']."""
    return re.findall(r"\w+|[^\w\s]", text)


WORDS = ["the", "cat", "sat", "on", "a", "mat", "Cat", "dog", "The"]


def some_words(random: Random) -> list[str]:
    return random.choices(WORDS[: random.randint(2, 9)], k=random.randint(1, 9))


@exercise(
    "words.unknown_rate",
    example=(["the", "dog", "sat", "on"], {"the", "sat", "on"}),
    cases=[([], {"a"}), (["a", "b", "b"], {"a"}), (["a"], {"a"}), (["a"], set())],
    generate=lambda random: (some_words(random), set(some_words(random))),
    remark=lambda expected, got, args: (
        f"Here the share is {fraction(expected, len(args[0]))}. Count the unknown tokens, and divide by `len(tokens)`."
    ),
)
def unknown_rate(tokens: list[str], vocab: set[str]) -> float:
    """The share of unknown tokens, 0.0 for an empty list: the dog sat on, where `dog` is unknown → 0.25."""
    if not tokens:
        return 0.0
    return sum(token not in vocab for token in tokens) / len(tokens)


def seen_in_ids(expected: dict[str, int], got: dict[str, int], args: Args) -> str:
    """The slip that a vocabulary shows: no `[UNK]`, the wrong size, or another order."""
    if got.get("[UNK]") != 0:
        return "`[UNK]` is an entry, too: it has the id 0, and the words follow."
    if len(got) != len(expected):
        many = "many" if len(got) > len(expected) else "few"
        return f"There are too {many} entries: up to `size` are asked for, `[UNK]` included."
    if unknown := sorted({*got} - {*args[0]} - {"[UNK]"}):
        return f"`{unknown[0]}` isn't one of the tokens: leave them as they are."
    if sorted(map(str, got.values())) != sorted(map(str, expected.values())):
        return "Each entry needs an id of its own, from 0 up, without gaps."
    return "The order is wrong: frequent words come first, and `sorted` gives the order of equally frequent ones."


@exercise(
    "words.build_vocab",
    example=(["the", "cat", "sat", "on", "the", "mat"], 4),
    cases=[
        (["b", "a"], 3),
        (["a", "b"], 2),
        (["a"], 1),
        (["b", "a", "b"], 9),
        (["b", "a", "B", "c", "c"], 4),
    ],
    generate=lambda random: (some_words(random), random.randint(1, 8)),
    valid=lambda tokens, size: size >= 1 and "[UNK]" not in tokens,
    remark=seen_in_ids,
)
def build_vocab(tokens: list[str], size: int) -> dict[str, int]:
    """Words to ids, frequent ones first: b a b, size 2 → {'[UNK]': 0, 'b': 1}."""
    counts = Counter(tokens)
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    return {word: id for id, word in enumerate(["[UNK]", *ranked][:size])}


def vocab_and_text(value: Any) -> bool | str:
    vocab, text = value
    if not (isinstance(vocab, dict) and is_text(text)):
        return False
    ids = list(vocab.values())
    if "[UNK]" not in vocab:
        return "The vocabulary needs an entry `[UNK]`, too: unknown words get its id."
    if any(type(id) is not int for id in ids):
        return "The vocabulary gives each word an id, which is an int: {'a': 1, …}."
    return (
        len(set(ids)) == len(ids) or "Two words have the same id: each needs its own."
    )


exhibit(
    "or_unknown",
    wrong=lambda value: [
        value[0].get(word) or value[0]["[UNK]"] for word in split_punctuation(value[1])
    ],
    right=lambda value: [
        value[0].get(word, value[0]["[UNK]"]) for word in split_punctuation(value[1])
    ],
    fits=vocab_and_text,
    answer=({"a": 0, "[UNK]": 1}, "a"),
)
