"""What every exercise declares holds: the solution is right, the stub is not started, each slip is told."""

from copy import copy

import pytest

from minitok_course import exercises
from minitok_course.exercises import check, exercise_names, hint, solution
from minitok_course.exercises.exercise import EXERCISES, Find, Write, changed
from minitok_course.exercises.judge import cases_of, expected_on, judge

WRITTEN = [name for name in exercise_names() if isinstance(EXERCISES[name], Write)]
LONG = (
    "You move on by `stride`",
    "If no candidate fits, `start`",
    "A piece that a segmentation uses twice",
    "You go through all",
    "The `##` becomes part of the word",
)  # slips that show on a word of 200 letters, or never end
SLIPS = [
    pytest.param(name, says, marks=pytest.mark.slow if says.startswith(LONG) else ())
    for name in WRITTEN
    for says in EXERCISES[name].slips
]


@pytest.mark.parametrize("name", exercise_names())
def test_the_solution_is_right_at_once_and_the_stub_is_not_started(name):
    verdict = check(name, solution(name).value)
    assert verdict and verdict.state == "right", verdict
    stub = {"__name__": "a learner's notebook"}
    exec(EXERCISES[name].stub, stub)
    for attempt in stub[EXERCISES[name].short], ...:
        assert judge(EXERCISES[name], attempt).state == "not started"
    if isinstance(EXERCISES[name], Find):
        return
    _, _, head = EXERCISES[name].stub.partition("def ")
    assert head.removesuffix("    return ...\n").rstrip() in solution(name).source
    assert "→" in stub[EXERCISES[name].short].__doc__


@pytest.mark.parametrize("name", WRITTEN)
def test_the_oracle_has_an_answer_to_each_case_and_to_many_others(name):
    exercise = EXERCISES[name]
    cases = [exercise.example, *exercise.cases]
    assert [case for case in cases if not exercise.valid(*case)] == []
    answers = [expected_on(exercise, case) for case in cases_of(exercise)]
    assert all(answers) and (len(answers) > 20 or not exercise.generate)


@pytest.mark.parametrize(("name", "says"), SLIPS)
def test_a_known_slip_is_told_by_its_sentence_with_a_case_on_which_it_fails(name, says):
    exercise = EXERCISES[name]
    for program in exercise.slips[says]:
        verdict = judge(exercise, program)
        assert verdict.state == "not yet" and verdict.sentence == says
        assert [step.alike for step in verdict.steps] == [True] * (
            len(verdict.steps) - 1
        ) + [False][: len(verdict.steps)]
        assert ("Step through it" in verdict._repr_html_()) == bool(verdict.steps)


@pytest.mark.parametrize(("name", "says"), SLIPS)
def test_a_slip_that_is_not_known_gets_no_other_slip_s_sentence(name, says):
    others = dict(EXERCISES[name].slips)
    programs = others.pop(says)
    exercise = copy(EXERCISES[name])
    exercise.slips = others
    for program in programs:
        verdict = judge(exercise, program)
        assert verdict.state == "not yet" and verdict.sentence not in others, verdict


@pytest.mark.parametrize("name", ["chats.template", "chats.marked"])
def test_a_known_slip_in_a_template_is_told_by_its_sentence(name):
    for says, changes in EXERCISES[name].known_slips.items():
        for change in changes:
            template = changed(EXERCISES[name].answer, change.replace(r"\n", "\n"))
            verdict = check(name, template)
            assert verdict.state == "not yet" and verdict.sentence == says


@pytest.mark.parametrize("name", exercise_names())
def test_hints_come_one_at_a_time(name):
    exercises.reset()
    count = len(EXERCISES[name].hints)
    assert count >= 3
    assert name not in WRITTEN or EXERCISES[name].remark is not Write.remark
    given = [hint(name) for _ in range(count + 1)]
    assert [one.number for one in given] == [*range(1, count + 1), count]
    assert "solution(" in str(given[-1]) and "solution(" not in str(given[0])
