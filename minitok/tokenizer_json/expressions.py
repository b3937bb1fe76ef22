r"""Patterns in `tokenizer.json`: plain strings, or regular expressions for the engine Oniguruma, read here by `regex`.

An expression is accepted only if each part of it is known to mean the same in both engines. In Oniguruma `^` matches at
the start of every line, `\h` is a hexadecimal digit, `[a[bc]]` a set in a set, `{1,3}+` a repeated repeat.
"""

import re
from collections.abc import Mapping
from typing import Any

from minitok.parts import converted
from minitok.patterns import Regex

_SCRIPTS = "Arabic|Armenian|Cyrillic|Devanagari|Georgian|Greek|Han|Hangul|Hebrew|Hiragana|Katakana|Latin|Thai"
_ESCAPE = rf"\\(?:[sSdDnrtfv]|u[0-9A-Fa-f]{{4}}|[pP]\{{\^?(?:[CLMNPSZ]|[CLMNPSZ][a-z]|{_SCRIPTS})\}}|[^\w])"
_SET = rf"\[\^?(?:{_ESCAPE}|&(?!&)|[^\[\]\\&])+\]"
_GROUP = r"\((?!\?)|\(\?(?:i?:|<?[=!]|>)|\)"
_REPEAT = r"[*+?][+?]?|\{\d+(?:,\d*)?\}(?![*+?{])|\{\d+,\d*\}\?"
_CHAR = r"[^\\\[\](){}*+?^$]"
_SHARED = rf"\A(?:{_ESCAPE}|{_SET}|{_GROUP}|{_REPEAT}|{_CHAR})*"

_FOLDED = r"(?i)[^\0-\x7f]|ss|st|ff|fi|fl"
"""What may match a different number of characters when case is ignored: in Oniguruma `(?i:ss)` matches `ß`."""


def read_pattern(data: Mapping[str, Any]) -> str:
    r"""`{"Regex": "\\s"}` → `Regex(r"\s")`; ValueError on an expression that may mean something else in Oniguruma."""
    if set(data) not in ({"Regex"}, {"String"}):
        raise ValueError(
            f'a pattern is {{"String": "..."}} or {{"Regex": "..."}}, and this has {", ".join(data) or "neither"}'
        )
    ((kind, pattern),) = data.items()
    text = converted(pattern, str, kind)
    return _checked(Regex(text)) if kind == "Regex" else text


def write_pattern(pattern: str) -> dict[str, str]:
    r"""`Regex(r"\s")` → `{"Regex": "\\s"}`; ValueError on an expression that may mean something else in Oniguruma."""
    return {"Regex": str(_checked(pattern))} if isinstance(pattern, Regex) else {"String": pattern}


def _checked(pattern: Regex) -> Regex:
    rest = re.sub(_SHARED, "", pattern)
    if not rest and "(?i" in pattern and (folded := re.search(_FOLDED, pattern)):
        rest = folded.group()
    if rest:
        raise ValueError(
            f"the regular expression {str(pattern)!r} may mean one thing in minitok and another in tokenizers, "
            f"from {rest!r} on: write that part in another way"
        )
    return pattern
