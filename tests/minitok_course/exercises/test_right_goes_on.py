"""What `check` calls right, the later cells can use: answers of any type that is accepted, and any kind of function."""

import numpy
import pytest
from answer_shapes import kind_for, reshaped, swapped

from minitok_course import check
from minitok_course.exercises.exercise import EXERCISES, Write
from minitok_course.exercises.judge import answer_of, cases_of, judge

WRITTEN = [name for name, one in EXERCISES.items() if isinstance(one, Write)]
LISTS = [
    name
    for name in WRITTEN
    if str(EXERCISES[name].solution.__annotations__["return"]).startswith("list")
]


def listed(value):
    """Lists of lists."""
    return [*map(listed, value)] if isinstance(value, (list, tuple)) else value


def as_array(value):
    """One array of numpy for a list of numbers."""
    is_numbers = isinstance(value, list) and all(type(item) is int for item in value)
    return numpy.array(value, dtype=int) if is_numbers else value


@pytest.mark.parametrize("shape", [swapped, listed, as_array])
@pytest.mark.parametrize("name", WRITTEN)
def test_each_accepted_shape_is_handed_on_as_the_solution_s(name, shape):
    exercise = EXERCISES[name]
    verdict = judge(exercise, reshaped(exercise.solution, shape, kind_for(name)))
    assert verdict, verdict
    for case in cases_of(exercise):
        wanted = answer_of(exercise, exercise.solution, case)
        usable = answer_of(exercise, verdict.usable, case)
        assert (repr(usable.raw), usable.error) == (repr(wanted.raw), wanted.error)


@pytest.mark.parametrize("name", LISTS)
def test_what_can_be_read_only_once_is_told_with_the_cure(name):
    solution = EXERCISES[name].solution
    verdict = check(name, lambda *args: iter(solution(*args)))
    assert verdict.sentence.endswith(
        "which can be read only once: put `list(…)` around it."
    )

    def attempt(*args):
        yield from solution(*args)

    assert "in a list instead of `yield`" in check(name, attempt).sentence
