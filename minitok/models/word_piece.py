"""WordPiece: the longest token that a word begins with, then the longest that continues it, to the word's end.

Schuster and Nakajima, "Japanese and Korean Voice Search" (2012); encoding as in the code published with BERT.
"""

from collections.abc import Iterator, Mapping

from minitok.models.base import Model
from minitok.steps import MatchStep, Token

NOTHING = -1


class WordPiece(Model):
    """A vocabulary in which a token inside a word carries a prefix: `hugs` → `hug` `##s`.

    >>> model = WordPiece({"[UNK]": 0, "h": 1, "hug": 2, "##g": 3, "##s": 4, "##gs": 5})
    >>> [token.value for token in model.tokenize("huggs")]
    ['hug', '##gs']
    >>> [token.value for token in model.tokenize("hugsx")]
    ['[UNK]']

    A word that cannot be finished is one `unk_token`, whole, even where its beginning is known; so is a word of
    more than `max_input_chars_per_word` characters.
    """

    def __init__(
        self,
        vocab: Mapping[str, int] | None = None,
        *,
        unk_token: str = "[UNK]",
        continuing_subword_prefix: str = "##",
        max_input_chars_per_word: int = 100,
    ) -> None:
        super().__init__(vocab)
        self.unk_token = unk_token
        self.continuing_subword_prefix = prefix = continuing_subword_prefix
        self.max_input_chars_per_word = max_input_chars_per_word
        self._continuing = {token[len(prefix) :]: id for token, id in self._ids.items() if token.startswith(prefix)}
        self._longest = max(map(len, self._ids), default=0)

    def encode_word(self, word: str) -> list[int]:
        return [id for _, _, id in self._matches(word)]

    def tokenize(self, word: str) -> list[Token]:
        return [Token(id, self._tokens[id], (start, end)) for start, end, id in self._matches(word)]

    def steps(self, word: str) -> Iterator[MatchStep]:
        """Every candidate for a word's tokens, longest first, up to the last or to where none is found.

        There is none for a word of more than `max_input_chars_per_word` characters.
        """
        start = 0
        while start < len(word) <= self.max_input_chars_per_word:
            match, _ = self._longest_match(word, start)
            prefix = self.continuing_subword_prefix if start else ""
            for end in range(len(word), max(match, start + 1) - 1, -1):
                yield MatchStep(start, end, prefix + word[start:end], end == match)
            if match == start:
                return
            start = match

    def retrained(self, trained: Model) -> "WordPiece":
        self._check_kind(trained)
        assert isinstance(trained, WordPiece)
        return WordPiece(
            trained.vocab,
            unk_token=self.unk_token,
            continuing_subword_prefix=trained.continuing_subword_prefix,
            max_input_chars_per_word=self.max_input_chars_per_word,
        )

    def _matches(self, word: str) -> list[tuple[int, int, int]]:
        """The tokens of a word as `(start, end, id)`; together they cover it."""
        found: list[tuple[int, int, int]] = []
        start = 0
        while start < len(word):
            end, id = self._longest_match(word, start)
            if end == start or len(word) > self.max_input_chars_per_word:
                return [(0, len(word), self._id_of_unknown(self.unk_token, word))]
            found.append((start, end, id))
            start = end
        return found

    def _longest_match(self, word: str, start: int) -> tuple[int, int]:
        """The end and the id of the longest token at `start`; an end of `start` if there is none.

        A token has at least one character here, so each one found is a step towards the end of the word.
        """
        vocab = self._continuing if start else self._ids
        for end in range(min(start + self._longest, len(word)), start, -1):
            if (id := vocab.get(word[start:end])) is not None:
                return end, id
        return start, NOTHING

    def __repr__(self) -> str:
        prefix = self.continuing_subword_prefix
        return f"WordPiece({len(self._ids)} tokens, unk_token={self.unk_token!r}, continuing_subword_prefix={prefix!r})"
