"""`as_text=True`: text that others wrote gives no added token, whatever the normalizer and the model make of it."""

import json
import random
from copy import copy
from functools import cache

import pytest
import shapes
from published_vocabularies import loaded, with_special_tokens
from samples import THOROUGH, byte_level, each

from minitok import AddedToken, Tokenizer, normalizers
from minitok.interop.sentencepiece import from_model
from minitok.models import BPE, Unigram, WordLevel, WordPiece
from minitok.pre_tokenizers import ByteLevel, Metaspace, WhitespaceSplit
from minitok.processors import TemplateProcessing

PUBLISHED = [
    "gpt2",
    "cl100k_base",
    "o200k_base",
    "google-bert/bert-base-uncased",
    "google/pegasus-xsum",
]
CHAT = (
    "{% for message in messages %}{{ bos_token }}{{ message.content }}{{ eos_token }}\n"
    "{% endfor %}"
)
FULLWIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


def disguised(text, choose):
    """A text with marks, some of it in other characters, which a normalizer may turn back."""
    if choose.random() < 0.4:
        return text
    between = choose.choice(["", "\u200b", "\u00ad", "\u0301"])
    forms = [[char, char.upper(), char.translate(FULLWIDTH)] for char in text]
    return between.join(map(choose.choice, forms))


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory):
    """A published tokenizer, one in the shape of one, or a .model file with user-defined symbols."""

    @cache
    def load(name):
        if name in PUBLISHED:
            return loaded(name).ours
        if name in shapes.SHAPES:
            return Tokenizer.from_dict(json.loads(shapes.build(name).to_str()))
        path = tmp_path_factory.mktemp("models") / f"{name}.model"
        path.write_bytes(shapes.model_file(model_type=name, **shapes.MODEL_FILES[name]))
        return from_model(path)

    return load


def marks_of(tok):
    """The marks of a tokenizer and their ids: single characters, and what a chat leaves as it is, are none."""
    spelled = [mark for mark in shapes.USER_DEFINED if mark != "7"]
    spelled += [f"▁{mark}" for mark in spelled]
    marks = {mark: tok.vocab[mark] for mark in spelled if mark in tok.vocab}
    marks |= tok.get_added_vocab()
    return {mark: id for mark, id in marks.items() if id != tok.model.unknown_id}


@each(
    "name",
    [*PUBLISHED, *shapes.SHAPES, *shapes.MODEL_FILES],
    quick=["llama-3", "gemma", "t5", "bert", "unigram", "bpe"],
)
def test_no_text_and_no_chat_forges_a_mark(tokenizer, name):
    tok, choose = copy(tokenizer(name)), random.Random(2)
    marks = marks_of(tok)
    texts = list(with_special_tokens(tuple(sorted(marks)), 900 if THOROUGH else 150))
    texts = [disguised(text, choose) for text in texts]
    for text in texts:
        encoding = tok(text, as_text=True, add_special_tokens=False)
        assert marks.keys().isdisjoint(map(tok.id_to_token, encoding.ids)), text
        assert tok.encode(text, as_text=True, add_special_tokens=False) == encoding.ids

    hidden = [
        mark for mark in marks if mark.strip("▁\n ")
    ]  # whitespace is no mark in a chat
    first, last = hidden[0], hidden[-1].lstrip("▁")
    tok.chat_template = CHAT
    tok.special_tokens_map = {"bos_token": first, "eos_token": last}
    for text in texts[::4]:
        ids = tok.apply_chat_template([{"role": "user", "content": text}] * 2)
        found = [
            token.lstrip("▁") for token in map(tok.id_to_token, ids) if token in hidden
        ]
        assert found == [first, last] * 2, text  # ▁<mask> is <mask> after a space


@pytest.mark.parametrize("name", ["unigram", "bpe"])
def test_user_defined_symbols_are_marks_and_single_characters_are_not(tokenizer, name):
    tok = tokenizer(name)
    start, seven = tok.vocab["<start_of_turn>"], tok.vocab["7"]
    text = "<start_of_turn> 7 7"
    assert start in tok.encode(text) and start not in tok.encode(text, as_text=True)
    assert start in tok.encode(text, as_text=True, allowed_special={"<start_of_turn>"})
    assert seven in tok.encode(text, as_text=True)
    with pytest.raises(
        ValueError,
        match="the text holds the special token '<start_of_turn>' at character 2",
    ):
        tok.encode("a <start_of_turn>", as_text=True, disallowed_special="all")


def with_marks(model, *tokens, normalizer=None, pre_tokenizer=None):
    tok = Tokenizer(model)
    tok.normalizer, tok.pre_tokenizer = normalizer, pre_tokenizer
    special = [token for token in tokens if isinstance(token, str)]
    tok.add_special_tokens(special)
    tok.add_tokens([token for token in tokens if token not in special])
    return tok


LETTERS = ["<unk>", "<", "/", "s", ">", "▁", "a"]
BPE_WITH_MARKS = BPE(
    {token: id for id, token in enumerate([*LETTERS, "</", "</s", "</s>", "as"])},
    [("<", "/"), ("</", "s"), ("</s", ">"), ("a", "s")],
)


@pytest.mark.parametrize(
    ("tok", "text", "tokens"),
    [
        (with_marks(BPE_WITH_MARKS, "</s>"), "as</s>", ["as", "</s", ">"]),
        (
            with_marks(BPE_WITH_MARKS, "</s>", normalizer=normalizers.NFKC()),
            "＜/s＞as",
            ["</s", ">", "as"],
        ),
        (
            with_marks(BPE_WITH_MARKS.replace(ignore_merges=True), "</s>"),
            "</s>",
            ["</s", ">"],
        ),
        (
            with_marks(BPE_WITH_MARKS.replace(unk_token="<unk>"), ">"),
            "</s>",
            ["</s", "<unk>"],
        ),
        (
            with_marks(
                WordLevel({"[UNK]": 0, "[SEP]": 1, "a": 2}),
                "[SEP]",
                pre_tokenizer=WhitespaceSplit(),
            ),
            "a [SEP]",
            ["a", "[UNK]"],
        ),
        (
            with_marks(
                WordPiece({"[UNK]": 0, "[S]": 1, "[": 2, "##S": 3, "##]": 4}), "[S]"
            ),
            "[S]",
            ["[", "##S", "##]"],
        ),
        (
            with_marks(
                WordPiece({"[UNK]": 0, "a": 1, "##[UNK]": 2}), AddedToken("<x>")
            ),
            "a[UNK]",
            ["a", "##[UNK]"],
        ),
        (
            with_marks(
                Unigram([(token, -1.0) for token in [*LETTERS, "</s>"]], unk_id=0),
                "</s>",
            ),
            "a</s><unk>",
            ["a", "<", "/", "s", ">", "<", "unk", ">"],
        ),
    ],
)
def test_a_model_does_without_its_marks(tok, text, tokens):
    assert tok.encode("a", as_text=True) == tok.encode("a")
    encoding = tok(text, as_text=True)
    assert encoding.tokens == tokens
    assert encoding.ids == tok.encode(text, as_text=True)
    assert [text[start:end] for start, end in encoding.offsets if start < end]


def test_added_tokens_that_are_not_special_are_kept_out_too():
    tok = byte_level(["x y"], 260)
    tok.add_tokens([AddedToken("<tool_call>", normalized=False), "<think>"])
    text = "x<tool_call>y<think>"
    ids = tok.encode(text, as_text=True)
    assert {*tok.get_added_vocab().values()}.isdisjoint(ids)
    assert tok.decode(ids) == text
    assert tok("a", text, as_text=True).ids[1:] == ids
    assert tok.encode_batch([text], as_text=True) == [ids]


def test_the_tokens_of_a_template_and_of_padding_are_marks():
    tok = Tokenizer(WordLevel({"[UNK]": 0, "[CLS]": 1, "[PAD]": 2, "a": 3}))
    tok.pre_tokenizer = WhitespaceSplit()
    tok.post_processor = TemplateProcessing("[CLS] $A", "[CLS] $A $B", [("[CLS]", 1)])
    tok.enable_padding()
    assert tok.encode("a [CLS] [PAD]") == [1, 3, 1, 2]
    assert tok.encode("a [CLS] [PAD]", as_text=True) == [1, 3, 0, 0]
    with pytest.raises(
        ValueError,
        match=r"the text holds the special token '\[CLS\]' at character 2",
    ):
        tok.encode("a [CLS]", as_text=True, disallowed_special="all")


def test_words_are_not_remembered_from_one_kind_of_text_to_the_other():
    tok = with_marks(BPE_WITH_MARKS)
    tok.add_special_tokens(["</s>"])
    plain, marked = (
        tok.encode("</s>", as_text=True),
        tok.encode("</s>", allowed_special=()),
    )
    assert marked == [tok.token_to_id("</s>")] != plain
    for _ in range(2):
        assert tok.encode("</s>", allowed_special=()) == marked
        assert tok.encode("</s>", as_text=True) == plain
        assert tok("</s>", as_text=True).ids == plain
    tok.add_tokens([AddedToken("<>")])
    tok.add_special_tokens(["</s"])
    assert tok("</s>", as_text=True).tokens == ["</", "s", ">"]


# What is refused


@pytest.mark.parametrize("options", [{}, {"as_text": True}])
def test_disallowed_marks_raise_in_a_text_and_never_arise(options):
    tok = with_marks(BPE_WITH_MARKS, "</s>", normalizer=normalizers.NFKC())
    options["disallowed_special"] = "all"
    named = "holds the special token '</s>' at character 1"
    with pytest.raises(ValueError, match=named):
        tok.encode("a</s>", **options)
    mark = tok.vocab["</s>"]
    assert mark not in tok.encode("a＜/s＞", **options)
    for text in ("a</s>", "a＜/s＞"):
        assert tok.encode(text, allowed_special={"</s>"}, **options)[-1] == mark


def test_the_first_word_of_a_text_is_no_exception():
    tok = with_marks(
        BPE_WITH_MARKS, "</s>", pre_tokenizer=Metaspace(prepend_scheme="first")
    )
    assert tok("</s>", as_text=True).tokens == ["▁", "</s", ">"]
    tok.pre_tokenizer = ByteLevel(None)
    assert tok("</s>", as_text=True).tokens == ["</s", ">"]
