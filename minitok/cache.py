"""What makes encoding fast: words occur again and again, so their tokens are kept.

By Zipf's law, nearly every look-up finds its word. A word's tokens depend on the word
alone, unless the pre-tokenizer treats the start of a text in a special way. A word at
the start is then encoded every time. With dropout, no word is kept.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple, TypeVar

from minitok.models import Model
from minitok.pre_tokenizers import PreTokenizer
from minitok.steps import Offsets
from minitok.text import AlignedText, Words

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
    word_numbers: list[int]  # which of these words each token is in
    word_count: int  # how many words there are: nearly always 1


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

    def of(self, words: Words) -> Iterable[Entry]:
        """The entry of each word of a text, computed when it is asked for."""
        if not self.pre_tokenizer.minds_start:
            return map(self.__getitem__, words.words)
        first, others = words.split_start()
        at_start = map(self.encode, map(AlignedText.with_spans, first))
        return chain(at_start, map(self.__getitem__, others))

    def __missing__(self, word: str) -> Entry:
        entry = self.encode_inside(word)
        if self._keeps_words and len(word) <= MAX_WORD_LENGTH:
            if len(self) >= MAX_WORDS:
                self.clear()
            self[word] = entry
        return entry

    @abstractmethod
    def encode_inside(self, word: str) -> Entry:
        """The entry of a word that is not at the start of a text."""

    @abstractmethod
    def encode(self, word: AlignedText) -> Entry:
        """The entry of a word, which may be at the start of a text."""


class IdsOfWords(WordCache[tuple[int, ...]]):
    """Words and their ids, which are all that `encode` needs."""

    def encode_inside(self, word: str) -> tuple[int, ...]:
        words = self.pre_tokenizer.spell(word)
        if len(words) == 1:  # nearly always
            return tuple(self.model.ids(words[0]))
        return tuple(chain.from_iterable(map(self.model.ids, words)))

    def encode(self, word: AlignedText) -> tuple[int, ...]:
        ids: list[int] = []
        for part in self.pre_tokenizer.finish(word):
            ids += self.model.ids(part.text)
        return tuple(ids)


class TokensOfWords(WordCache[WordTokens]):
    """Words and their `WordTokens`, which `tok(text)` needs."""

    def encode_inside(self, word: str) -> WordTokens:
        # Any start but 0: this word is not at the start of a text.
        return self.encode(AlignedText.with_spans(word, start=1))

    def encode(self, word: AlignedText) -> WordTokens:
        ids: list[int] = []
        values: list[str] = []
        offsets: list[Offsets] = []
        word_numbers: list[int] = []
        origin, _ = word.source_span()
        words = self.pre_tokenizer.finish(word)
        for number, part in enumerate(words):
            tokens = self.model.segment(part.text)
            ids += tokens.ids
            values += tokens.values
            offsets += part.source_spans(tokens.offsets, origin)
            word_numbers += [number] * len(tokens.ids)
        return WordTokens(ids, values, offsets, word_numbers, len(words))
