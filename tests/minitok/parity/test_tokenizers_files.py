"""Files: what minitok writes opens in `tokenizers`, and the other way round, with equal ids and texts."""

import json
import random

import drawn
import pytest
import tokenizers as hf
from samples import THOROUGH

from minitok import Tokenizer

PIECES = ["<unk>", "t", "h", "e", "i", "n", "g", "th", "the", "ing"]
VOCAB = {token: id for id, token in enumerate(PIECES)}
SCORES = [[token, -float(id)] for token, id in VOCAB.items()]


def test_a_tokenizer_drawn_by_lot_opens_on_both_sides_and_gives_the_same():
    for seed in range(1000 if THOROUGH else 100):
        chance = random.Random(seed)
        data = drawn.tokenizer(chance)
        found = [*drawn.differences(data, drawn.texts(chance))]
        assert not found, f"seed {seed}: {found[0]}"


@pytest.mark.parametrize("kind", ["BPE", "WordPiece", "WordLevel", "Unigram"])
def test_files_whose_model_does_not_say_its_type_are_read_alike(kind):
    options = {
        "BPE": {"merges": ["t h", "th e"], "unk_token": "<unk>"},
        "WordPiece": {
            "unk_token": "<unk>",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
        },
        "WordLevel": {"unk_token": "<unk>"},
        "Unigram": {"unk_id": 0},
    }[kind]
    data = {
        "version": "1.0",
        "added_tokens": [],
        "model": options | {"vocab": SCORES if kind == "Unigram" else VOCAB},
    }
    theirs, ours = hf.Tokenizer.from_str(json.dumps(data)), Tokenizer.from_dict(data)
    assert (
        type(ours.model).__name__
        == json.loads(theirs.to_str())["model"]["type"]
        == kind
    )
    assert ours.encode("thething") == theirs.encode("thething").ids


@pytest.mark.parametrize(
    ("merges", "kept"),
    [
        (["a b"], [["a", "b"]]),
        (["#version: 0.2", "a b"], [["a", "b"]]),
        (["#version x"], []),
        ([["#version", "x"]], [["#version", "x"]]),
        ([["a ", "b"]], [["a ", "b"]]),
        (["a  b"], None),
    ],
)
def test_lines_and_pairs_of_merges_are_read_alike(merges, kept):
    tokens = ["a", "b", "ab", "a ", "a b", "#version", "x", "#versionx"]
    data = {
        "model": {
            "type": "BPE",
            "vocab": {token: id for id, token in enumerate(tokens)},
            "merges": merges,
        }
    }
    data |= {"version": "1.0", "added_tokens": []}
    if kept is None:
        with pytest.raises(Exception, match="Merges text file invalid"):
            hf.Tokenizer.from_str(json.dumps(data))
        with pytest.raises(ValueError, match="does not join two tokens"):
            Tokenizer.from_dict(data)
    else:
        assert (
            json.loads(hf.Tokenizer.from_str(json.dumps(data)).to_str())["model"][
                "merges"
            ]
            == kept
        )
        assert Tokenizer.from_dict(data).to_dict()["model"]["merges"] == kept
