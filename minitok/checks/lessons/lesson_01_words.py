"""Lesson 01: how much of a text is unknown, and a vocabulary of words."""

from collections import Counter
from random import Random

from ..exercise import Args, exercise

WORDS = ["the", "cat", "sat", "on", "a", "mat", "Cat", "dog", "The"]


def some_words(random: Random) -> list[str]:
    return random.choices(WORDS[: random.randint(2, 9)], k=random.randint(1, 9))


def tokens_and_vocab(random: Random) -> Args:
    return some_words(random), set(some_words(random))


@exercise(
    "words.unknown_rate",
    lesson=1,
    level="easy",
    title="The share of unknown tokens",
    example=(["the", "dog", "sat", "on"], {"the", "sat", "on"}),
    cases=[([], {"a"}), (["a", "b", "b"], {"a"}), (["a"], {"a"}), (["a"], set())],
    generate=tokens_and_vocab,
    hints=[
        "Which tokens count: every one in the list, or each kind once?",
        "Count the tokens that are not in `vocab`, and divide by the number of all tokens. A list may be empty.",
        "`sum(token not in vocab for token in tokens) / len(tokens)`, and 0.0 before that if there are no tokens.",
    ],
    why="Every token counts, as often as it occurs, because each one costs the model what it could have learned.",
)
def unknown_rate(tokens: list[str], vocab: set[str]) -> float:
    """The share of tokens that are unknown, 0.0 for no tokens: the dog sat on, where `dog` is unknown → 0.25."""
    if not tokens:
        return 0.0
    return sum(token not in vocab for token in tokens) / len(tokens)


@unknown_rate.slip("It counts each different word once: a token that occurs twice is unknown twice.")
def of_different_words(tokens, vocab):
    return len(set(tokens) - vocab) / len(set(tokens)) if tokens else 0.0


@unknown_rate.slip("It divides different unknown words by all tokens: count both by tokens.")
def different_of_all(tokens, vocab):
    return len(set(tokens) - vocab) / len(tokens) if tokens else 0.0


@unknown_rate.slip("No tokens at all: there is nothing to divide by, so give 0.0 before you divide.")
def by_zero(tokens, vocab):
    return sum(token not in vocab for token in tokens) / len(tokens)


@unknown_rate.slip("This is the share of known tokens, and the unknown ones were asked for.")
def known(tokens, vocab):
    return sum(token in vocab for token in tokens) / len(tokens) if tokens else 0.0


@unknown_rate.slip("It divides by the number of known tokens: divide by the number of all tokens.")
def by_known(tokens, vocab):
    known = sum(token in vocab for token in tokens)
    return (len(tokens) - known) / known if known else 0.0


@unknown_rate.slip("The tokens are words, and none is `[UNK]`: ask for each whether it is in `vocab`.")
def marked(tokens, vocab):
    return tokens.count("[UNK]") / len(tokens) if tokens else 0.0


@unknown_rate.slip("It goes through `vocab`: go through the tokens.")
def through_vocab(tokens, vocab):
    return sum(word not in tokens for word in vocab) / len(tokens) if tokens else 0.0


@unknown_rate.slip("Only the last token counts: set the count to 0 before the loop, not in it.")
def last_alone(tokens, vocab):
    return (tokens[-1] not in vocab) / len(tokens) if tokens else 0.0


@unknown_rate.slip("This is in percent, and a share from 0 to 1 was asked for.")
def in_percent(tokens, vocab):
    return 100 * sum(token not in vocab for token in tokens) / len(tokens) if tokens else 0.0


@unknown_rate.slip("This is how many tokens are unknown: divide by the number of all tokens.")
def how_many(tokens, vocab):
    return sum(token not in vocab for token in tokens)


@unknown_rate.slip("Every share below 1 becomes 0: divide by `/`, not by `//`.")
def without_fraction(tokens, vocab):
    return sum(token not in vocab for token in tokens) // len(tokens) if tokens else 0.0


@unknown_rate.slip("It counts one, however many are unknown: add 1 to the count each time, with `+=`.")
def one_at_most(tokens, vocab):
    return any(token not in vocab for token in tokens) / len(tokens) if tokens else 0.0


def beginning_at(first):
    return lambda tokens, vocab: (first + sum(token not in vocab for token in tokens)) / len(tokens) if tokens else 0.0


for first in (-1, 1):
    unknown_rate.slip(f"The count begins at {first}: before the first token, none has been counted, so begin at 0.")(
        beginning_at(first)
    )


@unknown_rate.slip("It divides by the size of the vocabulary: divide by the number of all tokens.")
def by_vocab(tokens, vocab):
    return sum(token not in vocab for token in tokens) / len(vocab) if tokens else 0.0


@unknown_rate.slip("The last token is not looked at: `range(len(tokens))` goes up to it.")
def without_the_last(tokens, vocab):
    return sum(token not in vocab for token in tokens[:-1]) / len(tokens) if tokens else 0.0


@unknown_rate.slip("The first token is not looked at: places are counted from 0.")
def without_the_first(tokens, vocab):
    return sum(token not in vocab for token in tokens[1:]) / len(tokens) if tokens else 0.0


@exercise(
    "words.build_vocab",
    lesson=1,
    level="easy",
    title="A vocabulary of words",
    example=(["the", "cat", "sat", "on", "the", "mat"], 4),
    cases=[(["b", "a"], 3), (["a", "b"], 2), (["a"], 1), (["b", "a", "b"], 9), (["b", "a", "B", "c", "c"], 4)],
    generate=lambda random: (some_words(random), random.randint(1, 8)),
    valid=lambda tokens, size: size >= 1 and "[UNK]" not in tokens,
    hints=[
        "Sort the words so that the frequent ones come first. What decides between two that are equally frequent?",
        "A key may be a pair: sort by `(-counts[word], word)`. `[UNK]` takes one of the `size` places.",
        '`ranked = sorted(counts, key=lambda word: (-counts[word], word))`, then number `["[UNK]", *ranked][:size]`.',
    ],
    why="A rule for ties makes two programs agree on every id, whatever order the words were met in.",
)
def build_vocab(tokens: list[str], size: int) -> dict[str, int]:
    """Words to ids, frequent ones first: b a b, size 2 → {'[UNK]': 0, 'b': 1}."""
    counts = Counter(tokens)
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    return {word: id for id, word in enumerate(["[UNK]", *ranked][:size])}


def numbered(words, size):
    return {word: id for id, word in enumerate(["[UNK]", *words][:size])}


@build_vocab.slip("Equally frequent words come in the order in which they were met: sort them alphabetically.")
def first_met(tokens, size):
    return numbered([word for word, _ in Counter(tokens).most_common()], size)


@build_vocab.slip("The words come in the order in which they were met: sort them, the most frequent first.")
def unsorted(tokens, size):
    return numbered(dict.fromkeys(tokens), size)


@build_vocab.slip("`size` counts `[UNK]`, too: there is one word too many.")
def one_too_many(tokens, size):
    return build_vocab(tokens, size + 1)


@build_vocab.slip("Equally frequent words come in reverse: turn the count around, not the alphabet.")
def reversed_ties(tokens, size):
    return numbered(sorted(set(tokens), key=lambda word: (tokens.count(word), word), reverse=True), size)


@build_vocab.slip("Equally frequent words come in the order of a set, which nobody chose: sort them alphabetically.")
def as_in_a_set(tokens, size):
    return numbered(sorted(set(tokens), key=tokens.count, reverse=True), size)


@build_vocab.slip("The rare words come first: sort by falling count.")
def rare_first(tokens, size):
    return numbered(sorted(set(tokens), key=lambda word: (tokens.count(word), word)), size)


@build_vocab.slip("The words are in alphabetical order alone: the count decides first.")
def by_alphabet(tokens, size):
    return numbered(sorted(set(tokens)), size)


@build_vocab.slip("`[UNK]` is missing: it has the id 0.")
def no_unk(tokens, size):
    return {word: id for id, word in enumerate(list(build_vocab(tokens, size + 1))[1:])}


@build_vocab.slip("`[UNK]` comes after the words: it has the id 0.")
def unk_last(tokens, size):
    return {word: id for id, word in enumerate([*list(build_vocab(tokens, len(tokens) + 1))[1:], "[UNK]"][:size])}
