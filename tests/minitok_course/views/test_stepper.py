"""What every view does: hold frames, send them, have a twin in text and a still form."""

import json

import pytest
from traitlets import TraitError

from minitok.steps import MergeStep, Token
from minitok_course.views import EncodeStepper, Frame, Stepper, TokenStrip
from minitok_course.views.common.stepper import pack


class Letters(Stepper):
    """A view of a text, a letter a frame."""

    heading = "Letters"
    columns = ("letter",)

    def draw(self, records, text):
        for letter in records:
            yield Frame((f"This is {letter}.",), ("<p>", letter, "</p>"), ((letter,),))


def sent(view):
    """The frames as the browser gets them, joined."""
    trace = json.loads(view.trace)
    return [
        "".join(trace["parts"][place] for place in body) for body in trace["bodies"]
    ]


def test_equal_pieces_are_sent_once():
    frames = [Frame(("x",), ("a", "b")), Frame(("x",), ("a", "c"))]
    places = {
        "bodies": [[0, 1], [0, 2]],
        "captions": [[3], [3]],
        "parts": ["a", "b", "c", "x"],
    }
    assert json.loads(pack(frames)) == places | {"start": 0}


def test_the_step_stays_inside_the_trace():
    view = Letters("abc")
    for wanted, got in [(2, 2), (99, 2), (-1, 0)]:
        view.step = wanted
        assert view.step == got
    with pytest.raises(TraitError):
        view.step = "two"


@pytest.mark.parametrize(("before", "after"), [(1, 0), (2, 3)])
def test_new_records_start_at_the_first_frame_or_for_a_view_left_at_its_end_at_the_last(
    before, after
):
    view = Letters("abc")
    view.step = before
    view.show("wxyz")
    assert view.step == json.loads(view.trace)["start"] == after


def test_records_that_fail_leave_the_view_as_it_was():
    def failing():
        yield "x"
        raise ValueError("no more")

    view = Letters("abc")
    before = view.trace
    with pytest.raises(ValueError, match="no more"):
        view.show(failing())
    assert view.trace == before
    assert str(view) == "Letters\nletter\na\nb\nc"


def test_an_empty_trace_is_a_sentence():
    view = Letters("")
    assert str(view) == "Letters\nThere are no steps to show."
    assert "There are no steps to show." in view.still()
    assert sent(view) == [""]


def test_an_endless_trace_is_cut_and_says_so():
    view = Letters("a" for _ in iter(int, 1))
    assert len(view.frames) == 2000
    assert str(view).endswith("\nOnly the first 2,000 steps are shown.")
    assert view.still().endswith(
        "This is a. Only the first 2,000 steps are shown.</p><p>a</p></div></div>"
    )


@pytest.mark.parametrize("count", [1, 2, 13])
def test_the_still_form_has_the_first_the_last_and_at_most_ten_between(count):
    still = Letters("a" * (count - 1) + "z").still()
    assert still.count("<p>a</p>") == min(count, 12) - 1
    assert still.endswith("<p>z</p></div></div>")
    if count > 1:
        assert f"<b>Step 0 of {count - 1}.</b>" in still
        assert f"<b>Step {count - 1} of {count - 1}.</b>" in still


def test_the_front_end_uses_no_network():
    for source in str(Letters._esm), str(Letters._css):
        assert "http" not in source.replace("http://www.w3.org/2000/svg", "")
        assert (
            "import" not in source.replace("!important", "")
            and "@font-face" not in source
        )


def test_a_legend_names_what_stands_for_the_invisible_in_this_trace_alone():
    assert TokenStrip([Token(0, " a\n", (0, 3))]).legend == "␣ a space · ⏎ a line break"
    assert Letters("a").legend == ""


BYTES = "a byte of a character, in byte-level BPE"


@pytest.mark.parametrize("typed", ["C:\\new NÃO", "łódź é ĉu"])
def test_a_legend_does_not_explain_what_was_typed(typed):
    views = (
        EncodeStepper([MergeStep((*typed, typed), None, None)]),
        TokenStrip([Token(0, typed, (0, 9))], text=typed),
    )
    for view in views:
        assert view.legend in ("", "␣ a space")


@pytest.mark.parametrize(
    ("spelled", "meaning"),
    [
        ("ĠâĤ¬5", f"Ġ a space, in byte-level BPE · â {BYTES}"),
        ("cafÃ©", f"Ã {BYTES}"),
        ("\x85", "\\ a character that can't be seen, as an escape"),
    ],
)
def test_a_legend_explains_bytes_by_a_sign_that_is_there(spelled, meaning):
    assert EncodeStepper([MergeStep((spelled,), None, None)]).legend == meaning
    assert EncodeStepper([MergeStep(tuple(spelled), None, None)]).legend == meaning
