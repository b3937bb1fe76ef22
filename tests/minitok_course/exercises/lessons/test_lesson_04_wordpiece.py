from collections import Counter
from itertools import pairwise
from math import log

from attempts import GENERAL, right, wrong, wrong_ones


def best(
    words,
    worth=lambda c, a, b: c / a / b,
    symbol_count=lambda word, count, symbol: count * word.count(symbol),
):
    pairs = {}
    for word, count in words.items():
        for pair in zip(word, word[1:]):
            pairs[pair] = pairs.get(pair, 0) + count
    single = {
        s: sum(symbol_count(word, count, s) for word, count in words.items())
        for pair in pairs
        for s in pair
    }
    worths = {
        pair: worth(count, single[pair[0]], single[pair[1]])
        for pair, count in pairs.items()
    }
    return sorted(pairs, key=lambda pair: (-worths[pair], -pairs[pair], pair))[0]


test_dividing_twice = right("wordpiece.best_pair")(best)
test_as_a_list_and_by_logarithms = right("wordpiece.best_pair")(
    lambda words: list(best(words, lambda c, a, b: log(c) - log(a) - log(b)))
)


@right("wordpiece.best_pair")
def test_probabilities_and_a_sort_that_is_stable(words):
    symbols = Counter(
        symbol for word, count in words.items() for symbol in word * count
    )
    pairs = Counter(
        pair
        for word, count in words.items()
        for _ in range(count)
        for pair in pairwise(word)
    )
    share = {symbol: count / symbols.total() for symbol, count in symbols.items()}
    ranked = sorted(sorted(pairs), key=pairs.get, reverse=True)
    return max(
        ranked,
        key=lambda pair: (
            pairs[pair] / pairs.total() / (share[pair[0]] * share[pair[1]])
        ),
    )


test_wrong_pairs = wrong_ones(
    "wordpiece.best_pair",
    {
        "should give a tuple": lambda words: "".join(best(words)),
        GENERAL: lambda words: best(words, lambda c, a, b: c / min(a, b)),
    },
)


@right("wordpiece.longest_match")
def test_matching_the_rest_by_a_call(word, vocab):
    def rest(start):
        if start == len(word):
            return []
        for end in range(len(word), start, -1):
            token = word[start:end] if start == 0 else f"##{word[start:end]}"
            if token in vocab:
                following = rest(end)
                return None if following is None else [token, *following]
        return None

    found = rest(0)
    return ["[UNK]"] if found is None else found


@wrong(
    "wordpiece.longest_match", "never ends"
)  # and the mark is not a part of the word here
def test_a_candidate_without_a_letter(word, vocab):
    tokens, start = [], 0
    while start < len(word):
        end = len(word)
        while end >= start and "##" * (start > 0) + word[start:end] not in vocab:
            end -= 1
        if end < start:
            return ["[UNK]"]
        tokens.append("##" * (start > 0) + word[start:end])
        start = end
    return tokens


@wrong("wordpiece.longest_match", GENERAL)
def test_giving_up_at_the_first_candidate(word, vocab):
    tokens, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            candidate = "##" * (start > 0) + word[start:end]
            if candidate in vocab:
                tokens.append(candidate)
                start = end
                break
            else:
                return ["[UNK]"]
    return tokens


test_replacing_the_marks = right("wordpiece.decode")(
    lambda tokens: " ".join(tokens).replace(" ##", "")
)
test_wrong_texts = wrong_ones(
    "wordpiece.decode",
    {
        GENERAL: lambda tokens: " ".join(
            token for i, token in enumerate(tokens) if i == 0 or token[:2] != "##"
        )
    },
)
