"""Two trainings on one corpus, seen side by side."""

import pytest
from parsed_html import reading

from minitok.steps import PairStep
from minitok_course.views import ScoreStepper
from minitok_course.views.score_stepper import divided

WORDS = ((("h", "##u", "##g"), 10), (("h", "##u", "##g", "##s"), 5))
BY_COUNT = (
    PairStep(
        0, None, None, None, 0, 0,
        candidates=((("##u", "##g"), 15, 15), (("h", "##u"), 15, 15), (("##g", "##s"), 5, 5)),
        words=WORDS,
    ),
    PairStep(
        1, ("##u", "##g"), "##ug", 7, 15, 15,
        candidates=((("h", "##ug"), 15, 15), (("##ug", "##s"), 5, 5)),
        words=((("h", "##ug"), 10), (("h", "##ug", "##s"), 5)),
    ),
    PairStep(
        2, ("h", "##ug"), "hug", 8, 15, 15,
        candidates=((("hug", "##s"), 5, 5),),
        words=((("hug",), 10), (("hug", "##s"), 5)),
    ),
)  # fmt: skip


def plain(pieces):
    return reading(pieces).replace("\u00a0", " ")


def shown(view, index):
    return plain(view.frames[index].body)


def captions(view):
    return [plain(frame.caption) for frame in view.frames]


def test_as_long_as_they_agree_nothing_is_said_of_parting():
    view = ScoreStepper({"one": BY_COUNT[:2], "other": BY_COUNT})
    assert "part" not in "".join(captions(view)) + shown(view, 1)
    assert (
        captions(view)[0]
        == "Before any merge. Next, one merges ##u ##g, and other merges ##u ##g."
    )
    assert shown(view, 2).endswith(
        "Made by one 1  ##u ##g → ##ug Made by other 1  ##u ##g → ##ug 2  h ##ug → hug"
    )


def test_a_score_that_the_words_do_not_give_is_shown_without_a_division():
    assert divided(("##g", "##s"), 5, 5 / 75, WORDS).endswith(
        "5 ÷ (15 × 5) =</span> <b>0.0667</b>"
    )
    assert (
        divided(("##g", "##s"), 5, 0.05, WORDS)
        == divided(("x", "y"), 5, 0.05, WORDS)
        == ""
    )
    assert divided(("##g", "##s"), 5, 5, WORDS) == ""


def test_of_many_merges_the_newest_are_shown_and_at_the_end_the_rest_are_counted():
    steps = [
        BY_COUNT[0],
        *(
            BY_COUNT[1]._replace(index=index, token=f"t{index}")
            for index in range(1, 13)
        ),
    ]
    merges = shown(ScoreStepper({"a": steps, "b": steps}), 12).partition("Made by b")[2]
    assert merges == " 10  ##u ##g → t10 11  ##u ##g → t11 12  ##u ##g → t12"
    steps[-1] = steps[-1]._replace(candidates=())
    end = ScoreStepper({"a": steps, "b": steps}).frames[12].body
    assert (
        plain(end).endswith("and 2 more merges") and "".join(end).count("<path") == 10
    )


def test_one_trace_without_a_name_is_refused_with_what_to_write():
    with pytest.raises(TypeError, match="two trainings by name"):
        ScoreStepper({"frequency": BY_COUNT})
