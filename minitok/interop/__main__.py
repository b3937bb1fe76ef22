"""`python -m minitok.interop FOLDER` holds each vocabulary in a folder against the library of its kind."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from minitok import corpora
from minitok.interop.difference import smallest_difference
from minitok.interop.sentencepiece import from_model
from minitok.tokenizer import Tokenizer

ODD = ["", " ", "a  b\n\n\tc", "Ａ①ﬁ é e\u0301", "🚢👨‍👩‍👧‍👦🇧🇷", "İstanbul ΟΔΟΣ", "1234567 3.14", "<s>[CLS]"]


def in_tokenizers(file: Path) -> Any:
    import tokenizers

    return tokenizers.Tokenizer.from_file(str(file))


def in_sentencepiece(file: Path) -> Any:
    import sentencepiece

    return sentencepiece.SentencePieceProcessor(model_file=str(file))


KINDS: dict[str, tuple[Callable[[Path], Tokenizer], Callable[[Path], Any]]] = {
    "tokenizer.json": (Tokenizer.from_file, in_tokenizers),
    "*.model*": (from_model, in_sentencepiece),
}


def told(file: Path, kind: str) -> str:
    """`equal on 1,234 texts`, or the smallest text found whose ids differ, or why the file can't be opened."""
    ours, theirs = KINDS[kind]
    texts = [*ODD, *(line for name in corpora.names() for line in corpora.load(name).splitlines())]
    try:
        found = smallest_difference(ours(file), theirs(file), texts)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return f"equal on {len(texts):,} texts" if found is None else f"differs on {found!a}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m minitok.interop", description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder with tokenizer.json and .model files, also below it")
    folder = parser.parse_args().folder
    results = []
    for kind in KINDS:
        for file in sorted(folder.rglob(kind)):
            results.append(told(file, kind))
            print(f"{file.relative_to(folder)}: {results[-1]}", flush=True)
    print(f"{len(results):,} files")
    return int(not results or not all(result.startswith("equal") for result in results))


if __name__ == "__main__":
    sys.exit(main())
