"""The vocabularies of published models, which come with the course.

>>> load("GPT-4").encode("Hello world"), load("BERT").tokenize("Hello world")
([9906, 1917], ['hello', 'world'])

A vocabulary is a table of facts. `PUBLISHED` says where each was published, under which
licence, and what the SHA-256 of the published file is; `tools/compact_vocabularies.py`
makes the files here from those.
"""

from copy import copy
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple
from zlib import error as DamagedData

from minitok import Tokenizer
from minitok.garbage_collector import garbage_collector_off
from minitok.validation import format_value, require_extra
from minitok_course.vocabularies.compact import (
    read_encoding,
    read_ranks,
    read_tokenizer,
)

if TYPE_CHECKING:
    import tiktoken


class Published(NamedTuple):
    """Where a vocabulary comes from."""

    file: str  # the compact file beside this module
    source: str  # a name on the Hugging Face hub, or of an encoding of tiktoken
    licence: str
    sha256: str  # of the published file: `tokenizer.json`, or tiktoken's file of ranks
    encoding: str | None = None  # the name that tiktoken has for it


PUBLISHED = {
    "GPT-2": Published(
        "gpt2.bin",
        "openai-community/gpt2",
        "MIT",
        "8414cab924d8b9b33013f0d221c5862f365ee9be39c5c2bfae8a5a9e970478a6",
        "gpt2",
    ),
    "GPT-4": Published(
        "cl100k_base.bin",
        "cl100k_base",
        "MIT",
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        "cl100k_base",
    ),
    "GPT-4o": Published(
        "o200k_base.bin",
        "o200k_base",
        "MIT",
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        "o200k_base",
    ),
    "gpt-oss": Published(
        "o200k_base.bin",
        "o200k_base",
        "MIT",
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        "o200k_harmony",
    ),
    "Qwen3": Published(
        "qwen3.bin",
        "Qwen/Qwen3-0.6B",
        "Apache-2.0",
        "aeb13307a71acd8fe81861d94ad54ab689df773318809eed3cbe794b4492dae4",
    ),
    "BERT": Published(
        "bert.bin",
        "google-bert/bert-base-uncased",
        "Apache-2.0",
        "5fd1c882abbd30517dced455a2c9768945ec726b96727927e4959348d9de550b",
    ),
    "Pegasus": Published(
        "pegasus.bin",
        "google/pegasus-xsum",
        "Apache-2.0",
        "a1130ba9d168ea8d10fdba0d65fff3123c35fc2a903f7b567ce69ff73ddd50b1",
    ),
}


def load(name: str) -> Tokenizer:
    """The tokenizer of a model, equal to the published one: `load("GPT-2")`.

    Raises ValueError if the course has no vocabulary of this name, or if its file is
    missing or damaged.
    """
    return copy(_load(name))


@cache
def _load(name: str) -> Tokenizer:
    data = read(name)
    try:
        with garbage_collector_off():
            return read_tokenizer(data, PUBLISHED[name].encoding)
    except (DamagedData, KeyError, ValueError) as error:
        raise _unusable(name, f"is damaged ({error})") from error


def ranks(name: str) -> dict[bytes, int]:
    """The tokens of a byte-level vocabulary, as bytes, and their ids.

    Raises ValueError as `load` does, and for BERT and Pegasus, whose tokens are
    characters.
    """
    data = read(name)
    try:
        tokens = read_ranks(data)
    except (DamagedData, KeyError) as error:
        raise _unusable(name, f"is damaged ({error})") from error
    if tokens is None:
        raise ValueError(f"{name} has no ranks: its tokens are characters, not bytes")
    return tokens


@cache
def encoding(name: str) -> "tiktoken.Encoding":
    """What `tiktoken.get_encoding` gives, without its download: `encoding("GPT-4")`.

    Raises ValueError as `load` does, and for a model that is not OpenAI's.
    """
    tokens = ranks(name)
    encoding = PUBLISHED[name].encoding
    if encoding is None:
        raise ValueError(f"{name} is not in tiktoken: load it as a Tokenizer")
    options = read_encoding(read(name), encoding)
    with require_extra("course"):
        import tiktoken
    return tiktoken.Encoding(encoding, mergeable_ranks=tokens, **options)


def read(name: str) -> bytes:
    """The compact file of a vocabulary. ValueError if there is none."""
    if name not in PUBLISHED:
        names = ", ".join(PUBLISHED)
        raise ValueError(f"no vocabulary {format_value(name)}: the course has {names}")
    try:
        return files(__package__).joinpath(PUBLISHED[name].file).read_bytes()
    except OSError as error:
        raise _unusable(name, f"is missing ({error})") from error


def _unusable(name: str, problem: str) -> ValueError:
    return ValueError(
        f"the vocabulary of {name} {problem}: install the course again, with "
        "pip install --force-reinstall minitok"
    )
