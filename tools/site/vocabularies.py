"""Write what a page needs to encode as a tokenizer does: its parts as in a `tokenizer.json`, its vocabulary shorter.

    {"size": 50257, "added": {"<|endoftext|>": 50256}, "pre_tokenizer": {"type": "ByteLevel", ...},
     "model": {"type": "BPE", "tokens": ["!", ...], "merges": [220, 83, 220, 64, ...], ...}}

A merge is two ids, and makes the next token. The file is compressed, for the browser to unpack.
"""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from minitok import Tokenizer
from minitok.encoding import Encoding
from minitok.interop import hub
from minitok.interop.parts import TiktokenBPE
from minitok.interop.stages import STAGES
from minitok.interop.tiktoken import from_tiktoken
from minitok.models import BPE, Unigram
from minitok.models.model import Model
from minitok.models.unigram import _as_tokenizers_reads
from minitok.pipeline import fitted
from minitok.processors import ByteLevel

PUBLISHED: dict[str, tuple[Callable[..., Any], str, str]] = {
    "GPT-2": (hub.tokenizer_file, "openai-community/gpt2", "MIT"),
    "GPT-4": (hub.tiktoken_encoding, "cl100k_base", "MIT"),
    "GPT-4o": (hub.tiktoken_encoding, "o200k_base", "MIT"),
    "Qwen3": (hub.tokenizer_file, "Qwen/Qwen3-0.6B", "Apache-2.0"),
    "BERT": (hub.tokenizer_file, "google-bert/bert-base-uncased", "Apache-2.0"),
}
"""Those that the site has by itself, if they are on this computer, and the licences under which they were published."""


def published(name: str) -> Tokenizer:
    """One of the above; hub.NotAvailable if it is not on this computer."""
    load, known_as, _ = PUBLISHED[name]
    found = load(known_as, download=False)
    if isinstance(found, str):
        return Tokenizer.from_file(found)
    tok = from_tiktoken(found)
    tok.model = tok.model.replace(ignore_merges=False)  # merges make each of its tokens, so there are none to look up
    return tok


def write(tok: Tokenizer, path: Path) -> None:
    data = json.dumps(described(tok), ensure_ascii=False, separators=(",", ":"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data.encode(), mtime=0))


def described(tok: Tokenizer) -> dict[str, Any]:
    """A tokenizer as data for `encoders/tokenizer.js`. ValueError if that would give other tokens."""
    written = {name: STAGES[name].write(part) for name in STAGES if (part := getattr(tok, name)) is not None}
    added = tok.added_tokens
    options = [
        token.lstrip or token.rstrip or token.single_word or (token.normalized and tok.normalizer)
        for token in added.tokens.values()
    ]
    trims = isinstance(tok.post_processor, ByteLevel) and tok.post_processor.trim_offsets
    if any(options) or trims or tok.truncation or tok.padding or tok.model.is_random:
        raise ValueError(f"the encoders of the site lack something that this has: {tok}")
    text = Encoding.of_text([0], [""], [(0, 0)], [0])
    around = fitted(tok, [text])
    return {
        "size": tok.vocab_size,
        "added": added.ids,
        "normalizer": written.get("normalizer"),
        "pre_tokenizer": written.get("pre_tokenizer"),
        "model": {**written["model"], "vocab": None, **vocabulary(tok.model, {*added.ids})},
        "template": [
            {"id": id, "token": token} if word is None else None
            for id, token, word in zip(around.ids, around.tokens, around.word_ids)
        ],
    }


def vocabulary(model: Model, added: set[str]) -> dict[str, Any]:
    """The tokens by their ids; of a BPE those before the first that a merge makes, and the ids of all merges."""
    tokens = sorted(model.vocab, key=model.vocab.__getitem__)
    more: dict[str, Any] = {}
    if isinstance(model, Unigram):
        more = {"scores": [_as_tokenizers_reads(score) for _, score in model.pieces]}
    elif isinstance(model, BPE):
        start = len(model.continuing_subword_prefix or "")
        made = [model.vocab[left + right[start:]] for left, right in model.merges]
        more = {"merges": [model.vocab[token] for pair in model.merges for token in pair]}
        first = min(made, default=len(tokens))
        if made != list(range(first, first + len(made))):
            more["made"] = made
        others = {*tokens[first:]} - {tokens[id] for id in made} - added
        if others or isinstance(model, TiktokenBPE):
            raise ValueError(f"the encoders of the site lack tokens that no merge makes, such as {others}")
    if [*map(model.vocab.__getitem__, tokens)] != [*range(len(tokens))]:
        raise ValueError("the encoders of the site take ids without gaps")
    return {**more, "tokens": tokens[:first] if "merges" in more else tokens}
