"""Special tokens, pairs, templates, truncation, padding and every look-up, held against Hugging Face's `tokenizers`."""

import json
from copy import copy
from functools import cache

import pytest
import tokenizers as hf
from hugging_face_parts import theirs as in_tokenizers
from hypothesis import example, given, settings
from hypothesis import strategies as st
from samples import OLD_CHARS, SCRIPTS, byte_level

import minitok
from minitok import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from minitok.models import WordPiece
from minitok.normalizers import NFD, BertNormalizer, Lowercase, Sequence, StripAccents
from minitok.pre_tokenizers import BertPreTokenizer
from minitok.processors import ByteLevel, TemplateProcessing
from minitok.processors import Sequence as Processors
from minitok.trainers import WordPieceTrainer
from minitok_course import corpora

LISTS = [
    "ids",
    "tokens",
    "offsets",
    "word_ids",
    "type_ids",
    "attention_mask",
    "special_tokens_mask",
    "sequence_ids",
]
SPECIAL = ["[UNK]", "[CLS]", "[SEP]", "[PAD]"]
ADDED = (
    [
        AddedToken("<mask>", lstrip=True, special=True),
        AddedToken("<end>", rstrip=True, normalized=False),
    ]
    + [AddedToken("cat", single_word=True), AddedToken("New York"), AddedToken("<m")]
    + [AddedToken("é!", normalized=False, lstrip=True, rstrip=True)]
)
ODD = [
    "",
    " ",
    "e\u0301e\u0323\u0301 q\u0307\u0323",
    "👩‍👩‍👧‍👦👍🏽 🇫🇷",
    "猫在桌子上",
    "שלום עולם",
    "הַחתול",
]
ODD += [
    " <mask>  <mask>x<end>  <end>",
    "cat cats _cat cat_ Cat-cat 猫cat",
    "new york  New York New York.",
]
ODD += ["[CLS][SEP]", "a é! é! b", "<m <ma <mask <mask> <mas"]


def bert_like(template=True):
    tok = Tokenizer(WordPiece())
    tok.normalizer, tok.pre_tokenizer, tok.decoder = (
        BertNormalizer(),
        BertPreTokenizer(),
        decoders.WordPiece(),
    )
    tok.train_from_iterator(
        [corpora.load("stories"), *SCRIPTS.values()],
        WordPieceTrainer(vocab_size=900, special_tokens=SPECIAL),
    )
    if template:
        ids = [(token, tok.token_to_id(token)) for token in ("[CLS]", "[SEP]")]
        tok.post_processor = TemplateProcessing(
            "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", ids
        )
    return tok


def gpt_like(template=True):
    tok = byte_level(
        [corpora.load("stories"), *SCRIPTS.values()], 900, special_tokens=SPECIAL
    )
    tok.normalizer = Sequence([NFD(), StripAccents(), Lowercase()])
    tok.post_processor = ByteLevel()
    if template:
        ids = [(token, tok.token_to_id(token)) for token in ("[CLS]", "[SEP]")]
        filled_in = TemplateProcessing("$A [SEP] [CLS]:2", "[CLS]:3 $A $B:1 [SEP]", ids)
        tok.post_processor = Processors([tok.post_processor, filled_in])
    return tok


@cache
def both(make, template=True):
    tok = make(template)
    tok.add_special_tokens([token for token in ADDED if token.special])
    tok.add_tokens([token for token in ADDED if not token.special])
    return tok, in_tokenizers(tok)


MAKERS = [bert_like, gpt_like]
each_maker = pytest.mark.parametrize("make", MAKERS)


words = [*corpora.load("stories").split()[:300], *ODD, *SPECIAL, *" \n\t.,'"]
words += [token.content for token in ADDED]
words += [word for text in SCRIPTS.values() for word in text.split()]
texts = st.builds(
    str.join,
    st.sampled_from([" ", "", "  "]),
    st.lists(st.sampled_from(words) | st.sampled_from(OLD_CHARS), max_size=12),
)


def assert_alike(ours, theirs):
    # theirs may overflow again
    overflow = zip(ours.overflowing, theirs.overflowing, strict=True)
    for one, other in [(ours, theirs), *overflow]:
        for name in LISTS:
            assert getattr(one, name) == getattr(other, name), name


def assert_looked_up_alike(ours, theirs, length):
    for sequence in {*ours.sequence_ids} - {None}:
        for place in range(length + 2):
            for name in ("char_to_token", "word_to_tokens", "word_to_chars"):
                mine, other = getattr(ours, name), getattr(theirs, name)
                assert mine(place, sequence) == other(place, sequence), (name, place)


@each_maker
@given(
    text=texts, pair=st.none() | texts, special=st.booleans(), template=st.booleans()
)
def test_texts_and_pairs_agree_in_every_mask_and_look_up(
    make, text, pair, special, template
):
    tok, other = both(make, template)
    ours = tok(text, pair, add_special_tokens=special)
    theirs = other.encode(text, pair, add_special_tokens=special)
    assert_alike(ours, theirs)
    assert_looked_up_alike(ours, theirs, max(len(text), len(pair or "")))
    if pair is None:
        assert tok.encode(text, add_special_tokens=special) == ours.ids


truncations = st.fixed_dictionaries(
    {
        "max_length": st.integers(5, 24),
        "stride": st.integers(0, 2),
        "strategy": st.sampled_from(["longest_first", "only_first", "only_second"]),
        "direction": st.sampled_from(["left", "right"]),
    }
)
paddings = st.fixed_dictionaries(
    {
        "length": st.sampled_from([None, 30]),
        "pad_to_multiple_of": st.sampled_from([None, 8]),
        "direction": st.sampled_from(["left", "right"]),
    }
)


@each_maker
@settings(max_examples=50)
@example({"max_length": 9}, None, True, "a b c d e f g h i", "a b c d")
@example({"max_length": 3}, None, True, "a a", "a")  # no room for a text
@example({"max_length": 3, "strategy": "only_first"}, None, True, "a a", "a")
@example({"max_length": 3, "strategy": "only_second"}, None, True, "a a", "a")
@given(
    truncation=truncations,
    padding=st.none() | paddings,
    pairs=st.booleans(),
    first=texts,
    second=texts,
)
def test_truncation_and_padding_agree(make, truncation, padding, pairs, first, second):
    tok, other = map(copy, both(make))
    tok.enable_truncation(**truncation)
    other.enable_truncation(**truncation)
    if padding is not None:
        tok.enable_padding(**padding)
        other.enable_padding(pad_id=tok.token_to_id("[PAD]"), **padding)
    batch = [(first, second), (second, first)] if pairs else [first, second]
    try:
        windows = tok(batch)
    except ValueError as error:
        if "cannot repeat" not in str(
            error
        ):  # there theirs panics, and says so at length
            with pytest.raises(BaseException, match=r"Truncation error|stride"):
                other.encode_batch(batch)
        return
    for one, another in zip(windows, other.encode_batch(batch), strict=True):
        assert_alike(one, another)
        assert_looked_up_alike(one, another, 5)
    if not pairs:
        assert tok.encode_batch(batch) == [one.ids for one in windows]


def test_what_overflows_has_the_type_ids_of_the_template_where_theirs_forget_them():
    tok, other = both(bert_like)
    tok = Tokenizer.from_dict(tok.to_dict())
    tok.post_processor = TemplateProcessing("$A:5", "$A:5 $B:6")
    tok.enable_truncation(4)
    other = in_tokenizers(tok)
    assert tok("a a a a a").overflowing[0].type_ids == [5]
    assert other.encode("a a a a a").overflowing[0].type_ids == [0]
    for window in tok("a a a", "b b b").overflowing:
        assert {*window.type_ids} <= {5, 6}


@pytest.mark.parametrize("give", ["add_special_tokens", "trainer"])
def test_added_tokens_become_special_as_in_tokenizers(give):
    def made(library, models, trainers, pre_tokenizers):
        tok = library.Tokenizer(models.BPE())
        tok.pre_tokenizer = pre_tokenizers.Whitespace()
        tokens = [
            library.AddedToken("<S>", lstrip=True),
            library.AddedToken("<N>", normalized=True, rstrip=True),
        ]
        tok.train_from_iterator(
            ["hug"],
            trainers.BpeTrainer(special_tokens=tokens if give == "trainer" else []),
        )
        tok.add_special_tokens(tokens if give == "add_special_tokens" else [])
        return tok

    ours = made(minitok, models, trainers, pre_tokenizers)
    other = made(hf, hf.models, hf.trainers, hf.pre_tokenizers)
    assert ours.to_dict()["added_tokens"] == json.loads(other.to_str())["added_tokens"]
