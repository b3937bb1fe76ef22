"""Tokenizers of several libraries under each other."""

import io
from types import SimpleNamespace

import pytest
import sentencepiece
import tiktoken
import tokenizers
from parsed_html import elements, texts
from samples import byte_level, character_level, word_level

from minitok import Tokenizer, corpora
from minitok.models import Unigram
from minitok.patterns import CHAR_TO_BYTE
from minitok.pre_tokenizers import GPT4_PATTERN
from minitok.views import compare
from minitok.views.parts.readings import pieces, read

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
    ordinary = {bytes(map(CHAR_TO_BYTE.get, token)): id for token, id in tok.vocab.items() if token != "<|end|>"}
    return tiktoken.Encoding(
        "trial", pat_str=tok.pre_tokenizer.pattern, mergeable_ranks=ordinary, special_tokens={"<|end|>": 0}
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
    return b"".join(p.stands_for if isinstance(p.stands_for, bytes) else p.stands_for.encode() for p in found)


def row(view, name):
    return next(cells[1:] for cells in view.view.frames[0].rows if cells[0].split(" (")[0] == name)


def test_the_same_tokenizer_reads_alike_in_three_libraries(tok, theirs, ranks):
    ours = read(tok, TEXT)
    assert as_bytes(ours) == TEXT.encode()
    assert read(theirs, TEXT) == ours
    assert [(p.id, p.stands_for) for p in read(ranks, TEXT)] == [(p.id, p.stands_for) for p in ours]


def test_sentencepiece(pieces_of_sentences):
    found = read(pieces_of_sentences, "The é")
    assert [piece.id for piece in found] == pieces_of_sentences.encode("The é")
    assert [piece.stands_for for piece in found][-2:] == [b"\xc3", b"\xa9"]


class Transformer:
    """What the view uses of a tokenizer of transformers."""

    def __call__(self, text, return_offsets_mapping):
        return {"input_ids": [101, 7, 8, 102], "offset_mapping": [(0, 0), (0, 3), (3, 4), (0, 0)]}

    def convert_ids_to_tokens(self, ids):
        return ["[CLS]", "hug", "##S", "[SEP]"]


def test_transformers():
    assert [p.stands_for for p in read(Transformer(), "Hugs")] == ["[CLS]", "Hug", "s", "[SEP]"]


def test_other_tokenizers_are_taken_by_what_they_give():
    letters = SimpleNamespace(encode=lambda text: list(map(ord, text)), decode=lambda ids: "".join(map(chr, ids)))
    view = compare("a b", {"letters": letters, "words": str.split, "bytes": lambda text: [text.encode()]})
    assert row(view, "letters") == ("3", "1.0", "a | ␣ | b")
    assert row(view, "words") == ("2", "1.5", "a | b")
    assert row(view, "bytes") == ("1", "3.0", "a␣b")


def test_a_character_that_only_looks_like_a_byte_is_a_character():
    assert pieces("Ã", ["Ã"], [0], [(0, 1)])[0].stands_for == "Ã"
    assert pieces("é<0xC3>", ["é", "<0xC3>"], [0, 1], [(0, 1), (1, 7)])[1].stands_for == "<0xC3>"


def test_characters_that_a_normalizer_changed_are_shown_as_they_stand_in_the_text():
    assert [p.stands_for for p in pieces("ÉA", ["e", "a"], [0, 1], [(0, 1), (1, 2)])] == ["É", "A"]


def test_a_tokenizer_that_fails_has_a_sentence_in_its_row(tok):
    view = compare("a!", {"none": lambda text: None, "ours": tok, "quiet": lambda text: 1 / 0})
    assert "not iterable" in row(view, "none")[2] and "division by zero" in row(view, "quiet")[2]
    assert row(view, "ours")[0] == "2" and view.view.problem == ""


def test_rows_keep_their_order_and_colours_name_their_size_and_count(tok):
    view = compare("the cat", {"letters": list, "quiet": lambda text: 1 / 0, "words": str.split, "ours": tok})
    before = dict(view.view._hues)
    view.input.value = "a cat, the cat"
    assert [cells[0] for cells in view.view.frames[0].rows] == ["letters", "quiet", "words", "ours (500)"]
    assert before and before.items() <= view.view._hues.items()


def test_each_token_says_which_characters_it_covers(tok, theirs, ranks):
    for tokenizer in (tok, theirs, ranks):
        assert [piece.span for piece in read(tokenizer, "aé🍌<|end|>")][:2] == [(0, 1), (1, 2)]
        body = compare("é<|end|>", {"": tokenizer}).view.frames[0].body
        assert [node.attributes["data-span"] for node in elements(body, ".mt-token")] == ["0 1", "0 1", "1 8"]
    assert [piece.span for piece in read(str.split, "a b")] == [None, None]


def test_a_character_in_several_tokens_is_one_group(tok):
    (group,) = elements(compare("a🍌b", {"ours": tok}).view.frames[0].body, ".mt-shared")
    assert texts(group, ".mt-whole") == ["🍌"]
    assert texts(group, ".mt-broken") == ["f0", "9f", "8d", "8c"]


def test_a_cut_that_not_all_make_has_an_edge(tok):
    def marked(text, **tokenizers):
        body = compare(text, tokenizers).view.frames[0].body
        return texts(body, ".mt-cut code")

    halves = byte_level([STORIES], 500, pattern=GPT4_PATTERN)
    assert marked("Now 1234.", ours=tok, other=tok) == []
    assert marked("in 1234", gpt2=tok, gpt4=halves) == []  # before a space or after it, the cut is the same
    letters, words = character_level([STORIES]), word_level([STORIES])
    assert marked("the cat", letters=letters, words=words) == marked("the cat", words=words, letters=letters) != []
    assert marked("the cat", ours=tok) == []


def test_an_unknown_character_is_shown_as_unknown():
    assert [p.stands_for for p in pieces("a🍌", ["a", "[UNK]"], [5, 0], [(0, 1), (1, 2)])] == ["a", "[UNK]"]


def test_unigram_shows_what_is_unknown_to_it_as_unknown():
    unigram = Tokenizer(Unigram([("<unk>", 0.0), ("a", -1.0)], unk_id=0))
    assert [p.stands_for for p in read(unigram, "a🍌🍌")] == ["a", "<unk>"]


def test_nothing_to_compare_and_nothing_to_read(tok):
    assert "no tokenizers" in compare("a", {}).still()
    assert "no text yet" in compare("", {"ours": tok}).still()
