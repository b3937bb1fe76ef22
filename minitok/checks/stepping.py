"""What an attempt has on its way to a wrong answer, beside what is right there, up to where the two part."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from ..steps import DifferenceStep
from .comparing import same
from .exercise import Write
from .limits import SHORT
from .running import run
from .trying import Tried, expected_on, is_right
from .verdict import shown

MOST = 12
MISSING = object()

Compared = tuple[str, Any, Any, bool]


def steps_to(exercise: Write, attempt: Any, failure: Tried) -> tuple[DifferenceStep, ...]:
    """The last steps that end where the two part; none where that is the first one, or can't be told."""
    if not exercise.stages or failure.later or failure.got.changed or failure.got.endless:
        return ()
    steps = []
    for name, expected, yours, alike in _revealed(exercise, failure) or _called(exercise, attempt, failure):
        steps.append(DifferenceStep(name, face(expected), face(yours), alike))
        if not alike:
            return tuple(steps[-MOST:]) if len(steps) > 1 else ()
    return ()


def _revealed(exercise: Write, failure: Tried) -> list[Compared]:
    """The items of both answers, one more at each step."""
    both = failure.expected.value, failure.got.value
    if not isinstance(exercise.stages, str) or not all(type(answer) in (list, tuple) for answer in both):
        return []
    alike = [same(*items) for items in zip_longest(*both, fillvalue=MISSING)]
    if all(alike):
        return []
    end = alike.index(False) + 1
    numbers = range(max(end + 1 - MOST, 0), end + 1)
    names = [f"{exercise.stages} {n}" if n else f"before {exercise.stages} 1" for n in numbers]
    return [(name, both[0][:n], both[1][:n], n < end) for n, name in zip(numbers, names)]


def _called(exercise: Write, attempt: Any, failure: Tried) -> Iterator[Compared]:
    """What both programs give on the smaller cases that lead to this one."""
    if isinstance(exercise.stages, str):
        return
    for name, case in exercise.stages(*failure.case):
        expected = expected_on(exercise, case)
        got = run(attempt, case, call=exercise.call, seconds=SHORT)
        alike = expected and is_right(exercise, expected, got, case)
        if not expected or not (alike or bool(got.raised) == bool(failure.got.raised)):
            return  # another slip than the one that is told
        yield name, expected.shown, got.shown, bool(alike)


def face(value: Any) -> tuple[str, ...] | str:
    """The items of a sequence, each in a few words, or the value in words."""
    if type(value) in (list, tuple):
        return tuple(item if isinstance(item, str) else shown(item, 60) for item in value)
    return shown(value, 160)
