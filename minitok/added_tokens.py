"""Added tokens: cut from a text before the model sees it, or refused, or left as text.

A model can break `<|end|>` into pieces, or build it from what a user typed. So a
tokenizer looks for added tokens in the text itself, and takes the longest at each
position, which it finds with a trie.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from minitok.normalizers import Normalizer
from minitok.part import Part
from minitok.patterns import WHITESPACE, compile_source
from minitok.steps import TrieStep
from minitok.text import PLACEHOLDER, AlignedText
from minitok.validation import check_list, check_text

WHITESPACE_RUN = re.compile(f"[{WHITESPACE}]*")
# No chat marker is made of these alone, but Gemma's tokens for spaces or lines are.
HARMLESS = {*WHITESPACE, "▁"}


class AddedToken(Part):
    """A token that is cut from a text before the model sees it.

    The options are those of Hugging Face's `tokenizers`.

    >>> AddedToken("<|end|>", special=True)
    AddedToken('<|end|>', normalized=False, special=True)
    """

    content: str
    single_word: bool = False  # only where no letter, digit, mark or `_` touches it
    lstrip: bool = False  # take the whitespace before it, too
    rstrip: bool = False  # take the whitespace after it, too
    normalized: bool | None = None  # find it in normalized text; None: if not special
    special: bool = False  # not part of the text: `decode` leaves it out by default

    def prepare(self) -> None:
        if not self.content:
            raise ValueError(
                "an added token is empty, and nothing could ever match it: leave it out"
            )
        # None as long as `special`, which `plus` may set, is to decide.
        self._normalized_option = self.normalized
        if self.normalized is None:
            self.keep(normalized=not self.special)


Tokens = str | AddedToken | Iterable[str | AddedToken]


class Trie:
    """Strings as a tree of characters, to try them all in one walk along a text.

    The key `""` ends a string.

    >>> Trie(["<s>", "<sep>"]).root
    {'<': {'s': {'>': {'': {}}, 'e': {'p': {'>': {'': {}}}}}}}
    """

    def __init__(self, strings: Collection[str]) -> None:
        self.root: dict[str, Any] = {}
        for string in strings:
            node = self.root
            for char in string:
                node = node.setdefault(char, {})
            node[""] = {}
        self._starts = _compile_starts(strings)

    def walk(self, text: str, start: int) -> TrieStep:
        """Follow the text from `start` as far as some string does.

        The step has the longest string that is complete.
        """
        node = self.root
        end = start
        longest = None
        while end < len(text) and text[end] in node:
            node = node[text[end]]
            end += 1
            if "" in node:
                longest = text[start:end]
        return TrieStep(start, end, longest)

    def steps(self, text: str) -> Iterator[TrieStep]:
        """The walks that find the strings in a text.

        Each starts after the string just found, or else one character on.
        """
        start = 0
        while start < len(check_text(text)):
            step = self.walk(text, start)
            yield step
            start += 1 if step.found is None else len(step.found)

    def find(self, text: str) -> Iterator[tuple[int, str]]:
        """The strings in a text and where they start, the longest at each position."""
        end = 0
        while match := self._starts.search(text, end):
            start = match.start()
            string = self.walk(text, start).found
            end = start + 1
            if string is not None:
                yield start, string
                end = start + len(string)


def _compile_starts(strings: Collection[str]) -> re.Pattern[str]:
    """A pattern for where a string may start, by its first four characters.

    It skips the rest of the text, much faster than walks from each character.
    """
    starts = sorted({string[:4] for string in strings})
    pattern = "|".join(map(re.escape, starts))
    return re.compile(pattern or "(?!)")  # without strings, it matches nowhere


class AddedTokenSplitter:
    """Cuts texts at added tokens, given by the strings to look for.

    >>> splitter = AddedTokenSplitter({"<|end|>": (7, AddedToken("<|end|>"))})
    >>> [(part.text, id) for part, id in splitter.cut(AlignedText("one<|end|>two"))]
    [('one', None), ('<|end|>', 7), ('two', None)]
    """

    def __init__(self, tokens: Mapping[str, tuple[int, AddedToken]]) -> None:
        self.tokens = tokens
        self._trie = Trie(tokens)

    def cut(
        self, text: AlignedText, trusted: bytes | None = None
    ) -> list[tuple[AlignedText, int | None]]:
        """The parts of a text, each with the id of its added token, or None.

        `trusted` has a byte for each character of the source: a token is found only
        where none of them is 0.
        """
        if not self.tokens:
            return [(text, None)]
        parts: list[tuple[AlignedText, int | None]] = []
        chars = text.text
        done = 0
        searched = chars if trusted is None else mask(text, trusted)
        for start, string in self._trie.find(searched):
            id, token = self.tokens[string]
            end = start + len(string)
            if token.single_word and _touches_word(chars, start, end):
                continue
            if token.lstrip:
                start = done + len(chars[done:start].rstrip(WHITESPACE))
            if token.rstrip:
                end = WHITESPACE_RUN.match(chars, end).end()  # type: ignore[union-attr]
            if done < start:
                parts.append((text[done:start], None))
            # The whitespace that `rstrip` takes may be a token, too. Then it is in two
            # parts, as in `tokenizers`.
            if start < end:
                parts.append((text[start:end], id))
            done = max(start, end)
        if not parts:
            return [(text, None)]
        if done < len(chars):
            parts.append((text[done:], None))
        return parts


def _touches_word(chars: str, start: int, end: int) -> bool:
    before = chars[max(start - 1, 0) : start]
    after = chars[end : end + 1]
    return compile_source(r"\w").search(before + after) is not None


def mask(text: AlignedText, trusted: bytes) -> str:
    """The text, with a placeholder for each character that comes from a 0 in `trusted`.

    Harmless characters stay.
    """
    chars = []
    for char, (start, end) in zip(text.text, text.spans or ()):
        if char in HARMLESS or all(trusted[start:end]):
            chars.append(char)
        else:
            chars.append(PLACEHOLDER)
    return "".join(chars)


class AddedTokens:
    """Added tokens by id, and aliases: other strings that are found as one of them."""

    def __init__(
        self, tokens: Mapping[int, AddedToken] = {}, aliases: Mapping[str, int] = {}
    ) -> None:
        self.tokens = dict(tokens)
        self.aliases = dict(aliases)
        self.special = {id for id, token in self.tokens.items() if token.special}
        self.ids: dict[str, int] = {}
        for id, token in self.tokens.items():
            name = token.content
            if name in self.ids:
                raise ValueError(f"the added token {name!r} has two ids: give it one")
            self.ids[name] = id
        self.ids |= self.aliases

    def plus(
        self, tokens: Tokens, vocab: Mapping[str, int], *, special: bool
    ) -> "AddedTokens":
        """These and more tokens, which get new ids.

        As in `tokenizers`, new ids start at the vocabulary's size, or after the highest
        added id if that is larger. ValueError for a known token, unless `special` or an
        `AddedToken` adopts its id.
        """
        if isinstance(tokens, str | AddedToken):
            tokens = [tokens]
        ids = {**vocab, **self.ids}
        taken = set(ids.values())
        next_id = max([len(vocab), *(id + 1 for id in self.tokens)])
        new: dict[int, AddedToken] = {}
        for entry in check_list(tokens, "tokens", "tokens"):
            token = entry if isinstance(entry, AddedToken) else AddedToken(entry)
            while next_id in taken:  # in `tokenizers`, two tokens share it
                next_id += 1
            is_new = token.content not in ids
            id = ids.setdefault(token.content, next_id)
            if is_new:
                next_id += 1
            elif not special:
                self._check_known(entry, id, new)
            if special:
                token = token.replace(special=True, normalized=token._normalized_option)
            new[id] = token
        return AddedTokens({**self.tokens, **new}, self.aliases)

    def _check_known(
        self, entry: str | AddedToken, id: int, new: Collection[int]
    ) -> None:
        """ValueError for a known token, unless it adopts the id that it has."""
        name = getattr(entry, "content", entry)
        known = f"{name!r} is in the vocabulary already, with the id {id}: leave it out"
        if id in self.tokens or id in new:
            raise ValueError(f"{known}. No token was added")
        if not isinstance(entry, AddedToken):
            raise ValueError(
                f"{known}, or add AddedToken({name!r}) to cut it from every text. "
                "No token was added"
            )

    def splitters(
        self, normalizer: Normalizer | None, names: Collection[str] | None = None
    ) -> tuple[AddedTokenSplitter, AddedTokenSplitter]:
        """The splitters for the text before and after it is normalized.

        They find the tokens that `names` has, or all. ValueError for a token of
        which the normalizer would leave nothing.
        """
        raw: dict[str, tuple[int, AddedToken]] = {}
        normal: dict[str, tuple[int, AddedToken]] = {}
        for name, id in self.ids.items():
            if names is not None and name not in names:
                continue
            token = self.tokens[id]
            if not token.normalized:
                raw[name] = id, token
                continue
            if normalizer is not None:
                name = normalizer.normalize_str(name)
            if not name:
                raise ValueError(
                    f"the normalizer leaves nothing of the added token "
                    f"{token.content!r}: add it with normalized=False"
                )
            normal[name] = id, token
        return AddedTokenSplitter(raw), AddedTokenSplitter(normal)
