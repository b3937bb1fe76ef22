"""minitok/interop/tiktoken.py, with vocabularies that are made here; tests/minitok/parity/ has the published ones."""

import base64
import random

import pytest
import tiktoken
import tiktoken.load
from hypothesis import given
from hypothesis import strategies as st
from samples import COMMON, PATTERNS, SCRIPTS, byte_level, character_level, some_texts

from minitok import AddedToken, Regex, Tokenizer, decoders, normalizers
from minitok.added_tokens import AddedTokens
from minitok.interop.expressions import TIKTOKEN_PATTERNS
from minitok.interop.tiktoken import (
    from_ranks,
    from_tiktoken,
    save_ranks,
    to_tiktoken,
)
from minitok.models import BPE
from minitok.pre_tokenizers import (
    GPT2_PATTERN,
    GPT4_PATTERN,
    ByteLevel,
    Sequence,
    Split,
    Whitespace,
)
from minitok.processors import TemplateProcessing
from minitok_course import corpora

TEXTS = [corpora.load("stories"), *SCRIPTS.values()]
SPECIAL = ["<|end|>", "<|pad|>"]
SHUFFLED = {bytes([byte]): (7 * byte + 3) % 256 for byte in range(256)}


@pytest.fixture(scope="module", params=PATTERNS)
def tok(request):
    return byte_level(
        TEXTS, 1000, pattern=PATTERNS[request.param], special_tokens=SPECIAL
    )


def assert_same(ours, theirs, text):
    ids = ours.encode(text)
    assert ids == theirs.encode(text, allowed_special="all")
    assert ours.decode(ids, skip_special_tokens=False) == theirs.decode(ids)


def assert_equal(back, tok):
    assert (back.vocab, back.model.merges) == (tok.vocab, tok.model.merges)
    assert back.pre_tokenizer.pattern == tok.pre_tokenizer.pattern
    assert back.decode([0, 1]) == ""
    for text in [*TEXTS, *SPECIAL]:
        assert back.encode(text) == tok.encode(text)


def test_tiktoken_gives_the_same_ids_and_text(tok):
    theirs = to_tiktoken(tok, "ours")
    assert (theirs.name, theirs.n_vocab) == ("ours", tok.vocab_size)
    for text in [
        *TEXTS,
        "<|end|>one<|pad|><|end|> two<|end",
        *some_texts(500),
    ]:
        assert_same(tok, theirs, text)
    choose = random.Random(0)
    for _ in range(500):
        ids = choose.choices(range(tok.vocab_size), k=4)
        assert tok.decode(ids, skip_special_tokens=False) == theirs.decode(ids)


def test_a_tokenizer_comes_back_from_tiktoken_as_it_went(tok):
    assert_equal(from_tiktoken(to_tiktoken(tok, "ours")), tok)


@given(text=st.text(COMMON))
def test_tiktoken_cuts_where_its_spelling_of_a_pattern_is_replaced_by_ours(text):
    for theirs, ours in TIKTOKEN_PATTERNS.items():
        assert Split(Regex(theirs)).pre_tokenize_str(text) == Split(
            ours
        ).pre_tokenize_str(text)


KIMI = Regex(
    r"[\p{Han}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+"
    r"[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


CHARS = COMMON + "猫睡Ñ"
PAIRS = [*SHUFFLED, *(f"{a}{b}".encode() for a in CHARS for b in CHARS)]


@given(texts=st.lists(st.text(CHARS), min_size=20, max_size=20))
def test_kimis_sets_without_a_property_cut_at_the_same_places(texts):
    ranks = {token: id for id, token in enumerate(PAIRS)}
    theirs = tiktoken.Encoding(
        "kimi", pat_str=KIMI, mergeable_ranks=ranks, special_tokens={}
    )
    ours = from_tiktoken(theirs)
    for text in texts:
        assert_same(ours, theirs, text)


def test_bytes_in_any_order_and_gaps_between_ids_stay_as_they_are():
    ranks = SHUFFLED | {b"ab": 1000, b"abab": 2000}
    tok = from_ranks(ranks, pattern=GPT2_PATTERN, special_tokens={"<s>": 5000})
    theirs = tiktoken.Encoding(
        "gaps",
        pat_str=GPT2_PATTERN,
        mergeable_ranks=ranks,
        special_tokens={"<s>": 5000},
    )
    assert_same(tok, theirs, "ababab<s>! ab\nabab")
    assert to_tiktoken(tok, "gaps")._mergeable_ranks == ranks


@given(
    tokens=st.lists(st.text("ab", min_size=2, max_size=7), unique=True, max_size=12),
    texts=st.lists(st.text("ab", max_size=40), min_size=1, max_size=5),
)
def test_ranks_put_there_by_hand_are_encoded_alike(tokens, texts):
    """In any order, so that most tokens could not have been learned when their rank says."""
    ranks = SHUFFLED | {token.encode(): rank for rank, token in enumerate(tokens, 256)}
    theirs = tiktoken.Encoding(
        "by hand", pat_str=r"[\s\S]+", mergeable_ranks=ranks, special_tokens={}
    )
    ours = from_tiktoken(theirs)
    for text in [*texts, *tokens, "ab" * 200]:
        assert_same(ours, theirs, text)


def test_ranks_put_there_by_hand_come_back_from_a_file_and_from_tiktoken(tmp_path):
    """One of 40,000 bytes takes less than a second."""
    ranks = SHUFFLED | {b"abc": 256, b"ab": 257, b"ab" * 20_000: 258}
    tok = from_ranks(ranks, pattern=GPT2_PATTERN, special_tokens={})
    assert tok.tokenize("abc abcd") == ["abc", "Ġ", "abc", "d"]
    assert to_tiktoken(tok, "by hand")._mergeable_ranks == ranks
    tok.save(tmp_path / "tokenizer.json")
    assert Tokenizer.from_file(tmp_path / "tokenizer.json").model == tok.model


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"ranks": {b"a": 0}}, r"b'\\x00' has no rank"),
        ({"ranks": {"a": 0}}, r"b'\\x00' has no rank"),
        ({"ranks": SHUFFLED | {b"ab": 3}}, "same id, 3"),
        ({"special_tokens": {"<x>": "3"}}, "'<x>' has the id '3': ids are ints from"),
        ({"special_tokens": {"<x>": -1}}, "'<x>' has the id -1: ids are ints from"),
        ({"special_tokens": {"<x>": 3}}, "'<x>' and 'Ā' have the same id, 3"),
        ({"special_tokens": {5: 300}}, "content=5 should be of type str"),
        ({"special_tokens": ["<x>"]}, "should be of type Mapping, not list"),
        ({"pattern": 3}, "pattern=3 should be of type str"),
    ],
)
def test_ranks_that_give_a_text_no_ids_are_refused(options, problem):
    given = {"ranks": SHUFFLED, "pattern": GPT2_PATTERN, "special_tokens": {}}
    with pytest.raises((TypeError, ValueError), match=problem):
        from_ranks(**{**given, **options})


def test_a_file_of_ranks_opens_in_tiktoken(tok, tmp_path, monkeypatch):
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    path = tmp_path / "ours.tiktoken"
    save_ranks(tok, path)
    ranks = tiktoken.load.load_tiktoken_bpe(str(path))
    assert ranks == to_tiktoken(tok, "ours")._mergeable_ranks
    assert path.read_bytes().startswith(
        base64.b64encode(b"!") + b" 2\n"
    )  # behind the special tokens
    special = {token: tok.token_to_id(token) for token in SPECIAL}
    assert_equal(
        from_ranks(ranks, pattern=tok.pre_tokenizer.pattern, special_tokens=special),
        tok,
    )


@pytest.mark.parametrize("pattern", [GPT4_PATTERN, Regex("[aeiou]+"), ". T", "<&~>"])
def test_a_split_ahead_of_the_bytes_is_the_pattern(pattern):
    tok = byte_level(TEXTS, 400, pattern=None)
    tok.pre_tokenizer = Sequence([Split(pattern), ByteLevel(None)])
    for text in TEXTS:
        assert_same(tok, to_tiktoken(tok, "split"), text)


@pytest.mark.parametrize("pattern", [None, r"\p{L}+", r"\s|b"])
def test_what_a_pattern_does_not_match_is_not_lost(pattern):
    tok = byte_level(TEXTS, 400, pattern=pattern)
    for text in ["", "a - b", *SCRIPTS.values()]:
        assert_same(tok, to_tiktoken(tok, "words"), text)


def with_(**parts):
    tok = byte_level(["ab ab"], 260)
    for name, part in parts.items():
        setattr(tok, name, part)
    return tok


@pytest.mark.parametrize(
    ("tok", "named"),
    [
        (with_(normalizer=normalizers.NFC()), "no normalizer"),
        (
            with_(
                post_processor=TemplateProcessing(
                    "<|end|> $A", special_tokens=[("<|end|>", 0)]
                )
            ),
            "no post-processor",
        ),
        (
            with_(added_tokens=AddedTokens({0: AddedToken("<|end|>", lstrip=True)})),
            "no lstrip",
        ),
        (with_(decoder=None), "this decoder is None"),
        (with_(decoder=decoders.Metaspace()), "this decoder is Metaspace"),
        (with_(pre_tokenizer=None), "what None does"),
        (with_(pre_tokenizer=Whitespace()), r"what Whitespace\(\) does"),
        (
            with_(pre_tokenizer=ByteLevel(add_prefix_space=True)),
            "add_prefix_space=True",
        ),
        (
            with_(
                pre_tokenizer=Sequence(
                    [Split("a", behavior="removed"), ByteLevel(None)]
                )
            ),
            "removed",
        ),
        (with_(pre_tokenizer=ByteLevel(r"a|\s*")), "matches nothing"),
        (
            with_(pre_tokenizer=Sequence([Split(Regex("x|(?=a)")), ByteLevel(None)])),
            "matches nothing",
        ),
        (with_(model=BPE({"a": 0})), "b'\\\\x00' has no rank"),
        (
            with_(
                model=BPE(byte_level(["a"], 256).model.vocab, end_of_word_suffix="</w>")
            ),
            "end_of_word_suffix='</w>'",
        ),
        (
            with_(model=character_level(["hug hug \u4f60"]).model),
            "'你' stands for none",
        ),
    ],
)
def test_what_tiktoken_does_not_have_is_refused_by_name(tok, named):
    with pytest.raises(ValueError, match=named):
        to_tiktoken(tok, "refused")


def test_merges_in_another_order_than_the_ids_are_refused():
    model = byte_level(["abc abc"], 260).model
    *others, last = model.vocab
    swapped = BPE(
        {**{token: model.vocab[token] for token in others}, last: 1000},
        model.merges[::-1],
    )
    with pytest.raises(ValueError, match=r"where a merge here is .* it would make"):
        to_tiktoken(with_(model=swapped), "swapped")


def test_a_token_that_no_merge_makes_is_refused(tmp_path):
    model = byte_level(["abc abc"], 260).model
    path = tmp_path / "refused.tiktoken"
    with pytest.raises(ValueError, match="no two tokens of lower rank make b'xyz'"):
        save_ranks(with_(model=BPE({**model.vocab, "xyz": 1000}, model.merges)), path)
    assert not path.exists()


def test_special_tokens_that_share_an_id_are_both_found():
    """In tiktoken it is a matter of chance which of them the id decodes to."""
    special = {"<a>": 300, "<b>": 300, "<c>": 301}
    theirs = tiktoken.Encoding(
        "shared", pat_str=GPT2_PATTERN, mergeable_ranks=SHUFFLED, special_tokens=special
    )
    tok = from_tiktoken(theirs)
    assert tok.encode("x<b><a><c>") == theirs.encode(
        "x<b><a><c>", allowed_special="all"
    )
    options = {"allowed_special": {"<b>", "<c>"}, "disallowed_special": ()}
    ids = theirs.encode("<a><b><c>", **options)
    assert tok.encode("<a><b><c>", **options) == ids
    assert tok.decode([300], skip_special_tokens=False) == "<a>"
    assert to_tiktoken(tok, "shared")._special_tokens == special


def test_a_token_with_two_ids_cannot_be_saved(tmp_path):
    tok = from_ranks(
        SHUFFLED | {b"##": 256}, pattern=r"[\s\S]+", special_tokens={"##": 257}
    )
    assert tok.encode("##", allowed_special=()) == [256]
    with pytest.raises(
        ValueError, match="in the vocabulary, the added token '##' has another id"
    ):
        tok.save(tmp_path / "mine.json")
    assert not [*tmp_path.iterdir()]
    theirs = to_tiktoken(tok, "mine")
    assert theirs.encode("##", disallowed_special=()) == [256]
    assert theirs.encode("##", allowed_special="all") == tok.encode("##") == [257]


@given(
    names=st.lists(st.text("<a>b ", min_size=1, max_size=4), max_size=4, unique=True),
    text=st.text("<a>b ", max_size=30),
)
def test_added_tokens_have_the_same_ids_in_tiktoken_or_are_refused(names, text):
    tok = from_ranks(SHUFFLED, pattern=r"[\s\S]+", special_tokens={})
    tok.add_tokens(list(map(AddedToken, set(names) - tok.vocab.keys())))
    try:
        theirs = to_tiktoken(tok, "added")
    except ValueError as error:
        assert "but minitok finds the longest" in str(error)
    else:
        assert theirs.encode(text, allowed_special="all") == tok.encode(text)
