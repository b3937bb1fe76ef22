"""How fast minitok is beside the libraries of production: `make bench`, a quarter of an hour on two cores.

Both sides run in one process, in turns, on the same text, and are first held to give the same result. A time is the
median of five runs, or of three for training: of processor time where both use one thread, otherwise of wall-clock
time. Rows named "time" show our time in theirs, the others how many times as fast minitok is. `cold` is a tokenizer
that has seen nothing yet, `warm` one that has just encoded the same text. With `--quick` there is less text and one
round, to see that all works.

The texts are those of `texts.py`. Unigram is trained on "Botchan" (Natsume Soseki's novel, in English) where it lies
beside the checkout, and otherwise on as much prose.
"""

# ruff: noqa: E402 (what the libraries read from the environment is set before they are imported)

import os

os.environ["RAYON_NUM_THREADS"] = "2"  # before `tokenizers` reads it

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tests"))

import published_vocabularies as published
import racing
import texts
import todays
import tokenizers
from racing import HEADER, Row, at_once, ready, threads

import minitok
from minitok import Tokenizer
from minitok.interop import hub
from minitok.models import Model
from minitok.pre_tokenizers import GPT2_PATTERN, ByteLevel
from minitok.trainers import BpeTrainer, count_words

GPT2, BERT, PEGASUS = (
    "openai-community/gpt2",
    "google-bert/bert-base-uncased",
    "google/pegasus-xsum",
)
LISTS = (
    "ids",
    "tokens",
    "offsets",
    "word_ids",
    "type_ids",
    "attention_mask",
    "special_tokens_mask",
    "sequence_ids",
)
QUICK = "--quick" in sys.argv
MB = 100_000 if QUICK else 1_000_000
Rows = Iterator[Row | str]
race = partial(racing.race, rounds=1 if QUICK else 5)


# Training. The two libraries have the same names, so one function trains in both.

TRAINERS = {
    "BPE": "BpeTrainer",
    "WordPiece": "WordPieceTrainer",
    "Unigram": "UnigramTrainer",
}
OURS: dict[str, dict[str, Any]] = {
    "WordPiece": {"special_tokens": ["[UNK]"], "score": "frequency"}
}
THEIRS: dict[str, dict[str, Any]] = {
    "BPE": {"initial_alphabet": tokenizers.pre_tokenizers.ByteLevel.alphabet()},
    "WordPiece": {"special_tokens": ["[UNK]"]},
    "Unigram": {"special_tokens": ["<unk>"], "unk_token": "<unk>"},
}


def trained(library: Any, kind: str, lines: list[str], **options: Any) -> Any:
    """A tokenizer like GPT-2's, BERT's or one of SentencePiece."""
    tok = library.Tokenizer(getattr(library.models, kind)())
    if kind == "BPE":
        tok.pre_tokenizer = library.pre_tokenizers.ByteLevel(add_prefix_space=False)
    elif kind == "WordPiece":
        tok.normalizer = library.normalizers.BertNormalizer()
        tok.pre_tokenizer = library.pre_tokenizers.BertPreTokenizer()
    else:
        tok.pre_tokenizer = library.pre_tokenizers.Metaspace()
    tok.train_from_iterator(lines, getattr(library.trainers, TRAINERS[kind])(**options))
    return tok


def ours(kind: str, lines: list[str], vocab_size: int, **options: Any) -> Tokenizer:
    return trained(
        minitok, kind, lines, vocab_size=vocab_size, **OURS.get(kind, {}) | options
    )


def theirs(kind: str, lines: list[str], vocab_size: int) -> tokenizers.Tokenizer:
    return trained(
        tokenizers,
        kind,
        lines,
        vocab_size=vocab_size,
        show_progress=False,
        **THEIRS[kind],
    )


def ours_by_two(lines: list[str], vocab_size: int) -> Model:
    count = partial(count_words, pre_tokenizer=ByteLevel())
    with ProcessPoolExecutor(2) as pool:
        counts = sum(pool.map(count, [lines[::2], lines[1::2]]), Counter())
    counts.update(dict.fromkeys(ByteLevel.alphabet(), 0))
    return BpeTrainer(vocab_size=vocab_size).train(counts)


# Trainings of 20 MB take long: three rounds, so that the whole takes 20 minutes at most.
race_training = partial(race, less=True, clock=perf_counter, rounds=1 if QUICK else 3)


def train() -> Rows:
    threads(2)
    vocab_size = 3200 if QUICK else 32_000
    for name, make, goals in [
        ("source", texts.source, (0.8, 0.67)),
        ("many scripts", texts.many_scripts, (1.0, 0.75)),
    ]:
        lines = make(20 * MB)
        mine, model = (
            ours("BPE", lines, vocab_size),
            json.loads(theirs("BPE", lines, vocab_size).to_str())["model"],
        )
        assert mine.vocab == model["vocab"] == ours_by_two(lines, vocab_size).vocab
        assert [*mine.model.merges] == [tuple(pair) for pair in model["merges"]]
        what = f"time: train BPE, {20 * MB / 1e6:g} MB of {name}, {vocab_size:,}"
        library = at_once(theirs, "BPE", lines, vocab_size)
        one = at_once(ours, "BPE", lines, vocab_size)
        yield race_training(
            f"{what}, 1 process, to 2 threads of tokenizers", one, library, goals
        )
        if name == "source":
            two = at_once(ours_by_two, lines, vocab_size)
            yield race_training(
                f"{what}, 2 processes, to 2 threads of tokenizers",
                two,
                library,
                (0.6, 0.45),
            )


def race_trainers(
    kind: str, what: str, lines: list[str], vocab_size: int, goals: tuple[float, float]
) -> Row:
    """Theirs breaks ties another way each time, or starts from other pieces: so only the sizes can be held equal."""
    threads(2)
    sizes = (
        ours(kind, lines, vocab_size).vocab_size,
        theirs(kind, lines, vocab_size).get_vocab_size(),
    )
    assert sizes == (vocab_size, vocab_size)
    mine, library = (
        at_once(ours, kind, lines, vocab_size),
        at_once(theirs, kind, lines, vocab_size),
    )
    what = f"time: train {kind}, {what}, {vocab_size:,}, to 2 threads of tokenizers"
    return race_training(what, mine, library, goals)


def train_word_piece() -> Rows:
    lines, vocab_size = texts.prose(2 * MB), 1000 if QUICK else 8000
    what = f"{2 * MB / 1e6:g} MB of prose"
    yield race_trainers("WordPiece", what, lines, vocab_size, (0.9, 0.7))
    by_pmi = at_once(ours, "WordPiece", lines, vocab_size, score="pmi")
    # Their trainer has no score but the frequency.
    mine = at_once(ours, "WordPiece", lines, vocab_size)
    yield race_training(
        f"time: train WordPiece, {what}, {vocab_size:,}, pmi, to our frequency",
        by_pmi,
        mine,
    )
    yield encode_cold("WordPiece", ours("WordPiece", lines, vocab_size), lines, (4, 6))


def train_unigram() -> Rows:
    vocab_size = 300 if QUICK else 2000
    book = published.books().get("botchan")
    what, text = (
        ("botchan.txt", book)
        if book
        else ("280 KB of prose", "".join(texts.prose(280_000)))
    )
    yield race_trainers("Unigram", what, text[:MB].splitlines(), vocab_size, (3, 1.5))
    tok = ours("Unigram", texts.prose(280_000), 4 * vocab_size)
    yield encode_cold("Unigram", tok, texts.prose(2 * MB), (2, 3))


# Encoding. Of the library's calls for many texts, `encode_batch_fast` is the fastest: it makes no offsets.


def our_ids(tok: Tokenizer, lines: list[str]) -> list[list[int]]:
    return tok.encode_batch(lines)


def their_ids(tok: tokenizers.Tokenizer, lines: list[str]) -> list[list[int]]:
    return [encoding.ids for encoding in tok.encode_batch_fast(lines)]


def fresh(
    tok: Tokenizer,
) -> tuple[Callable[[], Tokenizer], Callable[[], tokenizers.Tokenizer]]:
    data = tok.to_dict()
    return partial(Tokenizer.from_dict, data), partial(
        tokenizers.Tokenizer.from_str, json.dumps(data)
    )


def each(function: Callable[[Any], Any], values: list[Any]) -> list[Any]:
    return [function(value) for value in values]


def encode_cold(
    kind: str, tok: Tokenizer, lines: list[str], goals: tuple[float, float]
) -> Row:
    threads(1)
    new, new_of_theirs = fresh(tok)
    assert our_ids(tok, lines) == their_ids(new_of_theirs(), lines)
    what = f"encode {2 * MB / 1e6:g} MB of prose, {kind} of {tok.vocab_size:,}, cold, to tokenizers"
    return race(
        what, ready(new, our_ids, lines), ready(new_of_theirs, their_ids, lines), goals
    )


def encode() -> Rows:
    threads(1)
    tok = published.load(GPT2).ours
    new, new_of_theirs = fresh(tok)
    rank = partial(published.load("gpt2").theirs.encode_ordinary_batch, num_threads=1)
    for name, make, to_theirs, to_ranks, to_ranks_warm in [
        ("prose", texts.prose, (3.5, 5), (0.7, 0.9), (1.1, 1.5)),
        ("source", texts.source, (3.5, 5), (0.9, 1.2), (1.1, 1.5)),
        ("many scripts", texts.many_scripts, (1.5, 2), None, None),
    ]:
        lines = make(2 * MB)
        what = f"encode {2 * MB / 1e6:g} MB of {name}"
        assert our_ids(tok, lines) == their_ids(new_of_theirs(), lines) == rank(lines)
        cold, warm, ranked = (
            ready(new, our_ids, lines),
            at_once(our_ids, tok, lines),
            at_once(rank, lines),
        )
        yield race(
            f"{what}, cold, to tokenizers",
            cold,
            ready(new_of_theirs, their_ids, lines),
            to_theirs,
        )
        yield race(f"{what}, cold, to tiktoken", cold, ranked, to_ranks)
        yield race(f"{what}, warm, to tiktoken", warm, ranked, to_ranks_warm)


def word() -> Rows:
    """One word, with no space in it; `reliability.py` shows that a longer one takes no more time for a letter."""
    threads(1)
    tok = published.load(GPT2).ours
    new, new_of_theirs = fresh(tok)
    text = [texts.one_word(MB)]
    assert our_ids(tok, text) == their_ids(new_of_theirs(), text)
    cold, library = ready(new, our_ids, text), ready(new_of_theirs, their_ids, text)
    yield race(
        f"encode one word of {MB / 1e6:g} MB, to tokenizers", cold, library, (0.25, 0.5)
    )


def lines_of_80() -> Rows:
    """Texts of 80 characters, where the work around a text weighs more than the work on it."""
    threads(1)
    text = "".join(texts.prose(MB))
    lines = [text[start : start + 80] for start in range(0, len(text), 80)]
    what = f"encode {len(lines):,} texts of 80 characters, warm"
    for name in (GPT2, BERT, PEGASUS):
        tok = published.load(name).ours
        library = fresh(tok)[1]()
        if name == GPT2:
            rank = published.load("gpt2").theirs.encode_ordinary
            assert each(tok.encode, lines) == their_ids(library, lines)
            mine = at_once(each, tok.encode, lines)
            yield race(
                f"{what}, one by one, to tokenizers",
                mine,
                at_once(each, library.encode, lines),
            )
            yield race(
                f"{what}, one by one, to tiktoken", mine, at_once(each, rank, lines)
            )
        batch = at_once(their_ids, library, lines)
        yield race(
            f"{what}, as a batch, {name.split('/')[1]}, to tokenizers",
            at_once(our_ids, tok, lines),
            batch,
        )


def decode() -> Rows:
    threads(1)
    tok = published.load(GPT2).ours
    rank = published.load("gpt2").theirs
    others = [
        ("tokenizers", fresh(tok)[1]().decode, (1.5, 2)),
        ("tiktoken", rank.decode, (0.4, 0.6)),
    ]
    for name, make in [("prose", texts.prose), ("source", texts.source)]:
        lines = make(2 * MB)
        ids = tok.encode_batch(lines)
        for library, decoded, goals in others:
            assert each(decoded, ids) == each(tok.decode, ids) == lines
            what = f"decode {2 * MB / 1e6:g} MB of {name}, to {library}"
            yield race(
                what, at_once(each, tok.decode, ids), at_once(each, decoded, ids), goals
            )


# The call, which tells everything about the tokens. minitok makes all lists at once, `tokenizers` each one when it is
# read: so both are read. (The calls alone are in `todays.tiny`.)


def read(encode: Callable[[str], Any], lines: list[str]) -> list[Any]:
    """All that the call tells of each text, as lists, which have the same names in both libraries."""
    return [
        [getattr(encoding, name) for name in LISTS] for encoding in map(encode, lines)
    ]


def call() -> Rows:
    threads(1)
    for name, kind, make, cold_goals, warm_goals in [
        (GPT2, "source", texts.source, (1.7, 2.5), (2.8, 4)),
        (GPT2, "prose", texts.prose, (1.2, 1.8), (2.2, 3)),
        (PEGASUS, "prose", texts.prose, (0.8, 1.2), (1.2, 2)),
        (BERT, "prose", texts.prose, None, None),
    ]:
        pair, lines = published.load(name), make(MB)
        assert not any(published.differences(pair, line) for line in lines[:100])
        file = hub.tokenizer_file(name)
        what = f"call {name.split('/')[1]}, {MB / 1e6:g} MB of {kind}"
        new = partial(Tokenizer.from_file, file)
        new_of_theirs = partial(tokenizers.Tokenizer.from_file, file)
        cold = (
            ready(new, read, lines),
            ready(lambda new=new_of_theirs: new().encode, read, lines),
        )
        warm = at_once(read, pair.ours, lines), at_once(read, pair.theirs.encode, lines)
        yield race(f"{what}, cold, to tokenizers", *cold, cold_goals)
        yield race(f"{what}, warm, to tokenizers", *warm, warm_goals)


# Programs that docs/performance.md records, where they are installed: pip install rustbpe puretiktoken quicktok-v1


def theirs_in_rust(library: Any, lines: list[str], vocab_size: int) -> Any:
    tok = library.Tokenizer()
    tok.train_from_iterator(lines, vocab_size=vocab_size, pattern=GPT2_PATTERN)
    return tok


def recorded() -> Rows:
    threads(1)
    # `tokenizers` has made its threads already, or makes none; rustbpe makes them now.
    os.environ["RAYON_NUM_THREADS"] = "1"
    puretiktoken, quicktok, rustbpe = map(
        import_module, ("puretiktoken", "quicktok", "rustbpe")
    )
    lines, vocab_size = texts.source(4 * MB), 800 if QUICK else 8000
    assert (
        ours("BPE", lines, vocab_size).vocab_size
        == theirs_in_rust(rustbpe, lines, vocab_size).vocab_size
    )
    what, mine = (
        f"train BPE, {4 * MB / 1e6:g} MB of source, {vocab_size:,}",
        at_once(ours, "BPE", lines, vocab_size),
    )
    yield race(
        f"{what}, to rustbpe", mine, at_once(theirs_in_rust, rustbpe, lines, vocab_size)
    )
    yield race(
        f"{what}, to tokenizers", mine, at_once(theirs, "BPE", lines, vocab_size)
    )

    pair, lines = published.load("cl100k_base"), texts.source(2 * MB)
    what, new = (
        f"encode {2 * MB / 1e6:g} MB of source, GPT-4, cold",
        fresh(pair.ours)[0],
    )
    pure, quick = (
        partial(puretiktoken.Encoding, "cl100k_base"),
        quicktok.get_encoding("cl100k_base"),
    )
    for name, make in [
        ("puretiktoken", pure),
        ("quicktok", lambda: quick),
        ("tiktoken", lambda: pair.theirs),
    ]:
        assert each(make().encode_ordinary, lines) == our_ids(pair.ours, lines)
        run = ready(make, lambda encoding: each(encoding.encode_ordinary, lines))
        yield race(f"{what}, to {name}", ready(new, our_ids, lines), run)


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


def output(code: str, *arguments: str) -> str:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def memory() -> Rows:
    """Train on 20 MB of source in files, then on the same files ten times over."""
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(texts.source(20 * MB)):
            Path(folder, f"{number}.txt").write_text(text, encoding="utf-8")
        files = [str(path) for path in Path(folder).iterdir()]
        once, often = (int(output(PEAK, *files * times)) for times in (1, 10))
    what = f"memory: train from {200 * MB / 1e6:g} MB in files"
    reached = racing.verdict(often, (600, 300), less=True)
    yield f"{what}: {often} MB, from a tenth {once} MB; the goal is ≤ 600 (300): {reached}"


def imports() -> Rows:
    starts = at_once(output, "import minitok"), at_once(output, "pass")
    yield race(
        "import minitok, wall clock, to a bare interpreter", *starts, clock=perf_counter
    )


GROUPS = {
    "train": train,
    "encode": encode,
    "word": word,
    "lines": lines_of_80,
}
GROUPS |= {
    "decode": decode,
    "wordpiece": train_word_piece,
    "unigram": train_unigram,
    "call": call,
}
GROUPS |= todays.GROUPS
GROUPS |= {"recorded": recorded, "memory": memory, "import": imports}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--only",
        choices=GROUPS,
        action="append",
        help="this group of rows; may be repeated",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="some minutes on less data, for which the goals are not",
    )
    print(HEADER, flush=True)
    start = perf_counter()
    for name in parser.parse_args().only or GROUPS:
        try:
            for row in GROUPS[name]():
                print(row, flush=True)
        except (hub.NotAvailable, texts.TooLittleText, ModuleNotFoundError) as error:
            print(f"{name}: not measured: {error}")
    print(f"measured in {(perf_counter() - start) / 60:.0f} minutes")


if __name__ == "__main__":
    main()
