"""The offset microscope."""

import pytest
from parsed_html import captions, reading, table_rows

from minitok import Tokenizer
from minitok.models import BPE, WordPiece
from minitok.normalizers import NFD, NFKC, Sequence, StripAccents
from minitok.pre_tokenizers import BertPreTokenizer, ByteLevel
from minitok.processors import TemplateProcessing
from minitok.trainers import BpeTrainer
from minitok_course.views import OffsetsView

TWIN = """\
What a token covers
token  id   start  end  covers  code points    bytes
Ġc     256  0      2    ␣c      U+0020 U+0063  20 63
Ã      127  2      3    é       U+00E9         c3
©      102  2      3    é       U+00E9         a9"""


@pytest.fixture(scope="module")
def byte_level():
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = ByteLevel()
    tok.train_from_iterator([" c c c"], BpeTrainer(vocab_size=257))
    return tok


@pytest.fixture(scope="module")
def bert_like():
    tokens = ["[UNK]", "[CLS]", "[SEP]", "f", "e", *(f"##{char}" for char in "ien")]
    tok = Tokenizer(WordPiece({token: id for id, token in enumerate(tokens)}))
    tok.normalizer, tok.pre_tokenizer = (
        Sequence([NFKC(), NFD(), StripAccents()]),
        BertPreTokenizer(),
    )
    ids = [("[CLS]", 1), ("[SEP]", 2)]
    tok.post_processor = TemplateProcessing(
        "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", ids
    )
    return tok


def table(view, frame):
    """The lines of a frame by their heads; {lit}, [underlined], and how many columns a cell has if more than one."""
    found = []
    for head, *cells in table_rows(view.frames[frame].body):
        shown = [
            (reading(cell, {".mt-next": "[]", ".mt-new": "{}"}), cell.columns)
            for cell in cells
            if cell.text
        ]
        if shown:  # not the brackets
            found.append(
                (
                    head.text,
                    [
                        text if columns == 1 else f"{text}{columns}"
                        for text, columns in shown
                    ],
                )
            )
    return found


def test_the_text_twin_tells_what_each_token_covers(byte_level):
    assert str(OffsetsView(byte_level(" cé"), text=" cé")) == TWIN


def test_a_token_that_cuts_what_one_sees_in_two_is_told(byte_level):
    text = "e\u0301"
    view = OffsetsView(byte_level(text), text=text)
    assert (
        captions(view)[0]
        == "Token 0, e, id 68, covers e, at (0, 1): 1 code point, 1 byte. It cuts e\u0301 in two."
    )
    assert table(view, 0)[0] == ("seen", ["[e\u0301]3"])
    assert view.step == 1


def test_tokens_that_share_a_whole_character_stand_in_lines_of_their_own(bert_like):
    view = OffsetsView(bert_like("ﬁne"), text="ﬁne")
    cells = ["[CLS]3", "{f}3", "n", "e", "[SEP]3"]
    assert table(view, 1)[2:] == [("tokens", cells), ("", ["##i3"])]
    assert captions(view)[2].endswith("covers ﬁ, at (0, 1): 1 code point, 3 bytes.")


def test_tokens_of_no_text_and_of_a_second_text_are_told_apart(bert_like):
    told = captions(OffsetsView(bert_like("f", "e"), text="f"))
    assert (
        told[0]
        == "Token 0, [CLS], id 1, is of no text: the template or the padding put it there."
    )
    assert (
        told[3] == "Token 3, e, id 4, is of the second text, which is not shown here."
    )
    assert str(table(OffsetsView(bert_like("f"), text="f"), 0)[2]) == (
        "('tokens', ['{[CLS]}3', 'f', '[SEP]3'])"
    )


def test_of_a_long_text_the_characters_around_the_token_are_shown(byte_level):
    text = "c é" * 40
    view = OffsetsView(byte_level(text), text=text)
    assert "Characters 0 to 18 of 120 are shown." in reading(view.frames[0].body)
    assert "{" in str(table(view, 100)) and "data-scrolls" in "".join(
        view.frames[100].body
    )


def test_the_window_ends_at_the_edges_of_tokens():
    tok = Tokenizer(WordPiece({"[UNK]": 0, "fein": 1}))
    tok.pre_tokenizer = BertPreTokenizer()
    text = "fein fein " * 9
    view = OffsetsView(tok(text), text=text)
    for place in range(len(view.frames)):
        cells = table(view, place)[-1][1]
        assert {cell.strip("{}4") for cell in cells} == {"fein"}
        assert all(cell.endswith("4") for cell in cells)


def test_the_text_is_asked_for_where_it_is_missing(byte_level):
    assert "needs the text" in str(OffsetsView(byte_level("c")))
