"""The first place at which two tokenizers part, and the stage that does it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import byte_level

from minitok import Tokenizer, corpora, normalizers
from minitok.models import WordPiece
from minitok.pre_tokenizers import GPT4_PATTERN, BertPreTokenizer, ByteLevel, Metaspace, Whitespace
from minitok.processors import TemplateProcessing
from minitok.trainers import WordPieceTrainer
from minitok.views.parts.parting import Parting, parting

STORIES = corpora.load("stories")


@pytest.fixture(scope="module")
def ours():
    return byte_level([STORIES], 500)


def changed(tok, **parts):
    other = Tokenizer.from_dict(tok.to_dict())
    for name, part in parts.items():
        setattr(other, name, part)
    return other


@pytest.fixture(scope="module")
def word_piece():
    tok = Tokenizer(WordPiece(unk_token="[UNK]"))
    tok.normalizer = normalizers.BertNormalizer()
    tok.pre_tokenizer = BertPreTokenizer()
    tok.train_from_iterator([STORIES], WordPieceTrainer(vocab_size=500, special_tokens=["[UNK]"]))
    return tok


def test_a_tokenizer_does_not_part_from_itself(ours):
    assert parting(ours, changed(ours), STORIES) is None


def test_added_tokens_come_first(ours):
    more = changed(ours)
    more.add_special_tokens(["<|user|>"])
    found = parting(ours, more, "Hey <|user|> you")
    assert found == Parting("added tokens", 0, ("Hey <|user|> you",), ("Hey ", "<|user|>", " you"))


def test_a_normalizer_parts_at_the_character_that_it_changes(ours):
    lower = changed(ours, normalizer=normalizers.Lowercase())
    assert parting(ours, lower, "the Ferry") == Parting("normalizer", 4, ("F",), ("f",))
    strip = changed(ours, normalizer=normalizers.NFKC())
    assert parting(ours, strip, "an ﬁn") == Parting("normalizer", 3, ("ﬁ",), ("fi",))


def test_a_normalizer_is_not_asked_about_added_tokens(ours):
    lower = changed(ours, normalizer=normalizers.Lowercase())
    for tok in (ours, lower):
        assert "<|end|>" in tok.added_tokens.ids
    upper = "<|END|>"
    both = changed(ours), changed(lower)
    for tok in both:
        tok.add_special_tokens([upper])
    assert parting(*both, f"a {upper} b") is None


def test_the_split_parts_at_the_word(ours):
    gpt4 = changed(ours, pre_tokenizer=ByteLevel(pattern=GPT4_PATTERN))
    assert parting(ours, gpt4, "Now 1234 now") == Parting("split", 3, (" 1234",), (" ", "123", "4"))
    assert parting(gpt4, ours, "Now 1234 now") == Parting("split", 3, (" ", "123", "4"), (" 1234",))


def test_a_space_that_only_one_keeps_is_no_difference(ours):
    words, spaces = (changed(ours, pre_tokenizer=it) for it in (Whitespace(), Metaspace()))
    found = parting(ours, words, "Hey the cat")
    assert found is None or found.stage == "model"
    assert parting(words, spaces, "Hey, the cat") == Parting("split", 0, ("Hey", ","), ("Hey,",))


def test_the_first_place_counts_not_the_first_stage(ours):
    fewer = changed(byte_level([STORIES], 300), pre_tokenizer=ByteLevel(pattern=GPT4_PATTERN))
    found = parting(ours, fewer, "a suitcase, 1234")
    assert (found.stage, found.place) == ("model", 1)
    assert parting(ours, fewer, "a , 1234") == Parting("split", 3, (" 1234",), (" ", "123", "4"))


def test_a_template_is_last(ours):
    marked = changed(ours)
    marked.add_special_tokens(["<s>"])
    marked.post_processor = TemplateProcessing("<s> $A", special_tokens=[("<s>", marked.token_to_id("<s>"))])
    assert parting(ours, marked, "the cat") == Parting("template", 7, (), ("<s>",))


def test_the_bytes_of_a_character_stand_together(ours):
    more = byte_level([STORIES, "🍌" * 500], 500)
    found = parting(ours, more, "a🍌b")
    assert found.stage == "model" and found.place == 1
    assert found.one == (b"\xf0", b"\x9f", b"\x8d", b"\x8c") and found.other == ("🍌",)


def test_an_unknown_token_is_named(word_piece, ours):
    assert parting(word_piece, ours, "€") == Parting("model", 0, ("[UNK]",), (b"\xe2", b"\x82", b"\xac"))


def test_an_accent_that_only_one_normalizer_keeps_is_nothing_for_the_other(ours):
    strip = changed(ours, normalizer=normalizers.StripAccents())
    assert parting(ours, strip, "a\u0301") == Parting("normalizer", 1, ("\u0301",), ())


@given(st.text(st.sampled_from("aA bB\n'st19é🍌,<|end|>"), max_size=30))
def test_it_finds_a_place_whenever_the_cuts_differ_and_nothing_else(ours, text):
    other = changed(ours, pre_tokenizer=ByteLevel(pattern=GPT4_PATTERN))
    found = parting(ours, other, text)
    differ = ours(text).offsets != other(text).offsets or _words(ours, text) != _words(other, text)
    assert (found is not None) == differ
    assert found is None or (found.one != found.other and 0 <= found.place < len(text))


def _words(tok, text):
    return [span for _, span in tok.stages(text).words]
