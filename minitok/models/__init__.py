"""The third stage: split each word into tokens."""

from minitok.models.bpe import BPE
from minitok.models.model import Model
from minitok.models.unigram import Unigram
from minitok.models.word_level import WordLevel
from minitok.models.word_piece import WordPiece

__all__ = ["BPE", "Model", "Unigram", "WordLevel", "WordPiece"]
