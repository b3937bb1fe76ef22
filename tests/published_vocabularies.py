"""The published vocabularies, here and in their own libraries, and texts to hold the two against each other.

`tests/minitok/parity/test_published_*.py` do so with some texts, `benchmarks/exactness.py` with many. They lie in the
libraries' caches, where `make vocabularies` puts them; those that come with the course need no cache. Texts and
vocabularies that are nowhere to be fetched from are in the folder that MINITOK_MATERIAL names.
"""

import json
import os
import random
import re
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize
from unittest.mock import patch

MATERIAL = Path(os.environ.get("MINITOK_MATERIAL", "no material"))
BOTCHAN = "botchan-unigram-1k.model"
os.environ.setdefault("HF_HUB_OFFLINE", "1")  # before the library is imported


class Pair(NamedTuple):
    """A vocabulary in two hands: our tokenizer and the library's, and the special tokens of both."""

    name: str
    library: str
    ours: Any
    theirs: Any
    special: tuple[str, ...]


def tiktoken_encoding(name: str) -> Any:
    from huggingface_hub import constants

    from minitok.interop import hub

    refused = patch("tiktoken.load.read_file", side_effect=ConnectionRefusedError)
    with refused if constants.HF_HUB_OFFLINE else nullcontext():
        return hub.tiktoken_encoding(name)


def tiktoken_pair(name: str) -> Pair:
    from minitok.interop.tiktoken import from_tiktoken

    theirs = tiktoken_encoding(name)
    return Pair(
        name,
        "tiktoken",
        from_tiktoken(theirs),
        theirs,
        tuple(sorted(theirs.special_tokens_set)),
    )


def tokenizers_pair(name: str) -> Pair:
    import tokenizers

    from minitok import Tokenizer
    from minitok.interop import hub

    theirs = tokenizers.Tokenizer.from_file(hub.tokenizer_file(name))
    special = tuple(
        sorted(token.content for token in theirs.get_added_tokens_decoder().values())
    )
    return Pair(name, "tokenizers", Tokenizer.from_pretrained(name), theirs, special)


def sentencepiece_pair(name: str) -> Pair:
    """Mistral's come with its library; the other is nowhere to be fetched from."""
    import mistral_common
    import sentencepiece

    from minitok.interop import hub
    from minitok.interop.sentencepiece import from_model

    mistral = Path(mistral_common.__file__).parent / "data"
    beside = MATERIAL / "vocabularies" / "sentencepiece"
    path = (beside if name == BOTCHAN else mistral) / name
    if not path.exists():
        raise hub.NotAvailable(f"{path} is not there")
    theirs = sentencepiece.SentencePieceProcessor(model_file=str(path))
    return Pair(
        name, "sentencepiece", from_model(path), theirs, ("<s>", "</s>", "<unk>", "▁")
    )


LOADERS: dict[str, Callable[[str], Pair]] = {
    "gpt2": tiktoken_pair,
    "r50k_base": tiktoken_pair,
    "cl100k_base": tiktoken_pair,
    "o200k_base": tiktoken_pair,
    "o200k_harmony": tiktoken_pair,
    "openai-community/gpt2": tokenizers_pair,
    "google-bert/bert-base-uncased": tokenizers_pair,
    "google/pegasus-xsum": tokenizers_pair,
    "Qwen/Qwen3-0.6B": tokenizers_pair,
    "deepseek-ai/DeepSeek-V3": tokenizers_pair,
    BOTCHAN: sentencepiece_pair,
    "tokenizer.model.v1": sentencepiece_pair,
    "mistral_instruct_tokenizer_240323.model.v3": sentencepiece_pair,
}


def shipped_pair(name: str) -> Pair | None:
    """The same with what comes with the course, if it has this vocabulary."""
    import tokenizers

    from minitok_course import vocabularies

    for model, published in vocabularies.PUBLISHED.items():
        if name == published.encoding:
            theirs = vocabularies.encoding(model)
            special = tuple(sorted(theirs.special_tokens_set))
            return Pair(name, "tiktoken", vocabularies.load(model), theirs, special)
        if name == published.source:
            ours = vocabularies.load(model)
            theirs = tokenizers.Tokenizer.from_str(json.dumps(ours.to_dict()))
            special = tuple(sorted(ours.added_tokens.ids))
            return Pair(name, "tokenizers", ours, theirs, special)
    return None


@cache
def load(name: str) -> Pair:
    """A pair by the name of its vocabulary; hub.NotAvailable if it can't be had."""
    from minitok.interop import hub

    try:
        return LOADERS[name](name)
    except hub.NotAvailable:
        pair = shipped_pair(name)
        if pair is None:
            raise
        return pair


def loaded(name: str) -> Pair:
    """The pair of that name. Without its files the test is skipped, unless they have to be there."""
    return or_skip(load, name)


def or_skip(load: Callable[[str], Any], name: str) -> Any:
    import pytest

    from minitok.interop import hub

    try:
        return load(name)
    except hub.NotAvailable as error:
        is_here = name != BOTCHAN or MATERIAL.is_dir()
        if os.environ.get("MINITOK_REQUIRE_VOCABULARIES") and is_here:
            raise
        pytest.skip(str(error))


# What is compared

MOVING_MARKS = "[\u302e\u302f\U0001d165\U0001d166\U0001d16d-\U0001d172]"
"""The marks that BERT's normalizer keeps, and puts in another order: `tokenizers` gives them the place they move to."""

DELETED = "\x01-\x08\x0b\x0e-\x1f\x7f\x8f\x9f"
"""What Pegasus' normalizer deletes: unless a plain letter is before it, `tokenizers` shifts the offsets that follow."""


def moves_marks(text: str) -> bool:
    """Whether NFC puts marks in another order, or makes several characters of one."""
    decomposed = [normalize("NFD", char) for char in text]
    return normalize("NFD", text) != "".join(decomposed) or any(
        len(normalize("NFC", char)) > 1 for char in text
    )


OFFSETS_DIFFER: dict[str, Callable[[str], Any]] = {
    "google-bert/bert-base-uncased": re.compile(MOVING_MARKS).search,
    "google/pegasus-xsum": re.compile(f"(?<![ A-Za-z0-9{DELETED}])[{DELETED}]").search,
    "Qwen/Qwen3-0.6B": moves_marks,
    "o200k_harmony": re.compile(re.escape("<|reserved_200018|>")).search,
}
"""Where the offsets can't be equal, as `docs/exactness.md` says: those of such texts are not compared."""


def differences(pair: Pair, text: str) -> list[str]:
    """What the two make of a text in different ways: of ids, offsets and text, those that are not equal."""
    ids, encoding = pair.ours.encode(text), pair.ours(text)
    ask = {
        "tiktoken": _tiktoken,
        "tokenizers": _tokenizers,
        "sentencepiece": _sentencepiece,
    }[pair.library]
    theirs = ask(pair, text)
    written = [
        pair.ours.decode(ids, skip_special_tokens=skip) for skip in (False, True)
    ]
    ours = ids, theirs[1] and encoding.offsets, written[: len(theirs[2])]
    if pair.library == "tiktoken":
        ours = ids, [start for start, _ in encoding.offsets], written[:1]
    elif "pegasus" in pair.name or "Qwen" in pair.name:  # their normalizers compose
        ours, theirs = (
            (a, clusters(text, offsets), c) for a, offsets, c in (ours, theirs)
        )
    unlike = OFFSETS_DIFFER.get(pair.name)
    kinds = ("ids", "" if unlike and unlike(text) else "offsets", "text")
    call = [] if ids == encoding.ids else ["ids of the call"]
    return call + [
        what for what, mine, other in zip(kinds, ours, theirs) if what and mine != other
    ]


def _tiktoken(pair: Pair, text: str) -> tuple[list[int], Any, list[str]]:
    """It knows where a token starts, and keeps special tokens when it decodes."""
    ids = pair.theirs.encode(text, allowed_special="all")
    written, starts = pair.theirs.decode_with_offsets(ids)
    return ids, starts, [written]


def _tokenizers(pair: Pair, text: str) -> tuple[list[int], Any, list[str]]:
    made = pair.theirs.encode(text)
    return (
        made.ids,
        made.offsets,
        [
            pair.theirs.decode(made.ids, skip_special_tokens=skip)
            for skip in (False, True)
        ],
    )


def _sentencepiece(pair: Pair, text: str) -> tuple[list[int], Any, list[str]]:
    """Of its offsets, tests/minitok/test_interop_sentencepiece.py says where they are ours."""
    ids = pair.theirs.encode(text)
    return ids, None, [pair.theirs.decode(ids)]


def clusters(text: str, offsets: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Offsets widened to whole grapheme clusters, what a reader sees as one character.

    Where a letter and its accent become one character, that spans both here, and in `tokenizers` the letter alone.
    """
    import regex

    starts, ends = list(range(len(text))), list(range(len(text) + 1))
    for match in regex.finditer(r"\X", text):
        starts[match.start() : match.end()] = [match.start()] * len(match.group())
        ends[match.start() + 1 : match.end() + 1] = [match.end()] * len(match.group())
    return [
        (starts[start] if start < end else start, ends[end]) for start, end in offsets
    ]


# Texts


def texts(special: tuple[str, ...], *, amount: float = 1) -> dict[str, list[str]]:
    """Texts by kind, all of them the same each time; with an `amount` below 1 about that part of them.

    Characters are those of Unicode 3.2, but for the few whose category has changed: on newer ones the tables of the
    libraries differ.
    """
    from samples import RECLASSIFIED, SCRIPTS, every_character, some_texts

    from minitok_course import corpora

    def part(strings: list[str]) -> list[str]:
        return strings[:: round(1 / amount)]

    without = dict.fromkeys(map(ord, RECLASSIFIED))
    characters = [text.translate(without) for text in every_character()]
    course = "\n".join(map(corpora.load, corpora.names())).splitlines(keepends=True)
    found = {
        "characters of Unicode 3.2, each among others": part(characters),
        "generated strings": [
            text.translate(without) for text in some_texts(int(20_000 * amount), seed=7)
        ],
        "special tokens in odd places": list(
            with_special_tokens(special, int(5_000 * amount))
        ),
        "the course's corpora and 12 scripts, by line": part(
            [*SCRIPTS.values(), *course]
        ),
        "Python's standard library, by file": python_sources(int(1_000_000 * amount)),
    }
    for name, text in books().items():
        found[f"{name}.txt, whole"] = [text[: round(len(text) * amount)]]
        found[f"{name}.txt, by line"] = part(text.splitlines(keepends=True))
    return found


def with_special_tokens(special: tuple[str, ...], number: int) -> Iterator[str]:
    """Special tokens in odd places: side by side, cut short, inside words, among spaces and line ends."""
    choose = random.Random(8)
    around = [
        "",
        " ",
        "  ",
        "\n",
        "\t",
        "a",
        "the",
        "é",
        "你",
        "'s",
        "1",
        "<",
        ">",
        "|",
        "[",
        "▁",
        "\u0301",
    ]
    around += [
        "\0",
        "\x85",
        "\u00ad",
        "\u200b",
        "\u200d",
        "\ufe0f",
        "\ufeff",
        "\r\n",
        "\u3000",
        "\u0345",
        "\u3099",
    ]
    around += [
        "\u1100",
        "각",
        "ｶﾞ",
        "ǅ",
        "İ",
        "ſ",
        "ς",
        "ﬃ",
        "ﷺ",
        "Ⅷ",
        "١٢٣",
        "½",
        "1234",
    ]
    around += ["...", "Ġ", "Ċ", "##s", "</w>"]
    for _ in range(number):
        parts: list[str] = []
        for _ in range(choose.randint(1, 6)):
            token = choose.choice(special)
            changed = [token[:-1], token[1:], token.lower(), token.upper()]
            cut = choose.choice([token, token, token, *changed])
            parts += [choose.choice(around), choose.choice(around), cut]
        yield "".join(parts) + choose.choice(around)


def python_sources(size: int) -> list[str]:
    """Files of the standard library, always the same in one Python, of about `size` characters together."""
    found: list[str] = []
    for file in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        if size > 0:
            found.append(file.read_text(encoding="utf-8")[:size])
            size -= len(found[-1])
    return found


def books() -> dict[str, str]:
    """The texts that SentencePiece and minbpe are tried on, if they are there."""
    return {
        path.stem: path.read_text(encoding="utf-8")
        for path in sorted((MATERIAL / "corpora").glob("*.txt"))
    }


if __name__ == "__main__":  # fetch them
    for name, loader in LOADERS.items():
        if name != BOTCHAN:
            loader(name)
