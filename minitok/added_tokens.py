"""Added tokens, which are cut from a text before the model sees it.

A model can break `<|end|>` into pieces, or build it from text that a user typed. So a tokenizer looks for added tokens
in the text itself, and takes the longest at each position, which it finds with a trie.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from minitok.decoders import PLACEHOLDER
from minitok.models.model import Model, tokens_by_id
from minitok.normalizers import Normalizer
from minitok.parts import Part, converted
from minitok.patterns import WHITESPACE, Regex, compile_pattern
from minitok.text import AlignedText
from minitok.trie import Trie

WHITESPACE_CHARS = frozenset(WHITESPACE)
HARMLESS = WHITESPACE_CHARS | {"▁"}
MOST_CHARS = 1000  # of an added token
Special = Literal["all"] | Collection[str]  # the special tokens that a rule is for: all of them, or those you name
Splitters = tuple["AddedTokenSplitter", "AddedTokenSplitter"]


class AddedToken(Part):
    """A token that is cut from a text before the model sees it, with the options of Hugging Face's `tokenizers`.

    `single_word`: find it only where no word character (letter, digit, mark, `_`) touches it. `lstrip`, `rstrip`:
    include the whitespace before or after it. `normalized`: normalize it and look for it in the normalized text; the
    default, unless it is special. `special`: it is not part of the text, so `decode` leaves it out by default.
    """

    content: str
    single_word: bool = False
    lstrip: bool = False
    rstrip: bool = False
    normalized: bool | None = None
    special: bool = False

    def prepare(self) -> None:
        if not self.content:
            raise ValueError("an added token is empty, and nothing could ever match it: leave it out")
        self._given = self.normalized
        if len(self.content) > MOST_CHARS:
            raise ValueError(f"an added token has {len(self.content):,} characters: {MOST_CHARS:,} is the most")
        self.__dict__["normalized"] = not self.special if self.normalized is None else self.normalized


class Policy(NamedTuple):
    """What becomes of added tokens in a text."""

    found: frozenset[str] | None = None  # those to cut the text at, by name; None: all
    hidden: frozenset[int] = frozenset()  # ids that nothing in the text gives, not even by way of the model
    refused: Trie | None = None  # strings that raise an error
    refused_ids: frozenset[int] = frozenset()  # and the ids that do, should the normalizer or the model make them

    def check(self, text: str) -> None:
        """Raise ValueError if a text holds a refused string."""
        for place, found in self.refused.find(text) if self.refused else ():
            self.refuse(found, f"the text holds the special token {found!r} at character {place}")

    def refuse(self, token: str, where: str) -> None:
        """Raise the ValueError for a refused token, with the options that let the text pass."""
        raise ValueError(
            f"{where}, where it is not allowed: pass allowed_special={{{token!r}}} to have it as a token, "
            "or as_text=True without disallowed_special to have it as ordinary text"
        )


EVERY_TOKEN = Policy()


class Span(NamedTuple):
    """The part of a text from `start` to `end`, and the id of the added token there, or None."""

    start: int
    end: int
    id: int | None


class AddedTokenSplitter:
    """Cut texts at added tokens, given by the strings to look for in the text.

    Whitespace taken for `rstrip` may be a token without `lstrip`: then it is in two spans, as in `tokenizers`.

    >>> AddedTokenSplitter({"<|end|>": (7, AddedToken("<|end|>"))}).cut("one<|end|>two")
    [Span(start=0, end=3, id=None), Span(start=3, end=10, id=7), Span(start=10, end=13, id=None)]
    """

    def __init__(self, tokens: Mapping[str, tuple[int, AddedToken]]) -> None:
        self._tokens = tokens
        self._trie = Trie(list(tokens))

    def cut(self, text: str, searched: str | None = None) -> list[Span]:
        """The text in spans, none of them empty. Tokens are looked for in `searched`, if given, of the same length."""
        parts: list[Span] = []
        done = 0
        for start, found in self._trie.find(text if searched is None else searched):
            id, token = self._tokens[found]
            end = start + len(found)
            if token.single_word and _touches_word(text, start, end):
                continue
            if token.lstrip:
                start = done + len(text[done:start].rstrip(WHITESPACE))
            while token.rstrip and text[end : end + 1] in WHITESPACE_CHARS:
                end += 1
            parts += Span(done, start, None), Span(start, end, id)
            done = max(start, end)
        parts.append(Span(done, len(text), None))
        return [span for span in parts if span.start < span.end]


def _touches_word(text: str, start: int, end: int) -> bool:
    in_word = compile_pattern(Regex(r"\w")).match
    return bool((start and in_word(text[start - 1])) or (end < len(text) and in_word(text[end])))


class AddedTokens:
    """Added tokens and their ids. An `AddedTokens` does not change: `plus` returns a new one.

    `aliases` are further strings that are found as the token with an id: `<|endofprompt|>` and `<|reserved_200018|>`.
    """

    def __init__(
        self, tokens: Mapping[int, AddedToken] | None = None, aliases: Mapping[str, int] | None = None
    ) -> None:
        self.tokens, self.aliases = dict(tokens or {}), dict(aliases or {})
        self.ids = {token.content: id for id, token in self.tokens.items()}
        if twice := [token.content for id, token in self.tokens.items() if self.ids[token.content] != id]:
            raise ValueError(f"the added token {twice[0]!r} has two ids: give it one")
        tokens_by_id(self.ids)
        self.ids |= self.aliases
        names = self.ids.items()
        self.special = {id for id, token in self.tokens.items() if token.special}
        self.whitespace = frozenset(name for name, id in names if id not in self.special and {*name} <= HARMLESS)
        self.splitters = lru_cache(1)(self._make_splitters)
        self._policies: dict[object, Policy] = {}  # the last one asked for

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle the tokens alone: a trie has as many levels as the longest has characters."""
        return AddedTokens, (self.tokens, self.aliases)

    def plus(
        self, tokens: Iterable[AddedToken], vocab: Mapping[str, int], *, special: bool, adopted: Collection[str] = ()
    ) -> "AddedTokens":
        """Add tokens with new ids. Tokens known here or in `vocab` keep theirs if `special`, else raise ValueError.

        Those in `adopted` keep their id in `vocab` in any case.
        """
        known = {**vocab, **self.ids}
        next_id = max(known.values(), default=-1) + 1
        new: dict[int, AddedToken] = {}
        for token in tokens:
            id = known.setdefault(token.content, next_id)
            if id != next_id and not special and (id in new or id in self.tokens or token.content not in adopted):
                where = "given twice" if id in new else f"in the vocabulary already, with the id {id}"
                advice = f"leave it out, or add AddedToken({token.content!r}) to cut it from every text"
                advice = "leave one out" if id in new else "leave it out" if id in self.tokens else advice
                raise ValueError(f"{token.content!r} is {where}: {advice}. No token was added")
            new[id] = token.replace(special=True, normalized=token._given) if special else token
            next_id = max(next_id, id + 1)
        return AddedTokens({**self.tokens, **new}, self.aliases)

    def _make_splitters(self, normalizer: Normalizer | None, found: frozenset[str] | None) -> Splitters:
        """The splitters for the text before and after normalization, with the tokens that `found` names."""
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

    def policy(
        self, allowed: Special, disallowed: Special, as_text: bool, marks: frozenset[int], model: Model
    ) -> Policy:
        """What the options of `encode` mean. With `as_text`, `marks` and the model's own symbols are hidden, too.

        `disallowed="all"` means all that are not allowed by name (in tiktoken `allowed="all"` leaves none of them). As
        in tiktoken, a special token that is neither allowed nor disallowed is ordinary text.
        """
        allowed, disallowed = _names("allowed_special", allowed), _names("disallowed_special", disallowed)
        key = allowed, disallowed, converted(as_text, bool, "as_text"), marks, model
        if (known := self._policies.get(key)) is not None:
            return known
        names = {**model._user_defined, **self.ids} if as_text else self.ids
        ids = {name: id for name, id in names.items() if as_text or id in self.special}
        by_name = ids.keys() & allowed if allowed != "all" else frozenset()
        refused = disallowed if disallowed != "all" else ids.keys() - by_name
        found = (ids.keys() if allowed == "all" and not as_text else by_name) - refused
        refused_ids = {names[token] for token in refused if token in names}
        unknown = set() if model.unknown_id is None else {model.unknown_id}
        hidden = {*ids.values(), *marks, *unknown} - {ids[name] for name in found} if as_text else set()
        refused_ids |= marks if as_text and disallowed == "all" else set()
        policy = Policy(
            found=frozenset(found | (self.ids.keys() - ids.keys())),
            hidden=frozenset(hidden),
            refused=Trie(refused),
            refused_ids=frozenset(refused_ids - unknown),
        )
        self._policies = {key: policy}
        return policy


def masked(text: AlignedText, own: bytes) -> str:
    """A text with every character replaced that did not come from one with a byte in `own` other than 0.

    Whitespace stays: no mark consists of it, but Gemma's tokens for several spaces or lines do.
    """
    return "".join(
        char if char in HARMLESS or all(own[start:end]) else PLACEHOLDER
        for char, (start, end) in zip(text.text, text.spans or ())
    )


def _names(option: str, names: Special) -> Literal["all"] | frozenset[str]:
    if isinstance(names, str) and names != "all":
        raise TypeError(f'{option}={names!r} is neither "all" nor a collection of tokens: write {{{names!r}}}')
    return "all" if names == "all" else frozenset(converted(names or (), tuple[str, ...], option))
