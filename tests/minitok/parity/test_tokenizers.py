"""minitok and Hugging Face's `tokenizers`, given the same texts and the same vocabularies.

Characters come from Unicode 3.2 and from well-known scripts and emoji: on newer ones the libraries' tables differ.
Where minitok differs on purpose, a test at the end of this file says how.
"""

import json
import random
from copy import copy
from functools import cache, partial
from itertools import product
from unicodedata import combining, normalize

import pytest
import samples
import tokenizers as hf
from hugging_face_parts import CORPORA, EVERYTHING, characters_with_offsets, theirs
from samples import (
    OLD_CHARS,
    PATTERNS,
    SCRIPTS,
    byte_level,
    character_level,
    each,
    every_character,
    hug,
    some_texts,
)

from minitok import (
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    trainers,
)
from minitok.models import BPE, Unigram
from minitok.pre_tokenizers import (
    GPT2_PATTERN,
    ByteLevel,
    Metaspace,
    Whitespace,
    WhitespaceSplit,
)
from minitok.text import AlignedText
from minitok.trainers import BpeTrainer, WordLevelTrainer, count_words

each_corpus = pytest.mark.parametrize("name", CORPORA)


def their_byte_level(pattern):
    """Their spelling of `ByteLevel(pattern)`."""
    split = hf.pre_tokenizers.Split(hf.Regex(pattern), "isolated")
    return hf.pre_tokenizers.Sequence(
        [split, hf.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]
    )


def their_training(texts, pre_tokenizer, **options):
    """A tokenizer of theirs with a BPE model trained on texts."""
    tok = hf.Tokenizer(hf.models.BPE())
    tok.pre_tokenizer = pre_tokenizer
    tok.train_from_iterator(
        texts, hf.trainers.BpeTrainer(show_progress=False, **options)
    )
    return tok


def vocab_and_merges(tok):
    model = (
        json.loads(tok.to_str())["model"]
        if isinstance(tok, hf.Tokenizer)
        else tok.to_dict()["model"]
    )
    return model["vocab"], [tuple(merge) for merge in model["merges"]]


def assert_trained_alike(texts, pattern=GPT2_PATTERN, **options):
    """On bytes with a pattern, on characters between spaces without."""
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = ByteLevel(pattern) if pattern else WhitespaceSplit()
    tok.train_from_iterator(
        texts, BpeTrainer(special_tokens=["<s>", "</s>"], **options)
    )
    alphabet = hf.pre_tokenizers.ByteLevel.alphabet() if pattern else []
    their_pre_tokenizer = (
        their_byte_level(pattern) if pattern else hf.pre_tokenizers.WhitespaceSplit()
    )
    options |= {"special_tokens": ["<s>", "</s>"], "initial_alphabet": alphabet}
    assert vocab_and_merges(tok) == vocab_and_merges(
        their_training(texts, their_pre_tokenizer, **options)
    )


def assert_encode_alike(ours, theirs, texts):
    for text in texts:
        mine, other = ours(text), theirs.encode(text)
        assert mine.ids == other.ids == ours.encode(text)
        assert (mine.tokens, mine.offsets) == (other.tokens, other.offsets)


# Training


@each_corpus
@each("vocab_size", [300, 1000, 5000], quick=[1000])
@pytest.mark.parametrize("pattern", [None, GPT2_PATTERN], ids=["characters", "bytes"])
def test_the_same_merges_are_learned_from_the_corpora(name, vocab_size, pattern):
    assert_trained_alike(
        CORPORA[name].splitlines(keepends=True), pattern, vocab_size=vocab_size
    )


SPLITS = {
    "none": None,
    "Whitespace": Whitespace(),
    "WhitespaceSplit": WhitespaceSplit(),
    "Metaspace": Metaspace(),
    "Metaspace, first": Metaspace(prepend_scheme="first"),
    "ByteLevel": ByteLevel(),
    "ByteLevel, prefix": ByteLevel(add_prefix_space=True),
}


@pytest.mark.parametrize(
    ("kind", "split"),
    [
        *product(["BPE"], SPLITS),
        *product(["WordPiece"], ["none", "WhitespaceSplit", "Metaspace", "ByteLevel"]),
        *product(["Unigram"], ["Metaspace", "Metaspace, first", "ByteLevel"]),
    ],
)
def test_files_are_read_by_lines(tmp_path, kind, split):
    """Unigram vocabularies differ by their seeds: there, each is held against its own lines."""
    file = tmp_path / "corpus.txt"
    file.write_bytes(b"ab abc\n\n abd\nab\r\nabcd abd ab\n\nbc bcd")
    lines = file.read_bytes().decode().splitlines(keepends=True)
    options = {"vocab_size": 2000, "special_tokens": ["[UNK]"]}
    tok = Tokenizer(getattr(models, kind)())
    tok.pre_tokenizer = SPLITS[split]
    from_lines = copy(tok)
    their_trainer = getattr(hf.trainers, f"{kind}Trainer".replace("BPE", "Bpe"))
    their_tok = hf.Tokenizer(getattr(hf.models, kind)())
    if tok.pre_tokenizer is not None:
        their_tok.pre_tokenizer = theirs(tok).pre_tokenizer
    their_tok.train([str(file)], their_trainer(**options, show_progress=False))
    trainer = trainers.trainer_like(tok.model, **options)
    tok.train([file], trainer)
    from_lines.train_from_iterator(lines, trainer)
    assert tok.vocab == from_lines.vocab
    for line in lines:
        if kind != "Unigram":
            assert tok.tokenize(line) == their_tok.encode(line).tokens


def without_ties(counts, **options):
    """The largest vocabulary up to which training never has to choose between pairs of one count."""
    steps = BpeTrainer(**options).steps(counts, detail=True)
    for step in steps:
        if len({count for _, count, _ in step.candidates[:2]}) < 2:
            return step.id + 1
    raise AssertionError("every merge was the only one of its count")


@pytest.mark.parametrize("name", ["stories", "python"])
@pytest.mark.parametrize(
    "mark", [{"end_of_word_suffix": "</w>"}, {"continuing_subword_prefix": "##"}]
)
def test_the_same_merges_are_learned_with_marks_where_there_are_no_ties(name, mark):
    """Their ids change from run to run with marks, so the vocabularies are held as sets."""
    options = {**mark, "special_tokens": ["[UNK]"]}
    counts = count_words([CORPORA[name]], WhitespaceSplit())
    size = without_ties(counts, **options)
    ours = BpeTrainer(vocab_size=size, **options).train(counts)
    vocab, merges = vocab_and_merges(
        their_training(
            [CORPORA[name]],
            hf.pre_tokenizers.WhitespaceSplit(),
            vocab_size=size,
            **options,
        )
    )
    assert len(merges) > 3
    assert (set(ours.vocab), list(ours.merges)) == (set(vocab), merges)


@each_corpus
@pytest.mark.parametrize(
    ("vocab_size", "min_frequency"), [(100, 0), (5000, 0), (5000, 2)]
)
def test_the_same_words_are_learned(name, vocab_size, min_frequency):
    options = {
        "vocab_size": vocab_size,
        "min_frequency": min_frequency,
        "special_tokens": ["[UNK]", "[PAD]"],
    }
    ours = WordLevelTrainer(**options).train(
        count_words([CORPORA[name]], WhitespaceSplit())
    )
    tok = hf.Tokenizer(hf.models.WordLevel(unk_token="[UNK]"))
    tok.pre_tokenizer = hf.pre_tokenizers.WhitespaceSplit()
    tok.train_from_iterator(
        [CORPORA[name]], hf.trainers.WordLevelTrainer(show_progress=False, **options)
    )
    assert dict(ours.vocab) == tok.get_vocab()


# Encoding and decoding


def with_a_bpe_decoder(tok):
    tok.decoder = decoders.BPEDecoder()
    return tok


TOKENIZERS = {
    "hug": hug,
    "words": lambda: samples.word_level([CORPORA["stories"]], 1000),
    "characters": lambda: character_level([CORPORA["languages"]], 1000),
    "suffix": lambda: with_a_bpe_decoder(
        character_level([CORPORA["languages"]], 1000, suffix="</w>")
    ),
    **{
        name: partial(byte_level, [EVERYTHING], 2000, pattern=pattern)
        for name, pattern in PATTERNS.items()
    },
    "no pattern": lambda: byte_level([EVERYTHING], 500, pattern=None),
}
each_tokenizer = pytest.mark.parametrize("name", TOKENIZERS)


@cache
def both_tokenizers(name):
    tok = TOKENIZERS[name]()
    return tok, theirs(tok)


@each_tokenizer
def test_the_same_tokens_at_the_same_places(name):
    tok, other = both_tokenizers(name)
    fixed = ["", " ", "the! !! <|end|>[UNK]é<|end|>", "<|end|>" * 3, *SCRIPTS.values()]
    assert_encode_alike(
        tok,
        other,
        [*fixed, *(text[-2000:] for text in CORPORA.values()), *some_texts(200)],
    )
    assert tok.encode(EVERYTHING) == other.encode(EVERYTHING).ids


@each_tokenizer
def test_the_same_text_from_ids(name):
    tok, other = both_tokenizers(name)
    choose, known = random.Random(0), sorted(tok.vocab.values())
    sentences = [tok.encode(text) for text in SCRIPTS.values()]
    for ids in [
        *sentences,
        *(choose.choices(known, k=choose.randint(0, 12)) for _ in range(500)),
    ]:
        for skip in (True, False):
            assert tok.decode(ids, skip_special_tokens=skip) == other.decode(
                ids, skip_special_tokens=skip
            )


# Normalizers

FORMS = ["NFC", "NFD", "NFKC", "NFKD"]
each_normalizer = pytest.mark.parametrize("name", [*FORMS, "Lowercase"])


@each_normalizer
def test_every_character_is_normalized_alike_and_comes_from_the_same_place(name):
    ours, theirs = getattr(normalizers, name)(), getattr(hf.normalizers, name)()
    marks = "|".join("a" + char for char in OLD_CHARS)
    assert ours.normalize_str(marks) == theirs.normalize_str(marks)
    chars = [char for char in OLD_CHARS if not combining(normalize("NFKC", char)[0])]
    normal = ours.normalize(AlignedText.with_spans("|".join(chars)))
    expected = characters_with_offsets(theirs, "|".join(chars))
    assert list(zip(normal.text, normal.spans)) == expected


# Pre-tokenizers


@pytest.mark.parametrize("name", ["Whitespace", "WhitespaceSplit"])
def test_words_are_found_alike(name):
    ours, theirs = getattr(pre_tokenizers, name)(), getattr(hf.pre_tokenizers, name)()
    for text in [*every_character(), *SCRIPTS.values(), *some_texts(1500)]:
        assert ours.pre_tokenize_str(text) == theirs.pre_tokenize_str(text)


@pytest.mark.parametrize("invert", [False, True])
@pytest.mark.parametrize(
    "behavior",
    ["isolated", "removed", "merged_with_previous", "merged_with_next", "contiguous"],
)
@pytest.mark.parametrize(
    "pattern",
    [r"\s", r"\s+", "[ab]", "ab|b", r"(?<=a)", r"(?=b)", "b*", "", *PATTERNS.values()],
)
def test_split_does_alike_with_matches(pattern, behavior, invert):
    ours = pre_tokenizers.Split(Regex(pattern), behavior=behavior, invert=invert)
    theirs = hf.pre_tokenizers.Split(hf.Regex(pattern), behavior, invert)
    for text in [*SCRIPTS.values(), "aabb ab b", *some_texts(100, longest=12)]:
        assert ours.pre_tokenize_str(text) == theirs.pre_tokenize_str(text)


# Where minitok differs on purpose


def test_a_composed_character_spans_all_that_it_came_from():
    normal = normalizers.NFC().normalize(AlignedText.with_spans("e\u0301x"))
    assert normal.spans == [(0, 2), (2, 3)]
    theirs = characters_with_offsets(hf.normalizers.NFC(), "e\u0301x")
    assert theirs == [("é", (0, 1)), ("x", (2, 3))]


def test_a_character_left_out_does_not_move_the_offsets_of_those_behind_it():
    tok = Tokenizer(BPE({"a": 0, "b": 1}))
    assert tok("a?b").ids == theirs(tok).encode("a?b").ids == [0, 1]
    assert (tok("a?b").offsets, theirs(tok).encode("a?b").offsets) == (
        [(0, 1), (2, 3)],
        [(0, 1), (1, 2)],
    )


def test_an_unknown_character_stays_before_the_bytes_that_follow_it():
    tok = Tokenizer(
        BPE({"?": 0, "<0xC3>": 1, "<0xA9>": 2}, unk_token="?", byte_fallback=True)
    )
    assert (tok.encode("xé"), theirs(tok).encode("xé").ids) == ([0, 1, 2], [1, 2, 0])


@pytest.mark.parametrize("byte_fallback", [False, True])
def test_unknown_characters_in_a_row_become_the_token_that_they_spell(byte_fallback):
    pieces = [
        ("▁", -1.0),
        ("▁▁", -5.0),
        ("b", -1.0),
        *((f"<0x{byte:02X}>", -9.0) for byte in range(256)),
    ]
    tok = Tokenizer(Unigram(pieces, unk_id=0, byte_fallback=byte_fallback))
    for text in ["▁▁b", "▁b▁▁", "▁▁▁", "x", "x▁"]:
        assert tok.encode(text) == tok(text).ids == theirs(tok).encode(text).ids


def test_a_word_that_is_a_special_token_does_not_get_a_second_id():
    tok = hf.Tokenizer(hf.models.WordLevel(unk_token="the"))
    tok.train_from_iterator(
        ["the"],
        hf.trainers.WordLevelTrainer(special_tokens=["the"], show_progress=False),
    )
    assert tok.get_vocab() == {"the": 1}
    assert WordLevelTrainer(special_tokens=["the"]).train({"the": 1}).vocab == {
        "the": 0
    }
