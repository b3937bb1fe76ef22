"""The tokens of a text, seen."""

from parsed_html import elements, reading, texts

from minitok import Encoding
from minitok.steps import Token
from minitok_course.views import TokenStrip

TEXT = " hug <s>"
TOKENS = [Token(7, "Ġhug", (0, 4)), Token(3, "Ġ", (4, 5)), Token(0, "<s>", (5, 8))]

TWIN = """\
Tokens
token  id  start  end  covers  word
Ġhug   7   0      4    ␣hug
Ġ      3   4      5    ␣
<s>    0   5      8    <s>"""


def chips(view):
    """What stands on each chip, and beneath it."""
    return [
        (*texts(token, "bdi"), *texts(token, ".mt-id"))
        for token in elements(view.frames[0].body, ".mt-token")
    ]


def test_the_text_twin_names_every_token():
    assert str(TokenStrip(TOKENS, text=TEXT)) == TWIN


def test_a_chip_has_its_text_and_its_id():
    assert chips(TokenStrip(TOKENS, text=TEXT)) == [
        ("␣hug", "7"),
        ("␣", "3"),
        ("<s>", "0"),
    ]
    assert chips(TokenStrip(TOKENS)) == chips(TokenStrip(TOKENS, text=TEXT))
    assert chips(TokenStrip([Token(7, "Ġé", (0, 2))])) == [
        ("Ġé", "7")
    ]  # no byte-level token: é alone spells no text


def test_tokens_that_share_a_character_show_its_bytes():
    bytes_of_one = [
        Token(1, "ĠÃ", (0, 2)),
        Token(2, "©", (1, 2)),
        Token(3, "x", (2, 3)),
    ]
    view = TokenStrip(bytes_of_one, text=" éx")
    assert chips(view) == [("␣ c3", "1"), ("a9", "2"), ("x", "3")]
    assert [cells[-2] for cells in view.frames[0].rows] == ["␣ c3", "a9", "x"]
    assert "c3 (dashed) a part of a character" in view.legend


def test_tokens_of_one_word_touch_and_the_others_do_not():
    encoding = Encoding.of_text(
        [7, 3, 0], ["Ġhu", "g", "Ġs"], [(0, 3), (3, 4), (4, 6)], [0, 0, 1]
    )
    view = TokenStrip(encoding, text=" hug s")
    touching = elements(view.frames[0].body, ".mt-goes-on")
    assert [reading(token) for token in touching] == ["g 3"]
    assert view.frames[0].caption[1].startswith(" At a gap, the text was cut")
    assert [cells[-1] for cells in view.frames[0].rows] == ["0", "0", "1"]


def test_a_token_that_covers_nothing_shows_its_own_value():
    tokens = [
        Token(1, "[CLS]", (0, 0)),
        Token(2, "##hi", (0, 2)),
        Token(3, "[SEP]", (0, 0)),
    ]
    assert chips(TokenStrip(tokens, text="hi")) == [
        ("[CLS]", "1"),
        ("hi", "2"),
        ("[SEP]", "3"),
    ]


def test_an_unknown_word_is_what_the_model_sees_and_is_marked_in_the_text():
    view = TokenStrip([Token(3, "a", (0, 1)), Token(0, "[UNK]", (2, 6))], text="a mill")
    assert chips(view) == [("a", "3"), ("[UNK]", "0")]
    assert texts(elements(view.frames[0].body, ".mt-typed")[0], ".mt-unknown") == [
        "mill"
    ]
    assert view.frames[0].rows[1][4] == "mill"


def test_ten_thousand_tokens_are_cut_and_counted():
    view = TokenStrip(
        [Token(index, "a", (index, index + 1)) for index in range(10_000)],
        text="a" * 10_000,
    )
    assert "and 9,000 more tokens" in reading(view.frames[0].body)
    assert "10,000 tokens for 10,000 characters" in view.frames[0].caption[0]


def test_the_text_stands_under_its_tokens_in_their_spans():
    strip = TokenStrip(
        [
            Token(0, "h", (0, 1)),
            Token(1, "Ã", (3, 4)),
            Token(2, "©", (3, 4)),
            Token(3, "", (4, 4)),
        ],
        text="h, é!",
    )
    spans = elements(strip.frames[0].body, ".mt-typed span")
    assert [(span.attributes["data-span"], span.text) for span in spans] == [
        ("0 1", "h"),
        ("3 4", "é"),
    ]
    assert reading(elements(strip.frames[0].body, ".mt-typed")[0]) == "h, é!"
