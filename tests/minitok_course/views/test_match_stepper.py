"""The longest match, look-up by look-up, seen."""

from parsed_html import captions, elements, reading, table_rows, texts

from minitok.steps import MatchStep
from minitok_course.views import MatchStepper

HUGS = (
    MatchStep(0, 4, "hugs", False),
    MatchStep(0, 3, "hug", True),
    MatchStep(3, 4, "##s", True),
)
HUGX = (*HUGS[:2], MatchStep(3, 4, "##x", False))

TWIN = """\
Looking for the longest token
step  characters  looked up  a token  tokens so far
0     0–4         hugs       no
1     0–3         hug        yes      hug
2     3–4         ##s        yes      hug ##s"""


def rows(view, index):
    """The lines of a frame's table under its window: each cell as its text, and how many characters it spans."""
    return [
        [(cell.columns, cell.text) for cell in row]
        for row in table_rows(view.frames[index].body)
    ][1:]


def window(view, index):
    """How many characters the cells of the window's line span: what is before it, the window, what is behind it."""
    return [cell.columns for cell in table_rows(view.frames[index].body)[0][1:]]


def test_the_text_twin_holds_every_look_up():
    assert str(MatchStepper(HUGS)) == TWIN


def test_captions_tell_what_was_looked_up_and_how_it_ends():
    assert captions(MatchStepper(HUGS)) == [
        "hugs is not a token.",
        "hug is a token. The next one begins after it.",
        "##s is a token, and the word ends with it: 2 tokens.",
    ]


def test_a_look_up_spans_its_characters_under_those_before_it():
    assert rows(MatchStepper(HUGS), 1) == [
        [(1, "word"), (1, "h"), (1, "u"), (1, "g"), (1, "s")],
        [(1, "tokens"), (3, "hug"), (1, "")],
        [(1, "✗ no token"), (4, "hugs")],
        [(1, "✓ a token"), (3, "hug"), (1, "")],
    ]


def test_the_window_gets_shorter_until_a_token_is_found_and_is_then_behind_it():
    view = MatchStepper(HUGS)
    assert [window(view, index) for index in range(3)] == [[4], [3, 1], [3, 1]]
    assert [len(elements(frame.body, ".mt-found")) for frame in view.frames] == [
        0,
        1,
        1,
    ]
    assert texts(view.frames[1].body, ".mt-outside") == ["s"]
    assert texts(view.frames[2].body, ".mt-new") == ["##s", "##s"]


def test_a_word_that_cannot_be_finished_is_unknown_as_a_whole():
    view = MatchStepper([HUGX[0]._replace(candidate="hugx"), *HUGX[1:]])
    assert captions(view)[-1].endswith(
        "nothing shorter is left: the word becomes one unknown token, whole."
    )
    assert rows(view, 2)[1] == [(1, "tokens"), (4, "hugx: unknown, whole")]
    assert str(view).splitlines()[-1].split()[-2:] == ["unknown,", "whole"]


def test_of_a_long_word_the_characters_around_the_cursor_are_shown():
    word = "a" * 99 + "b"
    steps = [
        MatchStep(0, 60, word[:60], True),
        *(MatchStep(60, end, f"##{word[60:end]}", False) for end in (100, 99)),
    ]
    view = MatchStepper([MatchStep(0, 100, word, False), *steps])
    assert [len(rows(view, index)[0]) for index in (0, 2)] == [41, 41]
    assert "Characters 0 to 40 of 100 are shown." in reading(view.frames[0].body)
    assert "Characters 55 to 95 of 100 are shown." in reading(view.frames[2].body)
    assert [span for span, _ in rows(view, 2)[1]] == [1, 5, 35]
