"""Views: what the algorithms yield, to be seen and stepped through in a notebook.

    MergeStepper(trainer.steps(word_counts, detail=True))     BPE learns its merges
    EncodeStepper(model.steps("hugs"))                        BPE encodes a word
    MatchStepper(model.steps("hugs"))                         WordPiece encodes a word
    ScoreStepper({"pmi": steps, "frequency": others})         two trainings that choose their merges differently
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
    Playground()                                              well-known tokenizers, and why they differ
    Grow(tok, "low lower lowest")                             a text as a vocabulary grows, merge by merge
    StreamView(StreamDecoder().steps(pieces))                 bytes that arrive become text
    DifferenceStepper(check(name, attempt).steps)             an attempt that is not right yet, to where it parts
    Utf8Explorer("aé€🍌")                                      code points, bytes and bits of a text
    Prediction("How many tokens?", 12)                        a guess first, the answer after it
    Quiz([Question("Which?", {"a": "So.", "b": "No."}, "a")])   questions with a reason for each choice

A view reads records and knows no algorithm. Each has a module of its name here; what they share is in `parts`. "Add a
view" in CONTRIBUTING.md says what a new one needs.
"""

from ..parts import needs

with needs("course"):
    from .compare import compare
    from .difference_stepper import DifferenceStepper
    from .encode_stepper import EncodeStepper
    from .grow import Grow
    from .lattice_view import LatticeView
    from .live import Live
    from .match_stepper import MatchStepper
    from .merge_stepper import MergeStepper
    from .offsets_view import OffsetsView
    from .parts.stepper import Frame, Stepper
    from .pattern_explorer import PatternExplorer
    from .playground import Playground
    from .prediction import Prediction
    from .prune_stepper import PruneStepper
    from .quiz import Question, Quiz
    from .score_stepper import ScoreStepper
    from .stages_view import StagesView
    from .stream_view import StreamView
    from .template_view import TemplateView
    from .token_strip import TokenStrip
    from .trie_view import TrieView
    from .utf8_explorer import Utf8Explorer

__all__ = ["DifferenceStepper", "EncodeStepper", "Frame", "Grow", "LatticeView", "Live", "MatchStepper", "MergeStepper"]
__all__ += ["OffsetsView", "PatternExplorer", "Playground", "Prediction", "PruneStepper", "Question", "Quiz"]
__all__ += ["ScoreStepper", "StagesView", "Stepper", "StreamView", "TemplateView", "TokenStrip", "TrieView"]
__all__ += ["Utf8Explorer", "compare"]
