"""Makes encoding fast: a cache for words, which occur again and again, and a pause for the garbage collector."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from operator import add
from typing import Any, NamedTuple

from minitok.models import Model
from minitok.models.model import Segmentation
from minitok.pre_tokenizers import PreTokenizer
from minitok.steps import Offsets
from minitok.text import AlignedText

MAX_WORDS = 2**17  # at which the cache is cleared: a text of ever new words must not fill the memory
MAX_LENGTH = 256  # in characters: longer words hardly ever occur again, and are not cached


class WordTokens(NamedTuple):
    """The tokens of a word: `offsets` are in characters of the word, `parts` are the parts that the tokens are in."""

    ids: tuple[int, ...]
    values: tuple[str, ...]
    offsets: tuple[Offsets, ...]
    parts: tuple[int, ...]
    part_count: int  # more than 1 only if `PreTokenizer.finish` splits the word further


class WordCache(dict[str, Any]):
    """Words and their `WordTokens`, or only ids without `spans`. By Zipf's law, nearly every look-up is a hit."""

    def __init__(
        self, model: Model, pre_tokenizer: PreTokenizer | None, hidden: frozenset[int] = frozenset(), *, spans: bool
    ) -> None:
        self.parts = model, pre_tokenizer, hidden
        self.pre_tokenizer = pre_tokenizer
        self.model = model.without(hidden)
        self._forbidden = hidden - {model.unknown_id}
        self.encode: Callable[[AlignedText], Any] = self._word_tokens if spans else self._ids
        self._as_text = partial(AlignedText.with_spans, start=1) if spans else AlignedText  # 1: not the text's start
        self._is_plain = not spans and (pre_tokenizer is None or type(pre_tokenizer).finish is PreTokenizer.finish)

    def __missing__(self, word: str) -> Any:
        found = tuple(self._segment(word).ids) if self._is_plain else self.encode(self._as_text(word))
        if len(word) <= MAX_LENGTH and not self.model.is_random:
            if len(self) >= MAX_WORDS:
                self.clear()
            self[word] = found
        return found

    def _segment(self, word: str) -> Segmentation:
        found = self.model.segment(word)
        if self._forbidden:
            found = found._replace(ids=tuple(found.ids))
            if not self._forbidden.isdisjoint(found.ids):
                raise ValueError(
                    f"{word!r} gives a token that as_text should keep out: {type(self.model).__name__} segments words "
                    "without regard to Model.without, so it can't encode this text as_text"
                )
        return found

    def _finished(self, word: AlignedText) -> list[AlignedText]:
        return [word] if self.pre_tokenizer is None else self.pre_tokenizer.finish(word)

    def _ids(self, word: AlignedText) -> tuple[int, ...]:
        parts = self._finished(word)
        if len(parts) == 1:
            return tuple(self._segment(parts[0].text).ids)
        return tuple([id for part in parts for id in self._segment(part.text).ids])

    def _word_tokens(self, word: AlignedText) -> WordTokens:
        origin = word.source_span()[0]
        tokens = None
        for n, part in enumerate(self._finished(word)):
            ids, values, spans = self._segment(part.text)
            new = WordTokens(tuple(ids), tuple(values), tuple(part.source_spans(spans, origin)), (n,) * len(ids), 1)
            tokens = new if tokens is None else WordTokens(*map(add, tokens, new))
        return tokens or WordTokens((), (), (), (), 0)


@contextmanager
def garbage_collector_off() -> Iterator[None]:
    """Pause the garbage collector. Its search for cycles, where none are made, would take a fifth of the time."""
    was_on = gc.isenabled()
    if was_on:
        gc.disable()
    try:
        yield
    finally:
        if was_on:  # otherwise the thread that turned it off turns it on again
            gc.enable()
