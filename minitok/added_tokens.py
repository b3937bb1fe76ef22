"""Added tokens, which are cut from a text before the model sees it, refused, or read as ordinary text.

A model can break `<|end|>` into pieces, or build it from text that a user typed. So a tokenizer looks for added tokens
in the text itself, and takes the longest at each position, which it finds with a trie. The options for special tokens
and their names are tiktoken's; the default, to find them all, is Hugging Face's.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from minitok.encoding import Encoding
from minitok.normalizers import Normalizer
from minitok.parts import Part, checked_list, checked_text
from minitok.patterns import WHITESPACE, Regex, compile_pattern
from minitok.steps import TrieStep
from minitok.text import PLACEHOLDER, AlignedText

WHITESPACE_CHARS = frozenset(WHITESPACE)
HARMLESS = WHITESPACE_CHARS | {"▁"}  # no mark consists of these, but Gemma's tokens for several spaces or lines do


class AddedToken(Part):
    """A token that is cut from a text before the model sees it, with the options of Hugging Face's `tokenizers`.

    >>> AddedToken("<|end|>", special=True)
    AddedToken('<|end|>', normalized=False, special=True)
    """

    content: str
    single_word: bool = False  # find it only where no word character (letter, digit, mark, `_`) touches it
    lstrip: bool = False  # include the whitespace before it
    rstrip: bool = False  # include the whitespace after it
    normalized: bool | None = None  # look for it, normalized, in the normalized text; None: unless it is special
    special: bool = False  # it is not part of the text, so `decode` leaves it out by default

    def prepare(self) -> None:
        if not self.content:
            raise ValueError("an added token is empty, and nothing could ever match it: leave it out")
        self._given = self.normalized
        self.keep(normalized=not self.special if self.normalized is None else self.normalized)


Tokens = str | AddedToken | Iterable[str | AddedToken]
Special = Literal["all"] | Collection[str]  # the special tokens that an option is for: all, or those you name


class Trie:
    """Strings as a tree of characters, to try all of them in one walk along a text. The key `""` ends a string.

    >>> Trie(["<s>", "<sep>"]).root
    {'<': {'s': {'>': {'': {}}, 'e': {'p': {'>': {'': {}}}}}}}
    """

    def __init__(self, strings: Iterable[str]) -> None:
        self.root: dict[str, Any] = {}
        strings = [*filter(None, strings)]  # an empty one would be everywhere
        self._longest = max(map(len, strings), default=0)
        starts = sorted({string[:4] for string in strings})
        self._starts = re.compile("|".join(map(re.escape, starts)))
        for string in strings:
            node = self.root
            for char in string:
                node = node.setdefault(char, {})
            node[""] = {}

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
        while self.root and (match := self._starts.search(text, start)):
            start = match.start()
            if (found := self.walk(text, start).found) is not None:
                yield start, found
            start += len(found or " ")


class AddedTokenSplitter:
    """Cut texts at added tokens, given by the strings to look for in the text.

    >>> splitter = AddedTokenSplitter({"<|end|>": (7, AddedToken("<|end|>"))})
    >>> [(part.text, id) for part, id in splitter.cut(AlignedText("one<|end|>two"))]
    [('one', None), ('<|end|>', 7), ('two', None)]
    """

    def __init__(self, tokens: Mapping[str, tuple[int, AddedToken]]) -> None:
        self.tokens = tokens
        self._trie = Trie(list(tokens))

    def cut(self, text: AlignedText, own: bytes | None = None) -> list[tuple[AlignedText, int | None]]:
        """The parts of a text, each with the id of its added token or None.

        With `own`, tokens are found only where its bytes are not 0, one byte for each character of the source.
        """
        parts: list[tuple[AlignedText, int | None]] = []
        chars, done = text.text, 0
        for start, found in self._trie.find(chars if own is None else masked(text, own)):
            id, token = self.tokens[found]
            end = start + len(found)
            beside = chars[max(start - 1, 0) : start] + chars[end : end + 1]
            if token.single_word and compile_pattern(Regex(r"\w")).search(beside):
                continue
            if token.lstrip:
                start = done + len(chars[done:start].rstrip(WHITESPACE))
            while token.rstrip and chars[end : end + 1] in WHITESPACE_CHARS:
                end += 1
            if done < start:
                parts.append((text[done:start], None))
            if start < end:  # whitespace taken for `rstrip` may be a token, too: it is in two parts, as in `tokenizers`
                parts.append((text[start:end], id))
            done = max(start, end)
        return parts if parts and done == len(chars) else [*parts, (text[done:], None)]


def masked(text: AlignedText, own: bytes) -> str:
    """A text with every character replaced that came from one with a 0 in `own`, unless it is harmless."""
    spans = zip(text.text, text.spans or ())
    return "".join(char if char in HARMLESS or all(own[start:end]) else PLACEHOLDER for char, (start, end) in spans)


class AddedTokens:
    """Added tokens by id, and further strings that are found as one of them. `plus` returns a new `AddedTokens`."""

    def __init__(self, tokens: Mapping[int, AddedToken] = {}, aliases: Mapping[str, int] = {}) -> None:
        self.tokens, self.aliases = dict(tokens), dict(aliases)
        self.ids = {token.content: id for id, token in self.tokens.items()}
        if twice := [token.content for id, token in self.tokens.items() if self.ids[token.content] != id]:
            raise ValueError(f"the added token {twice[0]!r} has two ids: give it one")
        self.ids |= self.aliases
        self.special = {id for id, token in self.tokens.items() if token.special}

    def plus(self, tokens: Tokens, vocab: Mapping[str, int], *, special: bool) -> "AddedTokens":
        """Add tokens with new ids. ValueError for a known one, unless `special` or an `AddedToken` adopts its id."""
        several = [tokens] if isinstance(tokens, str | AddedToken) else [*checked_list(tokens, "tokens", "tokens")]
        adopted = [token.content for token in several if isinstance(token, AddedToken)]
        known = {**vocab, **self.ids}
        next_id = max(known.values(), default=-1) + 1
        new: dict[int, AddedToken] = {}
        for token in [token if isinstance(token, AddedToken) else AddedToken(token) for token in several]:
            id = known.setdefault(token.content, next_id)
            if id != next_id and not special and (id in new or id in self.tokens or token.content not in adopted):
                where = "given twice" if id in new else f"in the vocabulary already, with the id {id}"
                can_cut = id not in new and id not in self.tokens
                more = f", or add AddedToken({token.content!r}) to cut it from every text" if can_cut else ""
                raise ValueError(f"{token.content!r} is {where}: leave it out{more}. No token was added")
            new[id] = token.replace(special=True, normalized=token._given) if special else token
            next_id = max(next_id, id + 1)
        return AddedTokens({**self.tokens, **new}, self.aliases)

    def splitters(
        self, normalizer: Normalizer | None, found: Collection[str] | None = None
    ) -> tuple[AddedTokenSplitter, AddedTokenSplitter]:
        """The splitters for the text before and after normalization, with the tokens that `found` names, or all."""
        raw: dict[str, tuple[int, AddedToken]] = {}
        normal: dict[str, tuple[int, AddedToken]] = {}
        for name, id in self.ids.items():
            token = self.tokens[id]
            if found is not None and name not in found:
                continue
            if not token.normalized:
                raw[name] = id, token
            elif look := name if normalizer is None else normalizer.normalize_str(name):
                normal[look] = id, token
        return AddedTokenSplitter(raw), AddedTokenSplitter(normal)


class Policy(NamedTuple):
    """What becomes of added tokens in a text."""

    found: frozenset[str] | None = None  # those to cut the text at, by name, also if they are refused; None: all
    hidden: frozenset[int] = frozenset()  # ids that nothing in the text gives, not even by way of the model
    refused_ids: frozenset[int] = frozenset()  # ids that raise an error, should the normalizer or the model make them
    refused: Trie = Trie([])  # strings that raise an error
    allowed: frozenset[str] | None = None  # those of `found` that are not refused


EVERY_TOKEN = Policy()


def policy_of(tok: Any, allowed: Special, disallowed: Special, as_text: bool) -> Policy:
    """What the options of `encode` mean for a tokenizer.

    `disallowed="all"` means all that are not allowed by name (in tiktoken `allowed="all"` leaves none of them). As in
    tiktoken, a special token that is neither allowed nor disallowed is ordinary text. With `as_text`, every added token
    counts as special, and so do the model's own symbols, the unknown token, and what the template and padding add.
    """
    allowed, disallowed = _names("allowed_special", allowed), _names("disallowed_special", disallowed)
    key = allowed, disallowed, as_text
    if key in tok.cache:
        return tok.cache[key]  # type: ignore[no-any-return]
    added, unknown = tok.added_tokens, {tok.model.unknown_id} - {None}
    if as_text:
        names = {**tok.model.symbols, **added.ids}
    else:
        names = {name: id for name, id in added.ids.items() if id in added.special}
    by_name = set() if allowed == "all" else names.keys() & allowed
    refused = names.keys() - by_name if disallowed == "all" else set(disallowed)
    found = (names.keys() if allowed == "all" and not as_text else by_name) - refused
    refused_ids = {id for name, id in [*added.ids.items(), *names.items()] if name in refused}
    hidden: set[int] = set()
    if as_text:
        marks = set() if tok.padding is None else {tok.padding.pad_id}  # what the template and padding add
        for texts in ([Encoding(ids=[])], [Encoding(ids=[])] * 2) if tok.post_processor is not None else ():
            marks.update(tok.post_processor.apply(texts).ids)
        refused_ids |= marks if disallowed == "all" else set()
        hidden = {*names.values(), *marks, *unknown} - {names[name] for name in found} - refused_ids
    refused_ids -= unknown
    if tok.normalizer is None and all(tok.model.id_to_token(id) is None for id in refused_ids):
        refused_ids = set()  # none of them can come of a text that does not hold its token
    found |= added.ids.keys() - names.keys()
    every = frozenset(found | refused)
    policy = Policy(every, frozenset(hidden), frozenset(refused_ids), Trie(refused), frozenset(found))
    return tok.cache.setdefault(key, policy)  # type: ignore[no-any-return]


def _names(option: str, special: Special) -> Literal["all"] | frozenset[str]:
    if isinstance(special, str) and special != "all":
        raise TypeError(f'{option}={special!r} is neither "all" nor a collection of tokens: write {{{special!r}}}')
    return "all" if special == "all" else frozenset(special or ())


def refusal(token: str, where: str) -> ValueError:
    """The error for a refused token, with the options that let the text pass."""
    remedy = f"pass allowed_special={{{token!r}}} to have it as a token, or as_text=True to have it as ordinary text"
    return ValueError(f"{where}, where it is not allowed: {remedy}, and no disallowed_special that names it")
