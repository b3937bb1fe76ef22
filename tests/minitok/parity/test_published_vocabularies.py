"""The published vocabularies give the ids, offsets and text that they give in their own libraries.

These are those in `texts.inp`, between lines of dashes, and some of `benchmarks/exactness.py`, which counts them and
what differs: nothing does but what the tests at the end of this file name.
"""

from pathlib import Path

import pytest
from published_vocabularies import LOADERS, differences, loaded, texts
from samples import THOROUGH, each

TEXTS = Path(__file__).with_name("texts.inp").read_bytes().decode().split("\n----\n")
QUICK = ["cl100k_base", "openai-community/gpt2", "google-bert/bert-base-uncased"]
QUICK += [
    "botchan-unigram-1k.model",
    "tokenizer.model.v1",
]  # lesson 08 holds larger ones against their libraries


@each("name", LOADERS, quick=QUICK)
def test_all_texts_give_the_same_ids_offsets_and_text(name):
    pair = loaded(name)
    some = texts(pair.special, amount=0.01 if THOROUGH else 0.005)
    for kind, strings in {"texts.inp": TEXTS, **some}.items():
        for text in strings:
            assert differences(pair, text) == [], f"{kind}: {text[:200]!r}"


def test_gpt2_is_the_same_from_its_ranks_and_from_its_tokenizer_json():
    ranks, file = loaded("gpt2").ours, loaded("openai-community/gpt2").ours
    assert (ranks.vocab, ranks.model.merges) == (file.vocab, file.model.merges)


# What can't be equal


@pytest.mark.slow
def test_offsets_after_a_character_that_pegasus_deletes_are_right_here():
    """There a deleted character with none before it, or one that became several, shifts those of all that follow."""
    pair = loaded("google/pegasus-xsum")
    for text, ours, theirs in [
        ("\x7fs", (1, 2), (0, 1)),
        ("a</s>\x7fs", (6, 7), (5, 6)),
        ("½\x7f", (0, 1), (1, 2)),
    ]:
        made, other = pair.ours(text), pair.theirs.encode(text)
        assert made.ids == other.ids
        assert (made.offsets[-2], other.offsets[-2]) == (ours, theirs)
    assert differences(pair, "as \x7f\x7f well") == []


@pytest.mark.slow
def test_of_equally_good_segmentations_the_same_one_wins():
    """Which one does is decided by how the digits of the scores in the file are rounded."""
    pair = loaded("google/pegasus-xsum")
    for text in [
        *("Pr" + "/" * count for count in range(20)),
        "wall.---------",
        "the--------- end",
    ]:
        assert pair.ours(text).tokens == pair.theirs.encode(text).tokens, text
