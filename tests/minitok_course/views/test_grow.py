"""A text, cut by as many merges as one likes."""

from copy import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsed_html import elements, texts

from minitok import Tokenizer
from minitok.models import BPE
from minitok.pre_tokenizers import ByteLevel, Metaspace
from minitok.trainers import BpeTrainer, WordPieceTrainer
from minitok_course import corpora
from minitok_course.views import Grow
from minitok_course.views.common.readings import to_bytes
from minitok_course.views.grow import cut, faces, forest

MERGES = [("u", "g"), ("h", "ug"), ("hug", "s")]
TWIN = """\
Watch a vocabulary grow
merges  tokens  cut here |
0       8       h | u | g | s | z | u | g | s
1       6       h | ug | s | z | ug | s
3       4       hugs | z | ug | s"""


def trained(pre_tokenizer, size=600):
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = pre_tokenizer
    tok.train_from_iterator([corpora.load("stories")], BpeTrainer(vocab_size=size))
    return tok


STORIES = trained(ByteLevel())


@pytest.mark.parametrize("pre_tokenizer", [ByteLevel(), ByteLevel(None)])
@given(
    text=st.text(
        st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("aehnt "))
    ),
    data=st.data(),
)
def test_a_cut_is_the_encoding_with_the_first_merges(pre_tokenizer, text, data):
    tok = copy(STORIES)
    tok.pre_tokenizer = pre_tokenizer
    merges = data.draw(st.integers(0, len(tok.model.merges)))
    nodes = forest(tok, "it", text)
    tok.model = BPE(tok.model.vocab, tok.model.merges[:merges])
    seen = faces(nodes, cut(nodes["nodes"], merges))
    assert seen == [*map(to_bytes, tok.tokenize(text))]


def test_a_node_comes_after_its_parts_which_are_older_and_side_by_side():
    for start, end, rank, left, right in (
        nodes := forest(STORIES, "it", corpora.load("essays"))["nodes"]
    ):
        if rank >= 0:
            one, other = nodes[left], nodes[right]
            assert (
                (start, end) == (one[0], other[1])
                and one[1] == other[0]
                and max(one[2], other[2]) < rank
            )


def test_the_text_twin_and_the_still_form():
    view = Grow(MERGES, "hugs zugs")
    assert str(view) == TWIN
    assert texts(view.still(), "code")[-4:] == ["hugs", "z", "ug", "s"]
    assert len(elements(view.still(), "code")) == 8 + 6 + 4


def test_several_texts_are_told_apart_by_what_they_cost_in_the_end():
    view = Grow(STORIES, {"English": "the end", "Greek": "τέλος"})
    assert str(view).endswith("Tokens after all merges: English 4, Greek 10.")
    assert view.shown == "English" and view.texts[0]["base"] == "bytes"


def test_a_text_of_the_learners_own_is_added_and_taken_away():
    view = Grow(MERGES, {"a": "hug", "b": "pug"})
    view.asked = "hugs"
    assert [text["name"] for text in view.texts] == [
        "a",
        "b",
        "yours",
    ] and view.shown == "yours"
    assert view.texts[2]["nodes"][-1] == (0, 4, 2, 5, 3)
    view.asked = ""
    assert [text["name"] for text in view.texts] == ["a", "b"] and view.shown == "a"


def test_what_a_text_is_made_of_is_all_of_it_even_where_the_model_gets_other_characters():
    assert Grow(MERGES, "hug  hugs\n").texts[0]["text"] == "hug  hugs"
    tok = trained(Metaspace(), 100)
    assert Grow(tok, "the cat").texts[0]["text"] == "▁the▁cat"


def test_a_text_that_has_no_bytes_is_refused_in_a_sentence_and_the_others_stay():
    view = Grow(STORIES, "\ud800")
    assert (
        view.problem.startswith("This text can't be shown: ")
        and view.texts[0]["nodes"] == []
    )
    view = Grow(STORIES, "the")
    view.asked = "\ud800"
    assert (
        view.problem.startswith("This text can't be shown: ")
        and view.shown == "the text"
    )
    view.asked = "a"
    assert (view.problem, view.shown) == ("", "yours")


def test_a_long_text_is_cut_short():
    assert Grow(MERGES, "hug " * 300).texts[0]["more"] == 200


def test_the_dot_stays_between_none_and_all():
    view = Grow(MERGES, "hug", merges=9)
    assert view.merges == 3
    view.merges = -1
    assert view.merges == 0


def test_what_has_no_merges_is_refused():
    word_piece = Tokenizer(WordPieceTrainer(vocab_size=9).train({"hug": 1}))
    with pytest.raises(
        TypeError,
        match="has no merges: give a tokenizer with a BPE, or a list of merges",
    ):
        Grow(word_piece, "hug")
