r"""Expressions of other engines: Oniguruma's in `tokenizer.json`, and tiktoken's.

Most of what expressions are made of means the same in every engine, and is read as it
is. Anything else is refused, except the whole expressions in `KNOWN`, which published
files use.
"""

import re
from collections.abc import Mapping
from typing import Any

from minitok.patterns import GPT2_PATTERN, GPT4_PATTERN, Pattern, Regex, compile_pattern
from minitok.validation import format_value

_SCRIPTS = (
    "Arabic|Armenian|Cyrillic|Devanagari|Georgian|Greek|Han|Hangul|Hebrew|Hiragana|"
    "Katakana|Latin|Thai"
)
_CATEGORIES = "[CLMNPSZ]|[CLMNPSZ][a-z]|Alphabetic|Uppercase|Lowercase"
_PROPERTY = rf"\{{\^?(?:{_CATEGORIES}|{_SCRIPTS})\}}"
_ESCAPE = rf"\\(?:[sSdDnrtfv]|u[0-9A-Fa-f]{{4}}|[pP]{_PROPERTY}|[^\w])"
_SET = rf"\[\^?(?:{_ESCAPE}|(?!&&|--|~~)[^\[\]\\])+\]"
# What all engines match alike without case: in Oniguruma `(?i:ss)` also matches `ß`,
# and in `regex` `(?i:i)` matches `İ`.
_FOLDED = r"\(\?i:(?:(?!ss|st|ff|fi|fl)['|a-hj-z]|\[[a-hj-z]+\])*\)"
_GROUP = rf"\((?!\?)|\(\?(?::|<?[=!]|>)|\)|{_FOLDED}"
_REPEAT = r"[*+?][+?]?|\{\d+(?:,\d*)?\}(?![*+?{])|\{\d+,\d*\}\?"
_SHARED = re.compile(rf"(?:{_ESCAPE}|{_SET}|{_GROUP}|{_REPEAT}|[^\\\[\](){{}}*+?^$])*")
# A set without a property, as in Kimi's pattern: `[\p{Lu}\p{M}&&[^\p{Han}]]`.
_WITHOUT = re.compile(
    rf"(?<!\\)\[(?!\^)((?:{_ESCAPE}|(?!&&|--|~~)[^\[\]\\])+)&&\[\^(\\p{_PROPERTY})\]\]"
)

MAX_LENGTH = 20_000  # of an expression in a file

# The spellings in published files, and patterns that cut every text at the same places.
KNOWN = {
    # GPT-2's and GPT-4's, as tiktoken spells them
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)"
    r"|\s": GPT2_PATTERN,
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s": GPT4_PATTERN,
    # BLOOM's, which has a set inside a set
    r" ?[^(\s|[.,!?…。，、।۔،])]+": r" ?[^(\s|.,!?…。，、।۔،)]+",
}

# What Oniguruma reads differently in tiktoken's expressions, and how it is spelled here
TIKTOKENS = {r"\s++$": r"\s++(?![\s\S])", r"\p{N}{1,3}+": r"(?>\p{N}{1,3})"}


def read_pattern(data: Mapping[str, Any]) -> Pattern:
    r"""The pattern in a file: `{"Regex": "\\s"}` → `Regex(r"\s")`.

    Raises ValueError if an expression may mean something else in Oniguruma.
    """
    if set(data) not in ({"Regex"}, {"String"}):
        raise ValueError(
            'a pattern is {"String": ...} or {"Regex": ...}, '
            f"and this has {[*data] or 'neither'}"
        )
    ((kind, pattern),) = data.items()
    if len(pattern) > MAX_LENGTH:
        raise ValueError(
            f"the pattern {format_value(pattern)} is too long: "
            f"it may have {MAX_LENGTH:,} characters"
        )
    return pattern if kind == "String" else shared(pattern)


def write_pattern(pattern: Pattern) -> dict[str, str]:
    r"""The pattern for a file: `Regex(r"\s")` → `{"Regex": "\\s"}`.

    Raises ValueError if an expression may mean something else in Oniguruma.
    """
    if isinstance(pattern, Regex):
        return {"Regex": str(shared(pattern))}
    return {"String": pattern}


def shared(pattern: str, library: str = "tokenizers") -> Regex:
    """An expression that all engines read alike, in the spelling that they share.

    `library` is where it comes from, or goes to. Raises ValueError if a part of it may
    mean one thing to minitok and another to the library.
    """
    spelling = KNOWN.get(pattern, pattern)
    spelling = _WITHOUT.sub(r"(?:(?!\2)[\1])", spelling)
    if library == "tiktoken":
        for theirs, ours in TIKTOKENS.items():
            spelling = spelling.replace(theirs, ours)
    rest = _SHARED.sub("", spelling, count=1)
    if rest:
        raise ValueError(
            f"the regular expression {format_value(pattern)} may mean one thing in "
            f"minitok and another in {library}, from {format_value(rest)} on: "
            "write that part in another way, such as [\\s\\S] for (?s:.), "
            "[\\p{L}\\p{N}_] for \\w"
        )
    compile_pattern(Regex(spelling))  # to refuse what is no expression
    return Regex(spelling)
