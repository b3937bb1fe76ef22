"""The third stage: turn each word into tokens of a vocabulary."""

from minitok.models.base import Model
from minitok.models.bpe import BPE
from minitok.models.word_level import WordLevel

__all__ = ["BPE", "Model", "WordLevel"]
