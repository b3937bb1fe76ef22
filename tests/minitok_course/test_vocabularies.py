"""The vocabularies that come with the course are the published ones."""

import runpy
import zlib

import pytest
from lessons import ROOT
from published_vocabularies import loaded

from minitok_course import vocabularies
from minitok_course.vocabularies.compact import write_tokenizer

TOOL = runpy.run_path(str(ROOT / "tools" / "compact_vocabularies.py"))
BYTE_LEVEL = {"GPT-2": "gpt2", "GPT-4": "cl100k_base", "GPT-4o": "o200k_base"}


def published(name):
    return loaded(vocabularies.PUBLISHED[name].source).ours


@pytest.mark.parametrize("name", vocabularies.PUBLISHED)
def test_what_ships_is_made_from_what_was_published(name):
    source = vocabularies.PUBLISHED[name]
    loaded(source.source)  # or skip
    tok, digest = TOOL["read_published"](source.source)
    assert digest == source.sha256
    made_again = write_tokenizer(tok, TOOL["options_of_encoding"](source.encoding))
    assert zlib.decompress(made_again) == zlib.decompress(vocabularies.read(name))


@pytest.mark.parametrize("name", vocabularies.PUBLISHED)
def test_it_opens_as_it_was_published(name):
    ours, theirs = vocabularies.load(name), published(name)
    assert ours.to_dict() == theirs.to_dict()
    assert ours.special_tokens_map == theirs.special_tokens_map
    assert ours.chat_template == theirs.chat_template


@pytest.mark.parametrize(("name", "encoding"), BYTE_LEVEL.items())
def test_an_encoding_is_that_of_tiktoken(name, encoding):
    ours, theirs = vocabularies.encoding(name), loaded(encoding).theirs
    for field in ("name", "_pat_str", "_special_tokens", "_mergeable_ranks"):
        assert getattr(ours, field) == getattr(theirs, field)


def test_each_is_a_copy_of_its_own():
    vocabularies.load("BERT").add_tokens(["hug me"])
    assert "hug me" not in vocabularies.load("BERT").vocab


def test_what_there_is_not_and_what_is_damaged_is_named(monkeypatch):
    with pytest.raises(ValueError, match="no vocabulary 'GPT-5': the course has GPT-2"):
        vocabularies.load("GPT-5")
    with pytest.raises(ValueError, match="BERT has no ranks"):
        vocabularies.ranks("BERT")
    other = vocabularies.PUBLISHED["BERT"]
    for file, problem in [("none.bin", "is missing"), ("__init__.py", "is damaged")]:
        monkeypatch.setitem(vocabularies.PUBLISHED, "broken", other._replace(file=file))
        for read in (vocabularies.load, vocabularies.ranks):
            with pytest.raises(ValueError, match=f"broken {problem}.*reinstall"):
                read("broken")
