r"""Patterns in `tokenizer.json`: plain text, or a regular expression, which Oniguruma reads there and `regex` here.

The two agree on most of what is in use, but not on all: `^` is the start of every line there, `\h` a hexadecimal digit,
`[a[bc]]` a set in a set, `{1,3}+` a repeated repeat. So an expression passes only if each part of it is known to mean
the same to both.
"""

import re

from minitok.serialization.fields import Data

_SCRIPTS = "Arabic|Armenian|Cyrillic|Devanagari|Georgian|Greek|Han|Hangul|Hebrew|Hiragana|Katakana|Latin|Thai"
_ESCAPE = rf"\\(?:[sSdDnrtfv]|u[0-9A-Fa-f]{{4}}|[pP]\{{\^?(?:[CLMNPSZ]|[CLMNPSZ][a-z]|{_SCRIPTS})\}}|[^\w])"
_SET = rf"\[\^?(?:{_ESCAPE}|&(?!&)|[^\[\]\\&])+\]"
_GROUP = r"\((?!\?)|\(\?(?:i?:|<?[=!]|>)|\)"
_REPEAT = r"[*+?][+?]?|\{\d+(?:,\d*)?\}(?![*+?{])|\{\d+,\d*\}\?"
_CHAR = r"[^\\\[\](){}*+?^$]"

_FOLDED = r"(?i)[^\0-\x7f]|ss|st|ff|fi|fl"
"""What more than one character may match when case is ignored: there `(?i:ss)` matches `ß`."""


def read_pattern(data: Data) -> str:
    r"""A regular expression for `regex`: `{"String": "."}` → `\.`; ValueError if it might mean something else there."""
    import regex  # here, as in `patterns`: `import minitok` must stay quick

    return _shared(data["Regex"]) if "Regex" in data else regex.escape(data["String"], literal_spaces=True)


def write_pattern(pattern: str) -> dict[str, str]:
    """The way back; ValueError on an expression that might mean something else there."""
    return {"Regex": _shared(pattern)}


def _shared(pattern: str) -> str:
    known = re.match(f"(?:{_ESCAPE}|{_SET}|{_GROUP}|{_REPEAT}|{_CHAR})*", pattern)
    rest = pattern[known.end() if known else 0 :]
    if not rest and "(?i" in pattern and (folded := re.search(_FOLDED, pattern)):
        rest = folded.group()
    if rest:
        raise ValueError(
            f"the regular expression {pattern!r} may mean one thing in minitok and another in tokenizers, "
            f"from {rest!r} on: write that part in another way"
        )
    return pattern
