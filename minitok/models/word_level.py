"""The model of lesson 01: a token for each word, and one for all words that are not known."""

from collections.abc import Mapping

from minitok.models.base import Model
from minitok.steps import Token


class WordLevel(Model):
    """Look each word up: `cat` → 7, and a word that is not there → the id of `unk_token`.

    >>> WordLevel({"[UNK]": 0, "cat": 1}).tokenize("dog")
    [Token(id=0, value='[UNK]', offsets=(0, 3))]
    """

    def __init__(self, vocab: Mapping[str, int] | None = None, *, unk_token: str = "[UNK]") -> None:
        super().__init__(vocab)
        self.unk_token = unk_token

    def encode_word(self, word: str) -> tuple[int]:
        id = self._ids.get(word)
        return (self._id_of_unknown(self.unk_token, word) if id is None else id,)

    def tokenize(self, word: str) -> list[Token]:
        (id,) = self.encode_word(word)
        return [Token(id, self._tokens[id], (0, len(word)))]

    def retrained(self, trained: Model) -> "WordLevel":
        self._check_kind(trained)
        return WordLevel(trained.vocab, unk_token=self.unk_token)

    def __repr__(self) -> str:
        return f"WordLevel({len(self._ids)} tokens, unk_token={self.unk_token!r})"
