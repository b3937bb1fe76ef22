from collections import Counter
from fractions import Fraction
from itertools import pairwise

from attempts import right, wrong, wrong_ones


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


def counted(words):
    symbols, pairs = Counter(), Counter()
    for word, count in words.items():
        symbols.update(word * count)
        pairs.update([*pairwise(word)] * count)
    return symbols, pairs


@wrong("wordpiece.best_pair", "you round more than once")
def test_a_division_by_one_count_after_the_other(words):
    symbols, pairs = counted(words)

    def order(pair):
        left, right = pair
        return -pairs[pair] / symbols[left] / symbols[right], -pairs[pair], pair

    return min(pairs, key=order)


@wrong("wordpiece.best_pair", "`max` takes the alphabetically last")
def test_the_last_of_equal_pairs(words):
    symbols, pairs = counted(words)

    def order(pair):
        left, right = pair
        return pairs[pair] / (symbols[left] * symbols[right]), pairs[pair], pair

    return max(pairs, key=order)


@wrong("wordpiece.best_pair", "Count every symbol of a word")
def test_the_last_symbol_of_a_word_is_not_counted(words):
    symbols, pairs = Counter(), Counter()
    for word, count in words.items():
        for i in range(len(word) - 1):
            symbols[word[i]] += count
            pairs[word[i], word[i + 1]] += count
    return min(pairs, key=lambda p: (-pairs[p] / (symbols[p[0]] * symbols[p[1]]), p))


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


@wrong("wordpiece.longest_match", "You give up after one candidate")
def test_an_else_under_the_if(word, vocab):
    tokens, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            candidate = ("##" if start else "") + word[start:end]
            if candidate in vocab:
                tokens.append(candidate)
                start = end
                break
            else:
                return ["[UNK]"]
    return tokens


@wrong("wordpiece.longest_match", "WordPiece never goes back")
def test_going_back_to_a_shorter_token(word, vocab):
    def ways(start):
        if start == len(word):
            return []
        for end in range(len(word), start, -1):
            token = ("##" if start else "") + word[start:end]
            following = ways(end) if token in vocab else None
            if following is not None:
                return [token, *following]
        return None

    tokens = ways(0)
    return ["[UNK]"] if tokens is None else tokens


@wrong("wordpiece.longest_match", "A single letter is a candidate too")
def test_a_range_that_ends_too_early(word, vocab):
    tokens, start = [], 0
    while start < len(word):
        for end in range(len(word), start + 1, -1):
            candidate = ("##" if start else "") + word[start:end]
            if candidate in vocab:
                tokens.append(candidate)
                start = end
                break
        else:
            return ["[UNK]"]
    return tokens


def beginning_with_the_first(tokens):
    text = tokens[0]
    for token in tokens[1:]:
        text += token[2:] if token.startswith("##") else " " + token
    return text


test_what_is_wrong_with_a_decoder = wrong_ones(
    "wordpiece.decode",
    {
        "An empty list has no first token": beginning_with_the_first,
        "only at the beginning of a token": lambda tokens: "".join(
            token.replace("##", "")
            if place and "##" in token
            else " " * (place > 0) + token
            for place, token in enumerate(tokens)
        ),
    },
)
