"""minitok: a small, exact tokenizer library that a learner can read from the top.

Read `naive_bpe` first, then `tokenizer`, which you use, and `pipeline`, which follows
a text through the stages: `added_tokens`, `normalizers`, `pre_tokenizers`, `models`,
`processors`, and back in `decoding`. `trainers` learn a model. You can leave `cache`,
`policy`, `advice`, `validation`, `garbage_collector` and `interop` until last.
"""

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
