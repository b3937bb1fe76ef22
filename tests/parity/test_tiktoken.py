"""minitok and tiktoken, given the same byte-level vocabulary.

tiktoken wants the bytes first and then the merges, so its ids are ours in another order.
"""

import random
from functools import cache

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from samples import COMMON, OLD_CHARS, PATTERNS, SCRIPTS, byte_level, some_texts

from minitok import corpora
from minitok.interop.tiktoken import from_tiktoken

CORPORA = [corpora.load(name) for name in ("stories", "essays", "languages", "python")]
SPECIAL = ["<|end|>", "<|pad|>"]

texts = st.text(st.sampled_from(COMMON) | st.sampled_from(OLD_CHARS), max_size=30)

each_pattern = pytest.mark.parametrize("name", PATTERNS)


@cache
def both(name):
    """Our tokenizer, theirs, and their id for each of ours."""
    tok = byte_level([*CORPORA, *SCRIPTS.values()], 3000, pattern=PATTERNS[name], special_tokens=SPECIAL)
    learned = dict.fromkeys(left + right for left, right in tok.model.merges)
    tokens = [tok.decoder.to_bytes(token) for token in learned]
    ranks = {value: rank for rank, value in enumerate([*(bytes([byte]) for byte in range(256)), *tokens])}
    special = {token: len(ranks) + i for i, token in enumerate(SPECIAL)}
    theirs = tiktoken.Encoding(name, pat_str=PATTERNS[name], mergeable_ranks=ranks, special_tokens=special)
    their_ids = {
        id: ranks[tok.decoder.to_bytes(token)] for token, id in tok.model.vocab.items() if token not in special
    }
    return tok, theirs, their_ids | {tok.token_to_id(token): id for token, id in special.items()}


def assert_alike(name, text):
    tok, theirs, their_id = both(name)
    ids = tok.encode(text)
    assert [their_id[id] for id in ids] == theirs.encode(text, allowed_special="all")
    assert tok.decode(ids, skip_special_tokens=False) == text


@each_pattern
def test_texts_are_encoded_alike(name):
    for text in [*SCRIPTS.values(), *CORPORA, "<|end|>one<|pad|><|end|> two<|end", *some_texts(1500)]:
        assert_alike(name, text)


@each_pattern
@given(text=texts)
def test_generated_texts_are_encoded_alike(name, text):
    assert_alike(name, text)


@each_pattern
def test_bytes_are_decoded_alike(name):
    tok, theirs, their_id = both(name)
    choose = random.Random(0)
    for _ in range(1000):
        ids = choose.choices(range(len(SPECIAL), 3000), k=choose.randint(0, 12))
        assert tok.decode(ids) == theirs.decode([their_id[id] for id in ids])


@given(
    tokens=st.lists(st.text("ab", min_size=2, max_size=7), unique=True, max_size=12),
    texts=st.lists(st.text("ab", max_size=40), min_size=1, max_size=5),
)
def test_ranks_put_there_by_hand_are_encoded_alike(tokens, texts):
    """In any order, so that most tokens could not have been learned when their rank says."""
    ranks = {value: rank for rank, value in enumerate([*(bytes([b]) for b in range(256)), *map(str.encode, tokens)])}
    theirs = tiktoken.Encoding("by hand", pat_str=r"[\s\S]+", mergeable_ranks=ranks, special_tokens={})
    ours = from_tiktoken(theirs)
    for text in [*texts, *tokens, "ab" * 200]:
        assert ours.encode(text) == theirs.encode(text)
        assert ours.decode(ours.encode(text)) == text
