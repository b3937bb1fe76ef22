"""Two trainings on one corpus, seen side by side: two merges of each, done by hand."""

import pytest
from parsed_html import reading

from minitok.steps import PairStep
from minitok_course.views import ScoreStepper
from minitok_course.views.score_stepper import divided

WORDS = ((("h", "##u", "##g"), 10), (("h", "##u", "##g", "##s"), 5))
BY_SCORE = (
    PairStep(
        0, None, None, None, 0, 0,
        candidates=((("##g", "##s"), 5, 5 / 75), (("##u", "##g"), 15, 15 / 225), (("h", "##u"), 15, 15 / 225)),
        words=WORDS,
    ),
    PairStep(
        1, ("##g", "##s"), "##gs", 4, 5, 5 / 75,
        candidates=((("##u", "##gs"), 5, 5 / 75), (("##u", "##g"), 10, 10 / 150), (("h", "##u"), 15, 15 / 225)),
        words=((("h", "##u", "##g"), 10), (("h", "##u", "##gs"), 5)),
    ),
)  # fmt: skip
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
BOTH = {"pmi": BY_SCORE, "frequency": BY_COUNT}

TWIN = """\
One corpus, two ways to choose a pair
step  chosen by  merged   into  vocabulary  tokens  next      its score
0     pmi                       4           50      ##g ##s   0.0667 (5×)  they part
0     frequency                 7           50      ##u ##g   15           they part
1     pmi        ##g ##s  ##gs  5           45      ##u ##gs  0.0667 (5×)
1     frequency  ##u ##g  ##ug  8           35      h ##ug    15
2     frequency  h ##ug   hug   9           20      hug ##s   5"""


def plain(pieces):
    return reading(pieces).replace("\u00a0", " ")


def shown(view, index):
    return plain(view.frames[index].body)


def captions(view):
    return [plain(frame.caption) for frame in view.frames]


def test_the_text_twin_holds_both_traces():
    assert str(ScoreStepper(BOTH)) == TWIN


def test_captions_tell_where_they_part_and_what_each_chooses():
    assert captions(ScoreStepper(BOTH)) == [
        "Before any merge: here they part. Next, pmi merges ##g ##s, and frequency merges ##u ##g.",
        "After 1 merge: they parted at merge 1. Next, pmi merges ##u ##gs, and frequency merges h ##ug.",
        "After 2 merges: they parted at merge 1. Next, pmi has nothing left to merge, and frequency merges hug ##s.",
    ]


def test_as_long_as_they_agree_nothing_is_said_of_parting():
    view = ScoreStepper({"one": BY_COUNT[:2], "other": BY_COUNT})
    assert "part" not in "".join(captions(view)) + shown(view, 1)
    assert (
        captions(view)[0]
        == "Before any merge. Next, one merges ##u ##g, and other merges ##u ##g."
    )
    assert shown(view, 2).count("the same") == 1


def test_a_score_that_the_words_do_not_give_is_shown_without_a_division():
    assert divided(("##g", "##s"), 5, 5 / 75, WORDS) == "5 ÷ (15 × 5) = <b>0.0667</b>"
    assert (
        divided(("##g", "##s"), 5, 0.05, WORDS)
        == divided(("x", "y"), 5, 0.05, WORDS)
        == ""
    )
    assert divided(("##g", "##s"), 5, 5, WORDS) == ""


def test_a_choice_that_is_not_shown_in_the_others_ranking_is_told_beneath_it():
    assert "##u ##gs is next by pmi, and not among these." in shown(
        ScoreStepper(BOTH), 1
    )


def test_of_many_merges_the_newest_are_shown_and_the_rest_counted():
    steps = [
        BY_COUNT[0],
        *(
            BY_COUNT[1]._replace(index=index, token=f"t{index}")
            for index in range(1, 13)
        ),
    ]
    merges = shown(ScoreStepper({"a": steps, "b": steps}), 12).partition(
        "Merges so far, the newest first"
    )[2]
    assert merges.startswith(" merge by a by b 12 ##u ##g → t12") and merges.endswith(
        " and 9 more before"
    )


def test_one_trace_without_a_name_is_refused_with_what_to_write():
    with pytest.raises(TypeError, match="two trainings by name"):
        ScoreStepper({"frequency": BY_COUNT})
