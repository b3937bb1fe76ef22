"""What makes encoding fast: words occur again and again, so their tokens are kept.

By Zipf's law, nearly every look-up finds its word. A word's tokens depend on the word alone, but for a word at the
start of a text if the pre-tokenizer minds that: such a word is worked out each time. With dropout nothing is kept.
"""

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any, NamedTuple

from minitok.models import Model
from minitok.pre_tokenizers import PreTokenizer
from minitok.steps import Offsets
from minitok.text import AlignedText, Words

MAX_WORDS = (
    2**17
)  # at which a cache is cleared: a text of ever new words must not fill the memory
MAX_LENGTH = (
    256  # in characters: longer words hardly ever occur again, and are not kept
)


class WordTokens(NamedTuple):
    """The tokens of a word: `offsets` are in characters of the word, `parts` are the parts that the tokens are in."""

    ids: tuple[int, ...]
    values: tuple[str, ...]
    offsets: tuple[Offsets, ...]
    parts: tuple[int, ...]
    part_count: int  # more than 1 only if `PreTokenizer.finish` cuts the word further


class IdsOfWords(dict[str, Any]):
    """Words and their ids, without those in `hidden`: all that `encode` needs."""

    def __init__(
        self, model: Model, pre_tokenizer: PreTokenizer | None, hidden: frozenset[int]
    ) -> None:
        self.model = model.without(hidden) if hidden else model
        self.pre_tokenizer = pre_tokenizer

    def of(self, words: Words) -> Iterable[Any]:
        """What the model makes of each word of a text, worked out as it is asked for."""
        if self.pre_tokenizer is None or not self.pre_tokenizer.minds_start:
            return map(self.__getitem__, words.words)
        first, others = words.split_start()
        return chain(
            (self.made_of(AlignedText.with_spans(word)) for word in first),
            map(self.__getitem__, others),
        )

    def kept(self, word: str, found: Any) -> Any:
        """What is found, which is kept if the word may occur again."""
        if len(word) <= MAX_LENGTH and not self.model.is_random:
            if len(self) >= MAX_WORDS:
                self.clear()
            self[word] = found
        return found

    def __missing__(self, word: str) -> Any:
        parts = [word] if self.pre_tokenizer is None else self.pre_tokenizer.spell(word)
        if len(parts) == 1:  # nearly always
            return self.kept(word, tuple(self.model.ids(parts[0])))
        return self.kept(word, tuple(chain.from_iterable(map(self.model.ids, parts))))

    def made_of(self, word: AlignedText) -> Any:
        """What the model makes of a word, which may be at the start of the text."""
        parts = (
            [word] if self.pre_tokenizer is None else self.pre_tokenizer.finish(word)
        )
        return tuple(id for part in parts for id in self.model.ids(part.text))


class TokensOfWords(IdsOfWords):
    """Words and their `WordTokens`, which a call needs."""

    def __missing__(self, word: str) -> WordTokens:
        # `start=1`: a word that is kept is read as one that is not at the start of the text.
        return self.kept(word, self.made_of(AlignedText.with_spans(word, start=1)))  # type: ignore[no-any-return]

    def made_of(self, word: AlignedText) -> WordTokens:
        origin = word.source_span()[0]
        parts = (
            [word] if self.pre_tokenizer is None else self.pre_tokenizer.finish(word)
        )
        ids: list[int] = []
        values: list[str] = []
        offsets: list[Offsets] = []
        numbers: list[int] = []
        for number, part in enumerate(parts):
            found = self.model.segment(part.text)
            ids += found.ids
            values += found.values
            offsets += part.source_spans(found.offsets, origin)
            numbers += [number] * len(found.ids)
        return WordTokens(
            tuple(ids), tuple(values), tuple(offsets), tuple(numbers), len(parts)
        )


@contextmanager
def garbage_collector_off() -> Iterator[None]:
    """Pause the garbage collector. Its search for cycles, where none are made, would take a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:  # otherwise the thread that turned it off turns it on again
            gc.enable()
