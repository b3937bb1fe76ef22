"""The last stage: put special tokens around the tokens of a text, or of a pair."""

import re
from abc import ABC, abstractmethod
from collections import abc
from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from minitok.encoding import Encoding
from minitok.part import Part
from minitok.patterns import BYTE_TO_CHAR, WHITESPACE
from minitok.steps import Offsets
from minitok.validation import check_int, check_tuple, new_id

SPACES = WHITESPACE + BYTE_TO_CHAR[ord(" ")]


# The texts in a template, by their names
TEXTS = {"$A": 0, "$B": 1}


class PostProcessor(Part, ABC):
    """From the encodings of one text, or of a pair, to one encoding."""

    @abstractmethod
    def apply(
        self, encodings: list[Encoding], *, add_special_tokens: bool = True
    ) -> Encoding:
        """One encoding for a text or a pair, without their overflow."""

    def process(
        self, encodings: list[Encoding], *, add_special_tokens: bool = True
    ) -> Encoding:
        """One encoding for a text or a pair.

        In its overflow, every window of one text is paired with every one of the other.
        """
        if len(encodings) == 1 and not encodings[0].overflowing:
            return self.apply(encodings, add_special_tokens=add_special_tokens)
        windows = [[encoding, *encoding.overflowing] for encoding in encodings]
        results = []
        for parts in product(*windows):
            result = self.apply(list(parts), add_special_tokens=add_special_tokens)
            results.append(result)
        # Windows a b and x y give the results ax ay bx by. In the overflow, those with
        # the start of the leading text come last, as in `tokenizers`: bx by ay.
        count = len(windows[-1])
        overflow = results[count:] + results[1:count]
        return results[0].replace(overflowing=overflow)

    def count_added(self, *, pair: bool = False) -> int:
        """The number of tokens added to a text, or to a pair."""
        return 0

    def with_ids(self, vocab: Mapping[str, int]) -> "PostProcessor":
        """A copy with the ids of another vocabulary.

        ValueError if that lacks a token.
        """
        return self


class Slot(NamedTuple):
    """A place in a template, for a special token or for a text."""

    token: str | None  # None for a text
    sequence: int  # the number of the text
    type_id: int
    encoding: Encoding | None = None  # that of the token


class TemplateProcessing(PostProcessor):
    """Put special tokens around a text, or around and between two texts.

    >>> ids = [("[CLS]", 101), ("[SEP]", 102)]
    >>> pair = "[CLS] $A [SEP] $B:1 [SEP]:1"
    >>> template = TemplateProcessing("[CLS] $A [SEP]", pair, ids)
    >>> template.process([Encoding(ids=[7592, 2088])]).ids
    [101, 7592, 2088, 102]

    Templates are written as for Hugging Face's `tokenizers`: `$B` is the second text,
    and the number after a colon is the type id.
    """

    single: str = "$A"
    pair: str = "$A $B:1"
    special_tokens: abc.Sequence[tuple[str, int]] = ()  # the tokens and their ids

    def prepare(self) -> None:
        tokens = check_tuple(self.special_tokens, "special_tokens")
        self._ids = {token: check_int(id, "id") for token, id in tokens}
        self.keep(special_tokens=tuple(self._ids.items()))
        self._single = [self._slot(part) for part in self.single.split()]
        self._pair = [self._slot(part) for part in self.pair.split()]
        if 1 in _texts(self._single):
            raise ValueError(
                f"the template single={self.single!r} is for one text: write $A, not $B"
            )
        if set(_texts(self._pair)) != {0, 1}:
            raise ValueError(
                f"the template pair={self.pair!r} needs both texts: write $A and $B"
            )

    def _slot(self, part: str) -> Slot:
        """Read a part of a template.

        `[SEP]:1` → the token `[SEP]` with type id 1, `$B` → the second text.
        """
        name = part
        type_id = 0
        if match := re.fullmatch("(.+):([0-9]+)", part):
            name = match[1]
            type_id = int(match[2])
        if name.startswith("$"):
            if name not in TEXTS:
                raise ValueError(
                    f"the template has {part!r}, not a text: "
                    "write $A for the first text, $B for the second"
                )
            return Slot(None, TEXTS[name], type_id)
        if name not in self._ids:
            raise ValueError(
                f"the template has {name!r}, whose id is not known: "
                "add it to special_tokens"
            )
        encoding = Encoding.of_special(self._ids[name], name, type_id=type_id)
        return Slot(name, 0, type_id, encoding)

    def slots(self, *, pair: bool = False) -> list[Slot]:
        """The places in the template for a text, or for a pair, in order."""
        return self._pair if pair else self._single

    def apply(
        self, encodings: list[Encoding], *, add_special_tokens: bool = True
    ) -> Encoding:
        parts = []
        for slot in self.slots(pair=len(encodings) > 1):
            if slot.encoding is None:
                parts.append(_fill(slot, encodings[slot.sequence]))
            elif add_special_tokens:
                parts.append(slot.encoding)
        return Encoding.join(parts)

    def count_added(self, *, pair: bool = False) -> int:
        slots = self.slots(pair=pair)
        return len(slots) - len(_texts(slots))

    def with_ids(self, vocab: Mapping[str, int]) -> PostProcessor:
        use = "the template puts around texts"
        remedy = "set post_processor to None"
        ids = {token: new_id(token, vocab, use, remedy) for token in self._ids}
        return self.replace(special_tokens=tuple(ids.items()))


def _texts(slots: list[Slot]) -> list[int]:
    """The numbers of the texts, in the order in which they come."""
    return [slot.sequence for slot in slots if slot.token is None]


def _fill(slot: Slot, encoding: Encoding) -> Encoding:
    if "type_ids" not in encoding.lists:  # it has only ids
        return encoding
    count = len(encoding)
    return encoding.replace(
        type_ids=[slot.type_id] * count, sequence_ids=[slot.sequence] * count
    )


NO_TEMPLATE = TemplateProcessing()


class ByteLevel(PostProcessor):
    """Leave the spaces out of the offsets of byte-level tokens.

    The `Ġhug` of ` hug` is at (1, 4) instead of (0, 4).
    """

    # Keep the first space of a text, which the pre-tokenizer may have put there.
    add_prefix_space: bool = False
    trim_offsets: bool = True  # False leaves the offsets as they are

    def apply(
        self, encodings: list[Encoding], *, add_special_tokens: bool = True
    ) -> Encoding:
        if self.trim_offsets and "offsets" in encodings[0].lists:
            encodings = list(map(self._trim, encodings))
        if len(encodings) == 1:
            return encodings[0]
        return NO_TEMPLATE.apply(encodings)

    def _trim(self, encoding: Encoding) -> Encoding:
        spaces = {token: _count_spaces(token) for token in set(encoding.tokens)}
        offsets: list[Offsets] = []
        for token, (start, end) in zip(encoding.tokens, encoding.offsets):
            before, after = spaces[token]
            is_first = not offsets or start == 0
            if is_first and before == 1 and self.add_prefix_space:
                before = 0
            start = min(start + before, end)
            if end >= after:
                end = max(end - after, start)
            offsets.append((start, end))
        return encoding.replace(offsets=offsets)


def _count_spaces(token: str) -> tuple[int, int]:
    """How many spaces are at the start of a token, and how many at its end."""
    before = len(token) - len(token.lstrip(SPACES))
    after = len(token) - len(token.rstrip(SPACES))
    return before, after


class Sequence(PostProcessor):
    """Several in a row: `Sequence([ByteLevel(), TemplateProcessing(...)])`.

    Only the last may add special tokens.
    """

    processors: abc.Sequence[PostProcessor]

    def prepare(self) -> None:
        *self._others, self._last = self.processors or [NO_TEMPLATE]
        for part in self._others:
            if part.count_added():
                raise ValueError(
                    f"{part} adds special tokens, so it has to come last in a Sequence"
                )

    def apply(
        self, encodings: list[Encoding], *, add_special_tokens: bool = True
    ) -> Encoding:
        for part in self._others:
            encodings = [part.apply([encoding]) for encoding in encodings]
        return self._last.apply(encodings, add_special_tokens=add_special_tokens)

    def count_added(self, *, pair: bool = False) -> int:
        return self._last.count_added(pair=pair)

    def with_ids(self, vocab: Mapping[str, int]) -> PostProcessor:
        processors = [part.with_ids(vocab) for part in self.processors]
        return Sequence(processors)
