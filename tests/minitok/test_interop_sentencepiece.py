"""minitok/interop/sentencepiece.py, with models that SentencePiece trains here and now."""

import json
import random
from functools import cache

import pytest
import sentencepiece
import tokenizers as hf
from hypothesis import assume, example, given
from hypothesis import strategies as st
from samples import SCRIPTS, each, some_texts
from shapes import field, written
from shapes import model_file as trained

from minitok import Tokenizer
from minitok.interop.difference import smallest_difference
from minitok.interop.sentencepiece import _read_tokenizer, from_model
from minitok_course import corpora

LINES = [*corpora.load("stories").splitlines(), *corpora.load("languages").splitlines()]
TEXTS = [*LINES[::20], *LINES[-9:], *SCRIPTS.values(), *some_texts(60)]
ODD = [
    "",
    " ",
    "▁",
    " ▁ ",
    "▁▁a▁",
    "a▁b",
    "  the   cat ",
    "<s>",
    "<unk> </s>",
    "<0x41>",
    "the <sep> cat<mask> <x y>b",
]

MODELS = {
    "as it comes": {},
    "bytes": {"byte_fallback": True, "vocab_size": 900},
    "symbols": {
        "user_defined_symbols": ["<sep>", "<x y>", "the", "ﬁ"],
        "control_symbols": ["<mask>"],
    },
    "plain spaces": {"add_dummy_prefix": False, "remove_extra_whitespaces": False},
    "identity": {"normalization_rule_name": "identity", "unk_surface": "UNK"},
    "case folded": {
        "normalization_rule_name": "nfkc_cf",
        "user_defined_symbols": ["in", " ", "  "],
    }
    | {"remove_extra_whitespaces": False},
    "phrases": {"split_by_whitespace": False},
    "BPE": {"model_type": "bpe"},
    "BPE with bytes": {
        "model_type": "bpe",
        "byte_fallback": True,
        "vocab_size": 900,
        "add_dummy_prefix": False,
    },
    "BPE with symbols": {
        "model_type": "bpe",
        "user_defined_symbols": ["<sep>", "<x y>", "the", "e", "▁▁"],
    }
    | {"remove_extra_whitespaces": False, "normalization_rule_name": "identity"},
    "BPE of phrases": {
        "model_type": "bpe",
        "split_by_whitespace": False,
        "remove_extra_whitespaces": False,
    },
}
PIECES = [("<unk>", 0, 2), ("a", -1, 1), ("b", -2, 1), ("ab", -3, 1)]
each_model = each(
    "name",
    MODELS,
    quick=["bytes", "symbols", "case folded", "BPE with symbols"],
)


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    @cache
    def load(name):
        data = trained(**MODELS[name])
        path = tmp_path_factory.mktemp("models") / "one.model"
        path.write_bytes(data)
        return from_model(path), sentencepiece.SentencePieceProcessor(model_proto=data)

    return load


@each_model
def test_the_same_ids_and_text(both, name):
    ours, theirs = both(name)
    assert smallest_difference(ours, theirs, TEXTS) is None
    assert ours.vocab == {
        theirs.id_to_piece(id): id for id in range(theirs.get_piece_size())
    }
    for text in [*TEXTS, *ODD]:
        ids = ours.encode(text)
        assert ids == ours(text).ids == theirs.encode(text)
        assert (
            ours.decode(ids) == "".join(ours.decode_stream(ids)) == theirs.decode(ids)
        )


def read_by_both(pieces, model_type):
    data = written(pieces, model_type=model_type)
    return _read_tokenizer(data), sentencepiece.SentencePieceProcessor(model_proto=data)


@example({"ba": -1, "ab": -1}, set(), "aba", 1)  # a tie: the leftmost
@given(
    st.dictionaries(
        st.text("ab▁", min_size=2, max_size=5), st.integers(-4, 0), max_size=12
    ),
    st.sets(st.sampled_from(["ba", "b", "aa▁"]), max_size=2),
    st.text("ab▁", max_size=12),
    st.sampled_from([1, 1, 1, 60]),
)
def test_any_bpe_model_gives_the_same(longer, symbols, text, times):
    """Pieces in any order, some with the same score, most of which no training would give."""
    pieces = [("<unk>", 0, 2), *((symbol, 0, 4) for symbol in sorted(symbols))]
    scores = {**longer, "a": -9, "b": -9, "▁": -9}
    pieces += [(piece, scores[piece], 1) for piece in scores if piece not in symbols]
    ours, theirs = read_by_both(pieces, model_type=2)
    assert [token.id for token in ours.model.tokenize(text * times)] == theirs.encode(
        text * times
    )


@example(
    {"aa": -8.456492831196362, "▁▁": -3.402495794481579}, set(), "▁▁▁"
)  # a tie, if added in float32
@example(
    {"b": -100_000.0, "ab": -2.0, "a": -0.9}, set(), "cab"
)  # past 100,000 it counts from zero again
@example(
    {"bab": -6.75, "ab": -2.0, "bba": -189_102.0, "ba": -2.0}, set(), "babab"
)  # twice, on both sides of zero
@example(
    {"a": -5.45, "▁a": -5.34}, {"▁"}, "▁a"
)  # what the user defined scores more, the longer it is
@example({"b": -1.5}, {"▁a", "ab"}, "▁ab")
@given(
    st.dictionaries(
        st.text("ab▁", min_size=1, max_size=4),
        st.floats(-9, 0, width=32) | st.floats(-300_000, 200_000, width=32),
        min_size=1,
        max_size=9,
    ),
    st.sets(st.text("ab▁", min_size=1, max_size=3), max_size=3),
    st.text("abc▁", max_size=20),
)
def test_any_unigram_model_gives_the_same(scores, symbols, text):
    pieces = [("<unk>", 0, 2), *((symbol, 0, 4) for symbol in sorted(symbols))]
    pieces += [
        (piece, score, 1) for piece, score in scores.items() if piece not in symbols
    ]
    assume(pieces[-1][-1] == 1)
    ours, theirs = read_by_both(pieces, model_type=1)
    assert [token.id for token in ours.model.tokenize(text)] == theirs.encode(text)


def test_a_piece_of_a_type_that_there_is_not_is_like_the_others():
    ours, theirs = read_by_both([*PIECES[:3], ("ab", -2.5, 9)], model_type=1)
    assert ours.encode("ab") == theirs.encode("ab") == [3]


@each_model
def test_the_same_text_from_any_ids(both, name):
    ours, theirs = both(name)
    choose = random.Random(0)
    for _ in range(500):
        ids = choose.choices(
            range(choose.choice([5, 262, theirs.get_piece_size()])),
            k=choose.randint(0, 8),
        )
        ids = [id for id in ids if id < theirs.get_piece_size()]
        assert ours.decode(ids) == theirs.decode(ids)


SINGLE = [name for name in MODELS if not {*name.split()} & {"bytes", "symbols", "case"}]


@each("name", SINGLE, quick=["as it comes"])
def test_the_same_offsets_where_no_character_becomes_several(both, name):
    ours, theirs = both(name)
    for text in [
        "the cat",
        "  The  cat sat. ",
        "cafe\u0301 Ａ\u3000Ｂ x",
        "a<x y>the cat",
        "①②③",
        "\t\n",
    ]:
        expected = theirs.encode_as_offset_mapping(text)
        assert ours(text).offsets == [tuple(span) for span in expected["offsets"]]


def test_all_that_comes_of_a_character_spans_it(both):
    """In SentencePiece only the last part does: `ﬃ` gives f f i, and the first two span nothing."""
    ours, theirs = both("as it comes")
    assert ours("ﬃx").offsets[1:] == [(0, 1), (0, 1), (0, 1), (1, 2)]
    offsets = theirs.encode_as_offset_mapping("ﬃx")["offsets"]
    assert offsets[1:] == [(0, 0), (0, 0), (0, 1), (1, 2)]
    assert both("bytes")[0]("☃").offsets[-3:] == [(0, 1)] * 3


@each_model
def test_it_is_saved_and_opened_again(both, name, tmp_path):
    ours, _ = both(name)
    ours.save(tmp_path / "tokenizer.json")
    again = Tokenizer.from_file(tmp_path / "tokenizer.json")
    assert (again.to_dict(), again.vocab) == (ours.to_dict(), ours.vocab)
    for text in [*TEXTS[::9], *ODD]:
        assert again(text) == ours(text)


def test_tokenizers_refuses_the_file_since_it_would_encode_otherwise(both):
    with pytest.raises(Exception, match="did not match any variant"):
        hf.Tokenizer.from_str(json.dumps(both("BPE")[0].to_dict()))


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"treat_whitespace_as_suffix": True}, "treat_whitespace_as_suffix=True"),
        ({"control_symbols": ["你"]}, "symbol '你' is too short"),
    ],
)
def test_what_minitok_does_not_have_is_refused_by_name(tmp_path, options, named):
    path = tmp_path / "refused.model"
    path.write_bytes(trained(**options))
    with pytest.raises(ValueError, match=rf"cannot load .*refused\.model: .*{named}"):
        from_model(path)


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (b"", "no normal pieces"),
        (written([*PIECES[:1], ("<u>", 0, 4)], model_type=2), "no normal pieces"),
        (
            written([*PIECES[:2], ("ab", -3, 1)], model_type=2),
            "'ab' has the character 'b'",
        ),
        (
            written([*PIECES[:2], ("a", -2, 1)], model_type=2),
            "'a' is in the vocabulary twice",
        ),
        (
            written([*PIECES[:1], ("a", float("nan"), 1)], model_type=2),
            "the score of 'a' is nan",
        ),
        (
            written([*PIECES, ("d", float("-inf"), 4)], model_type=1),
            "the score of 'd' is -inf",
        ),
        (b"\x0a\xff\x01abc", "end inside a field: get the file again, whole"),
        (
            b"version",
            "no field of a Protocol Buffers message: get the file again",
        ),
        (b"version https://git-lfs", "a pointer of Git LFS.*: run git lfs pull"),
        (b"IQ== 0\nIg== 1\n", "holds ranks of tiktoken.* interop.tiktoken.from_ranks"),
        (b"\xff" * 20, "at byte 0 there is no number"),
    ],
)
def test_a_file_that_is_none_and_bpe_whose_merges_are_uncertain_are_refused(
    tmp_path, data, named
):
    path = tmp_path / "refused.model"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=rf"cannot load .*refused\.model: .*{named}"):
        from_model(path)


@pytest.mark.parametrize("model_type", [1, 2])
@pytest.mark.parametrize(
    ("pieces", "more", "named"),
    [
        (PIECES[1:], b"", "one unknown piece, and has none"),
        (PIECES + [("<unk2>", 0, 2)], b"", "one unknown piece, and has .*<unk2>"),
    ],
)
def test_a_file_that_is_refused_there_is_refused(
    tmp_path, model_type, pieces, more, named
):
    path = tmp_path / "refused.model"
    path.write_bytes(written(pieces, model_type=model_type) + more)
    with pytest.raises(RuntimeError):
        sentencepiece.SentencePieceProcessor(model_proto=path.read_bytes())
    with pytest.raises(ValueError, match=rf"cannot load .*refused\.model: .*{named}"):
        from_model(path)


def test_unknown_characters_that_spell_a_control_symbol_become_bytes():
    pieces = [
        ("<unk>", 0, 2),
        ("<s>", 0, 3),
        *((f"<0x{byte:02X}>", 0, 6) for byte in range(256)),
        ("a", -1, 1),
    ]
    data = written(pieces, model_type=1).replace(
        field(3, 1) + b"\xc0\x02\x00", field(3, 1) + b"\x98\x02\x01"
    )
    theirs = sentencepiece.SentencePieceProcessor(model_proto=data)
    for text in ["<s>", "a<s>a", "<unk>", "<0x41>"]:
        assert _read_tokenizer(data).encode(text) == theirs.encode(text)
