"""Tokens that never go through the model: they are cut from a text before the model sees it.

The model might break `<|end|>` into pieces, or build it out of what a user typed. So added tokens are looked for in the
text itself, by a trie, the longest first.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from minitok.models.base import tokens_by_id
from minitok.normalizers import WHITESPACE, Normalizer
from minitok.patterns import compile_pattern
from minitok.steps import TrieStep

WHITESPACE_CHARS = frozenset(WHITESPACE)

Special = Literal["all"] | Collection[str]
"""Which special tokens a rule is for: all there are, or those named."""


class AddedToken:
    """A token that is cut from a text, and how it is found there.

    `single_word`: only where no letter or digit touches it. `lstrip`, `rstrip`: the whitespace before, after it goes
    with it. `normalized`: it is looked for after the normalizer, which has been at it too; if not said, as though it
    were not `special`. `special`: it stands for no text, so `decode` leaves it out unless told otherwise.
    The options and what they do are those of Hugging Face's `tokenizers`.
    """

    __slots__ = ("content", "lstrip", "normalized", "rstrip", "single_word", "special")

    def __init__(
        self,
        content: str,
        *,
        single_word: bool = False,
        lstrip: bool = False,
        rstrip: bool = False,
        normalized: bool | None = None,
        special: bool = False,
    ) -> None:
        if not isinstance(content, str):
            raise TypeError(f"the content of an added token is a str, not {type(content).__name__}: {content!r}")
        if not content:
            raise ValueError("an added token is empty, and nothing could ever match it: leave it out")
        self.content = content
        self.single_word = single_word
        self.lstrip = lstrip
        self.rstrip = rstrip
        self.normalized = not special if normalized is None else normalized
        self.special = special

    @property
    def options(self) -> dict[str, bool]:
        """All but the content: `{"single_word": False, "lstrip": False, ...}`."""
        return {name: getattr(self, name) for name in ("single_word", "lstrip", "rstrip", "normalized", "special")}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AddedToken) and (self.content, self.options) == (other.content, other.options)

    def __hash__(self) -> int:
        return hash(self.content)

    def __repr__(self) -> str:
        usual = AddedToken(self.content, special=self.special).options | {"special": False}
        said = (f", {name}={value}" for name, value in self.options.items() if value != usual[name])
        return f"AddedToken({self.content!r}{''.join(said)})"


class Trie:
    """Strings by their letters, so that one walk along a text tries all of them at once.

    >>> Trie(["<s>", "<sep>"]).root
    {'<': {'s': {'>': {'': {}}, 'e': {'p': {'>': {'': {}}}}}}}

    The key `""` says that what leads here is one of the strings.
    """

    def __init__(self, strings: Iterable[str]) -> None:
        self.root: dict[str, Any] = {}
        self._longest = 0
        for string in strings:
            self._longest = max(self._longest, len(string))
            node = self.root
            for char in string:
                node = node.setdefault(char, {})
            node[""] = {}
        self._starts = re.compile(f"[{re.escape(''.join(sorted(self.root)))}]" if self.root else "(?!)")

    def walk(self, text: str, start: int) -> TrieStep:
        """Follow the text from `start` as far as some string goes: how far, and the longest that was met."""
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
        """Every walk it takes to find the strings in a text: one from each character that no string found covers."""
        start = 0
        while start < len(text):
            step = self.walk(text, start)
            yield step
            start += len(step.found or " ")

    def find(self, text: str, start: int = 0) -> Iterator[tuple[int, str]]:
        """The strings in a text and where they start: the first, the longest of those, and on from its end."""
        while match := self._starts.search(text, start):
            start = match.start()
            found = self.walk(text, start).found
            if found is not None:
                yield start, found
            start += len(found or " ")


class Part(NamedTuple):
    """A part of a text from `start` to `end`, and the id of the added token that it is, or None."""

    start: int
    end: int
    id: int | None


class Knife:
    """Cuts texts at some added tokens.

    >>> Knife({"<|end|>": (7, AddedToken("<|end|>"))}).cut("one<|end|>two")
    [Part(start=0, end=3, id=None), Part(start=3, end=10, id=7), Part(start=10, end=13, id=None)]
    """

    def __init__(self, tokens: Mapping[str, tuple[int, AddedToken]]) -> None:
        """Take the tokens by what they look like in the text."""
        self._tokens = tokens
        self._trie = Trie(tokens)

    def cut(self, text: str) -> list[Part]:
        """The text in parts, none of them empty."""
        parts: list[Part] = []
        done = 0
        for start, found in self._trie.find(text):
            id, token = self._tokens[found]
            end = start + len(found)
            if start < done or (token.single_word and _touches_word(text, start, end)):
                continue
            if token.lstrip:
                start = done + len(text[done:start].rstrip(WHITESPACE))
            while token.rstrip and text[end : end + 1] in WHITESPACE_CHARS:
                end += 1
            if done < start:
                parts.append(Part(done, start, None))
            parts.append(Part(start, end, id))
            done = end
        if done < len(text):
            parts.append(Part(done, len(text), None))
        return parts


def _touches_word(text: str, start: int, end: int) -> bool:
    in_word = compile_pattern(r"\w").match
    return bool((start and in_word(text[start - 1])) or (end < len(text) and in_word(text[end])))


class AddedTokens:
    """Added tokens with their ids. They do not change: `plus` makes new ones."""

    def __init__(self, tokens: Mapping[int, AddedToken] | None = None) -> None:
        self.tokens = dict(tokens or {})
        self.ids = {token.content: id for id, token in self.tokens.items()}
        if len(self.ids) < len(self.tokens):
            twice = next(t.content for id, t in self.tokens.items() if self.ids[t.content] != id)
            raise ValueError(f"the added token {twice!r} has two ids: give it one")
        tokens_by_id(self.ids)
        self.special = {id for id, token in self.tokens.items() if token.special}
        self._knives: dict[object, tuple[Knife, Knife]] = {}

    def plus(self, tokens: Mapping[int, AddedToken]) -> "AddedTokens":
        """These and others, which take the place of those with the same id."""
        return AddedTokens({**self.tokens, **tokens})

    def knives(self, normalizer: Normalizer | None, allowed: frozenset[str] | None) -> tuple[Knife, Knife]:
        """What cuts a text as it came, and what cuts it once normalized, at those special tokens that are `allowed`."""
        key = normalizer, allowed
        if key not in self._knives:
            self._knives.clear()
            raw: dict[str, tuple[int, AddedToken]] = {}
            normal: dict[str, tuple[int, AddedToken]] = {}
            for id, token in self.tokens.items():
                if token.special and allowed is not None and token.content not in allowed:
                    continue
                if not token.normalized:
                    raw[token.content] = id, token
                elif look := token.content if normalizer is None else normalizer.normalize_str(token.content):
                    normal[look] = id, token
            self._knives[key] = Knife(raw), Knife(normal)
        return self._knives[key]

    def allowed(self, text: str, allowed_special: Special, disallowed_special: Special) -> frozenset[str] | None:
        """The names of the special tokens to cut `text` at, None for all. ValueError on one in it that is disallowed.

        As in tiktoken: `"all"` in `disallowed_special` means all that are not allowed. A special token that is neither
        allowed nor disallowed is ordinary text.
        """
        if allowed_special == "all" and not disallowed_special:
            return None
        every = frozenset(self.tokens[id].content for id in self.special)
        named = every if allowed_special == "all" else frozenset(_names("allowed_special", allowed_special))
        refused = every - named if disallowed_special == "all" else _names("disallowed_special", disallowed_special)
        for place, found in Trie(refused).find(text):
            raise ValueError(
                f"the text holds the special token {found!r} at character {place}, where it is not allowed: "
                f"pass allowed_special={{{found!r}}} to have it as a token, "
                "or disallowed_special=() with allowed_special=() to have it as ordinary text"
            )
        return (named & every) - frozenset(refused)


def _names(option: str, names: Special) -> Collection[str]:
    if isinstance(names, str):
        raise TypeError(f'{option}={names!r} is neither "all" nor a collection of tokens: write {{{names!r}}}')
    return names
