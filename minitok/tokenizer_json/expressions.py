r"""Patterns in `tokenizer.json`: plain strings, or regular expressions for the engine Oniguruma, read here by `regex`.

In Oniguruma `^` matches at the start of every line, `[a[bc]]` is a set in a set, `{1,3}+` a repeated repeat, and `\w`
has other characters. Such parts are rewritten with what means the same in both engines; others are refused.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from minitok.parts import converted
from minitok.patterns import Regex

_SCRIPTS = "Arabic|Armenian|Cyrillic|Devanagari|Georgian|Greek|Han|Hangul|Hebrew|Hiragana|Katakana|Latin|Thai"
_PROPERTY = rf"\{{\^?(?:[CLMNPSZ]|[CLMNPSZ][a-z]|Alphabetic|Uppercase|Lowercase|{_SCRIPTS})\}}"
_ESCAPE = rf"\\(?:[sSdDnrtfv]|u[0-9A-Fa-f]{{4}}|[pP]{_PROPERTY}|[^\w])"
_SET = rf"\[\^?(?:{_ESCAPE}|(?!&&|--|~~)[^\[\]\\])+\]"
_GROUP = r"\((?!\?)|\(\?(?:i?:|<?[=!]|>)|\)"
_REPEAT = r"[*+?][+?]?|\{\d+(?:,\d*)?\}(?![*+?{])|\{\d+,\d*\}\?"
_CHAR = r"[^\\\[\](){}*+?^$]"
_SHARED = rf"\A(?:{_ESCAPE}|{_SET}|{_GROUP}|{_REPEAT}|{_CHAR})*"

_TOKEN = re.compile(rf"{_ESCAPE}|\\[\s\S]|\((?:\?(?:<?[=!]|>|\w*:))?|\{{\d+(?:,\d*)?\}}\+?|[\s\S]")
_IN_SET = re.compile(rf"{_ESCAPE}|\\[\s\S]|\[:\^?\w+:\]|&&|[\s\S]")


class Dialect(NamedTuple):
    """Parts of an expression that one engine reads in its own way, in a spelling that both read alike."""

    word: str  # `\w` by itself, for use in square brackets
    word_in_set: str  # `\w` in square brackets: Oniguruma leaves six characters out
    start: str  # `^`
    end: str  # `$`
    repeat: str  # `{1,3}+`, where `%s` is what comes before the `+`
    nests_sets: bool  # whether there are `[a[bc]]` and `[a-z&&[^e]]`
    classes: Mapping[str, str] = {}  # the names in `[[:alpha:]]`, and their characters


_WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
_JOINERS = r"\u200c\u200d"
_CLASSES = {"alpha": r"\p{Alphabetic}", "alnum": r"\p{Alphabetic}\p{Nd}", "digit": r"\p{Nd}", "word": _WORD}
_CLASSES |= {"upper": r"\p{Uppercase}", "lower": r"\p{Lowercase}", "punct": r"\p{P}\p{S}", "cntrl": r"\p{Cc}"}
_CLASSES |= {"space": r"\s", "blank": r"\p{Zs}\t", "xdigit": "0-9A-Fa-f", "ascii": r"\u0000-\u007f"}
OURS = Dialect(_JOINERS + _WORD, _JOINERS + _WORD, r"(?<![\s\S])", r"(?=\n?(?![\s\S]))", "(?>%s)", False)
TIKTOKENS = OURS._replace(end=r"(?![\s\S])", nests_sets=True)
_LINE_START = r"(?:(?<![\s\S])|(?<=\n)(?=[\s\S]))"
ONIGURUMAS = Dialect("²³¹¼½¾" + _WORD, _WORD, _LINE_START, r"(?![^\n])", "(?:%s)+", True, _CLASSES)

_FOLDED = r"(?i:[^\0-\x7f]|ss|st|ff|fi|fl)"
_FOLDED += r"|\(\?i:[^)]*?(?:[iI]|[\0-I]-[I-\x7f]|[\0-i]-[i-\x7f]|\\[pP]\{\^?(?:L[ult]|Upp|Low))"
"""What engines match differently when case is ignored: in Oniguruma `(?i:ss)` matches `ß`, in `regex` `(?i:i)` `İ`."""


def read_pattern(data: Mapping[str, Any]) -> str:
    r"""`{"Regex": "\\s"}` → `Regex(r"\s")`; ValueError on an expression that may mean something else in Oniguruma."""
    if set(data) not in ({"Regex"}, {"String"}):
        raise ValueError(f'a pattern is {{"String": ...}} or {{"Regex": ...}}, and this has {[*data] or "neither"}')
    ((kind, pattern),) = data.items()
    text = converted(pattern, str, kind)
    return shared(text, ONIGURUMAS) if kind == "Regex" else text


def write_pattern(pattern: str) -> dict[str, str]:
    r"""`Regex(r"\s")` → `{"Regex": "\\s"}`; ValueError on an expression that may mean something else in Oniguruma."""
    return {"Regex": str(shared(pattern, OURS))} if isinstance(pattern, Regex) else {"String": pattern}


def shared(pattern: str, dialect: Dialect, library: str = "tokenizers") -> Regex:
    """An expression as all engines read it. ValueError if a part of it may mean another thing in another engine."""
    rewritten = _rewritten(pattern, dialect)
    rest = re.sub(_SHARED, "", rewritten)
    if not rest and "(?i" in rewritten and (folded := re.search(_FOLDED, rewritten)):
        rest = folded.group()
    if rest:
        raise ValueError(
            f"the regular expression {pattern!r} may mean one thing in minitok and another in {library}, "
            f"from {rest!r} on: write that part in another way"
        )
    return Regex(rewritten)


def _rewritten(pattern: str, dialect: Dialect) -> str:
    r"""An expression with its parts of one dialect rewritten: `x{2,3}+$` of Oniguruma → `(?:x{2,3})+(?![^\n])`."""
    parts: list[str] = []
    groups: list[int] = []
    atom = place = 0  # where the last part that can be repeated begins, in `parts`; where the next token begins
    rewritten = {r"\w": f"[{dialect.word}]", r"\W": f"[^{dialect.word}]", "^": dialect.start, "$": dialect.end}
    while token := _TOKEN.match(pattern, place):
        part, place = token.group(), token.end()
        if re.fullmatch(r"\{\d+(,\d*)?\}\+", part):
            parts[atom:] = [dialect.repeat % ("".join(parts[atom:]) + part[:-1])]
            continue
        if part[0] not in "*+?{":
            atom = len(parts) if part != ")" else groups.pop() if groups else 0
        if part == "[":
            part, place = _rewritten_set(pattern, place, dialect)
        if part[0] == "(":
            groups.append(len(parts))
        parts.append(rewritten.get(part, part))
    return "".join(parts)


def _rewritten_set(pattern: str, start: int, dialect: Dialect) -> tuple[str, int]:
    r"""The set whose `[` is before `start`, and where it ends: `[a-z&&[^e]]` → `(?:(?=[a-z])[^e])`."""
    place = start + pattern.startswith("^", start)
    sets: list[list[str]] = [[]]  # for each operand of `&&`, the sets of which it is the union
    body = ""
    classes = {r"\w": dialect.word_in_set, **{f"[:{name}:]": chars for name, chars in dialect.classes.items()}}
    opposites = {r"\W": dialect.word_in_set, **{f"[:^{name}:]": chars for name, chars in dialect.classes.items()}}
    while (token := _IN_SET.match(pattern, place)) and token.group() != "]":
        part, place = token.group(), token.end()
        if part == "&&" and dialect.nests_sets:
            sets[-1] += [f"[{body}]"] * bool(body)
            sets.append([])
            body = ""
            continue
        inner = f"[^{opposites[part]}]" if part in opposites else ""
        if part == "[" and dialect.nests_sets:
            inner, place = _rewritten_set(pattern, place, dialect)
        around = body[-1:] + pattern[place : place + 1]
        if not inner:
            body += classes.get(part, part)
        elif inner[0] == "[" and inner[1] != "^" and "-" not in inner[1] + inner[-2] + around:
            body += inner[1:-1]
        else:
            sets[-1].append(inner)
    if token is None:
        return pattern[start - 1 :], len(pattern)
    is_negated, end = pattern[start] == "^", token.end()
    if sets == [[]]:
        return f"[{'^' * is_negated}{body}]", end
    sets[-1] += [f"[{body}]"] * bool(body)
    *before, last = (union[0] if len(union) == 1 else f"(?:{'|'.join(union)})" for union in sets)
    both = "".join(f"(?={other})" for other in before) + last
    return rf"(?:(?!{both})[\s\S])" if is_negated else f"(?:{both})", end
