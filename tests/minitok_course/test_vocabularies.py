"""The vocabularies that come with the course are the published ones."""

import zlib
from copy import copy

import pytest
from lessons import tool
from published_vocabularies import LOADERS, or_skip

from minitok import Tokenizer
from minitok.added_tokens import AddedTokens
from minitok.interop.components import TiktokenBPE
from minitok.models import BPE, Unigram, WordLevel, WordPiece
from minitok_course import vocabularies
from minitok_course.vocabularies import PUBLISHED
from minitok_course.vocabularies.compact import read_tokenizer, write_tokenizer


def as_published(name):
    """The pair from the published files, if they are on this computer."""
    return or_skip(LOADERS[name], name)


def parts(tok):
    """All the parts but the model and the added tokens, as a file has them."""
    bare = copy(tok)
    bare.model, bare.added_tokens = WordLevel(), AddedTokens()
    return bare.to_dict()


ENCODINGS = [name for name in PUBLISHED if PUBLISHED[name].encoding]


@pytest.mark.parametrize("name", [name for name in PUBLISHED if name != "gpt-oss"])
def test_what_ships_is_made_from_what_was_published(name):
    as_published(PUBLISHED[name].source)  # or this is skipped
    data, digest = tool("compact_vocabularies").write(PUBLISHED[name])
    assert digest == PUBLISHED[name].sha256
    assert zlib.decompress(data) == zlib.decompress(vocabularies.read(name))


@pytest.mark.parametrize("name", PUBLISHED)
def test_it_opens_as_it_was_published(name):
    source = PUBLISHED[name].source
    if name == "gpt-oss":
        source = "o200k_harmony"
    ours, theirs = vocabularies.load(name), as_published(source).ours
    assert parts(ours) == parts(theirs)
    assert ours.model == theirs.model
    assert ours.added_tokens.tokens == theirs.added_tokens.tokens
    assert ours.special_tokens_map == theirs.special_tokens_map
    assert ours.chat_template == theirs.chat_template


@pytest.mark.parametrize("name", ENCODINGS)
def test_an_encoding_is_that_of_tiktoken(name):
    ours = vocabularies.encoding(name)
    theirs = as_published(PUBLISHED[name].encoding).theirs
    for field in ("name", "_pat_str", "_special_tokens", "_mergeable_ranks"):
        assert getattr(ours, field) == getattr(theirs, field)


@pytest.mark.parametrize("name", PUBLISHED)
def test_its_model_is_the_one_that_would_be_checked_and_computed(name):
    model = vocabularies.load(name).model
    known, computed = vars(model).copy(), vars(model.replace()).copy()
    for fields in (known, computed):
        fields.pop("_random", None)
        fields.pop("_trie", None)  # grows with use
        fields["_joined"] = list(fields.get("_joined", []))
    assert known == computed


def tokenizers():
    """One of each kind, and those whose merges don't make one token after the other."""
    vocab = {"g": 0, "h": 1, "u": 2, "ug": 3, "hug": 4}
    yield BPE(vocab, [("u", "g"), ("h", "ug")])
    yield BPE({**vocab, "<end>": 5}, [("u", "g"), ("h", "ug")])
    yield BPE({"g": 0, "hug": 1, "h": 2, "u": 3, "hu": 4}, [("h", "u"), ("hu", "g")])
    vocab = {"##g": 0, "h": 1, "##u": 2, "hu": 3, "hug": 4}
    merges = [("h", "##u"), ("hu", "##g")]
    yield BPE(vocab, merges, continuing_subword_prefix="##")
    yield BPE()
    yield Unigram([("<unk>", 0.0), ("hug", -0.1)], unk_id=0)
    yield Unigram([("<unk>", 0.0), ("hug", -0.5)], unk_id=0)
    yield WordPiece({"hug": 0, "##s": 1})
    yield WordLevel({"hug": 0})


@pytest.mark.parametrize("model", [*tokenizers()])
def test_any_tokenizer_is_read_as_it_was_written(model):
    tok = Tokenizer(model)
    if model.vocab:
        tok.add_special_tokens(["<end>"])
    read = read_tokenizer(write_tokenizer(tok))
    assert (read.model, read.to_dict()) == (model, tok.to_dict())
    assert read.vocab == tok.vocab
    if model.vocab:
        assert read.encode("hug") == tok.encode("hug")


@pytest.mark.parametrize("model", [WordLevel({"a": 1}), TiktokenBPE({"a": 0})])
def test_what_has_no_compact_form_is_refused(model):
    with pytest.raises(ValueError, match="no compact form"):
        write_tokenizer(Tokenizer(model))


def test_each_is_a_copy_of_its_own():
    vocabularies.load("BERT").add_tokens(["hug me"])
    assert "hug me" not in vocabularies.load("BERT").vocab


def test_what_there_is_not_and_what_is_damaged_is_named(monkeypatch):
    with pytest.raises(ValueError, match="no vocabulary 'GPT-5': the course has GPT-2"):
        vocabularies.load("GPT-5")
    with pytest.raises(ValueError, match="BERT has no ranks"):
        vocabularies.ranks("BERT")
    with pytest.raises(ValueError, match="Qwen3 is not in tiktoken"):
        vocabularies.encoding("Qwen3")
    for file, problem in [("none.bin", "is missing"), ("__init__.py", "is damaged")]:
        broken = PUBLISHED["BERT"]._replace(file=file)
        monkeypatch.setitem(PUBLISHED, "broken", broken)
        for read in (vocabularies.load, vocabularies.ranks):
            with pytest.raises(ValueError, match=f"broken {problem}.*reinstall"):
                read("broken")
