"""The base class of all models.

A model turns words into tokens and ids, and ids into tokens. The simplest one is
`WordLevel`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from minitok.part import Part
from minitok.steps import Offsets, Token
from minitok.validation import check_text, format_value


class Segmentation(NamedTuple):
    """The tokens of a word. Read its values and offsets once: they may be iterators."""

    ids: Sequence[int]
    values: Iterable[str]
    offsets: Iterable[Offsets]  # `(start, end)` in characters of the word


class Model(Part, ABC):
    """Splits words into tokens. A model never changes: training makes a new one.

    A subclass defines `segment`, and has a `vocab`, from tokens to ids: whole numbers
    from 0 up, one for each token.
    """

    sizes = {"vocab": "tokens"}

    def prepare(self) -> None:
        self.keep(vocab=check_vocab(self.vocab))
        self._prepare_tables(frozenset())

    def _prepare_tables(self, hidden: frozenset[int]) -> None:
        """Compute what `segment` looks up, without the ids in `hidden`.

        A subclass adds what it needs.
        """
        self._tokens = tokens_by_id(self.vocab)
        self._ids: dict[str, int] = self.vocab.copy()  # type: ignore[attr-defined]
        for id in hidden:
            del self._ids[self._tokens[id]]

    if TYPE_CHECKING:

        @property
        def vocab(self) -> Mapping[str, int]: ...

    @property
    def unk_token(self) -> str | None:
        """The token that stands for what is not in the vocabulary, if there is one."""
        return None

    @property
    def is_random(self) -> bool:
        """Whether a word may get different tokens each time."""
        return False

    @property
    def user_defined_tokens(self) -> Mapping[str, int]:
        """The tokens of several letters at which a text is cut before all else.

        A text that others wrote must not forge them. Overridden in `interop`.
        """
        return {}

    @abstractmethod
    def segment(self, word: str) -> Segmentation:
        """Split a word into tokens: the only method that a model must define."""

    def ids(self, word: str) -> Sequence[int]:
        """The ids alone, which some models find faster."""
        return self.segment(word).ids

    def without(self, ids: frozenset[int]) -> Self:
        """A model that gives no text these ids: `</s>` becomes `<` `/` `s` `>`.

        The unknown token still gets its id.
        """
        hidden = ids & self._tokens.keys()
        if not hidden:
            return self
        model = self.replace()
        model._prepare_tables(hidden)
        return model

    @property
    def unknown_id(self) -> int | None:
        """The id of `unk_token`, or None if there is no such token."""
        if self.unk_token is None:
            return None
        return self.vocab.get(self.unk_token)

    def tokenize(self, word: str) -> list[Token]:
        """The tokens of a word, with offsets in characters of the word."""
        return list(map(Token, *self.segment(check_text(word))))

    def tokens(self, ids: Iterable[int]) -> list[str]:
        """The tokens with these ids. Raises ValueError if no token has one of them."""
        try:
            return list(map(self._tokens.__getitem__, ids))
        except KeyError as error:
            id = format_value(error.args[0])
            highest = max(self._tokens, default=-1)
            raise ValueError(
                f"no token has the id {id}: the highest id of the model is {highest}"
            ) from None

    def id_to_token(self, id: int) -> str | None:
        """The token with this id, or None if no token has it."""
        return self._tokens.get(id)

    def _byte_ids(self, chars: str) -> list[int]:
        """The ids of the tokens `<0x00>` to `<0xFF>` that spell characters in UTF-8.

        [] if one of these tokens is missing.
        """
        ids = []
        for byte in chars.encode("utf-8", "surrogatepass"):
            id = self._ids.get(f"<0x{byte:02X}>")
            if id is None:
                return []
            ids.append(id)
        return ids

    def _id_of_unknown(self, token: str, text: str) -> int:
        """The id of the unknown token, which stands for `text`."""
        id = self.vocab.get(token)
        if id is None:
            raise ValueError(
                f"{format_value(text)} is not in the vocabulary, and the unknown token "
                f"{token!r} has no id: train with special_tokens=[{token!r}]"
            )
        return id


def check_vocab(vocab: Any) -> Mapping[str, int]:
    """A vocabulary that does not change. TypeError if it is not a dict."""
    if not isinstance(vocab, Mapping):
        raise TypeError(
            f"vocab is {format_value(vocab)}, and should be a dict from tokens to ids, "
            "such as {'hug': 0}"
        )
    return MappingProxyType(dict(vocab))


def tokens_by_id(ids: Mapping[str, int]) -> dict[int, str]:
    """Turn token → id into id → token.

    ValueError if two tokens have the same id, or if an id is not a whole number from 0
    up, below 2**32.
    """
    tokens: dict[int, str] = {}
    for token, id in ids.items():
        if type(id) is not int or not 0 <= id < 2**32:
            raise ValueError(
                f"{token!r} has the id {format_value(id)}: "
                "ids are ints from 0 up, below 2**32"
            )
        if id in tokens:
            both = f"{format_value(tokens[id])} and {format_value(token)}"
            raise ValueError(f"{both} have the same id, {id}: give each its own")
        tokens[id] = token
    return tokens
