"""The third stage: turn each word into tokens of a vocabulary."""

from minitok.models.base import Model
from minitok.models.bpe import BPE
from minitok.models.unigram import Unigram
from minitok.models.word_level import WordLevel
from minitok.models.word_piece import WordPiece

__all__ = ["BPE", "Model", "Unigram", "WordLevel", "WordPiece"]
