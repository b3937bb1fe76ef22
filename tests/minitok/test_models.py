"""minitok/models/: words to tokens."""

import pytest

from minitok.models import BPE, WordLevel, WordPiece

LETTERS = {"g": 0, "h": 1, "u": 2, "ug": 3, "hug": 4}
MERGES = [("u", "g"), ("h", "ug")]


def ids(model, word):
    return [token.id for token in model.tokenize(word)]


def symbols(model, word):
    return [step.symbols for step in model.steps(word)]


# BPE


def test_each_step_shows_the_word_after_a_merge():
    steps = list(BPE(LETTERS, MERGES).steps("hughu"))
    assert steps == [
        (("h", "u", "g", "h", "u"), None, None, (None, 0, None, None)),
        (("h", "ug", "h", "u"), ("u", "g"), 0, (1, None, None)),
        (("hug", "h", "u"), ("h", "ug"), 1, (None, None)),
    ]


def test_the_last_step_of_a_word_taken_whole_is_the_word():
    whole = BPE({**LETTERS, "gu": 5}, MERGES, ignore_merges=True)
    assert symbols(whole, "gu")[-1] == ("gu",)


# What all models share


@pytest.mark.parametrize(
    ("model", "unknown"),
    [
        (WordLevel({"hug": 4}), "hugx"),
        (BPE(LETTERS, MERGES, unk_token="[UNK]"), "x"),
        (WordPiece({"hug": 4}), "hugx"),
    ],
)
def test_an_unknown_token_without_an_id_is_an_error_once_it_is_needed(model, unknown):
    assert ids(model, "hug") == [4]
    with pytest.raises(
        ValueError,
        match=rf"'{unknown}' is not in .*'\[UNK\]' has no .*special_tokens=\['\[UNK\]'\]",
    ):
        model.tokenize("hugx")


@pytest.mark.parametrize(
    ("vocab", "fault"),
    [
        ({"a": 0, "b": 0}, "'a' and 'b' have the same id, 0"),
        ({"a": -1}, "'a' has the id -1"),
    ]
    + [({"a": "0"}, "'a' has the id '0'"), ({"a": None}, "'a' has the id None")],
)
@pytest.mark.parametrize("kind", [BPE, WordLevel])
def test_ids_are_checked(kind, vocab, fault):
    with pytest.raises(ValueError, match=fault):
        kind(vocab)


def test_the_vocabulary_leads_both_ways_and_is_not_to_be_changed():
    model = BPE(LETTERS, MERGES)
    assert (
        model.vocab["ug"] == 3
        and model.id_to_token(3) == "ug"
        and model.id_to_token(99) is None
    )
    with pytest.raises(TypeError):
        model.vocab["x"] = 5
