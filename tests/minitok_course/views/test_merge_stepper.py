"""BPE training, seen: two merges on three words, done by hand."""

import pytest
from parsed_html import elements, shown, texts

from minitok.steps import PairStep
from minitok_course.views import MergeStepper

STEPS = (
    PairStep(
        0, None, None, None, 0, 0.0,
        candidates=((("u", "g"), 20, 20.0), (("h", "u"), 15, 15.0), (("p", "u"), 5, 5.0)),
        words=((("h", "u", "g"), 10), (("p", "u", "g"), 5), (("h", "u", "g", "s"), 5)),
    ),
    PairStep(
        1, ("u", "g"), "ug", 5, 20, 20.0,
        candidates=((("h", "ug"), 15, 15.0), (("p", "ug"), 5, 5.0), (("ug", "s"), 5, 5.0)),
        words=((("h", "ug"), 10), (("p", "ug"), 5), (("h", "ug", "s"), 5)),
    ),
    PairStep(
        2, ("h", "ug"), "hug", 6, 15, 15.0,
        candidates=((("p", "ug"), 5, 5.0), (("hug", "s"), 5, 5.0)),
        words=((("hug",), 10), (("p", "ug"), 5), (("hug", "s"), 5)),
    ),
)  # fmt: skip

TWIN = """\
Learning merges, one pair at a time
step  merged  into  found  vocabulary  tokens  next  its count  words
0                          5           65      u g   20         10 × h u g   5 × p u g   5 × h u g s
1     u g     ug    20     6           45      h ug  15         10 × h ug   5 × p ug   5 × h ug s
2     h ug    hug   15     7           30      p ug  5          10 × hug   5 × p ug   5 × hug s"""


def test_the_text_twin_holds_the_whole_trace():
    assert str(MergeStepper(STEPS)) == TWIN


def test_a_caption_says_what_was_merged_and_what_comes_next():
    view = MergeStepper(STEPS)
    assert shown(view, 0).startswith(
        "Before any merge. Next: u g, the most frequent. |"
    )
    assert shown(view, 2).startswith(
        "Merge 2: h ug became hug, found 15 times. Next: p ug, one of the most frequent. |"
    )


@pytest.mark.parametrize(
    ("known", "tie", "rest"),
    [(19, "19 pairs", "and 9"), (20, "At least 20 pairs", "and at least 10")],
)
def test_how_many_tie_is_no_more_than_the_record_knows(known, tie, rest):
    candidates = tuple(((str(place), "x"), 1, 1.0) for place in range(known))
    bars = shown(MergeStepper([STEPS[0]._replace(candidates=candidates)]), 0)
    assert (
        f"tie {rest} more pairs {tie} tie: the one with the lowest ids comes next."
        in bars
    )


def test_a_pair_that_ties_with_the_winner_is_no_wrong_choice():
    choices = [
        elements(frame.body, "button.mt-pick") for frame in MergeStepper(STEPS).frames
    ]
    answers = [
        [choice.attributes["data-choice"] for choice in frame] for frame in choices
    ]
    assert answers == [
        ["right", "wrong", "wrong"],
        ["right", "wrong", "wrong"],
        ["right", "tie"],
    ]


def test_overlapping_pairs_are_marked_from_the_left():
    step = STEPS[0]._replace(
        words=((("a",) * 5, 1),), candidates=((("a", "a"), 4, 4.0),)
    )
    assert texts(MergeStepper([step]).frames[0].body, ".mt-next") == ["a a", "a a"]


def test_a_pair_whose_token_was_there_does_not_grow_the_vocabulary():
    again = STEPS[2]._replace(index=3, id=5)
    assert "7 in the vocabulary" in shown(MergeStepper([*STEPS, again]), 3)


def test_steps_without_detail_say_how_to_get_it():
    bare = [step._replace(words=(), candidates=()) for step in STEPS]
    assert "detail=True" in shown(MergeStepper(bare), 0)


def test_many_words_and_long_words_are_counted_where_they_are_cut():
    words = tuple((("a",) * 10_000, 1) for _ in range(50))
    view = MergeStepper([STEPS[0]._replace(words=words)])
    assert "and 9,984 more" in shown(view, 0)
    assert "and 38 more words" in shown(view, 0)
    assert len(view.trace) < 1_000_000
