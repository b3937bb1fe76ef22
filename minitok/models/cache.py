"""What makes encoding fast: most words of a text have been seen before."""

from collections.abc import Callable

from minitok.models.base import Model


class WordCache(dict[str, tuple[int, ...]]):
    """Words and their ids. A word that is not here is encoded when it is looked up, and kept.

    A few words make up most of any text (Zipf's law), so nearly every look-up is a hit, which `dict` answers in C.
    """

    max_words = 2**17  # beyond which everything is forgotten: a text of ever new words must not fill the memory
    longest_word = 256  # characters, which a line drawn with dashes may have; longer ones hardly ever come back

    def __init__(self, model: Model, spell: Callable[[str], str]) -> None:
        """`spell` turns a word as it stands in a text into one that the model reads."""
        self.model = model
        self.spell = spell

    def __missing__(self, word: str) -> tuple[int, ...]:
        ids = tuple(self.model.encode_word(self.spell(word)))
        if len(word) <= self.longest_word:
            if len(self) >= self.max_words:
                self.clear()
            self[word] = ids
        return ids
