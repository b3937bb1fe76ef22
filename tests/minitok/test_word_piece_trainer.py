"""minitok/trainers/word_piece_trainer.py: word counts to WordPiece models, by mutual information and by frequency."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recounting import recounting

from minitok.pre_tokenizers import BertPreTokenizer
from minitok.trainers import WordPieceTrainer, count_words
from minitok_course import corpora

STORY = count_words([corpora.load("stories")[:5000]], BertPreTokenizer())
HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}

word_counts = st.dictionaries(
    st.text("abc#", max_size=8), st.integers(0, 20), max_size=12
)


def tokens(counts, **options):
    return list(WordPieceTrainer(**options).train(counts).vocab)


# By mutual information


def test_the_score_is_the_count_over_the_product_of_the_counts():
    first, step, *_ = WordPieceTrainer(vocab_size=100).steps(HUG, detail=True)
    assert first.candidates[0] == (("##g", "##s"), 5, 5 / (20 * 5))
    assert (("##u", "##g"), 20, 20 / (36 * 20)) in first.candidates
    assert step[:6] == (1, ("##g", "##s"), "##gs", step.id, 5, 0.05)


@given(word_counts, st.sampled_from([0, 2, 5]), st.sampled_from(["##", "", "#", "a"]))
def test_nothing_is_learned_that_recounting_would_not(counts, min_frequency, prefix):
    options = {
        "vocab_size": 60,
        "min_frequency": min_frequency,
        "special_tokens": ["[UNK]", "b"],
    }
    expected, _ = recounting(counts, **options, prefix=prefix, by_pmi=True)
    assert tokens(counts, continuing_subword_prefix=prefix, **options) == expected


@pytest.mark.parametrize("seed", range(5))
def test_scores_that_a_float_cannot_tell_apart_are_told_apart(seed):
    choose = random.Random(seed)
    counts = {word: 10**17 + choose.randrange(40) for word in ["ab", "cd", "ef", "gh"]}
    ranked = [step.token for step in WordPieceTrainer(vocab_size=100).steps(counts)]
    assert ranked == sorted(counts, key=lambda word: (counts[word], word))


# Both


@pytest.mark.parametrize("score", ["pmi", "frequency"])
def test_steps_learn_what_train_learns(score):
    trainer = WordPieceTrainer(vocab_size=300, score=score, special_tokens=["[UNK]"])
    steps, vocab = list(trainer.steps(STORY, detail=True)), trainer.train(STORY).vocab
    assert len(vocab) == 300
    assert [step.token for step in steps[1:]] == list(vocab)[-len(steps) + 1 :]
    for step, following in pairwise(steps):
        assert step.candidates[0] == (following.pair, following.count, following.score)
        scores = [score for _, _, score in step.candidates]
        assert len(scores) <= 20 and scores == sorted(scores, reverse=True)
