"""What every model has: a vocabulary, and a way from a word to its tokens."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from minitok.steps import Token


def tokens_by_id(ids: Mapping[str, int]) -> dict[int, str]:
    """Turn token → id into id → token; ValueError on an id that is given twice or is no whole number from 0 up."""
    tokens = {id: token for token, id in ids.items()}
    for token, id in ids.items():
        if not isinstance(id, int) or id < 0:
            raise ValueError(f"{token!r} has the id {id!r}: ids are whole numbers from 0 up")
        if tokens[id] != token:
            raise ValueError(f"{token!r} and {tokens[id]!r} have the same id, {id}: give each its own")
    return tokens


class Model(ABC):
    """Words to tokens. A model does not change once it is made; training makes a new one."""

    def __init__(self, vocab: Mapping[str, int] | None) -> None:
        """Take a vocabulary: token → id, from 0 up, no id twice (ValueError otherwise)."""
        self._ids = dict(vocab or {})
        self._tokens = tokens_by_id(self._ids)

    @property
    def vocab(self) -> Mapping[str, int]:
        """Each token's id; to be read, not changed."""
        return MappingProxyType(self._ids)

    @abstractmethod
    def encode_word(self, word: str) -> Sequence[int]:
        """The ids of one word, the fast way."""

    @abstractmethod
    def tokenize(self, word: str) -> list[Token]:
        """The tokens of one word, with their offsets in characters of the word."""

    @abstractmethod
    def retrained(self, trained: "Model") -> "Model":
        """A model with the options of this one and the vocabulary of `trained`, which a trainer made."""

    def tokens(self, ids: Iterable[int]) -> list[str]:
        """The tokens with these ids. Raises ValueError on an id that does not exist."""
        try:
            return list(map(self._tokens.__getitem__, ids))
        except KeyError as error:
            highest = max(self._tokens, default=-1)
            raise ValueError(f"no token has the id {error}: the highest id of the model is {highest}") from None

    def token_to_id(self, token: str) -> int | None:
        return self._ids.get(token)

    def id_to_token(self, id: int) -> str | None:
        return self._tokens.get(id)

    def _id_of_unknown(self, token: str, found: str) -> int:
        """The id of the unknown token, which `found` needs; ValueError with the remedy if there is none."""
        if token not in self._ids:
            raise ValueError(
                f"{found!r} is not in the vocabulary, and the unknown token {token!r} has no id: "
                f"train with special_tokens=[{token!r}]"
            )
        return self._ids[token]

    def _check_kind(self, trained: "Model") -> None:
        if type(trained) is not type(self):
            raise TypeError(
                f"this trainer makes a {type(trained).__name__}, but the tokenizer's model is a {type(self).__name__}: "
                "give each model its own trainer"
            )
