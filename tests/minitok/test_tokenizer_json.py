"""minitok/tokenizer_json: what a tokenizer.json may hold, and what is refused."""

import json

import pytest
from samples import byte_level, hug, word_level

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
    Whitespace,
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


def test_byte_level_with_another_pattern_is_written_as_two_parts():
    parts = byte_level([STORY], pattern=GPT4_PATTERN).to_dict()["pre_tokenizer"][
        "pretokenizers"
    ]
    assert [part["type"] for part in parts] == ["Split", "ByteLevel"]
    assert (parts[0]["pattern"], parts[1]["use_regex"]) == (
        {"Regex": GPT4_PATTERN},
        False,
    )


def test_added_tokens_behind_a_gap_in_the_ids_keep_them_in_tokenizers_too():
    tokenizers = pytest.importorskip("tokenizers")
    tok = Tokenizer(WordLevel({"[UNK]": 0, "a": 1, "b": 5}))
    tok.pre_tokenizer = Whitespace()
    tok.add_special_tokens(["<s>", "</s>"])
    theirs = tokenizers.Tokenizer.from_str(json.dumps(tok.to_dict()))
    ids = {"<s>": 6, "</s>": 7}
    assert tok.get_added_vocab() == again(tok).get_added_vocab() == ids
    assert {token: theirs.token_to_id(token) for token in ids} == ids
    assert (
        tok.encode("<s> a b </s>") == theirs.encode("<s> a b </s>").ids == [6, 1, 5, 7]
    )
    assert again(tok).to_dict() == tok.to_dict()


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
            "a merge needs 'x', which is not in the vocabulary",
        ),
        (with_model(merges=["u  g"]), "the merge 'u  g' does not join two tokens"),
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
        (hug().to_dict() | {"added_tokens": [{"id": 70}]}, "'content' is missing"),
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
        (
            {
                "pre_tokenizer": {
                    "type": "ByteLevel",
                    "add_prefix_space": True,
                    "bits": 7,
                }
            },
            "no bits=7 for ByteLevel",
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
