import re
from collections import Counter, defaultdict

from attempts import GENERAL, right, wrong, wrong_ones

from minitok_course.exercises.exercise import EXERCISES


@right("bpe.count_pairs")
def test_counting_by_places(words):
    counts = defaultdict(int)
    for word, n in words.items():
        for i in range(1, len(word)):
            counts[word[i - 1], word[i]] += n
    return counts


test_wrong_counts = wrong_ones(
    "bpe.count_pairs",
    {
        "the same answer on every case": lambda words: {},
        GENERAL: lambda words: Counter(
            pair for word, n in words.items() for pair in [*zip(word, word[2:])] * n
        ),
        "a str in this place": lambda words: {
            word[0] + word[1]: n for word, n in words.items() if len(word) > 1
        },
    },
)


@wrong("bpe.count_pairs", "inside the loop")
def test_counting_the_first_word(words):
    for word, n in words.items():
        return {
            pair: n * [*zip(word, word[1:])].count(pair) for pair in zip(word, word[1:])
        }
    return {}


@wrong("bpe.count_pairs", "keeps something")
def test_counts_as_a_default(words, counts={}):  # noqa: B006 (the slip)
    for word, count in words.items():
        for pair in zip(word, word[1:]):
            counts[pair] = counts.get(pair, 0) + count
    return counts


@right("bpe.merge_pair")
def test_merging_with_what_came_before(symbols, pair):
    merged = []
    for symbol in symbols:
        if merged and merged[-1] == (pair[0],) and symbol == pair[1]:
            merged[-1] = pair
        else:
            merged.append((symbol,))
    return ["".join(parts) for parts in merged]


test_wrong_merging = wrong_ones(
    "bpe.merge_pair",
    {
        GENERAL: lambda symbols, pair: tuple(
            re.sub(
                f"(?<![^ ]){pair[0]} {pair[1]}(?![^ ])",
                "".join(pair),
                " ".join(symbols),
            ).split()
        ),
        "the same answer on every case": lambda symbols, pair: (),
        "IndexError": lambda symbols, pair: tuple(
            s for i, s in enumerate(symbols) if symbols[i + 1] != pair[1]
        ),
    },
)


def learn(word_counts, how_many, key):
    words = {word: list(word) for word in word_counts}
    ids = {char: i for i, char in enumerate(sorted({*"".join(words)}))}
    merges = []
    for _ in range(how_many):
        counts = Counter()
        for word, symbols in words.items():
            for pair in zip(symbols, symbols[1:]):
                counts[pair] += word_counts[word]
        if not counts:
            return merges
        best = min(counts, key=lambda pair: key(counts[pair], pair, ids))
        merges.append(best)
        ids.setdefault("".join(best), len(ids))
        for word, symbols in words.items():
            words[word] = list(EXERCISES["bpe.merge_pair"](tuple(symbols), best))
    return merges


def lowest_ids(count, pair, ids):
    return -count, ids[pair[0]], ids[pair[1]]


test_learning = right("bpe.learn_merges")(lambda words, n: learn(words, n, lowest_ids))
test_wrong_learning = wrong_ones(
    "bpe.learn_merges",
    {
        "met first": lambda words, n: learn(words, n, lambda count, pair, ids: -count),
        "Ties go by the alphabet": lambda words, n: learn(
            words, n, lambda count, pair, ids: (-count, pair)
        ),
        GENERAL: lambda words, n: learn(
            words, n, lambda count, pair, ids: (-count, len("".join(pair)))
        ),
        "the same answer on every case": lambda words, n: [],
    },
)


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


@wrong("bpe.encode_word", "IndexError: list index out of range")
def test_encoding_to_the_old_end(word, merges):
    tokens = list(word)
    for pair in merges:
        for i in range(len(tokens) - 1):
            if (tokens[i], tokens[i + 1]) == pair:
                tokens[i] = "".join(pair)
                del tokens[i + 1]
    return tokens


@wrong(
    "bpe.encode_word", GENERAL
)  # and not that nothing is joined: this slip would not explain it
def test_encoding_up_to_the_first_merge_that_does_not_fit(word, merges):
    tokens = tuple(word)
    for pair in merges:
        if pair not in zip(tokens, tokens[1:]):
            break
        tokens = EXERCISES["bpe.merge_pair"](tokens, pair)
    return tokens


test_a_string_where_no_merge_is = wrong("bpe.encode_word", "give a list")(
    lambda word, merges: EXERCISES["bpe.encode_word"](word, merges) if merges else word
)


@right("bpe.decode")
def test_words_that_are_joined(tokens, end_of_word):
    words, word = [], ""
    for token in tokens:
        word += token.removesuffix(end_of_word)
        if token.endswith(end_of_word):
            words.append(word)
            word = ""
    return " ".join([*words, word] if word else words)


test_wrong_texts = wrong_ones(
    "bpe.decode",
    {
        GENERAL: lambda tokens, mark: " ".join(
            token[: -len(mark)] for token in tokens if token.endswith(mark)
        )
    },
)

test_another_word = right("bpe.not_longest_match")(
    ([("c", "d"), ("b", "cd"), ("a", "b")], "abcd")
)
test_wrong_words = wrong_ones(
    "bpe.not_longest_match",
    {
        "cut this word alike": ([("a", "b")], "ab"),
        "such as training gives": ([("ab", "c")], "abc"),
        "This is a str. Asked for: a pair (merges, word)": "abc",
        "must be a string": ([("b", "c"), ("a", "b")], list("abc")),
    },
)
