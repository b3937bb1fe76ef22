"""Views: widgets that show what the algorithms yield, step by step.

A view reads records and knows no algorithm. Each has a module named after it here; what they share is in `common`. "Add
a view" in CONTRIBUTING.md says what a new one needs.
"""

from minitok.validation import require_extra

with require_extra("course"):
    from minitok_course.views.common.stepper import Frame, Stepper
    from minitok_course.views.compare import compare
    from minitok_course.views.difference_stepper import DifferenceStepper
    from minitok_course.views.encode_stepper import EncodeStepper
    from minitok_course.views.lattice_view import LatticeView
    from minitok_course.views.live import Live
    from minitok_course.views.match_stepper import MatchStepper
    from minitok_course.views.merge_stepper import MergeStepper
    from minitok_course.views.offsets_view import OffsetsView
    from minitok_course.views.pattern_explorer import PatternExplorer
    from minitok_course.views.playground import Playground
    from minitok_course.views.prediction import Prediction
    from minitok_course.views.prune_stepper import PruneStepper
    from minitok_course.views.quiz import Question, Quiz
    from minitok_course.views.score_stepper import ScoreStepper
    from minitok_course.views.stages_view import StagesView
    from minitok_course.views.stream_view import StreamView
    from minitok_course.views.template_view import TemplateView
    from minitok_course.views.token_strip import TokenStrip
    from minitok_course.views.trie_view import TrieView
    from minitok_course.views.utf8_explorer import Utf8Explorer
    from minitok_course.views.waterline import Skylines, Waterline

__all__ = [
    "DifferenceStepper",
    "EncodeStepper",
    "Frame",
    "LatticeView",
    "Live",
    "MatchStepper",
    "MergeStepper",
]
__all__ += [
    "OffsetsView",
    "PatternExplorer",
    "Playground",
    "Prediction",
    "PruneStepper",
    "Question",
    "Quiz",
]
__all__ += [
    "ScoreStepper",
    "StagesView",
    "Stepper",
    "StreamView",
    "TemplateView",
    "TokenStrip",
    "TrieView",
]
__all__ += ["Skylines", "Utf8Explorer", "Waterline", "compare"]
