"""BPE with a prefix and with dropout, here and in `tokenizers`."""

import json
from collections import Counter

import pytest
import tokenizers as hf

from minitok import Tokenizer
from minitok.models import BPE
from minitok.trainers import BpeTrainer

HUGS = {
    token: id
    for id, token in enumerate(["h", "u", "g", "s", "ug", "gs", "hug", "ugs", "hugs"])
}
MERGES = [("u", "g"), ("h", "ug"), ("g", "s"), ("u", "gs"), ("hug", "s"), ("ug", "s")]
DRAWS = 4000


@pytest.mark.parametrize("dropout", [0.1, 0.5, 0.9])
def test_dropout_gives_each_segmentation_as_often(dropout):
    ours = Tokenizer(BPE(HUGS, MERGES, dropout=dropout, ignore_merges=True))
    theirs = hf.Tokenizer(
        hf.models.BPE(HUGS, MERGES, dropout=dropout, ignore_merges=True)
    )
    here = Counter(tuple(ours.tokenize("hugs")) for _ in range(DRAWS))
    there = Counter(tuple(theirs.encode("hugs").tokens) for _ in range(DRAWS))
    for tokens in here | there:
        assert abs(here[tokens] - there[tokens]) < 0.05 * DRAWS, tokens
    assert len(here) > 3


def test_draws_are_the_same_each_time_a_model_is_made():
    first, second = (BPE(HUGS, MERGES, dropout=0.5) for _ in range(2))
    assert [first.tokenize("hugs") for _ in range(50)] == [
        second.tokenize("hugs") for _ in range(50)
    ]
    assert first.is_random
    assert not BPE(HUGS, MERGES, dropout=0.0).is_random


def test_a_bpe_with_a_prefix_is_trained_without_it_as_in_tokenizers():
    theirs = hf.Tokenizer(
        hf.models.BPE(continuing_subword_prefix="##", unk_token="[UNK]")
    )
    theirs.pre_tokenizer = hf.pre_tokenizers.WhitespaceSplit()
    texts = ["hug hugs hugs pug"]
    ours = Tokenizer.from_dict(json.loads(theirs.to_str()))
    theirs.train_from_iterator(
        texts, hf.trainers.BpeTrainer(vocab_size=30, special_tokens=["[UNK]"])
    )
    ours.train_from_iterator(texts, BpeTrainer(vocab_size=30, special_tokens=["[UNK]"]))
    assert (
        ours.vocab == theirs.get_vocab()
        and ours.tokenize("hugs pug") == theirs.encode("hugs pug").tokens
    )
