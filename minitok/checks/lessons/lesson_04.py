"""Lesson 04: the pair of the best score, longest match with `##`, and the way back from tokens to text."""

import re
from collections import Counter
from fractions import Fraction
from itertools import chain, pairwise
from random import Random
from typing import Any

from minitok.models import WordPiece

from ..exercise import Args, exercise
from .exhibits import exhibit, is_text
from .trained import up_to_each


def counted(words: dict[tuple[str, ...], int]) -> dict[tuple[str, str], tuple[int, int, int]]:
    """Each pair, with how often it and its parts occur: {("a", "##b"): 3} → {("a", "##b"): (3, 3, 3)}."""
    pairs = Counter(pair for symbols, count in words.items() for pair in [*pairwise(symbols)] * count)
    single = Counter(symbol for symbols, count in words.items() for symbol in symbols * count)
    return {(a, b): (count, single[a], single[b]) for (a, b), count in pairs.items()}


def by_fractions(words: dict[tuple[str, ...], int]) -> tuple[str, str]:
    found = {pair: (Fraction(c, a * b), c) for pair, (c, a, b) in counted(words).items()}
    return max(sorted(found), key=found.__getitem__)


def is_clear(words: dict[tuple[str, ...], int]) -> bool:
    """Whether letters have their marks, there is a pair, and no tie of the best turns on how floats are rounded."""
    marked = all(word == tuple("##" * (i > 0) + symbol[-1:] for i, symbol in enumerate(word)) for word in words)
    found = counted(words)
    best = max((Fraction(c, a * b) for c, a, b in found.values()), default=0)
    tied = {(c, a, b) for c, a, b in found.values() if Fraction(c, a * b) == best}
    return marked and bool(tied) and (len(tied) == 1 or {1, 2, 4} >= {*chain(*tied)})


def spelled(text: str) -> Args:
    """Words with their counts, as symbols: 'ab:2 c:1' → ({("a", "##b"): 2, ("c",): 1},)."""
    pairs = [word.split(":") for word in text.split()]
    return ({tuple("##" * (i > 0) + letter for i, letter in enumerate(word)): int(n) for word, n in pairs},)


def some_words(random: Random) -> Args:
    words = ["".join(random.choices("aabcd", k=random.randint(1, 4))) for _ in range(5)]
    return spelled(" ".join(f"{word}:{random.choice([1, 1, 2, 3, 4, 5])}" for word in words))


COUNTED = """hu:3 hs:1 pu:3 | ab:1 eb:1 cd:2 | bc:1 ad:1 | ad:1 bc:1 | abb:2 ac:2 dc:1 | ab:1 cd:1 a:3 c:2 | aaaa:2
| cabab:1 | ab:200 cd:180 | ab:1 cd:5 | ab:2 eb:2 a:2 e:6 cd:2 c:5"""


@exercise(
    "wordpiece.best_pair",
    example=spelled("hug:10 pun:12 hugs:5"),
    cases=[*map(spelled, COUNTED.split("|"))],
    generate=some_words,
    valid=is_clear,
    oracle=by_fractions,
)
def best_pair(words: dict[tuple[str, ...], int]) -> tuple[str, str]:
    """The pair of the best score; of equals the more frequent, then the first: {("a", "##b"): 3} → ("a", "##b")."""
    pairs: Counter[tuple[str, str]] = Counter()
    single: Counter[str] = Counter()
    for symbols, count in words.items():
        for symbol in symbols:
            single[symbol] += count
        for pair in zip(symbols, symbols[1:]):
            pairs[pair] += count
    return min(pairs, key=lambda pair: (-pairs[pair] / (single[pair[0]] * single[pair[1]]), -pairs[pair], pair))


best_pair.known_slips("""
Of pairs with the same score the more frequent wins, not the one met first.
    , -pairs[pair], pair) → ,)
Of pairs with the same score the more frequent wins; the alphabet comes after that.
    , -pairs[pair], pair) → , pair)
Of pairs equal in score and count the alphabetically first wins, not the one met first.
    , -pairs[pair], pair) → , -pairs[pair])
Keep the `##` of a symbol: it belongs to it, also in the answer.
    tuple(symbol[-1:] for symbol in best_pair(words))
""")
WRONG_SCORES = """
This is the most frequent pair: divide its count by the product of its parts' counts.
    -pairs[pair] / (single[pair[0]] * single[pair[1]]) → -pairs[pair]
The second part is forgotten: divide by the product of both counts.
    * single[pair[1]]) → )
The counts of the parts are multiplied, not added.
    ] * single → ] + single
`c / a * b` multiplies by `b`: put the product of both counts in brackets.
    (single[pair[0]] * single[pair[1]]) → single[pair[0]] * single[pair[1]]
`//` gives whole numbers, mostly 0: a score is a fraction, use `/`.
    -pairs[pair] / (single[pair[0]] * single[pair[1]]) → -(pairs[pair] // (single[pair[0]] * single[pair[1]]))
This is the lowest score: take the pair that has the highest.
    (-pairs[pair] / → (pairs[pair] /
A word's count is forgotten: where a word occurs 10 times, so do its pairs and symbols.
    += count → += 1
A word's count is forgotten where the pairs are counted.
    pairs[pair] += count → pairs[pair] += 1
A word's count is forgotten where the symbols are counted.
    single[symbol] += count → single[symbol] += 1
A symbol that is in a word twice counts twice for each time that the word occurs.
    in symbols: → in set(symbols):
A symbol counts wherever it occurs, also in a word of one letter.
    in symbols: → in symbols if symbols[1:] else ():
A symbol inside a word is in two pairs, but occurs once: count symbols, not the parts of pairs.
    in symbols: → in symbols[1:] + symbols[:-1]:
`s` and `##s` are two symbols: count them apart.
    single[symbol] → single[symbol[-1:]] ; pair[0]] → pair[0][-1:]] ; pair[1]] → pair[1][-1:]]
Count a symbol wherever it occurs, not only where it is the first, or the second, of a pair.
    in symbols: → in [*zip(symbols[:-1], "<<<<"), *zip(symbols[1:], ">>>>")]: ; [0]] → [0], "<"] ; [1]] → [1], ">"]
"""
best_pair.known_slips(WRONG_SCORES)
WITHOUT_TIES = re.sub(r"(?m)^(\S.*)\n(.*)$", r"\1 And mind the ties.\n\2 ; , -pairs[pair], pair) → ,)", WRONG_SCORES)
best_pair.known_slips(WITHOUT_TIES)


def by_the_package(word: str, vocab: set[str]) -> list[str]:
    tokens = sorted({*vocab, "[UNK]"})
    return [token.value for token in WordPiece(dict(zip(tokens, range(len(tokens))))).tokenize(word)]


def word_and_vocab(random: Random) -> Args:
    parts = ["a", "b", "c", "ab", "bc", "abc", "ca"]
    vocab = {random.choice(["", "##"]) + part for part in random.choices(parts, k=9)} | {"a", "##b", "##a"}
    return "".join(random.choices("aabbc", k=random.randint(1, 6))), vocab


LOOKED_UP = """hugx hug ##g | x hug | bum b # ##u | aa a aa ##a | ab a b | abb ab ##b b bb ##bb | # #
| aab a ##a ##ab ##b | abc ab a ##bc | Ab A a ##b | ab a ##"""


@exercise(
    "wordpiece.longest_match",
    example=("hugs", {"h", "hug", "##g", "##s", "##u"}),
    cases=[("", {"a"}), *((word, {*tokens}) for word, *tokens in map(str.split, LOOKED_UP.split("|")))],
    generate=word_and_vocab,
    valid=lambda word, vocab: len(word) <= 100,
    oracle=by_the_package,
    stages=up_to_each("letter"),
)
def longest_match(word: str, vocab: set[str]) -> list[str]:
    """The tokens of a word, the longest first: hugs → hug ##s; one [UNK] where it can't be finished; '' has none."""
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


longest_match.known_slips("""
A word that can't be finished is one `[UNK]`, whole: the tokens before it go, too.
    ["[UNK]"] → [*tokens, "[UNK]"]
Inside a word a token carries `##`: look the candidate up with its mark.
    ("##" if start else "") + → "" +
    ("##" if start else "") + → "" + ; append(candidate → append(("##" if start else "") + candidate
It takes the shortest token that fits: try the longest first.
    range(len(word), start, -1) → range(start + 1, len(word) + 1)
The whole word is one `[UNK]`, not each letter that doesn't fit.
    return ["[UNK]"] → candidate, end = "[UNK]", start + 1
The empty word has no tokens: give an empty list.
    longest_match(word, vocab) or ["[UNK]"]
""")


@longest_match.slip(
    "The mark becomes a part of the word, and a token `#` can eat it, for ever: keep mark and word apart."
)
def marked_rest(word, vocab):
    tokens = []
    while word:
        end = max((end for end in range(1, len(word) + 1) if word[:end] in vocab), default=0)
        if not end:
            return ["[UNK]"]
        tokens.append(word[:end])
        word = "##" + word[end:] if word[end:] else ""
    return tokens


def some_tokens(random: Random) -> Args:
    return (random.choices(["hug", "##s", "##", "a##b", "#", "###", "[UNK]", ".", "##a##"], k=random.randint(1, 5)),)


@exercise(
    "wordpiece.decode",
    example=(["hug", "##s", "and", "pug", "##s"],),
    cases=[(tokens.split(),) for tokens in ("##ing a b", "a ## b", "a##b", "a ###", "it .", "a ##b##c")],
    generate=some_tokens,
    valid=lambda tokens: bool(tokens) and all(token.split() == [token] for token in tokens),
)
def decode(tokens: list[str]) -> str:
    """The words of tokens, joined by spaces: hug ##s and → 'hugs and'."""
    text = ""
    for place, token in enumerate(tokens):
        if place and token.startswith("##"):
            text += token[2:]
        else:
            text += " " * (place > 0) + token
    return text


decode.known_slips("""
The first token continues no word: it stays as it is, `##` included.
    " ".join(["", *tokens]).replace(" ##", "").removeprefix(" ")
Only `##` at the beginning of a token is a mark: inside a token it is text.
    " ".join(tokens).replace(" ##", "##").replace("##", "")
A token with `##` has no space before it.
    " ".join(token.removeprefix("##") for token in tokens)
Take two characters off, not every `#`.
    token[2:] → token.lstrip("#")
No space comes before the first word.
    " " * (place > 0) → " "
A single `#` is text: the mark is `##`.
    token.startswith("##") → token.startswith("#")
`##` is still there: it marks a token that continues a word, and is not text.
    " ".join(tokens)
""")


TRAINED_ON = ["hug", "pug", "pun", "bun", "hugs"]

LETTERS = frozenset("".join(TRAINED_ON))

MERGED = frozenset({"[UNK]", "##gs", "hu", "hugs"})

UNMARKED = set(MERGED | LETTERS)

BOTH_FORMS = set(UNMARKED | {"##" + letter for letter in LETTERS})

exhibit(
    "unmarked_letters",
    wrong=lambda word: longest_match(word, UNMARKED),
    right=lambda word: longest_match(word, BOTH_FORMS),
    fits=lambda word: word in TRAINED_ON,
    answer="hug",
)


def is_word_and_vocab(value: Any) -> bool:
    word, vocab = value
    if is_text(value) or is_text(vocab):
        return False
    return is_text(word) and 0 < len(word) <= 50 and all(is_text(token) and token for token in vocab)


exhibit(
    "marked_rest",
    wrong=lambda value: marked_rest(value[0], set(value[1])),
    right=lambda value: longest_match(value[0], set(value[1])),
    fits=is_word_and_vocab,
    answer=("ab", {"a", "#"}),
)
