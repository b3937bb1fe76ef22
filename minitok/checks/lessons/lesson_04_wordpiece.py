"""Lesson 04: the score of a pair, and longest match with `##`."""

from random import Random

from minitok.models import WordPiece

from ..exercise import Args, exercise


@exercise(
    "wordpiece.score",
    lesson=4,
    level="easy",
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


@score.slip("It is rounded: give the score as it is.")
def rounded(pair, left, right):
    return round(pair / (left * right), 4)


@score.slip("The right part is forgotten: divide by the product of both counts.")
def left_only(pair, left, right):
    return pair / left


@score.slip("The left part is forgotten: divide by the product of both counts.")
def right_only(pair, left, right):
    return pair / right


@score.slip("It divides by the smaller count alone: divide by the product of both counts.")
def by_the_smaller(pair, left, right):
    return pair / min(left, right)


@score.slip("`//` gives whole numbers: the score is a fraction, use `/`.")
def whole(pair, left, right):
    return pair // (left * right)


@score.slip("Without brackets it divides by the left count and multiplies by the right one.")
def no_brackets(pair, left, right):
    return pair / left * right


@score.slip("It divides by the sum of the counts: their product was asked for.")
def by_sum(pair, left, right):
    return pair / (left + right)


def by_the_package(word: str, vocab: set[str]) -> list[str]:
    """The oracle: the model of the package."""
    tokens = sorted({*vocab, "[UNK]"})
    return [token.value for token in WordPiece(dict(zip(tokens, range(len(tokens))))).tokenize(word)]


def word_and_vocab(random: Random) -> Args:
    parts = ["a", "b", "c", "ab", "bc", "abc", "ca"]
    vocab = {random.choice(["", "##"]) + part for part in random.choices(parts, k=9)} | {"a", "##b", "##a"}
    return "".join(random.choices("aabbc", k=random.randint(1, 6))), vocab


@exercise(
    "wordpiece.longest_match",
    lesson=4,
    level="medium",
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


def matching(word, vocab, *, mark="##", stuck, ends=lambda start, end: range(end, start, -1), over=0):
    """Match with another idea of the mark, of being stuck, of the order, of the step: the frame of the slips below."""
    tokens, start = [], 0
    while start < len(word):
        found = [end for end in ends(start, len(word)) if (mark if start else "") + word[start:end] in vocab]
        if not found:
            return stuck(tokens)
        tokens.append((mark if start else "") + word[start : found[0]])
        start = found[0] + (over if start else 0)
    return tokens


@longest_match.slip("A word that can't be finished is one `[UNK]`, whole: the tokens before it go, too.")
def part_unknown(word, vocab):
    return matching(word, vocab, stuck=lambda tokens: [*tokens, "[UNK]"])


@longest_match.slip("A word that can't be finished is one `[UNK]`: here its rest gets lost.")
def rest_lost(word, vocab):
    return matching(word, vocab, stuck=lambda tokens: tokens)


@longest_match.slip("A word that can't be finished is one `[UNK]`: give a list with that one token.")
def nothing(word, vocab):
    return matching(word, vocab, stuck=lambda tokens: [])


@longest_match.slip("Inside a word a token carries `##`: look the candidate up with its mark.")
def unmarked(word, vocab):
    return matching(word, vocab, mark="", stuck=lambda tokens: ["[UNK]"])


@longest_match.slip("The mark is put on after the look-up: look the candidate up with its mark.")
def marked_afterwards(word, vocab):
    tokens = unmarked(word, vocab)
    return [*tokens[:1], *("##" + token for token in tokens[1:])]


@longest_match.slip(
    "It finds a word that is one token, and no other: try shorter candidates, too, and the rest with `##`."
)
def longest_alone(word, vocab):
    return [word] if word in vocab else ["[UNK]"] if word else []


@longest_match.slip("`##` is not part of the word: step on by the letters alone.")
def stepped_over(word, vocab):
    return matching(word, vocab, stuck=lambda tokens: ["[UNK]"], over=len("##"))


@longest_match.slip("The mark is missing in the answer: append the candidate as you looked it up, with `##`.")
def marks_left_out(word, vocab):
    return [token.removeprefix("##") if place else token for place, token in enumerate(longest_match(word, vocab))]


@longest_match.slip(
    "It goes back and tries a shorter token: the longest is taken for good, even if the rest is `[UNK]`."
)
def going_back(word, vocab, start=0):
    for end in range(len(word), start, -1):
        token = ("##" if start else "") + word[start:end]
        if token in vocab and (rest := going_back(word, vocab, end)) != ["[UNK]"]:
            return [token, *rest]
    return ["[UNK]"] if start < len(word) else []


@longest_match.slip("It takes the shortest token that fits: try the longest first.")
def shortest(word, vocab):
    return matching(word, vocab, stuck=lambda tokens: ["[UNK]"], ends=lambda start, end: range(start + 1, end + 1))


@longest_match.slip("An empty candidate fits a token `##`, for ever: a candidate has at least one letter.")
def no_letter(word, vocab):
    return matching(word, vocab, stuck=lambda tokens: ["[UNK]"], ends=lambda start, end: range(end, start - 1, -1))


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


@longest_match.slip("It makes the word lower case: look it up as it is.")
def in_lower_case(word, vocab):
    return longest_match(word.lower(), vocab)


@longest_match.slip("The empty word has no tokens: give an empty list.")
def empty_is_unknown(word, vocab):
    return longest_match(word, vocab) or ["[UNK]"]


@longest_match.slip("One unknown character does not become `[UNK]` by itself: the whole word does.")
def character_by_character(word, vocab):
    tokens, start = [], 0
    while start < len(word):
        mark = "##" if start else ""
        end = next((end for end in range(len(word), start, -1) if mark + word[start:end] in vocab), None)
        tokens.append(mark + word[start:end] if end else "[UNK]")
        start = end or start + 1
    return tokens
