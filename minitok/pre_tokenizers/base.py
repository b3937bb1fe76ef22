"""What every pre-tokenizer can do, and how several are used one after the other."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from operator import is_

from minitok.steps import Offsets
from minitok.text import AlignedText, naming_surrogates


class PreTokenizer(ABC):
    """Text to words."""

    alphabet: tuple[str, ...] = ()
    """The characters that every model behind this pre-tokenizer should know, whatever its training text."""

    @property
    def continued(self) -> "PreTokenizer":
        """What cuts the rest of a text whose start has been cut: the same, for all but those that treat it apart."""
        return self

    @abstractmethod
    def split(self, text: str) -> list[str]:
        """The words of `text`, as they stand in it."""

    def spell(self, word: str) -> str:
        """A word in the characters that the model reads."""
        return word

    @abstractmethod
    def pre_tokenize(self, text: AlignedText) -> list[AlignedText]:
        """The words as the model reads them, each character with the span that it came from."""

    def pre_tokenize_str(self, text: str) -> list[tuple[str, Offsets]]:
        """The words as the model reads them, with their `(start, end)` in characters of `text`."""
        with naming_surrogates(text):
            words = self.pre_tokenize(AlignedText(text))
        return [(word.text, word.source_span()) for word in words]

    def pieces(self, text: str) -> Iterable[str]:
        """Cut a long text into shorter ones that have the same words, so that work on it stays in bounds."""
        return (text,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Sequence(PreTokenizer):
    """One pre-tokenizer after the other, each on the words of the one before."""

    def __init__(self, pre_tokenizers: Iterable[PreTokenizer]) -> None:
        self.pre_tokenizers = tuple(pre_tokenizers)
        self.alphabet = tuple(sorted({char for part in self.pre_tokenizers for char in part.alphabet}))
        self._needs_places = any(part.continued is not part for part in self.pre_tokenizers[1:])

    @property
    def continued(self) -> PreTokenizer:
        continued = [part.continued for part in self.pre_tokenizers]
        return self if all(map(is_, continued, self.pre_tokenizers)) else Sequence(continued)

    def split(self, text: str) -> list[str]:
        if self._needs_places:  # only text that is aligned knows whether a word stands at the start
            *before, last = self.pre_tokenizers
            longer_words = Sequence(before).pre_tokenize(AlignedText(text))
            parts = ((last.continued if word.source_span()[0] else last, word.text) for word in longer_words)
            return [word for part, longer in parts for word in part.split(longer)]
        words = [text] if text else []
        for part, following in zip(self.pre_tokenizers, [*self.pre_tokenizers[1:], None]):
            words = [word for longer in words for word in part.split(longer)]
            if following is not None:
                words = [part.spell(word) for word in words]
        return words

    def spell(self, word: str) -> str:
        return self.pre_tokenizers[-1].spell(word) if self.pre_tokenizers else word

    def pre_tokenize(self, text: AlignedText) -> list[AlignedText]:
        words = [text] if text.text else []
        for part in self.pre_tokenizers:
            words = [word for longer in words for word in part.pre_tokenize(longer)]
        return words

    def pieces(self, text: str) -> Iterable[str]:
        return self.pre_tokenizers[0].pieces(text) if self.pre_tokenizers else (text,)

    def __repr__(self) -> str:
        return f"Sequence({list(self.pre_tokenizers)})"
