"""Makes encoding fast, and its memory flat.

A cache for words, which occur again and again; a pause for the garbage collector; places to cut a text of any length;
and, for work that takes long all the same, a progress bar.
"""

import gc
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import chain
from operator import add
from typing import Any, NamedTuple, TypeVar

from minitok import normalizers, pre_tokenizers
from minitok.mistakes import checked_text, needs
from minitok.models import Model
from minitok.models.model import Segmentation
from minitok.normalizers import Normalizer
from minitok.patterns import CUTS
from minitok.pre_tokenizers import PreTokenizer
from minitok.steps import Offsets
from minitok.text import CHUNK, AlignedText, _chunks

MAX_WORDS = 2**17  # at which the cache is cleared: a text of ever new words must not fill the memory
BATCH_SIZE = 250_000  # roughly how many characters another process gets at a time
MAX_LENGTH = 256  # in characters: longer words hardly ever occur again, and are not cached


class WordTokens(NamedTuple):
    """The tokens of a word: `offsets` are in characters of the word, `parts` are the parts that the tokens are in."""

    ids: tuple[int, ...]
    values: tuple[str, ...]
    offsets: tuple[Offsets, ...]
    parts: tuple[int, ...]
    part_count: int  # more than 1 only if `PreTokenizer.finish` splits the word further


def _alone(word: Any) -> list[Any]:
    return [word]


class WordCache(dict[str, Any]):
    """Words and their `WordTokens`, or only ids without `spans`. By Zipf's law, nearly every look-up is a hit."""

    def __init__(
        self, model: Model, pre_tokenizer: PreTokenizer | None, hidden: frozenset[int] = frozenset(), *, spans: bool
    ) -> None:
        self.parts = model, pre_tokenizer, hidden
        self.model = model.without(hidden)
        self._finish = pre_tokenizer.finish if pre_tokenizer else _alone
        self._spell = pre_tokenizer._spell if pre_tokenizer else _alone
        self._forbidden = hidden - {model.unknown_id}
        self._segment = self._checked if self._forbidden else self.model.segment
        self._ids_of = (lambda word: self._checked(word).ids) if self._forbidden else self.model._segment_ids
        self._spans, self._keeps = spans, not self.model.is_random

    def __missing__(self, word: str) -> Any:
        # A word in the cache is not the start of a text, hence `start=1`.
        found = self.encode(AlignedText.with_spans(word, start=1)) if self._spans else self._ids(self._spell(word))
        if self._keeps and len(word) <= MAX_LENGTH:
            if len(self) >= MAX_WORDS:
                self.clear()
            self[word] = found
        return found

    def encode(self, word: AlignedText) -> Any:
        """The tokens of a word, which may be at the start of a text."""
        parts = self._finish(word)
        if self._spans:
            return self._word_tokens(parts, word.source_span()[0])
        return self._ids([part.text for part in parts])

    def _checked(self, word: str) -> Segmentation:
        found = self.model.segment(word)
        found = found._replace(ids=tuple(found.ids))
        if not self._forbidden.isdisjoint(found.ids):
            raise ValueError(
                f"{word!r} gives a token that as_text should keep out: {type(self.model).__name__} segments words "
                "without regard to Model.without, so it can't encode this text as_text"
            )
        return found

    def _ids(self, parts: list[str]) -> tuple[int, ...]:
        if len(parts) == 1:  # nearly always
            return tuple(self._ids_of(parts[0]))
        return tuple(chain.from_iterable(map(self._ids_of, parts)))

    def _word_tokens(self, parts: Iterable[AlignedText], origin: int) -> WordTokens:
        tokens = None
        for n, part in enumerate(parts):
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


# Texts of any length

CUTS_AT_SPACES = re.compile(r"(?<=[^\W_])(?= )")
DROP_SPACES = pre_tokenizers.WhitespaceSplit, pre_tokenizers.Whitespace, pre_tokenizers.BertPreTokenizer
LOCAL = normalizers.UnicodeNormalizer, normalizers.Lowercase  # a letter stays next to the space behind it


def safe_cuts(normalizer: Normalizer | None, pre_tokenizer: PreTokenizer | None) -> "re.Pattern[str] | None":
    """Places where a text can be cut so that the parts, split one by one, have its words; None if none is known."""
    while isinstance(pre_tokenizer, pre_tokenizers.Sequence):
        starts = any(part.minds_start for part in pre_tokenizer._others)  # which then sees words, and no spaces
        pre_tokenizer = None if starts else pre_tokenizer._first
    spaces = normalizer is not None or getattr(pre_tokenizer, "add_prefix_space", False)
    if isinstance(pre_tokenizer, pre_tokenizers.ByteLevel):
        pre_tokenizer = pre_tokenizer._split
    drops_spaces = isinstance(pre_tokenizer, DROP_SPACES)
    steps = getattr(normalizer, "normalizers", (normalizer,))
    local = (*LOCAL, normalizers.BertNormalizer) if drops_spaces else LOCAL
    if not all(isinstance(step, (*local, type(None))) for step in steps):
        return None
    if isinstance(pre_tokenizer, pre_tokenizers.Metaspace) and pre_tokenizer.split:
        return CUTS_AT_SPACES
    if drops_spaces or (isinstance(pre_tokenizer, pre_tokenizers.Split) and pre_tokenizer._covers):
        return CUTS_AT_SPACES if spaces else CUTS
    return None


def pieces(chunks: Iterable[str], cuts: "re.Pattern[str] | None") -> Iterator[str]:
    """Join chunks of a text, and cut it again where `cuts` matches, into pieces that are neither short nor long."""
    waiting, enough = "", 2 * CHUNK
    for chunk in chunks:
        waiting += checked_text(chunk)
        if cuts is not None and len(waiting) > enough:
            *ready, waiting = _chunks(waiting, cuts)
            yield from ready
            enough = 2 * max(CHUNK, len(waiting))  # so that a text without such places is not searched again and again
    yield waiting


def batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """Lists of texts with about `BATCH_SIZE` characters each; a longer text is not cut."""
    rest = map(checked_text, texts)
    for first in rest:
        batch, size = [first], len(first)
        while size < BATCH_SIZE and (text := next(rest, None)) is not None:
            batch.append(text)
            size += len(text)
        yield batch


# Progress

Item = TypeVar("Item")
_is_shown = ContextVar("_is_shown", default=False)


@contextmanager
def showing_progress(is_shown: bool) -> Iterator[None]:
    """Let `progress` show its bars, if `is_shown`, until the block ends."""
    before = _is_shown.set(is_shown)
    try:
        yield
    finally:
        _is_shown.reset(before)


def progress(
    items: Iterable[Item], what: str, unit: str, total: int | None, size: Callable[[Item], int] = lambda item: 1
) -> Iterable[Item]:
    """The items, with a bar that says how far the work has come, in `unit`s, of which each item counts `size`."""
    if not _is_shown.get():
        return items
    with needs("course"):
        from tqdm.auto import tqdm  # imported here, since the core needs only regex
    bar = tqdm(desc=what, unit=unit, unit_scale=True, total=total)

    def counted() -> Iterator[Item]:
        with bar:
            for item in items:
                yield item
                bar.update(size(item))

    return counted()
