"""Lesson 10: digits in threes from the right, and a prompt that ends inside a word."""

import re
from functools import cache
from random import Random
from typing import Any

import regex

from minitok import naive_bpe
from minitok.interop.parts import Fuse
from minitok.models import BPE
from minitok.patterns import Regex
from minitok.pre_tokenizers import Split
from minitok.tokenizer import Tokenizer

from ..exercise import Args, Find, Found, exercise

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
        first = len(run) % 3
        groups += [run[:first]] * bool(first) + [run[i : i + 3] for i in range(first, len(run), 3)]
    return groups


def digits_left(pattern: str, number: str, after: str = "") -> bool:
    """Whether a digit of a number is in no match of a pattern, with some text after it."""
    return "".join(match.group() for match in regex.finditer(pattern, number + after)) != number


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
            says = "Digits are cut from the left: look ahead, a group is followed by threes only."
            if parts != [part for run in re.findall("[0-9]+", text) for part in re.findall("[0-9]{1,3}", run)]:
                says = f"The text {text!r} is cut another way."
            if digits_left(pattern, "1234567") and not digits_left(pattern, "1234567", after="."):
                says = "A number at the end of the text is in no match: nothing has to follow its last group."
            elif digits_left(pattern, "7") or digits_left(pattern, "1234567"):
                says = "Some digits are in no match: the first group may be shorter, and after the last come no threes."
            elif digits_left(pattern, "1" * 40):
                says = "Some digits of a long number are in no match: after a group may come any number of threes."
            elif any(re.search("[^0-9]", part) for part in parts):
                says = "Digits and the text around them are in one part: what is around a number may be a letter, too."
            return Found(False, says, in_threes(text), parts)
    return Found(True, "Each number is cut in threes from the right, whatever is around it.", None, found["1234567"])


Find(
    name="bite.digits",
    lesson=10,
    level="medium",
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
    words = [
        "the",
        " the",
        " then",
        " there",
        " this",
        "hen",
        "he",
        " he",
        "t",
        " a",
        "http",
        "http:",
        "://",
        ":",
        " ",
    ] * 2
    tokens, merges = naive_bpe.train(words, vocab_size=60)
    made = Tokenizer(BPE({token: id for id, token in enumerate(tokens)}, merges))
    made.decoder = Fuse()  # `decode` gives the text, as `tokenize` cut it
    return made


def known(prompt: str, tok: Any) -> bool:
    return all(char in tok.vocab for char in prompt)


def some_prompt(random: Random) -> Args:
    return "".join(random.choices(["the", " the", " he", "http", ":", " ", "t", " a", "n"], k=3)), tokenizer()


@exercise(
    "bite.heal",
    lesson=10,
    level="hard",
    title="Heal a prompt",
    example=("the th", tokenizer()),
    cases=[("", tokenizer()), ("http:", tokenizer()), ("he", tokenizer()), ("a t", tokenizer())],
    generate=some_prompt,
    valid=known,
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


def healing(prompt, tok, fits):
    tokens = tok.tokenize(prompt)
    last = tokens[-1] if tokens else ""
    return prompt[: len(prompt) - len(last)], {id for token, id in tok.vocab.items() if fits(token, last)}


@heal.slip("A token that only holds the text somewhere can't stand at its place: the token has to begin with it.")
def somewhere(prompt, tok):
    return healing(prompt, tok, lambda token, last: last in token)


@heal.slip("A token that ends with the text can't stand at its place: the token has to begin with it.")
def at_the_end(prompt, tok):
    return healing(prompt, tok, lambda token, last: token.endswith(last))


@heal.slip("Turned round: the token has to begin with the text, not the text with the token.")
def turned_round(prompt, tok):
    return healing(prompt, tok, lambda token, last: last.startswith(token))


@heal.slip("The empty prompt has no last token, and every token begins with nothing: all ids are allowed.")
def nothing_for_empty(prompt, tok):
    return heal(prompt, tok) if prompt else ("", set())


@heal.slip("The last token itself is allowed, too: it begins with its own text.")
def longer_only(prompt, tok):
    return healing(prompt, tok, lambda token, last: token.startswith(last) and token != last)


@heal.slip("The empty prompt has no last token: nothing is taken off, and every token may come.")
def empty_prompt(prompt, tok):
    last = tok.tokenize(prompt)[-1]
    return healing(prompt, tok, lambda token, _: token.startswith(last))


@heal.slip("The last token is still in the prompt: take it off.")
def left_on(prompt, tok):
    return prompt, heal(prompt, tok)[1]


@heal.slip("It takes off the last character: the last token may be longer.")
def last_character(prompt, tok):
    last = prompt[-1:]
    return prompt[:-1], {id for token, id in tok.vocab.items() if token.startswith(last)}


@heal.slip("It takes off the last word: the last token was asked for.")
def last_word(prompt, tok):
    before, _, last = prompt.rpartition(" ")
    return before, {id for token, id in tok.vocab.items() if token.startswith(last)}


@heal.slip("The tokens are given as strings: their ids were asked for.")
def strings(prompt, tok):
    begun, allowed = heal(prompt, tok)
    return begun, {tok.id_to_token(id) for id in allowed}
