"""minitok/added_tokens.py: the trie that cuts texts at added tokens, their options, and what is allowed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import byte_level, hug

from minitok import AddedToken, Tokenizer, decoders
from minitok.added_tokens import Trie
from minitok.interop import components
from minitok.interop.tiktoken import to_tiktoken
from minitok.models import BPE, WordLevel
from minitok.normalizers import Strip


@given(
    st.lists(st.text("ab<", min_size=1, max_size=4), max_size=6),
    st.text("ab< ", max_size=30),
)
def test_the_trie_finds_what_comparing_at_every_place_finds(strings, text):
    expected, start = [], 0
    while start < len(text):
        found = max(
            (s for s in strings if text.startswith(s, start)), key=len, default=""
        )
        expected += [(start, found)] if found else []
        start += len(found) or 1
    assert list(Trie(strings).find(text)) == expected
    walks = list(Trie(strings).steps(text))
    assert [(walk.start, walk.found) for walk in walks if walk.found] == expected
    for walk in walks:
        assert any(s.startswith(text[walk.start : walk.end]) for s in [*strings, ""])


def test_a_normalized_token_alone_does_not_span_what_the_normalizer_removed():
    tok = Tokenizer(WordLevel({"[UNK]": 0}))
    tok.normalizer = Strip()
    tok.add_tokens(["<n>"])
    for text in ("  <n>", "  <n> ", "  <n>a"):
        assert tok(text).offsets[0] == (2, 5)


# Ids


def test_added_tokens_come_after_the_vocabulary():
    tok = hug()
    assert tok.add_tokens("<a>") == tok.add_tokens([AddedToken("<b>")]) == 1
    assert tok.get_added_vocab() == {"[UNK]": 0, "<a>": 11, "<b>": 12}
    assert (tok.vocab_size, tok.token_to_id("<b>"), tok.id_to_token(12)) == (
        13,
        12,
        "<b>",
    )
    tok.get_added_vocab().clear()  # a dict of its own
    assert tok.token_to_id("<a>") == 11
    assert tok.token_to_id("zebra") is tok.id_to_token(13) is None


@pytest.mark.parametrize(
    "tokens", [["<a>", "hug"], ["<a>", "<a>"], ["<a>", "[UNK]"], ["<a>", ""]]
)
def test_all_are_added_or_none(tokens):
    tok = hug()
    before = tok.to_dict()
    with pytest.raises(
        ValueError,
        match=r"in the vocabulary already, with the id|is empty",
    ):
        tok.add_tokens(tokens)
    assert tok.to_dict() == before


def test_a_special_token_keeps_the_id_that_it_has():
    tok = hug()
    assert tok.add_special_tokens(["hug", "<s>"]) == 2
    assert tok.encode("bughug<s>") == [*tok.encode("bug"), 10, 11]
    assert tok.decode([10, 11, 1]) == "b"
    assert tok.add_special_tokens(["hug"]) == 0


# What is allowed

GPT = byte_level(["a b"], special_tokens=["<|end|>", "<|pad|>"])
END = GPT.token_to_id("<|end|>")


def test_only_those_allowed_are_tokens():
    ids = GPT.encode("<|end|><|pad|>", allowed_special={"<|end|>"})
    assert ids == [END, *GPT.encode("<|pad|>", allowed_special=())]
    assert GPT("<|end|><|pad|>", allowed_special={"<|end|>"}).ids == ids


@pytest.mark.parametrize("call", [GPT.encode, GPT])
@pytest.mark.parametrize(
    ("text", "options", "named"),
    [
        (
            "hi <|end|>",
            {"allowed_special": ()},
            r"'<\|end\|>' at character 3, .*: pass allowed_special=",
        ),
        (
            "<|end|><|pad|>",
            {"allowed_special": {"<|end|>"}},
            r"'<\|pad\|>' at character 7",
        ),
        ("<|end|>", {"disallowed_special": {"<|end|>"}}, r"'<\|end\|>' at character 0"),
    ],
)
def test_what_is_disallowed_is_named_with_its_place_and_the_remedy(
    call, text, options, named
):
    with pytest.raises(ValueError, match=named):
        call(text, **{"disallowed_special": "all", **options})


def test_the_second_of_a_pair_is_looked_through_too():
    with pytest.raises(ValueError, match="at character 1"):
        GPT("a", "b<|end|>", disallowed_special="all")


@pytest.mark.parametrize("option", ["allowed_special", "disallowed_special"])
@pytest.mark.parametrize(
    "value, told",
    [
        ("<|end|>", r"='<\|end\|>' is neither \"all\" nor a collection"),
        (3, " is 3, and should be a list of tokens"),
    ],
)
def test_a_string_or_a_number_is_no_collection_of_tokens(option, value, told):
    with pytest.raises(TypeError, match=option + told):
        GPT.encode("a", **{"allowed_special": (), option: value})


def test_added_tokens_that_are_not_special_are_always_tokens():
    tok = hug()
    tok.add_tokens(["<a>"])
    assert tok.encode("<a>", allowed_special=(), disallowed_special="all") == [11]


# Decoding


def test_an_added_token_between_two_halves_of_a_character():
    tok = byte_level(["é"], 256)
    tok.add_tokens(["<x>"])
    first, second = tok.encode("é")
    assert tok.decode([first, tok.token_to_id("<x>"), second]) == "\ufffd<x>\ufffd"


def test_a_token_of_the_model_can_be_added_without_becoming_special():
    tok = byte_level(["the heat the heat"], 262)
    before = tok.vocab_size
    he = tok.token_to_id("he")
    text = "the heat"
    with pytest.raises(
        ValueError, match=r"or add AddedToken\('he'\) to cut it from every text"
    ):
        tok.add_tokens("he")
    assert tok.add_tokens(AddedToken("he")) == 1
    assert (tok.vocab_size, tok.token_to_id("he")) == (before, he)
    assert tok.encode(text).count(he) == 2
    assert tok.decode(tok.encode(text)) == text
    with pytest.raises(
        ValueError,
        match=r"'he' is in the vocabulary already, with the id \d+: leave it out\. No token",
    ):
        tok.add_tokens([AddedToken("he")])


@pytest.mark.parametrize(
    ("first", "text"), [(components.Fuse(), "aé a"), (decoders.WordPiece(), "a é Ġ a")]
)
def test_an_added_token_is_itself_in_bytes_after_another_decoder(first, text):
    tok = Tokenizer(BPE({"a": 0, "Ġ": 1}, []))
    tok.decoder = decoders.Sequence([first, decoders.ByteLevel()])
    tok.add_tokens(["é"])
    assert tok.decode([0, 2, 1, 0]) == text


def test_special_tokens_may_be_given_by_what_they_are_for():
    tok = hug()
    roles = {"pad_token": "<pad>", "eos_token": AddedToken("<b>", lstrip=True)}
    assert tok.add_special_tokens(roles) == 2
    assert list(tok.get_added_vocab()) == ["[UNK]", "<pad>", "<b>"]
    assert tok.added_tokens.tokens[tok.token_to_id("<b>")].lstrip
    assert tok.special_tokens_map == {"pad_token": "<pad>", "eos_token": "<b>"}


@pytest.mark.parametrize(
    "options",
    [
        {"disallowed_special": ()},
        {"disallowed_special": {"<|pad|>"}},
        {"allowed_special": "all", "disallowed_special": "all"},
        {"allowed_special": "all", "disallowed_special": ()},
        {"allowed_special": "all"},
        {"allowed_special": {"<|end|>"}, "disallowed_special": ()},
    ],
)
def test_what_is_allowed_is_what_tiktoken_allows(options):
    text = "a<|end|> b"
    assert GPT.encode(text, **options) == to_tiktoken(GPT, "g").encode(text, **options)
