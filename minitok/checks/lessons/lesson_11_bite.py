"""Lesson 11: digits in threes from the right, and a prompt that ends inside a word."""

import re
from functools import cache
from typing import Any

import regex

from minitok import naive_bpe
from minitok.interop.parts import Fuse
from minitok.models import BPE
from minitok.patterns import Regex
from minitok.pre_tokenizers import Split
from minitok.tokenizer import Tokenizer

from ..exercise import Find, Found, exercise

TEXTS = [
    "7",
    "1234",
    "1234567",
    "123456",
    "a1234b",
    "in 1234567 years",
    "1234 and 56789",
    "x12345, 3.1415",
    "x1234567890123y",
    "no digits",
]


def in_threes(text: str) -> list[str]:
    """The digits of a text as they should be cut: '1234567' → 1 234 567."""
    groups = []
    for run in re.findall("[0-9]+", text):
        first = len(run) % 3 or 3
        groups += [run[:first], *(run[i : i + 3] for i in range(first, len(run), 3))]
    return groups


def what_is_wrong(pattern: str, text: str, parts: list[str]) -> str:
    for number in "7", "1234567", "1" * 40:
        if "".join(match.group() for match in regex.finditer(pattern, number)) != number:
            return (
                "Some digits are in no match: the first group may be shorter, and any number of threes may follow it."
            )
    if any(re.search("[^0-9]", part) for part in parts):
        return "Digits and the text around them are in one part: what is around a number may be a letter, too."
    if parts == [part for run in re.findall("[0-9]+", text) for part in re.findall("[0-9]{1,3}", run)]:
        return "Digits are cut from the left: look ahead, a group is followed by threes only."
    return f"The text {text!r} is cut another way."


def cuts(pattern: Any) -> Found:
    if not isinstance(pattern, str):
        return Found(False, "A regular expression is asked for, as a string: r'…'.")
    try:
        split = Split(Regex(pattern), behavior="isolated")
        found = {text: [word for word, _ in split.pre_tokenize_str(text)] for text in TEXTS}
    except (regex.error, ValueError) as error:
        return Found(False, f"This pattern can't be used: {' '.join(str(error).split())}.")
    for text in TEXTS:
        parts = [part for part in found[text] if re.search("[0-9]", part)]
        if parts != in_threes(text):
            return Found(False, what_is_wrong(pattern, text, parts), in_threes(text), parts)
    return Found(True, "Each number is cut in threes from the right, whatever is around it.", None, found["1234567"])


Find(
    name="bite.digits",
    lesson=11,
    title="Digits in threes from the right",
    asked="A regular expression p, as a string, so that Split(Regex(p), 'isolated') cuts digits in threes from "
    "the right.",
    answer=r"[0-9]{1,3}(?=(?:[0-9]{3})*(?![0-9]))",
    verify=cuts,
    hints=[
        "From the left, `[0-9]{1,3}` takes 123 of 1234567. What is true of the digits after the right first group?",
        "Look ahead with `(?=…)`: after a group come threes, and then no digit. `\\b` won't do, since a "
        "letter may follow.",
        "`[0-9]{1,3}(?=(?:[0-9]{3})*(?![0-9]))`",
    ],
    why="A group of one to three digits fits only where the number of digits after it is a multiple of three.",
)


@cache
def tokenizer() -> Tokenizer:
    """A small tokenizer whose tokens may begin with a space, and end like others begin."""
    words = "the| the| then| there| this|hen|he| he|t| a|http|http:|://|:| "
    tokens, merges = naive_bpe.train(2 * words.split("|"), vocab_size=60)
    made = Tokenizer(BPE({token: id for id, token in enumerate(tokens)}, merges))
    made.decoder = Fuse()  # `decode` gives the text, as `tokenize` cut it
    return made


@exercise(
    "bite.heal",
    title="Heal a prompt",
    example=("the th", tokenizer()),
    cases=[("", tokenizer()), ("http:", tokenizer()), ("he", tokenizer()), ("a t", tokenizer())],
    generate=lambda random: ("".join(random.choices(["the", " the", "http", ":", " ", "t", " a"], k=3)), tokenizer()),
    valid=lambda prompt, tok: all(char in tok.vocab for char in prompt),
    hints=[
        "The last token of the prompt may be the beginning of a longer one that the model would rather have seen.",
        "Take the last token off, and allow each token that begins with its text. `tok.tokenize(prompt)` gives the "
        "tokens, `tok.vocab` all tokens and their ids.",
        "`last = tok.tokenize(prompt)[-1]`, then `prompt[: len(prompt) - len(last)]`, and "
        "`{id for token, id in tok.vocab.items() if token.startswith(last)}`. The empty prompt has no last token.",
    ],
    why="The text stays the same, but the model may choose the token that it saw in training.",
)
def heal(prompt: str, tok: Any) -> tuple[str, set[int]]:
    """The prompt without its last token, and the ids of the tokens that begin with that: 'a th' → 'a t', {h, he, …}."""
    tokens = tok.tokenize(prompt)
    last = tokens[-1] if tokens else ""
    allowed = {id for token, id in tok.vocab.items() if token.startswith(last)}
    return prompt[: len(prompt) - len(last)], allowed


heal.slips = {
    "For the empty prompt all ids are allowed.": lambda prompt, tok: heal(prompt, tok) if prompt else ("", set()),
    "It takes off the last character: the last token may be longer.": lambda prompt, tok: (
        (prompt[:-1], {id for token, id in tok.vocab.items() if token.startswith(prompt[-1:])})
    ),
}


@heal.slip("It takes off the last word: the last token was asked for.")
def last_word(prompt, tok):
    before, _, last = prompt.rpartition(" ")
    return before, {id for token, id in tok.vocab.items() if token.startswith(last)}
