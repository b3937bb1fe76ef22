"""Hold the published vocabularies against their own libraries: `python benchmarks/exactness.py`, a quarter of an hour.

Ids, offsets and decoded text have to be those of the library that the vocabulary comes from. It prints the tables of
docs/exactness.md, and ends with an error if anything differs; then the smallest text that does is named.
"""

import argparse
import os
import platform
import sys
from collections import Counter
from importlib.metadata import version
from pathlib import Path

from minitok.interop import hub
from minitok.interop.difference import smallest_difference

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))

import published_vocabularies as published

os.environ["TOKENIZERS_PARALLELISM"] = "false"

LIBRARIES = ("tiktoken", "tokenizers", "sentencepiece")
FOUND = ("ids", "offsets", "text", "ids of the call")


def row(*cells: object) -> str:
    """A row of a table of Markdown; numbers have commas."""
    return f"| {' | '.join(f'{cell:,}' if isinstance(cell, int) else str(cell) for cell in cells)} |"


def head(*cells: str) -> str:
    return f"{row(*cells)}\n{row(*('---' for _ in cells))}"


def size(strings: list[str]) -> int:
    return sum(len(text.encode()) for text in strings)


def compare(name: str, amount: float) -> tuple[list[object], list[str]]:
    """The cells of the row of one vocabulary, and the texts on which something differs."""
    pair = published.load(name)
    strings = [
        text
        for kind in published.texts(pair.special, amount=amount).values()
        for text in kind
    ]
    results = [(text, published.differences(pair, text)) for text in strings]
    counts = Counter(what for _, differences in results for what in differences)
    compared = [
        what for what in FOUND if (pair.library, what) != ("sentencepiece", "offsets")
    ]
    numbers = [counts[what] if what in compared else "not compared" for what in FOUND]
    cells = [f"`{name}`", pair.library, len(strings), size(strings), *numbers]
    return cells, [text for text, differences in results if differences]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "names",
        nargs="*",
        default=list(published.LOADERS),
        help="vocabularies; else all",
    )
    parser.add_argument(
        "--amount", type=float, default=1, help="which part of the texts, 1 for all"
    )
    asked = parser.parse_args()
    versions = ", ".join(f"{library} {version(library)}" for library in LIBRARIES)
    print(f"Python {platform.python_version()}, {versions}\n")
    kinds = published.texts(("<|endoftext|>",), amount=asked.amount)
    print(head("texts (special tokens: those of GPT-2)", "strings", "bytes"))
    for kind, strings in kinds.items():
        print(row(kind, len(strings), size(strings)))
    print(
        "\n"
        + head(
            "vocabulary",
            "library",
            "strings",
            "bytes",
            *(f"{what}: differences" for what in FOUND),
        )
    )
    wrong = 0
    for name in asked.names:
        try:
            cells, differing = compare(name, asked.amount)
        except hub.NotAvailable as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
            continue
        print(row(*cells), flush=True)
        wrong += len(differing)
        if differing:
            pair = published.load(name)
            smallest = smallest_difference(pair.ours, pair.theirs, differing) or min(
                differing, key=len
            )
            print(
                f"{name}: the smallest text found that differs is {smallest!a}",
                file=sys.stderr,
            )
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
