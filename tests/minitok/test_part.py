"""minitok/part.py: what follows from the fields that a part declares. Here one part of every kind shows it."""

import copy
import inspect
import pickle
from typing import ClassVar

import pytest

from minitok import (
    AddedToken,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)
from minitok.encoding import Padding
from minitok.interop import components, sentencepiece_components
from minitok.part import Part
from minitok.patterns import GPT4_PATTERN, Regex
from minitok.pre_tokenizers import Split

CHARSMAP = bytes([4, 0, 0, 0]) + bytes(4)  # one that replaces nothing
BPE = models.BPE(
    {"g": 0, "h": 1, "u": 2, "ug": 3, "hug": 4, "?": 5},
    [("u", "g"), ("h", "ug")],
    unk_token="?",
)
PIECES = [("<unk>", 0.0), ("u", -1.5), ("g", -2.0), ("ug", -2)]

WITH_PLAIN_REPR = [
    normalizers.Sequence([normalizers.NFC(), normalizers.Replace(Regex("a+"), "b")]),
    Split(GPT4_PATTERN),
    Split("a", "contiguous", True),
    Split(Regex("a"), "contiguous", True),
    pre_tokenizers.ByteLevel(None),
    pre_tokenizers.Metaspace("_", "first", split=False),
    decoders.Strip("a", right=1),
    processors.TemplateProcessing("[CLS] $A", "[CLS] $A $B", [("[CLS]", 101)]),
    trainers.BpeTrainer(vocab_size=50, special_tokens=["<s>"], initial_alphabet="abc"),
    trainers.UnigramTrainer(shrinking_factor=0.5),
    AddedToken("<s>", lstrip=True, special=True),
    Padding(0, length=8),
]
PARTS = [
    *WITH_PLAIN_REPR,
    BPE,
    models.Unigram(PIECES, unk_id=0),
    models.WordPiece({"[UNK]": 0, "h": 1, "##ug": 2}),
    components.Precompiled(CHARSMAP),
    components.TiktokenBPE(BPE.vocab, BPE.merges),
    sentencepiece_components.SentencePieceUnigram(PIECES, unk_id=0, types=[2, 1, 1, 1]),
    sentencepiece_components.SentencePieceNormalizer(
        CHARSMAP, True, False, True, ["<s>"]
    ),
    sentencepiece_components.SentencePieceDecoder(
        [("<s>", "")], ["<0x41>"], True, False
    ),
]
each_part = pytest.mark.parametrize(
    "part", PARTS, ids=lambda part: f"{type(part).__module__}.{part!r}"
)


class Colour(Part):
    name: str
    others: tuple[str, ...] = ()

    count: ClassVar[int] = 3


class Light(Part, kw_only=True):
    name: str = "x"


def test_parts_are_equal_if_their_kinds_and_options_are():
    assert len(set(PARTS)) == len(PARTS)
    assert pre_tokenizers.Sequence([Split("a")]) != pre_tokenizers.Sequence(
        [Split(Regex("a"))]
    )
    assert pre_tokenizers.ByteLevel("a") == pre_tokenizers.ByteLevel(Regex("a"))


def test_arguments_come_by_position_and_by_name():
    part = Split("-", "removed", True)
    assert part == Split(pattern="-", behavior="removed", invert=True)
    assert part.options == {"pattern": "-", "behavior": "removed", "invert": True}
    assert (
        str(inspect.signature(Colour))
        == "(name: str, others: tuple[str, ...] = ()) -> None"
    )
    with pytest.raises(TypeError, match="positional"):
        Light("x")


@each_part
def test_a_part_never_changes(part):
    for name in [*part.options, "colour"]:
        with pytest.raises(
            AttributeError, match=r"doesn't change: make a new one, with \.replace"
        ):
            setattr(part, name, "x")


@pytest.mark.parametrize(
    ("part", "name"),
    [(part, name) for part in WITH_PLAIN_REPR for name in part.options],
)
def test_a_field_takes_no_value_of_another_type(part, name):
    with pytest.raises((TypeError, ValueError)):
        part.replace(**{name: object()})


def test_replace_makes_another_and_computes_anew():
    replace = normalizers.Replace("a", "b").replace(pattern=Regex("[ab]"))
    assert replace.normalize_str("abc") == "bbc"


@each_part
@pytest.mark.parametrize(
    "made_again",
    [
        copy.copy,
        copy.deepcopy,
        lambda part: pickle.loads(pickle.dumps(part)),
        lambda part: type(part)(**part.options),
    ],
    ids=["copy", "deepcopy", "pickle", "from its options"],
)
def test_a_copy_is_equal_and_has_the_same_hash(part, made_again):
    again = made_again(part)
    if isinstance(part, models.Model):
        assert again.tokenize("hugg") == part.tokenize("hugg")
    assert (again, hash(again), repr(again)) == (part, hash(part), repr(part))
    assert [*map(type, again.options.values())] == [*map(type, part.options.values())]


@pytest.mark.parametrize("part", WITH_PLAIN_REPR, ids=repr)
def test_repr_makes_the_part_again(part):
    home = vars(__import__(type(part).__module__, fromlist=["x"]))
    assert (
        eval(repr(part), {**home, "Regex": Regex, "GPT4_PATTERN": GPT4_PATTERN}) == part
    )


@pytest.mark.parametrize(
    ("part", "shown"),
    [
        (models.BPE(), "BPE(0 tokens, 0 merges)"),
        (BPE, "BPE(6 tokens, 2 merges, unk_token='?')"),
        (models.Unigram(PIECES, unk_id=0), "Unigram(4 pieces, unk_id=0)"),
        (components.Precompiled(CHARSMAP), "Precompiled(8 bytes)"),
        (Colour("red"), "Colour('red')"),
        (
            Colour("red", others=("a",) * 30),
            f"Colour('red', others={['a'] * 20} and 10 more)",
        ),
        (Light(name="x"), "Light()"),
    ],
    ids=repr,
)
def test_repr_shows_what_is_not_the_default_and_counts_what_is_too_much(part, shown):
    assert repr(part) == shown


@pytest.mark.parametrize(
    ("make", "error", "says"),
    [
        (
            lambda: trainers.BpeTrainer(vocab_size=0),
            ValueError,
            "vocab_size=0 is too small: make it 1 or more",
        ),
        (
            lambda: trainers.BpeTrainer(vocab_size=True),
            TypeError,
            "vocab_size=True should be of type int, not bool",
        ),
        (
            lambda: trainers.BpeTrainer(vocab_size="100"),
            TypeError,
            "vocab_size='100' should be of type int, not str",
        ),
        (
            lambda: decoders.Strip("a", -1),
            ValueError,
            "left=-1 is too small: make it 0 or more",
        ),
        (
            lambda: Split("a", "isolate"),
            ValueError,
            "no behavior 'isolate': choose one of isolated, removed",
        ),
        (
            lambda: trainers.BpeTrainer(special_tokens="<s>"),
            TypeError,
            r"read letter by letter: write special_tokens=\['<s>'\]",
        ),
        (
            lambda: normalizers.Sequence([pre_tokenizers.ByteLevel()]),
            TypeError,
            r"normalizers=ByteLevel\(\) should be of type Normalizer",
        ),
        (
            lambda: pre_tokenizers.Metaspace("__"),
            ValueError,
            "replacement='__' must be one character",
        ),
        (
            lambda: Split(Regex("(")),
            ValueError,
            r"'\(' is not a regular expression .*: close it with \)",
        ),
        (
            lambda: models.BPE([("a", 1)]),
            TypeError,
            "should be a dict from tokens to ids",
        ),
        (
            lambda: models.BPE({"a": 0}, ["a a"]),
            ValueError,
            "a merge is a pair of tokens",
        ),
        (lambda: Colour(), TypeError, "missing 1 required positional argument: 'name'"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_remedy(make, error, says):
    with pytest.raises(error, match=says):
        make()
