"""The most frequent words become the vocabulary."""

from collections.abc import Mapping

from minitok.models import WordLevel
from minitok.trainers.base import Trainer


class WordLevelTrainer(Trainer):
    """Keep the most frequent words, ties in code point order, until `vocab_size` is reached."""

    def train(self, word_counts: Mapping[str, int]) -> WordLevel:
        ranked = sorted(word_counts, key=lambda word: (-word_counts[word], word))
        frequent = (word for word in ranked if word_counts[word] >= max(self.min_frequency, 1))
        words = list(dict.fromkeys([*self.special_tokens, *frequent]))
        return WordLevel({word: id for id, word in enumerate(words[: self.vocab_size])})
