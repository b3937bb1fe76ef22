"""The parts of BERT's pipeline here and in Hugging Face's `tokenizers`: characters, words, offsets."""

import re

import pytest
import tokenizers as hf
from hugging_face_parts import characters_with_offsets
from hypothesis import given
from hypothesis import strategies as st
from samples import OLD_CHARS, RECLASSIFIED, SCRIPTS, some_texts

from minitok import normalizers, pre_tokenizers
from minitok.normalizers import BertNormalizer
from minitok.text import AlignedText

REORDERED = re.compile("[\u302e\u302f\U0001d165\U0001d166\U0001d16d-\U0001d172]")
"""The marks that are kept and yet change places with others: their offsets differ on purpose, see the end."""


COMMON = "abÀÉİß  \t\n\r\x00\x1c\x85\u00a0\u3000\u200b\ufffd\u0301\u0323é猫豈カﾞ각.,!?'$+-_12½٣👍\u0f71\u0f72\u302e"
SPACED = [f"a{char}b" for char in OLD_CHARS if char not in RECLASSIFIED]
texts = st.lists(st.sampled_from(COMMON) | st.sampled_from(SPACED), max_size=25).map(
    "".join
)

options = {"clean_text": st.booleans(), "handle_chinese_chars": st.booleans()}
options |= {
    "strip_accents": st.sampled_from([None, True, False]),
    "lowercase": st.booleans(),
}
normalizers_of_both = st.one_of(
    st.tuples(st.just("BertNormalizer"), st.fixed_dictionaries(options)),
    st.tuples(
        st.just("Strip"),
        st.fixed_dictionaries({"left": st.booleans(), "right": st.booleans()}),
    ),
    st.just(("StripAccents", {})),
)
BEHAVIORS = (
    "isolated",
    "removed",
    "merged_with_previous",
    "merged_with_next",
    "contiguous",
)
PRE_TOKENIZERS = [
    ("BertPreTokenizer", {}),
    *(("Punctuation", {"behavior": behavior}) for behavior in BEHAVIORS),
    *(("Digits", {"individual_digits": each}) for each in (False, True)),
]


def assert_same_characters_from_the_same_places(kind, options, text):
    ours = getattr(normalizers, kind)(**options)
    theirs = getattr(hf.normalizers, kind)(**options)
    assert ours.normalize_str(text) == theirs.normalize_str(text)
    text = REORDERED.sub("", text)
    normal = ours.normalize(AlignedText.with_spans(text))
    assert list(zip(normal.text, normal.spans)) == characters_with_offsets(theirs, text)


@given(normalizers_of_both, texts)
def test_normalizers_give_the_same_characters_from_the_same_places(part, text):
    assert_same_characters_from_the_same_places(*part, text)


@pytest.mark.parametrize("kind", ["BertNormalizer", "StripAccents"])
def test_every_character_is_normalized_alike(kind):
    for start in range(0, len(SPACED), 400):
        text = "".join(SPACED[start : start + 400])
        assert_same_characters_from_the_same_places(kind, {}, text)


@pytest.mark.parametrize(("kind", "options"), PRE_TOKENIZERS)
def test_pre_tokenizers_find_the_same_words_in_the_same_places(kind, options):
    ours = getattr(pre_tokenizers, kind)(**options)
    theirs = getattr(hf.pre_tokenizers, kind)(**options)
    for text in ["".join(SPACED), *SCRIPTS.values(), *some_texts(500)]:
        expected = theirs.pre_tokenize_str(text)
        assert ours.pre_tokenize_str(text) == expected
        words = [word.text for word in ours.pre_tokenize(AlignedText(text))]
        assert words == [word for word, _ in expected]


# Where they differ


def test_a_mark_that_changes_places_keeps_its_own_offsets():
    """There it is given those of the place that it moved to."""
    text = "a\u302e\u0323"
    assert BertNormalizer().normalize(AlignedText.with_spans(text)).spans == [
        (0, 1),
        (1, 2),
    ]
    assert characters_with_offsets(hf.normalizers.BertNormalizer(), text) == [
        ("a", (0, 1)),
        ("\u302e", (2, 3)),
    ]
