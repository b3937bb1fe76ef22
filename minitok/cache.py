"""What makes encoding fast: words occur again and again, so their tokens are kept.

By Zipf's law, nearly every look-up finds its word. A word's tokens depend on the word
alone. With dropout, no word is kept.
"""

from abc import ABC, abstractmethod
from itertools import chain
from typing import NamedTuple, TypeVar

from minitok.models import Model
from minitok.pre_tokenizers import PreTokenizer
from minitok.steps import Offsets
from minitok.text import AlignedText

# A cache is cleared at this size, so that new words cannot fill the memory.
MAX_WORDS = 2**17
# Longer words, in characters, hardly ever occur again. They are not kept.
MAX_WORD_LENGTH = 256


Entry = TypeVar("Entry")


class WordTokens(NamedTuple):
    """The tokens of a word, which `PreTokenizer.finish` may cut into several."""

    ids: list[int]
    values: list[str]
    offsets: list[Offsets]  # in characters of the word
    lengths: list[int]  # how many tokens each of these words has


class WordCache(dict[str, Entry], ABC):
    """Words and their tokens, without the ids in `hidden`.

    A subclass says what an entry holds, and computes it.
    """

    def __init__(
        self, model: Model, pre_tokenizer: PreTokenizer, hidden: frozenset[int]
    ) -> None:
        self.model = model.without(hidden)
        self.pre_tokenizer = pre_tokenizer
        self._keeps_words = not model.is_random

    def __missing__(self, word: str) -> Entry:
        entry = self.encode(word)
        if self._keeps_words and len(word) <= MAX_WORD_LENGTH:
            if len(self) >= MAX_WORDS:
                self.clear()
            self[word] = entry
        return entry

    @abstractmethod
    def encode(self, word: str) -> Entry:
        """Compute the entry of a word."""


class IdsOfWords(WordCache[tuple[int, ...]]):
    """Words and their ids, which are all that `encode` needs."""

    def encode(self, word: str) -> tuple[int, ...]:
        words = self.pre_tokenizer.spell(word)
        if len(words) == 1:  # nearly always
            return tuple(self.model.ids(words[0]))
        return tuple(chain.from_iterable(map(self.model.ids, words)))


class TokensOfWords(WordCache[WordTokens]):
    """Words and their `WordTokens`, which `tok(text)` needs."""

    def encode(self, word: str) -> WordTokens:
        ids: list[int] = []
        values: list[str] = []
        offsets: list[Offsets] = []
        lengths: list[int] = []
        for part in self.pre_tokenizer.finish(AlignedText.with_spans(word)):
            tokens = self.model.segment(part.text)
            ids += tokens.ids
            values += tokens.values
            for start, end in tokens.offsets:
                offsets.append(part.source_span(start, end))
            lengths.append(len(tokens.ids))
        return WordTokens(ids, values, offsets, lengths)
