"""A function that is right plays its lesson's view: the same steps as the package's own programs yield."""

from collections import Counter

import pytest

from minitok.decoders import StreamDecoder
from minitok.models import BPE, Unigram, WordPiece
from minitok.trainers import BpeTrainer
from minitok_course import corpora, solution
from minitok_course.playing import CHUNKS, MARKED, MERGES, SCORES, WORD, play
from minitok_course.views import (
    EncodeStepper,
    LatticeView,
    MatchStepper,
    MergeStepper,
    StreamView,
)

TRAINED = [
    *BpeTrainer(vocab_size=100).steps(Counter(corpora.load("hug").split()), detail=True)
]
LETTERS = sorted({*WORD, *("".join(pair) for pair in MERGES)})
BY_MERGES = BPE({token: id for id, token in enumerate(LETTERS)}, MERGES)
BY_MATCH = WordPiece(
    {token: id for id, token in enumerate(["[UNK]", *sorted(MARKED[1])])}
)
BY_SCORES = Unigram([("<unk>", -9.0), *SCORES.items()], unk_id=0)

PLAYED = {
    "bpe.count_pairs": MergeStepper(TRAINED[:1]),
    "bpe.merge_pair": MergeStepper(TRAINED[:2]),
    "bpe.learn_merges": MergeStepper(TRAINED),
    **dict.fromkeys(
        ("bpe.encode_word", "bytes.encode"), EncodeStepper(BY_MERGES.steps(WORD))
    ),
    "bytes.decode_stream": StreamView(StreamDecoder().steps(CHUNKS)),
    "wordpiece.longest_match": MatchStepper(BY_MATCH.steps(MARKED[0])),
    "unigram.viterbi": LatticeView(BY_SCORES.lattice("hugs")._replace(shares=())),
}


@pytest.mark.parametrize("name", PLAYED)
def test_a_right_function_plays_the_steps_of_the_package(name):
    assert play(name, solution(name).value).trace == PLAYED[name].trace


def test_what_is_seen_is_what_the_function_does():
    backwards = play(
        "bpe.encode_word",
        lambda word, merges: [*word] if len(merges) < 4 else ["lo", "west"],
    )
    assert str(backwards).splitlines()[2:] == [
        "0                   l o w e s t",
        "1     3     lo w    lo west",
    ]
    split = play("bytes.split", solution("bytes.split").value)
    assert "So, | ␣what's | ␣in | ␣ | ␣a | ␣word? | ␣" in str(split)
    assert play("museum.replace", ...) is None
