"""A right function, played in the view of its lesson: the learner's function chooses, the view shows each step.

The package's own programs yield such records. These ask the function at each step, so what is seen is what it does.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice, pairwise
from typing import Any

from minitok.steps import Arc, Lattice, MatchStep, MergeStep, Pair, PairStep, StreamStep
from minitok_course.corpora import load
from minitok_course.exercises.exercise import EXERCISES, Program

MOST = 20  # merges
TEXT = "So, what's in  a word? "
WORD, MERGES = "lowest", [("e", "s"), ("es", "t"), ("l", "o"), ("lo", "w")]
MARKED = ("unhugging", {"un", "##hu", "##hug", "##g", "##ging", "##ing", "##s"})
SCORES = {
    "h": -2.6,
    "u": -1.8,
    "g": -2.4,
    "s": -3.1,
    "hu": -2.6,
    "ug": -2.4,
    "hug": -2.7,
    "gs": -4.2,
}
CHUNKS = (b"na\xc3", b"\xafve ", b"\xe2", b"\x82", b"\xac5")

# What draws a view in a page, by what only its state has.
FRONT_ENDS = {
    "trace": "stepper",
    "questions": "quiz",
    "guesses": "prediction",
    "compared": "ruler",
    "texts": "waterline",
}


def front_end(state: Mapping[str, Any]) -> str:
    """The front end that draws a view with this state."""
    return next(front for trait, front in FRONT_ENDS.items() if trait in state)


def play(name: str, attempt: Program) -> Any:
    """The view that plays the function of an exercise: `play("bpe.merge_pair", merge_pair)`. None if it has none.

    Three exercises build one training: the first shows what is counted, the second one merge, the third all of it.
    """
    from minitok_course.views import (
        EncodeStepper,
        LatticeView,
        MatchStepper,
        MergeStepper,
        StreamView,
    )
    from minitok_course.views.common.readings import Reading, read
    from minitok_course.views.compare import Comparison

    match name:
        case "words.split_punctuation" | "bytes.split":
            return Comparison([Reading("yours", read(attempt, TEXT))], text=TEXT)
        case "bpe.count_pairs":
            return MergeStepper(islice(training(count=attempt), 1))
        case "bpe.merge_pair":
            return MergeStepper(islice(training(join=attempt), 2))
        case "bpe.learn_merges":
            return MergeStepper(training(learn=attempt))
        case "bpe.encode_word":
            return EncodeStepper(encoding(attempt))
        case "bytes.encode":
            return EncodeStepper(
                encoding(lambda word, merges: by_bytes(attempt, word, merges))
            )
        case "bytes.decode_stream":
            return StreamView(streaming(attempt))
        case "wordpiece.longest_match":
            return MatchStepper(looking_up(*MARKED, attempt))
        case "unigram.viterbi":
            return LatticeView(lattice("hugs", SCORES, attempt))
    return None


def training(
    *, count: Any = None, join: Any = None, learn: Program | None = None
) -> Iterator[PairStep]:
    """BPE learns from five words. What is not passed is the solution's."""
    count, join = (
        count or EXERCISES["bpe.count_pairs"],
        join or EXERCISES["bpe.merge_pair"],
    )
    word_counts = Counter(load("hug").split())
    words = {tuple(word): number for word, number in word_counts.most_common()}
    ids = {letter: id for id, letter in enumerate(sorted({*"".join(word_counts)}))}
    learned: Sequence[Pair] = learn(dict(words), MOST) if learn else ()
    pair, times = None, 0
    for index in range(MOST + 1):
        token = "".join(pair) if pair else None
        counts = count(words)
        ranked = sorted(
            counts,
            key=lambda pair: (
                pair not in learned[index:][:1],
                -counts[pair],
                *map(ids.get, pair),
            ),
        )
        candidates = tuple((pair, counts[pair], counts[pair]) for pair in ranked)
        yield PairStep(
            index,
            pair,
            token,
            ids.get(token or ""),
            times,
            times,
            candidates,
            tuple(words.items()),
        )
        if not ranked:
            return
        pair, times = ranked[0], counts[ranked[0]]
        ids.setdefault("".join(pair), len(ids))
        words = {
            tuple(join(symbols, pair)): number for symbols, number in words.items()
        }


def encoding(encode: Program) -> Iterator[MergeStep]:
    """A word is encoded with no merge, with the first, with the first two, …; each that changes it is a step."""
    ranks = {pair: rank for rank, pair in enumerate(MERGES)}
    before: tuple[str, ...] = ()
    for known in range(len(MERGES) + 1):
        symbols = tuple(encode(WORD, MERGES[:known]))
        if symbols != before:
            pair, rank = (MERGES[known - 1], known - 1) if before else (None, None)
            yield MergeStep(
                symbols, pair, rank, tuple(map(ranks.get, pairwise(symbols)))
            )
            before = symbols


def by_bytes(encode: Program, word: str, merges: Sequence[Pair]) -> list[str]:
    ranks = {
        (left.encode(), right.encode()): rank
        for rank, (left, right) in enumerate(merges)
    }
    return [token.decode() for token in encode(word.encode(), ranks)]


def streaming(decode: Program) -> Iterator[StreamStep]:
    """Bytes arrive, and each text goes with the bytes after which it came. The rest waits."""
    texts: list[str] = []

    def arriving() -> Iterator[bytes]:
        for chunk in CHUNKS:
            texts.append("")
            yield chunk
        texts.append("")

    for text in decode(arriving()):
        texts[-1] += text
    waiting = b""
    for chunk, text in zip([*CHUNKS, b""], texts):
        waiting = (waiting + chunk)[len(text.encode()) :]
        yield StreamStep(chunk, text, waiting)


def looking_up(
    word: str, vocab: set[str], longest_match: Program
) -> Iterator[MatchStep]:
    """For each token that the function chose, the look-ups on the way to it, from the longest that could be."""
    start = 0
    for token in longest_match(word, set(vocab)):
        end = start + len(token.removeprefix("##"))
        for until in range(len(word), end - 1, -1):
            yield MatchStep(
                start, until, "##" * bool(start) + word[start:until], until == end
            )
        start = end


def lattice(word: str, scores: Mapping[str, float], viterbi: Program) -> Lattice:
    """All pieces of a word, and the best segmentation up to each place: the function's, for the word up to there."""
    places = range(len(word) + 1)
    named = [
        (start, end, word[start:end])
        for start in places
        for end in places
        if start < end
    ]
    arcs = tuple(Arc(*arc, scores[arc[2]]) for arc in named if arc[2] in scores)
    ways = [viterbi(word[:end], dict(scores)) for end in range(1, len(word) + 1)]
    last = tuple(
        Arc(end - len(way[-1]), end, way[-1], scores[way[-1]])
        for end, way in enumerate(ways, 1)
    )
    ends = [*accumulate(map(len, ways[-1]))]
    best = tuple(
        Arc(end - len(piece), end, piece, scores[piece])
        for piece, end in zip(ways[-1], ends)
    )
    return Lattice(word, arcs, best, last)
