"""Files: what minitok writes opens in `tokenizers`, and what `tokenizers` writes opens here, with equal ids and texts.

Many pipelines are built of parts drawn by lot, in the spellings of old and new files.
"""

import json

import pytest
import tokenizers as hf
from hypothesis import given
from hypothesis import strategies as st
from samples import SCRIPTS

from minitok import Tokenizer
from minitok.pre_tokenizers import GPT4_PATTERN
from minitok_course import corpora

BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
LETTERS = sorted(
    {
        *"".join(SCRIPTS.values()),
        *corpora.load("stories")[:2000],
        *"▁ĠÃ©",
        *map(chr, range(33, 127)),
    }
)
PIECES = ["th", "the", "▁t", "▁the", "Ġt", "Ġthe", "##e", "##he", "in", "ing", "猫が"]
VOCAB = {
    token: id
    for id, token in enumerate(dict.fromkeys(["<unk>", *BYTES, *LETTERS, *PIECES]))
}
MERGES = [
    ["t", "h"],
    ["th", "e"],
    ["▁", "t"],
    ["▁t", "he"],
    ["Ġ", "t"],
    ["i", "n"],
    ["in", "g"],
    ["猫", "が"],
]
MERGES = [merge for merge in MERGES if {*merge, "".join(merge)} <= {*VOCAB}]
SCORES = [
    [token, 0.0 if token == "<unk>" else -float(id % 7 + 30 / len(token))]
    for token, id in VOCAB.items()
]

booleans = st.booleans()


def part(type, **options):
    """A part of this type whose options are drawn; an option drawn as None is left out, as in older files."""
    drawn = st.fixed_dictionaries(options)
    return drawn.map(
        lambda one: {
            "type": type,
            **{name: value for name, value in one.items() if value is not None},
        }
    )


def rows(type, name, parts):
    return st.lists(parts, max_size=3).map(lambda row: {"type": type, name: row})


patterns = st.sampled_from(
    [
        {"String": " "},
        {"String": "."},
        {"String": "▁"},
        {"Regex": " {2,}"},
        {"Regex": r"\s+"},
        {"Regex": "[aeiou]"},
    ]
)
old_or_new_metaspace = st.one_of(
    part(
        "Metaspace",
        replacement=st.just("▁"),
        add_prefix_space=st.sampled_from([True, None]),
    ),
    part(
        "Metaspace",
        replacement=st.just("▁"),
        add_prefix_space=st.just(False),
        prepend_scheme=st.just("never"),
    ),
    part(
        "Metaspace",
        replacement=st.just("▁"),
        prepend_scheme=st.sampled_from(["always", "first", "never"]),
        split=st.sampled_from([True, False, None]),
    ),
)
true_false_or_none = st.sampled_from([True, False, None])
byte_level_options = {
    "add_prefix_space": booleans,
    "trim_offsets": booleans,
    "use_regex": true_false_or_none,
}
normalizer = st.one_of(
    *(
        part(name)
        for name in (
            "NFC",
            "NFD",
            "NFKC",
            "NFKD",
            "Lowercase",
            "StripAccents",
            "ByteLevel",
        )
    ),
    part("Strip", strip_left=booleans, strip_right=booleans),
    part("Replace", pattern=patterns, content=st.sampled_from(["", " ", "▁", "xy"])),
    part("Prepend", prepend=st.sampled_from(["▁", "ab"])),
    part(
        "BertNormalizer",
        clean_text=booleans,
        handle_chinese_chars=booleans,
        strip_accents=st.sampled_from([True, False, None]),
        lowercase=booleans,
    ),
)
behavior = st.sampled_from(
    ["Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"]
)
pre_tokenizer = st.one_of(
    *(part(name) for name in ("Whitespace", "WhitespaceSplit", "BertPreTokenizer")),
    part("Punctuation", behavior=st.one_of(st.none(), behavior)),
    part("Digits", individual_digits=booleans),
    part(
        "Split",
        pattern=st.one_of(patterns, st.just({"Regex": GPT4_PATTERN})),
        behavior=behavior,
        invert=booleans,
    ),
    part("ByteLevel", **byte_level_options),
    old_or_new_metaspace,
)
decoder = st.one_of(
    part("ByteLevel", **byte_level_options),
    *(part(name) for name in ("ByteFallback", "Fuse")),
    part("BPEDecoder", suffix=st.sampled_from(["</w>", "e"])),
    part("WordPiece", prefix=st.sampled_from(["##", ""]), cleanup=booleans),
    part("Replace", pattern=patterns, content=st.sampled_from(["", " ", "xy"])),
    part("Strip", content=st.just("é"), start=st.integers(0, 1), stop=st.just(0)),
    old_or_new_metaspace,
)
model = st.one_of(
    part(
        "BPE",
        unk_token=st.just("<unk>"),
        continuing_subword_prefix=st.sampled_from([None, ""]),
        end_of_word_suffix=st.sampled_from([None, ""]),
        fuse_unk=booleans,
        byte_fallback=booleans,
        ignore_merges=booleans,
        vocab=st.just(VOCAB),
        merges=st.sampled_from([MERGES, [" ".join(merge) for merge in MERGES]]),
    ),
    part(
        "WordPiece",
        unk_token=st.just("<unk>"),
        continuing_subword_prefix=st.sampled_from(["##", ""]),
        max_input_chars_per_word=st.sampled_from([4, 100]),
        vocab=st.just(VOCAB),
    ),
    part("WordLevel", unk_token=st.just("<unk>"), vocab=st.just(VOCAB)),
    part(
        "Unigram",
        unk_id=st.just(0),
        byte_fallback=st.one_of(st.none(), booleans),
        vocab=st.just(SCORES),
    ),
)
files = st.fixed_dictionaries(
    {
        "version": st.just("1.0"),
        "truncation": st.none(),
        "padding": st.none(),
        "added_tokens": st.just([]),
        "normalizer": st.none()
        | normalizer
        | rows("Sequence", "normalizers", normalizer),
        "pre_tokenizer": st.none()
        | pre_tokenizer
        | rows("Sequence", "pretokenizers", pre_tokenizer),
        "post_processor": st.none(),
        "decoder": st.none() | decoder | rows("Sequence", "decoders", decoder),
        "model": model,
    }
)
words = st.sampled_from([word for text in SCRIPTS.values() for word in text.split()])
texts = st.lists(
    words
    | st.sampled_from(
        ["the thing", " the", "  ", "\n", "▁", "é", "\u1234\u1235", "12", "E\u0301"]
    ),
    max_size=8,
).map("".join)


@given(data=files, texts=st.lists(texts, min_size=3, max_size=3))
def test_a_pipeline_drawn_by_lot_opens_on_both_sides(data, texts):
    theirs = hf.Tokenizer.from_str(json.dumps(data))
    ours = Tokenizer.from_dict(data)
    from_their_file = Tokenizer.from_dict(json.loads(theirs.to_str()))
    from_our_file = hf.Tokenizer.from_str(json.dumps(ours.to_dict()))
    assert json.loads(from_our_file.to_str()) == ours.to_dict()
    for text in texts:
        ids = theirs.encode(text).ids
        assert (
            ours.encode(text)
            == ours(text).ids
            == from_their_file.encode(text)
            == from_our_file.encode(text).ids
            == ids
        )
        decoded = theirs.decode(ids)
        assert (
            ours.decode(ids)
            == from_their_file.decode(ids)
            == from_our_file.decode(ids)
            == decoded
        )
        assert "".join(ours.decode_stream(ids)) == decoded


@pytest.mark.parametrize("kind", ["BPE", "WordPiece", "WordLevel", "Unigram"])
def test_files_whose_model_does_not_say_its_type_are_read_alike(kind):
    options = {
        "BPE": {"merges": ["t h", "th e"], "unk_token": "<unk>"},
        "WordPiece": {
            "unk_token": "<unk>",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
        },
        "WordLevel": {"unk_token": "<unk>"},
        "Unigram": {"unk_id": 0},
    }[kind]
    data = {
        "version": "1.0",
        "added_tokens": [],
        "model": options | {"vocab": SCORES if kind == "Unigram" else VOCAB},
    }
    theirs, ours = hf.Tokenizer.from_str(json.dumps(data)), Tokenizer.from_dict(data)
    assert (
        type(ours.model).__name__
        == json.loads(theirs.to_str())["model"]["type"]
        == kind
    )
    assert ours.encode("thething") == theirs.encode("thething").ids


@pytest.mark.parametrize(
    ("merges", "kept"),
    [
        (["a b"], [["a", "b"]]),
        (["#version: 0.2", "a b"], [["a", "b"]]),
        (["#version x"], []),
        ([["#version", "x"]], [["#version", "x"]]),
        ([["a ", "b"]], [["a ", "b"]]),
        (["a  b"], None),
    ],
)
def test_lines_and_pairs_of_merges_are_read_alike(merges, kept):
    tokens = ["a", "b", "ab", "a ", "a b", "#version", "x", "#versionx"]
    data = {
        "model": {
            "type": "BPE",
            "vocab": {token: id for id, token in enumerate(tokens)},
            "merges": merges,
        }
    }
    data |= {"version": "1.0", "added_tokens": []}
    if kept is None:
        with pytest.raises(Exception, match="Merges text file invalid"):
            hf.Tokenizer.from_str(json.dumps(data))
        with pytest.raises(ValueError, match="does not join two tokens"):
            Tokenizer.from_dict(data)
    else:
        assert (
            json.loads(hf.Tokenizer.from_str(json.dumps(data)).to_str())["model"][
                "merges"
            ]
            == kept
        )
        assert Tokenizer.from_dict(data).to_dict()["model"]["merges"] == kept
