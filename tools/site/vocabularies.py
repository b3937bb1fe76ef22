"""Write what a page needs to encode as a tokenizer does: its parts as in a `tokenizer.json`, its vocabulary shorter.

    {"size": 50257, "added": {"<|endoftext|>": 50256}, "pre_tokenizer": {"type": "ByteLevel", ...},
     "model": {"type": "BPE", "tokens": ["!", ...], "merges": [220, 83, 220, 64, ...], ...}}

A merge is two ids, and makes the next token. The file is compressed, for the browser to unpack.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import category

from minitok import Tokenizer
from minitok.encoding import Encoding
from minitok.interop import hub
from minitok.interop.components import TiktokenBPE
from minitok.interop.difference import library_of
from minitok.interop.registry import STAGES
from minitok.interop.tiktoken import from_tiktoken
from minitok.models import BPE, Unigram
from minitok.models.model import Model
from minitok.models.unigram import parsed_score
from minitok.pipeline import fit
from minitok.processors import ByteLevel
from minitok_course.views.utf8_explorer import name_of

PUBLISHED: dict[str, tuple[Callable[..., Any], str, str]] = {
    "gpt2": (hub.tokenizer_file, "openai-community/gpt2", "MIT"),
    "cl100k_base": (hub.tiktoken_encoding, "cl100k_base", "MIT"),
    "o200k_base": (hub.tiktoken_encoding, "o200k_base", "MIT"),
    "o200k_harmony": (hub.tiktoken_encoding, "o200k_harmony", "MIT"),
    "qwen3": (hub.tokenizer_file, "Qwen/Qwen3-0.6B", "Apache-2.0"),
    "bert": (hub.tokenizer_file, "google-bert/bert-base-uncased", "Apache-2.0"),
}
"""What others published, where it comes from, and under which licence it may be on the site."""

OWN = 20_000  # tokens at most of a vocabulary that a lesson has learned
NAMES = "names"  # of characters
# The names of those on the site, by the digest of their contents.
LISTED = "published.json"
LICENCES = "licences.txt"
KNOWN = {
    "Split",
    "ByteLevel",
    "BertPreTokenizer",
    "WhitespaceSplit",
    "Metaspace",
    "Digits",
    "Punctuation",
    "Sequence",
}
KNOWN |= {
    "NFC",
    "NFD",
    "NFKC",
    "NFKD",
    "Lowercase",
    "StripAccents",
    "Replace",
    "Prepend",
    "BertNormalizer",
}
UNLIKE = re.compile(r"\\[bBhXR]|\[[^]]*\\W|\(\?[^:=!<i]|[+*?]\+|\d}\+")
"""What a regular expression in JavaScript lacks, or means otherwise."""


def bring(folder: Path) -> list[str]:
    """Write those that are on this computer, with their licences; gives the names of those that are not."""
    folder.mkdir(parents=True)
    names, licences, missing = {}, [], []
    for name, (_, known_as, licence) in PUBLISHED.items():
        try:
            data = as_json(described(published(name)))
        except hub.NotAvailable:
            missing.append(name)
            continue
        names[digest(data)] = name
        licences.append(
            f"{name}: the vocabulary of {known_as}, published under the licence {licence}\n"
        )
        write(data, folder / name)
    (folder / LISTED).write_text(json.dumps(names), encoding="utf-8")
    (folder / LICENCES).write_text("".join(licences), encoding="utf-8")
    return missing


def published(name: str) -> Tokenizer:
    """One of the above; hub.NotAvailable if it is not on this computer."""
    load, known_as, _ = PUBLISHED[name]
    loaded = load(known_as, download=False)
    if isinstance(loaded, str):
        return Tokenizer.from_file(loaded)
    tok = from_tiktoken(loaded)
    # Merges make each of its tokens, so there are none to look up.
    tok.model = tok.model.replace(ignore_merges=False)
    return tok


def put(tokenizer: Any, folder: Path) -> str:
    """The name of a tokenizer's file; a small one is written if it is not there. ValueError if there is none."""
    if library_of(tokenizer) == "tiktoken" and (folder / tokenizer.name).exists():
        return str(tokenizer.name)
    if hasattr(tokenizer, "to_str"):  # of `tokenizers`
        tokenizer = Tokenizer.from_dict(json.loads(tokenizer.to_str()))
    if not isinstance(tokenizer, Tokenizer):
        raise ValueError(f"the encoders of the site have no {tokenizer!r:.80}")
    data = as_json(described(tokenizer))
    name = json.loads((folder / LISTED).read_text("utf-8")).get(digest(data)) or digest(
        data
    )
    if not (folder / name).exists():
        if tokenizer.vocab_size > OWN:
            raise ValueError(
                "the site has only those vocabularies of others whose licence allows it"
            )
        write(data, folder / name)
    return name


def as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def names(folder: Path) -> str:
    """The name of the file that has those of all characters; the page tells those of most Chinese ones itself."""
    if not (folder / NAMES).exists():
        named = {
            code: name_of(chr(code))
            for code in range(0x110000)
            if category(chr(code)) not in ("Cn", "Co", "Cs")
        }
        listed = {
            code: name
            for code, name in named.items()
            if not name.startswith("Cjk unified")
        }
        write(as_json({"names": listed}), folder / NAMES)
    return NAMES


def write(data: bytes, path: Path) -> None:
    path.write_bytes(gzip.compress(data, mtime=0))


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def described(tok: Tokenizer) -> dict[str, Any]:
    """A tokenizer as data for `encoders/tokenizer.js`. ValueError if that would give other tokens."""
    stages = {
        name: part(name, stage)
        for name in ("normalizer", "pre_tokenizer")
        if (stage := getattr(tok, name))
    }
    added = tok.added_tokens
    odd = any(
        t.lstrip or t.rstrip or t.single_word or (t.normalized and tok.normalizer)
        for t in added.tokens.values()
    )
    trims = (
        isinstance(tok.post_processor, ByteLevel) and tok.post_processor.trim_offsets
    )
    model = STAGES["model"].write(tok.model)
    known = model["type"] in ("WordLevel", "BPE", "WordPiece", "Unigram")
    if (
        odd
        or trims
        or tok.truncation
        or tok.padding
        or tok.model.is_random
        or not known
    ):
        raise ValueError(
            f"the encoders of the site lack something that this has: {tok}"
        )
    around = fit(tok, [Encoding.of_text([0], [""], [(0, 0)], [0])])
    template = zip(around.ids, around.tokens, around.word_ids)
    return {
        "size": tok.vocab_size,
        "added": added.ids,
        "normalizer": stages.get("normalizer"),
        "pre_tokenizer": stages.get("pre_tokenizer"),
        "model": {**model, "vocab": None, **vocabulary(tok.model)},
        "template": [
            {"id": id, "token": token} if word is None else None
            for id, token, word in template
        ],
    }


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


def vocabulary(model: Model) -> dict[str, Any]:
    """The tokens by their ids. Of a BPE whose merges make the last ids in order, those before them are enough."""
    tokens = sorted(model.vocab, key=model.vocab.__getitem__)
    if [*map(model.vocab.__getitem__, tokens)] != [*range(len(tokens))] or isinstance(
        model, TiktokenBPE
    ):
        raise ValueError(f"the encoders of the site lack ids as those of {model}")
    if isinstance(model, Unigram):
        return {
            "tokens": tokens,
            "scores": [parsed_score(score) for _, score in model.pieces],
        }
    if not isinstance(model, BPE):
        return {"tokens": tokens}
    start = len(model.continuing_subword_prefix or "")
    ids = [model.vocab[left + right[start:]] for left, right in model.merges]
    merges = [model.vocab[token] for pair in model.merges for token in pair]
    first = min(ids, default=len(tokens))
    if ids == [*range(first, first + len(ids))]:
        return {"tokens": tokens[:first], "merges": merges}
    return {"tokens": tokens, "merges": merges, "made": ids}
