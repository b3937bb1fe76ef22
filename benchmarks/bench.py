"""How fast minitok is beside the libraries of production: `make bench`, a quarter of an hour on two cores.

Both sides run in one process, in turns, on the same text, and are first held to give the same result. A time is the
median of five runs: of processor time where both use one thread, so that what else the machine is doing weighs little,
and of wall-clock time where threads or processes take part. Rows named "time" show our time in theirs, the others how
many times as fast minitok is. `cold` is a tokenizer that has seen nothing yet, `warm` one that has just encoded the
same text. `--only train` runs one group of rows, named in GROUPS. With `--quick` there is less text and one round, to
see that all works; the goals are not for that.

The texts (`texts.py`): source is the standard library and the installed packages; prose the Python documentation, then
docstrings; many scripts are the message catalogs of a Linux machine, 31 languages in turn. Unigram is trained on
"Botchan" (Natsume Soseki's novel, in English) where it lies beside the checkout, and otherwise on as much prose.
"""

# ruff: noqa: E402 (what the libraries read from the environment is set before they are imported)

import os

os.environ["RAYON_NUM_THREADS"] = "2"  # before `tokenizers` reads it

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tests"))

import published_vocabularies as published

published.use_shared_caches()  # before one of the libraries is imported

import tokenizers as hf
from racing import HEADER, Row, at_once, race, ready, threads
from texts import TooLittleText, many_scripts, one_word, prose, source

from minitok import Tokenizer, decoders, hub, naive_bpe, normalizers
from minitok.encoding import LISTS
from minitok.models import BPE, Model, Unigram, WordPiece
from minitok.pre_tokenizers import BertPreTokenizer, ByteLevel, Metaspace
from minitok.trainers import BpeTrainer, UnigramTrainer, WordPieceTrainer, count_words

GPT2, BERT, PEGASUS = "openai-community/gpt2", "google-bert/bert-base-uncased", "google/pegasus-xsum"
QUICK = "--quick" in sys.argv
ROUNDS = 1 if QUICK else 5
MB = 100_000 if QUICK else 1_000_000
Rows = Iterator[Row | str]


# Training


def trained(texts: list[str], vocab_size: int) -> Tokenizer:
    tok = Tokenizer(BPE())
    tok.pre_tokenizer, tok.decoder = ByteLevel(), decoders.ByteLevel()
    tok.train_from_iterator(texts, BpeTrainer(vocab_size=vocab_size))
    return tok


def trained_by_two(texts: list[str], vocab_size: int) -> Model:
    """The same model, from words that two processes count."""
    counts = count_words(texts, ByteLevel(), processes=2) | dict.fromkeys(ByteLevel.alphabet, 0)
    return BpeTrainer(vocab_size=vocab_size).train(counts)


def trained_by_theirs(texts: list[str], vocab_size: int) -> hf.Tokenizer:
    tok = hf.Tokenizer(hf.models.BPE())
    tok.pre_tokenizer = hf.pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = hf.pre_tokenizers.ByteLevel.alphabet()
    trainer = hf.trainers.BpeTrainer(vocab_size=vocab_size, initial_alphabet=alphabet, show_progress=False)
    tok.train_from_iterator(texts, trainer)
    return tok


def train() -> Rows:
    threads(2)
    vocab_size = 3200 if QUICK else 32_000
    for name, make, goals in [("source", source, (0.8, 0.67)), ("many scripts", many_scripts, (1.0, 0.75))]:
        texts = make(20 * MB)
        ours, theirs = trained(texts, vocab_size), json.loads(trained_by_theirs(texts, vocab_size).to_str())["model"]
        assert ours.vocab == theirs["vocab"] == trained_by_two(texts, vocab_size).vocab
        assert [*ours.model.merges] == [tuple(pair) for pair in theirs["merges"]]
        for how, run, least_and_aim in [("1 process", trained, goals), ("2 processes", trained_by_two, (0.6, 0.45))]:
            yield race(
                f"time: train BPE, {20 * MB / 1e6:g} MB of {name}, {vocab_size:,}, {how}, to 2 threads of tokenizers",
                at_once(run, texts, vocab_size),
                at_once(trained_by_theirs, texts, vocab_size),
                least_and_aim,
                rounds=ROUNDS,
                less=True,
                clock=perf_counter,
            )


def train_naively() -> Rows:
    """Recount all the words of the text after every merge: one run, which takes minutes."""
    size, vocab_size = (20_000, 500) if QUICK else (200_000, 2000)
    texts = source(size)
    words = list(count_words(texts, ByteLevel()).elements())
    assert trained(texts, vocab_size).model.merges == tuple(naively(words, vocab_size))
    yield race(
        f"train BPE, {size / 1e3:g} KB of source, {vocab_size:,}, to counting all pairs anew for each merge",
        at_once(trained, texts, vocab_size),
        at_once(naively, words, vocab_size),
        rounds=1,
    )


def naively(words: list[str], vocab_size: int) -> Any:
    return naive_bpe.train(words, vocab_size, alphabet=ByteLevel.alphabet)[1]


# Encoding. Of the library's calls for many texts, `encode_batch_fast` is the fastest: it makes no offsets.


def ids_by_ours(tok: Tokenizer, texts: list[str]) -> list[list[int]]:
    return tok.encode_batch(texts)


def ids_by_theirs(tok: hf.Tokenizer, texts: list[str]) -> list[list[int]]:
    return [encoding.ids for encoding in tok.encode_batch_fast(texts)]


def fresh(tok: Tokenizer) -> Callable[[], Tokenizer]:
    """What makes a tokenizer that has seen nothing yet."""
    data = tok.to_dict()
    return lambda: Tokenizer.from_dict(data)


def fresh_of_theirs(tok: Tokenizer) -> Callable[[], hf.Tokenizer]:
    written = json.dumps(tok.to_dict())
    return lambda: hf.Tokenizer.from_str(written)


def encode() -> Rows:
    threads(1)
    tok, rank = published.load(GPT2).ours, published.load("gpt2").theirs.encode_ordinary_batch
    ours, theirs = fresh(tok), fresh_of_theirs(tok)
    for name, make, to_theirs, to_ranks in [
        ("prose", prose, (3.5, 5), (0.7, 0.9)),
        ("source", source, (3.5, 5), (0.9, 1.2)),
        ("many scripts", many_scripts, (1.5, 2), None),
    ]:
        texts = make(2 * MB)
        what = f"encode {2 * MB / 1e6:g} MB of {name}"
        ranked = at_once(partial(rank, num_threads=1), texts)
        assert ids_by_ours(tok, texts) == ids_by_theirs(theirs(), texts) == ranked()()
        cold, warm = ready(ours, ids_by_ours, texts), at_once(ids_by_ours, tok, texts)
        yield race(f"{what}, cold, to tokenizers", cold, ready(theirs, ids_by_theirs, texts), to_theirs, rounds=ROUNDS)
        yield race(f"{what}, cold, to tiktoken", cold, ranked, to_ranks, rounds=ROUNDS)
        yield race(f"{what}, warm, to tiktoken", warm, ranked, to_ranks and (1.1, 1.5), rounds=ROUNDS)


def word() -> Rows:
    """One word, with no space in it; the second row holds that twice the letters take about twice the time."""
    threads(1)
    tok = published.load(GPT2).ours
    ours, theirs = fresh(tok), fresh_of_theirs(tok)
    texts, longer = [one_word(MB)], [one_word(2 * MB)]
    assert ids_by_ours(tok, texts) == ids_by_theirs(theirs(), texts)
    what = f"encode one word of {MB / 1e6:g} MB"
    cold = ready(ours, ids_by_ours, texts)
    yield race(f"{what}, to tokenizers", cold, ready(theirs, ids_by_theirs, texts), (0.25, 0.5), rounds=ROUNDS)
    twice = ready(ours, ids_by_ours, longer)
    yield race("time: one word twice as long, to the shorter one", twice, cold, (2.5, 2.2), rounds=ROUNDS, less=True)


def lines() -> Rows:
    """Texts of 80 characters, where the work around a text weighs more than the work on it."""
    threads(1)
    tok = published.load(GPT2).ours
    text = "".join(prose(MB))
    texts = [text[start : start + 80] for start in range(0, len(text), 80)]
    theirs = fresh_of_theirs(tok)()
    rank = published.load("gpt2").theirs.encode_ordinary
    assert [tok.encode(line) for line in texts] == ids_by_theirs(theirs, texts)
    what = f"encode {len(texts):,} texts of 80 characters, warm"
    ours = at_once(one_by_one, tok.encode, texts)
    yield race(f"{what}, one by one, to tokenizers", ours, at_once(one_by_one, theirs.encode, texts), rounds=ROUNDS)
    yield race(f"{what}, one by one, to tiktoken", ours, at_once(one_by_one, rank, texts), rounds=ROUNDS)
    for name in (GPT2, BERT, PEGASUS):
        tok = published.load(name).ours
        theirs = fresh_of_theirs(tok)()
        batch, row = at_once(ids_by_theirs, theirs, texts), f"{what}, as a batch, {name.split('/')[1]}, to tokenizers"
        yield race(row, at_once(ids_by_ours, tok, texts), batch, rounds=ROUNDS)


def one_by_one(function: Callable[[str], Any], texts: list[str]) -> list[Any]:
    return [function(text) for text in texts]


def ids_by_two(tok: Tokenizer, texts: list[str]) -> list[list[int]]:
    return tok.encode_batch(texts, processes=2)


def processes() -> Rows:
    tok, texts = published.load(GPT2).ours, source(20 * MB)
    assert ids_by_two(tok, texts) == ids_by_ours(tok, texts)
    for how, make in [("cold", fresh(tok)), ("warm", lambda: tok)]:
        two, one = ready(make, ids_by_two, texts), ready(make, ids_by_ours, texts)
        what = f"encode {20 * MB / 1e6:g} MB of source, {how}, 2 processes to 1"
        yield race(what, two, one, rounds=ROUNDS, clock=perf_counter)


def decode() -> Rows:
    threads(1)
    tok, tiktoken = published.load(GPT2).ours, published.load("gpt2").theirs
    theirs = fresh_of_theirs(tok)()
    for name, make in [("prose", prose), ("source", source)]:
        texts = make(2 * MB)
        ids = tok.encode_batch(texts)
        for library, decoded, goals in [
            ("tokenizers", theirs.decode, (1.5, 2)),
            ("tiktoken", tiktoken.decode, (0.4, 0.6)),
        ]:
            assert one_by_one(decoded, ids) == one_by_one(tok.decode, ids) == texts
            what = f"decode {2 * MB / 1e6:g} MB of {name}, to {library}"
            yield race(
                what, at_once(one_by_one, tok.decode, ids), at_once(one_by_one, decoded, ids), goals, rounds=ROUNDS
            )


# WordPiece and Unigram


def word_piece(texts: list[str], vocab_size: int, score: Literal["pmi", "frequency"] = "frequency") -> Tokenizer:
    """A tokenizer like BERT's."""
    tok = Tokenizer(WordPiece())
    tok.normalizer, tok.pre_tokenizer = normalizers.BertNormalizer(), BertPreTokenizer()
    tok.train_from_iterator(texts, WordPieceTrainer(vocab_size=vocab_size, special_tokens=["[UNK]"], score=score))
    return tok


def word_piece_by_theirs(texts: list[str], vocab_size: int) -> hf.Tokenizer:
    tok = hf.Tokenizer(hf.models.WordPiece(unk_token="[UNK]"))
    tok.normalizer, tok.pre_tokenizer = hf.normalizers.BertNormalizer(), hf.pre_tokenizers.BertPreTokenizer()
    trainer = hf.trainers.WordPieceTrainer(vocab_size=vocab_size, special_tokens=["[UNK]"], show_progress=False)
    tok.train_from_iterator(texts, trainer)
    return tok


def wordpiece() -> Rows:
    """Their trainer breaks ties another way each time, so only the sizes can be held equal; it knows frequency only."""
    threads(2)
    texts, vocab_size = prose(2 * MB), 1000 if QUICK else 8000
    tok = word_piece(texts, vocab_size)
    assert tok.vocab_size == word_piece_by_theirs(texts, vocab_size).get_vocab_size() == vocab_size
    what = f"time: train WordPiece, {2 * MB / 1e6:g} MB of prose, {vocab_size:,}"
    ours, theirs = at_once(word_piece, texts, vocab_size), at_once(word_piece_by_theirs, texts, vocab_size)
    timed: dict[str, Any] = {"rounds": ROUNDS, "less": True, "clock": perf_counter}
    yield race(f"{what}, to 2 threads of tokenizers", ours, theirs, (0.9, 0.7), **timed)
    yield race(f"{what}, pmi, to our frequency", at_once(word_piece, texts, vocab_size, "pmi"), ours, **timed)
    yield from encode_cold("WordPiece", tok, texts, (4, 6))


def encode_cold(kind: str, tok: Tokenizer, texts: list[str], goals: tuple[float, float]) -> Rows:
    threads(1)
    ours, theirs = fresh(tok), fresh_of_theirs(tok)
    assert ids_by_ours(tok, texts) == ids_by_theirs(theirs(), texts)
    what = f"encode {2 * MB / 1e6:g} MB of prose, {kind} of {tok.vocab_size:,}, cold, to tokenizers"
    yield race(what, ready(ours, ids_by_ours, texts), ready(theirs, ids_by_theirs, texts), goals, rounds=ROUNDS)


def unigram_trained(texts: list[str], vocab_size: int) -> Tokenizer:
    """A tokenizer like those of SentencePiece."""
    tok = Tokenizer(Unigram())
    tok.pre_tokenizer = Metaspace()
    tok.train_from_iterator(texts, UnigramTrainer(vocab_size=vocab_size))
    return tok


def unigram_trained_by_theirs(texts: list[str], vocab_size: int) -> hf.Tokenizer:
    tok = hf.Tokenizer(hf.models.Unigram())
    tok.pre_tokenizer = hf.pre_tokenizers.Metaspace()
    special = {"unk_token": "<unk>", "special_tokens": ["<unk>"]}
    trainer = hf.trainers.UnigramTrainer(vocab_size=vocab_size, show_progress=False, **special)
    tok.train_from_iterator(texts, trainer)
    return tok


def unigram() -> Rows:
    """The two trainers start from other pieces, so only the sizes of the vocabularies can be held equal."""
    threads(2)
    name, vocab_size = "botchan.txt", 300 if QUICK else 2000
    text = published.shared_corpora().get("botchan")
    if text is None:
        name, text = "280 KB of prose", "".join(prose(280_000))
    texts = text[:MB].splitlines()
    sizes = unigram_trained(texts, vocab_size).vocab_size, unigram_trained_by_theirs(texts, vocab_size).get_vocab_size()
    assert sizes == (vocab_size, vocab_size)
    yield race(
        f"time: train Unigram, {name}, {vocab_size:,}, to 2 threads of tokenizers",
        at_once(unigram_trained, texts, vocab_size),
        at_once(unigram_trained_by_theirs, texts, vocab_size),
        (3, 1.5),
        rounds=ROUNDS,
        less=True,
        clock=perf_counter,
    )
    tok = unigram_trained(prose(280_000), 8 * vocab_size // 2)
    yield from encode_cold("Unigram", tok, prose(2 * MB), (2, 3))


# The call, which tells everything about the tokens. minitok makes all lists at once, `tokenizers` each one when it is
# read: so both are read, and the rows without goals show the times of the calls alone.


def read(encode: Callable[[str], Any], texts: list[str]) -> list[Any]:
    """All that the call tells of each text, as lists, which have the same names in both libraries."""
    return [[getattr(encoding, name) for name in LISTS] for encoding in map(encode, texts)]


def call() -> Rows:
    threads(1)
    size = 2 * MB
    for name, of, make, cold_goals, warm_goals in [
        (GPT2, "source", source, (1.7, 2.5), (2.8, 4)),
        (GPT2, "prose", prose, (1.2, 1.8), (2.2, 3)),
        (PEGASUS, "prose", prose, (0.8, 1.2), (1.2, 2)),
        (BERT, "prose", prose, None, None),
    ]:
        pair, texts = published.load(name), make(size)
        assert not any(published.differences(pair, text) for text in texts[:100])
        file, what = hub.tokenizer_file(name), f"call {name.split('/')[1]}, {size / 1e6:g} MB of {of}"
        ours = partial(Tokenizer.from_file, file)
        theirs = lambda: hf.Tokenizer.from_file(file).encode  # noqa: B023, E731 (used at once)
        for run, how, goals in [(read, "", (cold_goals, warm_goals)), (one_by_one, ", call alone", (None, None))]:
            cold = ready(ours, run, texts), ready(theirs, run, texts)
            warm = at_once(run, pair.ours, texts), at_once(run, pair.theirs.encode, texts)
            yield race(f"{what}, cold{how}, to tokenizers", *cold, goals[0], rounds=ROUNDS)
            yield race(f"{what}, warm{how}, to tokenizers", *warm, goals[1], rounds=ROUNDS)


# Memory and imports, each in a process of its own

PEAK = """
import sys
from benchmarks.racing import held
from minitok import Tokenizer
from minitok.models import BPE
from minitok.pre_tokenizers import ByteLevel
from minitok.trainers import BpeTrainer

tok = Tokenizer(BPE())
tok.pre_tokenizer = ByteLevel()
tok.train(sys.argv[1:], BpeTrainer(vocab_size=32_000))
print(held() // 2**20)
"""


def memory() -> Rows:
    """Train on 20 MB of source in files, then on the same files ten times over."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for i, text in enumerate(source(20 * MB)):
            files.append(f"{folder}/{i}.txt")
            Path(files[-1]).write_text(text, encoding="utf-8")
        once, often = (int(output([PEAK, *files * times])) for times in (1, 10))
    verdict = "aim met" if often < 300 else "met" if often < 600 else "missed"
    what = f"memory: train from {200 * MB / 1e6:g} MB in files"
    yield f"{what}: {often} MB, from a tenth {once} MB; the goal is < 600 (300): {verdict}"


def output(arguments: list[str]) -> str:
    return subprocess.run(
        [sys.executable, "-c", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def imports() -> Rows:
    """The best of many starts of Python with and without minitok."""

    def best(code: str) -> float:
        return race("", *[at_once(output, [code])] * 2, rounds=ROUNDS, clock=perf_counter).ours

    yield Row("import minitok, wall clock, to a bare interpreter", best("import minitok"), best("pass"))
    heavy = "ipywidgets", "matplotlib", "numpy"
    loaded = output([f"import sys, minitok; print(*[name for name in {heavy} if name in sys.modules])"]).strip()
    yield f"of {', '.join(heavy)}, import minitok loads: {loaded or 'none'}"


GROUPS: dict[str, list[Callable[[], Rows]]] = {
    "train": [train],
    "encode": [encode],
    "word": [word],
    "lines": [lines],
    "processes": [processes],
    "decode": [decode],
    "wordpiece": [wordpiece],
    "unigram": [unigram],
    "call": [call],
    "memory": [memory],
    "import": [imports],
    "naive": [train_naively],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=GROUPS, action="append", help="this group of rows; may be repeated")
    parser.add_argument("--quick", action="store_true", help="some minutes on less data, for which the goals are not")
    chosen = parser.parse_args().only
    print(HEADER, flush=True)
    for name in chosen or GROUPS:
        for rows in GROUPS[name]:
            try:
                for row in rows():
                    print(row, flush=True)
            except (hub.NotAvailable, TooLittleText) as error:
                print(f"{name}: not measured: {error}")


if __name__ == "__main__":
    main()
