"""Lesson 04: the pair of the best score, longest match with `##`, and the way back from tokens to text."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from minitok.models import WordPiece
from minitok_course.exercises.exercise import Args, exercise
from minitok_course.exercises.lessons.exhibits import exhibit, is_pair, is_text
from minitok_course.exercises.lessons.trained import up_to_each


def counted(
    words: dict[tuple[str, ...], int],
) -> dict[tuple[str, str], tuple[int, int, int]]:
    """Each pair, with how often it and its parts occur: {("a", "##b"): 3} → {("a", "##b"): (3, 3, 3)}."""
    pairs = Counter(
        pair
        for symbols, count in words.items()
        for pair in [*pairwise(symbols)] * count
    )
    single = Counter(
        symbol for symbols, count in words.items() for symbol in symbols * count
    )
    return {(a, b): (count, single[a], single[b]) for (a, b), count in pairs.items()}


def by_fractions(words: dict[tuple[str, ...], int]) -> tuple[str, str]:
    scores = {
        pair: (Fraction(c, a * b), c) for pair, (c, a, b) in counted(words).items()
    }
    return max(sorted(scores), key=scores.__getitem__)


def is_clear(words: dict[tuple[str, ...], int]) -> bool:
    """Whether letters inside a word have their marks, and there is a pair."""
    marked = all(
        symbol.startswith("##") == (place > 0)
        for word in words
        for place, symbol in enumerate(word)
    )
    return marked and bool(counted(words))


def of_scores(expected: Any, got: Any, args: Args) -> str:
    counts = counted(*args)
    if got not in counts:
        return "This isn't a pair of symbols that are side by side in a word: return the pair alone."
    (count, left, right), (most, *parts) = counts[got], counts[expected]
    if count * parts[0] * parts[1] == most * left * right:
        return "Both pairs have the same score: the more frequent one wins, then the alphabetically first."
    return f"Your pair scores {count} / ({left} · {right}), the right one {most} / ({parts[0]} · {parts[1]})."


def spelled(text: str) -> Args:
    """Words with their counts, as symbols: 'ab:2 c:1' → ({("a", "##b"): 2, ("c",): 1},)."""
    pairs = [word.split(":") for word in text.split()]
    return (
        {
            tuple("##" * (i > 0) + letter for i, letter in enumerate(word)): int(n)
            for word, n in pairs
        },
    )


def some_words(random: Random) -> Args:
    words = ["".join(random.choices("aabcd", k=random.randint(1, 4))) for _ in range(5)]
    return spelled(
        " ".join(f"{word}:{random.choice([1, 1, 2, 3, 4, 5])}" for word in words)
    )


COUNTED = """hu:3 hs:1 pu:3 | ab:1 eb:1 cd:2 | bc:1 ad:1 | ad:1 bc:1 | abb:2 ac:2 dc:1 | ab:1 cd:1 a:3 c:2 | aaaa:2
| cabab:1 | cabab:1 c:1 | ab:200 cd:180 | ab:1 cd:5 | ab:2 eb:2 a:2 e:6 cd:2 c:5
| xy:2 x:5 uv:1 u:6 | xy:7 x:3 uv:2 u:2 zv:3 z:9
| ba:1 dc:1 fe:1 hg:1 ji:1 lk:1 nm:1 po:1 | zy:1 xw:1 vu:1 ts:1 rq:1 po:1 nm:1 lk:1"""
# The five words after their first merge: all scores are 1/36.
ALL_TIED = {
    ("h", "##u", "##g"): 10,
    ("p", "##u", "##g"): 5,
    ("p", "##u", "##n"): 12,
    ("b", "##u", "##n"): 4,
    ("h", "##u", "##gs"): 5,
}


@exercise(
    "wordpiece.best_pair",
    example=spelled("hug:10 pun:12 hugs:5"),
    cases=[*map(spelled, COUNTED.split("|")), (ALL_TIED,)],
    generate=some_words,
    valid=is_clear,
    oracle=by_fractions,
    remark=of_scores,
)
def best_pair(words: dict[tuple[str, ...], int]) -> tuple[str, str]:
    """The pair with the best score; in a tie the more frequent, then the first: {("a", "##b"): 3} → ("a", "##b")."""
    pairs: Counter[tuple[str, str]] = Counter()
    single: Counter[str] = Counter()
    for symbols, count in words.items():
        for symbol in symbols:
            single[symbol] += count
        for pair in zip(symbols, symbols[1:]):
            pairs[pair] += count

    def order(pair: tuple[str, str]) -> tuple[float, int, tuple[str, str]]:
        score = pairs[pair] / (single[pair[0]] * single[pair[1]])
        return -score, -pairs[pair], pair

    return min(pairs, key=order)


def by_the_package(word: str, vocab: set[str]) -> list[str]:
    tokens = sorted({*vocab, "[UNK]"})
    return [
        token.value
        for token in WordPiece(dict(zip(tokens, range(len(tokens))))).tokenize(word)
    ]


def word_and_vocab(random: Random) -> Args:
    parts = ["a", "b", "c", "ab", "bc", "abc", "ca"]
    vocab = {
        random.choice(["", "##"]) + part for part in random.choices(parts, k=9)
    } | {"a", "##b", "##a"}
    return "".join(random.choices("aabbc", k=random.randint(1, 6))), vocab


LOOKED_UP = """hugx hug ##g | x hug | bum b # ##u | aa a aa ##a | ab a b | abb ab ##b b bb ##bb | # #
| a# a ### | aab a ##a ##ab ##b | abc ab a ##bc | Ab A a ##b | ab a ## | huggedhugged hugged ##hugged"""


def of_tokens(expected: list[str], got: list[str], args: Args) -> str:
    """Which token is the first that is wrong."""
    if not expected:
        return "The empty word has no tokens: return an empty list."
    if expected == ["[UNK]"]:
        return "Somewhere in this word no token fits, so the whole word is `[UNK]`."
    for place, token in enumerate(expected):
        if [*got[: place + 1]] != expected[: place + 1]:
            return (
                f"After {expected[:place]}, the longest token that fits is {token!r}."
            )
    return f"The word ends after {expected[-1]!r}: stop there."


@exercise(
    "wordpiece.longest_match",
    example=("hugs", {"h", "hug", "##g", "##s", "##u"}),
    cases=[
        ("", {"a"}),
        *((word, {*tokens}) for word, *tokens in map(str.split, LOOKED_UP.split("|"))),
    ],
    generate=word_and_vocab,
    valid=lambda word, vocab: len(word) <= 100,
    oracle=by_the_package,
    remark=of_tokens,
    stages=up_to_each("letter"),
)
def longest_match(word: str, vocab: set[str]) -> list[str]:
    """The tokens of a word, longest match first: hugs → hug ##s; [UNK] if it can't be finished; none for ''."""
    tokens: list[str] = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            candidate = ("##" if start else "") + word[start:end]
            if candidate in vocab:
                break
        else:
            return ["[UNK]"]
        tokens.append(candidate)
        start = end
    return tokens


def matched_with_second_thoughts(word, vocab, mark=""):
    """The tokens of a word, the longest first, but shorter ones if the rest has none; None if there are none."""
    if not word:
        return []
    for end in range(len(word), 0, -1):
        token = mark + word[:end]
        if token in vocab:
            rest = matched_with_second_thoughts(word[end:], vocab, "##")
            if rest is not None:
                return [token, *rest]
    return None


def marked_rest(word, vocab):
    tokens = []
    while word:
        end = max(
            (end for end in range(1, len(word) + 1) if word[:end] in vocab), default=0
        )
        if not end:
            return ["[UNK]"]
        tokens.append(word[:end])
        word = "##" + word[end:] if word[end:] else ""
    return tokens


def some_tokens(random: Random) -> Args:
    return (
        random.choices(
            ["hug", "##s", "##", "a##b", "#", "###", "[UNK]", ".", "##a##"],
            k=random.randint(1, 5),
        ),
    )


@exercise(
    "wordpiece.decode",
    example=(["hug", "##s", "and", "pug", "##s"],),
    cases=[
        (tokens.split(),)
        for tokens in ("##ing a b", "a ## b", "a##b", "a ###", "it .", "a ##b##c", "")
    ],
    generate=some_tokens,
    valid=lambda tokens: all(token.split() == [token] for token in tokens),
    remark=lambda expected, got, args: (
        "Join the tokens with spaces; one that continues a word has no space before it, and loses its `##`."
    ),
)
def decode(tokens: list[str]) -> str:
    """The text of some tokens, with a space between words: hug ##s and → 'hugs and'."""
    text = ""
    for place, token in enumerate(tokens):
        if place and token.startswith("##"):
            text += token[2:]
        else:
            text += " " * (place > 0) + token
    return text


def is_word_and_vocab(value: Any) -> bool | str:
    if not is_pair(value):
        return False
    word, vocab = value
    if not is_text(word) or not 0 < len(word) <= 50:
        return "The word has to be a text of 1 to 50 letters."
    are_tokens = isinstance(vocab, (set, list, tuple)) and all(map(is_text, vocab))
    return (
        are_tokens and all(vocab)
    ) or "The vocabulary has to be a set of tokens, each a text that isn't empty."


exhibit(
    "marked_rest",
    wrong=lambda value: marked_rest(value[0], set(value[1])),
    right=lambda value: longest_match(value[0], set(value[1])),
    fits=is_word_and_vocab,
    answer=("ab", {"a", "#"}),
)
