"""minitok/much_text.py: batches in several processes, and texts that arrive in chunks."""

import gc
import itertools
import random
import tracemalloc
from functools import partial

import pytest
from samples import COMMON, PATTERNS, SCRIPTS, byte_level, some_texts

from minitok import AddedToken, Tokenizer
from minitok.interop.components import Prepend
from minitok.models import BPE, WordPiece
from minitok.normalizers import (
    NFC,
    NFD,
    NFKC,
    NFKD,
    BertNormalizer,
    Lowercase,
    Replace,
    Sequence,
)
from minitok.patterns import GPT4_PATTERN, Regex
from minitok.pre_tokenizers import (
    BertPreTokenizer,
    ByteLevel,
    Digits,
    Metaspace,
    Split,
    Whitespace,
    WhitespaceSplit,
)
from minitok.pre_tokenizers import Sequence as PreSequence
from minitok.processors import TemplateProcessing
from minitok.trainers import BpeTrainer, WordPieceTrainer, count_words
from minitok_course import corpora

TEXTS = [*SCRIPTS.values(), "", *corpora.load("stories").splitlines()[:50]]
TOK = byte_level(TEXTS)


@pytest.fixture
def short(monkeypatch):
    """Texts are cut at the first chance, so that many cuts are tried."""
    monkeypatch.setattr("minitok.much_text.CHUNK", 0)
    monkeypatch.setattr("minitok.text.CHUNK", 1)
    monkeypatch.setattr("minitok.text.BATCH_SIZE", 100)


def torn(text, seed=0):
    """A text in chunks of 0 to 7 characters."""
    choose = random.Random(seed)
    while text:
        size = choose.randint(0, 7)
        yield text[:size]
        text = text[size:]


# Several processes


def test_processes_give_the_ids_of_one(short):
    assert TOK.encode_batch(TEXTS, processes=2) == TOK.encode_batch(TEXTS)
    assert TOK.encode_batch(iter(TEXTS), processes=2, as_text=True) == TOK.encode_batch(
        TEXTS, as_text=True
    )


def test_a_batch_is_padded_to_its_longest_text_whichever_process_had_it(short):
    tok = byte_level(TEXTS, special_tokens=["[PAD]"])
    tok.enable_padding()
    tok.enable_truncation(60)
    tok.encode("x")
    found = tok.encode_batch(TEXTS, processes=2)
    assert found == tok.encode_batch(TEXTS)
    assert {len(ids) for ids in found} == {60}


def test_errors_cross_the_processes_by_name(short):
    with pytest.raises(ValueError, match="lone surrogate"):
        TOK.encode_batch(["fine", "\ud83d"], processes=2)
    with pytest.raises(TypeError, match="a text is a str, not int"):
        TOK.encode_batch(["fine", 3], processes=2)


# Chunks


def bert():
    tok = Tokenizer(WordPiece())
    tok.normalizer, tok.pre_tokenizer = BertNormalizer(), BertPreTokenizer()
    tok.train_from_iterator(
        TEXTS,
        WordPieceTrainer(vocab_size=500, special_tokens=["[UNK]", "[CLS]", "[SEP]"]),
    )
    tok.post_processor = TemplateProcessing(
        "[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    return tok


def with_parts(pre_tokenizer, normalizer=None, tokens=()):
    tok = Tokenizer(BPE(unk_token="?"))
    tok.normalizer, tok.pre_tokenizer = normalizer, pre_tokenizer
    tok.train_from_iterator(
        [*TEXTS, COMMON], BpeTrainer(vocab_size=900, special_tokens=["?", "<|end|>"])
    )
    tok.add_tokens(list(tokens))
    return tok


ALIKE = {
    **{
        name: partial(byte_level, TEXTS, pattern=pattern)
        for name, pattern in PATTERNS.items()
    },
    "bert": bert,
    **{
        f"{form.__name__}": partial(with_parts, ByteLevel(GPT4_PATTERN), form())
        for form in (NFC, NFD, NFKC, NFKD)
    },
    "lowercase": partial(with_parts, Whitespace(), Sequence([NFKC(), Lowercase()])),
    "spaces dropped": partial(with_parts, WhitespaceSplit()),
    "prefix space": partial(with_parts, ByteLevel(add_prefix_space=True)),
    "in a row": partial(
        with_parts, PreSequence([Split(GPT4_PATTERN), Digits(individual_digits=True)])
    ),
    **{
        scheme: partial(with_parts, Metaspace("▁", scheme))
        for scheme in ("always", "first", "never")
    },
    "T5": partial(with_parts, PreSequence([WhitespaceSplit(), Metaspace()]), NFKC()),
    "strips": partial(
        with_parts,
        ByteLevel(),
        None,
        [AddedToken("<m>", lstrip=True, rstrip=True), "a  ", "  "],
    ),
    "spaces in tokens": partial(
        with_parts, ByteLevel(), None, ["a b", " c", AddedToken("end", rstrip=True)]
    ),
    "single words": partial(
        with_parts, ByteLevel(), None, [AddedToken(" a", single_word=True)]
    ),
    "spaces by normalizing": partial(
        with_parts, ByteLevel(), NFKC(), [AddedToken("a\u00a0b", normalized=True)]
    ),
    "strips where normalized": partial(
        with_parts, ByteLevel(), NFC(), [AddedToken("e\u0301", rstrip=True)]
    ),
    "single where normalized": partial(
        with_parts, ByteLevel(), NFKC(), [AddedToken("\u00a0b", single_word=True)]
    ),
    "no words": partial(with_parts, None),
    "a pattern of one's own": partial(with_parts, Split(Regex(r"\S+\n?\s?"))),
    "a text's start": partial(
        with_parts, Metaspace(), Sequence([Prepend("▁"), Replace(" ", "▁")])
    ),
}


@pytest.mark.parametrize("make", ALIKE.values(), ids=ALIKE)
def test_chunks_give_the_ids_of_the_whole_text(make, short):
    tok = make()
    joined = " ".join(SCRIPTS.values())
    marked = (
        "a b<m> a end a\u00a0b a b  c a <|end|> a<m>  b\nend\n a  \n c12 345\n\nb.\n\nend b"
        + "é é\ne\u0301\n⑴\nx" * 3
    )
    for text in [
        "",
        joined,
        marked,
        joined.replace(" ", "\n"),
        *some_texts(300, longest=60),
    ]:
        assert list(tok.encode_iterable(torn(text))) == tok.encode(text), text


def test_a_text_without_end_takes_little_memory():
    line = "The ferry leaves at seven, and nobody waits.\n"
    tracemalloc.start()
    ids = TOK.encode_iterable(itertools.repeat(line))
    count = sum(1 for _ in itertools.islice(ids, 200_000))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 200_000
    assert peak < 3_000_000


def test_ids_come_before_the_text_has_ended():
    read = []
    chunks = (
        read.append(number) or f"chunk {number} of the text\n"
        for number in range(10_000)
    )
    assert next(TOK.encode_iterable(chunks)) == TOK.encode("chunk")[0]
    assert len(read) < 2000


@pytest.mark.parametrize("enable", ["enable_truncation", "enable_padding"])
def test_what_needs_the_length_of_the_text_is_refused(enable):
    tok = byte_level(TEXTS, special_tokens=["[PAD]"])
    getattr(tok, enable)(**({"max_length": 5} if enable == "enable_truncation" else {}))
    with pytest.raises(ValueError, match=r"call no_truncation\(\) and no_padding\(\)"):
        tok.encode_iterable(["a"])


# Training


def test_a_file_is_trained_on_as_if_it_were_read_whole(tmp_path, short):
    text = " ".join(SCRIPTS.values()) * 2
    (tmp_path / "text").write_text(text, encoding="utf-8", newline="")
    for pre_tokenizer in (ByteLevel(GPT4_PATTERN), Metaspace("▁", "first"), None):
        tok, whole = Tokenizer(BPE()), Tokenizer(BPE())
        tok.pre_tokenizer = whole.pre_tokenizer = pre_tokenizer
        tok.train([tmp_path / "text"], BpeTrainer(vocab_size=600))
        whole.train_from_iterator([text], BpeTrainer(vocab_size=600))
        assert tok.model == whole.model


def test_counts_give_the_vocabulary_of_their_texts():
    tok = byte_level(TEXTS)
    other, counts = byte_level(["z"]), count_words(TEXTS, tok.pre_tokenizer)
    other.train_from_counts(
        counts, BpeTrainer(vocab_size=400, special_tokens=["<|end|>"])
    )
    assert other.to_dict() == tok.to_dict()
    with pytest.raises(ValueError, match="nothing to learn from"):
        other.train_from_counts({}, BpeTrainer())
    with pytest.raises(TypeError, match="word_counts is 'text'"):
        other.train_from_counts("text", BpeTrainer())
    assert other.to_dict() == tok.to_dict()


def test_progress_counts_texts_and_then_merges(capsys, tmp_path):
    (tmp_path / "text").write_text("hugé hug pug " * 10, encoding="utf-8")
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = WhitespaceSplit()
    tok.train([tmp_path / "text"], BpeTrainer(vocab_size=8), show_progress=True)
    shown = capsys.readouterr()
    counting, merging = shown.err.split("Merging pairs", 1)
    assert "Counting words: 1 texts" in counting
    assert "3/3" in merging and "merges" in merging
    tok.train([tmp_path / "text"], BpeTrainer(vocab_size=8))
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("place", ["counting", "merging"])
@pytest.mark.parametrize("show_progress", [False, True])
def test_ctrl_c_leaves_nothing_half_changed(place, show_progress, monkeypatch):
    def texts():
        yield "hug pug hugs"
        if place == "counting":
            raise KeyboardInterrupt
        monkeypatch.setattr("minitok.trainers.pairs.PairIndex.merge", interrupted)

    def interrupted(*_):
        raise KeyboardInterrupt

    tok = byte_level(TEXTS)
    before, ids = tok.to_dict(), tok.encode(TEXTS[0])
    with pytest.raises(KeyboardInterrupt):
        tok.train_from_iterator(
            texts(), BpeTrainer(vocab_size=400), show_progress=show_progress
        )
    monkeypatch.undo()
    assert (tok.to_dict(), tok.encode(TEXTS[0])) == (before, ids)
    assert gc.isenabled()
    tok.train_from_iterator(TEXTS, BpeTrainer(vocab_size=300))
    assert tok.vocab_size == 300


def test_spaces_that_bert_puts_in_do_not_cut_a_stream():
    tok = Tokenizer(WordPiece({"[UNK]": 0, "中": 1, "a": 2}))
    tok.normalizer, tok.pre_tokenizer = BertNormalizer(), BertPreTokenizer()
    tok.add_tokens("  ")
    text = "中 a" * 9000
    assert list(tok.encode_iterable([text])) == tok.encode(text)
