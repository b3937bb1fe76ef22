r"""In place of the library `regex`, whose build for a browser is on another host only: it is made of `re`.

`\p{L}` becomes the characters of that category, and `\X` a character with its marks and what is joined to it. Here is
what the lessons use of the library, and no more; a `timeout` is taken and not kept. Where `regex` itself can be loaded,
it is: Python takes the package `regex/` before this module.
"""

import json
import re
import sys
from functools import cache, partial
from pathlib import Path
from re import error

# Of each category, as the library has them: going through Unicode here would take a second.
RANGES = json.loads(Path(__file__).with_name("regex.json").read_text("utf-8"))
EXTEND = r"[\u0300-\u036f\u200d\ufe0f\U0001f3fb-\U0001f3ff]*"
REVERSE = 0x400
CLUSTER = rf"(?:\r\n|.{EXTEND}(?:(?<=\u200d).{EXTEND})*)"


class Pattern:
    """A compiled pattern."""

    flags = 0

    def __init__(self, pattern, flags=0):
        self.pattern = pattern
        self._compiled = re.compile(_spelled_out(pattern), flags)
        self.groupindex, self.groups = self._compiled.groupindex, self._compiled.groups

    def __getattr__(self, name):
        method = getattr(self._compiled, name)
        return lambda *values, timeout=None, **places: method(*values, **places)


@cache
def compile(pattern, flags=0):
    return Pattern(pattern, flags)


def _call(name, pattern, *values, **options):
    return getattr(compile(pattern), name)(*values, **options)


findall, finditer, fullmatch = (
    partial(_call, "findall"),
    partial(_call, "finditer"),
    partial(_call, "fullmatch"),
)
search, split, sub = (
    partial(_call, "search"),
    partial(_call, "split"),
    partial(_call, "sub"),
)


def escape(pattern, special_only=True, literal_spaces=False):
    escaped = re.escape(pattern)
    return escaped.replace(r"\ ", " ") if literal_spaces else escaped


def _spelled_out(pattern):
    depth = 0  # of sets in sets, which are one set here

    def spelled(match):
        nonlocal depth
        symbol = match[0]
        if symbol == "[":
            depth += 1
            return symbol if depth == 1 else ""
        if symbol == "]":
            depth -= 1
            return symbol if depth == 0 else ""
        if symbol == r"\X":
            return CLUSTER
        if not match[1]:
            return symbol
        return _ranges(match[1]) if depth else f"[{_ranges(match[1])}]"

    # As `Regex` is written out for the library
    pattern = pattern.removeprefix("(?V1)").replace(r"[\w--[\u200c\u200d]]", r"\w")
    symbols = r"\\p\{(?:gc=)?(\w+)\}|\\.|[\[\]]"
    return re.sub(symbols, spelled, pattern, flags=re.DOTALL)


def _ranges(category):
    """The characters of a category such as `L` or `Lu`, as ranges to write in square brackets."""
    category = category.capitalize()
    if category not in RANGES:
        raise error(f"without the library regex, there is no property {category} here")
    return RANGES[category]


print(
    "The library `regex` is out of reach. Python's own `re` takes its place for the lessons.",
    file=sys.stderr,
)
