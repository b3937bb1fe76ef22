"""Tokenizers in the shapes of published ones: made by the libraries, saved by transformers, opened here."""

from functools import cache

import pytest
import shapes
from samples import RECLASSIFIED, SCRIPTS, THOROUGH, each, every_character, some_texts
from tokenizers import normalizers

from minitok import Tokenizer

TEXTS = [
    "",
    " ",
    "  Hello  world\n\n",
    *SCRIPTS.values(),
    *some_texts(300),
    *shapes.TEXTS[::60],
    *every_character(),
]
TEXTS = [text.translate(dict.fromkeys(map(ord, RECLASSIFIED))) for text in TEXTS]


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    @cache
    def load(name):
        folder = tmp_path_factory.mktemp(name)
        theirs = shapes.save(name, folder)
        return Tokenizer.from_pretrained(folder), theirs

    return load


def keeps_places(text):
    """Whether a text is composed and has no two spaces in a row; docs/exactness.md tells of the offsets of others."""
    return (
        all(
            form().normalize_str(text) == text
            for form in (normalizers.NFC, normalizers.NFKC)
        )
        and "  " not in text
    )


def marked(tok):
    """Special tokens beside each other, in words and at the ends."""
    tokens = list(tok.get_added_vocab())
    return [
        "".join(tokens),
        " ".join(tokens),
        *(f"a{token}b {token}  {token.upper()} c" for token in tokens),
    ]


QUICK = ["llama-2", "llama-3", "t5", "gpt-oss", "bert"]


@each("name", shapes.SHAPES, quick=QUICK)
def test_the_same_ids_offsets_and_text(both, name):
    ours, theirs = both(name)
    backend, places = theirs.backend_tokenizer, 0
    for text in [*TEXTS[:: 3 if THOROUGH else 9], *marked(theirs)]:
        expected, found = backend.encode(text), ours(text)
        assert (found.ids, ours.encode(text)) == (expected.ids, expected.ids), text
        assert found.type_ids == expected.type_ids
        if keeps_places(text):
            places += 1
            assert found.offsets == expected.offsets, text
        for skip in (True, False):
            written = backend.decode(expected.ids, skip_special_tokens=skip)
            assert ours.decode(expected.ids, skip_special_tokens=skip) == written
    assert places > 10


@each("name", shapes.SHAPES, quick=["gemma", "clip", "bert"])
def test_a_new_vocabulary_has_the_special_tokens_at_the_same_ids(both, name):
    """It has the same added tokens as the old one. (transformers leaves some out.)"""
    ours, theirs = both(name)
    texts = ["low lower 猫"] * 9
    expected = theirs.train_new_from_iterator(texts, 400).get_added_vocab()
    found = ours.train_new_from_iterator(texts, 400).get_added_vocab()
    assert expected.items() <= found.items()
    assert found.keys() == ours.get_added_vocab().keys()
