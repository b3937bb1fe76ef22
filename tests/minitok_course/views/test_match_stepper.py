"""The longest match, token by token, seen."""

import re

from parsed_html import captions, elements, reading, table_rows, texts

from minitok.steps import MatchStep
from minitok_course.views import MatchStepper
from minitok_course.views.match_stepper import OPENING

HUGS = (
    MatchStep(0, 4, "hugs", False),
    MatchStep(0, 3, "hug", True),
    MatchStep(3, 4, "##s", True),
)
HUGX = (*HUGS[:2], MatchStep(3, 4, "##x", False))

TWIN = """\
Looking for the longest token
step  looked up  longest token  tokens so far
1     hugs hug   hug            hug
2     ##s        ##s            hug ##s"""


def rows(view, index):
    """The lines of a frame's table under its window: each cell as its text, and how many characters it spans."""
    return [
        [(cell.columns, cell.text) for cell in row]
        for row in table_rows(view.frames[index].body)
    ][1:]


def test_the_text_twin_holds_every_look_up():
    assert str(MatchStepper(HUGS)) == TWIN


def test_captions_ask_first_then_tell_how_many_look_ups_a_token_takes_and_how_the_word_ends():
    assert captions(MatchStepper(HUGS)) == [
        OPENING,
        "2 look-ups: hug is the longest token from the cursor on. The next one begins after it.",
        "1 look-up: ##s is the longest token from the cursor on. The word ends with it.",
    ]


def test_a_frame_has_all_look_ups_so_far_each_under_its_characters():
    view = MatchStepper(HUGS)
    assert texts(view.frames[0].body, ".mt-missed")[-1] == "h"
    assert texts(view.frames[1].body, ".mt-outside") == ["s"]
    assert elements(view.frames[1].body, ".mt-found")
    assert rows(view, 1) == [
        [(1, "word"), (1, "h"), (1, "u"), (1, "g"), (1, "s")],
        [(1, "tokens"), (3, "hug"), (1, "")],
        [(1, "✗ no token"), (4, "hugs")],
        [(1, "✓ a token"), (3, "hug"), (1, "")],
    ]
    assert texts(view.frames[2].body, ".mt-past")[1] == "hugs"


def test_look_ups_light_up_in_their_order_and_then_the_token():
    body = "".join(MatchStepper(HUGS).frames[1].body)
    turns = re.findall(r"--mt-late:([\d.]+)", body)
    assert turns == ["0.50", "0.00", "0.00", "0.50", "0.50"]


def test_a_word_that_cannot_be_finished_is_unknown_as_a_whole():
    view = MatchStepper([HUGX[0]._replace(candidate="hugx"), *HUGX[1:]])
    assert captions(view)[-1].endswith(
        "nothing shorter is left: the word becomes one unknown token, whole."
    )
    assert rows(view, 2)[1] == [(1, "tokens"), (4, "hugx: unknown, whole")]
    assert not elements(view.frames[2].body, ".mt-found")
    assert str(view).splitlines()[-1].split()[-2:] == ["unknown,", "whole"]


def test_of_a_long_word_the_characters_around_the_cursor_are_shown():
    word = "a" * 99 + "b"
    steps = [
        MatchStep(0, 60, word[:60], True),
        *(MatchStep(60, end, f"##{word[60:end]}", False) for end in (100, 99)),
    ]
    view = MatchStepper([MatchStep(0, 100, word, False), *steps])
    assert len(rows(view, 1)[0]) == 41
    assert "Characters 0 to 40 of 100 are shown." in reading(view.frames[1].body)
    assert "Characters 55 to 95 of 100 are shown." in reading(view.frames[2].body)
    assert [span for span, _ in rows(view, 2)[1]] == [1, 5, 35]
