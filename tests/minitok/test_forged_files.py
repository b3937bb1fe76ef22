"""A tokenizer.json from elsewhere is data: what it holds is checked when it is read, and escaped when it is drawn."""

import json

import pytest
import tokenizers
from samples import hug

from minitok import AddedToken, Tokenizer

SCRIPT = '<img src=x onerror="alert(1)">'
ADDED = AddedToken("<s>").options | {"id": 11}
LETTERS = {"id": ["a", "b"], "type_id": 0}
METASPACE = {"type": "Metaspace", "replacement": "▁"}
PADDING = {
    "strategy": "BatchLongest",
    "direction": "Right",
    "pad_id": 0,
    "pad_token": "b",
    "pad_type_id": 0,
}


def test_what_is_nested_too_deeply_or_is_too_large_a_number_names_the_file(tmp_path):
    data = hug().to_dict()
    parts = {"type": "Lowercase"}
    for _ in range(400):
        parts = {"type": "Sequence", "processors": [parts]}
    for name, text in {
        "nested.json": "[" * 100_000,
        "parts.json": json.dumps({**data, "post_processor": parts}),
        "large.json": json.dumps(
            {**data, "model": {"type": "Unigram", "vocab": [["a", -(10**400)]]}}
        ),
    }.items():
        (tmp_path / name).write_text(text)
        with pytest.raises(ValueError, match=rf"cannot load .*{name}"):
            Tokenizer.from_file(tmp_path / name)


def sequence(*parts):
    return {"type": "Sequence", "normalizers": list(parts)}


def replacing(**pattern):
    return {"type": "Replace", "pattern": pattern, "content": ""}


def template(**special):
    """A template that has one special token, described by these options."""
    single = [
        {"SpecialToken": {"id": "b", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
    ]
    pair = [*single, {"Sequence": {"id": "B", "type_id": 0}}]
    return {
        "type": "TemplateProcessing",
        "single": single,
        "pair": pair,
        "special_tokens": {"b": special},
    }


@pytest.mark.parametrize(
    ("forged", "place", "fault"),
    [
        (
            {"version": "2.0"},
            "version",
            "'2.0' is not the version that minitok reads, \"1.0\"",
        ),
        ({"owner": 1}, "owner", "minitok has nothing of this name"),
        (
            {"normalizer": {"type": ["NFC"]}},
            "normalizer",
            r"type=\['NFC'\] should be of type str, not list",
        ),
        (
            {"normalizer": replacing(Regex=float("inf"))},
            r"normalizer\.pattern",
            "Regex=inf should be of type str, not float",
        ),
        (
            {"post_processor": {"type": "BertProcessing", "sep": "x", "cls": ["", 1]}},
            "post_processor",
            "sep is a string, which would be read letter by letter",
        ),
        (
            {"post_processor": {"type": "BertProcessing", "sep": [""], "cls": ["", 1]}},
            "post_processor",
            r"sep=\[''\] should have 2 entries",
        ),
        (
            {
                "post_processor": {
                    **template(id="b", ids=[1], tokens=["b"]),
                    "single": [{"Sequence": LETTERS}],
                }
            },
            "post_processor",
            r"id=\['a', 'b'\] should be of type str, not list",
        ),
        (
            {"normalizer": sequence({"type": "NFC"}, 5)},
            r"normalizer\.normalizers\[1\]",
            "5 should be an object",
        ),
        (
            {"normalizer": sequence(sequence(replacing(Regex=1)))},
            r"normalizer\.normalizers\[0\]\.normalizers\[0\]\.pattern",
            "so the file is damaged",
        ),
        (
            {"normalizer": replacing(Regex="a" * 20_001)},
            r"normalizer\.pattern",
            "is too long: it may have 20,000 characters",
        ),
        (
            {"pre_tokenizer": METASPACE | {"add_prefix_space": False}},
            "pre_tokenizer",
            "add_prefix_space=False, which needs prepend_scheme='never'",
        ),
        (
            {"added_tokens": [ADDED | {"content": 5}]},
            r"added_tokens\[0\]\.content",
            "content=5 should be of type str",
        ),
        (
            {"padding": {**PADDING, "strategy": {"Fixed": 10**19}}},
            "padding",
            "length is too large: pad to 10,000,000 at most",
        ),
        (
            {"added_tokens": [ADDED | {"id": 2**32}]},
            r"added_tokens\[0\]",
            "ints from 0 up",
        ),
        (
            {"model": {"type": "BPE", "unk_token": {}, "vocab": {}, "merges": []}},
            r"model\.unk_token",
            "of type str",
        ),
        (
            {"model": {"type": "BPE", "vocab": {}, "merges": [["a"]]}},
            r"model\.merges",
            "does not join two tokens",
        ),
        (
            {"model": {"type": "BPE", "vocab": {"a": [0]}, "merges": []}},
            "model",
            r"'a' has the id \[0\]",
        ),
        (
            {"model": {"type": "Unigram", "vocab": [["a"]]}},
            r"model",
            "a Unigram takes pieces with their scores",
        ),
        (
            {"post_processor": template(id="b", ids=[SCRIPT], tokens=["b"])},
            r"post_processor\.special_tokens",
            "type int",
        ),
        (
            {
                "post_processor": {
                    "type": "BertProcessing",
                    "sep": ["b", 1],
                    "cls": ["", 1],
                }
            },
            "post_processor",
            "cannot hold the token ''",
        ),
        (
            {"padding": {**PADDING, "pad_id": SCRIPT}},
            r"padding\.pad_id",
            "should be of type int",
        ),
        (
            {"padding": {**PADDING, "direction": "U"}},
            r"padding\.direction",
            "no choice 'U': choose one of Left, Right",
        ),
        (
            {"padding": {**PADDING, "pad_type_id": -5}},
            r"padding\.pad_type_id",
            "pad_type_id=-5 is too small",
        ),
    ],
)
def test_the_place_of_a_fault_is_named(forged, place, fault):
    with pytest.raises(
        ValueError, match=rf"^in this tokenizer\.json, {place}: .*{fault}"
    ):
        Tokenizer.from_dict({**hug().to_dict(), **forged})


@pytest.mark.parametrize(
    ("forged", "fault"),
    [
        ({"padding": {**PADDING, "strategy": {"Fixed": 2.5}}}, "length=2.5"),
        (
            {
                "truncation": {
                    "max_length": 8,
                    "stride": float("nan"),
                    "strategy": "LongestFirst",
                }
            },
            "stride=nan",
        ),
        (
            {"truncation": {"max_length": 8, "strategy": "LongestFirst"}},
            "'stride' is missing",
        ),
        (
            {
                "decoder": {
                    "type": "ByteLevel",
                    "add_prefix_space": True,
                    "trim_offsets": True,
                    "use_regex": "a",
                }
            },
            "use_regex='a' should be of type bool",
        ),
        (
            {
                "pre_tokenizer": {
                    "type": "Metaspace",
                    "replacement": "▁",
                    "prepend_scheme": "",
                }
            },
            "no prepend_scheme ''",
        ),
        ({"padding": {**PADDING, "strategy": {"Longest": 1}}}, "'Fixed' is missing"),
        ({"added_tokens": None}, r"None should be an array"),
        (
            {"model": {"type": "BPE", "vocab": None, "merges": []}},
            "None should be an object",
        ),
        (
            {"model": {"type": "BPE", "vocab": {}, "merges": [], "dropout": ""}},
            "dropout='' should be of type float",
        ),
    ],
)
def test_what_tokenizers_refuses_is_refused(forged, fault):
    data = {**hug().to_dict(), **forged}
    with pytest.raises(Exception, match="at line"):
        tokenizers.Tokenizer.from_str(json.dumps(data))
    with pytest.raises(ValueError, match=rf"^in this tokenizer\.json, .*{fault}"):
        Tokenizer.from_dict(data)
