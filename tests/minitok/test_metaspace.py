"""The pre-tokenizer and the decoder of SentencePiece's visible spaces."""

import pytest

from minitok import Tokenizer
from minitok.models import Unigram
from minitok.normalizers import NFKC, Lowercase, Strip
from minitok.pre_tokenizers import Digits, Metaspace, Sequence, Split, WhitespaceSplit
from minitok.trainers import UnigramTrainer, count_words


def letters(scheme="always", *, special_tokens=()):
    """A tokenizer that has a token for each letter."""
    tok = Tokenizer(Unigram())
    tok.pre_tokenizer = Metaspace(prepend_scheme=scheme)
    tok.train_from_iterator(
        ["ab cde"], UnigramTrainer(vocab_size=1, special_tokens=special_tokens)
    )
    return tok


# The start of a text


@pytest.mark.parametrize(
    ("normalizer", "text", "first"),
    [(Strip(), "  ab", "a"), (Strip(), "ab ", "▁"), (Lowercase(), "AB", "▁")],
)
def test_a_text_whose_start_was_normalized_away_has_no_start(normalizer, text, first):
    tok = letters("first")
    tok.normalizer = normalizer
    assert tok.tokenize(text)[0] == first
    assert tok.encode(text) == tok(text).ids
    assert set(count_words([text], tok.pre_tokenizer, normalizer)) == {
        "ab" if first == "a" else "▁ab"
    }


def test_each_part_of_a_first_character_gets_the_mark_as_in_tokenizers():
    tok = letters()
    tok.normalizer = NFKC()
    tok.pre_tokenizer = Sequence([Digits(True), Metaspace(prepend_scheme="first")])
    words = [word for word, _ in tok.stages("½a").words]
    assert words == ["▁1", "▁⁄", "▁2", "a"]


@pytest.mark.parametrize(
    ("parts", "text", "tokens"),
    [
        (
            [Metaspace(prepend_scheme="first"), Split("b")],
            "ab abcd",
            ["▁", "a", "b", "▁", "a", "b", "c", "d"],
        ),
        (
            [WhitespaceSplit(), Metaspace(prepend_scheme="first")],
            "ab<s>cd",
            ["▁", "a", "b", "<s>", "c", "d"],
        ),
        (
            [Split("a"), Metaspace(prepend_scheme="first"), Split("▁")],
            "aab",
            ["▁", "a", "a", "b"],
        ),
    ],
)
def test_a_sequence_knows_the_start_of_a_text_wherever_it_is_asked_for(
    parts, text, tokens
):
    tok = letters(special_tokens=["<s>"])
    tok.pre_tokenizer = Sequence(parts)
    assert tok.tokenize(text) == tokens
    assert tok.encode(text) == tok(text).ids
