"""The files of vocabularies from which the pages encode what a reader types.

They are those that come with the course, and those that lessons have learned, in the same form.
"""

import hashlib
import json
import re
from copy import copy
from pathlib import Path
from typing import Any

from minitok import Tokenizer
from minitok.interop.difference import library_of
from minitok.interop.registry import STAGES
from minitok.models import Unigram
from minitok.models.unigram import parsed_score
from minitok.processors import ByteLevel, TemplateProcessing
from minitok_course import vocabularies as shipped
from minitok_course.vocabularies.compact import write_tokenizer

OWN = 20_000  # tokens at most of a vocabulary that a lesson has learned
LICENCES = "licences.txt"
KNOWN = {
    "Split",
    "ByteLevel",
    "BertPreTokenizer",
    "WhitespaceSplit",
    "Metaspace",
    "Sequence",
}
KNOWN |= {
    "NFC",
    "NFD",
    "NFKC",
    "NFKD",
    "Lowercase",
    "StripAccents",
    "BertNormalizer",
}
UNLIKE = re.compile(r"\\[bBhXR]|\[[^]]*\\W|\(\?[^:=!<i]|[+*?]\+|\d}\+")
"""What a regular expression in JavaScript lacks, or means otherwise."""


def bring(folder: Path) -> None:
    """Put those there that come with the course and that the encoders have, with their licences."""
    folder.mkdir(parents=True, exist_ok=True)
    licences = []
    for name, published in shipped.PUBLISHED.items():
        is_there = (folder / published.file).exists()
        if not is_there and encodes(shipped.load(name)):
            (folder / published.file).write_bytes(shipped.read(name))
            licences.append(
                f"{published.file}: the vocabulary of {published.source}, "
                f"published under the licence {published.licence}\n"
            )
    (folder / LICENCES).write_text("".join(licences), encoding="utf-8")


def put(tokenizer: Any, folder: Path) -> str:
    """The name of a tokenizer's file; a small one is written if it is not there. ValueError if there is none."""
    if hasattr(tokenizer, "to_str"):  # of `tokenizers`
        tokenizer = Tokenizer.from_dict(json.loads(tokenizer.to_str()))
    for name, published in shipped.PUBLISHED.items():
        if is_shipped(tokenizer, name) and (folder / published.file).exists():
            return "#".join(filter(None, (published.file, published.encoding)))
    if not isinstance(tokenizer, Tokenizer) or not encodes(tokenizer):
        raise ValueError(f"the encoders of the site have no {tokenizer!r:.80}")
    if tokenizer.vocab_size > OWN:
        raise ValueError(f"{tokenizer} is too large for a page")
    data = compact(tokenizer)
    name = f"{hashlib.sha256(data).hexdigest()[:12]}.bin"
    (folder / name).write_bytes(data)
    return name


def is_shipped(tokenizer: Any, name: str) -> bool:
    """Whether a tokenizer is the one that comes with the course under this name."""
    if library_of(tokenizer) == "tiktoken":
        return bool(tokenizer.name == shipped.PUBLISHED[name].encoding)
    if not isinstance(tokenizer, Tokenizer):
        return False
    known = shipped.load(name)
    if tokenizer.added_tokens.ids != known.added_tokens.ids:
        return False
    parts = ("model", "normalizer", "pre_tokenizer", "post_processor")
    return all(getattr(tokenizer, part) == getattr(known, part) for part in parts)


def compact(tok: Tokenizer) -> bytes:
    """A tokenizer that a lesson has made, with the scores that Python reads."""
    if isinstance(tok.model, Unigram):
        pieces = [(piece, parsed_score(score)) for piece, score in tok.model.pieces]
        tok = copy(tok)
        tok.model = tok.model.replace(pieces=pieces)
    return write_tokenizer(tok)


def encodes(tok: Tokenizer) -> bool:
    """Whether the encoders of the site give the same tokens."""
    try:
        for name in ("normalizer", "pre_tokenizer"):
            if getattr(tok, name) is not None:
                part(name, getattr(tok, name))
    except ValueError:
        return False
    for token in tok.added_tokens.tokens.values():
        is_normalized = token.normalized and tok.normalizer
        if token.lstrip or token.rstrip or token.single_word or is_normalized:
            return False
    around = tok.post_processor
    trims = isinstance(around, ByteLevel) and around.trim_offsets
    has_around = around is None or isinstance(around, ByteLevel | TemplateProcessing)
    changes = trims or tok.truncation or tok.padding or tok.model.is_random
    return has_around and not changes


def part(stage: str, value: Any) -> Any:
    """A normalizer or pre-tokenizer as data. ValueError if the encoders lack a type or a regular expression in it."""
    data = STAGES[stage].write(value)
    if not reads(data):
        raise ValueError(
            f"the encoders of the site lack something that this has: {value}"
        )
    return data


def reads(part: Any) -> bool:
    """Whether the encoders have all types and regular expressions of a stage, and of those in it."""
    if isinstance(part, dict):
        known = part.get("type", "Split") in KNOWN and not UNLIKE.search(
            part.get("Regex", "")
        )
        return known and reads([*part.values()])
    return not isinstance(part, list) or all(map(reads, part))
