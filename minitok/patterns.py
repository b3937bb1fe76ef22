r"""The split patterns of GPT-2, GPT-4, GPT-4o and BERT, and a fast way to run them.

They are written for the `regex` module, which knows `\p{L}` (any letter), `\p{N}` (any digit) and the other
Unicode properties. Python's own `re` does not, but runs two to three times faster; so `find_words` gives `re`
the same patterns with every property spelled out as the characters that have it.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

GPT2_PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
GPT4_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s+(?!\s|\S)|\s*[\r\n]+|\s+(?!\S)|\s+"
)
GPT4O_PATTERN = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

PUNCTUATION = r"!-/:-@\[-`{-~\p{P}"
"""What BERT takes for punctuation, for square brackets: every ASCII sign that is no letter or digit, and `\\p{P}`."""

BERT_PATTERN = rf"[^\s{PUNCTUATION}]+|[{PUNCTUATION}]"

NAMES = {GPT2_PATTERN: "GPT2_PATTERN", GPT4_PATTERN: "GPT4_PATTERN", GPT4O_PATTERN: "GPT4O_PATTERN"}
"""The patterns of the GPT models by name. Each of them puts every character of a text into some word."""

PROPERTY = re.compile(r"\\p\{\w+\}")

SPECIAL = frozenset(r"\.^$*+?{}[]()|")
"""The characters that make a pattern more than plain text."""

PIECE = 8192
"""About how many characters `pieces` puts into a piece: small enough for a processor's cache."""


def compile_pattern(pattern: str) -> "regex.Pattern[str]":
    """Compile a split pattern; ValueError, saying where, on one that is not a regular expression."""
    import regex  # here, since it takes half the time of `import minitok`

    try:
        return regex.compile(pattern)
    except regex.error as error:
        raise ValueError(f"{pattern!r} is not a regular expression: {error}") from None


def find_matches(pattern: "regex.Pattern[str]", text: str) -> Iterator[tuple[int, int]]:
    """The `(start, end)` of each match, as Oniguruma, Hugging Face's engine, goes from one to the next.

    An empty match does not count right behind another, and the search goes on one character further.
    """
    at, done = 0, -1
    while at <= len(text):
        for match in pattern.finditer(text, at):
            start, end = match.span()
            if start != end or end != done:
                yield start, end
            at = done = end
            if start == end:
                at += 1
                break
        else:
            return


def replace_matches(pattern: "regex.Pattern[str]", text: str, content: str) -> str:
    """The text with `content` in the place of every match; nothing stays nothing."""
    if pattern.pattern and SPECIAL.isdisjoint(pattern.pattern):
        return text.replace(pattern.pattern, content)
    parts: list[str] = []
    done = 0
    for start, end in find_matches(pattern, text) if text else ():
        parts += text[done:start], content
        done = end
    return "".join(parts) + text[done:]


@cache
def find_words(pattern: str) -> Callable[[str], list[str]]:
    """A function from a text to its words by one of the patterns above, in the order of the text."""
    exact: Callable[[str], list[str]] = compile_pattern(pattern).findall
    fast = re.compile(_spell_out(pattern)).findall
    beyond_plane = re.compile("[\U00010000-\U0010ffff]").findall
    in_a_class = compile_pattern(f"[{''.join(PROPERTY.findall(pattern))}]").search

    def find(text: str) -> list[str]:
        if not text.isascii() and (found := beyond_plane(text)) and in_a_class("".join(sorted(set(found)))):
            return exact(text)
        return fast(text)

    return find


def pieces(text: str) -> Iterator[str]:
    """Cut a long text where no word of the patterns above can straddle: after a letter, before a space."""
    cut = re.compile(r"(?<=[^\W_])(?=[ \n])")
    start = 0
    while found := cut.search(text, start + PIECE):
        yield text[start : found.start()]
        start = found.start()
    yield text[start:]


def pieces_before(char: str, text: str) -> Iterator[str]:
    """Cut a long text at some of the places where `char` stands, which then begins the next piece."""
    start = 0
    while (end := text.find(char, start + PIECE)) != -1:
        yield text[start:end]
        start = end
    yield text[start:]


def _spell_out(pattern: str) -> str:
    r"""Write a pattern for `re`: `\p{L}` → `[A-Za-zª…]`, as far as the Basic Multilingual Plane goes."""
    inside = False  # of square brackets

    def spell(match: re.Match[str]) -> str:
        nonlocal inside
        symbol = match.group()
        if symbol in "[]":
            inside = symbol == "["
            return symbol
        if symbol == r"\S":
            return f"[^{_ranges(chr(92) + 's')}]"
        return _ranges(symbol) if inside else f"[{_ranges(symbol)}]"

    return re.sub(r"[\[\]]|\\p\{\w+\}|\\[sS]", spell, pattern)


@cache
def _ranges(symbol: str) -> str:
    r"""The characters that `symbol` matches, written as ranges for square brackets: `\s` → `\t-\r…`."""
    plane = "".join(map(chr, range(0x10000)))
    spans = (match.span() for match in compile_pattern(f"{symbol}+").finditer(plane))
    return "".join(f"\\u{start:04x}-\\u{end - 1:04x}" for start, end in spans)
