"""The published patterns cut texts at the same places in `regex` and in Oniguruma, which `tokenizers` uses."""

import json
from itertools import islice

import pytest
import shapes
import tokenizers as hf
from samples import (
    PATTERNS,
    RECLASSIFIED,
    SCRIPTS,
    THOROUGH,
    every_character,
    some_texts,
)

from minitok import Tokenizer
from minitok.models import WordLevel

PUBLISHED = (
    {**PATTERNS, "llama-3": shapes.LLAMA3, "qwen": shapes.QWEN, "gpt-oss": shapes.O200K}
    | {
        "tekken": shapes.TEKKEN,
        "bloom": shapes.BLOOM,
        "clip": shapes.CLIP,
        "deepseek": shapes.DEEPSEEK,
    }
    | {"gemma": " ", "spaces": " {2,}"}
)


@pytest.mark.parametrize(
    "pattern", [*PUBLISHED.values(), r"(?i:q)|[^A0]"], ids=[*PUBLISHED, "without case"]
)
def test_a_published_pattern_cuts_alike_and_comes_back(pattern):
    theirs = hf.Tokenizer(hf.models.WordLevel({"?": 0}, unk_token="?"))
    theirs.pre_tokenizer = hf.pre_tokenizers.Split(hf.Regex(pattern), "isolated")
    data = json.loads(theirs.to_str())
    ours = Tokenizer.from_dict(data).pre_tokenizer
    for text in [
        *islice(every_character(), 0, None, 1 if THOROUGH else 9),
        *SCRIPTS.values(),
        *some_texts(200),
    ]:
        text = text.translate(dict.fromkeys(map(ord, RECLASSIFIED)))
        assert ours.pre_tokenize_str(text) == theirs.pre_tokenizer.pre_tokenize_str(
            text
        )
    tok = Tokenizer(WordLevel({"?": 0}))
    tok.pre_tokenizer = ours
    written = hf.Tokenizer.from_str(json.dumps(tok.to_dict())).pre_tokenizer
    for text in SCRIPTS.values():
        assert written.pre_tokenize_str(text) == ours.pre_tokenize_str(text)
