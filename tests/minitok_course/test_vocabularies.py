"""The vocabularies that come with the course are the published ones."""

import zlib

import pytest
from published_vocabularies import loaded

from minitok_course import vocabularies
from minitok_course.vocabularies.compact import write_tokenizer

BYTE_LEVEL = {"GPT-2": "gpt2", "GPT-4": "cl100k_base", "GPT-4o": "o200k_base"}


def published(name):
    return loaded(vocabularies.PUBLISHED[name].source).ours


@pytest.mark.parametrize("name", vocabularies.PUBLISHED)
def test_what_ships_is_made_from_what_was_published(name):
    data = vocabularies.read(name)
    assert zlib.decompress(write_tokenizer(published(name))) == zlib.decompress(data)


@pytest.mark.parametrize("name", vocabularies.PUBLISHED)
def test_it_opens_as_it_was_published(name):
    ours, theirs = vocabularies.load(name), published(name)
    assert ours.to_dict() == theirs.to_dict()
    assert ours.special_tokens_map == theirs.special_tokens_map
    assert ours.chat_template == theirs.chat_template


@pytest.mark.parametrize(("name", "encoding"), BYTE_LEVEL.items())
def test_ranks_are_those_of_tiktoken(name, encoding):
    assert vocabularies.ranks(name) == loaded(encoding).theirs._mergeable_ranks


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
        monkeypatch.setitem(
            vocabularies.PUBLISHED, "broken", other._replace(file=file)
        )
        for read in (vocabularies.load, vocabularies.ranks):
            with pytest.raises(ValueError, match=f"broken {problem}.*reinstall"):
                read("broken")
