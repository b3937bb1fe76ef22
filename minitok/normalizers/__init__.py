"""The first stage: make texts that mean the same look the same.

Each normalizer is written once for plain strings (`normalize_str`, the fast way) and once for text that
keeps its offsets (`normalize`); both give the same characters.
"""

from minitok.normalizers.base import WHITESPACE, Normalizer, Sequence
from minitok.normalizers.bert import BertNormalizer
from minitok.normalizers.edits import Prepend, Replace, Strip
from minitok.normalizers.precompiled import Precompiled
from minitok.normalizers.unicode import NFC, NFD, NFKC, NFKD, Lowercase, StripAccents

__all__ = ["NFC", "NFD", "NFKC", "NFKD", "WHITESPACE", "BertNormalizer", "Lowercase", "Normalizer", "Prepend"]
__all__ += ["Precompiled", "Replace", "Sequence", "Strip", "StripAccents"]
