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
from string import ascii_lowercase
from typing import Any

from racing import held

from minitok import AddedToken, Tokenizer, corpora, normalizers
from minitok.models import BPE, Unigram, WordPiece
from minitok.pre_tokenizers import GPT4_PATTERN, BertPreTokenizer, ByteLevel, Metaspace, WhitespaceSplit
from minitok.trainers import BpeTrainer, UnigramTrainer, WordPieceTrainer

Run = Callable[[], Any]


def trained(kind: str) -> Tokenizer:
    """A small tokenizer of the stories."""
    model, trainer, before = {
        "BPE": (BPE(), BpeTrainer(vocab_size=1000), ByteLevel(GPT4_PATTERN)),
        "WordPiece": (
            WordPiece(max_input_chars_per_word=10**9),
            WordPieceTrainer(vocab_size=600, special_tokens=["[UNK]"]),
            BertPreTokenizer(),
        ),
        "Unigram": (Unigram(), UnigramTrainer(vocab_size=600, unk_token="<unk>"), Metaspace()),
    }[kind]
    tok = Tokenizer(model)
    tok.pre_tokenizer = before
    tok.train_from_iterator(corpora.load("stories").splitlines(), trainer)
    return tok


def letters(size: int) -> str:
    return "".join(random.Random(1).choices(ascii_lowercase, k=size))


def words(count: int) -> list[str]:
    """Different words: aaaaa, aaaab and so on, in another order."""
    found = ["".join(ascii_lowercase[number // 26**place % 26] for place in range(5)) for number in range(count)]
    random.Random(2).shuffle(found)
    return found


def prose(size: int) -> str:
    story = corpora.load("stories")
    return (story * (size // len(story) + 1))[:size]


def one_word(kind: str) -> Callable[[int], Run]:
    def case(size: int) -> Run:
        tok, text = trained(kind), letters(size)
        return lambda: tok.encode(text)

    return case


def one_word_with_offsets(size: int) -> Run:
    tok, text = trained("BPE"), letters(size)
    return lambda: tok(text)


def one_letter(size: int) -> Run:
    tok = trained("BPE")
    return lambda: tok.encode("a" * size)


def marks(size: int) -> Run:
    text = "e" + "\u0301\u0323" * (size // 2)
    return lambda: normalizers.NFC().normalize_str(text)


def add(size: int) -> Run:
    tok, tokens = trained("BPE"), [f"<{number}>" for number in range(size)]
    return lambda: tok.add_tokens(tokens)


def encode_added(size: int) -> Run:
    tok, tokens = trained("BPE"), [AddedToken(f"<{number}>", special=True) for number in range(size)]
    tok.add_tokens(tokens)
    text = " and ".join(token.content for token in tokens)
    return lambda: tok.encode(text)


def load_added(size: int) -> Run:
    tok = trained("BPE")
    tok.add_tokens([f"<{number}>" for number in range(size)])
    return lambda: Tokenizer.from_dict(tok.to_dict())


def encode_words(size: int) -> Run:
    tok, text = trained("BPE"), " ".join(words(size))
    return lambda: tok.encode(text)


def learn_words(size: int) -> Run:
    tok, texts = Tokenizer(BPE()), words(size)
    tok.pre_tokenizer = WhitespaceSplit()
    return lambda: tok.train_from_iterator(texts, BpeTrainer(vocab_size=1000))


def encode_prose(size: int) -> Run:
    tok, text = trained("BPE"), prose(size)
    return lambda: tok.encode(text)


def decode_prose(size: int) -> Run:
    tok = trained("BPE")
    ids = tok.encode(prose(size))
    return lambda: tok.decode(ids)


def show(size: int) -> Run:
    from minitok.views import TokenStrip

    tok, text = trained("BPE"), prose(size)
    return lambda: TokenStrip(tok(text)).still()


CASES: dict[str, tuple[int, Callable[[int], Run]]] = {  # the size of all of the input; from a size to what is timed
    "one word of 1 MB, BPE": (1_000_000, one_word("BPE")),
    "one word of 1 MB, BPE, with offsets": (1_000_000, one_word_with_offsets),
    "the same letter 1,000,000 times, BPE": (1_000_000, one_letter),
    "one word of 1 MB, WordPiece": (1_000_000, one_word("WordPiece")),
    "one word of 1 MB, Unigram": (1_000_000, one_word("Unigram")),
    "20,000 marks on one letter, NFC": (20_000, marks),
    "100,000 added tokens: adding them": (100_000, add),
    "100,000 added tokens: a text that holds each": (100_000, encode_added),
    "100,000 added tokens: saved and loaded": (100_000, load_added),
    "a million different words: encoding them": (1_000_000, encode_words),
    "a million different words: learning 1,000 tokens, BPE": (1_000_000, learn_words),
    "10 MB of prose: encoding": (10_000_000, encode_prose),
    "10 MB of prose: decoding": (10_000_000, decode_prose),
    "10 MB in a cell: what TokenStrip shows": (10_000_000, show),
}


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
