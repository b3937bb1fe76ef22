r"""Patterns of other engines, as `regex` reads them: Oniguruma's in `tokenizer.json`, and tiktoken's.

Most of what patterns are made of means the same everywhere, and is taken as it is. What differs is refused, but for the
whole expressions in `KNOWN`, which published files use.
"""

import re
from collections.abc import Mapping
from typing import Any

from minitok.patterns import GPT2_PATTERN, GPT4_PATTERN, Pattern, Regex, compile_pattern
from minitok.validation import format_value

_SCRIPTS = "Arabic|Armenian|Cyrillic|Devanagari|Georgian|Greek|Han|Hangul|Hebrew|Hiragana|Katakana|Latin|Thai"
_PROPERTY = (
    rf"\{{\^?(?:[CLMNPSZ]|[CLMNPSZ][a-z]|Alphabetic|Uppercase|Lowercase|{_SCRIPTS})\}}"
)
_ESCAPE = rf"\\(?:[sSdDnrtfv]|u[0-9A-Fa-f]{{4}}|[pP]{_PROPERTY}|[^\w])"
_SET = rf"\[\^?(?:{_ESCAPE}|(?!&&|--|~~)[^\[\]\\])+\]"
_FOLDED = r"\(\?i:(?:(?!ss|st|ff|fi|fl)['|a-hj-z]|\[[a-hj-z]+\])*\)"
"""What all match alike without case: in Oniguruma `(?i:ss)` also matches `ß`, and in `regex` `(?i:i)` matches `İ`."""
_GROUP = rf"\((?!\?)|\(\?(?::|<?[=!]|>)|\)|{_FOLDED}"
_REPEAT = r"[*+?][+?]?|\{\d+(?:,\d*)?\}(?![*+?{])|\{\d+,\d*\}\?"
_PARTS = re.compile(
    r"\\[pPN]\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\{(\d*),?\d*\}[+?]?|[*+?][+?]?|\((?:\?<?[:=!>])?|[\s\S]"
)
_SHARED = re.compile(rf"(?:{_ESCAPE}|{_SET}|{_GROUP}|{_REPEAT}|[^\\\[\](){{}}*+?^$])*")
_WITHOUT = re.compile(
    rf"(?<!\\)\[(?!\^)((?:{_ESCAPE}|(?!&&|--|~~)[^\[\]\\])+)&&\[\^(\\p{_PROPERTY})\]\]"
)
"""A set without a property, as in Kimi's pattern: `[\\p{Lu}\\p{M}&&[^\\p{Han}]]`."""

MAX_LENGTH = 20_000  # of an expression in a file
MAX_SIZE = 100_000  # of what `regex` makes of one: about 100 MB

KNOWN = {
    # tiktoken's spellings of GPT-2's and GPT-4's patterns, which cut every text at the same places
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s": GPT2_PATTERN,
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s": GPT4_PATTERN,
    # BLOOM's, in which a set is in a set
    r" ?[^(\s|[.,!?…。，、।۔،])]+": r" ?[^(\s|.,!?…。，、।۔،)]+",
}

# Parts of tiktoken's expressions that Oniguruma reads differently
TIKTOKENS = {r"\s++$": r"\s++(?![\s\S])", r"\p{N}{1,3}+": r"(?>\p{N}{1,3})"}


def read_pattern(data: Mapping[str, Any]) -> Pattern:
    r"""`{"Regex": "\\s"}` → `Regex(r"\s")`; ValueError on an expression that may mean something else in Oniguruma."""
    if set(data) not in ({"Regex"}, {"String"}):
        raise ValueError(
            f'a pattern is {{"String": ...}} or {{"Regex": ...}}, and this has {[*data] or "neither"}'
        )
    ((kind, pattern),) = data.items()
    if not isinstance(pattern, str):
        raise TypeError(f"{kind}={format_value(pattern)} should be a string")
    if len(pattern) > MAX_LENGTH:
        raise ValueError(
            f"the pattern {format_value(pattern)} is too long: it may have {MAX_LENGTH:,} characters"
        )
    return pattern if kind == "String" else shared(pattern)


def write_pattern(pattern: Pattern) -> dict[str, str]:
    r"""`Regex(r"\s")` → `{"Regex": "\\s"}`; ValueError on an expression that may mean something else in Oniguruma."""
    return (
        {"Regex": str(shared(pattern))}
        if isinstance(pattern, Regex)
        else {"String": pattern}
    )


def shared(pattern: str, library: str = "tokenizers") -> Regex:
    """An expression as all engines read it. ValueError if a part of it may mean another thing in another engine."""
    known = _WITHOUT.sub(r"(?:(?!\2)[\1])", KNOWN.get(pattern, pattern))
    for theirs, ours in TIKTOKENS.items() if library == "tiktoken" else ():
        known = known.replace(theirs, ours)
    rest = known[_SHARED.match(known).end() :]  # type: ignore[union-attr]
    if rest:
        wrong = f"the regular expression {format_value(pattern)} may mean one thing in minitok and another in {library}"
        instead = r"[\s\S] for (?s:.), [\p{L}\p{N}_] for \w"
        raise ValueError(
            f"{wrong}, from {format_value(rest)} on: write that part in another way, such as {instead}"
        )
    compile_pattern(limited(known))
    return Regex(known)


def limited(pattern: str) -> Regex:
    """The pattern of somebody else, which is not to take all memory. ValueError if it is too large."""
    if pattern_size(pattern) > MAX_SIZE:
        raise ValueError(
            f"{format_value(pattern)} is too large, with its repeats written out: leave some out"
        )
    return Regex(pattern)


def pattern_size(pattern: str) -> int:
    """How many parts `regex` makes of a pattern, twice as many for each level of `(((a)+)+)+…`: `((a)+){3}` → 20."""
    sizes, last = [0], 0  # of what is open, and of the last part
    for found in _PARTS.finditer(pattern):
        sign = found[0][0]
        if sign == "(":
            sizes.append(0)
            last = 0
        elif sign in "*+?{":
            copies = int(found[1] or 0) + (sign == "+")
            sizes[-1] += last * copies
            last *= copies + 1
        else:
            last = sizes.pop() + 1 if sign == ")" and len(sizes) > 1 else 1
            sizes[-1] += last
    return sum(sizes)
