"""What all trainers share: they learn a vocabulary from the counts of words."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from minitok.added_tokens import AddedToken
from minitok.garbage_collector import garbage_collector_off
from minitok.models import Model
from minitok.part import Part
from minitok.validation import check_int, check_tuple, format_value, require_extra


class Trainer(Part, ABC, kw_only=True):
    """Learns a model from the counts of words.

    `vocab_size` includes the special tokens, which get the first ids.
    """

    vocab_size: int = 30_000
    special_tokens: Sequence[str | AddedToken] = ()
    makes: ClassVar[type[Model]]

    def prepare(self) -> None:
        check_int(self.vocab_size, "vocab_size", minimum=1)
        tokens = check_tuple(self.special_tokens, "special_tokens")
        self.keep(special_tokens=tokens)
        contents = [getattr(token, "content", token) for token in tokens]
        self._special = tuple(dict.fromkeys(contents))

    @abstractmethod
    def learn(
        self, word_counts: Mapping[str, int], *, show_progress: bool = False
    ) -> dict[str, Any]:
        """Learn the model's fields, by name, from how often each word occurs."""

    @garbage_collector_off()
    def train(self, word_counts: Mapping[str, int]) -> Model:
        """Learn a model from how often each word occurs, as `count_words` counts."""
        return self.makes(**self.learn(word_counts))


def check_counts(word_counts: Any) -> None:
    """TypeError if this is not a dict from words to how often they occur."""
    if not isinstance(word_counts, Mapping):
        raise TypeError(
            f"word_counts is {format_value(word_counts)}, and should be a dict from "
            "words to how often they occur, as from count_words(texts, pre_tokenizer)"
        )


def check_words(word_counts: Any) -> None:
    """TypeError if this is not a dict of counts, ValueError if it has no words."""
    check_counts(word_counts)
    if not any(word_counts):
        raise ValueError(
            "there is nothing to learn from: the texts hold no word "
            "(a generator can be read only once)"
        )


def progress(
    items: Iterable[Any], is_on: bool, what: str, unit: str, total: int | None = None
) -> Iterable[Any]:
    """The items, with a progress bar of `tqdm`."""
    if not is_on:
        return items
    with require_extra("course"):
        from tqdm.auto import tqdm  # imported here, since the core needs only regex
    return tqdm(items, desc=what, unit=unit, total=total)  # type: ignore[no-any-return]
