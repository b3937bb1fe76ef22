"""Everything that a tokenizer knows about one encoded text, or about a pair of them."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, get_args

from minitok.display import table
from minitok.steps import Offsets

Direction = Literal["left", "right"]

LISTS = ("ids", "tokens", "offsets", "word_ids", "type_ids", "attention_mask", "special_tokens_mask", "sequence_ids")


class Encoding:
    """The tokens of a text, as lists of one length: entry `i` of each is about token `i`. Not to be changed.

    `ids` are what a model is fed, `tokens` the same as strings (an added token as it was cut from the text, with the
    whitespace that went with it), `offsets` the `(start, end)` of each token in
    characters of its text, `word_ids` the number of its word there. `type_ids` are what the template says,
    `sequence_ids` whether the token is of the first text (0) or the second (1). `attention_mask` is 0 for padding,
    `special_tokens_mask` 1 for what the template and the padding put there; that is of no text, so it has None for a
    word and a sequence, and the offsets (0, 0). `overflowing` holds what truncation cut off, as further encodings.
    """

    def __init__(
        self,
        *,
        ids: Sequence[int],
        tokens: Sequence[str],
        offsets: Sequence[Offsets],
        word_ids: Sequence[int | None],
        type_ids: Sequence[int],
        attention_mask: Sequence[int],
        special_tokens_mask: Sequence[int],
        sequence_ids: Sequence[int | None],
        overflowing: Iterable["Encoding"] = (),
    ) -> None:
        self.ids = list(ids)
        self.tokens = list(tokens)
        self.offsets = list(offsets)
        self.word_ids = list(word_ids)
        self.type_ids = list(type_ids)
        self.attention_mask = list(attention_mask)
        self.special_tokens_mask = list(special_tokens_mask)
        self.sequence_ids = list(sequence_ids)
        self.overflowing = list(overflowing)

    @classmethod
    def of_special(cls, id: int, token: str, *, type_id: int = 0, attention: int = 1, count: int = 1) -> "Encoding":
        """A token that is of no text, `count` times."""
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
    def joined(cls, encodings: Sequence["Encoding"]) -> "Encoding":
        """One after the other; what overflowed is left out."""
        lists: dict[str, Any] = {name: [x for part in encodings for x in getattr(part, name)] for name in LISTS}
        return cls(**lists)

    def replace(self, **lists: Any) -> "Encoding":
        """The same with other lists: `encoding.replace(type_ids=[1, 1])`."""
        return Encoding(**{**vars(self), **lists})

    def __getitem__(self, part: slice) -> "Encoding":
        return Encoding(**{name: getattr(self, name)[part] for name in LISTS})

    # To a length

    def truncate(self, max_length: int, *, stride: int = 0, direction: Direction = "right") -> "Encoding":
        """The first `max_length` tokens, or the last with `direction="left"`; the rest overflows in windows as long.

        Each window repeats `stride` tokens of the one before it. Nothing changes if there are no more tokens than that.
        """
        check_direction(direction)
        if max_length >= len(self):
            return self
        check_window(max_length, stride)
        if max_length == 0:
            return self[:0].replace(overflowing=[self])
        first, *others = (self[start:end] for start, end in _windows(len(self), max_length, stride, direction))
        return first.replace(overflowing=others)

    def pad(self, length: int, *, pad_id: int, pad_token: str = "[PAD]", direction: Direction = "right") -> "Encoding":
        """Filled up with `pad_token` to `length` tokens, and so is what overflowed; longer ones stay as they are."""
        check_direction(direction)
        filling = Encoding.of_special(pad_id, pad_token, attention=0, count=max(0, length - len(self)))
        others = [
            other.pad(length, pad_id=pad_id, pad_token=pad_token, direction=direction) for other in self.overflowing
        ]
        padded = Encoding.joined([self, filling] if direction == "right" else [filling, self])
        return padded.replace(overflowing=others)

    # Look-ups, between characters, tokens and words; None where there is nothing

    def token_to_sequence(self, token: int) -> int | None:
        """Which text a token is of: 0 for the first, 1 for the second."""
        return self.sequence_ids[token] if 0 <= token < len(self) else None

    def token_to_chars(self, token: int) -> Offsets | None:
        """The `(start, end)` of a token in characters of its text."""
        return None if self.token_to_sequence(token) is None else self.offsets[token]

    def token_to_word(self, token: int) -> int | None:
        """The number of the word that a token is of."""
        return None if self.token_to_sequence(token) is None else self.word_ids[token]

    def char_to_token(self, char: int, sequence: int = 0) -> int | None:
        """The first token that holds a character of a text."""
        holds = (start <= char < end and of == sequence for (start, end), of in zip(self.offsets, self.sequence_ids))
        return next((token for token, held in enumerate(holds) if held), None)

    def char_to_word(self, char: int, sequence: int = 0) -> int | None:
        """The number of the word that holds a character of a text."""
        token = self.char_to_token(char, sequence)
        return None if token is None else self.word_ids[token]

    def word_to_tokens(self, word: int, sequence: int = 0) -> Offsets | None:
        """The `(first, last + 1)` of the tokens of a word."""
        of_word = [i for i, at in enumerate(zip(self.word_ids, self.sequence_ids)) if at == (word, sequence)]
        return (of_word[0], of_word[-1] + 1) if of_word else None

    def word_to_chars(self, word: int, sequence: int = 0) -> Offsets | None:
        """The `(start, end)` of a word in characters of its text."""
        tokens = self.word_to_tokens(word, sequence)
        return None if tokens is None else (self.offsets[tokens[0]][0], self.offsets[tokens[1] - 1][1])

    def __len__(self) -> int:
        return len(self.ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Encoding) and vars(self) == vars(other)

    def _repr_html_(self) -> str:
        rows = list(zip(map(repr, self.tokens), self.ids, self.offsets, self.word_ids))
        return table(("token", "id", "offsets", "word"), rows)

    def __repr__(self) -> str:
        more = f", overflowing: {len(self.overflowing)}" if self.overflowing else ""
        return f"Encoding(ids={self.ids}, tokens={self.tokens}, offsets={self.offsets}{more})"


def check_direction(direction: str) -> None:
    if direction not in get_args(Direction):
        raise ValueError(f"no direction {direction!r}: choose one of {', '.join(get_args(Direction))}")


def check_window(size: int, stride: int) -> None:
    if size < 0 or stride < 0 or stride >= size > 0:
        raise ValueError(
            f"windows of {size} tokens cannot repeat {stride}: make stride 0 or more, and less than the tokens "
            "that fit beside those of the template"
        )


def _windows(length: int, size: int, stride: int, direction: Direction) -> list[Offsets]:
    """Windows of `size` over `length` tokens, each with `stride` tokens of the one before: 5, 3, 1 → (0, 3) (2, 5)."""
    starts = range(0, max(length - stride, 1), size - stride)
    windows = [(start, min(start + size, length)) for start in starts]
    return windows if direction == "right" else [(length - end, length - start) for start, end in windows]
