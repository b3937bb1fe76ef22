r"""Stands in for the library `regex`, of which tests without a network can't have Pyodide's build: it is made of `re`.

`\p{L}` becomes the characters of that category, and `\X` a character with its marks and what is joined to it. Here is
what the lessons use of the library, and no more.
"""

import re
import sys
import unicodedata
from functools import cache
from re import error

EXTEND = r"[\u0300-\u036f\u200d\ufe0f\U0001f3fb-\U0001f3ff]*"
REVERSE = 0x400
CLUSTER = rf"(?:\r\n|.{EXTEND}(?:(?<=\u200d).{EXTEND})*)"


class Pattern:
    """A compiled pattern; `timeout` is taken and not kept."""

    flags = 0

    def __init__(self, pattern, flags=0):
        self.pattern = pattern
        self._found = re.compile(_spelled_out(pattern), flags)
        self.groupindex, self.groups = self._found.groupindex, self._found.groups

    def findall(self, text, timeout=None):
        return self._found.findall(text)

    def finditer(self, text, pos=0, timeout=None):
        return self._found.finditer(text, pos)

    def fullmatch(self, text, timeout=None):
        return self._found.fullmatch(text)

    def match(self, text, timeout=None):
        return self._found.match(text)

    def search(self, text, timeout=None):
        return self._found.search(text)

    def split(self, text, timeout=None):
        return self._found.split(text)

    def sub(self, replacement, text, timeout=None):
        return self._found.sub(replacement, text)


@cache
def compile(pattern, flags=0):
    return Pattern(pattern, flags)


def findall(pattern, text, timeout=None):
    return compile(pattern).findall(text)


def finditer(pattern, text, timeout=None):
    return compile(pattern).finditer(text)


def fullmatch(pattern, text, timeout=None):
    return compile(pattern).fullmatch(text)


def search(pattern, text, timeout=None):
    return compile(pattern).search(text)


def split(pattern, text, timeout=None):
    return compile(pattern).split(text)


def sub(pattern, replacement, text, timeout=None):
    return compile(pattern).sub(replacement, text)


def escape(pattern, special_only=True, literal_spaces=False):
    escaped = re.escape(pattern)
    return escaped.replace(r"\ ", " ") if literal_spaces else escaped


def _spelled_out(pattern):
    in_brackets = False

    def spelled(match):
        nonlocal in_brackets
        symbol = match[0]
        if symbol in "[]":
            in_brackets = symbol == "["
        if symbol == r"\X":
            return CLUSTER
        if not match[1]:
            return symbol
        return _ranges(match[1]) if in_brackets else f"[{_ranges(match[1])}]"

    return re.sub(r"\\p\{(\w+)\}|\\.|[\[\]]", spelled, pattern, flags=re.DOTALL)


@cache
def _ranges(category):
    """The characters of a category such as `L` or `Lu`, as ranges to write in square brackets."""
    if len(category) > 2:
        raise error(f"the stand-in for regex has no property {category}")
    spans, last = [], -2
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code)).startswith(category):
            if code != last + 1:
                spans.append([code, code])
            spans[-1][1] = last = code
    return "".join(f"\\U{start:08x}-\\U{end:08x}" for start, end in spans)
