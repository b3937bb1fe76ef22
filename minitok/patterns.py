r"""The split patterns of GPT-2, GPT-4, GPT-4o and BERT, a fast way to run them, and the byte-level alphabet.

The patterns use Unicode properties: `\p{L}` is any letter, `\p{N}` any digit, or a number such as `½`. The `regex`
module knows them. Python's own `re` doesn't, but is about twice as fast: `word_finder` spells them out for it.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from minitok.validation import format_value


class Regex(str):
    r"""A regular expression of the `regex` module: `Split(Regex(r"\s+"))`. A plain string is matched literally.

    >>> Regex("a+"), GPT2_PATTERN
    (Regex('a+'), GPT2_PATTERN)
    """

    def __repr__(self) -> str:
        return NAMES.get(self) or f"Regex({super().__repr__()})"


Pattern = Regex | str
Compiled = Any  # a pattern, of `re` or of `regex`

GPT2_PATTERN = Regex(
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
)
GPT4_PATTERN = Regex(
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s+(?!\s|\S)|\s*[\r\n]+|\s+(?!\S)|\s+"
)
GPT4O_PATTERN = Regex(
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
NAMES = {
    GPT2_PATTERN: "GPT2_PATTERN",
    GPT4_PATTERN: "GPT4_PATTERN",
    GPT4O_PATTERN: "GPT4O_PATTERN",
}

PUNCTUATION = r"!-/:-@\[-`{-~\p{P}"  # BERT's, for use in square brackets: `\p{P}` and the ASCII symbols
BERT_PATTERN = Regex(rf"[^\s{PUNCTUATION}]+|[{PUNCTUATION}]")

CUTS = re.compile(
    r"(?<=[^\W_])(?=[ \n])"
)  # inside no match of these: after a letter or digit, before a space or \n

WHITESPACE = (
    "\t\n\v\f\r \x85\xa0\u1680"
    + "".join(map(chr, range(0x2000, 0x200B)))
    + "\u2028\u2029\u202f\u205f\u3000"
)
"""Unicode's whitespace. Python's also includes four control characters, U+001C to U+001F."""


def compile_pattern(pattern: Pattern) -> Compiled:
    """Compile a `Regex`, or a plain string to match literally. ValueError that says where the error is."""
    import regex  # here, since it takes half the time of `import minitok`

    if not isinstance(pattern, str):
        raise TypeError(
            f"pattern={format_value(pattern)} should be a Regex, or a string to match literally"
        )
    written = (
        pattern
        if isinstance(pattern, Regex)
        else regex.escape(pattern, literal_spaces=True)
    )
    if (
        "(?i:" in written
    ):  # of `(?i:q)|[^A0]`, `regex` misses an `a`, unless a part follows that could match anywhere
        written += r"|(?!)[^\0]"
    try:
        made = regex.compile(written)
        if made.flags & regex.REVERSE:
            raise regex.error("the search goes from left to right, so there is no (?r)")
        return made
    except regex.error as error:
        raise ValueError(
            f"{format_value(str(pattern))} is not a regular expression: {error}"
        ) from None


def find_matches(pattern: Compiled, text: str) -> Iterator[tuple[int, int]]:
    """The `(start, end)` of each match as Hugging Face's engine, Oniguruma, counts them.

    An empty match right after another match does not count; after an empty match, the search skips a character.
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


@cache
def word_finder(pattern: str) -> Callable[[str], Compiled]:
    """A function from a text to the form of `pattern` to use: `re` is faster, but knows no letters past U+FFFF."""
    exact, spelled = compile_pattern(Regex(pattern)), pattern.replace(r"\S", r"[^\s]")
    in_sets = re.sub(
        r"(\[[^\]]*\])|(\\p\{\w+\}|\\[sw])",
        lambda found: found[1] or f"[{found[2]}]",
        spelled,
    )
    fast = re.compile(
        re.sub(r"\\p\{\w+\}|\\[sw]", lambda symbol: _ranges(symbol.group()), in_sets)
    )
    beyond_plane = re.compile("[\U00010000-\U0010ffff]").findall
    properties = "".join(re.findall(r"\\p\{\w+\}|\\w", pattern))
    in_a_class = compile_pattern(
        Regex(f"[{properties}]" if properties else "(?!)")
    ).search

    def choose(text: str) -> Compiled:
        if (
            not text.isascii()
            and (found := beyond_plane(text))
            and in_a_class("".join(sorted(set(found))))
        ):
            return exact
        return fast

    return choose


@cache
def _ranges(symbol: str) -> str:
    r"""The characters up to U+FFFF that `symbol` matches, as ranges to write in square brackets: `\s` → `\t-\r…`."""
    plane = "".join(map(chr, range(0x10000)))
    spans = (
        match.span() for match in compile_pattern(Regex(f"{symbol}+")).finditer(plane)
    )
    return "".join(f"\\u{start:04x}-\\u{end - 1:04x}" for start, end in spans)


# Bytes are not always text, and spaces cause trouble in a file of tokens. So GPT-2 writes each byte as a character:
# as itself if Latin-1 can print it, else as one from U+0100 on, so that a space → `Ġ` (`bytes_to_unicode` in its code).
_PRINTABLE = (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))
_OTHERS = sorted({*range(256)} - {*_PRINTABLE})

BYTE_TO_CHAR = {byte: chr(byte) for byte in _PRINTABLE} | {
    byte: chr(0x100 + i) for i, byte in enumerate(_OTHERS)
}
CHAR_TO_BYTE = {char: byte for byte, char in BYTE_TO_CHAR.items()}
