"""Everything that a tokenizer knows about one encoded text."""

from minitok.display import table
from minitok.steps import Offsets


class Encoding:
    """The tokens of a text, as lists of one length: entry `i` of each is about token `i`. Not to be changed.

    `ids` are what a model is fed, `tokens` the same as strings, `offsets` the `(start, end)` of each token in
    characters of the text, `word_ids` the number of its word (None for a special token), `type_ids` the number
    of its sequence. `attention_mask` is 0 for padding, `special_tokens_mask` is 1 for special tokens.
    """

    def __init__(
        self,
        *,
        ids: list[int],
        tokens: list[str],
        offsets: list[Offsets],
        word_ids: list[int | None],
        type_ids: list[int],
        attention_mask: list[int],
        special_tokens_mask: list[int],
    ) -> None:
        self.ids = ids
        self.tokens = tokens
        self.offsets = offsets
        self.word_ids = word_ids
        self.type_ids = type_ids
        self.attention_mask = attention_mask
        self.special_tokens_mask = special_tokens_mask

    def __len__(self) -> int:
        return len(self.ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Encoding) and vars(self) == vars(other)

    def _repr_html_(self) -> str:
        rows = list(zip(map(repr, self.tokens), self.ids, self.offsets, self.word_ids))
        return table(("token", "id", "offsets", "word"), rows)

    def __repr__(self) -> str:
        return f"Encoding(ids={self.ids}, tokens={self.tokens}, offsets={self.offsets})"
