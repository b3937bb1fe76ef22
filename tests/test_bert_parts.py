"""The normalizers, pre-tokenizers and the decoder that BERT's pipeline brought."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import OLD_CHARS

from minitok import decoders
from minitok.normalizers import NFD, BertNormalizer, Sequence, Strip, StripAccents
from minitok.patterns import BERT_PATTERN, compile_pattern, word_finder
from minitok.text import AlignedText

NORMALIZERS = [BertNormalizer(), BertNormalizer(clean_text=False, strip_accents=True, lowercase=False)]
NORMALIZERS += [Sequence([NFD(), StripAccents(), Strip()]), Strip(left=False)]

signs = st.one_of(st.sampled_from("aB1,. \n\té\u0301\x00\u302e\u0323猫"), st.characters(), st.sampled_from(OLD_CHARS))
texts = st.text(signs, max_size=20)


@pytest.mark.parametrize(
    ("normalizer", "before", "after"),
    [
        (BertNormalizer(), "a\x00b\ufffdc\u200bd\ud800e\u00a0f\x85g", "abcde fg"),
        (BertNormalizer(), "猫ねこ\U00020000", " 猫 ねこ \U00020000 "),
        (StripAccents(), "e\u0301é\u0903", "eé"),
        (Strip(), "\x1c \u200b ", "\x1c \u200b"),
    ],
)
def test_what_a_normalizer_makes_of_a_text(normalizer, before, after):
    assert normalizer.normalize_str(before) == after
    assert normalizer.normalize(AlignedText.with_spans(before)).text == after


@pytest.mark.parametrize("normalizer", NORMALIZERS, ids=repr)
@given(text=texts)
def test_the_same_characters_with_and_without_offsets(normalizer, text):
    aligned = normalizer.normalize(AlignedText.with_spans(text))
    assert aligned.text == normalizer.normalize_str(text)
    assert len(aligned.spans) == len(aligned.text)


@given(st.text(st.one_of(signs, st.sampled_from("\U00010100𐐀𝟙👍\U0001e95e")), max_size=20))
def test_the_fast_way_to_split_finds_what_the_pattern_says(text):
    assert word_finder(BERT_PATTERN)(text).findall(text) == compile_pattern(BERT_PATTERN).findall(text)


def test_every_character_of_the_plane_is_of_the_same_kind_to_both_ways():
    plane = "".join(f"a{chr(i)}b " for i in range(0x10000))
    assert word_finder(BERT_PATTERN)(plane).findall(plane) == compile_pattern(BERT_PATTERN).findall(plane)


def test_a_stream_gives_a_token_as_soon_as_it_comes():
    assert list(decoders.WordPiece().chain(iter(["", "hug", "##", "##s", "!"]))) == ["", " hug", "", "s", "!"]
