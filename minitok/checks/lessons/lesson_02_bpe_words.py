"""Lesson 02, byte-pair encoding whole: learn merges, encode a word with them, and where longest match differs."""

from collections import Counter
from random import Random
from typing import Any

from minitok import naive_bpe

from ..exercise import Args, Find, Found, exercise
from .trained import as_trained, some_merges, some_word


def learned(word_counts: dict[str, int], how_many: int) -> list[tuple[str, str]]:
    """The oracle: train on the words, each as often as it occurs."""
    words = [word for word, count in word_counts.items() for _ in range(count)]
    return naive_bpe.train(words, vocab_size=len(set("".join(words))) + how_many)[1][:how_many]


def makes_each_token_once(word_counts: dict[str, int], how_many: int) -> bool:
    """The rule for ties speaks of the id of a token, so that no token may be made twice."""
    made = ["".join(pair) for pair in learned(word_counts, how_many)]
    return how_many >= 0 and all(word_counts) and min(word_counts.values()) > 0 and len(made) == len(set(made))


def counted_words(random: Random) -> Args:
    words = {some_word(random, "abcd", 6): random.randint(1, 3) for _ in range(random.randint(1, 5))}
    return words, random.randint(1, 6)


@exercise(
    "bpe.learn_merges",
    lesson=2,
    level="medium",
    title="Learn merges",
    example=({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, 3),
    cases=[
        ({"ab": 1}, 3),
        ({"cd": 1, "ab": 1}, 1),
        ({"ba": 1, "bc": 1}, 1),
        ({"ac": 1, "bc": 1}, 1),
        ({"aaaa": 1}, 2),
        ({"ab": 2, "abz": 2, "zy": 2}, 3),
        ({"abc": 2, "abd": 1, "cd": 2}, 3),
    ],
    generate=counted_words,
    valid=makes_each_token_once,
    oracle=learned,
    hints=[
        "Begin with each word as a tuple of its letters. Count the pairs, join the best one in all words, and repeat.",
        "Give each letter an id, by code point, and each new token the next id. A tie goes to the lower left "
        "id, then to "
        "the lower right id. Stop early when no pair is left.",
        "`max(counts, key=lambda pair: (counts[pair], -ids[pair[0]], -ids[pair[1]]))`, with new counts in every round.",
    ],
    why="It counts anew after each merge, and the ids decide ties, so every correct program learns the same merges.",
)
def learn_merges(word_counts: dict[str, int], how_many: int) -> list[tuple[str, str]]:
    """The first merges of a corpus: {'hug': 10, 'pun': 12}, 1 → [('p', 'u')]."""
    words = {tuple(word): count for word, count in word_counts.items()}
    ids = {letter: id for id, letter in enumerate(sorted(set("".join(word_counts))))}
    merges: list[tuple[str, str]] = []
    while len(merges) < how_many:
        counts: Counter[tuple[str, str]] = Counter()
        for symbols, count in words.items():
            for pair in zip(symbols, symbols[1:]):
                counts[pair] += count
        if not counts:
            break
        best = max(counts, key=lambda pair: (counts[pair], -ids[pair[0]], -ids[pair[1]]))
        merges.append(best)
        ids.setdefault("".join(best), len(ids))
        merged: dict[tuple[str, ...], int] = {}
        for symbols, count in words.items():
            joined: list[str] = []
            for symbol in symbols:
                joined.append(symbol)
                if tuple(joined[-2:]) == best:
                    joined[-2:] = ["".join(best)]
            merged[tuple(joined)] = count
        words = merged
    return merges


def learning(word_counts, how_many, key, *, recount=True, weigh=True):
    """Learn with another rule: the frame of the slips below. The key takes a pair's count, the pair and the ids."""
    words = [(list(word), count if weigh else 1) for word, count in word_counts.items()]
    ids = {letter: id for id, letter in enumerate(sorted(set("".join(word_counts))))}
    merges, counts = [], None
    while len(merges) < how_many:
        if recount or counts is None:
            counts = Counter()
            for symbols, count in words:
                for pair in zip(symbols, symbols[1:]):
                    counts[pair] += count
        if not counts:
            break
        best = max(counts, key=lambda pair: key(counts[pair], pair, ids))
        merges.append(best)
        ids.setdefault("".join(best), len(ids))
        words = [(naive_bpe.merge_pair(symbols, best, "".join(best)), count) for symbols, count in words]
        del counts[best]
    return merges


@learn_merges.slip("Of equally frequent pairs it takes the one that it met first: take the one with the lowest ids.")
def first_met(word_counts, how_many):
    return learning(word_counts, how_many, lambda count, pair, ids: count)


@learn_merges.slip("The letters have ids in the order in which they were met: sort the letters first.")
def letters_as_met(word_counts, how_many):
    met = list(dict.fromkeys("".join(word_counts)))
    in_order = lambda part, ids: met.index(part) if part in met else ids[part]  # noqa: E731
    return learning(word_counts, how_many, lambda c, pair, ids: (c, *(-in_order(part, ids) for part in pair)))


@learn_merges.slip("It takes the rarest pair: the most frequent one goes first.")
def rarest(word_counts, how_many):
    return learning(word_counts, how_many, lambda c, pair, ids: (-c, -ids[pair[0]], -ids[pair[1]]))


@learn_merges.slip("Of equally frequent pairs it takes the one with the highest ids: `max` needs `-ids[…]`.")
def highest_ids(word_counts, how_many):
    return learning(word_counts, how_many, lambda count, pair, ids: (count, ids[pair[0]], ids[pair[1]]))


@learn_merges.slip("Ties go by the highest string here: take the one with the lowest ids.")
def highest_string(word_counts, how_many):
    return learning(word_counts, how_many, lambda count, pair, ids: (count, pair))


@learn_merges.slip("Ties go by the alphabet here: the ids decide, and a token that was made later has a higher one.")
def by_string(word_counts, how_many):
    negated = lambda text: [-ord(char) for char in text] + [1]  # noqa: E731
    return learning(word_counts, how_many, lambda count, pair, ids: (count, *map(negated, pair)))


@learn_merges.slip("In a tie it looks at the right part first: the left one comes first.")
def right_first(word_counts, how_many):
    return learning(word_counts, how_many, lambda count, pair, ids: (count, -ids[pair[1]], -ids[pair[0]]))


@learn_merges.slip(
    "The counts are those of the beginning: count again after each merge, since it changes its neighbours."
)
def counted_once(word_counts, how_many):
    return learning(word_counts, how_many, lambda c, pair, ids: (c, -ids[pair[0]], -ids[pair[1]]), recount=False)


@learn_merges.slip("It finds the same pair again: put the joined words in the place of the old ones, then count.")
def never_joined(word_counts, how_many):
    return [pair for pair in learn_merges(word_counts, 1) for _ in range(how_many)]


@learn_merges.slip("It stops when no pair occurs twice: go on as long as there is a pair.")
def at_least_twice(word_counts, how_many):
    merges = learn_merges(word_counts, how_many)
    while merges and not occurs_twice(word_counts, merges):
        merges = merges[:-1]
    return merges


def occurs_twice(word_counts, merges):
    """Whether the last merge of several joined a pair that occurred more than once."""
    last, words = merges[-1], [(naive_bpe.encode(word, merges[:-1]), count) for word, count in word_counts.items()]
    return sum(count * list(zip(symbols, symbols[1:])).count(last) for symbols, count in words) > 1


@learn_merges.slip("There is one merge too few: `how_many` are asked for.")
def one_too_few(word_counts, how_many):
    return learn_merges(word_counts, how_many - 1)


@learn_merges.slip("A merge is a pair, a tuple of two symbols, and these are the tokens that they make.")
def tokens_made(word_counts, how_many):
    return ["".join(pair) for pair in learn_merges(word_counts, how_many)]


@learn_merges.slip("It forgets how often each word occurs: a pair counts as often as its word.")
def unweighed(word_counts, how_many):
    return learning(word_counts, how_many, lambda c, pair, ids: (c, -ids[pair[0]], -ids[pair[1]]), weigh=False)


@learn_merges.slip("When no pair is left there is nothing to choose from: stop there, with fewer merges.")
def no_pair_left(word_counts, how_many):
    if len(merges := learn_merges(word_counts, how_many)) < how_many:
        max([])
    return merges


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


@encode_word.slip("It joins the pair that was learned last: the merge of lowest rank goes first.")
def latest_first(word, merges):
    tokens = list(word)
    while found := [(merges.index(pair), -i) for i, pair in enumerate(zip(tokens, tokens[1:])) if pair in merges]:
        i = -max(found)[1]
        tokens[i : i + 2] = ["".join(tokens[i : i + 2])]
    return tokens


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


@encode_word.slip("Nothing is joined: keep what joining gives, as in `tokens = merge_pair(tokens, pair)`.")
def left_alone(word, merges):
    return list(word)


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


@encode_word.slip("The last token has no right neighbour: stop at the one before it.")
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
    if not isinstance(word, str) or not as_trained(merges):
        return Found(
            False, "The merges must be such as training gives: each joins letters or what an earlier one made."
        )
    by_rank, longest = naive_bpe.encode(word, merges), longest_match(word, merges)
    if by_rank == longest:
        says = "Both cut this word alike. Look for an early merge that takes its last letter from the token before it."
        return Found(False, says, by_rank, longest)
    size = len(word) + len(merges)
    known = "No smaller one is known." if size <= 5 else "Right, and there is a smaller one: a word of three letters."
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
