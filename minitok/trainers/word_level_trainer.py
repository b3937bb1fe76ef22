"""The vocabulary is the most frequent words."""

from collections.abc import Mapping
from typing import Any

from minitok.models import WordLevel
from minitok.parts import Natural
from minitok.trainers.trainer import Trainer, checked_counts


class WordLevelTrainer(Trainer):
    """Trains a `WordLevel` model: words that occur `min_frequency` times or more, the most frequent first."""

    min_frequency: Natural = 0
    makes = WordLevel

    def learn(self, word_counts: Mapping[str, int]) -> dict[str, Any]:
        checked_counts(word_counts)
        ranked = sorted(word_counts, key=lambda word: (-word_counts[word], word))
        frequent = (word for word in ranked if word_counts[word] >= max(self.min_frequency, 1))
        words = list(dict.fromkeys([*self._special, *frequent]))
        return {"vocab": {word: id for id, word in enumerate(words[: max(self.vocab_size, len(self._special))])}}
