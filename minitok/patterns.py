r"""The split patterns of GPT-2, GPT-4, GPT-4o and BERT, and the byte-level alphabet.

The patterns use Unicode properties: `\p{L}` is any letter, `\p{N}` any digit, or a
number such as `½`. The `regex` module knows them. Python's own `re` doesn't, but is
about twice as fast: `word_finder` spells them out for it.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from minitok.validation import format_value


class Regex(str):
    r"""A regular expression: `Split(Regex(r"\s+"))`. A plain string matches literally.

    It means what it means to Oniguruma, the engine of Hugging Face's `tokenizers`:
    `^` and `$` match at every line, `(?m:.)` is any character.

    >>> Regex("a+"), GPT2_PATTERN
    (Regex('a+'), GPT2_PATTERN)
    """

    def __repr__(self) -> str:
        return NAMES.get(self) or f"Regex({super().__repr__()})"


Pattern = str | Regex  # in this order, since `check_type` goes by the first
Compiled = Any  # a pattern, of `re` or of `regex`

GPT2_PATTERN = Regex(
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
)
GPT4_PATTERN = Regex(
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*"
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

# GPT-4's pattern as the files of Llama 3 have it, and Qwen's, with single digits
LLAMA3_PATTERN = Regex(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
QWEN_PATTERN = Regex(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

# DeepSeek's three, one after the other: each cuts what the one before it leaves.
DEEPSEEK_PATTERNS = (
    Regex(r"\p{N}{1,3}"),
    Regex("[一-龥\u3040-ゟ゠-ヿ]+"),
    Regex(
        "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+"
        "|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+"
        "| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+"
    ),
)
# A single pattern that cuts as the three do. `CJK` stands for Chinese and Japanese,
# which are cut apart.
DEEPSEEK_PATTERN = Regex(
    (
        r"(?V1)[!-/:-@\[-`{-~][A-Za-z]+"
        r"|[^\r\n\p{L}\p{P}\p{S}\p{N}CJK]?[\p{L}\p{M}--CJK]+"
        r"|\p{N}{1,3}| ?[\p{P}\p{S}--CJK]+[\r\n]*"
        r"|\s*[\r\n]+|\s+(?![^\s\p{N}CJK])|\s+"
        r"|[\p{C}&&CJK]?[\p{L}\p{M}&&CJK]+|[\p{P}\p{S}&&CJK]+"
        # The text between the matches of the three
        r"|(?:[^\s\p{L}\p{M}\p{N}\p{P}\p{S}CJK](?![\p{L}\p{M}--CJK]))+"
        r"|(?:[\p{C}&&CJK](?![\p{L}\p{M}&&CJK]))+"
    ).replace("CJK", r"\u3040-\u30ff\u4e00-\u9fa5")
)

# Every character of a text is in a match of these, so `re` can find the words.
KNOWN_PATTERNS = {*NAMES, LLAMA3_PATTERN, QWEN_PATTERN, DEEPSEEK_PATTERN}

# BERT's, for use in square brackets: `\p{P}` and the ASCII symbols
PUNCTUATION = r"!-/:-@\[-`{-~\p{P}"
BERT_PATTERN = Regex(rf"[^\s{PUNCTUATION}]+|[{PUNCTUATION}]")

WHITESPACE = (
    "\t\n\v\f\r \x85\xa0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""Unicode's whitespace. Python's also has four control characters, U+001C to U+001F."""


def compile_pattern(pattern: Pattern) -> Compiled:
    """Compile a `Regex`, or a plain string to match literally.

    ValueError that names the part of a `Regex` that is invalid, and what to write.
    """
    if not isinstance(pattern, Regex):
        return re.compile(re.escape(pattern))
    if pattern in KNOWN_PATTERNS:
        return compile_source(pattern)
    from minitok.interop.oniguruma import read

    return compile_source(f"(?V1){read(pattern).source}", pattern)


def compile_source(source: str, pattern: str = "") -> Compiled:
    """Compile an expression of the `regex` module.

    ValueError, which quotes `pattern` if given, if it isn't one.
    """
    import regex  # here, since it takes half the time of `import minitok`

    try:
        return regex.compile(source)
    except regex.error as error:
        shown = format_value(str(pattern or source))
        raise ValueError(f"{shown} is not a regular expression: {error}") from None


def find_matches(pattern: Compiled, text: str) -> Iterator[tuple[int, int]]:
    """The `(start, end)` of each match as Oniguruma, Hugging Face's engine, counts.

    An empty match right after another match does not count. After it, the search skips
    a character.
    """
    place = 0
    previous_end = -1
    while place <= len(text):
        for match in pattern.finditer(text, place):
            start, end = match.span()
            counts = start < end or end != previous_end
            if counts:
                yield start, end
            previous_end = end
            if start == end:
                place = end if counts else end + 1
                break
        else:
            return


SYMBOL = re.compile(r"\\p\{\w+\}|\\[sw]")
SET_OR_SYMBOL = re.compile(rf"\[[^\]]*\]|{SYMBOL.pattern}")
BEYOND_PLANE = re.compile("[\U00010000-\U0010ffff]")


@cache
def word_finder(pattern: str) -> Callable[[str], Compiled]:
    """A function from a text to the compiled form of `pattern` to use for it.

    `re` is faster, but the symbols that are spelled out for it stop at U+FFFF.
    """
    exact = compile_source(pattern)
    fast = re.compile(_spell_out(pattern))
    symbols = "".join(SYMBOL.findall(pattern))
    in_symbols = compile_source(rf"[\s{symbols}]")

    def choose(text: str) -> Compiled:
        if text.isascii():
            return fast
        far_chars = set(BEYOND_PLANE.findall(text))
        if in_symbols.search("".join(far_chars)):
            return exact
        return fast

    return choose


def _spell_out(pattern: str) -> str:
    r"""A pattern with ranges for its symbols: `\s+` → `[\t-\r…]+`."""

    def spell_out(match: re.Match[str]) -> str:
        chars = match.group()
        if "--" in chars or "&&" in chars:  # a difference or an intersection
            return f"[{_ranges(chars)}]"
        if not chars.startswith("["):
            chars = f"[{chars}]"
        return SYMBOL.sub(lambda symbol: _ranges(symbol.group()), chars)

    source = pattern.removeprefix("(?V1)").replace(r"\S", r"[^\s]")
    return SET_OR_SYMBOL.sub(spell_out, source)


@cache
def _ranges(symbol: str) -> str:
    r"""The characters up to U+FFFF that `symbol` matches: `\s` → `\t-\r…`."""
    plane = "".join(map(chr, range(0x10000)))
    ranges = []
    for match in compile_source(f"(?V1){symbol}+").finditer(plane):
        start, end = match.span()
        ranges.append(f"\\u{start:04x}-\\u{end - 1:04x}")
    return "".join(ranges)


def _byte_alphabet() -> dict[int, str]:
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    alphabet = {byte: chr(byte) for byte in printable}
    for number, byte in enumerate(others):
        alphabet[byte] = chr(0x100 + number)
    return alphabet


# Bytes are not always text, and spaces cause trouble in a file of tokens. So GPT-2
# writes each byte as a character: as itself if Latin-1 can print it, else as one from
# U+0100 on, so that a space → `Ġ` (`bytes_to_unicode` in its code).
BYTE_TO_CHAR = _byte_alphabet()
CHAR_TO_BYTE = {char: byte for byte, char in BYTE_TO_CHAR.items()}


def spell_bytes(text: str) -> str:
    """Each byte of UTF-8 as a printable character: ` é` → `ĠÃ©`."""
    return "".join(map(BYTE_TO_CHAR.__getitem__, text.encode()))
