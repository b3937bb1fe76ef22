"""minitok/parts.py: what follows from the fields that a part declares. Here one part of every kind shows it."""

import copy
import inspect
import pickle
from typing import ClassVar, Literal

import pytest

from minitok import AddedToken, decoders, models, normalizers, pre_tokenizers, processors, spm_parts, trainers
from minitok.encoding import Padding, Truncation
from minitok.parts import Char, Part
from minitok.patterns import GPT4_PATTERN, Regex
from minitok.pre_tokenizers import Split

CHARSMAP = bytes([4, 0, 0, 0]) + bytes(4)  # one that replaces nothing
BPE = models.BPE({"g": 0, "h": 1, "u": 2, "ug": 3, "hug": 4, "?": 5}, [("u", "g"), ("h", "ug")], unk_token="?")
PIECES = [("<unk>", 0.0), ("u", -1.5), ("g", -2.0), ("ug", -2)]

ALL = {
    normalizers: [
        *map(normalizers.Sequence, [[], [normalizers.NFC(), normalizers.Replace(Regex("a+"), "b")]]),
        *(normalizers.NFC(), normalizers.NFD(), normalizers.NFKC(), normalizers.NFKD()),
        *(normalizers.Lowercase(), normalizers.StripAccents(), normalizers.Strip(left=False)),
        *(normalizers.Replace("a", "b"), normalizers.Prepend("▁"), normalizers.BertNormalizer(strip_accents=False)),
        *(normalizers.Precompiled(CHARSMAP), normalizers.ByteLevel()),
    ],
    pre_tokenizers: [
        *map(pre_tokenizers.Sequence, [[], [Split("a"), Split(Regex("a"), behavior="removed")]]),
        *(Split(GPT4_PATTERN), Split("a", "contiguous", True), pre_tokenizers.Whitespace()),
        *(pre_tokenizers.WhitespaceSplit(), pre_tokenizers.BertPreTokenizer()),
        *(pre_tokenizers.Punctuation("removed"), pre_tokenizers.Digits(individual_digits=True)),
        *(pre_tokenizers.ByteLevel(), pre_tokenizers.ByteLevel(r"\S+", True), pre_tokenizers.ByteLevel(None)),
        *(pre_tokenizers.Metaspace("_", "first", split=False), pre_tokenizers.CharDelimiterSplit("-")),
    ],
    decoders: [
        *map(decoders.Sequence, [[], [decoders.Replace("▁", " "), decoders.ByteFallback()]]),
        *(decoders.Fuse(), decoders.ByteLevel(), decoders.ByteFallback(), decoders.Replace(Regex("a|b"), "")),
        *(decoders.Strip("a", right=1), decoders.Metaspace("_"), decoders.BPEDecoder("@@"), decoders.WordPiece("@@")),
    ],
    processors: [
        *map(processors.Sequence, [[], [processors.ByteLevel(), processors.TemplateProcessing()]]),
        processors.TemplateProcessing("[CLS] $A", "[CLS] $A $B", {"[CLS]": 101}),
        processors.ByteLevel(trim_offsets=False),
    ],
    models: [
        *(models.BPE(), BPE, BPE.replace(dropout=0.5), models.Unigram(), models.Unigram(PIECES, unk_id=0)),
        *(models.WordLevel({"[UNK]": 0, "hug": 1}), models.WordPiece({"[UNK]": 0, "h": 1, "##ug": 2})),
    ],
    trainers: [
        *(trainers.BpeTrainer(), trainers.BpeTrainer(vocab_size=50, special_tokens=["<s>"], initial_alphabet="abc")),
        *(trainers.WordPieceTrainer(score="frequency"), trainers.UnigramTrainer(shrinking_factor=0.5)),
        trainers.WordLevelTrainer(min_frequency=2),
    ],
    None: [
        *(AddedToken("<s>"), AddedToken("<s>", lstrip=True, special=True)),
        *(Truncation(8, stride=2), Padding(0, length=8)),
        spm_parts.SentencePieceUnigram(PIECES, unk_id=0, types=[2, 1, 1, 1]),
        spm_parts.SentencePieceBPE(BPE.vocab, BPE.merges, unk_token="?", user_defined=["h"]),
        spm_parts.SentencePieceWords({"<unk>": 0, "▁hug": 1}, "<unk>", False, [2, 1]),
        spm_parts.SentencePieceNormalizer(CHARSMAP, True, False, True, ["<s>"]),
        spm_parts.SentencePieceDecoder({"<s>": ""}, ["<0x41>"], True, False),
    ],
}
PARTS = [part for parts in ALL.values() for part in parts]
each_part = pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{type(part).__module__}.{part!r}")


class Colour(Part):
    """A part with fields of many types."""

    name: str
    share: float = 0.5
    letter: Char = "c"
    mode: Literal["light", "dark"] = "light"
    others: tuple[str, ...] = ()
    codes: tuple[tuple[str, int], ...] = ()
    base: Split | None = None

    count: ClassVar[int] = 3
    _private: int = 4


class Named(Part, kw_only=True):
    name: str = "x"


def kinds(part):
    return {kind for direct in part.__subclasses__() for kind in {direct, *kinds(direct)}}


def test_there_is_a_part_of_every_kind_here():
    every = {kind for kind in kinds(Part) if kind.__module__.startswith("minitok.")}
    last = {kind for kind in every if every.isdisjoint(kinds(kind))}
    assert last <= {type(part) for part in PARTS} <= every


# Arguments


def test_arguments_come_by_position_and_by_name():
    by_position = Split("-", "removed", True)
    assert (
        by_position
        == Split(pattern="-", behavior="removed", invert=True)
        == Split("-", invert=True, behavior="removed")
    )
    assert (by_position.pattern, by_position.behavior, by_position.invert) == ("-", "removed", True)
    assert by_position.options == {"pattern": "-", "behavior": "removed", "invert": True}
    assert Split("-").options == {"pattern": "-", "behavior": "isolated", "invert": False}


def test_an_option_that_there_is_not_is_named_beside_those_there_are():
    with pytest.raises(TypeError, match="Split has no option 'colour': it has pattern, behavior, invert"):
        Split("-", colour="red")
    with pytest.raises(TypeError, match="NFC has no option 'form': it has none"):
        normalizers.NFC(form="NFC")
    for part in PARTS:
        with pytest.raises(TypeError, match=f"{type(part).__name__} has no option 'colour'"):
            type(part)(**part.options, colour="red")


def test_what_is_given_twice_is_named():
    with pytest.raises(TypeError, match="Split takes pattern, behavior, invert"):
        Split("-", pattern="-")


def test_what_is_missing_is_named():
    with pytest.raises(TypeError, match="Split needs 'pattern'"):
        Split(invert=True)
    with pytest.raises(TypeError, match="Replace needs 'content'"):
        normalizers.Replace("a")


def test_of_too_many_arguments_the_options_are_named():
    with pytest.raises(TypeError, match=r"Split .* pattern, behavior, invert"):
        Split("-", "removed", True, 5)
    with pytest.raises(TypeError, match="NFC takes no values"):
        normalizers.NFC("NFC")


def test_what_is_given_by_name_only_is_not_taken_by_position():
    with pytest.raises(TypeError, match=r"BpeTrainer .*name.* vocab_size, special_tokens, min_frequency, "):
        trainers.BpeTrainer(1000)
    with pytest.raises(TypeError, match=r"Named .*name"):
        Named("y")
    assert Named(name="y").name == "y"
    assert trainers.BpeTrainer(vocab_size=1000).vocab_size == 1000


@pytest.mark.parametrize("kind", sorted({type(part) for part in PARTS}, key=repr))
def test_the_signature_shows_fields_and_defaults(kind):
    found = inspect.signature(kind).parameters
    assert list(found) == list(kind.fields)
    required = {name for name, parameter in found.items() if parameter.default is inspect.Parameter.empty}
    for name, parameter in found.items():
        by_name = parameter.kind is inspect.Parameter.KEYWORD_ONLY
        assert by_name == issubclass(kind, trainers.Trainer)
        assert name in required or parameter.default == getattr(kind, name)
    for name in required:
        with pytest.raises(TypeError, match=f"{kind.__name__} needs '{name}'"):
            kind(**{other: value for other, value in given(kind).options.items() if other != name})


def given(kind):
    return next(part for part in PARTS if type(part) is kind)


def test_a_signature_reads_like_that_of_a_function():
    assert str(inspect.signature(normalizers.Strip)) == "(left: bool = True, right: bool = True)"
    assert str(inspect.signature(Named)) == "(*, name: str = 'x')"
    assert str(inspect.signature(pre_tokenizers.CharDelimiterSplit)) == "(delimiter: str)"
    assert str(inspect.signature(models.Unigram)).startswith("(vocab: collections.abc.Iterable[tuple[str, float]] = ")
    assert str(inspect.signature(trainers.UnigramTrainer)).startswith("(*, vocab_size: int = 8000, special_tokens: ")


def test_a_subclass_has_the_fields_of_its_base_and_its_own():
    class Shade(Colour):
        depth: int = 1
        share: float = 0.25

    assert list(Colour.fields) == ["name", "share", "letter", "mode", "others", "codes", "base"]
    assert list(Shade.fields) == [*Colour.fields, "depth"]
    assert (Shade("red").share, Shade("red", 1).share, Colour("red").share) == (0.25, 1.0, 0.5)
    assert Shade("red") != Colour("red")

    class OnlyNamed(Named):
        pass

    with pytest.raises(TypeError):
        OnlyNamed("y")


# What a field takes


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ({"name": 5}, "name=5 should be .*str, not .*int"),
        ({"name": None}, "name=None should be .*str, not .*NoneType"),
        ({"name": b"red"}, "name=b'red' should be .*str, not .*bytes"),
        ({"share": "half"}, "share='half' should be .*float, not .*str"),
        ({"share": True}, "share=True should be .*float, not .*bool"),
        ({"others": ["blue", 5]}, "others=5 should be .*str, not .*int"),
        ({"codes": [("blue", "1")]}, "codes='1' should be .*int, not .*str"),
        ({"base": "-"}, "base='-' should be .*Split, not .*str"),
    ],
)
def test_a_value_of_another_type_is_refused(option, problem):
    with pytest.raises(TypeError, match=problem):
        Colour(**{"name": "red", **option})


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: normalizers.Strip(left=1), "left=1 should be .*bool, not .*int"),
        (lambda: normalizers.Strip(left=None), "left=None should be .*bool, not .*NoneType"),
        (lambda: normalizers.Sequence([normalizers.NFC, "NFC"]), "normalizers=.* should be .*Normalizer, not .*"),
        (lambda: normalizers.Sequence([decoders.Fuse()]), r"normalizers=Fuse\(\) should be .*Normalizer, not .*Fuse"),
        (lambda: normalizers.Precompiled("AAAA"), "charsmap='AAAA' should be .*bytes, not .*str"),
        (lambda: Split(5), "pattern=5 should be .*str, not .*int"),
        (lambda: pre_tokenizers.ByteLevel(5), "pattern=5 should be .*str, not .*int"),
        (lambda: models.BPE([("a", 0)]), r"vocab is \[\('a', 0\)\], and should be a dict from tokens to ids"),
        (lambda: models.BPE(unk_token=0), "unk_token=0 should be .*str, not .*int"),
        (lambda: trainers.BpeTrainer(vocab_size="1000"), "vocab_size='1000' should be .*int, not .*str"),
        (lambda: trainers.BpeTrainer(vocab_size=1e3), "vocab_size=1000.0 should be .*int, not .*float"),
        (lambda: trainers.BpeTrainer(vocab_size=True), "vocab_size=True should be .*int, not .*bool"),
        (lambda: Padding(0, length="8"), "length='8' should be .*int, not .*str"),
        (lambda: AddedToken("a", normalized="no"), "normalized='no' should be .*bool, not .*str"),
    ],
)
def test_the_message_names_the_option_the_value_and_both_types(make, problem):
    with pytest.raises(TypeError, match=problem):
        make()


def test_a_choice_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="no mode 'grey': choose one of light, dark"):
        Colour("red", mode="grey")
    with pytest.raises(ValueError, match=r"no mode \['light'\]: choose one of light, dark"):
        Colour("red", mode=["light"])
    with pytest.raises(ValueError, match="no behavior 'kept': choose one of isolated, removed, "):
        Split("-", "kept")


def test_one_character_is_one():
    for wrong in ("", "ab", 5):
        with pytest.raises(ValueError, match=f"letter={wrong!r} must be one character"):
            Colour("red", letter=wrong)


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: trainers.BpeTrainer(vocab_size=0), "vocab_size=0 .*make it 1 or more"),
        (lambda: trainers.BpeTrainer(min_frequency=-1), "min_frequency=-1 .*make it 0 or more"),
        (lambda: Truncation(-1), "max_length=-1 .*make .* 0 or more"),
        (lambda: Padding(0, length=0), "length=0 .*make it 1 or more"),
    ],
)
def test_a_number_that_is_too_small_is_refused_with_the_least(make, problem):
    with pytest.raises(ValueError, match=problem):
        make()


def test_lists_become_tuples_and_so_do_dicts():
    colours = ["blue", "green"]
    part = Colour("red", others=colours, codes=[["blue", 1], ("green", 2)])
    colours.append("grey")
    assert part.others == ("blue", "green")
    assert part.codes == (("blue", 1), ("green", 2))
    assert Colour("red", codes={"blue": 1, "green": 2}).codes == part.codes
    assert Colour("red", others=(other for other in ("blue", "green"))).others == part.others
    assert Colour("red", others=part.others, codes=part.codes) == part
    with pytest.raises(ValueError, match=r"codes holds \('blue',\), which should have 2 entries"):
        Colour("red", codes=[("blue",)])


def test_a_whole_number_will_do_for_a_float():
    share = Colour("red", share=1).share
    assert (type(share), share) == (float, 1.0)


def test_a_string_for_a_list_of_strings_is_refused_with_the_remedy():
    with pytest.raises(TypeError, match=r"others='blue' .*letter by letter: write others=\['blue'\]"):
        Colour("red", others="blue")
    with pytest.raises(TypeError, match=r"special_tokens='<s>' .*: write special_tokens=\['<s>'\]"):
        trainers.BpeTrainer(special_tokens="<s>")


def test_what_may_be_none_may_be_left_out():
    assert Colour("red").base is Colour("red", base=None).base is None
    assert Colour("red", base=Split("-")).base == Split("-")


# A part does not change


@each_part
def test_a_field_cannot_be_set(part):
    before = repr(part)
    for name, value in part.options.items():
        with pytest.raises(AttributeError, match=f"this {type(part).__name__} doesn't change: make a new one"):
            setattr(part, name, value)
    assert repr(part) == before


def test_the_error_says_how_a_new_one_is_made():
    part = normalizers.Strip()
    with pytest.raises(AttributeError, match=r"make a new one, \.replace\(left=False\)"):
        part.left = False
    assert part.left


@each_part
def test_an_attribute_that_there_is_not_cannot_be_set(part):
    fields = ", ".join(part.fields) or "none"
    with pytest.raises(AttributeError, match=f"this {type(part).__name__} has no field 'colour': it has {fields}"):
        part.colour = "red"
    assert not hasattr(part, "colour")


def test_a_field_cannot_be_deleted():
    part = normalizers.Strip(left=False)
    with pytest.raises(AttributeError):
        del part.left
    assert part.options == {"left": False, "right": True}


@each_part
def test_what_is_in_a_part_does_not_change_either(part):
    for value in part.options.values():
        assert not isinstance(value, (list, dict, set, bytearray))


def test_replace_makes_another_and_leaves_this_one():
    part = Split("-")
    other = part.replace(invert=True, behavior="removed")
    assert other == Split("-", "removed", True)
    assert part == Split("-")
    assert type(other) is Split and other.replace() == other
    with pytest.raises(TypeError, match="Split has no option 'colour'"):
        part.replace(colour="red")
    with pytest.raises(TypeError, match="invert=1 should be"):
        part.replace(invert=1)


@each_part
def test_replacing_nothing_gives_the_same(part):
    assert part.replace() == part


def test_what_was_worked_out_from_a_field_follows_it():
    assert BPE.replace(merges=BPE.merges[:1]).tokenize("hug") != BPE.tokenize("hug")
    assert BPE.replace(unk_token=None).tokenize("x") == []
    unigram = models.Unigram(PIECES, unk_id=0)
    assert unigram.replace(byte_fallback=True).pieces == unigram.pieces
    assert [token.value for token in unigram.replace(vocab=PIECES[:3]).tokenize("ug")] == ["u", "g"]
    assert normalizers.Replace("a", "b").replace(pattern=Regex("[ab]"), content="c").normalize_str("abc") == "ccc"


# Equality, copies, repr


def test_two_are_equal_that_were_made_alike():
    assert Split("a") == Split("a", invert=False)
    assert Split("a") != Split("b")
    assert Split("a") != Split("a", invert=True)
    assert Split("a") != "a"
    assert normalizers.NFC() != normalizers.NFD()
    assert normalizers.Strip() != decoders.Strip()
    assert models.BPE({"a": 0, "b": 1}) == models.BPE({"b": 1, "a": 0}) != models.BPE({"a": 1, "b": 0})
    assert models.Unigram([("a", -1)]) == models.Unigram([("a", -1.0)]) != models.Unigram([("a", -2.0)])


def test_a_plain_string_and_a_regular_expression_are_not_equal():
    assert Split("a") != Split(Regex("a"))
    assert len({Split("a"), Split(Regex("a")), Split("a")}) == 2
    sequences = [pre_tokenizers.Sequence([Split(pattern)]) for pattern in ("a", Regex("a"))]
    assert sequences[0] != sequences[1]
    assert normalizers.Replace("a", "b") != normalizers.Replace(Regex("a"), "b")
    assert pre_tokenizers.ByteLevel("a") == pre_tokenizers.ByteLevel(Regex("a"))


def test_of_all_parts_here_none_equals_another():
    assert len(set(PARTS)) == len(PARTS)
    for i, part in enumerate(PARTS):
        assert [j for j, other in enumerate(PARTS) if part == other] == [i]


@each_part
@pytest.mark.parametrize(
    "made_again",
    [copy.copy, copy.deepcopy, lambda part: pickle.loads(pickle.dumps(part)), lambda part: type(part)(**part.options)],
    ids=["copy", "deepcopy", "pickle", "from its options"],
)
def test_a_copy_is_equal_and_has_the_same_hash(part, made_again):
    hash(part)  # which is kept, but must not go along: the hash of a string differs in another process
    again = made_again(part)
    assert type(again) is type(part)
    assert (again, hash(again), repr(again)) == (part, hash(part), repr(part))
    types = [list(map(type, one.options.values())) for one in (again, part)]
    assert types[0] == types[1]
    assert "_hash" not in vars(pickle.loads(pickle.dumps(part)))


def test_a_pickled_part_does_the_same():
    def again(part):
        return pickle.loads(pickle.dumps(part))

    for model in (BPE, models.Unigram(PIECES, unk_id=0)):
        assert again(model).tokenize("hughug") == model.tokenize("hughug")
    assert again(normalizers.Replace(Regex("a+"), "b")).normalize_str("aa+") == "b+"
    assert again(Split(Regex("-+"), "removed")).pre_tokenize_str("a--b") == [("a", (0, 1)), ("b", (3, 4))]
    assert again(decoders.Sequence([decoders.Fuse(), decoders.Strip("a", 1)])).decode(["a", "b"]) == "b"


@pytest.mark.parametrize("module", [normalizers, pre_tokenizers, decoders, processors, trainers])
def test_repr_makes_the_part_again(module):
    names = {**vars(module), "Regex": Regex, "GPT4_PATTERN": GPT4_PATTERN}
    for part in ALL[module]:
        if not isinstance(part, normalizers.Precompiled):
            assert eval(repr(part), names) == part


@pytest.mark.parametrize(
    ("part", "shown"),
    [
        (models.BPE(), "BPE(0 tokens, 0 merges)"),
        (BPE, "BPE(6 tokens, 2 merges, unk_token='?')"),
        (models.Unigram(PIECES, unk_id=0), "Unigram(4 pieces, unk_id=0)"),
        (models.WordLevel({"[UNK]": 0, "hug": 1}), "WordLevel(2 tokens)"),
        (models.WordPiece({"a": 0}, unk_token="?"), "WordPiece(1 tokens, unk_token='?')"),
        (normalizers.Precompiled(CHARSMAP), "Precompiled(<8 bytes>)"),
        (Colour("red", others=["a"] * 30), f"Colour('red', others={['a'] * 20} and 10 more)"),
    ],
    ids=repr,
)
def test_repr_counts_what_is_too_much_to_show(part, shown):
    assert repr(part) == shown


def test_repr_has_what_is_needed_bare_and_the_rest_by_name_if_it_is_not_the_default():
    assert repr(Colour("red")) == "Colour('red')"
    assert repr(Colour("red", 1, others=["a"])) == "Colour('red', share=1.0, others=['a'])"
    assert repr(Colour("red", codes={"a": 1})) == "Colour('red', codes=[('a', 1)])"
    assert repr(Named(name="x")) == "Named()"
    assert repr(AddedToken("<s>", special=True)) == "AddedToken('<s>', normalized=False, special=True)"
