"""A trie, which tries many strings in one walk along a text: the way to find added tokens."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from minitok.mistakes import checked_text
from minitok.parts import converted
from minitok.steps import TrieStep

MOST_CHARS = 4_000_000  # in all strings together; a character takes up to 200 bytes


class Trie:
    """Strings as a tree of characters, to try all of them in one walk along a text. The key `""` ends a string.

    >>> Trie(["<s>", "<sep>"]).root
    {'<': {'s': {'>': {'': {}}, 'e': {'p': {'>': {'': {}}}}}}}
    """

    def __init__(self, strings: Iterable[str]) -> None:
        self.root: dict[str, Any] = {}
        strings = [*filter(None, converted(strings, tuple[str, ...], "strings"))]  # an empty one would be everywhere
        if sum(map(len, strings)) > MOST_CHARS:
            raise ValueError(f"the added tokens have more than {MOST_CHARS:,} characters: leave some out")
        self._longest = max(map(len, strings), default=0)
        for string in strings:
            node = self.root
            for char in string:
                node = node.setdefault(char, {})
            node[""] = {}
        self._starts = re.compile("|".join(map(re.escape, sorted({string[:4] for string in strings}))))

    def walk(self, text: str, start: int) -> TrieStep:
        """Follow the text from `start` as long as it matches some string, and note the longest complete one."""
        node, end, found = self.root, start, None
        for char in text[start : start + self._longest]:
            if char not in node:
                break
            node = node[char]
            end += 1
            if "" in node:
                found = end
        return TrieStep(start, end, None if found is None else text[start:found])

    def steps(self, text: str) -> Iterator[TrieStep]:
        """The walks that find the strings in a text. Each starts after the last string found, or one character on."""
        start = 0
        while start < len(checked_text(text)):
            step = self.walk(text, start)
            yield step
            start += len(step.found or " ")

    def find(self, text: str) -> Iterator[tuple[int, str]]:
        """The strings in a text and where they start, from left to right, the longest at each position."""
        start = 0
        while self.root and (match := self._starts.search(checked_text(text), start)):
            start = match.start()
            if (found := self.walk(text, start).found) is not None:
                yield start, found
            start += len(found or " ")
