"""The base class of all models: words to tokens, tokens to ids, and ids to tokens."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, TypeVar

from minitok.mistakes import checked_text, shown
from minitok.parts import Kind, Part, converted
from minitok.steps import Offsets, Token

AnyModel = TypeVar("AnyModel", bound="Model")


def _vocabulary(value: Any, name: str) -> Mapping[str, int]:
    if value is not None and not isinstance(value, Mapping):
        raise TypeError(f"{name} is {shown(value)}, and should be a dict from tokens to ids, such as {{'hug': 0}}")
    if odd := [token for token in value or () if not isinstance(token, str)]:
        raise TypeError(f"{name} has the token {shown(odd[0])}, which is not a string: write {{'hug': 0}}")
    return MappingProxyType(dict(value or {}))


Vocab = Annotated[Mapping[str, int], Kind(_vocabulary, lambda vocab: f"{len(vocab)} tokens")]


class Segmentation(NamedTuple):
    """The tokens of a word: ids, values, and `(start, end)` in the word. Values and offsets may be iterators."""

    ids: Sequence[int]
    values: Iterable[str]
    offsets: Iterable[Offsets]


class Model(Part, ABC):
    """Splits words into tokens. A model never changes: training makes a new one."""

    vocab: Vocab = MappingProxyType({})  # ids are whole numbers from 0 up, one for each token
    _hidden: frozenset[int] = frozenset()  # the ids that no text gets, though they are in the vocabulary
    _user_defined: Mapping[str, int] = MappingProxyType({})  # found before all else; no single letters

    def prepare(self) -> None:
        self._tokens = tokens_by_id(self.vocab)
        self._ids = {token: id for token, id in self.vocab.items() if id not in self._hidden}  # to look up text in
        self._without: tuple[frozenset[int], Any] = frozenset(), None

    @abstractmethod
    def segment(self, word: str) -> Segmentation:
        """Split a word into tokens: the only method that a model must define."""

    def _segment_ids(self, word: str) -> Sequence[int]:
        """The ids of `segment` alone, for which a model may know a shorter way."""
        return self.segment(word).ids

    def without(self: AnyModel, ids: frozenset[int]) -> AnyModel:
        """The same model, but no text gets these ids: with the id of `</s>` given, `</s>` is `<` `/` `s` `>`.

        The unknown token, if it is among them, still stands for what the others can't spell.
        """
        done_for, model = self._without
        if done_for != ids:
            model = None
            if hidden := ids & self._tokens.keys():
                model = object.__new__(type(self))
                model.__dict__.update(self.options, _hidden=hidden)
                model.prepare()
            self._without = ids, model
        return model or self

    @property
    def unknown_id(self) -> int | None:
        """The id of the token for what the vocabulary lacks, or None if there is no such token."""
        return self.vocab.get(getattr(self, "unk_token", None) or "")

    @property
    def is_random(self) -> bool:
        """Whether a word may get different tokens each time; the tokens of words are then not cached."""
        return False

    @cached_property
    def chars(self) -> frozenset[str]:
        """The characters that occur in tokens."""
        return frozenset("".join(self._ids))

    def tokenize(self, word: str) -> list[Token]:
        """The tokens of a word, with offsets in characters of the word."""
        return list(map(Token, *self.segment(checked_text(word))))

    def tokens(self, ids: Iterable[int]) -> list[str]:
        """The tokens with these ids. Raises ValueError if no token has one of them."""
        try:
            return list(map(self._tokens.__getitem__, ids))
        except KeyError as error:
            highest = max(self._tokens, default=-1)
            wrong = f"no token has the id {shown(error.args[0])}: the highest id of the model is {highest}"
            named = "" if isinstance(error.args[0], int) else "; token_to_id(token) gives the id of a token"
            raise ValueError(wrong + named) from None
        except TypeError:
            raise TypeError(f"{shown(ids)} is not a list of ids such as [1, 2]") from None

    def token_to_id(self, token: str) -> int | None:
        """The id of a token, or None if the vocabulary lacks it."""
        return self.vocab.get(converted(token, str, "token"))

    def id_to_token(self, id: int) -> str | None:
        """The token with this id, or None if no token has it."""
        return self._tokens.get(converted(id, int, "id"))

    def _values(self, ids: Iterable[int]) -> Iterable[str]:
        return map(self._tokens.__getitem__, ids)

    def _byte_ids(self, chars: str) -> list[int]:
        """The ids of the tokens `<0x00>` to `<0xFF>` that spell some characters in UTF-8; [] if one is missing."""
        ids = [self._ids.get(f"<0x{byte:02X}>", -1) for byte in chars.encode("utf-8", "surrogatepass")]
        return [] if -1 in ids else ids

    def _id_of_unknown(self, token: str, found: str) -> int:
        """The id of the unknown token, needed for the string `found`. Raises ValueError if it has none."""
        if token not in self.vocab:
            raise ValueError(
                f"{found!r} is not in the vocabulary, and the unknown token {token!r} has no id: "
                f"train with special_tokens=[{token!r}]"
            )
        return self.vocab[token]


def spans_of(values: Iterable[str]) -> Iterator[Offsets]:
    """The `(start, end)` of each of some strings in all of them joined."""
    end = 0
    for value in values:
        yield end, end + len(value)
        end += len(value)


def tokens_by_id(ids: Mapping[str, int]) -> dict[int, str]:
    """Turn token → id into id → token. Raises ValueError on an id given twice, or not a whole number below 2**32."""
    tokens: dict[int, str] = {}
    for token, id in ids.items():
        if type(id) is not int or not 0 <= id < 2**32:
            raise ValueError(f"{token!r} has the id {shown(id)}: ids are ints from 0 up, below 2**32")
        if tokens.setdefault(id, token) != token:
            raise ValueError(f"{shown(tokens[id])} and {shown(token)} have the same id, {id}: give each its own")
    return tokens
