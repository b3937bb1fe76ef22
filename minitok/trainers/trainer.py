"""The base class of all trainers, and the choice of a trainer for a given model."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from minitok.added_tokens import AddedToken
from minitok.mistakes import shown
from minitok.models import Model
from minitok.parts import Part, Positive
from minitok.pre_tokenizers import PreTokenizer


class Trainer(Part, ABC, kw_only=True):
    """Learns a model from word counts. `vocab_size` includes the special tokens, which get the first ids."""

    vocab_size: Positive = 30_000
    special_tokens: tuple[str | AddedToken, ...] = ()
    makes: ClassVar[type[Model]]
    kinds: ClassVar[dict[type[Model], type["Trainer"]]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "makes" in vars(cls):
            Trainer.kinds.setdefault(cls.makes, cls)

    def prepare(self) -> None:
        contents = [token if isinstance(token, str) else token.content for token in self.special_tokens]
        if "" in contents:
            raise ValueError("special_tokens holds an empty token, which nothing could ever match: leave it out")
        self.__dict__["special_tokens"] = tuple(dict.fromkeys(self.special_tokens))
        self._special = tuple(dict.fromkeys(contents))

    @abstractmethod
    def learn(self, word_counts: Mapping[str, int]) -> dict[str, Any]:
        """Learn the model's fields, by name, from how often each word occurs."""

    def train(self, word_counts: Mapping[str, int]) -> Model:
        """Learn a model from how often each word occurs, as counted by `count_words`."""
        return self.makes(**self.learn(word_counts))

    def learn_from_counts(self, word_counts: Mapping[str, int], pre_tokenizer: PreTokenizer | None) -> dict[str, Any]:
        """Learn the same, with the alphabet of the pre-tokenizer. Raises ValueError if there are no words."""
        checked_counts(word_counts)
        if not any(word_counts):
            raise ValueError(
                "there is nothing to learn from: the texts hold no word. "
                "A generator can be read once only; make it anew, or pass a list"
            )
        alphabet = () if pre_tokenizer is None else pre_tokenizer.alphabet
        return self.learn({**word_counts, **{char: word_counts.get(char, 0) for char in alphabet}})


def checked_counts(word_counts: Any) -> None:
    """TypeError if this is not a dict from words to how often they occur."""
    wanted = "a dict from words to how often they occur, as from count_words(texts, pre_tokenizer)"
    if not isinstance(word_counts, Mapping):
        raise TypeError(f"word_counts is {shown(word_counts)}, and should be {wanted}")
    for word, count in word_counts.items():
        if not isinstance(word, str) or not hasattr(count, "__index__") or not 0 <= count < 2**64:
            raise TypeError(f"word_counts has {shown(word)}: {shown(count)}, and should be {wanted}")


def trainer_like(model: Model, *, vocab_size: int, special_tokens: Iterable[str]) -> Trainer:
    """A trainer for a new model with the same options, unknown token and bytes; it trains WordPiece by frequency."""
    if type(model) not in Trainer.kinds:
        raise TypeError(f"no trainer is known for {model!r}: train a model of your own with train_from_iterator")
    trainer = Trainer.kinds[type(model)]
    if model.options.get("continuing_subword_prefix") and "continuing_subword_prefix" not in trainer.fields:
        raise ValueError(f"a {trainer.__name__} makes no tokens with continuing_subword_prefix, and {model!r} has one")
    options = {name: getattr(model, name) for name in trainer.fields if hasattr(model, name)}
    unk_token = getattr(model, "unk_token", None)
    special = [] if unk_token is None or "unk_token" in options else [unk_token]
    special += special_tokens
    if getattr(model, "byte_fallback", False):
        special += [f"<0x{byte:02X}>" for byte in range(256)]
    if "score" in trainer.fields:
        options["score"] = "frequency"
    return trainer(vocab_size=vocab_size, special_tokens=special, **options)
