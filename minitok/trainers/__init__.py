"""How a model's vocabulary is learned: from word counts to a model, one record a step."""

from minitok.trainers.base import Trainer
from minitok.trainers.bpe import BpeTrainer
from minitok.trainers.counting import count_words
from minitok.trainers.word_level import WordLevelTrainer

__all__ = ["BpeTrainer", "Trainer", "WordLevelTrainer", "count_words"]
