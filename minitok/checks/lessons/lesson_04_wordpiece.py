"""Lesson 04: the score of a pair, longest match with `##`, and the way back from tokens to text."""

from random import Random

from minitok.models import WordPiece

from ..exercise import Args, exercise
from .trained import up_to_each


@exercise(
    "wordpiece.score",
    title="The score of a pair",
    example=(20, 36, 20),
    cases=[(1, 1, 1), (3, 4, 5), (10, 100, 10), (2, 2, 7), (2, 8, 2)],
    generate=lambda random: (random.randint(1, 9), random.randint(9, 30), random.randint(9, 30)),
    valid=lambda pair, left, right: pair >= 1 and left >= pair and right >= pair,
    hints=[
        "Which is more telling: a pair of two frequent parts, or one of two rare parts?",
        "Divide the count of the pair by the product of the counts of its parts.",
        "`pair / (left * right)`: mind the brackets, and `/`, not `//`.",
    ],
    why="By chance alone, a pair's count would grow with this product. So the score favours parts rarely seen apart.",
)
def score(pair: int, left: int, right: int) -> float:
    """The score of a pair by the counts of the pair and its parts: 5, 20, 5 → 0.05."""
    return pair / (left * right)


score.slips = {
    "The right part is forgotten: divide by the product of both counts.": lambda pair, left, right: pair / left,
    "`//` gives whole numbers: the score is a fraction, use `/`.": lambda pair, left, right: pair // (left * right),
}


def by_the_package(word: str, vocab: set[str]) -> list[str]:
    tokens = sorted({*vocab, "[UNK]"})
    return [token.value for token in WordPiece(dict(zip(tokens, range(len(tokens))))).tokenize(word)]


def word_and_vocab(random: Random) -> Args:
    parts = ["a", "b", "c", "ab", "bc", "abc", "ca"]
    vocab = {random.choice(["", "##"]) + part for part in random.choices(parts, k=9)} | {"a", "##b", "##a"}
    return "".join(random.choices("aabbc", k=random.randint(1, 6))), vocab


@exercise(
    "wordpiece.longest_match",
    title="Longest match first",
    example=("hugs", {"h", "hug", "##g", "##s", "##u"}),
    cases=[
        ("", {"a"}),
        ("hugx", {"hug", "##g"}),
        ("x", {"hug"}),
        ("bum", {"b", "#", "##u"}),
        ("aa", {"a", "aa", "##a"}),
        ("ab", {"a", "b"}),
        ("abb", {"ab", "##b", "b", "bb", "##bb"}),
        ("#", {"#"}),
        ("aab", {"a", "##a", "##ab", "##b"}),
        ("abc", {"ab", "a", "##bc"}),
        ("Ab", {"A", "a", "##b"}),
        ("ab", {"a", "##"}),
    ],
    generate=word_and_vocab,
    valid=lambda word, vocab: len(word) <= 100,
    oracle=by_the_package,
    stages=up_to_each("letter"),
    hints=[
        "From a place in the word, try the longest candidate first, then one that is a letter shorter.",
        "Keep `start`. A candidate is `word[start:end]`, with `##` before it if `start` is not 0.",
        "`for end in range(len(word), start, -1)`: if the candidate is in `vocab`, append it and set `start = end`. "
        "If none is, the whole word is `['[UNK]']`.",
    ],
    why="Each token that is found takes at least one letter of the word, so it always comes to an end.",
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


def matching(word, vocab, mark="##"):
    """Match with another mark, and stop where nothing fits: the frame of the slips below."""
    tokens, start = [], 0
    while start < len(word):
        candidates = [(mark if start else "") + word[start:end] for end in range(len(word), start, -1)]
        token = next((candidate for candidate in candidates if candidate in vocab), None)
        if token is None:
            return [*tokens, "[UNK]"]
        tokens.append(token)
        start += len(token.removeprefix(mark) if start else token)
    return tokens


longest_match.slips = {
    "A word that can't be finished is one `[UNK]`, whole: the tokens before it go, too.": matching,
    "Inside a word a token carries `##`: look the candidate up with its mark.": lambda word, vocab: (
        ["[UNK]"] if "[UNK]" in matching(word, vocab, mark="") else matching(word, vocab, mark="")
    ),
    "The empty word has no tokens: give an empty list.": lambda word, vocab: longest_match(word, vocab) or ["[UNK]"],
}


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
    title="Tokens back to text",
    example=(["hug", "##s", "and", "pug", "##s"],),
    cases=[
        (["##ing", "a", "b"],),
        (["a", "##", "b"],),
        (["a##b"],),
        (["a", "###"],),
        (["it", "."],),
        (["a", "##b##c"],),
    ],
    generate=some_tokens,
    valid=lambda tokens: bool(tokens) and all(token.split() == [token] for token in tokens),
    hints=[
        "When does a token begin a new word?",
        "A token with `##` at its beginning loses these two characters, and no space comes before it.",
        "Go through the tokens: `text += token[2:]` if it starts with `##` and is not the first, else a space and the "
        "token. At the end, drop the space before the first one.",
    ],
    why="Two characters are taken off at the front, no more: the rest is text, whatever it looks like.",
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


decode.slips = {
    "The first token continues no word: it stays as it is, `##` included.": lambda tokens: (
        " ".join(["", *tokens]).replace(" ##", "").removeprefix(" ")
    ),
    "Only `##` at the beginning of a token is a mark: inside a token it is text.": lambda tokens: (
        " ".join(tokens).replace(" ##", "##").replace("##", "")
    ),
    "A token with `##` has no space before it.": lambda tokens: " ".join(token.removeprefix("##") for token in tokens),
    "`##` is still there: it marks a token that continues a word, and is not text.": " ".join,
}
