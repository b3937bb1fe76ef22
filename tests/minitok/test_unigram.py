"""minitok/models/unigram.py: unknown characters, bytes, sampling."""

import math

import pytest

from minitok import Tokenizer
from minitok.models import Unigram
from minitok.trainers import UnigramTrainer

LETTERS = [("<unk>", 0.0), ("a", -1.0), ("b", -2.0), ("ab", -2.5)]


def ids(model, word):
    return list(model.segment(word).ids)


# Unknown characters


def test_an_unknown_character_scores_ten_below_the_lowest():
    assert [arc.score for arc in Unigram(LETTERS, unk_id=0).lattice("xa").best] == [
        -12.5,
        -1.0,
    ]


def test_without_an_unknown_token_the_error_says_what_to_do():
    model = Unigram(LETTERS[1:])
    assert ids(model, "abb") == [2, 1]
    for encode in (model.segment, model.tokenize):
        with pytest.raises(
            ValueError,
            match="'xy' is not in the vocabulary, and there is no unknown token: train with",
        ):
            encode("axy")


def test_the_same_seed_draws_the_same_tokens():
    model = Unigram([*LETTERS, ("ba", -2.5), ("aba", -4.0)], unk_id=0)
    drawn = [model.sample("ababa", alpha=0.5, seed=seed) for seed in range(50)]
    again = [model.sample("ababa", alpha=0.5, seed=seed) for seed in range(50)]
    assert drawn == again
    assert len(set(map(str, drawn))) > 3
    with pytest.raises(ValueError, match="n=0 is too small: make it 1 or more"):
        model.nbest("ab", 0)


# The vocabulary


@pytest.mark.parametrize(
    ("vocab", "unk_id", "fault"),
    [
        (
            [("a", -1.0), ("a", -2.0)],
            None,
            "'a' is in the vocabulary twice: keep one",
        ),
        ([("a", math.inf)], None, "the score of 'a' is inf"),
        ([("a", -1.0)], 1, "unk_id=1 is not an id of this vocabulary of 1 pieces"),
    ],
)
def test_a_vocabulary_is_checked(vocab, unk_id, fault):
    with pytest.raises(ValueError, match=fault):
        Unigram(vocab, unk_id=unk_id)


def test_a_retrained_model_keeps_byte_fallback_and_takes_the_rest():
    tok = Tokenizer(Unigram(LETTERS, byte_fallback=True))
    trainer = UnigramTrainer(vocab_size=20, special_tokens=["<s>", "<unk>"])
    tok.train_from_iterator(["hug", "hugs"], trainer)
    assert (tok.model.byte_fallback, tok.model.unk_id) == (True, 1)
    assert "hug" in tok.vocab
