r"""The regular expressions in files, and in tiktoken's encodings.

Hugging Face's library reads a `tokenizer.json` with Oniguruma. A `Regex` means the same
there, so it is written as it is. tiktoken has another engine. Most parts of expressions
mean the same in both engines, and stay. An expression with any other part is refused,
unless it is one of those in `TIKTOKEN_PATTERNS`, which published encodings use.
"""

import re
from collections.abc import Mapping
from typing import Any

from minitok.interop.oniguruma import MAX_SIZE, read
from minitok.patterns import GPT2_PATTERN, GPT4_PATTERN, Pattern, Regex, compile_pattern
from minitok.validation import check_type, format_value

_SCRIPTS = (
    "Arabic|Armenian|Cyrillic|Devanagari|Georgian|Greek|Han|Hangul|Hebrew|Hiragana|"
    "Katakana|Latin|Thai"
)
_CATEGORIES = "[CLMNPSZ]|[CLMNPSZ][a-z]|Alphabetic|Uppercase|Lowercase"
_PROPERTY = rf"\{{\^?(?:{_CATEGORIES}|{_SCRIPTS})\}}"
_ESCAPE = rf"\\(?:[sSdDnrtfv]|u[0-9A-Fa-f]{{4}}|[pP]{_PROPERTY}|[^\w])"
_ITEM = rf"(?:{_ESCAPE}|(?!&&|--|~~)[^\[\]\\])"
# `[\p{Lu}\p{M}&&[^\p{Han}]]`, as in Kimi's pattern, is a set without a property.
_SET = rf"\[\^?{_ITEM}+(?:&&\[\^\\p{_PROPERTY}\])?\]"
# What all engines match alike without case: in Oniguruma `(?i:ss)` also matches `ß`,
# and in `regex` `(?i:i)` matches `İ`.
_FOLDED = r"\(\?i:(?:(?!ss|st|ff|fi|fl)['|a-hj-z]|\[[a-hj-z]+\])*\)"
_GROUP = rf"\((?!\?)|\(\?(?::|<?[=!]|>)|\)|{_FOLDED}"
_REPEAT = r"[*+?][+?]?|\{\d+(?:,\d*)?\}(?![*+?{])|\{\d+,\d*\}\?"
_SHARED = re.compile(rf"(?:{_ESCAPE}|{_SET}|{_GROUP}|{_REPEAT}|[^\\\[\](){{}}*+?^$])*")
MAX_LENGTH = 20_000  # of an expression in a file
MAX_DEPTH = 126  # of lists and objects in each other

# GPT-2's and GPT-4's patterns, as tiktoken spells them and as they are spelled here
TIKTOKEN_PATTERNS = {
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)"
    r"|\s": GPT2_PATTERN,
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s": GPT4_PATTERN,
}

# The parts of tiktoken's patterns that Oniguruma reads differently, spelled likewise
TIKTOKEN_PARTS = {r"\s++$": r"\s++(?![\s\S])", r"\p{N}{1,3}+": r"(?>\p{N}{1,3})"}


def read_pattern(data: Mapping[str, Any]) -> Pattern:
    r"""The pattern in a file: `{"Regex": "\\s"}` → `Regex(r"\s")`."""
    if set(data) not in ({"Regex"}, {"String"}):
        raise ValueError(
            'a pattern is {"String": ...} or {"Regex": ...}, '
            f"and this has {[*data] or 'neither'}"
        )
    ((kind, pattern),) = data.items()
    if len(check_type(pattern, str, kind)) > MAX_LENGTH:
        raise ValueError(
            f"the pattern {format_value(pattern)} is too long: "
            f"it may have {MAX_LENGTH:,} characters"
        )
    return pattern if kind == "String" else Regex(pattern)


def write_pattern(pattern: Pattern) -> dict[str, str]:
    r"""The pattern for a file: `Regex(r"\s")` → `{"Regex": "\\s"}`."""
    kind = "Regex" if isinstance(pattern, Regex) else "String"
    return {kind: str(pattern)}


def check_sizes(data: Any) -> None:
    """Refuse a file whose expressions together would take too much memory."""
    if pattern_size(data) > MAX_SIZE:
        raise ValueError(
            "its regular expressions are too large together: "
            f"they may match {MAX_SIZE:,} sets and characters"
        )


def pattern_size(data: Any, depth: int = 0) -> int:
    """The size of all expressions in some data, as `oniguruma.read` counts it."""
    if depth > MAX_DEPTH:
        raise ValueError(f"its parts are nested too deeply, over {MAX_DEPTH} levels")
    if isinstance(data, Mapping):
        pattern = data.get("Regex")
        if isinstance(pattern, str) and len(pattern) <= MAX_LENGTH:
            return read(pattern).size
        data = [*data.values()]
    if not isinstance(data, list):
        return 0
    return sum(pattern_size(value, depth + 1) for value in data)


def shared(pattern: str) -> Regex:
    """An expression of tiktoken's, in a spelling that means the same in a `Regex`.

    Raises ValueError if a part of it may mean one thing to minitok and another to
    tiktoken.
    """
    spelling = TIKTOKEN_PATTERNS.get(pattern, pattern)
    for theirs, ours in TIKTOKEN_PARTS.items():
        spelling = spelling.replace(theirs, ours)
    rest = _SHARED.sub("", spelling, count=1)
    if rest:
        raise ValueError(
            f"the regular expression {format_value(pattern)} may mean one thing in "
            f"minitok and another in tiktoken, from {format_value(rest)} on: "
            "write that part in another way, such as [\\s\\S] for (?s:.), "
            "[\\p{L}\\p{N}_] for \\w"
        )
    compile_pattern(Regex(spelling))  # to refuse what is no expression
    return Regex(spelling)
