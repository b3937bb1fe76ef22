"""What a model is fed, seen: template, padding, masks, windows."""

import pytest
from parsed_html import captions, reading, table_rows, texts

from minitok import Tokenizer
from minitok.models import WordLevel
from minitok.pre_tokenizers import WhitespaceSplit
from minitok.processors import TemplateProcessing
from minitok_course.views import TemplateView

WORDS = ["[UNK]", "[CLS]", "[SEP]", "[PAD]", "a", "pug", "hug"]
SINGLE, PAIR = "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1"

TWIN = """\
A template, filled in
window  input  token  id  text  type id  attention  special
0       1      [CLS]  1   –     0        1          1
0       1      a      4   A     0        1          0
0       1      [SEP]  2   –     0        1          1
0       1      pug    5   B     1        1          0
0       1      [SEP]  2   –     1        1          1
0       1      [PAD]  3   –     0        0          1"""


@pytest.fixture
def tok():
    tok = Tokenizer(WordLevel({word: id for id, word in enumerate(WORDS)}))
    tok.pre_tokenizer = WhitespaceSplit()
    tok.post_processor = TemplateProcessing(SINGLE, PAIR, [("[CLS]", 1), ("[SEP]", 2)])
    tok.enable_padding(pad_to_multiple_of=2)
    return tok


def rows(view, index):
    """The lines of a frame's tables, each cell as its text."""
    return [[cell.text for cell in row] for row in table_rows(view.frames[index].body)]


def test_the_text_twin_holds_every_list(tok):
    assert str(TemplateView(tok("a", "pug"))) == TWIN


def test_what_was_cut_off_is_in_windows_and_what_is_there_again_is_marked(tok):
    tok.enable_truncation(4, stride=1)
    view = TemplateView(tok("a pug hug a"))
    assert [row[1:] for index in range(3) for row in rows(view, index)[1:2]] == [
        ["[CLS]", "a", "pug", "[SEP]"],
        ["[CLS]", "pug", "hug", "[SEP]"],
        ["[CLS]", "hug", "a", "[SEP]"],
    ]
    assert texts(view.frames[1].body, ".mt-next") == ["pug"]
    assert captions(view)[1].startswith("Window 2 of 3: 4 tokens: ")
    assert captions(view)[1].endswith(
        " 1 stood in the window before, too: underlined here, pale above."
    )
    assert str(view).count("(again)") == 2


def test_long_inputs_and_large_batches_are_shown_in_part_and_counted(tok):
    body = reading(TemplateView([tok("a " * 500)] * 50).frames[0].body)
    assert "and 442 more tokens" in body and "and 44 more inputs" in body


def test_encodings_of_tokenizers_are_shown_as_well(tok):
    import tokenizers

    theirs = tokenizers.Tokenizer(
        tokenizers.models.WordLevel(
            {word: id for id, word in enumerate(WORDS)}, "[UNK]"
        )
    )
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    theirs.post_processor = tokenizers.processors.TemplateProcessing(
        SINGLE, PAIR, [("[CLS]", 1), ("[SEP]", 2)]
    )
    theirs.enable_padding(pad_id=3, pad_to_multiple_of=2)
    assert str(TemplateView(theirs.encode("a", "pug"))) == TWIN
