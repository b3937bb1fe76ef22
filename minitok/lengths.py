"""Making encodings fit: truncation cuts what is too long, padding fills up what is too short."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, get_args

from minitok.encoding import Direction, Encoding, check_direction, check_window

Strategy = Literal["longest_first", "only_first", "only_second"]


class Truncation(NamedTuple):
    """No more than `max_length` tokens, those of the template included; what is cut off overflows in windows.

    `strategy` says which text of a pair gives way: the longer one, the first, or the second.
    """

    max_length: int
    stride: int = 0
    strategy: Strategy = "longest_first"
    direction: Direction = "right"

    def check(self) -> "Truncation":
        """ValueError on options that nothing could follow."""
        if self.strategy not in get_args(Strategy):
            raise ValueError(f"no strategy {self.strategy!r}: choose one of {', '.join(get_args(Strategy))}")
        check_direction(self.direction)
        if self.max_length < 0 or self.stride < 0:
            raise ValueError(f"max_length={self.max_length} and stride={self.stride} count tokens: make them 0 or more")
        return self

    def apply(self, encodings: list[Encoding], added: int) -> list[Encoding]:
        """The encodings of one text or a pair, short enough for `added` special tokens besides."""
        lengths = self.lengths([len(encoding) for encoding in encodings], added)
        return [
            encoding.truncate(length, stride=self.stride, direction=self.direction)
            for encoding, length in zip(encodings, lengths)
        ]

    def cut(self, ids: list[int], added: int) -> list[int]:
        """The ids of one text, cut as `apply` would."""
        (length,) = self.lengths([len(ids)], added)
        if length < len(ids):
            check_window(length, self.stride)
        return ids[:length] if self.direction == "right" else ids[len(ids) - length :]

    def lengths(self, lengths: list[int], added: int) -> list[int]:
        """How many tokens of each text there is room for: [9, 4] with room for 8 → [4, 4]."""
        room = self.max_length - added
        excess = sum(lengths) - room
        if excess <= 0:
            return lengths
        if room < 0:
            raise ValueError(
                f"max_length={self.max_length} has no room for the template's {added} special tokens: make it longer"
            )
        if self.strategy != "longest_first":
            place = 0 if self.strategy == "only_first" else 1
            if place == len(lengths):
                raise ValueError('strategy="only_second" needs a second text: give one, or truncate "longest_first"')
            if lengths[place] <= excess:
                raise ValueError(
                    f"{sum(lengths) + added} tokens are to become {self.max_length}, but {self.strategy!r} has only "
                    f'{lengths[place]} to take them from: make max_length longer, or truncate "longest_first"'
                )
            return [length - excess if i == place else length for i, length in enumerate(lengths)]
        if len(lengths) == 1:
            return [room]
        shorter = min(lengths)
        if 2 * shorter <= room:
            return [min(length, room - shorter) for length in lengths]
        return [room // 2, room - room // 2] if lengths[0] <= lengths[1] else [room - room // 2, room // 2]


class Padding(NamedTuple):
    """As many tokens for every text of a batch: `length`, or those of the longest, up to a multiple of a number."""

    pad_id: int
    pad_token: str = "[PAD]"
    length: int | None = None
    pad_to_multiple_of: int | None = None
    direction: Direction = "right"

    def check(self) -> "Padding":
        """ValueError on options that nothing could follow."""
        check_direction(self.direction)
        for name, value in (("length", self.length), ("pad_to_multiple_of", self.pad_to_multiple_of)):
            if value is not None and value < 1:
                raise ValueError(f"{name}={value} leaves nothing to fill: make it 1 or more, or leave it out")
        return self

    def with_ids(self, vocab: Mapping[str, int]) -> "Padding":
        """The same for another vocabulary. ValueError if it lacks the token."""
        if self.pad_token not in vocab:
            raise ValueError(
                f"the new vocabulary lacks {self.pad_token!r}, which fills up what is short: "
                f"train with special_tokens=[{self.pad_token!r}], or call no_padding first"
            )
        return self._replace(pad_id=vocab[self.pad_token])

    def fill(self, batch: list[list[int]]) -> list[list[int]]:
        """The ids of each text of a batch, filled up as `apply` would."""
        length = self.length_for(map(len, batch))
        filling = ([self.pad_id] * (length - len(ids)) for ids in batch)
        return [ids + more if self.direction == "right" else more + ids for ids, more in zip(batch, filling)]

    def length_for(self, lengths: Iterable[int]) -> int:
        """How many tokens texts with these numbers of tokens are filled up to."""
        length = max(lengths, default=0) if self.length is None else self.length
        return (
            length
            if self.pad_to_multiple_of is None
            else -(-length // self.pad_to_multiple_of) * self.pad_to_multiple_of
        )

    def apply(self, encodings: list[Encoding]) -> list[Encoding]:
        """The encodings of a batch, all as long."""
        length = self.length_for(map(len, encodings))
        return [
            encoding.pad(length, pad_id=self.pad_id, pad_token=self.pad_token, direction=self.direction)
            for encoding in encodings
        ]
