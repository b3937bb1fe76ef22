"""The pre-tokenizer and the decoder of SentencePiece's visible spaces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minitok import Tokenizer, decoders
from minitok.models import Unigram
from minitok.normalizers import Lowercase, Strip
from minitok.pre_tokenizers import Metaspace, Sequence, Split, WhitespaceSplit
from minitok.text import AlignedText
from minitok.trainers import UnigramTrainer, count_words

SCHEMES = ("always", "first", "never")
each_scheme = pytest.mark.parametrize("scheme", SCHEMES)
each_split = pytest.mark.parametrize("split", [True, False])
texts = st.text("ab ▁\n\u3000é")


def words(pre_tokenizer, text):
    return [word for word, _ in pre_tokenizer.pre_tokenize_str(text)]


def letters(scheme="always", *, split=True, special_tokens=()):
    """A tokenizer that has a token for each letter."""
    tok = Tokenizer(Unigram())
    tok.pre_tokenizer = Metaspace(prepend_scheme=scheme, split=split)
    tok.decoder = decoders.Metaspace(prepend_scheme=scheme)
    tok.train_from_iterator(
        ["ab cde"], UnigramTrainer(vocab_size=1, special_tokens=special_tokens)
    )
    return tok


# Cutting


@each_scheme
@each_split
@given(text=texts)
def test_the_same_words_with_and_without_offsets(scheme, split, text):
    pre_tokenizer = Metaspace(prepend_scheme=scheme, split=split)
    inside = pre_tokenizer.cut(
        AlignedText.with_spans(text, start=1)
    )  # as a plain text is not known to be at the start
    assert list(pre_tokenizer.cut(AlignedText(text)).words) == list(inside.words)
    if scheme != "first":
        assert list(inside.words) == words(pre_tokenizer, text)


# The start of a text


@pytest.mark.parametrize(
    ("scheme", "text", "tokens"),
    [
        ("always", "ab<s>ab", ["▁", "a", "b", "<s>", "▁", "a", "b"]),
        ("first", "ab<s>ab", ["▁", "a", "b", "<s>", "a", "b"]),
        ("first", "<s>ab", ["<s>", "a", "b"]),
        ("first", "<s> ab", ["<s>", "▁", "a", "b"]),
        ("never", "ab<s>ab", ["a", "b", "<s>", "a", "b"]),
    ],
)
def test_which_parts_of_a_text_are_given_a_space(scheme, text, tokens):
    tok = letters(scheme, special_tokens=["<s>"])
    assert tok.tokenize(text) == tokens
    assert tok.encode(text) == tok(text).ids


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
            "ab cd",
            ["▁", "a", "b", "c", "d"],
        ),
        (
            [WhitespaceSplit(), Metaspace(prepend_scheme="first")],
            " ab cd",
            ["a", "b", "c", "d"],
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
        ([WhitespaceSplit(), Metaspace()], "ab  cd", ["▁", "a", "b", "▁", "c", "d"]),
    ],
)
def test_a_sequence_knows_the_start_of_a_text_wherever_it_is_asked_for(
    parts, text, tokens, monkeypatch
):
    monkeypatch.setattr("minitok.text.CHUNK", 2)
    tok = letters(special_tokens=["<s>"])
    tok.pre_tokenizer = Sequence(parts)
    assert tok.tokenize(text) == tokens
    assert tok.encode(text) == tok(text).ids


# The way back


@each_scheme
@given(text=st.text("abcde "))
def test_a_text_is_written_back(scheme, text):
    tok = letters(scheme)
    text = text if scheme == "never" else text.lstrip(" ")
    assert tok.decode(tok.encode(text)) == text
    assert "".join(tok.decode_stream(tok.encode(text))) == text


@pytest.mark.parametrize("text", ["ab<s>cd", "ab<s> cd", "<s>ab", "ab cd<s><s> e"])
def test_special_tokens_are_written_back_where_they_were(text):
    tok = letters("first", special_tokens=["<s>"])
    assert tok.decode(tok.encode(text), skip_special_tokens=False) == text


# Options and files


@pytest.mark.parametrize("part", ["pre_tokenizer", "decoder"])
def test_older_files_are_read(part):
    def scheme(**options):
        data = letters().to_dict() | {
            part: {"type": "Metaspace", "replacement": "▁", **options}
        }
        return getattr(Tokenizer.from_dict(data), part).prepend_scheme

    assert scheme() == scheme(add_prefix_space=True, str_rep="▁") == "always"
    assert scheme(add_prefix_space=False, prepend_scheme="never") == "never"
    assert scheme(add_prefix_space=True, prepend_scheme="first") == "first"
    with pytest.raises(
        ValueError, match="add_prefix_space=False, which needs prepend_scheme='never'"
    ):
        scheme(add_prefix_space=False)
    with pytest.raises(ValueError, match="minitok has no colour='red' for Metaspace"):
        scheme(colour="red")
