"""Time and memory on inputs that are long or many: `python benchmarks/reliability.py`, some minutes.

Each case runs in a process of its own, with a quarter of the input, half of it and all of it: a time that is about
linear doubles with it. Memory is the most that the process held, beyond what it held before the case. It prints the
table of docs/reliability.md. `--amount 0.1` takes a tenth of the input.
"""

import argparse
import multiprocessing
import platform
import random
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import Any

from racing import held

from minitok import AddedToken, Tokenizer, corpora, decoders, normalizers
from minitok.models import BPE, Unigram, WordPiece
from minitok.pre_tokenizers import GPT4_PATTERN, BertPreTokenizer, ByteLevel, Metaspace, WhitespaceSplit
from minitok.trainers import BpeTrainer, UnigramTrainer, WordPieceTrainer

Case = Callable[[int], Callable[[], Any]]  # from a size to what is timed
CASES: dict[str, tuple[int, Case]] = {}


def case(what: str, size: int) -> Callable[[Case], Case]:
    """Enter a case into the table, with the size of all of its input."""

    def enter(function: Case) -> Case:
        CASES[what] = size, function
        return function

    return enter


def trained(kind: str) -> Tokenizer:
    """A small tokenizer of the stories."""
    model, trainer, before, decoder = {
        "bpe": (BPE(), BpeTrainer(vocab_size=1000), ByteLevel(GPT4_PATTERN), decoders.ByteLevel()),
        "word_piece": (
            WordPiece(max_input_chars_per_word=10**9),
            WordPieceTrainer(vocab_size=600, special_tokens=["[UNK]"]),
            BertPreTokenizer(),
            decoders.WordPiece(),
        ),
        "unigram": (Unigram(), UnigramTrainer(vocab_size=600, unk_token="<unk>"), Metaspace(), decoders.Metaspace()),
    }[kind]
    tok = Tokenizer(model)
    tok.pre_tokenizer, tok.decoder = before, decoder
    tok.train_from_iterator(corpora.load("stories").splitlines(), trainer)
    return tok


def letters(size: int) -> str:
    return "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=size))


def words(count: int) -> list[str]:
    """Different words: aaaaa, aaaab and so on, in another order."""
    chars = "abcdefghijklmnopqrstuvwxyz"
    found = ["".join(chars[number // 26**place % 26] for place in range(5)) for number in range(count)]
    random.Random(2).shuffle(found)
    return found


@case("one word of 1 MB, BPE", 1_000_000)
def word_bpe(size: int) -> Callable[[], Any]:
    tok, text = trained("bpe"), letters(size)
    return lambda: tok.encode(text)


@case("one word of 1 MB, BPE, with offsets", 1_000_000)
def word_offsets(size: int) -> Callable[[], Any]:
    tok, text = trained("bpe"), letters(size)
    return lambda: tok(text)


@case("the same letter 1,000,000 times, BPE", 1_000_000)
def letter_bpe(size: int) -> Callable[[], Any]:
    tok = trained("bpe")
    return lambda: tok.encode("a" * size)


@case("one word of 1 MB, WordPiece", 1_000_000)
def word_word_piece(size: int) -> Callable[[], Any]:
    tok, text = trained("word_piece"), letters(size)
    return lambda: tok.encode(text)


@case("one word of 1 MB, Unigram", 1_000_000)
def word_unigram(size: int) -> Callable[[], Any]:
    tok, text = trained("unigram"), letters(size)
    return lambda: tok.encode(text)


@case("20,000 marks on one letter, NFC", 20_000)
def marks_nfc(size: int) -> Callable[[], Any]:
    text = "e" + "\u0301\u0323" * (size // 2)
    return lambda: normalizers.NFC().normalize_str(text)


@case("100,000 added tokens: adding them", 100_000)
def add(size: int) -> Callable[[], Any]:
    tok, tokens = trained("bpe"), [f"<{number}>" for number in range(size)]
    return lambda: tok.add_tokens(tokens)


@case("100,000 added tokens: a text that holds each", 100_000)
def encode_added(size: int) -> Callable[[], Any]:
    tok, tokens = trained("bpe"), [AddedToken(f"<{number}>", special=True) for number in range(size)]
    tok.add_tokens(tokens)
    text = " and ".join(token.content for token in tokens)
    return lambda: tok.encode(text)


@case("100,000 added tokens: saved and loaded", 100_000)
def load_added(size: int) -> Callable[[], Any]:
    tok = trained("bpe")
    tok.add_tokens([f"<{number}>" for number in range(size)])
    return lambda: Tokenizer.from_dict(tok.to_dict())


@case("a million different words: encoding them", 1_000_000)
def encode_words(size: int) -> Callable[[], Any]:
    tok, text = trained("bpe"), " ".join(words(size))
    return lambda: tok.encode(text)


@case("a million different words: learning 1,000 tokens, BPE", 1_000_000)
def learn_words(size: int) -> Callable[[], Any]:
    tok, texts = Tokenizer(BPE()), words(size)
    tok.pre_tokenizer = WhitespaceSplit()
    return lambda: tok.train_from_iterator(texts, BpeTrainer(vocab_size=1000))


@case("10 MB of prose: encoding", 10_000_000)
def encode_prose(size: int) -> Callable[[], Any]:
    tok, prose = trained("bpe"), corpora.load("stories")
    text = (prose * (size // len(prose) + 1))[:size]
    return lambda: tok.encode(text)


@case("10 MB of prose: decoding", 10_000_000)
def decode_prose(size: int) -> Callable[[], Any]:
    tok, prose = trained("bpe"), corpora.load("stories")
    ids = tok.encode((prose * (size // len(prose) + 1))[:size])
    return lambda: tok.decode(ids)


@case("10 MB in a cell: what TokenStrip shows", 10_000_000)
def show(size: int) -> Callable[[], Any]:
    from minitok.views import TokenStrip

    tok, prose = trained("bpe"), corpora.load("stories")
    text = (prose * (size // len(prose) + 1))[:size]
    return lambda: TokenStrip(tok(text)).still()


def measure(what: str, size: int, answers: "SimpleQueue[tuple[float, int]]") -> None:
    run = CASES[what][1](size)
    with suppress(OSError):  # Linux alone can forget what making the input took
        Path("/proc/self/clear_refs").write_text("5")
    before, start = held(), time.process_time()
    run()
    answers.put((time.process_time() - start, held() - before))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--amount", type=float, default=1, help="which part of the input, 1 for all")
    asked = parser.parse_args()
    context = multiprocessing.get_context("spawn")  # so that a process has none of the memory of another
    print(f"Python {platform.python_version()}, {platform.machine()}\n")
    print("| input | a quarter, s | half, s | all, s | memory for all, MB |\n| --- | --- | --- | --- | --- |")
    for what, (size, _) in CASES.items():
        seconds, memory = [], 0
        for part in (4, 2, 1):
            answers = context.SimpleQueue()
            process = context.Process(target=measure, args=(what, round(size * asked.amount) // part, answers))
            process.start()
            second, memory = answers.get()
            process.join()
            seconds.append(second)
        times = " | ".join(f"{second:.2f}" for second in seconds)
        print(f"| {what} | {times} | {memory / 1e6:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
