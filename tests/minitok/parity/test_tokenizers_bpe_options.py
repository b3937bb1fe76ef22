"""BPE with a prefix and with dropout, here and in `tokenizers`."""

import json
from collections import Counter

import pytest
import tokenizers as hf
from hypothesis import given
from hypothesis import strategies as st

from minitok import Tokenizer
from minitok.models import BPE
from minitok.trainers import BpeTrainer

words = st.text("abé", min_size=1, max_size=8)


@st.composite
def models_with_marks(draw):
    """The arguments of a BPE whose merges were drawn, each from tokens that are there, some of them twice."""
    prefix, suffix = (
        draw(st.sampled_from(["", "##", "_"])),
        draw(st.sampled_from(["", "</w>"])),
    )
    marked = [
        start + char + end
        for start in ("", prefix)
        for char in "ab"
        for end in ("", suffix)
    ]
    tokens, merges = list(dict.fromkeys(["[UNK]", *marked])), []
    for _ in range(draw(st.integers(0, 8))):
        left = draw(
            st.sampled_from(
                [
                    token
                    for token in tokens[1:]
                    if not suffix or not token.endswith(suffix)
                ]
            )
        )
        right = draw(
            st.sampled_from([token for token in tokens[1:] if token.startswith(prefix)])
        )
        merges.append((left, right))
        tokens += [left + right[len(prefix) :]]
    vocab = {token: id for id, token in enumerate(dict.fromkeys(tokens))}
    marks = {"continuing_subword_prefix": prefix, "end_of_word_suffix": suffix}
    options = {name: mark for name, mark in marks.items() if mark}
    return (
        vocab,
        merges,
        {"unk_token": "[UNK]", "fuse_unk": draw(st.booleans()), **options},
    )


@given(models_with_marks(), words)
def test_a_prefix_and_a_suffix_give_the_same_tokens(model, word):
    vocab, merges, options = model
    ours, theirs = (
        Tokenizer(BPE(vocab, merges, **options)),
        hf.Tokenizer(hf.models.BPE(vocab, merges, **options)),
    )
    expected = theirs.encode(word)
    assert (ours.encode(word), ours(word).tokens) == (expected.ids, expected.tokens)
    assert ours(word).offsets == expected.offsets
    *_, last = ours.model.steps(word)
    assert list(last.symbols) == expected.tokens
    assert (
        hf.Tokenizer.from_str(json.dumps(ours.to_dict())).encode(word).ids
        == expected.ids
    )
    assert Tokenizer.from_dict(ours.to_dict()).encode(word) == expected.ids


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
