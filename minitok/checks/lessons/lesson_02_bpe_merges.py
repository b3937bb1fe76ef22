"""Lesson 02, byte-pair encoding: learn merges."""

from collections import Counter
from random import Random

from minitok import naive_bpe

from ..exercise import Args, exercise
from .trained import some_word


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


def learning(word_counts, how_many, key, *, recount=True, weigh=True, end=None):
    """Learn with another rule: the frame of the slips below. The key takes a pair's count, the pair and the ids."""
    words = [(list(word), count if weigh else 1) for word, count in word_counts.items()]
    ids = {letter: id for id, letter in enumerate(sorted(set("".join(word_counts))))}
    merges, counts = [], None
    while len(merges) < how_many:
        if recount or counts is None:
            counts = Counter()
            for symbols, count in words:
                for pair in zip(symbols[:end], symbols[1:end]):
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


def with_letters(word_counts, how_many, letters):
    """Learn with the letters in another order: the frame of the two slips below."""
    in_order = lambda part, ids: letters.index(part) if part in letters else ids[part]  # noqa: E731
    return learning(word_counts, how_many, lambda c, pair, ids: (c, *(-in_order(part, ids) for part in pair)))


@learn_merges.slip("The letters have ids in the order in which they were met: sort the letters first.")
def letters_as_met(word_counts, how_many):
    return with_letters(word_counts, how_many, list(dict.fromkeys("".join(word_counts))))


@learn_merges.slip("The letters have ids in the order of a set, which nobody chose: sort the letters first.")
def letters_as_in_a_set(word_counts, how_many):
    return with_letters(word_counts, how_many, list(set("".join(word_counts))))


@learn_merges.slip("Capitals come before small letters, as Python sorts them: sort without a `key`.")
def capitals_among_the_others(word_counts, how_many):
    return with_letters(word_counts, how_many, sorted(sorted(set("".join(word_counts))), key=str.lower))


@learn_merges.slip("It takes the rarest pair: the most frequent one goes first.")
def rarest(word_counts, how_many):
    return learning(word_counts, how_many, lambda c, pair, ids: (-c, -ids[pair[0]], -ids[pair[1]]))


@learn_merges.slip("It takes the rarest pair: the most frequent one goes first.")
def least(word_counts, how_many):
    return learning(word_counts, how_many, lambda c, pair, ids: (-c, ids[pair[0]], ids[pair[1]]))


def uncounted(key):
    return lambda word_counts, how_many: learning(word_counts, how_many, lambda count, pair, ids: key(pair, ids))


for key in (lambda pair, ids: pair, lambda pair, ids: (-ids[pair[0]], -ids[pair[1]])):
    learn_merges.slip("The counts decide nothing here: the most frequent pair goes first.")(uncounted(key))


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


@learn_merges.slip("In a tie a new token goes before all others: its id is the next one, higher than theirs.")
def newest_first(word_counts, how_many):
    place = lambda part, ids: ids[part] if len(part) > 1 else -ids[part]  # noqa: E731
    return learning(word_counts, how_many, lambda c, pair, ids: (c, *(place(part, ids) for part in pair)))


@learn_merges.slip(
    "In a tie it adds the two ids, or compares them in another way: compare the left ones, and the right ones only "
    "where those are equal."
)
def added_ids(word_counts, how_many):
    return learning(word_counts, how_many, lambda count, pair, ids: (count, -(ids[pair[0]] + ids[pair[1]])))


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


@learn_merges.slip("The last pair of a word is not counted.")
def without_the_last(word_counts, how_many):
    return learning(word_counts, how_many, lambda c, pair, ids: (c, -ids[pair[0]], -ids[pair[1]]), end=-1)


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


@learn_merges.slip("It stops too early: `how_many` merges are asked for.")
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
