from parsed_html import parsed

from minitok.steps import DifferenceStep
from minitok_course.views import DifferenceStepper

STEPS = [
    DifferenceStep("before any merge", ("a", "b", "c"), ("a", "b", "c"), True),
    DifferenceStep("merge 1, `a b`", ("ab", "c"), ("a", "bc"), False),
]


def ringed(frame):
    """What is in the rings of a frame: of what is expected, and of yours."""
    return [
        node.text.split()
        for node in parsed("".join(frame.body)).below()
        if node.classes == ["mt-differs"]
    ]


def last(expected, yours):
    return DifferenceStepper(
        [STEPS[0], DifferenceStep("then", expected, yours, False)]
    ).frames[-1]


def test_what_differs_is_in_a_ring():
    view = DifferenceStepper(STEPS)
    before, here = view.frames
    assert view.step == 1
    assert (
        before.caption == ("The same so far: before any merge.",)
        and ringed(before) == []
    )
    assert here.caption == ("Here they part: merge 1, <code>a b</code>.",)
    assert (
        ringed(here) == [["ab", "c"], ["a", "bc"]] and here.tells and not before.tells
    )


def test_the_ring_is_around_no_more_than_what_differs():
    assert ringed(last(("x", "a", "b", "y"), ("x", "ab", "y"))) == [["a", "b"], ["ab"]]
    assert ringed(last(("a", "a"), ("a",))) == [["a"], ["nothing"]]


def test_what_is_no_list_of_tokens_is_told_in_words():
    frame = last(("a",), "IndexError: <list>")
    assert ringed(frame) == [["a"], ["IndexError:", "<list>"]]
    twin = str(
        DifferenceStepper([STEPS[0], DifferenceStep("then", "2", "None", False)])
    )
    assert twin.splitlines()[-1].split() == ["then", "2", "None", "they", "part"]


def test_of_a_long_answer_the_tokens_around_the_difference_are_shown():
    long = ("a",) * 10_000
    frame = last((*long, "b", *long), (*long, *long))
    assert len("".join(frame.body)) < 10_000 and "9,984 more before" in "".join(
        frame.body
    )
    assert ringed(frame) == [["b"], ["nothing"]]
