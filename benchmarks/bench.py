"""How fast minitok is beside the libraries of production: `make bench`, some ten minutes, or with --quick less.

Both sides run in one process, in turns, on one thread; a time is the median of their processor time, so what
else the machine is doing weighs little, and on both alike. The ratio says how many times as fast minitok is.
Before a race both sides are held to give the same result.
"""

# ruff: noqa: E402 (what the libraries read from the environment is set before they are imported)

import os

os.environ |= {"TOKENIZERS_PARALLELISM": "false", "RAYON_NUM_THREADS": "1"}  # before the library reads them

import argparse
import json
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from pydoc_data.topics import topics
from statistics import median
from typing import Literal, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tests"))

import published_vocabularies as published

published.use_shared_caches()  # before one of the libraries is imported

import tiktoken
import tokenizers as hf

from minitok import Tokenizer, corpora, decoders, hub, naive_bpe, normalizers
from minitok.models import BPE, Unigram, WordPiece
from minitok.pre_tokenizers import GPT2_PATTERN, BertPreTokenizer, ByteLevel, Metaspace
from minitok.trainers import BpeTrainer, UnigramTrainer, WordPieceTrainer, count_words

NO_SPACE = "letters with no space"
HEAVY = ("ipywidgets", "matplotlib", "numpy")


class Row(NamedTuple):
    """One race: seconds of both sides, and how many times as fast as theirs ours should be."""

    what: str
    ours: float
    theirs: float
    goal: float | None

    def __str__(self) -> str:
        ratio = self.theirs / self.ours
        verdict = "" if self.goal is None else "met" if ratio >= self.goal else "missed"
        goal = "" if self.goal is None else f"{self.goal:g}"
        return f"{self.what:<75}{1000 * self.ours:>10.1f}{1000 * self.theirs:>11.1f}{ratio:>8.2f}{goal:>6}  {verdict}"


HEADER = f"{'what':<75}{'ours, ms':>10}{'theirs, ms':>11}{'ratio':>8}{'goal':>6}"


def race(
    what: str, ours: Callable[[], Callable], theirs: Callable[[], Callable], *, goal: float | None, rounds: int
) -> Row:
    """Let both sides run in turns; each is given as what makes a run ready, which is not timed."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for make_ready, seconds in zip((ours, theirs), times):
            run = make_ready()
            start = time.process_time()
            run()
            seconds.append(time.process_time() - start)
    return Row(what, *map(median, times), goal)


def sources(size: int) -> list[str]:
    """Files of the standard library, always the same, of about `size` characters together."""
    files = Path(sysconfig.get_path("stdlib")).rglob("*.py")
    found: list[str] = []
    for file in sorted(file for file in files if "site-packages" not in file.parts):
        text = file.read_text(encoding="utf-8", errors="replace")
        found.append(text[: size - sum(map(len, found))])
    return [text for text in found if text]


def prose(size: int) -> list[str]:
    """Chapters of the Python documentation that `help` shows, of about `size` characters together."""
    found: list[str] = []
    for name in sorted(topics):
        found.append(topics[name][: size - sum(map(len, found))])
    return [text for text in found if text]


def trained(texts: list[str], vocab_size: int) -> Tokenizer:
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = ByteLevel(GPT2_PATTERN)
    tok.decoder = decoders.ByteLevel()
    tok.train_from_iterator(texts, BpeTrainer(vocab_size=vocab_size))
    return tok


def trained_by_theirs(texts: list[str], vocab_size: int) -> hf.Tokenizer:
    tok = hf.Tokenizer(hf.models.BPE())
    tok.pre_tokenizer = hf.pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = hf.pre_tokenizers.ByteLevel.alphabet()
    trainer = hf.trainers.BpeTrainer(vocab_size=vocab_size, initial_alphabet=alphabet, show_progress=False)
    tok.train_from_iterator(texts, trainer)
    return tok


def as_tiktoken(tok: Tokenizer) -> tiktoken.Encoding:
    """The same vocabulary with the same ids: without special tokens, bytes come first there too."""
    ranks = {decoders.ByteLevel().to_bytes(token): id for token, id in tok.vocab.items()}
    return tiktoken.Encoding("bench", pat_str=GPT2_PATTERN, mergeable_ranks=ranks, special_tokens={})


def course() -> list[str]:
    """The lines of all texts that come with the course."""
    names = ("stories", "essays", "languages", "python")
    return [line for name in names for line in corpora.load(name).splitlines() if line]


def word_piece(vocab_size: int, score: Literal["pmi", "frequency"] = "pmi") -> Tokenizer:
    """A tokenizer like BERT's."""
    tok = Tokenizer(WordPiece())
    tok.normalizer, tok.pre_tokenizer = normalizers.BertNormalizer(), BertPreTokenizer()
    tok.train_from_iterator(course(), WordPieceTrainer(vocab_size=vocab_size, special_tokens=["[UNK]"], score=score))
    return tok


def word_piece_by_theirs(vocab_size: int) -> hf.Tokenizer:
    """The same, by the one score that they have: frequency."""
    tok = hf.Tokenizer(hf.models.WordPiece(unk_token="[UNK]"))
    tok.normalizer, tok.pre_tokenizer = hf.normalizers.BertNormalizer(), hf.pre_tokenizers.BertPreTokenizer()
    trainer = hf.trainers.WordPieceTrainer(vocab_size=vocab_size, special_tokens=["[UNK]"], show_progress=False)
    tok.train_from_iterator(course(), trainer)
    return tok


def unigram(vocab_size: int) -> Tokenizer:
    """A tokenizer like those of SentencePiece."""
    tok = Tokenizer(Unigram())
    tok.pre_tokenizer = Metaspace()
    tok.train_from_iterator(course(), UnigramTrainer(vocab_size=vocab_size))
    return tok


def unigram_by_theirs(vocab_size: int) -> hf.Tokenizer:
    tok = hf.Tokenizer(hf.models.Unigram())
    tok.pre_tokenizer = hf.pre_tokenizers.Metaspace()
    special = {"unk_token": "<unk>", "special_tokens": ["<unk>"]}
    trainer = hf.trainers.UnigramTrainer(vocab_size=vocab_size, show_progress=False, **special)
    tok.train_from_iterator(course(), trainer)
    return tok


def importing(rounds: int) -> Row:
    """The best of many starts of Python with and without minitok."""

    def best(code: str) -> float:
        times = []
        for _ in range(rounds):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
            times.append(time.perf_counter() - start)
        return min(times)

    return Row("import minitok, over a bare interpreter (wall clock)", best("import minitok"), best("pass"), None)


def heavy_imports() -> str:
    """Which of the heavy libraries `import minitok` loads."""
    code = f"import sys, minitok; print(*[name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip() or "none"


def training(size: int, vocab_size: int, rounds: int) -> Row:
    texts = sources(size)
    assert trained(texts, vocab_size).vocab == trained_by_theirs(texts, vocab_size).get_vocab()
    return race(
        f"train on {size / 1e6:g} MB of source to {vocab_size:,} tokens, to tokenizers",
        lambda: lambda: trained(texts, vocab_size),
        lambda: lambda: trained_by_theirs(texts, vocab_size),
        goal=1,
        rounds=rounds,
    )


def training_naively(size: int, vocab_size: int) -> Row:
    """All the words of the text, recounted after every merge: one run, which takes minutes."""
    texts = sources(size)
    words = list(count_words(texts, ByteLevel()).elements())
    learned: list[object] = []
    row = race(
        f"train on {size / 1e3:g} KB of source to {vocab_size:,} tokens, to recounting",
        lambda: lambda: learned.append(trained(texts, vocab_size).model.merges),
        lambda: lambda: learned.append(tuple(naive_bpe.train(words, vocab_size, alphabet=ByteLevel.alphabet)[1])),
        goal=200,
        rounds=1,
    )
    assert learned[0] == learned[1]
    return row


def training_unigram(vocab_size: int, rounds: int) -> Row:
    assert unigram(vocab_size).vocab_size == unigram_by_theirs(vocab_size).get_vocab_size() == vocab_size
    return race(
        f"train Unigram on the course's texts to {vocab_size:,} pieces, to tokenizers",
        lambda: lambda: unigram(vocab_size),
        lambda: lambda: unigram_by_theirs(vocab_size),
        goal=0.2,
        rounds=rounds,
    )


def training_word_piece(vocab_size: int, rounds: int) -> Iterator[Row]:
    """By frequency to their trainer, whose ties go another way each time; by mutual information to our frequency."""
    sizes = [word_piece(vocab_size, score).vocab_size for score in ("pmi", "frequency")]
    assert [*sizes, word_piece_by_theirs(vocab_size).get_vocab_size()] == [vocab_size] * 3
    yield race(
        f"train WordPiece, frequency, on the course's texts to {vocab_size:,}, to tokenizers",
        lambda: lambda: word_piece(vocab_size, "frequency"),
        lambda: lambda: word_piece_by_theirs(vocab_size),
        goal=None,
        rounds=rounds,
    )
    yield race(
        f"train WordPiece, pmi, on the course's texts to {vocab_size:,}, to our frequency",
        lambda: lambda: word_piece(vocab_size, "pmi"),
        lambda: lambda: word_piece(vocab_size, "frequency"),
        goal=None,
        rounds=rounds,
    )


def encoding(
    what: str,
    tok: Tokenizer,
    theirs_ready: Callable[[], Callable],
    texts: list[str],
    *,
    goal: float | None,
    rounds: int,
) -> Row:
    """Encode with a tokenizer that has seen nothing yet, as at the start of every real job."""
    data = tok.to_dict()

    def ready(make: Callable[[], Callable]) -> Callable:
        encode = make()
        return lambda: [encode(text) for text in texts]

    ours, theirs = partial(ready, lambda: Tokenizer.from_dict(data).encode), partial(ready, theirs_ready)
    assert ours()() == theirs()()
    return race(f"encode {sum(map(len, texts)) / 1e3:,.0f} KB of {what}", ours, theirs, goal=goal, rounds=rounds)


def as_tokenizers(tok: Tokenizer) -> Callable[[], Callable]:
    """What makes the same tokenizer anew in `tokenizers`, as a function from a text to ids."""
    written = json.dumps(tok.to_dict())

    def make() -> Callable:
        encode = hf.Tokenizer.from_str(written).encode
        return lambda text: encode(text).ids

    return make


def encoding_bytes(tok: Tokenizer, texts: dict[str, list[str]], rounds: int) -> Iterator[Row]:
    theirs, tiktokens = as_tokenizers(tok), as_tiktoken(tok)
    for name, parts in texts.items():
        twice = None if name == NO_SPACE else 2
        yield encoding(f"{name}, cold, to tokenizers", tok, theirs, parts, goal=twice, rounds=rounds)
        encode = tiktokens.encode_ordinary
        yield encoding(f"{name}, cold, to tiktoken", tok, lambda: encode, parts, goal=None, rounds=rounds)  # noqa: B023


def encoding_otherwise(texts: list[str], sizes: tuple[int, ...], rounds: int) -> Iterator[Row]:
    """WordPiece and Unigram, with vocabularies from the course's texts."""
    races = [("WordPiece", word_piece, 4000, 1.5), *(("Unigram", unigram, size, 0.8) for size in sizes)]
    for name, make, size, goal in races:
        tok = make(size)
        what = f"prose, {name} of {size:,}, cold, to tokenizers"
        yield encoding(what, tok, as_tokenizers(tok), texts, goal=goal, rounds=rounds)


def calling(name: str, what: str, texts: list[str], *, goal: float, rounds: int) -> Iterator[Row | str]:
    """The call, which tells everything about the tokens, with a published vocabulary; or a line that it is not here."""
    try:
        pair = published.load(name)
    except hub.NotAvailable as error:
        yield f"not measured: {error}"
        return
    assert not any(published.differences(pair, text) for text in texts)

    def ready(call: Callable) -> Callable:
        return lambda: [call(text) for text in texts]

    told = f"call {name.split('/')[1]}, {sum(map(len, texts)) / 1e3:,.0f} KB of {what}"
    file = hub.tokenizer_file(name)
    yield race(
        f"{told}, cold, to tokenizers",
        lambda: ready(Tokenizer.from_file(file)),
        lambda: ready(hf.Tokenizer.from_file(file).encode),
        goal=goal,
        rounds=rounds,
    )
    yield race(
        f"{told}, warm, to tokenizers",
        lambda: ready(pair.ours),
        lambda: ready(pair.theirs.encode),
        goal=None,
        rounds=rounds,
    )


def decoding(tok: Tokenizer, texts: list[str], rounds: int) -> Iterator[Row]:
    theirs, tiktokens = hf.Tokenizer.from_str(json.dumps(tok.to_dict())), as_tiktoken(tok)
    ids = [tok.encode(text) for text in texts]
    for library, decode in [("tokenizers", theirs.decode), ("tiktoken", tiktokens.decode)]:
        assert list(map(decode, ids)) == list(map(tok.decode, ids)) == texts
        yield race(
            f"decode {sum(map(len, texts)) / 1e3:,.0f} KB of prose, to {library}",
            lambda: lambda: list(map(tok.decode, ids)),
            lambda: lambda: list(map(decode, ids)),  # noqa: B023
            goal=None,
            rounds=rounds,
        )


def rows(quick: bool) -> Iterator[Row | str]:
    rounds = 3 if quick else 7
    yield importing(5 if quick else 20)
    yield training(1_000_000 if quick else 8_000_000, 4000 if quick else 16_000, rounds=3)
    tok = trained(sources(1_000_000 if quick else 8_000_000), 4000 if quick else 16_000)
    texts = {
        "prose": prose(200_000 if quick else 600_000),
        "source": sources(200_000 if quick else 2_000_000),
        NO_SPACE: ["".join(filter(str.isalpha, "".join(prose(200_000))))[:100_000]],
    }
    yield from encoding_bytes(tok, texts, rounds)
    yield from encoding_otherwise(texts["prose"], (1000,) if quick else (1000, 4000), rounds)
    code = sources(200_000 if quick else 2_300_000)
    yield from calling("openai-community/gpt2", "source", ["".join(code)], goal=1.4, rounds=rounds)
    for name, goal in [
        ("openai-community/gpt2", 1.0),
        ("google-bert/bert-base-uncased", 1.2),
        ("google/pegasus-xsum", 0.6),
    ]:
        yield from calling(name, "prose", ["".join(texts["prose"])], goal=goal, rounds=rounds)
    yield training_unigram(1000, rounds=1 if quick else 3)
    yield from training_word_piece(4000, rounds=1 if quick else 3)
    yield from decoding(tok, texts["prose"], rounds)
    yield training_naively(20_000 if quick else 200_000, 500 if quick else 2000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a minute on less data, for which the goals are not")
    quick = parser.parse_args().quick
    print(HEADER)
    for row in rows(quick):
        print(row._replace(goal=None) if quick and isinstance(row, Row) else row, flush=True)
    print(f"of {', '.join(HEAVY)}, import minitok loads: {heavy_imports()}")


if __name__ == "__main__":
    main()
