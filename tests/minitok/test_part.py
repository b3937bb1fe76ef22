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
from minitok.encoding import Padding, Truncation
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
    *map(
        normalizers.Sequence,
        [[], [normalizers.NFC(), normalizers.Replace(Regex("a+"), "b")]],
    ),
    *(
        normalizers.NFC(),
        normalizers.NFD(),
        normalizers.NFKC(),
        normalizers.NFKD(),
        normalizers.ByteLevel(),
    ),
    *(
        normalizers.Lowercase(),
        normalizers.StripAccents(),
        normalizers.Strip(left=False),
    ),
    *(normalizers.Replace("a", "b"), normalizers.BertNormalizer(strip_accents=False)),
    *map(
        pre_tokenizers.Sequence,
        [[], [Split("a"), Split(Regex("a"), behavior="removed")]],
    ),
    *(Split(GPT4_PATTERN), Split("a", "contiguous", True), pre_tokenizers.Whitespace()),
    *(pre_tokenizers.WhitespaceSplit(), pre_tokenizers.BertPreTokenizer()),
    *(
        pre_tokenizers.Punctuation("removed"),
        pre_tokenizers.Digits(individual_digits=True),
    ),
    *(
        pre_tokenizers.ByteLevel(),
        pre_tokenizers.ByteLevel(r"\S+", True),
        pre_tokenizers.ByteLevel(None),
    ),
    pre_tokenizers.Metaspace("_", "first", split=False),
    *map(
        decoders.Sequence, [[], [decoders.Replace("▁", " "), decoders.ByteFallback()]]
    ),
    *(
        decoders.ByteLevel(),
        decoders.ByteFallback(),
        decoders.Replace(Regex("a|b"), ""),
    ),
    *(
        decoders.Strip("a", right=1),
        decoders.Metaspace("_"),
        decoders.BPEDecoder("@@"),
        decoders.WordPiece("@@"),
    ),
    *map(
        processors.Sequence,
        [[], [processors.ByteLevel(), processors.TemplateProcessing()]],
    ),
    processors.TemplateProcessing("[CLS] $A", "[CLS] $A $B", [("[CLS]", 101)]),
    processors.ByteLevel(trim_offsets=False),
    *(
        trainers.BpeTrainer(),
        trainers.BpeTrainer(
            vocab_size=50, special_tokens=["<s>"], initial_alphabet="abc"
        ),
    ),
    *(
        trainers.WordPieceTrainer(score="frequency"),
        trainers.UnigramTrainer(shrinking_factor=0.5),
    ),
    trainers.WordLevelTrainer(min_frequency=2),
    *(
        AddedToken("<s>"),
        AddedToken("<s>", lstrip=True, special=True),
        Truncation(8, stride=2),
        Padding(0, length=8),
    ),
    *(components.Prepend("▁"), components.Fuse()),
]
PARTS = [
    *WITH_PLAIN_REPR,
    *(
        models.BPE(),
        BPE,
        BPE.replace(dropout=0.5),
        models.Unigram(),
        models.Unigram(PIECES, unk_id=0),
    ),
    *(
        models.WordLevel({"[UNK]": 0, "hug": 1}),
        models.WordPiece({"[UNK]": 0, "h": 1, "##ug": 2}),
    ),
    *(components.Precompiled(CHARSMAP), components.TiktokenBPE(BPE.vocab, BPE.merges)),
    sentencepiece_components.SentencePieceUnigram(PIECES, unk_id=0, types=[2, 1, 1, 1]),
    sentencepiece_components.SentencePieceBPE(
        BPE.vocab, BPE.merges, unk_token="?", user_defined=["h"]
    ),
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
    share: float = 0.5
    others: tuple[str, ...] = ()

    count: ClassVar[int] = 3


class Light(Part, kw_only=True):
    name: str = "x"


def kinds(part):
    return {
        kind for direct in part.__subclasses__() for kind in {direct, *kinds(direct)}
    }


def test_there_is_a_part_of_every_kind_here():
    every = {kind for kind in kinds(Part) if kind.__module__.startswith("minitok.")}
    missing = {kind for kind in every if every.isdisjoint(kinds(kind))} - {
        type(part) for part in PARTS
    }
    assert not missing, "put one of each into WITH_PLAIN_REPR, or into PARTS"


def test_arguments_come_by_position_and_by_name():
    part = Split("-", "removed", True)
    assert part == Split(pattern="-", behavior="removed", invert=True)
    assert part.options == {"pattern": "-", "behavior": "removed", "invert": True}
    assert Split("-").options == {
        "pattern": "-",
        "behavior": "isolated",
        "invert": False,
    }
    assert (
        str(inspect.signature(Colour))
        == "(name: str, share: float = 0.5, others: tuple[str, ...] = ()) -> None"
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


def test_replace_makes_another_and_computes_anew():
    unigram = models.Unigram(PIECES, unk_id=0)
    assert [token.value for token in unigram.tokenize("ug")] == ["ug"]
    assert [
        token.value for token in unigram.replace(pieces=PIECES[:3]).tokenize("ug")
    ] == ["u", "g"]
    assert (
        normalizers.Replace("a", "b")
        .replace(pattern=Regex("[ab]"), content="c")
        .normalize_str("abc")
        == "ccc"
    )


def test_of_all_parts_here_none_equals_another():
    assert len(set(PARTS)) == len(PARTS)
    for i, part in enumerate(PARTS):
        assert [j for j, other in enumerate(PARTS) if part == other] == [i]


def test_a_plain_string_and_a_regular_expression_are_not_equal():
    assert Split("a") != Split(Regex("a"))
    assert pre_tokenizers.Sequence([Split("a")]) != pre_tokenizers.Sequence(
        [Split(Regex("a"))]
    )
    assert pre_tokenizers.ByteLevel("a") == pre_tokenizers.ByteLevel(Regex("a"))


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
    assert (again, hash(again), repr(again)) == (part, hash(part), repr(part))
    assert [*map(type, again.options.values())] == [*map(type, part.options.values())]


def test_a_pickled_part_does_the_same():
    for model in (BPE, models.Unigram(PIECES, unk_id=0)):
        assert pickle.loads(pickle.dumps(model)).tokenize("hughug") == model.tokenize(
            "hughug"
        )
    split = pickle.loads(pickle.dumps(Split(Regex("-+"), "removed")))
    assert split.pre_tokenize_str("a--b") == [("a", (0, 1)), ("b", (3, 4))]


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
            lambda: trainers.BpeTrainer(vocab_size="100"),
            TypeError,
            "vocab_size='100' should be of type int, not str",
        ),
        (
            lambda: trainers.BpeTrainer(special_tokens="<s>"),
            TypeError,
            r"read letter by letter: write special_tokens=\['<s>'\]",
        ),
        (
            lambda: Split("a", "isolate"),
            ValueError,
            "no behavior 'isolate': choose one of isolated, removed",
        ),
        (
            lambda: pre_tokenizers.Metaspace("__"),
            ValueError,
            "replacement='__' must be one character",
        ),
        (
            lambda: Split(Regex("(")),
            ValueError,
            r"'\(' is not a regular expression: missing \)",
        ),
        (
            lambda: models.BPE([("a", 1)]),
            TypeError,
            "should be a dict from tokens to ids",
        ),
        (
            lambda: models.BPE({"a": 0}, ["aa"]),
            TypeError,
            'merges should hold pairs of tokens: merges=\\[\\("u"',
        ),
        (
            lambda: models.Unigram({"a": -1.0}),
            TypeError,
            "a Unigram takes pieces with their scores",
        ),
        (
            lambda: models.WordLevel({"a": 1, "b": 1}),
            ValueError,
            "'a' and 'b' have the same id, 1",
        ),
        (lambda: Colour(), TypeError, "missing 1 required positional argument: 'name'"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_remedy(make, error, says):
    with pytest.raises(error, match=says):
        make()
