"""A result, the `Encoding` of a text, and how it is truncated and padded.

The process that gives it is in `pipeline.py`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Never, TypedDict, Unpack, get_args

from minitok.part import Part
from minitok.steps import Offsets
from minitok.validation import check_choice, new_id, refuse_attribute

Direction = Literal["left", "right"]
Strategy = Literal["longest_first", "only_first", "only_second"]


class Lists(TypedDict, total=False):
    """The lists of an `Encoding`."""

    ids: list[int]
    tokens: list[str]
    offsets: list[Offsets]
    word_ids: list[int | None]
    type_ids: list[int]
    attention_mask: list[int]
    special_tokens_mask: list[int]
    sequence_ids: list[int | None]


class Encoding:
    """The tokens of a text, as lists: entry `i` of each list is about token `i`.

    Don't change the lists. Tokens that the template or padding adds have the offsets
    (0, 0), and None as their word and sequence. `overflowing` holds the tokens that
    truncation cut off, as further encodings.

    >>> model = models.BPE({"h": 0, "u": 1, "g": 2, "ug": 3}, [("u", "g")])
    >>> encoding = Tokenizer(model)("hug")
    >>> encoding.tokens, encoding.offsets, encoding.char_to_token(2)
    (['h', 'ug'], [(0, 1), (1, 3)], 1)
    """

    ids: list[int]  # what a language model reads
    tokens: list[str]  # an added token as in the text, with the whitespace it takes
    offsets: list[Offsets]  # each token's `(start, end)`, in characters of its text
    word_ids: list[int | None]  # the number of the token's word in its text
    type_ids: list[int]  # set by the template
    attention_mask: list[int]  # 0 for padding, otherwise 1
    special_tokens_mask: list[int]  # 1 for what the template and padding add
    sequence_ids: list[int | None]  # 0 for tokens of the first text, 1 for the second

    if not TYPE_CHECKING:
        __getattr__ = refuse_attribute

    def __init__(
        self, *, overflowing: Iterable["Encoding"] = (), **lists: Unpack[Lists]
    ) -> None:
        """Take all eight lists, or `ids` alone, which is all that `encode` needs."""
        self.lists: dict[str, list[Any]] = lists  # type: ignore[assignment]
        self.overflowing = list(overflowing)
        vars(self).update(lists)

    @classmethod
    def of_text(
        cls,
        ids: list[int],
        tokens: list[str],
        offsets: list[Offsets],
        word_ids: list[int | None],
    ) -> "Encoding":
        """The tokens of one text."""
        count = len(ids)
        return cls(
            ids=ids,
            tokens=tokens,
            offsets=offsets,
            word_ids=word_ids,
            type_ids=[0] * count,
            attention_mask=[1] * count,
            special_tokens_mask=[0] * count,
            sequence_ids=[0] * count,
        )

    @classmethod
    def of_special(
        cls,
        id: int,
        token: str,
        *,
        type_id: int = 0,
        attention: int = 1,
        count: int = 1,
    ) -> "Encoding":
        """A token that belongs to no text, `count` times."""
        return cls(
            ids=[id] * count,
            tokens=[token] * count,
            offsets=[(0, 0)] * count,
            word_ids=[None] * count,
            type_ids=[type_id] * count,
            attention_mask=[attention] * count,
            special_tokens_mask=[1] * count,
            sequence_ids=[None] * count,
        )

    @classmethod
    def join(cls, encodings: Sequence["Encoding"]) -> "Encoding":
        """Several encodings as one, with the lists that all have, without overflow."""
        each = [encoding.lists for encoding in encodings]
        names: Collection[str] = min(each, key=len, default=Lists.__annotations__)
        joined: dict[str, list[Any]] = {name: [] for name in names}
        for lists in each:
            for name in names:
                joined[name] += lists[name]
        return cls(**joined)

    def replace(
        self,
        *,
        overflowing: Iterable["Encoding"] | None = None,
        **lists: Unpack[Lists],
    ) -> "Encoding":
        """A copy with other lists: `encoding.replace(type_ids=[1, 1])`."""
        if overflowing is None:
            overflowing = self.overflowing
        changed: dict[str, Any] = {**self.lists, **lists}
        return Encoding(overflowing=overflowing, **changed)

    def truncate(
        self, max_length: int, *, stride: int = 0, direction: Direction = "right"
    ) -> "Encoding":
        """The first `max_length` tokens, or the last ones with `direction="left"`.

        The other tokens overflow in windows, each of which repeats `stride` tokens of
        the one before: 5 tokens, max_length=3, stride=1 → (0, 3) (2, 5).
        """
        check_choice(direction, "direction", get_args(Direction))
        length = len(self)
        if max_length >= length:
            return self
        check_stride(stride, max_length)
        if max_length == 0:
            return self._window(0, 0).replace(overflowing=[self])
        windows = []
        for start in range(0, length - stride, max_length - stride):
            end = min(start + max_length, length)
            if direction == "left":
                start, end = length - end, length - start
            windows.append(self._window(start, end))
            if "tokens" not in self.lists:  # `encode` has no use for the overflow
                break
        return windows[0].replace(overflowing=windows[1:])

    def _window(self, start: int, end: int) -> "Encoding":
        lists = {name: values[start:end] for name, values in self.lists.items()}
        return Encoding(**lists)

    # Look-ups between characters, tokens and words. They give None if nothing is there.

    def char_to_token(self, char: int, sequence: int = 0) -> int | None:
        """The first token that covers a character of a text."""
        for token, (start, end) in enumerate(self.offsets):
            if start <= char < end and self.sequence_ids[token] == sequence:
                return token
        return None

    def word_to_tokens(self, word: int, sequence: int = 0) -> Offsets | None:
        """The `(first, last + 1)` of the tokens of a word."""
        tokens = []
        for token, number in enumerate(self.word_ids):
            if number == word and self.sequence_ids[token] == sequence:
                tokens.append(token)
        if not tokens:
            return None
        return tokens[0], tokens[-1] + 1

    def word_to_chars(self, word: int, sequence: int = 0) -> Offsets | None:
        """The `(start, end)` of a word in characters of its text."""
        tokens = self.word_to_tokens(word, sequence)
        if tokens is None:
            return None
        spans = self.offsets[slice(*tokens)]
        return spans[0][0], spans[-1][1]

    def __getitem__(self, name: object) -> Never:
        raise TypeError(
            "an Encoding is not a dict or a list, so it can't be indexed with "
            f"[{name!r}]: write .ids for ['input_ids'], .type_ids, .attention_mask, "
            ".offsets"
        )

    def __len__(self) -> int:
        return len(self.ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Encoding) and vars(self) == vars(other)

    def __repr__(self) -> str:
        fields = []
        for name in ("ids", "tokens", "offsets"):
            fields.append(f"{name}={self.lists.get(name)}")
        if self.overflowing:
            fields.append(f"overflowing: {len(self.overflowing)}")
        return f"Encoding({', '.join(fields)})"


def check_stride(stride: int, max_length: int) -> None:
    """ValueError if windows of `max_length` tokens can't repeat `stride` of them."""
    if stride >= max_length > 0:
        raise ValueError(
            f"windows of {max_length} tokens cannot repeat {stride}: "
            "make stride smaller"
        )


class TruncationOptions(TypedDict, total=False):
    """The options of a `Truncation`."""

    stride: int
    strategy: Strategy
    direction: Direction


class Truncation(Part):
    """Keep at most `max_length` tokens, counting the template's; the rest overflow."""

    max_length: int
    stride: int = 0
    strategy: Strategy = "longest_first"  # which text of a pair to cut
    direction: Direction = "right"

    def prepare(self) -> None:
        check_stride(self.stride, self.max_length)

    def apply(self, encodings: list[Encoding], added: int) -> list[Encoding]:
        """Cut the encodings of a text or a pair, leaving room for `added` tokens."""
        lengths = self._lengths(list(map(len, encodings)), added)
        truncated = []
        for text, length in zip(encodings, lengths):
            text = text.truncate(length, stride=self.stride, direction=self.direction)
            truncated.append(text)
        return truncated

    def _lengths(self, lengths: list[int], added: int) -> list[int]:
        """How many tokens of each text to keep: of [9, 4], with room for 8, [4, 4]."""
        room = self.max_length - added
        excess = sum(lengths) - room
        if excess <= 0:
            return lengths
        if room < 0:
            raise ValueError(
                f"max_length={self.max_length} has no room for the template's "
                f"{added} special tokens"
            )
        if room == 0:
            return [0] * len(lengths)
        if len(lengths) == 2 and self.strategy == "longest_first":
            return _halves(lengths[0], lengths[1], room)
        place = 1 if self.strategy == "only_second" else 0
        if place == len(lengths):
            raise ValueError(
                'strategy="only_second" needs a second text: '
                'give one, or truncate "longest_first"'
            )
        if lengths[place] <= excess:
            raise ValueError(
                f"{excess} tokens are too many, but {self.strategy!r} has only "
                f"{lengths[place]} to take them from: "
                'make max_length longer, or truncate "longest_first"'
            )
        lengths[place] -= excess
        return lengths


def _halves(first: int, second: int, room: int) -> list[int]:
    """Half of the room for each text, and whatever one leaves unused for the other."""
    half = room // 2
    if first > second:  # of an odd number, the longer text gets the larger half
        half = room - half
    first = min(first, max(half, room - second))
    return [first, room - first]


MAX_PADDING = 10_000_000  # tokens, which take more than a gigabyte


class PaddingOptions(TypedDict, total=False):
    """The options of a `Padding`."""

    length: int | None
    pad_to_multiple_of: int | None
    direction: Direction
    pad_type_id: int


class Padding(Part):
    """Pad all texts of a batch to `length`, or to the longest of them.

    With `pad_to_multiple_of`, the length is rounded up.
    """

    pad_id: int
    pad_token: str = "[PAD]"
    length: int | None = None
    pad_to_multiple_of: int | None = None
    direction: Direction = "right"
    pad_type_id: int = 0

    def prepare(self) -> None:
        for name in ("length", "pad_to_multiple_of"):
            if (getattr(self, name) or 0) > MAX_PADDING:
                raise ValueError(f"{name} is too large: pad to {MAX_PADDING:,} at most")

    def apply(self, encodings: list[Encoding]) -> list[Encoding]:
        """Pad the encodings of a batch to the same length."""
        length = self.length
        if length is None:
            length = max(map(len, encodings), default=0)
        if self.pad_to_multiple_of:  # 0 is none, as in `tokenizers`
            length += -length % self.pad_to_multiple_of
        return [self.fill(encoding, length) for encoding in encodings]

    def fill(self, encoding: Encoding, length: int) -> Encoding:
        """Pad an encoding, and its overflow, to `length`."""
        padding = Encoding.of_special(
            self.pad_id,
            self.pad_token,
            type_id=self.pad_type_id,
            attention=0,
            count=max(0, length - len(encoding)),
        )
        parts = [encoding, padding]
        if self.direction == "left":
            parts.reverse()
        overflowing = [self.fill(other, length) for other in encoding.overflowing]
        return Encoding.join(parts).replace(overflowing=overflowing)

    def with_ids(self, vocab: Mapping[str, int]) -> "Padding":
        """A copy with the id in another vocabulary. ValueError if it isn't there."""
        id = new_id(self.pad_token, vocab, "padding uses", "call no_padding")
        return self.replace(pad_id=id)
