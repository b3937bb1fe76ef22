"""Lesson 06: add tokens, and put sequences together."""

from random import Random

from ..exercise import Args, exercise


def vocab_and_tokens(random: Random) -> Args:
    ids = random.sample(range(9), 3)
    tokens = random.choices(["<s>", "</s>", "<pad>", "a", "b", "<x>"], k=random.randint(1, 3))
    return {"a": ids[0], "b": ids[1], "pug": ids[2]}, tokens


@exercise(
    "special.add_tokens",
    lesson=6,
    level="medium",
    title="Add tokens to a vocabulary",
    example=({"a": 0, "pug": 1}, ["<s>", "</s>"]),
    cases=[
        ({"a": 0, "b": 7}, ["<s>"]),
        ({"b": 7, "a": 0}, ["<s>", "</s>"]),
        ({"a": 0, "pug": 1}, ["<s>", "pug"]),
        ({"a": 0}, ["<s>", "<s>"]),
    ],
    generate=vocab_and_tokens,
    valid=lambda vocab, tokens: bool(vocab and tokens) and all(tokens) and len(set(vocab.values())) == len(vocab),
    hints=[
        "At what point is it clear that a call has to fail? What has already changed by then?",
        "Check all tokens first, against the vocabulary and against each other. Then make a new dict.",
        "`len({*vocab, *tokens}) < len(vocab) + len(tokens)` finds both kinds of doubles. New ids count up from "
        "`max(vocab.values()) + 1`.",
    ],
    why="It checks all before it makes anything, so a call that fails changes nothing; ids may have gaps.",
)
def add_tokens(vocab: dict[str, int], tokens: list[str]) -> dict[str, int]:
    """A new vocabulary with tokens added after the highest id: {'a': 5}, ['<s>'] → {'a': 5, '<s>': 6}."""
    seen = set(vocab)
    for token in tokens:
        if token in seen:
            raise ValueError(f"{token!r} is there already")
        seen.add(token)
    first = max(vocab.values(), default=-1) + 1
    return {**vocab, **{token: first + place for place, token in enumerate(tokens)}}


@add_tokens.slip("It adds tokens while it is still checking: a call that fails must change nothing.")
def half_added(vocab, tokens):
    for token in tokens:
        if token in vocab:
            raise ValueError
        vocab[token] = max(vocab.values()) + 1
    return dict(vocab)


@add_tokens.slip("The highest id is taken: the first new one is one more.")
def from_the_highest(vocab, tokens):
    add_tokens(vocab, tokens)
    return {**vocab, **dict.fromkeys(tokens, max(vocab.values()))}


@add_tokens.slip("It changes the vocabulary that it was given: make a new one.")
def in_place(vocab, tokens):
    added = add_tokens(vocab, tokens)
    vocab.update(added)
    return vocab


@add_tokens.slip("Ids may have gaps: a new id follows the highest one, and `len(vocab)` may be another number.")
def from_length(vocab, tokens):
    added = dict(vocab)
    for token in tokens:
        if token in added:
            raise ValueError
        added[token] = len(added)
    return added


@add_tokens.slip("The last token need not have the highest id: take the maximum of the ids.")
def from_the_last(vocab, tokens):
    add_tokens(vocab, tokens)
    first = list(vocab.values())[-1] + 1
    return {**vocab, **{token: first + place for place, token in enumerate(tokens)}}


@add_tokens.slip("A token that is there already is a ValueError: here it is passed over.")
def passed_over(vocab, tokens):
    added = dict(vocab)
    for token in tokens:
        added.setdefault(token, max(added.values()) + 1)
    return added


@add_tokens.slip("A token that is there already is a ValueError: here it gets a new id.")
def overwritten(vocab, tokens):
    first = max(vocab.values()) + 1
    return {**vocab, **{token: first + place for place, token in enumerate(tokens)}}


@add_tokens.slip("A token that is given twice is a ValueError, too: compare the tokens with each other.")
def given_twice(vocab, tokens):
    if any(token in vocab for token in tokens):
        raise ValueError
    first = max(vocab.values()) + 1
    return {**vocab, **{token: first + place for place, token in enumerate(tokens)}}


@exercise(
    "special.pair",
    lesson=6,
    level="easy",
    title="A pair of sequences",
    example=([7, 8], [9], 101, 102),
    cases=[([1], [2], 3, 4), ([5, 5], [6, 6, 6], 1, 2), ([102, 7], [9], 101, 102)],
    generate=lambda random: (
        random.choices(range(5, 9), k=random.randint(1, 4)),
        random.choices(range(5, 9), k=2),
        1,
        2,
    ),
    valid=lambda first, second, cls, sep: (
        bool(first) and bool(second) and cls != sep and not {cls, sep} & set(second) and cls not in first
    ),
    hints=[
        "Write the ids in a row first: cls, first, sep, second, sep. How many of them are of type 0?",
        "Each `sep` has the type of the sequence that it ends.",
        "`[0] * (len(first) + 2) + [1] * (len(second) + 1)`",
    ],
    why="A `sep` ends its sequence and belongs to it, so the last one is of type 1.",
)
def pair(first: list[int], second: list[int], cls: int, sep: int) -> tuple[list[int], list[int]]:
    """The ids and the type ids of a pair: [7], [9] → [101, 7, 102, 9, 102], [0, 0, 0, 1, 1]."""
    ids = [cls, *first, sep, *second, sep]
    return ids, [0] * (len(first) + 2) + [1] * (len(second) + 1)


@pair.slip("It looks for the separator among the ids, but an id of the text may be the same: take the lengths.")
def by_first_sep(first, second, cls, sep):
    ids, types = pair(first, second, cls, sep)
    return ids, [int(place > ids.index(sep)) for place in range(len(types))]


@pair.slip("The last `sep` ends the second sequence: its type is 1.")
def last_is_zero(first, second, cls, sep):
    ids, types = pair(first, second, cls, sep)
    return ids, [*types[:-1], 0]


@pair.slip("The first `sep` ends the first sequence: its type is 0.")
def first_sep_is_one(first, second, cls, sep):
    ids, _ = pair(first, second, cls, sep)
    return ids, [0] * (len(first) + 1) + [1] * (len(second) + 2)


@pair.slip("The last `sep` is missing: each sequence ends with one.")
def no_last(first, second, cls, sep):
    ids, types = pair(first, second, cls, sep)
    return ids[:-1], types[:-1]


@pair.slip("There is one `cls`, at the very beginning: the second sequence has none.")
def second_cls(first, second, cls, sep):
    return [cls, *first, sep, cls, *second, sep], [0] * (len(first) + 2) + [1] * (len(second) + 2)


@pair.slip("All type ids are 0: the second sequence is of type 1.")
def all_zero(first, second, cls, sep):
    ids, types = pair(first, second, cls, sep)
    return ids, [0] * len(types)


@pair.slip("The ids alone are half of the answer: give the type ids, too.")
def ids_alone(first, second, cls, sep):
    return pair(first, second, cls, sep)[0]
