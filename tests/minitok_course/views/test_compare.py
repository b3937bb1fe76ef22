"""Tokenizers of several libraries under each other."""

import io
from types import SimpleNamespace

import pytest
import sentencepiece
import tiktoken
import tokenizers
from samples import byte_level

from minitok import Tokenizer
from minitok.models import WordPiece
from minitok.normalizers import BertNormalizer
from minitok.patterns import CHAR_TO_BYTE
from minitok.pre_tokenizers import BertPreTokenizer
from minitok_course import corpora
from minitok_course.views import compare
from minitok_course.views.common.placing import cuts, placed
from minitok_course.views.common.readings import pieces, read

STORIES = corpora.load("stories")
TEXT = "The café 🍌 ate<|end|> it."


@pytest.fixture(scope="module")
def tok():
    return byte_level([STORIES], 500)


@pytest.fixture(scope="module")
def theirs(tok, tmp_path_factory):
    path = tmp_path_factory.mktemp("compare") / "tokenizer.json"
    tok.save(path)
    return tokenizers.Tokenizer.from_file(str(path))


@pytest.fixture(scope="module")
def ranks(tok):
    ordinary = {
        bytes(map(CHAR_TO_BYTE.get, token)): id
        for token, id in tok.vocab.items()
        if token != "<|end|>"
    }
    return tiktoken.Encoding(
        "trial",
        pat_str=tok.pre_tokenizer.pattern,
        mergeable_ranks=ordinary,
        special_tokens={"<|end|>": 0},
    )


@pytest.fixture(scope="module")
def pieces_of_sentences():
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(STORIES.splitlines()),
        model_writer=model,
        vocab_size=500,
        byte_fallback=True,
        minloglevel=2,
    )
    return sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())


def as_bytes(found):
    return b"".join(
        p.stands_for if isinstance(p.stands_for, bytes) else p.stands_for.encode()
        for p in found
    )


def row(view, name):
    return next(
        cells[1:] for cells in view.view.rows if cells[0].split(" (")[0] == name
    )


def sent(view, number=0):
    return view.view.compared["rows"][number]


def test_the_same_tokenizer_reads_alike_in_three_libraries(tok, theirs, ranks):
    ours = read(tok, TEXT)
    assert as_bytes(ours) == TEXT.encode()
    assert read(theirs, TEXT) == [piece._replace(why="") for piece in ours]
    assert [(p.id, p.stands_for) for p in read(ranks, TEXT)] == [
        (p.id, p.stands_for) for p in ours
    ]


def test_sentencepiece(pieces_of_sentences):
    found = read(pieces_of_sentences, "The é")
    assert [piece.id for piece in found] == pieces_of_sentences.encode("The é")
    assert [piece.stands_for for piece in found][-2:] == [b"\xc3", b"\xa9"]


class Transformer:
    """What the view uses of a tokenizer of transformers."""

    def __call__(self, text, return_offsets_mapping):
        return {
            "input_ids": [101, 7, 8, 102],
            "offset_mapping": [(0, 0), (0, 3), (3, 4), (0, 0)],
        }

    def convert_ids_to_tokens(self, ids):
        return ["[CLS]", "hug", "##S", "[SEP]"]


def test_transformers():
    assert [p.stands_for for p in read(Transformer(), "Hugs")] == [
        "[CLS]",
        "Hug",
        "s",
        "[SEP]",
    ]


def test_other_tokenizers_are_taken_by_what_they_give():
    letters = SimpleNamespace(
        encode=lambda text: list(map(ord, text)),
        decode=lambda ids: "".join(map(chr, ids)),
    )
    view = compare(
        "a b",
        {"letters": letters, "words": str.split, "bytes": lambda text: [text.encode()]},
    )
    assert row(view, "letters") == ("3", "1.0", "a ¦ ␣ ¦ b")
    assert row(view, "words") == ("2", "1.5", "a ¦ b")
    assert row(view, "bytes") == ("1", "3.0", "a␣b")


def test_a_character_that_only_looks_like_a_byte_is_a_character():
    assert pieces("Ã", ["Ã"], [0], [(0, 1)])[0].stands_for == "Ã"


def test_a_tokenizer_that_fails_has_a_sentence_in_its_row(tok):
    view = compare(
        "a!", {"none": lambda text: None, "ours": tok, "quiet": lambda text: 1 / 0}
    )
    assert (
        "not iterable" in row(view, "none")[2]
        and "division by zero" in row(view, "quiet")[2]
    )
    assert row(view, "ours")[0] == "2" and view.view.problem == ""


def test_each_token_is_sent_with_its_place_and_what_is_shown_in_the_place_of_its_characters(
    tok, theirs, ranks
):
    for tokenizer in (tok, theirs, ranks):
        made = sent(compare("aé<|end|>", {"": tokenizer}))["tokens"]
        assert [[*one[:2], one[4]] for one in made] == [
            [0, 1, None],
            [1, 1.5, "c3"],
            [1.5, 2, "a9"],
            [2, 9, None],
        ]
    assert sent(compare("a", {"": Transformer()}))["tokens"][0] == [
        None,
        None,
        "[CLS]",
        101,
        "[CLS]",
    ]


def test_a_cut_inside_a_character_stands_at_its_share_of_the_bytes():
    def places(text, *data):
        return placed(text, read(lambda _: list(data), text))

    assert places("a🍌b", b"a\xf0", b"\x9f\x8d\x8c", b"b") == [
        (0, 1.25),
        (1.25, 2),
        (2, 3),
    ]


def test_the_space_that_sentencepiece_writes_by_itself_stands_under_the_space():
    found = pieces("a é", ["▁a", "▁", "<unk>"], [0, 1, 2], [(0, 1), (2, 3), (2, 3)])
    assert placed("a é", found) == [(0, 1), (1, 2), (2, 3)]


@pytest.mark.parametrize(
    ("text", "tokens", "found"),
    [
        ("hug pug", ["hu", "##g", "pu", "##g"], [(0, 2), (2, 3), (4, 6), (6, 7)]),
        ("Cafe\u0301 au", ["cafe", "au"], [(0, 5), (6, 8)]),
        ("a 🍌🍌 b 🍌", ["a", "[UNK]", "b", "[UNK]"], [(0, 1), (2, 4), (5, 6), (7, 8)]),
        ("🍌b", ["\ufffd", "\ufffd", "b"], [(0, 0.5), (0.5, 1), (1, 2)]),
        ("hug", ["hu", "gs"], [None, None]),
    ],
)
def test_tokens_without_offsets_are_found_in_the_text(text, tokens, found):
    assert placed(text, read(lambda _: tokens, text)) == found


def test_a_row_that_leaves_a_space_out_cuts_on_both_sides_of_it():
    with_space, without = [(0, 1), (1, 3)], [(0, 1), (2, 3)]
    alone = [(0, 1), (1, 2), (2, 3)]
    assert cuts([with_space, without, alone]) == {1: {0, 1, 2}, 2: {1, 2}}


def test_a_row_says_the_size_of_its_vocabulary(tok):
    view = compare("a", {"": tok})
    assert sent(view)["size"] == 500 and not view.view.chips


def test_each_cut_says_what_made_it(tok, ranks):
    for tokenizer in (tok, ranks):
        made = sent(compare("hé <|end|>qz", {"": tokenizer}))
        assert [*zip([token[2] for token in made["tokens"]], made["why"])] == [
            ("h", ""), ("Ã", "BPE"), ("©", "BPE"), ("Ġ", "split"), ("<|end|>", "added"), ("q", "added"), ("z", "BPE")
        ]  # fmt: skip
    bert = Tokenizer(WordPiece({"[UNK]": 0, "灯": 1, "塔": 2, "x": 3}))
    bert.normalizer, bert.pre_tokenizer = BertNormalizer(), BertPreTokenizer()
    assert sent(compare("灯塔 xx", {"": bert}))["why"] == ["", "normalizer", "split"]


def test_of_a_long_text_the_beginning_is_sent(tok):
    made = sent(compare("the cat " * 1_000, {"": tok}))
    assert made["count"] > 2_000 and made["tokens"][-1][1] <= 1_000
