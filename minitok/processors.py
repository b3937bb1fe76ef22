"""The last stage: put special tokens around the tokens of a text, or of a pair of texts."""

import re
from abc import ABC, abstractmethod
from collections import abc
from collections.abc import Mapping
from itertools import product
from typing import ClassVar, NamedTuple

from minitok.encoding import Encoding, new_id
from minitok.part import Part
from minitok.patterns import BYTE_TO_CHAR, WHITESPACE
from minitok.steps import Offsets
from minitok.validation import check_int, check_tuple

SPACES = WHITESPACE + BYTE_TO_CHAR[ord(" ")]


class PostProcessor(Part, ABC):
    """From the encodings of one text, or of a pair, to one encoding."""

    second_first: ClassVar[bool] = (
        False  # whether the second text of a pair comes before the first
    )

    @abstractmethod
    def apply(
        self, encodings: list[Encoding], *, add_special_tokens: bool = True
    ) -> Encoding:
        """One encoding for the encodings of a text or a pair, ignoring their overflow."""

    def process(
        self, encodings: list[Encoding], *, add_special_tokens: bool = True
    ) -> Encoding:
        """One encoding for a text or a pair; in its overflow, each window of one text with each window of the other."""
        if len(encodings) == 1 and not encodings[0].overflowing:
            return self.apply(encodings, add_special_tokens=add_special_tokens)
        order = -1 if self.second_first else 1
        windows = [[encoding, *encoding.overflowing] for encoding in encodings[::order]]
        together = [list(parts[::order]) for parts in product(*windows)]
        whole, *others = [
            self.apply(parts, add_special_tokens=add_special_tokens)
            for parts in together
        ]
        beside = (
            len(windows[-1]) - 1
        )  # of a pair, the windows with the start of the leading text come last
        return whole.replace(overflowing=others[beside:] + others[:beside])

    def count_added(self, *, pair: bool = False) -> int:
        """The number of tokens added to a text, or to a pair."""
        return 0

    def with_ids(self, vocab: Mapping[str, int]) -> "PostProcessor":
        """The same with the ids of another vocabulary. Raises ValueError if that lacks a token."""
        return self


class Slot(NamedTuple):
    """A place in a template, for a special token or, if `token` is None, for text number `sequence`."""

    token: str | None
    sequence: int
    type_id: int


class TemplateProcessing(PostProcessor):
    """Put special tokens around a text, or around and between two texts, as in Hugging Face's `tokenizers`.

    >>> template = TemplateProcessing("[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", [("[CLS]", 101), ("[SEP]", 102)])
    >>> template.process([Encoding(ids=[7592, 2088])]).ids
    [101, 7592, 2088, 102]
    """

    single: str = "$A"
    pair: str = "$A $B:1"  # `$B` is the second text, and the number after a colon is the type id
    special_tokens: abc.Sequence[tuple[str, int]] = ()  # the tokens and their ids

    def prepare(self) -> None:
        pairs = check_tuple(self.special_tokens, "special_tokens")
        self.keep(
            special_tokens=tuple(
                (token, check_int(id, "id", most=2**32 - 1)) for token, id in pairs
            )
        )
        self._ids = dict(self.special_tokens)
        if len(self._ids) < len({*self.special_tokens}):
            raise ValueError(
                f"special_tokens={[*self.special_tokens]} has two ids for a token: give it one"
            )
        self._single = self._slots("single", "$A")
        self._pair = self._slots("pair", "$A and $B")
        self.keep(
            second_first=next(
                slot.sequence for slot in self._pair if slot.token is None
            )
            == 1
        )
        around = {
            slot: slot.token
            for slot in (*self._single, *self._pair)
            if slot.token is not None
        }
        self._around = {
            slot: Encoding.of_special(self._ids[t], t, type_id=slot.type_id)
            for slot, t in around.items()
        }

    def _slots(self, name: str, wanted: str) -> list[Slot]:
        template = getattr(self, name)
        slots = [_slot(written) for written in template.split()]
        if sorted(slot.sequence for slot in slots if slot.token is None) != list(
            range(wanted.count("$"))
        ):
            raise ValueError(
                f"the template {name}={template!r} must hold {wanted}, each once, and no other text"
            )
        for slot in slots:
            if slot.token is not None and slot.token not in self._ids:
                raise ValueError(
                    f"the template has {slot.token!r}, whose id is not known: add it to special_tokens"
                )
        return slots

    def slots(self, *, pair: bool = False) -> list[Slot]:
        """The places in the template for a text, or for a pair, in order."""
        return self._pair if pair else self._single

    def apply(
        self, encodings: list[Encoding], *, add_special_tokens: bool = True
    ) -> Encoding:
        parts: list[Encoding] = []
        for slot in self.slots(pair=len(encodings) > 1):
            if slot.token is None:
                part = encodings[slot.sequence]
                count = len(part)
                parts.append(
                    part.replace(
                        type_ids=[slot.type_id] * count,
                        sequence_ids=[slot.sequence] * count,
                    )
                )
            elif add_special_tokens:
                parts.append(self._around[slot])
        return Encoding.join(parts)

    def count_added(self, *, pair: bool = False) -> int:
        return sum(slot.token is not None for slot in self.slots(pair=pair))

    def with_ids(self, vocab: Mapping[str, int]) -> PostProcessor:
        use, remedy = "the template puts around texts", "set post_processor to None"
        return self.replace(
            special_tokens=tuple(
                (token, new_id(token, vocab, use, remedy)) for token in self._ids
            )
        )


def _slot(written: str) -> Slot:
    """`[SEP]:1` → the token `[SEP]` with type id 1, `$B` → the second text, `$1` → the first text with type id 1."""
    name, number = re.fullmatch(r"(.+?)(?::([0-9]+))?", written, re.DOTALL).groups("0")  # type: ignore[union-attr]
    type_id = check_int(int(number[:11]), "type_id", most=2**32 - 1)
    if not name.startswith("$"):
        return Slot(name, 0, type_id)
    if name[1:] in ("", "A", "a", "B", "b"):
        return Slot(None, int(name[1:] in ("B", "b")), type_id)
    if re.fullmatch("[0-9]+", name[1:]) and type_id == 0:
        return Slot(None, 0, check_int(int(name[1:12]), "type_id", most=2**32 - 1))
    raise ValueError(
        f"the template has {written!r}, not a text: write $A for the first text, $B for the second"
    )


NO_TEMPLATE = TemplateProcessing()


class ByteLevel(PostProcessor):
    """Leave the spaces out of the offsets of byte-level tokens: the `Ġhug` of ` hug` is at (1, 4) instead of (0, 4)."""

    add_prefix_space: bool = False  # keep the first space of a text, which the pre-tokenizer may have put there
    trim_offsets: bool = True  # False leaves the offsets as they are

    def apply(
        self, encodings: list[Encoding], *, add_special_tokens: bool = True
    ) -> Encoding:
        trimmed = [self._trimmed(encoding) for encoding in encodings]
        return (
            trimmed[0]
            if [*trimmed[0].lists] == ["ids"] and len(trimmed) == 1
            else NO_TEMPLATE.apply(trimmed)
        )

    def _trimmed(self, encoding: Encoding) -> Encoding:
        if not self.trim_offsets or "offsets" not in encoding.lists:
            return encoding
        offsets: list[Offsets] = []
        spaces = {
            t: (len(t) - len(t.lstrip(SPACES)), len(t) - len(t.rstrip(SPACES)))
            for t in {*encoding.tokens}
        }
        for token, (start, end) in zip(encoding.tokens, encoding.offsets):
            before, after = spaces[token]
            if before == 1 and self.add_prefix_space and (not offsets or start == 0):
                before = 0
            start = min(start + before, end)
            offsets.append((start, max(end - after, start) if end >= after else end))
        return encoding.replace(offsets=offsets)


class Sequence(PostProcessor):
    """Several in a row: `Sequence([ByteLevel(), TemplateProcessing(...)])`. Only the last may add special tokens."""

    processors: abc.Sequence[PostProcessor]

    def prepare(self) -> None:
        self.keep(processors=check_tuple(self.processors, "processors"))
        self.keep(second_first=any(part.second_first for part in self.processors[-1:]))
        for part in self.processors[:-1]:
            if part.count_added():
                raise ValueError(
                    f"{part} adds special tokens, so it has to come last in a Sequence"
                )

    def apply(
        self, encodings: list[Encoding], *, add_special_tokens: bool = True
    ) -> Encoding:
        *others, last = self.processors or (NO_TEMPLATE,)
        for part in others:
            encodings = [part.apply([encoding]) for encoding in encodings]
        return last.apply(encodings, add_special_tokens=add_special_tokens)

    def count_added(self, *, pair: bool = False) -> int:
        return sum(part.count_added(pair=pair) for part in self.processors)

    def with_ids(self, vocab: Mapping[str, int]) -> PostProcessor:
        return Sequence(tuple(part.with_ids(vocab) for part in self.processors))
