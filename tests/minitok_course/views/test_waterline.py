"""A text as a landscape: pools are tokens, and hills that never drown are the cuts."""

from copy import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsed_html import elements, texts

from minitok import Tokenizer
from minitok.models import BPE
from minitok.pre_tokenizers import ByteLevel, Metaspace, WhitespaceSplit
from minitok.trainers import BpeTrainer, WordPieceTrainer
from minitok_course import corpora
from minitok_course.views import Skylines, Waterline
from minitok_course.views.common.readings import to_bytes
from minitok_course.views.waterline import as_tokenizer, cut, land

MERGES = [("u", "g"), ("h", "ug"), ("hug", "s")]
TWIN = """\
Raise the water
merges  tokens  cut here |
0       8       h | u | g | s | z | u | g | s
1       6       h | ug | s | z | ug | s
3       4       hugs | z | ug | s"""

PRICES = """\
The price of a sentence
by hand
text   tokens  price  cut here |
whole  1       1.0×   hug
worse  4       4.0×   g | u | n | hugs
yours  3       3.0×   u | h | u"""


def trained(pre_tokenizer, size=600):
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = pre_tokenizer
    tok.train_from_iterator([corpora.load("stories")], BpeTrainer(vocab_size=size))
    return tok


STORIES = trained(ByteLevel())
ANY_TEXT = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("aehnt "))
)


def pools(tok, text, merges):
    """What each pool covers after this many merges."""
    read, base, words = land(tok, text)
    return dict(cut({"text": read, "base": base}, words, merges))[merges]


@pytest.mark.parametrize("pre_tokenizer", [ByteLevel(), ByteLevel(None)])
@given(text=ANY_TEXT, data=st.data())
def test_pools_are_the_encoding_with_the_first_merges(pre_tokenizer, text, data):
    tok = copy(STORIES)
    tok.pre_tokenizer = pre_tokenizer
    merges = data.draw(st.integers(0, len(tok.model.merges)))
    found = pools(tok, text, merges)
    tok.model = BPE(tok.model.vocab, tok.model.merges[:merges])
    assert found == [*map(to_bytes, tok.tokenize(text))]


@given(
    pairs=st.lists(
        st.tuples(*[st.text("abc", min_size=1, max_size=3)] * 2), max_size=9
    ),
    word=st.text("abc", min_size=1),
)
def test_merges_written_by_hand_may_rise_out_of_order(pairs, word):
    tok = as_tokenizer([*dict.fromkeys([*pairs, *zip("abc", "abc")])])
    first = copy(tok)
    for merges in range(len(tok.model.merges) + 1):
        first.model = BPE(tok.model.vocab, tok.model.merges[:merges])
        tokens = [token.encode() for token in first.tokenize(word)]
        assert pools(tok, word, merges) == tokens


def test_a_hill_is_as_high_as_the_highest_merge_on_the_way():
    _, _, [(start, hills)] = land(as_tokenizer([("ab", "c"), ("a", "b")]), "abcd")
    assert (start, hills) == (0, [(0, 2, 1, 1), (0, 3, 1, 0), (0, 4, 2, -1)])


def test_the_text_twin_and_the_still_form():
    view = Waterline("hugs zugs", MERGES)
    assert str(view) == TWIN
    cells = texts(view.still(), "td")
    assert cells[2::3] == [row.split("  ")[-1].strip() for row in TWIN.splitlines()[2:]]
    [drawing] = elements(view.still(), "img")
    assert drawing.attributes["alt"].startswith("The hills of the text")


def test_two_tokenizers_are_mirrored_if_they_read_the_same_characters():
    view = Waterline("the end", {"ours": STORIES, "by hand": MERGES})
    assert [side["size"] for side in view.sides] == [len(STORIES.model.merges), 3]
    assert "\nours\nmerges" in str(view) and "\nby hand\nmerges" in str(view)
    view.asked = "é"
    assert "read different characters" in view.problem and view.shown == "the text"
    with pytest.raises(ValueError, match="give one or two tokenizers, not 3"):
        Waterline("hug", dict.fromkeys("abc", MERGES))


def test_several_texts_have_their_prices_beside_them():
    view = Skylines({"whole": "hug", "worse": "gun hugs"}, {"by hand": MERGES})
    view.asked = "uhu"
    assert str(view) == PRICES
    assert len(elements(view.still(), "img")) == 3
    assert "2.0" in Skylines({"none": "", "a": "a", "two": "a b"}, MERGES).still()


def test_a_text_of_the_learners_own_is_added_and_taken_away():
    view = Waterline({"a": "hug", "b": "pug"}, MERGES)
    view.asked = "hugs"
    names = [text["name"] for text in view.texts]
    assert names == ["a", "b", "yours"] and view.shown == "yours"
    view.asked = ""
    assert len(view.texts) == 2 and view.shown == "a"


def test_what_a_text_is_made_of_is_all_of_it_even_where_the_model_gets_other_characters():
    assert Waterline("hug  hugs\n", MERGES).texts[0]["text"] == "hug  hugs"
    tok = trained(Metaspace(), 100)
    assert Waterline("the cat", tok).texts[0]["text"] == "▁the▁cat"


def test_what_no_merge_makes_is_one_token_and_dropped_spaces_are_none():
    tok = copy(STORIES)
    tok.add_special_tokens(["<|end|>"])
    assert pools(tok, "a<|end|>a", 0) == [b"a", b"<|end|>", b"a"]
    tok = trained(WhitespaceSplit(), 100)
    assert pools(tok, "a a", 0) == [b"a", b"a"]


def test_a_text_that_has_no_bytes_is_refused_in_a_sentence_and_the_others_stay():
    view = Waterline("\ud800", STORIES)
    assert view.problem.startswith("This text can't be shown: ")
    assert view.texts[0]["text"] == ""
    view = Waterline("the", STORIES)
    view.asked = "\ud800"
    assert view.problem and view.shown == "the text"
    view.asked = "a"
    assert (view.problem, view.shown) == ("", "yours")


def test_a_long_text_is_cut_short():
    assert Waterline("hug " * 300, MERGES).texts[0]["more"] == 200


def test_what_has_no_merges_is_refused():
    word_piece = Tokenizer(WordPieceTrainer(vocab_size=9).train({"hug": 1}))
    with pytest.raises(TypeError, match="has no merges: give a tokenizer with a BPE"):
        Waterline("hug", word_piece)
