"""The last stage: put special tokens around the tokens of a text, or of a pair."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from itertools import product
from typing import NamedTuple

from minitok.byte_alphabet import BYTE_TO_CHAR
from minitok.encoding import Encoding
from minitok.normalizers import WHITESPACE
from minitok.steps import Offsets

SPACES = WHITESPACE + BYTE_TO_CHAR[ord(" ")]


class PostProcessor(ABC):
    """The encodings of one text, or of two, to one encoding."""

    @abstractmethod
    def apply(self, encodings: list[Encoding], *, add_special_tokens: bool = True) -> Encoding:
        """One encoding of one text or two, whose overflow is not looked at."""

    def process(self, encodings: list[Encoding], *, add_special_tokens: bool = True) -> Encoding:
        """One encoding of one text or two; and of what overflowed, each window with each of the other text."""
        order = -1 if self.second_first else 1
        windows = [[encoding, *encoding.overflowing] for encoding in encodings[::order]]
        whole, *others = (
            self.apply(list(together[::order]), add_special_tokens=add_special_tokens) for together in product(*windows)
        )
        if len(windows) == 2:  # those beside the start of the text that comes first are the last
            beside = len(windows[1]) - 1
            others = others[beside:] + others[:beside]
        return whole.replace(overflowing=others)

    @property
    def second_first(self) -> bool:
        """Whether the second text of a pair stands before the first."""
        return False

    def count_added(self, *, pair: bool = False) -> int:
        """How many tokens are added to one text, or to a pair."""
        return 0

    def wrap(self, ids: list[int]) -> list[int]:
        """The ids of one text with those of the special tokens: what `process` does to them."""
        return ids

    def with_ids(self, vocab: Mapping[str, int]) -> "PostProcessor":
        """The same for another vocabulary. ValueError if it lacks a token."""
        return self


class Piece(NamedTuple):
    """A part of a template: a special token, or, if `token` is None, the place of text number `sequence`."""

    token: str | None
    sequence: int
    type_id: int


class TemplateProcessing(PostProcessor):
    """Special tokens around one text, and around and between two, by a template each.

    >>> template = TemplateProcessing("[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", [("[CLS]", 101), ("[SEP]", 102)])
    >>> template.wrap([7592, 2088])
    [101, 7592, 2088, 102]

    `$A` is the first text and `$B` the second, a number after a colon is the type id (0 if there is none), and
    `special_tokens` are those that occur, with their ids. As in Hugging Face's `tokenizers`.
    """

    def __init__(
        self,
        single: str = "$A",
        pair: str = "$A $B:1",
        special_tokens: Iterable[tuple[str, int]] | Mapping[str, int] = (),
    ) -> None:
        self.special_tokens = dict(special_tokens)
        self.single = tuple(map(_piece, single.split()))
        self.pair = tuple(map(_piece, pair.split()))
        for name, template, texts in (("single", self.single, [0]), ("pair", self.pair, [0, 1])):
            if sorted(piece.sequence for piece in template if piece.token is None) != texts:
                wanted = " and ".join(["$A", "$B"][: len(texts)])
                raise ValueError(
                    f"the template {name}={_written(template)!r} must hold {wanted}, each once, and no other text"
                )
            for token in (piece.token for piece in template):
                if token is not None and token not in self.special_tokens:
                    raise ValueError(
                        f"the template has {token!r}, whose id is not known: add it to special_tokens, with its id"
                    )

    def apply(self, encodings: list[Encoding], *, add_special_tokens: bool = True) -> Encoding:
        parts: list[Encoding] = []
        for token, sequence, type_id in self.single if len(encodings) == 1 else self.pair:
            if token is None:
                part = encodings[sequence]
                parts.append(part.replace(type_ids=[type_id] * len(part), sequence_ids=[sequence] * len(part)))
            elif add_special_tokens:
                parts.append(Encoding.of_special(self.special_tokens[token], token, type_id=type_id))
        return Encoding.joined(parts)

    @property
    def second_first(self) -> bool:
        return next(piece.sequence for piece in self.pair if piece.token is None) == 1

    def count_added(self, *, pair: bool = False) -> int:
        return sum(piece.token is not None for piece in (self.pair if pair else self.single))

    def wrap(self, ids: list[int]) -> list[int]:
        before_and_after: tuple[list[int], list[int]] = ([], [])
        after = False
        for piece in self.single:
            if piece.token is None:
                after = True
            else:
                before_and_after[after].append(self.special_tokens[piece.token])
        return before_and_after[0] + ids + before_and_after[1]

    def with_ids(self, vocab: Mapping[str, int]) -> PostProcessor:
        for token in self.special_tokens:
            if token not in vocab:
                raise ValueError(
                    f"the new vocabulary lacks {token!r}, which the template puts around texts: "
                    f"train with special_tokens=[{token!r}], or set post_processor to None first"
                )
        return TemplateProcessing(
            _written(self.single), _written(self.pair), [(token, vocab[token]) for token in self.special_tokens]
        )

    def __repr__(self) -> str:
        templates = f"{_written(self.single)!r}, {_written(self.pair)!r}"
        return f"TemplateProcessing({templates}, {list(self.special_tokens.items())})"


def _piece(written: str) -> Piece:
    """`[SEP]:1` → the token `[SEP]` with the type id 1; `$B`, `$1`: the second text, the first with the type id 1."""
    name, type_id = re.fullmatch(r"(.+?)(?::(\d+))?", written, re.DOTALL).groups("0")  # type: ignore[union-attr]
    if not name.startswith("$"):
        return Piece(name, 0, int(type_id))
    if name[1:] in ("", "A", "a", "B", "b"):
        return Piece(None, int(name[1:] in ("B", "b")), int(type_id))
    if name[1:].isdecimal() and type_id == "0":
        return Piece(None, 0, int(name[1:]))
    raise ValueError(
        f"the template has {written!r}, which is no text: write $A for the first text and $B for the second"
    )


def _written(template: Iterable[Piece]) -> str:
    """A template as it is written: the reverse of `_piece`."""
    names = (("$A", "$B")[piece.sequence] if piece.token is None else piece.token for piece in template)
    return " ".join(f"{name}:{piece.type_id}" if piece.type_id else name for name, piece in zip(names, template))


class ByteLevel(PostProcessor):
    """Take the spaces out of the offsets of byte-level tokens: the `Ġhug` of ` hug` is at (1, 4) instead of (0, 4).

    With `add_prefix_space` the first space of a text is left in, since the pre-tokenizer may have put it there; that
    is Hugging Face's rule. With `trim_offsets=False` nothing is done.
    """

    def __init__(self, *, add_prefix_space: bool = False, trim_offsets: bool = True) -> None:
        self.add_prefix_space = add_prefix_space
        self.trim_offsets = trim_offsets

    def apply(self, encodings: list[Encoding], *, add_special_tokens: bool = True) -> Encoding:
        return TemplateProcessing().apply([self._trimmed(encoding) for encoding in encodings])

    def _trimmed(self, encoding: Encoding) -> Encoding:
        if not self.trim_offsets:
            return encoding
        spans = zip(encoding.tokens, encoding.offsets)
        return encoding.replace(offsets=[self._trim(token, span, not i) for i, (token, span) in enumerate(spans)])

    def _trim(self, token: str, span: Offsets, is_first: bool) -> Offsets:
        start, end = span
        before = len(token) - len(token.lstrip(SPACES))
        after = len(token) - len(token.rstrip(SPACES))
        if before == 1 and self.add_prefix_space and (is_first or start == 0):
            before = 0
        start = min(start + before, end)
        return start, max(end - after, start) if end >= after else end

    def __repr__(self) -> str:
        return f"ByteLevel(add_prefix_space={self.add_prefix_space}, trim_offsets={self.trim_offsets})"


class Sequence(PostProcessor):
    """One after the other: `Sequence([ByteLevel(), TemplateProcessing(...)])`. Only the last may add special tokens."""

    def __init__(self, processors: Iterable[PostProcessor]) -> None:
        self.processors = tuple(processors)
        for part in self.processors[:-1]:
            if part.count_added():
                raise ValueError(f"{part} adds special tokens, so it has to come last in a Sequence")

    def apply(self, encodings: list[Encoding], *, add_special_tokens: bool = True) -> Encoding:
        *others, last = self.processors or (TemplateProcessing(),)
        for part in others:
            encodings = [part.apply([encoding]) for encoding in encodings]
        return last.apply(encodings, add_special_tokens=add_special_tokens)

    @property
    def second_first(self) -> bool:
        return any(part.second_first for part in self.processors[-1:])

    def count_added(self, *, pair: bool = False) -> int:
        return sum(part.count_added(pair=pair) for part in self.processors)

    def wrap(self, ids: list[int]) -> list[int]:
        for part in self.processors:
            ids = part.wrap(ids)
        return ids

    def with_ids(self, vocab: Mapping[str, int]) -> PostProcessor:
        return Sequence(part.with_ids(vocab) for part in self.processors)

    def __repr__(self) -> str:
        return f"Sequence({list(self.processors)})"
