"""WordLevel learns the most frequent words."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from minitok.models import WordLevel
from minitok.trainers.trainer import Trainer, check_counts


class WordLevelTrainer(Trainer, kw_only=True):
    """Trains a `WordLevel` model.

    It has the words that occur `min_frequency` times or more, the most frequent first.
    """

    min_frequency: int = 0
    makes = WordLevel

    def learn(
        self, word_counts: Mapping[str, int], *, show_progress: bool = False
    ) -> dict[str, Any]:
        check_counts(word_counts)
        least = max(self.min_frequency, 1)
        words = [word for word in word_counts if word_counts[word] >= least]
        words.sort(key=lambda word: (-word_counts[word], word))
        tokens = list(dict.fromkeys([*self._special, *words]))
        size = max(self.vocab_size, len(self._special))
        return {"vocab": dict(zip(tokens[:size], count()))}
