"""Time and memory on inputs that are long or many: `python benchmarks/reliability.py`, some minutes.

Each case runs in a process of its own. Memory is the most that the process held, beyond what it held before the case.
It prints the table of docs/reliability.md.
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
from typing import Any, NamedTuple

from racing import held

from minitok import AddedToken, Tokenizer
from minitok.models import BPE, Unigram, WordPiece
from minitok.normalizers import NFC
from minitok.pre_tokenizers import (
    GPT4_PATTERN,
    BertPreTokenizer,
    ByteLevel,
    Metaspace,
    WhitespaceSplit,
)
from minitok.trainers import BpeTrainer, UnigramTrainer, WordPieceTrainer
from minitok_course import corpora


def trained(kind: str) -> Tokenizer:
    if kind == "BPE":
        tok, trainer = Tokenizer(BPE()), BpeTrainer(vocab_size=1000)
        tok.pre_tokenizer = ByteLevel(GPT4_PATTERN)
    elif kind == "WordPiece":
        tok = Tokenizer(WordPiece(max_input_chars_per_word=10**9))
        trainer = WordPieceTrainer(vocab_size=600, special_tokens=["[UNK]"])
        tok.pre_tokenizer = BertPreTokenizer()
    else:
        tok, trainer = Tokenizer(Unigram()), UnigramTrainer(vocab_size=600)
        tok.pre_tokenizer = Metaspace()
    tok.train_from_iterator(corpora.load("stories").splitlines(), trainer)
    return tok


def letters(tok: Tokenizer, size: int) -> str:
    return "".join(random.Random(1).choices(ascii_lowercase, k=size))


def words(tok: Tokenizer, count: int) -> list[str]:
    """Different words: aaaaa, aaaab and so on, in another order."""
    result = [
        "".join(ascii_lowercase[number // 26**place % 26] for place in range(5))
        for number in range(count)
    ]
    random.Random(2).shuffle(result)
    return result


def prose(tok: Tokenizer, size: int) -> str:
    story = corpora.load("stories")
    return (story * (size // len(story) + 1))[:size]


def added(tok: Tokenizer, size: int) -> str:
    """A text that holds each of many tokens, which are added."""
    tokens = [AddedToken(f"<{number}>", special=True) for number in range(size)]
    tok.add_tokens(tokens)
    return " and ".join(token.content for token in tokens)


def learn(tok: Tokenizer, texts: list[str]) -> None:
    tok.pre_tokenizer = WhitespaceSplit()
    tok.train_from_iterator(texts, BpeTrainer(vocab_size=1000))


def show(tok: Tokenizer, text: str) -> str:
    from minitok_course.views import TokenStrip

    return TokenStrip(tok(text)).still()


class Case(NamedTuple):
    """An input of some size, made by a tokenizer and a number, and what is timed on both."""

    size: int
    make: Callable[[Tokenizer, int], Any]
    run: Callable[[Tokenizer, Any], Any]
    kind: str = "BPE"


MB = 1_000_000
CASES = {
    "one word of 1 MB, BPE": Case(MB, letters, Tokenizer.encode),
    "one word of 1 MB, BPE, with offsets": Case(MB, letters, Tokenizer.__call__),
    "the same letter 1,000,000 times, BPE": Case(
        MB, lambda tok, size: "a" * size, Tokenizer.encode
    ),
    "one word of 1 MB, WordPiece": Case(MB, letters, Tokenizer.encode, "WordPiece"),
    "one word of 1 MB, Unigram": Case(MB, letters, Tokenizer.encode, "Unigram"),
    "20,000 marks on one letter, NFC": Case(
        20_000,
        lambda tok, size: "e" + "\u0301\u0323" * (size // 2),
        lambda tok, text: NFC().normalize_str(text),
    ),
    "100,000 added tokens: adding them": Case(
        100_000,
        lambda tok, size: [f"<{number}>" for number in range(size)],
        Tokenizer.add_tokens,
    ),
    "100,000 added tokens: a text that holds each": Case(
        100_000, added, Tokenizer.encode
    ),
    "100,000 added tokens: saved and loaded": Case(
        100_000, added, lambda tok, text: Tokenizer.from_dict(tok.to_dict())
    ),
    "a million different words: encoding them": Case(
        MB, lambda tok, size: " ".join(words(tok, size)), Tokenizer.encode
    ),
    "a million different words: learning 1,000 tokens, BPE": Case(MB, words, learn),
    "10 MB of prose: encoding": Case(10 * MB, prose, Tokenizer.encode),
    "10 MB of prose: decoding": Case(
        10 * MB, lambda tok, size: tok.encode(prose(tok, size)), Tokenizer.decode
    ),
    "10 MB in a cell: what TokenStrip shows": Case(10 * MB, prose, show),
}


def measure(what: str, size: int, answers: "SimpleQueue[tuple[float, int]]") -> None:
    _, make, run, kind = CASES[what]
    tok = trained(kind)
    value = make(tok, size)
    with suppress(OSError):  # Linux alone can forget what making the input took
        Path("/proc/self/clear_refs").write_text("5")
    before, start = held(), time.process_time()
    run(tok, value)
    answers.put((time.process_time() - start, held() - before))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--amount", type=float, default=1, help="which part of the input, 1 for all"
    )
    asked = parser.parse_args()
    # So that a process has none of the memory of another.
    context = multiprocessing.get_context("spawn")
    print(f"Python {platform.python_version()}, {platform.machine()}\n")
    print(
        "| input | a quarter, s | half, s | all, s | memory for all, MB |\n| --- | --- | --- | --- | --- |"
    )
    for what, case in CASES.items():
        seconds, memory = [], 0
        for part in (4, 2, 1):
            answers = context.SimpleQueue()
            process = context.Process(
                target=measure,
                args=(what, round(case.size * asked.amount) // part, answers),
            )
            process.start()
            second, memory = answers.get()
            process.join()
            seconds.append(second)
        times = " | ".join(f"{second:.2f}" for second in seconds)
        print(f"| {what} | {times} | {memory / 1e6:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
