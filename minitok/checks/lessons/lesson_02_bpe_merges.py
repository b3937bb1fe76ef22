"""Lesson 02, byte-pair encoding: learn merges."""

from collections import Counter
from functools import partial
from random import Random

from minitok import naive_bpe

from ..exercise import Args, exercise
from .trained import some_word


def learned(word_counts: dict[str, int], how_many: int) -> list[tuple[str, str]]:
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
    title="Learn merges",
    example=({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, 3),
    cases=[
        ({"ab": 1}, 3),
        ({"cd": 1, "ab": 1}, 1),
        ({"ab": 1, "Bc": 1}, 1),
        ({"ba": 1, "bc": 1}, 1),
        ({"ac": 1, "bc": 1}, 1),
        ({"aaaa": 1}, 2),
        ({"ab": 2, "abz": 2, "zy": 2}, 3),
        ({"abc": 2, "abd": 1, "cd": 2}, 3),
        ({"hgfedcba": 2, "ponmlkji": 2}, 3),
    ],
    generate=counted_words,
    valid=makes_each_token_once,
    oracle=learned,
    stages="merge",
    hints=[
        "Begin with each word as a tuple of its letters. Count the pairs, join the best one in all words, and repeat.",
        "Give each letter an id, by code point, and each new token the next id. A tie goes to the lower left id, then "
        "to the lower right id. Stop early when no pair is left.",
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


def lowest_ids(count, pair, ids):
    return count, -ids[pair[0]], -ids[pair[1]]


def learning(word_counts, how_many, *, key=lowest_ids, letters=sorted, recount=True, weigh=True):
    """Learn with another rule for ties, or with other ids or counts: the frame of the slips below."""
    words = [(list(word), count if weigh else 1) for word, count in word_counts.items()]
    ids = {letter: id for id, letter in enumerate(letters(dict.fromkeys("".join(word_counts))))}
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


def first_letters(count, pair, ids):
    """In a tie the alphabet decides: code points turned around, and the end of a string before all of them."""
    return count, *([-ord(char) for char in part] + [1] for part in pair)


learn_merges.slips = {
    "In a tie it takes the pair met first: the ids decide.": partial(learning, key=lambda count, pair, ids: count),
    "Ties go by the alphabet here: the ids decide.": partial(learning, key=first_letters),
    "In a tie it looks at the right part first: the left one comes first.": (
        partial(learning, key=lambda count, pair, ids: lowest_ids(count, pair[::-1], ids))
    ),
    "The letters have ids as they were met: sort the letters first.": partial(learning, letters=list),
    "The counts are those of the beginning: count again after each merge.": partial(learning, recount=False),
    "When no pair is left there is nothing to choose from: stop there, with fewer merges.": lambda words, how_many: (
        learn_merges(words, how_many) if len(learn_merges(words, how_many)) == how_many else max([])
    ),
    "It forgets how often each word occurs: a pair counts as often as its word.": partial(learning, weigh=False),
}
