"""Attacks on minitok, each a function that tries once and returns what went wrong, or "".

    python tests/attack/attacks.py --minutes 60            all of them, in turns; prints the seeds
    python tests/attack/attacks.py --only file --seed 7     one of them, from a seed

The tests make one try of each, `make attack MINUTES=60` as many as fit.
"""

import argparse
import json
import multiprocessing
import os
import random
import re
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

import drawn  # noqa: E402
import folders  # noqa: E402
import mutations  # noqa: E402
import shapes  # noqa: E402
from samples import hug  # noqa: E402

from minitok import Tokenizer  # noqa: E402
from minitok.models import BPE  # noqa: E402

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
    "\ud800a",
    "a\r\n\tb",
    "\ufdd0",
]
UNFINISHED = r"tokenizer\.json\.[0-9a-f]{16}"
SMALL, LARGE = hug(), Tokenizer(BPE({f"token {id}": id for id in range(3000)}))


@cache
def originals() -> list[dict[str, Any]]:
    """Files in the shapes of published ones."""
    names = ["llama-2", "llama-3", "t5", "clip", "bert"]
    return [json.loads(shapes.build(name).to_str()) for name in names]


@cache
def model_files() -> list[bytes]:
    """SentencePiece's: trained ones, and small ones, in which most changes hit more than a piece's name."""
    options = shapes.MODEL_FILES.items()
    files = [shapes.model_file(model_type=kind, **more) for kind, more in options]
    pieces = [("<unk>", 0, 2), ("<s>", 0, 3), ("<u>", 0, 4), ("h", -1, 1), ("e", -2, 1)]
    pieces += [("he", -2.5, 1), ("▁", -3, 1), ("▁h", -4, 1)]
    return [*files, *(shapes.written(pieces, model_type=kind) for kind in (1, 2))]


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
    """Load the same with a library, and compare the ids. What only one of them refuses is no difference."""
    theirs = drawn.answer(load)
    for text in [] if theirs is None or tok.model.is_random else TEXTS:
        ids = drawn.answer(tok.encode, text)
        there = ids and drawn.answer(ids_there, theirs, text)
        if ids and there is not None and ids != there:
            return f"the ids of {text!r} are {ids}, in the library {there}"
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
    """A changed tokenizer.json loads, with the ids of `tokenizers` if that takes it, or is an error with its name."""
    import tokenizers as hf

    original = chance.choice([*originals(), drawn.tokenizer(chance)])
    content = json.dumps(mutations.mutated(original, chance)).encode()
    if chance.random() < 0.2:
        content = mutations.mutated_bytes(content, chance)

    def compare(tok: Tokenizer) -> str:
        if b"\\ud" in content:  # lone surrogates, which their strings can't hold
            return ""
        return differing(
            tok,
            lambda: hf.Tokenizer.from_str(content.decode()),
            lambda tok, text: tok.encode(text).ids,
        )

    return load_and_use(Tokenizer.from_file, "tokenizer.json", content, compare)


def drawn_by_lot(chance: random.Random) -> str:
    """A tokenizer with any parts and added tokens gives the ids, offsets and text of `tokenizers`."""
    data = drawn.tokenizer(chance)
    return next(drawn.differences(data, drawn.texts(chance)), "")


def model_file(chance: random.Random) -> str:
    """A changed .model loads, with the ids of sentencepiece if that takes it, or is an error with its name."""
    from sentencepiece import SentencePieceProcessor

    from minitok.interop import sentencepiece

    data = mutations.mutated_bytes(chance.choice(model_files()), chance)

    def compare(tok: Tokenizer) -> str:
        return differing(
            tok,
            lambda: SentencePieceProcessor(model_proto=data),
            lambda tok, text: tok.encode(text),
        )

    return load_and_use(sentencepiece.from_model, "changed.model", data, compare)


def folder(chance: random.Random) -> str:
    """A damaged folder opens and works, or is an error that names it; nothing else is touched."""
    with tempfile.TemporaryDirectory() as above:
        path = Path(above) / "folder"
        folders.damaged(path, chance)
        try:
            with folders.acts_outside(path) as acts, limit(SECONDS):
                tok = Tokenizer.from_pretrained(path)
        except (ValueError, OSError) as error:
            named = str(path) in str(error)
            return "" if named else f"the error does not name the folder: {error}"
        return f"opening it did this, too: {acts[0]}" if acts else use(tok)


def save_again_and_again(path: Path) -> None:
    while True:
        SMALL.save(path)
        LARGE.save(path)


def killed(chance: random.Random) -> str:
    """Who is killed while saving leaves the old file or the new one, whole, and at most one unfinished file."""
    with tempfile.TemporaryDirectory() as above:
        path = Path(above) / "tokenizer.json"
        SMALL.save(path)
        context = multiprocessing.get_context("fork")
        process = context.Process(target=save_again_and_again, args=[path])
        process.start()
        time.sleep(0.03 * chance.random())
        process.kill()
        process.join()
        if Tokenizer.from_file(path).to_dict() not in (
            SMALL.to_dict(),
            LARGE.to_dict(),
        ):
            return "the file is neither the old one nor the new one"
        left = [name for name in os.listdir(above) if name != path.name]
        unfinished = [name for name in left if re.fullmatch(UNFINISHED, name)]
        return f"left behind: {left}" if len(left) > 1 or left != unfinished else ""


ATTACKS: dict[str, Callable[[random.Random], str]] = {
    "file": file,
    "drawn": drawn_by_lot,
    "model_file": model_file,
    "folder": folder,
    "killed": killed,
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
    parser.add_argument("--seed", type=int, default=random.getrandbits(32))
    asked = parser.parse_args()
    seed = first = asked.seed
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
