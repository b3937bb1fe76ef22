"""Trainers learn the vocabulary of a model from word counts, with a record of each step."""

from minitok.trainers.bpe_trainer import BpeTrainer
from minitok.trainers.counting import count_words
from minitok.trainers.trainer import Trainer, trainer_like
from minitok.trainers.unigram_trainer import UnigramTrainer
from minitok.trainers.word_level_trainer import WordLevelTrainer
from minitok.trainers.word_piece_trainer import WordPieceTrainer

__all__ = ["BpeTrainer", "Trainer", "UnigramTrainer", "WordLevelTrainer", "WordPieceTrainer", "count_words"]
__all__ += ["trainer_like"]
