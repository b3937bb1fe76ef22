"""minitok: a small, exact tokenizer library that a learner can read from the top."""

from minitok import decoders, models, normalizers, pre_tokenizers, processors, trainers
from minitok.added_tokens import AddedToken
from minitok.encoding import Encoding
from minitok.patterns import Regex
from minitok.tokenizer import Tokenizer

__version__ = "0.1.0"
__all__ = [
    "AddedToken",
    "Encoding",
    "Regex",
    "Tokenizer",
    "decoders",
    "models",
    "normalizers",
]
__all__ += ["pre_tokenizers", "processors", "trainers"]
