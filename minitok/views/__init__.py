"""Views: what the algorithms yield, to be seen and stepped through in a notebook.

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
