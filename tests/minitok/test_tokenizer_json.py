"""minitok/tokenizer_json: what a tokenizer.json may hold, and what is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import hug, word_level

from minitok import AddedToken, Regex, Tokenizer, decoders
from minitok.interop.components import Prepend
from minitok.models import BPE, WordLevel
from minitok.normalizers import NFD, Lowercase, Normalizer, Replace
from minitok.normalizers import Sequence as Normalizers
from minitok.pre_tokenizers import (
    GPT4_PATTERN,
    GPT4O_PATTERN,
    ByteLevel,
    Metaspace,
    Sequence,
    Split,
)
from minitok.text import CharMap
from minitok_course import corpora

STORY = corpora.load("stories")[:6000]
OPTIONS = AddedToken("<s>", special=True).options


def again(tok):
    """The tokenizer after a way through JSON."""
    return Tokenizer.from_dict(json.loads(json.dumps(tok.to_dict())))


def with_model(**changes):
    data = hug().to_dict()
    return data | {"model": data["model"] | changes}


def without(name):
    data = hug().to_dict()
    return data | {
        "model": {key: value for key, value in data["model"].items() if key != name}
    }


def splitting(pattern, behavior):
    split = {"type": "Split", "pattern": pattern, "behavior": behavior, "invert": False}
    return hug().to_dict() | {"pre_tokenizer": split}


def added(*tokens):
    return hug().to_dict() | {
        "added_tokens": [
            OPTIONS | {"content": content, "id": id} for content, id in tokens
        ]
    }


# There and back


@pytest.mark.parametrize(
    ("stage", "part"),
    [
        ("normalizer", Normalizers([NFD(), Normalizers([Lowercase()])])),
        ("normalizer", Replace(Regex(" {2,}"), " ")),
        ("normalizer", Normalizers([Prepend("▁"), Replace(".", "")])),
        (
            "pre_tokenizer",
            Split(Regex("[aeiou]+"), behavior="merged_with_previous", invert=True),
        ),
        ("pre_tokenizer", Split(".", behavior="removed")),
        ("pre_tokenizer", ByteLevel(None, add_prefix_space=True)),
        ("pre_tokenizer", Sequence([Split(GPT4O_PATTERN), ByteLevel(None)])),
        ("pre_tokenizer", Metaspace("_", "first", split=False)),
        ("decoder", decoders.Metaspace("_", "never")),
        (
            "decoder",
            decoders.Sequence(
                [
                    decoders.Replace("▁", " "),
                    decoders.ByteFallback(),
                    decoders.Strip(left=1),
                ]
            ),
        ),
    ],
    ids=repr,
)
def test_a_part_comes_back(stage, part):
    tok = Tokenizer(BPE())
    setattr(tok, stage, part)
    assert getattr(again(tok), stage) == part


def test_an_older_metaspace_has_no_scheme():
    part = {"type": "Metaspace", "replacement": "▁"}
    decoder = Tokenizer.from_dict(hug().to_dict() | {"decoder": part}).decoder
    assert decoder == decoders.Metaspace()


@given(
    ids=st.lists(st.integers(0, 9), min_size=1, max_size=5, unique=True),
    batches=st.lists(
        st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=4, unique=True),
        max_size=3,
    ),
)
def test_added_tokens_get_the_ids_of_tokenizers_gaps_included(ids, batches):
    tokenizers = pytest.importorskip("tokenizers")
    vocab = dict(zip("abcde", ids))
    theirs = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocab, unk_token="a"))
    tok = Tokenizer(WordLevel(vocab, unk_token="a"))
    for batch in batches:
        theirs.add_special_tokens(batch)
        tok.add_special_tokens(batch)
    their_ids = [theirs.token_to_id(token) for token in tok.vocab]
    if len(set(their_ids)) == len(their_ids):  # there, two tokens may share an id
        assert list(tok.vocab.values()) == their_ids
    theirs = tokenizers.Tokenizer.from_str(json.dumps(tok.to_dict()))
    assert [theirs.token_to_id(token) for token in tok.vocab] == [*tok.vocab.values()]
    text = "".join(tok.vocab)
    assert tok.encode(text) == theirs.encode(text).ids == again(tok).encode(text)
    assert again(tok).to_dict() == tok.to_dict()


@pytest.mark.parametrize("their_id", [2, 6])
def test_files_of_tokenizers_open_if_it_gives_their_ids_gaps_included(their_id):
    tokenizers = pytest.importorskip("tokenizers")
    theirs = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({"P": 0, "u": 5}, unk_token="P")
    )
    if their_id == 2:
        theirs.add_tokens(["P", "u", "s"])
    else:
        theirs.add_tokens(["P", "u"])
        theirs.add_tokens(["s"])
    assert theirs.token_to_id("s") == their_id
    file = theirs.to_str()
    if tokenizers.Tokenizer.from_str(file).token_to_id("s") == their_id:
        assert Tokenizer.from_dict(json.loads(file)).token_to_id("s") == their_id
    else:
        with pytest.raises(ValueError, match="'s' has the id 6, in tokenizers 2"):
            Tokenizer.from_dict(json.loads(file))


# Files


def test_a_file_is_json_in_utf_8(tmp_path):
    path = tmp_path / "tokenizer.json"
    tok = word_level(["你好 \ud800"])
    tok.save(path)
    assert '"你好"' in path.read_text(encoding="utf-8")
    assert json.loads(path.read_bytes()) == tok.to_dict()
    assert Tokenizer.from_file(str(path)).vocab == tok.vocab


class Shout(Normalizer):
    """A normalizer that no tokenizer.json knows."""

    def normalize(self, text):
        return text.translate(CharMap(str.upper))


@pytest.mark.parametrize(
    ("name", "part", "fault"),
    [
        ("normalizer", Shout(), r"has no place for Shout\(\)"),
        ("normalizer", Normalizers([Shout()]), r"has no place for Shout\(\)"),
        (
            "pre_tokenizer",
            ByteLevel(GPT4_PATTERN, add_prefix_space=True),
            "add_prefix_space together with",
        ),
    ],
    ids=repr,
)
def test_what_the_format_cannot_say_is_refused_and_the_old_file_stays(
    tmp_path, name, part, fault
):
    path = tmp_path / "tokenizer.json"
    tok = hug()
    tok.save(path)
    before = path.read_bytes()
    setattr(tok, name, part)
    with pytest.raises(ValueError, match=fault):
        tok.save(path)
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (before, [path])


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b"[]", b"3", b"null", b'{"version": "1.0"}']
)
def test_a_file_that_is_damaged_is_named(tmp_path, content):
    path = tmp_path / "tokenizer.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"cannot load .*tokenizer\.json: "):
        Tokenizer.from_file(path)


# What is refused


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({}, 'no "model"'),
        ({"model": {}}, "'type' is missing"),
        (without("vocab"), "'vocab' is missing"),
        (with_model(vocab=5), "damaged"),
        (
            with_model(merges=[["u", "x"]]),
            "a merge is a pair of tokens of the vocabulary, .* but one has 'x'",
        ),
        (with_model(vocab={"a": 0, "b": 0}, merges=[]), "'a' and 'b' have the same id"),
        (added(("<s>", 3)), "same id, 3"),
        (
            added(("<s>", 70)),
            r"'<s>' has the id 70, in tokenizers 11",
        ),
        (added(("<s>", 70), ("</s>", 70)), "same id, 70"),
        (
            added(("ug", 70)),
            r"added_tokens\[0\]: 'ug' has the id 70, in tokenizers 8",
        ),
        (added(("", 70)), "an added token is empty"),
        (splitting({"Regex": "("}, "Isolated"), r"'\(' is not a regular expression"),
        (splitting({"Regex": "a"}, "Kept"), "'Kept'"),
        (
            splitting({}, "Isolated"),
            "pre_tokenizer.pattern: a pattern is .* this has neither",
        ),
    ],
)
def test_damage_is_named(data, fault):
    with pytest.raises(ValueError, match=fault):
        Tokenizer.from_dict(data)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"model": {"type": "Spell"}}, "no model 'Spell': it has BPE, "),
        ({"normalizer": {"type": "Spell"}}, "no normalizer 'Spell'"),
        (
            {"normalizer": {"type": "Sequence", "normalizers": [{"type": "Spell"}]}},
            "no normalizer 'Spell'",
        ),
        (
            {"normalizer": {"type": "NFC", "version": 9}},
            "no version=9 for NFC: it has no options",
        ),
        ({"pre_tokenizer": {"type": "Spell"}}, "no pre-tokenizer 'Spell'"),
        ({"decoder": {"type": "Spell"}}, "no decoder 'Spell'"),
        ({"post_processor": {"type": "Spell"}}, "no post-processor 'Spell'"),
        (
            {"added_tokens": [OPTIONS | {"id": 70, "hidden": True}]},
            "minitok has no hidden=True for AddedToken",
        ),
    ],
)
def test_a_part_that_minitok_does_not_have_is_refused_by_its_name(change, fault):
    with pytest.raises(ValueError, match=fault):
        Tokenizer.from_dict(hug().to_dict() | change)
