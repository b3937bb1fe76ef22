r"""The split patterns of GPT-2, GPT-4, GPT-4o and BERT, a fast way to run them, and the byte-level alphabet.

The patterns are for the `regex` module, which knows Unicode properties such as `\p{L}` (any letter) and `\p{N}` (any
digit, or a number such as `½`). Python's own `re` doesn't, but it is about twice as fast. So `word_finder` writes the
patterns for `re`, with each property spelled out as the characters that have it.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from math import prod
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

from minitok.parts import Kind, converted

if TYPE_CHECKING:
    import regex


class Regex(str):
    r"""A regular expression of the `regex` module; a plain string is matched literally: `Split(Regex(r"\s+"))`."""

    __slots__ = ()

    def __new__(cls, pattern: str) -> "Regex":
        return super().__new__(cls, converted(pattern, str, "pattern"))

    def __repr__(self) -> str:
        return NAMES.get(self) or f"Regex({super().__repr__()})"


Pattern = Annotated[str, Kind(lambda value, name: converted(value, str, name))]
"""The type of a field that is a `Regex` or a plain string, which is matched literally."""

Expression = Annotated[Regex, Kind(lambda value, name: Regex(converted(value, str, name)))]
"""The type of a field that is a regular expression, even if you give it as a plain string."""

GPT2_PATTERN = Regex(r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")
GPT4_PATTERN = Regex(
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s+(?!\s|\S)|\s*[\r\n]+|\s+(?!\S)|\s+"
)
GPT4O_PATTERN = Regex(
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
NAMES = {GPT2_PATTERN: "GPT2_PATTERN", GPT4_PATTERN: "GPT4_PATTERN", GPT4O_PATTERN: "GPT4O_PATTERN"}
"""The names of the patterns of the GPT models. These patterns put every character of a text into a word."""

PUNCTUATION = r"!-/:-@\[-`{-~\p{P}"  # BERT's, for use in square brackets: `\p{P}` and the ASCII symbols
BERT_PATTERN = Regex(rf"[^\s{PUNCTUATION}]+|[{PUNCTUATION}]")

CUTS = re.compile(r"(?<=[^\W_])(?=[ \n])")
"""Places inside no match of the patterns above: after a letter or digit, before a space or the end of a line."""

WHITESPACE = "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
"""Unicode's whitespace. Python's also includes four control characters, U+001C to U+001F."""


# An expression may need gigabytes to compile, or years to run: from `(?:(?:a{1000}){1000}){10}` the module makes ten
# million copies of `a`, and `(?:a|aa)+b` tries every way to cut a row of `a` into ones and twos.
MOST_CHARS, MOST_COPIES, MOST_SECONDS = 20_000, 100_000, 2.0
CHARS_PER_SECOND = 50_000  # what even a slow expression manages; a longer text gets more time


def compile_pattern(pattern: str) -> "regex.Pattern[str]":
    """Compile a `Regex`, or a plain string to match literally. ValueError where the error is, or if it is too large."""
    import regex  # here, since it takes half the time of `import minitok`

    shown = repr(str(pattern[:100])) + "…" * (len(pattern) > 100)
    copies = prod(max(1, int(least[:9])) for least in re.findall(r"\{(\d+)", pattern)[:1000])
    if len(pattern) > MOST_CHARS or (isinstance(pattern, Regex) and copies > MOST_COPIES):
        raise ValueError(
            f"the pattern {shown} is too large: make it {MOST_CHARS:,} characters or fewer, and the product of its "
            f"repeat counts, such as {{3}}, {MOST_COPIES:,} or less"
        )
    try:
        made = regex.compile(pattern if isinstance(pattern, Regex) else regex.escape(pattern, literal_spaces=True))
        if made.flags & regex.REVERSE:
            raise regex.error("the search goes from left to right, so there is no (?r)")
        return made
    except regex.error as error:
        raise ValueError(f"{shown} is not a regular expression: {error}") from None
    except RecursionError:
        raise ValueError(f"the pattern {shown} has too many brackets inside each other: write it flatter") from None


def find_matches(pattern: "regex.Pattern[str]", text: str) -> Iterator[tuple[int, int]]:
    """The `(start, end)` of each match as Hugging Face's engine, Oniguruma, counts them.

    An empty match right after another match does not count; after an empty match, the search skips a character. Raises
    ValueError if the pattern is so slow that it takes more than `MOST_SECONDS` and some for a long text.
    """
    at, done = 0, -1
    last = perf_counter() + MOST_SECONDS + len(text) / CHARS_PER_SECOND
    try:
        while at <= len(text):
            for match in pattern.finditer(text, at, timeout=max(last - perf_counter(), 0.001)):
                start, end = match.span()
                if start != end or end != done:
                    yield start, end
                at = done = end
                if start == end:
                    at += 1
                    break
            else:
                return
    except TimeoutError:
        raise ValueError(
            f"the pattern {pattern.pattern[:100]!r} is too slow for this text: where the same characters match in many "
            "ways, as in (a|aa)+b, all of them are tried; write it so that there is only one"
        ) from None


@cache
def word_finder(pattern: str) -> Callable[[str], "re.Pattern[str]"]:
    """A function from a text to the form of `pattern` to use: `re` is faster, but knows no letters past U+FFFF."""
    exact, fast = compile_pattern(Regex(pattern)), re.compile(_spell_out(pattern))
    beyond_plane = re.compile("[\U00010000-\U0010ffff]").findall
    properties = "".join(re.findall(r"\\p\{\w+\}", pattern))
    in_a_class = compile_pattern(Regex(f"[{properties}]" if properties else "(?!)")).search

    def choose(text: str) -> "re.Pattern[str]":
        if not text.isascii() and (found := beyond_plane(text)) and in_a_class("".join(sorted(set(found)))):
            return exact  # type: ignore[return-value]
        return fast

    return choose


def _spell_out(pattern: str) -> str:
    r"""Write a pattern for `re`: `\p{L}` → `[A-Za-zª…]`, with the characters of the Basic Multilingual Plane."""

    def as_set(found: re.Match[str]) -> str:
        symbol = found.group()
        return symbol if symbol[0] == "[" else r"[^\s]" if symbol == r"\S" else f"[{symbol}]"

    in_sets = re.sub(r"\[[^\]]*\]|\\p\{\w+\}|\\[sS]", as_set, pattern)
    return re.sub(r"\\p\{\w+\}|\\s", lambda symbol: _ranges(symbol.group()), in_sets)


@cache
def _ranges(symbol: str) -> str:
    r"""The characters that `symbol` matches, as ranges to write in square brackets: `\s` → `\t-\r…`."""
    plane = "".join(map(chr, range(0x10000)))
    spans = (match.span() for match in compile_pattern(Regex(f"{symbol}+")).finditer(plane))
    return "".join(f"\\u{start:04x}-\\u{end - 1:04x}" for start, end in spans)


# Bytes are not always text, and spaces cause trouble in a file of tokens. So GPT-2 writes each byte as a character:
# as itself if Latin-1 can print it, else as one from U+0100 on, so that a space → `Ġ` (`bytes_to_unicode` in its code).
_PRINTABLE = (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))
_OTHERS = sorted({*range(256)} - {*_PRINTABLE})

BYTE_TO_CHAR = {byte: chr(byte) for byte in _PRINTABLE} | {byte: chr(0x100 + i) for i, byte in enumerate(_OTHERS)}
CHAR_TO_BYTE = {char: byte for byte, char in BYTE_TO_CHAR.items()}
