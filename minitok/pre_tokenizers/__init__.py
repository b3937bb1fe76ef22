r"""The second stage: cut a text into words, which no token will ever cross.

A pre-tokenizer says where the words are (`split`) and how the model is to read them (`spell`); `pre_tokenize`
does both and keeps the offsets. The split patterns of the GPT models live in `patterns` and are named here.
"""

from minitok.patterns import GPT2_PATTERN, GPT4_PATTERN, GPT4O_PATTERN
from minitok.pre_tokenizers.base import PreTokenizer, Sequence
from minitok.pre_tokenizers.spelling import ByteLevel, Metaspace
from minitok.pre_tokenizers.splitting import (
    Behavior,
    BertPreTokenizer,
    Digits,
    Punctuation,
    Split,
    Whitespace,
    WhitespaceSplit,
)

__all__ = ["GPT2_PATTERN", "GPT4O_PATTERN", "GPT4_PATTERN", "Behavior", "BertPreTokenizer", "ByteLevel", "Digits"]
__all__ += ["Metaspace", "PreTokenizer", "Punctuation", "Sequence", "Split", "Whitespace", "WhitespaceSplit"]
