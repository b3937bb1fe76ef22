"""minitok/encoding.py: truncation and padding as set on a tokenizer; see parity/test_tokenizers_encoding.py too."""

import pytest
from samples import hug

from minitok import Tokenizer
from minitok.processors import TemplateProcessing
from minitok.trainers import BpeTrainer


def bert(**truncation):
    tok = hug()
    tok.add_special_tokens(["[CLS]", "[SEP]", "[PAD]"])
    ids = [(token, tok.token_to_id(token)) for token in ("[CLS]", "[SEP]")]
    tok.post_processor = TemplateProcessing(
        "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", ids
    )
    if truncation:
        tok.enable_truncation(**truncation)
    return tok


@pytest.mark.parametrize(
    ("options", "texts", "problem"),
    [
        (
            {"max_length": 1},
            ["bug"],
            "max_length=1 has no room for the template's 2 special tokens",
        ),
        (
            {"max_length": 4, "stride": 2},
            ["bug hugs"],
            "windows of 2 tokens cannot repeat 2",
        ),
        (
            {"max_length": 4, "strategy": "only_second"},
            ["bug hugs"],
            "needs a second text: give one",
        ),
        (
            {"max_length": 4, "strategy": "only_first"},
            ["b", "bug hugs"],
            "has only 1 to take them from",
        ),
    ],
)
def test_what_cannot_be_cut_is_explained_by_both_ways(options, texts, problem):
    tok = bert(**options)
    with pytest.raises(ValueError, match=problem):
        tok(*texts)
    if len(texts) == 1:
        with pytest.raises(ValueError, match=problem):
            tok.encode(*texts)


@pytest.mark.parametrize(
    ("call", "options", "problem"),
    [
        (
            "enable_truncation",
            {"max_length": 5, "strategy": "short"},
            "no strategy 'short': choose one of longest_f",
        ),
        (
            "enable_truncation",
            {"max_length": 5, "direction": "up"},
            "no direction 'up'",
        ),
        ("enable_truncation", {"max_length": -1}, r"max_length=-1 .*make .* 0 or more"),
        (
            "enable_truncation",
            {"max_length": 2, "stride": 2},
            "windows of 2 tokens cannot repeat 2",
        ),
        (
            "enable_truncation",
            {"max_length": 5, "stride": -1},
            r"stride=-1 .*make .* 0 or more",
        ),
        (
            "enable_padding",
            {"pad_token": "[P]"},
            r"'\[P\]' has no id: add it with add_special_tokens first",
        ),
        ("enable_padding", {"length": -1}, r"length=-1 .*make it 0 or more"),
        (
            "enable_padding",
            {"pad_to_multiple_of": 2**70},
            "pad_to_multiple_of is too large: pad to 10,000,000",
        ),
        (
            "enable_padding",
            {"pad_to_multiple_of": -1},
            r"pad_to_multiple_of=-1 .*make it 0 or more",
        ),
        ("enable_padding", {"direction": "up"}, "no direction 'up'"),
    ],
)
def test_options_that_nothing_could_follow_change_nothing(call, options, problem):
    tok = bert()
    with pytest.raises(ValueError, match=problem):
        getattr(tok, call)(**options)
    assert tok.truncation is tok.padding is None


def test_a_new_vocabulary_gives_the_template_and_the_padding_new_ids():
    tok = bert()
    tok.enable_padding(length=6)
    tok.train_from_iterator(
        ["bug hug"],
        BpeTrainer(vocab_size=20, special_tokens=["[PAD]", "[SEP]", "[CLS]", "[UNK]"]),
    )
    assert tok("bug").tokens == ["[CLS]", "bug", "[SEP]", "[PAD]", "[PAD]", "[PAD]"]
    assert tok("bug").ids == [tok.token_to_id(token) for token in tok("bug").tokens]


@pytest.mark.parametrize(
    ("special", "problem"),
    [
        (["[PAD]"], "lacks '[CLS]', which the template"),
        (["[CLS]", "[SEP]"], "lacks '[PAD]', which padding"),
    ],
)
def test_a_vocabulary_that_lacks_their_tokens_changes_nothing(special, problem):
    tok = Tokenizer.from_dict(bert().to_dict())
    tok.train_from_iterator(
        ["bug"], BpeTrainer(special_tokens=["[UNK]", "[CLS]", "[SEP]", "[PAD]"])
    )
    tok.enable_padding()
    before = tok.to_dict()
    with pytest.raises(ValueError) as error:
        tok.train_from_iterator(["bug hug"], BpeTrainer(special_tokens=special))
    assert problem in str(error.value)
    assert tok.to_dict() == before


def test_a_new_tokenizer_has_the_parts_and_special_tokens_of_the_old():
    tok = bert(max_length=5)
    new = tok.train_new_from_iterator(iter(["mad mad dad", "mad"]), 20)
    assert new.tokenize("mad dad") == ["mad", "dad"]
    assert new("mad").tokens == ["[CLS]", "mad", "[SEP]"]
    assert new("mad").ids == [new.token_to_id(token) for token in new("mad").tokens]
    assert (new.truncation, new.pre_tokenizer.__class__) == (
        tok.truncation,
        tok.pre_tokenizer.__class__,
    )
    assert tok.tokenize("bug") == ["b", "ug"], "the old one is as it was"
