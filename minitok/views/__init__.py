"""Views: what the algorithms yield, to be seen and stepped through in a notebook.

    MergeStepper(trainer.steps(word_counts, detail=True))     BPE learns its merges
    EncodeStepper(model.steps("hugs"))                        BPE encodes a word
    MatchStepper(model.steps("hugs"))                         WordPiece encodes a word
    ScoreStepper({"likelihood": steps, "frequency": others})  two trainings that choose their merges differently
    LatticeView(model.lattice("hugs"))                        Unigram finds the best way to cut a word
    PruneStepper(trainer.steps(word_counts))                  Unigram throws pieces away, round by round
    StagesView(tok.stages("Hello!"))                          what each stage of the pipeline made of a text
    OffsetsView(tok("Hello!"), text="Hello!")                 which characters and bytes each token covers
    TrieView(Trie(tokens).steps(text), text=text, tokens=tokens)    added tokens are cut from a text
    TemplateView(tok("Hello!"))                               what a model is fed: template, padding, masks
    TokenStrip(tok("Hello!"), text="Hello!")                  the tokens of a text
    Live(TokenStrip, tok, "Hello!")                           any of them, on what the learner types
    PatternExplorer("I'll pay", {"GPT-2": Split(GPT2_PATTERN)}, own=Split)    where patterns cut a text
    compare("Hello!", {"ours": tok, "GPT-2": gpt2})           the tokens of several tokenizers, of any library
    StreamView(StreamDecoder().steps(pieces))                 bytes that arrive become text
    Utf8Explorer("aé€🍌")                                      code points, bytes and bits of a text
    Prediction("How many tokens?", 12)                        a guess first, the answer after it

A view reads records and knows no algorithm. To add one: a module here with a subclass of `Stepper` that draws
each record as a `Frame` out of the parts in `html.py`, its name below, and its own classes in `style.css`.
"""

from .compare import compare
from .encode import EncodeStepper
from .lattice import LatticeView
from .live import Live
from .matching import MatchStepper
from .merges import MergeStepper
from .offsets import OffsetsView
from .patterns import PatternExplorer
from .prediction import Prediction
from .pruning import PruneStepper
from .scores import ScoreStepper
from .stages import StagesView
from .stepper import Frame, Stepper
from .stream import StreamView
from .template import TemplateView
from .tokens import TokenStrip
from .trie import TrieView
from .utf8 import Utf8Explorer

__all__ = ["EncodeStepper", "Frame", "LatticeView", "Live", "MatchStepper", "MergeStepper", "PatternExplorer"]
__all__ += ["Prediction", "PruneStepper", "ScoreStepper", "Stepper", "StreamView", "TokenStrip", "Utf8Explorer"]
__all__ += ["OffsetsView", "StagesView", "TemplateView", "TrieView", "compare"]
