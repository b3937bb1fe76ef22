from collections import Counter
from fractions import Fraction
from itertools import pairwise

from attempts import right


@right("wordpiece.best_pair")
def test_fractions_and_sorts_that_are_stable(words):
    symbols, pairs = Counter(), Counter()
    for word, count in words.items():
        symbols.update(word * count)
        pairs.update([*pairwise(word)] * count)

    def score(pair):
        left, right = pair
        return Fraction(pairs[pair], symbols[left] * symbols[right])

    ranked = sorted(sorted(pairs), key=pairs.get, reverse=True)
    return max(ranked, key=score)


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


test_replacing_the_marks = right("wordpiece.decode")(
    lambda tokens: " ".join(tokens).replace(" ##", "")
)
