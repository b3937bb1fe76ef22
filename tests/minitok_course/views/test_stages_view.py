"""The pipeline, stage by stage, seen."""

import re

import pytest
from parsed_html import captions, elements, reading

from minitok import Tokenizer
from minitok.models import WordPiece
from minitok.normalizers import BertNormalizer
from minitok.pre_tokenizers import BertPreTokenizer
from minitok.processors import TemplateProcessing
from minitok_course.views import StagesView

TWIN = """\
The pipeline, stage by stage
stage       parts  what it made of the text                           what changed
segments    2      Héllò␣ | [MASK]
normalized  2      hello␣ | [MASK]                                    Hé → he, ò → o.
words       2      hello | [MASK]                                     ␣ gone.
tokens      4      hel | ##l | ##o | [MASK]                           ## new (2 times).
template    6      [CLS] | hel | ##l | ##o | [MASK] | [SEP]           [CLS] new, [SEP] new."""


@pytest.fixture(scope="module")
def tok():
    tok = Tokenizer(
        WordPiece(
            {
                token: id
                for id, token in enumerate(["[UNK]", "hel", "##l", "##o", "##s", "?"])
            }
        )
    )
    tok.normalizer, tok.pre_tokenizer = BertNormalizer(), BertPreTokenizer()
    tok.add_special_tokens(["[CLS]", "[SEP]", "[MASK]"])
    tok.post_processor = TemplateProcessing(
        "[CLS] $A [SEP]", special_tokens=[("[CLS]", 6), ("[SEP]", 7)]
    )
    return tok


def rows(view, frame):
    """The chips of each row of a frame, with {new}, [replaced] and (removed) letters marked."""
    marks = {".mt-new": "{}", ".mt-next": "[]", "del": "()"}
    drawn = elements(view.frames[frame].body, "li.mt-row")
    return [[reading(face, marks) for face in elements(row, "bdi")] for row in drawn]


def test_the_text_twin_tells_what_each_stage_changed(tok):
    assert re.sub(" +", " ", str(StagesView(tok.stages("Héllò [MASK]")))) == re.sub(
        " +", " ", TWIN
    )


def test_captions_tell_what_there_is_and_what_changed(tok):
    assert captions(StagesView(tok.stages("Hello [MASK]"))) == [
        "The text, cut at added tokens: 2 parts.",
        "After the normalizer: 2 parts. H → h.",
        "After the pre-tokenizer: 1 word and 1 added token. ␣ gone.",
        "After the model: 4 tokens. ## new (2 times).",
        "After truncation, template and padding: 6 tokens. [CLS] new, [SEP] new.",
    ]


def test_a_bracket_is_no_letter_of_the_unknown_token(tok):
    view = StagesView(tok.stages("[hel]"))
    assert captions(view)[3].endswith("[ → [UNK], ] → [UNK].")
    assert rows(view, 3)[2:] == [["[[]", "hel", "[]]"], ["{[UNK]}", "hel", "{[UNK]}"]]


def test_what_truncation_cuts_off_is_underlined(tok):
    short = Tokenizer.from_dict(tok.to_dict())
    short.enable_truncation(3)
    tokens, template = rows(StagesView(short.stages("hello?")), 4)[3:]
    assert (tokens, template) == (
        ["hel", "[{##}][l]", "[{##}][o]", "[?]"],
        ["{[CLS]}", "hel", "{[SEP]}"],
    )


def test_each_part_knows_the_one_that_it_is_made_of(tok):
    drawn = elements(
        StagesView(tok.stages("hello? s"), text="hello? s").frames[4].body, ".mt-token"
    )
    named = {
        token.attributes["data-moves"]: token.attributes.get("data-from")
        for token in drawn
    }
    assert named["tokens 4"] == "words 2"
    assert named["template 0"] is None and named["template 1"] == "tokens 0"


def test_a_typed_text_goes_through_all_stages(tok):
    view = StagesView(tok.stages("s"))
    view.show(tok.stages("hel"))
    assert view.step == 4


def test_a_long_text_is_cut_and_says_what_it_does_not_show(tok):
    view = StagesView(tok.stages("Héllo? " * 200))
    assert "and 280 more" in reading(view.frames[2].body)
    assert captions(view)[1].endswith(
        "In a text as long as this, what changed is not marked."
    )
    assert len(view.trace) < 200_000 and len(view.still()) < 200_000
