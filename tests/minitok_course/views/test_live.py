"""A view that follows what is typed."""

import ipywidgets

from minitok.steps import MergeStep
from minitok_course.views import EncodeStepper, Live


def letters(text):
    if "!" in text:
        raise ValueError("no exclamation marks: take yours out")
    return [MergeStep(tuple(text), None, None)]


def test_an_error_is_a_sentence_and_the_last_frames_stay():
    live = Live(EncodeStepper, letters, "hug")
    live.input.value = "hug!"
    assert (
        live.view.problem
        == "This text can't be shown: no exclamation marks: take yours out"
    )
    assert "no exclamation marks: take yours out" in live.still()
    assert str(live).splitlines()[2:] == [
        live.view.problem,
        "step  rank  merged  symbols",
        "0                   h u g",
    ]
    live.input.value = "pug"
    assert live.view.problem == ""


def test_an_error_at_the_start_leaves_an_empty_view_and_one_without_a_message_has_its_name():
    live = Live(EncodeStepper, lambda text: next(iter(())), "x")
    assert live.view.problem == "This text can't be shown: StopIteration"
    assert "There are no steps to show." in live.still()


def test_the_box_has_its_label_and_its_lines():
    assert isinstance(Live(EncodeStepper, letters).input, ipywidgets.Text)
    many = Live(EncodeStepper, letters, label="Text to train on", lines=5).input
    assert isinstance(many, ipywidgets.Textarea)
    assert (many.rows, many.description) == (5, "Text to train on")
