"""How a model's vocabulary is learned: from word counts to a model, one record a step."""

from minitok.trainers.anew import for_model
from minitok.trainers.base import Trainer
from minitok.trainers.bpe import BpeTrainer
from minitok.trainers.counting import count_words
from minitok.trainers.unigram import UnigramTrainer
from minitok.trainers.word_level import WordLevelTrainer
from minitok.trainers.word_piece import WordPieceTrainer

__all__ = [
    "BpeTrainer",
    "Trainer",
    "UnigramTrainer",
    "WordLevelTrainer",
    "WordPieceTrainer",
    "count_words",
    "for_model",
]
