"""Lesson 08: encode a text that arrives in parts, as if it were whole."""

import re
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any
from zlib import crc32

import regex

from minitok.patterns import GPT2_PATTERN, GPT4_PATTERN

from ..comparing import same
from ..exercise import Args, Program, exercise


class WordIds:
    """A tokenizer that shows each wrong cut: every word of a pattern is one id, which depends on all of the word."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def __repr__(self) -> str:
        return "encode"

    def __call__(self, text: str) -> list[int]:
        return [id_of(word) for word in regex.findall(self.pattern, text)]


def id_of(word: str) -> int:
    return crc32(word.encode()) % 90_000


GPT2, GPT4 = GPT2_PATTERN, GPT4_PATTERN
TEXT = "The fire by the lake  went out.\n\nIt'll be 12345 o'clock:\n  then we leave.  \n \n"


def parts(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


class Late(list[int]):
    """Ids of which none came before the last part of a long text was asked for."""

    def __repr__(self) -> str:
        return f"all ids after the last part: {[*self]}"


def of_the_whole(chunks: Iterable[str], encode: Any, pattern: str) -> Iterator[int]:
    """The oracle, which may wait for the last part."""
    return iter(encode("".join(chunks)))


def taken(program: Program, chunks: list[str], encode: Any, pattern: str) -> list[int] | None:
    """The ids, and whether some came early, which is asked of a long text alone."""
    ids: list[int] = []
    early: list[int] = []

    def feed() -> Iterator[str]:
        yield from chunks[:-1]
        early.extend(ids)
        yield chunks[-1]

    found = program(feed(), encode, pattern)
    if found is None:
        return None
    for id in found:
        ids.append(id)
    return ids if early or len(chunks) < 100 or program is of_the_whole else Late(ids)


def of_words(expected: Any, got: Any, args: Args) -> str | None:
    """Which word is another than in the whole text."""
    if isinstance(got, Late):
        return "Everything is read before the first id comes."
    text = "".join(args[0])
    words = regex.findall(args[2], text)
    parts = {id_of(text[i:j]): text[i:j] for i in range(len(text)) for j in range(i + 1, len(text) + 1)}
    for word, id in zip(words, got):
        if id != id_of(word):
            part = parts.get(id, "…")
            return f"It encodes {part!r} where the whole text has {word!r}: the text was cut inside a word."
    return "The end is missing: encode what still waits after the last part." if len(got) < len(words) else None


def torn(random: Random) -> Args:
    pattern = random.choice([GPT2, GPT4])
    text = "".join(random.choices(["a", " ", "  ", "b", "'", "ll", "1", "23", "\n", ".", "é", " c"], k=12))
    return case(pattern, *parts(text, random.randint(1, 3)))


def case(pattern: str, *chunks: str) -> Args:
    return [*chunks], WordIds(pattern), pattern


@exercise(
    "real.encode_iterable",
    title="Encode a text that arrives in parts",
    example=case(GPT2, "The fi", "re."),
    cases=[case(GPT2, "a ", "b"), case(GPT2, "a ", " b"), case(GPT4, "a'l", "l"), case(GPT4, "a\n ", "\nb")]
    + [case(GPT4, "12", "345"), case(GPT4, ".", "\n", "\n a"), case(GPT2, *parts(TEXT, 3)), case(GPT4, *TEXT)]
    + [case(pattern, *parts(TEXT * 5, 2)) for pattern in (GPT2, GPT4)],
    generate=torn,
    valid=lambda chunks, encode, pattern: len(chunks) > 0 and pattern == encode.pattern,
    call=taken,
    oracle=of_the_whole,
    same=lambda expected, got, args: same(expected, got) and not isinstance(got, Late),
    remark=of_words,
    hints=[
        "A word may go on in the next part, and so may a run of spaces. Where is it certain that a word has ended?",
        "Wait with what is not certain. In both patterns a space after a character which is no "
        "whitespace always begins a new word: in front of it, a text can be cut.",
        r"Add each part to what waits. Find the last place of `(?<=\S) `, encode what is before it, keep "
        "the rest; encode what waits at the end.",
    ],
    why="Such a space begins a word in both patterns, and nothing before it looks beyond it, so both halves "
    "are as whole.",
)
def encode_iterable(chunks: Iterable[str], encode: Callable[[str], list[int]], pattern: str) -> Iterator[int]:
    """The ids of a text that arrives in parts, as if it were whole: 'The fi', 're.' → the ids of 'The fire.'."""
    waiting = ""
    for chunk in chunks:
        waiting += chunk
        places = [match.start() for match in re.finditer(r"(?<=\S) ", waiting)]
        if places:
            yield from encode(waiting[: places[-1]])
            waiting = waiting[places[-1] :]
    yield from encode(waiting)


encode_iterable.known_slips("""
Each part is encoded by itself.
    (id for chunk in chunks for id in encode(chunk))
""")


@encode_iterable.slip(
    "It keeps the last word back, and that is not enough: more text may change the word before it, too."
)
def last_word(chunks, encode, pattern):
    waiting = ""
    for chunk in chunks:
        words = regex.findall(pattern, waiting + chunk) or [""]
        waiting = words[-1]
        yield from encode("".join(words[:-1]))
    yield from encode(waiting)
