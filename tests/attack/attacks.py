"""Attacks on minitok, each a function that tries once and returns what went wrong, or "".

    python tests/attack/attacks.py --minutes 60            all of them, in turns; prints the seeds
    python tests/attack/attacks.py --only file --seed 7     one of them, from a seed

The tests make a few tries of each, `make attack MINUTES=60` as many as fit.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

import folders  # noqa: E402
import model_files  # noqa: E402
import mutations  # noqa: E402
import processes  # noqa: E402

from minitok import Tokenizer, decoders, normalizers, pre_tokenizers, processors  # noqa: E402
from minitok.interop import components  # noqa: E402
from minitok.models import BPE, Unigram, WordLevel, WordPiece  # noqa: E402
from minitok.trainers import (  # noqa: E402
    BpeTrainer,
    UnigramTrainer,
    WordLevelTrainer,
    WordPieceTrainer,
)
from minitok_course import corpora  # noqa: E402

SECONDS = 10
"""After these, a try is given up: a file may cost time, and a busy machine is no failure."""

TEXTS = [
    "",
    " ",
    "hello",
    "Hello World!",
    "the cat's 1,234 hats",
    "é\u0301 ﬁ ① 猫",
    "a" * 300,
    "<s>x</s>[CLS]",
]
TEXTS += ["\ud800a", "a\r\n\tb", "\ufdd0"]


@cache
def tokenizers() -> list[dict[str, Any]]:
    """Files of tokenizers with every kind of part, small enough to be changed often."""
    lines = corpora.load("stories").splitlines()[:40]
    in_bytes = [f"<0x{byte:02X}>" for byte in range(256)]
    made = []
    for model, trainer in [
        (
            BPE(unk_token="[UNK]"),
            BpeTrainer(vocab_size=300, special_tokens=["[UNK]", "<s>"]),
        ),
        (BPE(byte_fallback=True), BpeTrainer(vocab_size=320, special_tokens=in_bytes)),
        (
            WordPiece(),
            WordPieceTrainer(
                vocab_size=200, special_tokens=["[UNK]", "[CLS]", "[SEP]"]
            ),
        ),
        (Unigram(), UnigramTrainer(vocab_size=150)),
        (WordLevel(), WordLevelTrainer(vocab_size=100, special_tokens=["[UNK]"])),
    ]:
        tok = Tokenizer(model)
        tok.pre_tokenizer = pre_tokenizers.Sequence(
            [
                pre_tokenizers.WhitespaceSplit(),
                pre_tokenizers.Punctuation(),
                pre_tokenizers.Digits(),
            ]
        )
        tok.train_from_iterator(lines, trainer)
        made.append(tok)
    bpe, fallback, word_piece, unigram, word_level = made
    bpe.pre_tokenizer, bpe.decoder = (
        pre_tokenizers.ByteLevel(pre_tokenizers.GPT4_PATTERN),
        decoders.ByteLevel(),
    )
    bpe.post_processor = processors.ByteLevel()
    fallback.normalizer = normalizers.Sequence(
        [components.Prepend("▁"), normalizers.Replace(" ", "▁")]
    )
    fallback.pre_tokenizer = None
    parts = [
        decoders.Replace("▁", " "),
        decoders.ByteFallback(),
        components.Fuse(),
        decoders.Strip(" ", left=1),
    ]
    fallback.decoder = decoders.Sequence(parts)
    word_piece.normalizer, word_piece.decoder = (
        normalizers.BertNormalizer(),
        decoders.WordPiece(),
    )
    word_piece.post_processor = processors.TemplateProcessing(
        "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", [("[CLS]", 1), ("[SEP]", 2)]
    )
    word_piece.enable_truncation(12, stride=2)
    word_piece.enable_padding(pad_token="[SEP]", length=8)
    unigram.pre_tokenizer, unigram.decoder = (
        pre_tokenizers.Metaspace(prepend_scheme="first"),
        decoders.Metaspace(),
    )
    word_level.add_tokens(["<new>"])
    return [tok.to_dict() for tok in made]


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """TimeoutError in what takes more of the processor's time."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"more than {seconds} seconds")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def use(tok: Tokenizer) -> str:
    """Encode and decode with what was loaded: ValueErrors are answers, ids are whole numbers."""
    for text in TEXTS:
        try:
            with limit(SECONDS):
                ids = tok.encode(text)
                encoding = tok(text)
                tok(text, "and a pair")
        except ValueError:
            continue
        if ids != encoding.ids and not tok.model.is_random:
            return f"encode gives {ids} for {text!r}, the call {encoding.ids}"
        if odd := [id for id in ids if type(id) is not int]:
            return f"{odd[0]!r} is an id of {text!r}"
        try:
            decoded = tok.decode(ids)
        except ValueError:  # a template or a padding may have ids that no token has
            continue
        if "".join(tok.decode_stream(ids)) != decoded:
            return f"the stream of {ids} is not its text"
    return ""


def differing(
    tok: Tokenizer, load: Callable[[], Any], ids_there: Callable[[Any, str], list[int]]
) -> str:
    """Load the same with a library: it takes it, too, and gives the same ids. An error while encoding is an answer."""
    try:
        theirs = load()
    except Exception as error:
        return f"the library refuses it: {error}"
    for text in [] if tok.model.is_random else TEXTS:
        try:
            ids = tok.encode(text), ids_there(theirs, text)
        except KeyboardInterrupt:
            raise
        except BaseException:  # Rust panics are no Exceptions
            continue
        if ids[0] != ids[1]:
            return f"the ids of {text!r} are {ids[0]}, in the library {ids[1]}"
    return ""


def load_and_use(
    load: Callable[[Path], Tokenizer],
    name: str,
    content: bytes,
    compare: Callable[[Tokenizer], str] = lambda _: "",
) -> str:
    """Load a file of this name and content, and work with it: a ValueError that names the file is an answer."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        try:
            with limit(SECONDS):
                tok = load(path)
        except ValueError as error:
            return (
                ""
                if str(path) in str(error)
                else f"the error does not name the file: {error}"
            )
        return use(tok) or compare(tok)


def file(chance: random.Random) -> str:
    """A changed tokenizer.json loads and works, as in `tokenizers`, or is a ValueError that names the file."""
    import tokenizers as hf

    data = mutations.mutated(chance.choice(tokenizers()), chance)
    written = json.dumps(data).encode()
    content = (
        mutations.mutated_bytes(written, chance) if chance.random() < 0.2 else written
    )

    def compare(tok: Tokenizer) -> str:
        if b"\\ud" in content:  # lone surrogates, which their strings can't hold
            return ""
        return differing(
            tok,
            lambda: hf.Tokenizer.from_str(content.decode()),
            lambda tok, text: tok.encode(text).ids,
        )

    return load_and_use(Tokenizer.from_file, "tokenizer.json", content, compare)


def model_file(chance: random.Random) -> str:
    """A changed .model of any type loads and works, as in sentencepiece, or is a ValueError that names the file."""
    from sentencepiece import SentencePieceProcessor

    from minitok.interop import sentencepiece

    data = model_files.changed(chance)

    def compare(tok: Tokenizer) -> str:
        return differing(
            tok,
            lambda: SentencePieceProcessor(model_proto=data),
            lambda tok, text: tok.encode(text),
        )

    return load_and_use(sentencepiece.from_model, "changed.model", data, compare)


ATTACKS: dict[str, Callable[[random.Random], str]] = {
    "file": file,
    "model_file": model_file,
    "drawn_model": model_files.differing,
    "folder": folders.folder,
    "killed": processes.killed,
}


def tried(name: str, seed: int) -> str:
    """One try: what went wrong, or nothing."""
    try:
        return ATTACKS[name](random.Random(f"{name} {seed}"))
    except TimeoutError:
        return ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:300]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--only", choices=ATTACKS, action="append")
    parser.add_argument(
        "--seed", type=int, default=None, help="the first seed; at random if not given"
    )
    asked = parser.parse_args()
    seed = first = (
        int.from_bytes(os.urandom(4), "big") if asked.seed is None else asked.seed
    )
    tries: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    names = asked.only or list(ATTACKS)
    stop = time.monotonic() + 60 * asked.minutes
    while time.monotonic() < stop:
        for name in names:
            tries[name] += 1
            if problem := tried(name, seed):
                wrong[name] += 1
                print(f"{name} --seed {seed}: {problem}", flush=True)
        seed += 1
    print(f"seeds {first} to {seed - 1}; tries: {dict(tries)}; wrong: {dict(wrong)}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
