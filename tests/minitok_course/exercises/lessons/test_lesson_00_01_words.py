import re
from collections import Counter
from string import punctuation

from attempts import right, wrong, wrong_ones

from minitok_course import check
from minitok_course.exercises.exercise import EXERCISES

build_vocab = EXERCISES["words.build_vocab"]


def test_a_function_with_a_stub_s_line_left_at_its_end_is_no_stub():
    def unknown_rate(tokens, vocab):
        if not tokens:
            return 0.0
        return sum(token not in vocab for token in tokens) / len(tokens)
        return ...

    assert check("words.unknown_rate", unknown_rate)


test_what_is_not_known = right("words.unknown_rate")(
    lambda ts, v: 1 - sum(t in v for t in ts) / len(ts) if ts else 0
)
test_wrong_rates = wrong_ones(
    "words.unknown_rate",
    {
        "It gives a str where it should give a float: '1'": lambda ts, vocab: str(
            len(ts)
        ),
    },
)


@wrong("words.unknown_rate", "inside the loop")
def test_a_return_in_the_loop(tokens, vocab):
    if not tokens:
        return 0.0
    unknown = 0
    for token in tokens:
        if token not in vocab:
            unknown += 1
        return unknown / len(tokens)


@right("words.build_vocab")
def test_one_word_after_the_other_goes_into_the_vocabulary(tokens, size):
    vocab, left = {"[UNK]": 0}, Counter(tokens)
    while left and len(vocab) < size:
        word = min(left, key=lambda word: (-left[word], word))
        vocab[word] = len(vocab)
        del left[word]
    return vocab


def numbered(words, start=0):
    return {word: id for id, word in enumerate(words, start)}


test_wrong_vocabularies = wrong_ones(
    "words.build_vocab",
    {
        "has the id 0": lambda tokens, size: numbered(sorted({*tokens})[: size - 1]),
        "too many entries": lambda tokens, size: build_vocab(tokens, size + 1),
        "too few entries": lambda tokens, size: build_vocab(tokens, max(1, size - 1)),
        "without gaps": lambda tokens, size: (
            {"[UNK]": 0} | numbered([*build_vocab(tokens, size)][1:], 2)
        ),
        "The order is wrong": lambda tokens, size: numbered(
            ["[UNK]", *sorted({*tokens}, key=len)][:size]
        ),
        "isn't one of the tokens": lambda tokens, size: build_vocab(
            [f"{token}." for token in tokens], size
        ),
    },
)


def cut_character_by_character(text):
    tokens, word = [], ""
    for char in text:
        if char.isalnum() or char == "_":
            word += char
            continue
        if word:
            tokens.append(word)
        if not char.isspace():
            tokens.append(char)
        word = ""
    return tokens


test_characters = right("words.split_punctuation")(
    lambda text: cut_character_by_character(text + " ")
)
test_wrong_cuts = wrong_ones(
    "words.split_punctuation",
    {
        "glued together": lambda text: re.findall(r"\w+|\S+", text),
        "gets lost: every character": lambda text: re.findall(
            rf"\w+|[{re.escape(punctuation)}]", text
        ),
        "`+` takes a run": lambda text: re.findall(r"\w|[^\w\s]", text),
        "You keep whitespace": lambda text: re.findall(r"\w+|\W", text),
        "empty strings": lambda text: re.split(r"\s+|([^\w\s])", text.replace("_", "")),
        "`_` is part": lambda text: re.findall(r"[^\W_]+|[^\w\s]|_", text),
        "right parts, in another order": lambda text: sorted(
            EXERCISES["words.split_punctuation"](text)
        ),
    },
)
