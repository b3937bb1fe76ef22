"""What holds for any text and any vocabulary, tried on generated ones."""

from collections import Counter
from functools import cache
from itertools import pairwise
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recounting import recounting
from samples import COMMON, OLD_CHARS, PATTERNS, SCRIPTS, byte_level, character_level

from minitok import Tokenizer, naive_bpe
from minitok.models import BPE
from minitok.normalizers import NFC, NFD, NFKC, NFKD, Lowercase
from minitok.normalizers import Sequence as Normalizers
from minitok.patterns import Regex, compile_pattern, word_finder
from minitok.pre_tokenizers import (
    ByteLevel,
    Sequence,
    Split,
    Whitespace,
    WhitespaceSplit,
)
from minitok.text import AlignedText
from minitok.trainers import BpeTrainer, count_words
from minitok_course import corpora

SPECIAL = ("<|end|>", "<|end|>>", "<s>", "é<")
NORMALIZERS = [
    NFC(),
    NFD(),
    NFKC(),
    NFKD(),
    Lowercase(),
    Normalizers([NFKD(), Lowercase(), NFC()]),
]
PRE_TOKENIZERS = [
    Whitespace(),
    WhitespaceSplit(),
    ByteLevel(add_prefix_space=True),
    ByteLevel(None),
]
PRE_TOKENIZERS += map(ByteLevel, PATTERNS.values())
PRE_TOKENIZERS += [
    Sequence([WhitespaceSplit(), ByteLevel()]),
    Sequence(
        [Split(Regex("[0-9]{1,3}")), Split("e", behavior="removed"), Whitespace()]
    ),
    Split(Regex("[aeiou ]+"), behavior="merged_with_next"),
]

odd = [
    "  ",
    "\r\n",
    " \n\n ",
    "\u2028",
    "👍🏽",
    "👩‍👩‍👧‍👦",
    "🇫🇷",
    "❤️",
    "1️⃣",
    "4567",
    "٣",
    "３",
    "|",
    *SPECIAL,
]
marks = "\u0301\u0323\u0307\u3099\uff9e\u0f73\u1161\u11ab\u200dʹ"
words_of_scripts = [word for text in SCRIPTS.values() for word in text.split()]
parts = st.one_of(
    st.sampled_from(COMMON),
    st.sampled_from([*odd, *marks]),
    st.sampled_from(words_of_scripts),
    st.sampled_from(OLD_CHARS),
    st.characters(exclude_categories=["Cs"]),
)
texts = st.lists(parts, max_size=30).map("".join)
with_surrogates = st.lists(
    st.one_of(parts, st.characters(categories=["Cs"])), max_size=30
).map("".join)

words = st.text("abcd", min_size=1, max_size=12)
word_lists = st.lists(
    st.one_of(words, st.text("ab", min_size=1, max_size=20)), min_size=1, max_size=20
)

each_pattern = pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)


@cache
def trained(pattern):
    """A byte-level tokenizer that knows something of every script."""
    return byte_level(
        [corpora.load("stories")[:8000], *SCRIPTS.values()],
        700,
        pattern=pattern,
        special_tokens=SPECIAL,
    )


@st.composite
def models(draw):
    """A BPE model with merges in any order, some of them two ways to the same token."""
    tokens, merges = list("abc"), []
    for _ in range(draw(st.integers(0, 12))):
        pair = draw(st.sampled_from(tokens)), draw(st.sampled_from(tokens))
        merges.append(pair)
        tokens.append("".join(pair))
    merges = draw(st.permutations(list(dict.fromkeys(merges))))
    return BPE({token: id for id, token in enumerate(dict.fromkeys(tokens))}, merges)


def without_spaces(text):
    return compile_pattern(Regex(r"\s")).sub("", text)


# Text to ids and back


@each_pattern
@given(text=texts)
def test_byte_level_gives_back_any_text_and_its_offsets_cover_it_in_order(
    pattern, text
):
    tok = trained(pattern)
    encoding = tok(text)
    assert tok.encode(text) == encoding.ids
    assert tok.decode(encoding.ids, skip_special_tokens=False) == text
    assert {i for start, end in encoding.offsets for i in range(start, end)} == set(
        range(len(text))
    )
    assert encoding.offsets == sorted(encoding.offsets)
    assert back(pattern)(text) == encoding


@cache
def back(pattern):
    """The tokenizer, after a way through its data."""
    return Tokenizer.from_dict(trained(pattern).to_dict())


@pytest.mark.parametrize("pre_tokenizer", [None, *PRE_TOKENIZERS], ids=repr)
@given(text=texts, normalizer=st.sampled_from([None, *NORMALIZERS]))
def test_every_part_does_the_same_with_and_without_offsets(
    pre_tokenizer, text, normalizer
):
    tok = Tokenizer(trained(PATTERNS["gpt2"]).model)
    tok.pre_tokenizer, tok.normalizer = pre_tokenizer, normalizer
    assert tok.encode(text) == tok(text).ids


@given(text=with_surrogates)
def test_words_between_spaces_cover_all_but_the_spaces_and_surrogates_are_no_exception(
    text,
):
    tok = character_level(["a b", text])
    encoding = tok(text)
    assert tok.encode(text) == encoding.ids
    spelled = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    assert "".join(encoding.tokens) == without_spaces(spelled)
    assert "".join(
        text[start:end] for start, end in encoding.offsets
    ) == without_spaces(text)


# Words


@each_pattern
@given(text=with_surrogates)
def test_the_fast_way_finds_the_words_of_the_pattern(pattern, text):
    found = word_finder(pattern)(text).findall(text)
    assert found == compile_pattern(pattern).findall(text)
    assert "".join(found) == text


@given(text=with_surrogates, normalizer=st.sampled_from(NORMALIZERS))
def test_normalizing_gives_the_same_characters_with_and_without_offsets(
    text, normalizer
):
    aligned = normalizer.normalize(AlignedText.with_spans(text))
    assert aligned.text == normalizer.normalize_str(text)
    assert len(aligned.spans) == len(aligned.text)
    assert all(0 <= start < end <= len(text) for start, end in aligned.spans)
    assert {i for span in aligned.spans for i in range(*span)} == {*range(len(text))}
    assert all(a <= c and b <= d for (a, b), (c, d) in pairwise(aligned.spans))


@given(texts=st.lists(texts, max_size=5), pre_tokenizer=st.sampled_from(PRE_TOKENIZERS))
def test_words_are_counted_as_they_are_pre_tokenized(texts, pre_tokenizer):
    one_by_one = Counter(
        word for text in texts for word, _ in pre_tokenizer.pre_tokenize_str(text)
    )
    assert count_words(texts, pre_tokenizer) == one_by_one


# Merges


@given(
    words=word_lists,
    vocab_size=st.integers(1, 40),
    min_frequency=st.integers(0, 4),
    suffix=st.sampled_from([None, "</w>", "b"]),
    special_tokens=st.lists(st.sampled_from(["<s>", "ab", "b", "aab"]), max_size=2),
)
def test_the_trainer_learns_what_recounting_would(
    words, vocab_size, min_frequency, suffix, special_tokens
):
    options = {
        "vocab_size": vocab_size,
        "min_frequency": min_frequency,
        "special_tokens": special_tokens,
    }
    counts = Counter(words)
    model = BpeTrainer(end_of_word_suffix=suffix, **options).train(counts)
    expected = recounting(counts, **options, suffix=suffix or "")
    assert (list(model.vocab), list(model.merges)) == expected


@given(
    words=word_lists,
    min_frequency=st.integers(0, 3),
    suffix=st.sampled_from([None, "</w>"]),
)
def test_the_first_candidate_is_what_the_next_step_merges(words, min_frequency, suffix):
    trainer = BpeTrainer(
        vocab_size=40, min_frequency=min_frequency, end_of_word_suffix=suffix
    )
    steps = list(trainer.steps(Counter(words), detail=True))
    for step, following in pairwise(steps):
        assert step.candidates[0] == (following.pair, following.count, following.score)
    tokens = trainer.train(Counter(words)).vocab
    assert not steps[-1].candidates or len(tokens) >= 40


@given(model=models(), word=st.text("abc", max_size=30))
def test_a_word_is_merged_by_lowest_rank(model, word):
    tokens = naive_bpe.encode(word, {pair: n for n, pair in enumerate(model.merges)})
    assert [token.value for token in model.tokenize(word)] == tokens
    assert list(model.segment(word).ids) == [model.vocab[token] for token in tokens]


@given(model=models(), word=st.text("abc", max_size=60))
def test_a_long_word_is_merged_like_a_short_one(model, word):
    short = model.tokenize(word)
    with patch("minitok.models.bpe.LONG", 0):
        assert model.tokenize(word) == short
        assert list(model.segment(word).ids) == [token.id for token in short]


@given(model=models())
def test_a_token_is_known_to_come_out_whole_exactly_when_merging_makes_it(model):
    for token in model.vocab:
        *_, last = model.steps(token)
        assert tuple(token.value for token in model.tokenize(token)) == last.symbols


@given(model=models(), word=st.text("abcx", max_size=30))
def test_the_last_step_shows_the_tokens(model, word):
    steps = list(model.steps(word))
    assert steps[-1].symbols == tuple(token.value for token in model.tokenize(word))
    assert all(model.merges[step.rank] == step.pair for step in steps[1:])
    for before, step in pairwise(steps):
        assert len(step.symbols) == len(before.symbols) - 1
        assert "".join(step.symbols) == "".join(before.symbols) == word.replace("x", "")
