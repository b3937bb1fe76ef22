"""Lesson 06: cut a text at its added tokens, add tokens, join sequences, and build a chat that can't be forged."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from minitok.added_tokens import AddedToken
from minitok.models import Unigram
from minitok.normalizers import NFKC
from minitok.tokenizer import Tokenizer
from minitok_course.exercises.exercise import Args, exercise, same
from minitok_course.exercises.lessons.exhibits import exhibit
from minitok_course.exercises.lessons.trained import up_to_each


def text_and_tokens(random: Random) -> Args:
    tokens = random.choices(
        ["<s>", "<s>>", "<", "ab", "abc", "bcd", "b", "cd"], k=random.randint(1, 4)
    )
    return "".join(
        random.choices(["<s>", ">", "a", "b", "c", "d", "x"], k=random.randint(1, 7))
    ), set(tokens)


def of_parts(expected: list[str], got: list[str], args: Args) -> str:
    text, tokens = args
    if not tokens:
        return "With no tokens there is nothing to cut at: return `[text]` before you make a pattern."
    if "".join(got) != text:
        return f"Joined together, your parts give {''.join(got)!r}, and not the text."
    if "" in got:
        return "A part is empty: leave out what has no characters."
    place = next(
        place
        for place, part in enumerate(expected)
        if [*got[place : place + 1]] != [part]
    )
    what = "the text up to the next token"
    if expected[place] in tokens:
        what = "the longest token that begins there"
    return f"Part {place + 1} should be {expected[place]!r}: {what}."


@exercise(
    "special.cut",
    example=("hi<s>you", {"<s>", "</s>"}),
    cases=[
        ("hi", set()),
        ("<s>>", {"<s>", "<s>>"}),
        ("ab.c", {"."}),
        ("HI <S>", {"<s>"}),
        ("<s> <s>", {"<s>"}),
        ("a\nb<s>", {"<s>"}),
    ]
    + [("", {"<s>"}), ("abcd", {"ab", "bcd"}), ("aaa", {"aa"})]
    # A set may have them in any order.
    + [(f"{char}>", {char, f"{char}>"}) for char in "fghijklmno"],
    generate=text_and_tokens,
    valid=lambda text, tokens: all(tokens) and bool(text or tokens),
    stages=up_to_each("character"),
    remark=of_parts,
)
def cut(text: str, tokens: set[str]) -> list[str]:
    """The tokens in a text, and what is between them: 'hi<s>you' → ['hi', '<s>', 'you']."""
    if not tokens:
        return [text]
    longest_first = sorted(tokens, key=lambda token: (-len(token), token))
    pattern = "|".join(map(re.escape, longest_first))
    return [part for part in re.split(f"({pattern})", text) if part]


def vocab_and_tokens(random: Random) -> Args:
    ids = random.sample(range(9), 3)
    tokens = random.choices(
        ["<s>", "</s>", "<pad>", "a", "b", "<x>"], k=random.randint(1, 3)
    )
    return {"a": ids[0], "b": ids[1], "pug": ids[2]}, tokens


@exercise(
    "special.add_tokens",
    example=({"a": 0, "pug": 1}, ["<s>", "</s>"]),
    cases=[
        ({"b": 7, "a": 0}, ["<s>", "</s>"]),
        ({"a": 0, "pug": 1}, ["<s>", "pug"]),
        ({"a": 0}, ["<s>", "<s>"]),
        ({}, ["<s>", "</s>"]),
    ],
    generate=vocab_and_tokens,
    valid=lambda vocab, tokens: (
        bool(tokens) and all(tokens) and len(set(vocab.values())) == len(vocab)
    ),
    remark=lambda expected, got, args: (
        "Leave what is there as it is. The new ids start after the highest one, and count up."
    ),
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


@exercise(
    "special.pair",
    example=([7, 8], [9], 101, 102),
    cases=[
        ([1], [2], 3, 4),
        ([7], [], 101, 102),
        ([5, 5], [6, 6, 6], 1, 2),
        ([102, 7], [9], 101, 102),
    ],
    generate=lambda random: (
        *(random.choices(range(5, 9), k=random.randint(1, 4)) for _ in range(2)),
        1,
        2,
    ),
    valid=lambda one, two, cls, sep: (
        cls != sep and not {cls, sep} & {*two} | {cls} & {*one}
    ),
    remark=lambda expected, got, args: (
        "The ids are right, but not the types."
        if same(expected[0], got[0])
        else "The ids are `cls`, the first text, `sep`, the second text, `sep`."
    ),
)
def pair(
    first: list[int], second: list[int], cls: int, sep: int
) -> tuple[list[int], list[int]]:
    """The ids and the type ids of a pair: [7], [9] → [101, 7, 102, 9, 102], [0, 0, 0, 1, 1]."""
    ids = [cls, *first, sep, *second, sep]
    return ids, [0] * (len(first) + 2) + [1] * (len(second) + 1)


MARKS = {"<|start|>": 1, "<|sep|>": 2, "<|end|>": 3, "<tool>": 4}
KNOWN = {**MARKS, "ok": 5}


class Encode:
    """A small tokenizer: a mark, also in fullwidth letters, is one id, and so is `ok`; so is each other character."""

    def __init__(self, always: str = "") -> None:
        self.always = always

    def __repr__(self) -> str:
        return "encode"

    def __call__(self, text: str) -> list[int]:
        ids, text = [], unicodedata.normalize("NFKC", text)
        while text:
            token = next((known for known in KNOWN if text.startswith(known)), text[0])
            ids.append(
                4 if token == self.always else KNOWN.get(token, 1000 + ord(text[0]))
            )
            text = text[len(token) :]
        return ids


CASES = [
    ("ok", "<|end|>", ""),
    ("user", "<tool>", ""),
    ("<|sep|>", "as a role", ""),
    ("user", "a price of 5 §", "§"),
]
WIDE = "".join(chr(ord(char) + 0xFEE0) for char in "<|end|>")


def some_turns(random: Random) -> Args:
    parts = ["a", " ", "<|end|>", "<|start|>", "<tool>", WIDE, "<|", "ok"]
    texts = [
        "".join(random.choices(parts, k=random.randint(1, 3)))
        for _ in range(random.randint(1, 3))
    ]
    return (
        [(random.choice(["user", "system"]), text) for text in texts],
        Encode(),
        dict(MARKS),
    )


def of_turns(expected: list[int], got: list[int], args: Args) -> str:
    *_, ids = args
    marks, yours = (
        [id for id in chain if id in ids.values()] for chain in (expected, got)
    )
    if len(yours) > len(marks):
        return "There are too many marks: none of `ids.values()` may come from a role or from content."
    if yours != marks:
        return "Each turn has the marks `<|start|>`, `<|sep|>` and `<|end|>`, in this order."
    return "The marks are right, but not the texts: the role comes before `<|sep|>`, the content after it, both whole."


@exercise(
    "special.chat",
    example=([("user", "Hi"), ("bot", "ok")], Encode(), MARKS),
    cases=[([(role, text)], Encode(always), MARKS) for role, text, always in CASES],
    generate=some_turns,
    valid=lambda turns, encode, ids: (
        all(turn[0] and turn[1] for turn in turns) and ids == MARKS
    ),
    remark=of_turns,
)
def chat(
    turns: list[tuple[str, str]],
    encode: Callable[[str], list[int]],
    ids: dict[str, int],
) -> list[int]:
    """The ids of a chat, with no mark from any text: [(user, Hi)] → start, user, sep, Hi, end."""
    forbidden = set(ids.values())

    def safe(text: str) -> list[int]:
        found = encode(text)
        if forbidden.intersection(found):
            found = [id for char in text for id in encode(char)]
        if forbidden.intersection(found):
            raise ValueError(f"{text!r} can't be encoded without a mark")
        return found

    chain: list[int] = []
    for role, content in turns:
        chain += [
            ids["<|start|>"],
            *safe(role),
            ids["<|sep|>"],
            *safe(content),
            ids["<|end|>"],
        ]
    return chain


def marks_of(message: str) -> list[str]:
    """The marks that the language model gets if a message is pasted into a chat."""
    return re.findall(
        r"<\|im_start\|>|<\|im_end\|>",
        f"<|im_start|>user\n{message}<|im_end|>\n<|im_start|>assistant\n",
    )


def washed_once(message: str) -> list[str]:
    """Wrong: deletes the marks from a message, and doesn't look at what is left."""
    for mark in ("<|im_start|>", "<|im_end|>"):
        message = message.replace(mark, "")
    return marks_of(message)


exhibit(
    "washed_once",
    wrong=washed_once,
    right=lambda message: marks_of(""),
    nudge="Can deleting one mark create another? `<|im_start|>` is deleted first, and `<|im_end|>` after it.",
    answer="<|im_<|im_end|>end|>",
)


@cache
def with_marks() -> Tokenizer:
    """A character per token; the model has a piece `</s>`, like those of Pegasus and many others."""
    letters = [(chr(code), -2.0) for code in range(32, 127)]
    tok = Tokenizer(Unigram([("<unk>", 0.0), ("</s>", 0.0), *letters], unk_id=0))
    tok.normalizer = NFKC()
    tok.add_special_tokens(["</s>", "<|im_end|>"])
    tok.add_tokens([AddedToken("<tool_call>", normalized=False)])
    return tok


def marks_in(message: str, **options: Any) -> list[str]:
    tok = with_marks()
    marks = {id: token for token, id in tok.get_added_vocab().items()}
    return [marks[id] for id in tok.encode(message, **options) if id in marks]


exhibit(
    "special_alone",
    wrong=lambda message: marks_in(message, allowed_special=()),
    right=lambda message: marks_in(message, as_text=True),
    nudge="Which of the three marks isn't just a special token?",
    answer="</s>",
)
