"""minitok: a small, exact tokenizer library that a learner can read from the top.

Start here, and follow a text through the stages:

    naive_bpe          byte-pair encoding on one page
    tokenizer          the tokenizer, which you use
    pipeline           the way from a text to its tokens
    added_tokens       cut a text before all else
    text               a text that knows where its characters came from
    normalizers        make texts that mean the same look the same
    pre_tokenizers     cut a text into words
    models             split words into tokens
    encoding           the result, and how it is truncated and padded
    processors         put special tokens around it
    decoding           the way back, from ids to text
    decoders           turn tokens into text
    trainers           learn a model from the counts of words

Then read what these rest on, or leave it until last:

    part               the base class of all parts: a dataclass that never changes
    assembly           the parts of a tokenizer, and what is computed from them
    cache              keeps the tokens of words, which makes encoding fast
    policy             says what becomes of added tokens in a text
    options            makes a policy of the options of `encode`
    patterns           split patterns and regular expressions
    steps              records of what the algorithms do, for views and tests
    validation         checks of arguments, with messages that help
    advice             what to write instead of names from other libraries
    garbage_collector  pauses Python's, which saves time
    interop, chat      files, other libraries, the hub; chats
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
