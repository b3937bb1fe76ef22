from collections import Counter, defaultdict

from attempts import right, wrong, wrong_ones

from minitok import naive_bpe
from minitok_course import check
from minitok_course.exercises.exercise import EXERCISES


@right("bpe.merge_pair")
def test_symbols_may_be_bytes(symbols, pair):
    """`b"u"`, `b"g"` → `b"ug"`"""
    return naive_bpe.merge_pair(symbols, pair)


@right("bpe.count_pairs")
def test_counting_by_places(words):
    counts = defaultdict(int)
    for word, n in words.items():
        for i in range(1, len(word)):
            counts[word[i - 1], word[i]] += n
    return counts


@wrong("bpe.count_pairs", "keeps something")
def test_counts_as_a_default(words, counts={}):  # noqa: B006 (the slip)
    for word, count in words.items():
        for pair in zip(word, word[1:]):
            counts[pair] = counts.get(pair, 0) + count
    return counts


@right("bpe.learn_merges")
def test_the_last_of_equal_pairs(words, how_many):
    merges = []
    for _ in range(how_many):
        counts = EXERCISES["bpe.count_pairs"](words)
        if not counts:
            return merges
        _, best = max((count, pair) for pair, count in counts.items())
        merges.append(best)
        words = {naive_bpe.merge_pair(word, best): words[word] for word in words}
    return merges


@right("bpe.encode_word")
def test_encoding_by_the_lowest_rank(word, merges):
    tokens = list(word)
    while len(tokens) > 1:
        ranked = [
            (merges.index(p), i)
            for i, p in enumerate(zip(tokens, tokens[1:]))
            if p in merges
        ]
        if not ranked:
            break
        i = min(ranked)[1]
        tokens = tokens[:i] + [tokens[i] + tokens[i + 1]] + tokens[i + 2 :]
    return tuple(tokens)


@right("bpe.decode")
def test_words_that_are_joined(tokens, end_of_word):
    words, word = [], ""
    for token in tokens:
        word += token.removesuffix(end_of_word)
        if token.endswith(end_of_word):
            words.append(word)
            word = ""
    return " ".join([*words, word] if word else words)


test_another_word = right("bpe.not_longest_match")(
    ([("c", "d"), ("b", "cd"), ("a", "b")], "abcd")
)
test_wrong_words = wrong_ones(
    "bpe.not_longest_match",
    {
        "cut this word the same way": ([("a", "b")], "ab"),
        "Training can't give these merges": ([("ab", "c")], "abc"),
        "This is a str. Asked for: a pair (merges, word)": "abc",
        "must be a string": ([("b", "c"), ("a", "b")], list("abc")),
    },
)


def test_a_word_that_is_looked_up_for_each_of_its_pairs_is_right_and_told():
    def count_pairs(words):
        counts = Counter()
        for word in words:
            for pair in zip(word, word[1:]):
                counts[pair] += words[word]
        return counts

    verdict = check("bpe.count_pairs", count_pairs)
    assert verdict and "`for word, count in words.items()`" in verdict.sentence
