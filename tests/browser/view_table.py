"""Every view: a cell that shows it, and what can be done with it; tests here and in `tests/minitok_course` try each."""

from typing import NamedTuple


class Shown(NamedTuple):
    """A view in the last line of a `cell`, and how to try it."""

    name: str
    cell: str
    typed: str = ""
    """What to type into its first box, to get other frames."""
    steps: bool = False
    """It has frames to step through."""
    tips: bool = False
    """It has tokens that tell more when one points at them."""


SETUP = """
from functools import partial

from minitok import Tokenizer, decoders
from minitok_course import views
from minitok.added_tokens import Trie
from minitok.models import BPE
from minitok.pre_tokenizers import GPT2_PATTERN, GPT4_PATTERN, ByteLevel, Split, Whitespace
from minitok.processors import TemplateProcessing
from minitok.steps import DifferenceStep
from minitok.trainers import BpeTrainer, UnigramTrainer, WordPieceTrainer, count_words

counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}

def train(text):
    return BpeTrainer(vocab_size=30).steps(count_words([text], Whitespace()), detail=True)

def train_both(text):
    found = count_words([text], Whitespace())
    scores = ("pmi", "frequency")
    return {score: WordPieceTrainer(vocab_size=30, score=score).steps(found, detail=True) for score in scores}

def trained(pattern):
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = ByteLevel(pattern)
    tok.decoder = decoders.ByteLevel()
    tok.train_from_iterator([" ".join([word] * count) for word, count in counts.items()], BpeTrainer(vocab_size=280))
    return tok

tok = trained(GPT2_PATTERN)
whole = trained(None)
word_piece = WordPieceTrainer(vocab_size=9).train(counts)
unigram = UnigramTrainer(vocab_size=12).train(counts)
pieces = Tokenizer(unigram)
pieces.pre_tokenizer = Whitespace()

def rounds(text):
    return UnigramTrainer(vocab_size=10, shrinking_factor=0.9).steps(count_words([text], Whitespace()))

added = ["<|end|>", "<|endoftext|>", "<|user|>"]
wrapped = Tokenizer.from_dict(tok.to_dict())
wrapped.add_special_tokens(["<s>", "</s>"])
ids = [(token, wrapped.token_to_id(token)) for token in ("<s>", "</s>")]
wrapped.post_processor = TemplateProcessing("<s> $A </s>", "<s> $A </s> $B:1 </s>:1", ids)
wrapped.enable_truncation(8, stride=2)

def stream(text):
    data = text.encode("utf-8", "surrogatepass")
    return decoders.StreamDecoder().steps(data[start : start + 4] for start in range(0, len(data), 4))

def parted(text):
    *before, last = [tuple(text[:n]) for n in range(max(len(text) - 3, 0), len(text) + 1)]
    same = [DifferenceStep(f"up to {len(so_far)}", so_far, so_far, True) for so_far in before]
    return [*same, DifferenceStep(f"the whole, `{text}`", last, last[:-1], False)]

patterns = {"GPT-2": Split(GPT2_PATTERN), "GPT-4": Split(GPT4_PATTERN)}
"""

VIEWS = [
    Shown(
        "MergeStepper",
        'views.Live(views.MergeStepper, train, "hug pug pun bun hugs hug pun", label="Text to train on", lines=3)',
        typed="low lower lowest",
        steps=True,
    ),
    Shown(
        "EncodeStepper",
        'views.Live(views.EncodeStepper, tok.model.steps, "hugspun")',
        typed="punhug",
        steps=True,
    ),
    Shown(
        "MatchStepper",
        'views.Live(views.MatchStepper, word_piece.steps, "hugs")',
        typed="pugs",
        steps=True,
    ),
    Shown(
        "ScoreStepper",
        'views.Live(views.ScoreStepper, train_both, "hug pug pun bun hugs hug pun", label="Text to train on", lines=3)',
        typed="low lower lowest",
        steps=True,
    ),
    Shown(
        "LatticeView",
        'views.Live(views.LatticeView, unigram.lattice, "hugspun")',
        typed="punhugspunhug",
        steps=True,
    ),
    Shown(
        "PruneStepper",
        'views.Live(views.PruneStepper, rounds, "hugging pugging punning hugs pugs puns hugging")',
        typed="lower lowest slower slowest low slow lower",
        steps=True,
    ),
    Shown(
        "StagesView",
        'views.Live(views.StagesView, tok.stages, "hugs, café")',
        typed="a pun",
        steps=True,
    ),
    Shown(
        "OffsetsView",
        'views.Live(views.OffsetsView, tok, "hugs, café 🍌!")',
        typed="pun é",
        steps=True,
    ),
    Shown(
        "TrieView",
        'views.Live(partial(views.TrieView, tokens=added), Trie(added).steps, "a <|end|> and <|endof<|endoftext|>")',
        typed="<|endo<|end|>",
        steps=True,
    ),
    Shown(
        "TemplateView",
        'views.Live(views.TemplateView, wrapped, "hugs, hugs and puns and a pun")',
        typed="a pun",
        steps=True,
    ),
    Shown(
        "TokenStrip",
        'views.Live(views.TokenStrip, tok, "hugs, café 🍌!")',
        typed="a pun",
        tips=True,
    ),
    Shown(
        "PatternExplorer",
        """views.PatternExplorer("I'll pay 1234", patterns, own=Split)""",
        typed="She'd pay 5",
    ),
    Shown(
        "compare",
        'views.compare("hugs, café!", {"ours": tok, "in one": whole})',
        typed="pun 🍌",
        tips=True,
    ),
    Shown(
        "Playground",
        'views.Playground("hugs, café!", {"ours": tok, "in one": whole, "pieces": pieces})',
        typed="pun 🍌",
        tips=True,
    ),
    Shown(
        "StreamView",
        'views.Live(views.StreamView, stream, "café 🍌")',
        typed="a pun é",
        steps=True,
    ),
    Shown(
        "DifferenceStepper",
        'views.Live(views.DifferenceStepper, parted, "hugs")',
        typed="a pun é",
        steps=True,
    ),
    Shown(
        "Waterline",
        'views.Waterline({"hugs": "hugs, café!", "puns": "puns and hugs"}, {"ours": tok, "in one": whole})',
    ),
    Shown(
        "Skylines",
        'views.Skylines({"hugs": "hugs", "puns": "pun 🍌 and pug"}, {"ours": tok, "in one": whole})',
    ),
    Shown("Utf8Explorer", 'views.Utf8Explorer("aé€🍌")', typed="é"),
    Shown(
        "Prediction",
        'views.Prediction("How many tokens does `hugs` become?", len(tok.encode("hugs")))',
    ),
    Shown(
        "Quiz",
        """views.Quiz([
            views.Question("Is `##` a token?", {"Yes": "It marks a token.", "No": "It is a prefix."}, answer="Yes"),
            views.Question("Which byte?", {"a": "One byte.", "é": "Two bytes.", "€": "Three bytes."}, answer="a"),
        ])""",
    ),
]


NAMES = [view.name for view in VIEWS]
STEPPED = [view.name for view in VIEWS if view.steps]
