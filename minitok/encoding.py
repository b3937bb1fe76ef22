"""The result of encoding a text or a pair of texts, and how truncation and padding fit it to a length."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Literal, get_args

from minitok.parts import Part, one_of, whole_number
from minitok.steps import Offsets, table

Direction = Literal["left", "right"]
Strategy = Literal["longest_first", "only_first", "only_second"]
LISTS = ("ids", "tokens", "offsets", "word_ids", "type_ids", "attention_mask", "special_tokens_mask", "sequence_ids")


class Encoding:
    """The tokens of a text as lists of the same length, where entry `i` is about token `i`. Don't change them.

    Tokens that the template and padding add have the offsets (0, 0), and None as their word and sequence.
    `overflowing` holds further encodings: the tokens that truncation cut off.

    >>> found = Tokenizer(models.BPE({"h": 0, "u": 1, "g": 2, "ug": 3}, [("u", "g")]))("hug")
    >>> found.tokens, found.offsets, found.char_to_token(2)
    (['h', 'ug'], [(0, 1), (1, 3)], 1)
    """

    ids: list[int]  # what a language model gets
    tokens: list[str]  # added tokens as in the text, with the whitespace they include
    offsets: list[Offsets]  # the `(start, end)` of each token in characters of its text
    word_ids: list[int | None]  # the number of the token's word in its text
    type_ids: list[int]  # set by the template
    attention_mask: list[int]  # 0 for padding
    special_tokens_mask: list[int]  # 1 for what the template and padding add
    sequence_ids: list[int | None]  # 0 for tokens of the first text, 1 for those of the second

    def __init__(self, *, overflowing: Iterable["Encoding"] = (), **lists: Any) -> None:
        """Take all the lists, or only `ids`, which is all that `encode` needs."""
        self.lists = lists
        self.overflowing = list(overflowing)
        vars(self).update(lists)

    @classmethod
    def of_text(cls, ids: list[int], tokens: list[str], offsets: list[Offsets], word_ids: list[int]) -> "Encoding":
        """The tokens of one text."""
        lists: dict[str, Any] = {"ids": ids, "tokens": tokens, "offsets": offsets, "word_ids": word_ids}
        lists |= {name: [int(name == "attention_mask")] * len(ids) for name in LISTS if name not in lists}
        return cls(**lists)

    @classmethod
    def of_special(cls, id: int, token: str, *, type_id: int = 0, attention: int = 1, count: int = 1) -> "Encoding":
        """A token that belongs to no text, `count` times."""
        values: tuple[Any, ...] = (id, token, (0, 0), None, type_id, attention, 1, None)
        return cls(**{name: [value] * count for name, value in zip(LISTS, values)})

    @classmethod
    def joined(cls, encodings: Sequence["Encoding"]) -> "Encoding":
        """Several encodings as one, with the lists that they all have, but without their overflow."""
        if len(encodings) == 1:
            return encodings[0].replace(overflowing=())
        names = min((part.lists for part in encodings), key=len, default=LISTS)
        return cls(**{name: list(chain.from_iterable(part.lists[name] for part in encodings)) for name in names})

    def replace(self, *, overflowing: Iterable["Encoding"] | None = None, **lists: list[Any]) -> "Encoding":
        """The same with other lists: `encoding.replace(type_ids=[1, 1])`. It ignores lists that this encoding lacks."""
        lists = self.lists | {name: value for name, value in lists.items() if name in self.lists}
        return Encoding(overflowing=self.overflowing if overflowing is None else overflowing, **lists)

    def truncate(self, max_length: int, *, stride: int = 0, direction: Direction = "right") -> "Encoding":
        """The first `max_length` tokens, or with `direction="left"` the last; the others overflow in windows.

        A window repeats `stride` tokens of the one before: 5 tokens, max_length=3, stride=1 → (0, 3) (2, 5).
        """
        length = len(self)
        if whole_number(max_length, "max_length") >= length:
            return self
        if whole_number(stride, "stride") >= max_length > 0:
            raise ValueError(f"windows of {max_length} tokens cannot repeat {stride}: make stride smaller")
        if max_length == 0:
            return self._window(0, 0).replace(overflowing=[self])
        starts = range(0, length - stride, max_length - stride)
        windows = [(start, min(start + max_length, length)) for start in starts]
        if direction == "left":
            windows = [(length - end, length - start) for start, end in windows]
        first, *others = windows if "tokens" in self.lists else windows[:1]  # `encode` needs no overflow
        return self._window(*first).replace(overflowing=[self._window(*window) for window in others])

    def _window(self, start: int, end: int) -> "Encoding":
        return Encoding(**{name: values[start:end] for name, values in self.lists.items()})

    # Look-ups between characters, tokens and words: None if there is nothing to find

    def token_to_word(self, token: int) -> int | None:
        """The number of the word that a token is from."""
        return self.word_ids[token] if 0 <= token < len(self) else None

    def token_to_chars(self, token: int) -> Offsets | None:
        """The `(start, end)` of a token in characters of its text."""
        return None if self.token_to_word(token) is None else self.offsets[token]

    def char_to_token(self, char: int, sequence: int = 0) -> int | None:
        """The first token that covers a character of a text."""
        places = enumerate(zip(self.offsets, self.sequence_ids))
        return next((i for i, ((start, end), of) in places if start <= char < end and of == sequence), None)

    def char_to_word(self, char: int, sequence: int = 0) -> int | None:
        """The number of the word that a character of a text is in."""
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
        columns = map(repr, self.tokens), self.ids, self.offsets, self.word_ids
        return table(("token", "id", "offsets", "word"), list(zip(*columns)))

    def __repr__(self) -> str:
        shown = [f"{name}={self.lists[name]}" for name in ("ids", "tokens", "offsets") if name in self.lists]
        if self.overflowing:
            shown.append(f"overflowing: {len(self.overflowing)}")
        return f"Encoding({', '.join(shown)})"


class Truncation(Part):
    """Keep at most `max_length` tokens, including those of the template; the others overflow in windows."""

    max_length: int
    stride: int = 0
    strategy: Strategy = "longest_first"  # which text of a pair to cut: the longer one, the first, or the second
    direction: Direction = "right"

    def prepare(self) -> None:
        self.keep(max_length=whole_number(self.max_length, "max_length"), stride=whole_number(self.stride, "stride"))
        one_of(self.strategy, "strategy", get_args(Strategy))
        one_of(self.direction, "direction", get_args(Direction))

    def apply(self, encodings: list[Encoding], added: int) -> list[Encoding]:
        """The encodings of a text or a pair, cut to leave room for `added` special tokens."""
        pairs = zip(encodings, self._lengths(list(map(len, encodings)), added))
        return [text.truncate(length, stride=self.stride, direction=self.direction) for text, length in pairs]

    def _lengths(self, lengths: list[int], added: int) -> list[int]:
        """How many tokens of each text to keep: lengths of [9, 4], with room for 8 tokens → [4, 4]."""
        room = self.max_length - added
        excess = sum(lengths) - room
        if excess <= 0:
            return lengths
        if room < 0:
            raise ValueError(f"max_length={self.max_length} has no room for the template's {added} special tokens")
        if room == 0:
            return [0] * len(lengths)
        if self.strategy == "longest_first" and len(lengths) == 2:
            half = room // 2 if lengths[0] <= lengths[1] else room - room // 2
            first = min(lengths[0], max(half, room - lengths[1]))  # half, and what the second leaves of its half
            return [first, room - first]
        place = 1 if self.strategy == "only_second" else 0
        if place == len(lengths):
            raise ValueError('strategy="only_second" needs a second text: give one, or truncate "longest_first"')
        if lengths[place] <= excess:
            wrong = f"{excess} tokens are too many, but {self.strategy!r} has only {lengths[place]} to take them from"
            raise ValueError(f'{wrong}: make max_length longer, or truncate "longest_first"')
        return [length - excess if i == place else length for i, length in enumerate(lengths)]


class Padding(Part):
    """Pad all texts of a batch to `length`, or to the longest of them, rounded up to a multiple if you set one."""

    pad_id: int
    pad_token: str = "[PAD]"
    length: int | None = None
    pad_to_multiple_of: int | None = None
    direction: Direction = "right"
    pad_type_id: int = 0

    def prepare(self) -> None:
        for name in ("length", "pad_to_multiple_of"):
            if (value := getattr(self, name)) is not None:
                self.keep(**{name: whole_number(value, name, least=1)})
        one_of(self.direction, "direction", get_args(Direction))

    def apply(self, encodings: list[Encoding]) -> list[Encoding]:
        """The encodings of a batch, padded to the same length."""
        length = max(map(len, encodings), default=0) if self.length is None else self.length
        multiple = self.pad_to_multiple_of or 1
        length = -(-length // multiple) * multiple
        return [self.fill(encoding, length) for encoding in encodings]

    def fill(self, encoding: Encoding, length: int) -> Encoding:
        """An encoding with the token added up to `length`, also in its overflow."""
        count = max(0, length - len(encoding))
        filling = Encoding.of_special(self.pad_id, self.pad_token, type_id=self.pad_type_id, attention=0, count=count)
        padded = Encoding.joined([encoding, filling] if self.direction == "right" else [filling, encoding])
        return padded.replace(overflowing=[self.fill(other, length) for other in encoding.overflowing])

    def with_ids(self, vocab: Mapping[str, int]) -> "Padding":
        """The same with the id in another vocabulary. Raises ValueError if that lacks the token."""
        return self.replace(pad_id=new_id(self.pad_token, vocab, "fills up what is short", "call no_padding"))


def new_id(token: str, vocab: Mapping[str, int], use: str, remedy: str) -> int:
    """The id of a token in another vocabulary. ValueError if that lacks it: what uses it, and what to do."""
    if token not in vocab:
        wrong = f"the new vocabulary lacks {token!r}, which {use}"
        raise ValueError(f"{wrong}: train with special_tokens=[{token!r}], or {remedy} first")
    return vocab[token]
