"""Lesson 11: digits in threes from the right, a prompt that ends inside a word, ids that do not come back."""

import re
from functools import cache
from numbers import Integral
from random import Random
from typing import Any

import regex

from minitok import corpora, decoders
from minitok.models import BPE, WordPiece
from minitok.patterns import BYTE_TO_CHAR, GPT2_PATTERN, Regex
from minitok.pre_tokenizers import ByteLevel, Split, WhitespaceSplit
from minitok.tokenizer import Tokenizer
from minitok.trainers import BpeTrainer

from ..exercise import Args, Find, Found, exercise
from .trained import Named

TEXTS = ["7", "1234", "1234567", "123456", "a1234b", "in 1234567 years", "1234 and 56789", "x12345, 3.1415"]
TEXTS += ["x1234567890123y", "no digits"]


def in_threes(text: str) -> list[str]:
    """The digits of a text as they should be cut: '1234567' → 1 234 567."""
    return [group for run in re.findall("[0-9]+", text) for group in f"{int(run):_}".split("_")]


def what_is_wrong(pattern: str, text: str, parts: list[str]) -> str:
    for number in "7", "1234567", "1" * 40:
        if "".join(match.group() for match in regex.finditer(pattern, number)) != number:
            return "Some digits are in no match: a first group may be shorter, and any number of threes may follow it."
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
    answer=r"(?<![0-9])[0-9]{1,3}(?=(?:[0-9]{3})*(?![0-9]))|[0-9]{3}",
    verify=cuts,
    hints=[
        "From the left, `[0-9]{1,3}` takes 123 of 1234567. What is true of the digits after the right first group?",
        "Look ahead with `(?=…)`: after a group come threes, and then no digit. `\\b` won't do, since a "
        "letter may follow.",
        "`[0-9]{1,3}(?=(?:[0-9]{3})*(?![0-9]))`. It looks ahead at each group, which takes long on a long number: how "
        "can it look ahead once a number, at the first group alone?",
    ],
    why="The first group fits only where the number of digits after it is a multiple of three. After it each group has "
    "three digits, so nobody has to look ahead again: a number twice as long takes twice as long, not four times.",
)


def byte_level(tok: Tokenizer, texts: list[str], size: int) -> Tokenizer:
    """A tokenizer as lesson 11 trains it."""
    tok.pre_tokenizer, tok.decoder = ByteLevel(GPT2_PATTERN), decoders.ByteLevel()
    tok.train_from_iterator(texts, BpeTrainer(vocab_size=size))
    return tok


WORDS = "the the then there this hen he he a at http http:// :// café cafés naïve 5 € 50 € été étés "
BYTES = byte_level(Named("byte_level", BPE()), [3 * WORDS], 300)
PIECES = ["[UNK]", "h", "hu", "hum", "##g", "##gs", "##ged", "##m", "##s", "##med"]
MARKED = Named("with_marks", WordPiece({piece: id for id, piece in enumerate(PIECES)}))
MARKED.pre_tokenizer, MARKED.decoder = WhitespaceSplit(), decoders.WordPiece()


def some_prompt(random: Random) -> Args:
    if random.random() < 0.3:
        return "".join(random.choices(["hu", "hugs", "hum", "hugged", " ", "h"], k=random.randint(1, 3))), MARKED
    return "".join(random.choices(["the", " the", "http", ":", "é", " €", " t", " caf"], k=3)), BYTES


def begins_whole(prompt: str, tok: Tokenizer) -> bool:
    """Whether the last token begins and ends where characters of the prompt do; so does that of an empty prompt."""
    if not tok.tokenize(prompt):
        return not prompt
    last, (start, end) = tok.tokenize(prompt)[-1], tok(prompt).offsets[-1]
    text = prompt[start:end]
    return end == len(prompt) and last in (text, f"##{text}", "".join(BYTE_TO_CHAR[byte] for byte in text.encode()))


def of_prompts(expected: Any, got: Any, args: Args) -> str:
    prompt, tok = args
    if got[0] == expected[0]:
        return "The prompt is right, but the ids are not: they are those of all tokens that begin as the last one does."
    text = prompt[len(expected[0]) :]
    return (
        f"The last token is {text!r} in the prompt, spelled {tok.tokenize(prompt)[-1]!r}: go by `tok(prompt).offsets`."
    )


@exercise(
    "bite.heal",
    title="Heal a prompt",
    example=("the th", BYTES),
    cases=[("", BYTES), ("http:", BYTES), ("he", BYTES), ("a caf\xe9", BYTES), ("5 \u20ac", BYTES), ("hug", MARKED)]
    + [("hu hugs", MARKED), ("a t", BYTES), ("", MARKED)],
    generate=some_prompt,
    valid=begins_whole,
    remark=of_prompts,
    hints=[
        "The last token of the prompt may be the beginning of a longer one that the model would rather have seen.",
        "`tok(prompt).offsets[-1]` is where the last token is in the prompt, and `tok.tokenize(prompt)[-1]` how it is "
        "spelled, which may take more characters. `tok.vocab` has all tokens, spelled in the same way, and their ids.",
        "`last = tok.tokenize(prompt)[-1]`, then `prompt[: tok(prompt).offsets[-1][0]]`, and "
        "`{id for token, id in tok.vocab.items() if token.startswith(last)}`. The empty prompt has no last token.",
    ],
    why="The text stays the same, but the model may choose the token that it saw in training. The offsets say where "
    "the token begins; how it is spelled (`Ġ` for a space, two characters for `é`, `##`) does not.",
)
def heal(prompt: str, tok: Any) -> tuple[str, set[int]]:
    """The prompt up to its last token, and the ids of the tokens that begin as that does: 'a th' → 'a', {Ġth, …}."""
    if not prompt:
        return "", set(tok.vocab.values())
    start, last = tok(prompt).offsets[-1][0], tok.tokenize(prompt)[-1]
    return prompt[:start], {id for token, id in tok.vocab.items() if token.startswith(last)}


heal.known_slips("""
It cuts as many characters as the token is spelled with, but `##` is not in the prompt at all: take its offsets.
    prompt and prompt[: len(prompt) - len(tok.tokenize(prompt)[-1])], heal(prompt, tok)[1]
For the empty prompt all ids are allowed.
    heal(prompt, tok) if prompt else ("", set())
The empty prompt has no last token: answer it first, with all ids.
    heal(prompt, tok) if prompt else tok.tokenize(prompt)[-1]
The last token is still in the prompt: take it off.
    prompt[:start] → prompt
It looks for text among tokens, and these are spelled in another way: `Ġth` for ` th`, `##g` for `g`.
    token.startswith(last) → token.startswith(prompt[start:])
""")


@cache
def of_the_stories() -> Tokenizer:
    """The tokenizer of lesson 11, `trained(500)`."""
    return byte_level(Tokenizer(BPE()), [corpora.load("stories")], 500)


def drifts(ids: Any) -> Found:
    if type(ids) not in (list, tuple) or any(isinstance(id, bool) or not isinstance(id, Integral) for id in ids):
        return Found(
            False, "A list of ids is asked for, whole numbers such as [1, 2]: `tok.vocab` has those of tokens."
        )
    tok = of_the_stories()
    if unknown := [id for id in ids if tok.id_to_token(id) is None]:
        return Found(False, f"No token has the id {unknown[0]}: those of this tokenizer are 0 to {tok.vocab_size - 1}.")
    text = tok.decode(ids)
    try:
        back = tok.encode(tok.decode(ids, errors="strict"))
    except UnicodeDecodeError:
        says = "The bytes of these ids are not valid UTF-8, so their text has � in it: take ids of whole characters."
        return Found(False, says, text, tok.encode(text))
    if back == [*ids]:
        return Found(False, "The same ids come back. Which other tokens have the same text?", text, back)
    more = " Two ids would do." if len(ids) > 2 else ""
    return Found(True, f"The text comes back, and the ids do not.{more}", text, back)


Find(
    name="bite.drift",
    lesson=11,
    title="Ids that do not come back",
    asked="A list of ids of the tokenizer trained(500) whose text is valid UTF-8, and is encoded to other ids.",
    answer=[83, 71],
    verify=drifts,
    compared=("their text", "its ids"),
    hints=[
        "`encode` gives one list of ids for each text. Which other lists have the same text?",
        "Take a token that was merged from two others, such as `th`. What do these two give when they are decoded?",
        "`[tok.token_to_id(token) for token in ('t', 'h')]`",
    ],
    why="`th` is a token, so `encode` never gives `t` and `h` one after the other. A model may well write them so.",
)
