"""Lesson 02, byte-pair encoding: learn merges."""

from collections import Counter

from minitok import naive_bpe

from ..exercise import exercise
from .trained import some_word


def learned(word_counts: dict[str, int], how_many: int) -> list[tuple[str, str]]:
    words = [word for word, count in word_counts.items() for _ in range(count)]
    return naive_bpe.train(words, vocab_size=len(set("".join(words))) + how_many)[1][:how_many]


def makes_each_token_once(word_counts: dict[str, int], how_many: int) -> bool:
    """The rule for ties speaks of the id of a token, so that no token may be made twice."""
    made = ["".join(pair) for pair in learned(word_counts, how_many)]
    return how_many >= 0 and all(word_counts) and min(word_counts.values()) > 0 and len(made) == len(set(made))


@exercise(
    "bpe.learn_merges",
    title="Learn merges",
    example=({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, 3),
    cases=[({"ab": 1, "Bc": 1}, 1), ({"aaaa": 1}, 2), ({"hgfedcba": 2, "ponmlkji": 2}, 3)],
    generate=lambda random: (
        {some_word(random, "abcd", 6): random.randint(1, 3) for _ in range(random.randint(1, 5))},
        random.randint(1, 6),
    ),
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
    words = [(list(word), count) for word, count in word_counts.items()]
    ids = {letter: id for id, letter in enumerate(sorted(set("".join(word_counts))))}
    merges: list[tuple[str, str]] = []
    while len(merges) < how_many:
        counts: Counter[tuple[str, str]] = Counter()
        for symbols, count in words:
            for pair in zip(symbols, symbols[1:]):
                counts[pair] += count
        if not counts:
            break
        left, right = best = max(counts, key=lambda pair: (counts[pair], -ids[pair[0]], -ids[pair[1]]))
        merges.append(best)
        ids.setdefault(left + right, len(ids))
        for symbols, _ in words:
            for i in range(len(symbols)):
                if symbols[i : i + 2] == [left, right]:
                    symbols[i : i + 2] = [left + right]
    return merges


learn_merges.known_slips("""
In a tie it takes the pair met first: the ids decide.
    , -ids[pair[0]], -ids[pair[1]] → ,
Ties go by the alphabet here: the ids decide.
    max → min ; (counts[pair], -ids[pair[0]], -ids[pair[1]]) → (-counts[pair], pair)
    max → min ; (counts[pair], -ids[pair[0]], -ids[pair[1]]) → (-counts[pair], "".join(pair))
    -ids[pair[0]], -ids[pair[1]] → pair
In a tie the highest ids win here, and the lowest should: `max` needs them with a minus.
    -ids → ids
In a tie it looks at the right part first: the left one comes first.
    -ids[pair[0]], -ids[pair[1]] → -ids[pair[1]], -ids[pair[0]]
Of two pairs with the same left part, the right part decides.
    , -ids[pair[1]]) → )
The letters have ids as they were met: sort the letters first.
    sorted(set("".join(word_counts))) → dict.fromkeys("".join(word_counts))
The counts are those of the beginning: join the pair in all words, then count again.
    += count → += count * (pair not in merges) ; not counts → not +counts ; range(len(symbols)) → range(0)
    [p for p, _ in Counter(p for w, n in word_counts.items() for p in [*zip(w, w[1:])] * n).most_common(how_many)]
It finds the same pair each time: join it in all words before you count again.
    range(len(symbols)) → range(0)
    range(len(symbols)) → range(0) ; , -ids[pair[0]], -ids[pair[1]] → ,
It takes the rarest pair, where the most frequent one is to be joined.
    (counts[pair] → (-counts[pair]
    (counts[pair], -ids[pair[0]], -ids[pair[1]]) → -counts[pair]
    max → min
When no pair is left there is nothing to choose from: stop there, with fewer merges.
    if not counts → if False
A pair that occurs only once is joined, too: stop when no pair is left.
    if not counts → if max(counts.values(), default=0) < 2
It learns one merge too many.
    learn_merges(word_counts, how_many + 1)
It forgets how often each word occurs: a pair counts as often as its word.
    += count → += 1
    += count → += 1 ; , -ids[pair[0]], -ids[pair[1]] → ,
""")
