"""`Precompiled` here and in Hugging Face's `tokenizers`, with the character maps that SentencePiece comes with.

SentencePiece writes a map into every model that it trains; `nmt_nfkc` is the usual one, `nfkc_cf` folds case besides.
"""

import json
from functools import cache

import pytest
import shapes
import tokenizers as hf
from hugging_face_parts import theirs as in_tokenizers
from hypothesis import given
from hypothesis import strategies as st
from samples import COMMON, OLD_CHARS, SCRIPTS, every_character, some_texts

from minitok import Tokenizer
from minitok.interop.components import Precompiled
from minitok.interop.protobuf import read_last
from minitok.models import WordLevel
from minitok.text import AlignedText
from minitok_course import corpora

RULES = ("nmt_nfkc", "nfkc_cf")
MARKS = "\u0301\u0323\u0308\u3099\u309a\u1161\u11a8\u0f72\u200d\ufe0f\r\n\u00a0\u2460eEｶか\u1100ᆨ①ﬁ\u0600"

texts = st.text(
    st.sampled_from(MARKS) | st.sampled_from(COMMON) | st.sampled_from(OLD_CHARS),
    max_size=20,
)


def charsmap(rule):
    model = shapes.model_file(normalization_rule_name=rule, vocab_size=300)
    (rules,) = read_last(model, {3: b""})
    return read_last(rules, {2: b""})[0]


@cache
def both(rule):
    data = charsmap(rule)
    return Precompiled(data), hf.normalizers.Precompiled(data)


each_rule = pytest.mark.parametrize("rule", RULES)


@each_rule
def test_every_character_becomes_the_same(rule):
    ours, theirs = both(rule)
    for text in [
        *every_character(),
        *SCRIPTS.values(),
        *some_texts(1000, seed=1),
        corpora.load("languages"),
    ]:
        expected = theirs.normalize_str(text)
        assert (
            ours.normalize_str(text)
            == ours.normalize(AlignedText.with_spans(text)).text
            == expected
        )


@each_rule
@given(text=texts)
def test_generated_texts_become_the_same(rule, text):
    ours, theirs = both(rule)
    assert (
        ours.normalize_str(text)
        == ours.normalize(AlignedText.with_spans(text)).text
        == theirs.normalize_str(text)
    )


def test_it_is_written_and_read_as_there():
    tok = Tokenizer(WordLevel({"?": 0}, unk_token="?"))
    tok.normalizer, _ = both("nmt_nfkc")
    data = tok.to_dict()
    assert json.loads(in_tokenizers(tok).to_str())["normalizer"] == data["normalizer"]
    assert Tokenizer.from_dict(data).normalizer == tok.normalizer


def test_a_replacement_spans_what_it_replaces():
    text = Precompiled(charsmap("nmt_nfkc")).normalize(
        AlignedText.with_spans("xe\u0301ﬁ\u200b①\u0301\u0323")
    )
    assert text.text == "xéfi 1\u0301\u0323"
    assert text.spans == [
        (0, 1),
        (1, 3),
        (3, 4),
        (3, 4),
        (4, 5),
        (5, 6),
        (6, 7),
        (7, 8),
    ]
