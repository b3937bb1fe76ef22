"""minitok/tokenizer.py: the parts together."""

import copy
import pickle

import numpy as np
import pytest
import tiktoken
from samples import byte_level, character_level, hug

from minitok import Tokenizer
from minitok.interop.tiktoken import from_tiktoken
from minitok.models import BPE
from minitok.normalizers import NFC, NFD, Lowercase
from minitok.pre_tokenizers import ByteLevel, Split
from minitok.trainers import BpeTrainer, WordLevelTrainer
from minitok_course import corpora

STORY = corpora.load("stories")[:6000]
STORIES = byte_level([STORY], special_tokens=["<|end|>", "<|end|>>", "<|a b|>"])


def state(tok):
    return tok.model, dict(tok.vocab), tok.encode("hug")


# Training


def test_files_are_texts(tmp_path):
    (tmp_path / "a.txt").write_text(corpora.load("hug"), encoding="utf-8")
    (tmp_path / "b.txt").write_text("ç ç", encoding="utf-8")
    tok = hug()
    tok.train(
        [tmp_path / "a.txt", str(tmp_path / "b.txt")],
        BpeTrainer(vocab_size=12, special_tokens=["[UNK]"]),
    )
    assert tok.tokenize("hugç") == ["hug", "ç"]


def test_texts_may_come_in_batches():
    tok = hug()
    tok.train_from_iterator(iter([["xy xy"], "xz", ("xy",)]), BpeTrainer(vocab_size=4))
    assert tok.vocab == {"x": 0, "y": 1, "z": 2, "xy": 3}


# Text to ids


def test_a_batch_is_texts_one_by_one():
    assert hug()(["bug", ("hug", "pug")]) == [hug()("bug"), hug()("hug", "pug")]
    assert hug()([]) == hug().encode_batch([]) == []
    with pytest.raises(TypeError, match="takes its pairs as tuples"):
        hug()(["bug"], "hug")


# Mistakes


def test_a_text_is_a_string():
    tok = hug()
    for text, kind in (
        (None, "NoneType"),
        (b"bug", "bytes"),
        (5, "int"),
        (["bug"], "list"),
    ):
        for call in (tok.encode, tok.tokenize, tok.stages):
            with pytest.raises(TypeError, match=f"a text is a str, not {kind}"):
                call(text)
    for texts in (None, b"bug", [b"bug"], ["bug", None]):
        with pytest.raises(TypeError):
            tok(texts)


@pytest.mark.parametrize(
    "call",
    [
        "encode_batch",
        "train_from_iterator",
        "train_from_counts",
        "train",
    ],
)
def test_a_bare_string_is_no_list_of_texts_or_files(call):
    tok = hug()
    before = tok.to_dict()
    more = (BpeTrainer(),) if call.startswith("train") else ()
    with pytest.raises(TypeError, match=r"is a string|is 'hug'"):
        getattr(tok, call)("hug", *more)
    assert tok.to_dict() == before


@pytest.mark.parametrize(
    ("texts", "error", "fault"),
    [
        (["", ""], ValueError, "the texts hold no word"),
        ([b"hug"], TypeError, "a text is a str, not bytes"),
        (["fine", "hug \ud800"], ValueError, r"character 4 of .*, '.ud800'"),
    ],
)
def test_training_that_fails_changes_nothing(texts, error, fault):
    tok = byte_level(["hug"])
    before = state(tok)
    with pytest.raises(error, match=fault):
        tok.train_from_iterator(texts, BpeTrainer())
    with pytest.raises(
        TypeError, match="makes a WordLevel, but the tokenizer's model is a BPE"
    ):
        tok.train_from_iterator(["hug"], WordLevelTrainer())
    assert state(tok) == before


def test_a_file_that_is_not_utf8_is_named_with_the_remedy(tmp_path):
    file = tmp_path / "café.txt"
    file.write_bytes("un café".encode("latin-1"))
    with pytest.raises(ValueError, match=r'café.txt is not UTF-8,.*encoding="latin-1"'):
        hug().train([file], BpeTrainer())


# Lone surrogates


@pytest.mark.parametrize("normalizer", [None, NFD()])
@pytest.mark.parametrize("name", ["encode", "__call__", "tokenize", "stages"])
def test_byte_level_says_where_a_lone_surrogate_stands(name, normalizer):
    tok = byte_level([STORY])
    tok.normalizer = normalizer
    with pytest.raises(
        ValueError, match=r"character 14 of .*, '\\udc80', is half of a surr"
    ):
        getattr(tok, name)("hé you<|end|>\n\udc80 there")


# What is remembered


def test_nothing_stale_is_remembered_when_a_part_is_replaced():
    tok = hug()
    assert tok.tokenize("hug") == ["hug"]
    tok.model = BPE(tok.vocab, tok.model.merges[:1], unk_token="[UNK]")
    assert tok.encode("hug") == tok("hug").ids == [3, 8]
    tok.pre_tokenizer = ByteLevel(None)
    assert tok.encode("h g") == tok("h g").ids == [3, 0, 2]
    tok.pre_tokenizer = Split("u", behavior="removed")
    assert tok.encode("h ghug") == tok("h ghug").ids == [3, 0, 2, 3, 2]
    tok.normalizer = Lowercase()
    assert tok.encode("HUG") == tok("HUG").ids == [3, 2]
    tok.pre_tokenizer = tok.normalizer = None
    assert tok.encode("h g") == tok("h g").ids == [3, 0, 2]


def test_the_memory_for_words_has_a_bound(monkeypatch):
    monkeypatch.setattr("minitok.cache.MAX_WORDS", 10)
    tok = character_level([STORY])
    text = " ".join(f"{word}{number}" for number, word in enumerate(STORY.split()))
    assert tok.encode(text) == tok(text).ids
    caches = [
        *tok.computed.ids_of_words.values(),
        *tok.computed.tokens_of_words.values(),
    ]
    assert len(caches) == 2 and all(0 < len(cache) <= 10 for cache in caches)


@pytest.mark.parametrize(
    "made_again",
    [copy.copy, copy.deepcopy, lambda tok: pickle.loads(pickle.dumps(tok))],
)
def test_a_copy_encodes_the_same_and_goes_its_own_way(made_again):
    tok = byte_level([STORY])
    tok.normalizer = NFC()
    text = "a cafe\u0301<|end|> again"
    ids = tok.encode(text)
    again = made_again(tok)
    assert again(text) == tok(text) and again.decode(ids) == tok.decode(ids)
    again.train_from_iterator(["xyz"], BpeTrainer())
    assert tok.encode(text) == ids != again.encode(text)
    again.special_tokens_map["eos_token"] = "<|end|>"
    assert not tok.special_tokens_map


# Ids to text


def test_ids_in_a_batch_are_decoded_one_by_one():
    batch = [STORIES.encode("one<|end|>"), [], iter(STORIES.encode("two"))]
    assert STORIES.decode_batch(batch) == ["one", "", "two"]
    assert STORIES.decode_batch(batch[:2], skip_special_tokens=False) == [
        "one<|end|>",
        "",
    ]


@pytest.mark.parametrize("id", [400, -1, 10**9])
def test_an_id_that_does_not_exist_is_named(id):
    for decode in (STORIES.decode, lambda ids: list(STORIES.decode_stream(ids))):
        with pytest.raises(
            ValueError,
            match=f"no token has the id {id}: the highest id of the model is 399",
        ):
            decode([65, id])


# The vocabulary


def test_a_tokenizer_shows_its_parts():
    assert repr(Tokenizer(BPE())) == "Tokenizer(BPE(0 tokens, 0 merges))"
    assert repr(hug()) == (
        "Tokenizer(BPE(11 tokens, 3 merges, unk_token='[UNK]'), "
        "pre_tokenizer=WhitespaceSplit(), special_tokens=['[UNK]'])"
    )


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda tok: tok("a", padding=True), "'padding' for tok.*tok.enable_padding"),
        (
            lambda tok: tok.encode("a", return_tensors="pt"),
            r"'return_tensors' for tok.* torch.tensor\(ids\)",
        ),
        (
            lambda tok: tok.encode_batch(["a"], is_pretokenized=True),
            "'is_pretokenized' for .*tok.encode_batch: set .*WhitespaceSplit",
        ),
        (
            lambda tok: tok.enable_padding(pad_id=0, pad_token="[UNK]"),
            "'pad_id' for tok.enable_padding: the id is that of pad_token",
        ),
        (
            lambda tok: tok.enable_truncation(8, strides=2),
            "'strides' for tok.enable_truncation: .* choose from direction, max_length, s",
        ),
        (
            lambda tok: tok.decode([[1], [2]]),
            r"lists, .* write tok.decode_batch\(batch\)",
        ),
        (
            lambda tok: tok.decode(np.array([[1], [2]])),
            r"lists, .* write tok.decode_batch\(batch\)",
        ),
        (
            lambda tok: tok.decode_batch([1, 2]),
            r"ids is 1, .* and \[\[1, 2\], \[3\]\] for decode_batch",
        ),
        (lambda tok: tok.pad_token, r'write tok.special_tokens_map\["pad_token"\]'),
        (lambda tok: tok("hug").input_ids, "write encoding.ids"),
        (lambda tok: setattr(tok, "padding_side", "left"), "call tok.enable_padding"),
        (
            lambda tok: setattr(tok, "normaliser", None),
            "a Tokenizer has no 'normaliser': its parts are model, normalizer, ",
        ),
        (
            lambda tok: setattr(tok, "normalizer", "lower"),
            "normalizer='lower' should be of type Normalizer, not str",
        ),
        (
            lambda tok: tok.add_special_tokens({"extra_special_tokens": ["<s>"]}),
            r"content=\['<s>'\] should be of type str, not list",
        ),
        (lambda tok: ByteLevel(True), "pattern=True should be of type str, not bool"),
        (lambda tok: tok([float("nan")]), "a text is a str, not float: nan; leave out"),
        (
            lambda tok: tok.train_from_iterator(["a", None], BpeTrainer()),
            "a text is a str, not NoneType: None; leave out what has no text",
        ),
        (
            lambda tok: tok.encode(None),
            "a text is a str, not NoneType: None; leave out",
        ),
        (
            lambda tok: tok.train_from_iterator([{"text": "a"}], BpeTrainer()),
            r"a text is a str, not dict: .*take the text out of .* record\['text'\]",
        ),
    ],
)
def test_a_habit_from_elsewhere_is_answered_with_the_way_here(call, problem):
    with pytest.raises((AttributeError, TypeError), match=problem):
        call(hug())


@pytest.mark.parametrize(
    "text", ["a\ud83d\udc4db", "\ud835\udc9cx y", "é\ud83d\udc4d."]
)
def test_a_pair_of_surrogates_is_the_character_that_it_spells(text):
    spelled = text.encode("utf-16", "surrogatepass").decode("utf-16")
    theirs = tiktoken.get_encoding("gpt2")
    tok = from_tiktoken(theirs)
    assert tok.encode(text) == theirs.encode(text) == tok.encode(spelled)
    end = tok(text).offsets[-1][1]
    assert end == len(text) == len(spelled) + 1
    tok.train_from_iterator([text], BpeTrainer())
    assert tok.decode(tok.encode(text)) == spelled
