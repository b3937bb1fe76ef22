"""Byte-pair encoding learns its merges: again and again the most frequent adjacent pair becomes one token.

Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword Units" (2016); ties and ids as
in the trainer of Hugging Face's `tokenizers`.
"""

from collections.abc import Iterable, Mapping

from minitok.models import BPE
from minitok.trainers.base import PairTrainer, garbage_collector_off
from minitok.trainers.pairs import PairIndex, PairQueue


class BpeTrainer(PairTrainer):
    """Word counts to a `BPE` model.

    Among pairs of equal count the one with the lowest ids is merged. Ids go to special tokens, then to the
    alphabet in code point order, then to merges. The alphabet is every character of the words and of
    `initial_alphabet`; a `vocab_size` below it keeps it and learns nothing. Training ends early, with no error,
    when no pair is left. With `end_of_word_suffix` the last character of each word carries the suffix.
    """

    def __init__(
        self,
        *,
        vocab_size: int = 30_000,
        min_frequency: int = 0,
        special_tokens: Iterable[str] = (),
        initial_alphabet: Iterable[str] = (),
        end_of_word_suffix: str | None = None,
    ) -> None:
        super().__init__(vocab_size=vocab_size, min_frequency=min_frequency, special_tokens=special_tokens)
        self.initial_alphabet = tuple(initial_alphabet)
        self.end_of_word_suffix = end_of_word_suffix

    def train(self, word_counts: Mapping[str, int]) -> BPE:
        vocab = self._initial_vocab(word_counts)
        with garbage_collector_off():
            merges = [step.pair for step in self._learn(word_counts, vocab) if step.pair]
        return BPE(vocab, merges, end_of_word_suffix=self.end_of_word_suffix)

    def _symbols(self, word: str) -> list[str]:
        """The tokens that a word starts as: `hug` → `h` `u` `g`, or with a suffix `h` `u` `g</w>`."""
        return [*word[:-1], word[-1] + self.end_of_word_suffix] if self.end_of_word_suffix and word else list(word)

    def _alphabet(self, word_counts: Mapping[str, int]) -> set[str]:
        alphabet = {*self.initial_alphabet, *"".join(word_counts)}
        if self.end_of_word_suffix:
            alphabet |= {word[-1] + self.end_of_word_suffix for word in word_counts if word}
        return alphabet

    def _pairs(self, words: Mapping[str, int]) -> tuple[PairIndex, PairQueue]:
        index = PairIndex(words)
        return index, PairQueue(index.counts)
