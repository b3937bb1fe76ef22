"""Try an attempt on the cases of its exercise, and tell on which it fails."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from time import process_time
from typing import Any, NamedTuple

from .exercise import Args, Write
from .limits import SHORT
from .running import Outcome, run

GENERATED = 40
MOST_FAILURES = 12
MOST_PASSED = 24
SECONDS = 20  # of the processor, for an attempt so slow that nobody would wait for all cases

Passed = tuple[Args, Outcome]  # a case, and what is right on it


class Failure(NamedTuple):
    """A case, what is right on it, and what the attempt made of it. `later`: the same call before was right."""

    case: Args
    expected: Outcome
    got: Outcome
    later: bool = False


def cases_of(exercise: Write) -> Iterator[Args]:
    """The worked example, the cases that catch the usual slips, then generated ones."""
    yield exercise.example
    yield from exercise.cases
    if exercise.generate:
        for number in range(GENERATED):
            case = exercise.generate(Random(f"{exercise.name} {number}"))
            if exercise.valid(*case):
                yield case


def failures_of(exercise: Write, attempt: Any) -> Iterator[Failure]:
    """The cases on which an attempt fails; the search ends with one that never does."""
    found, deadline = 0, process_time() + SECONDS
    for number, case in enumerate(cases_of(exercise)):
        failure = tried_on(exercise, attempt, case)
        if failure is not None:
            found += 1
            yield failure
            if found == MOST_FAILURES or failure.got.endless:
                return
        if process_time() > deadline and (found or number > len(exercise.cases)):
            return


def tried_on(exercise: Write, attempt: Any, case: Args) -> Failure | None:
    """Try a case twice, since an attempt may keep something from call to call."""
    expected = expected_on(exercise, case)
    if expected is None:
        return None
    for later in (False, True):
        got = run(attempt, case, call=exercise.call)
        if not is_right(exercise, expected, got, case):
            return Failure(case, expected, got, later)
    return None


def expected_on(exercise: Write, case: Args) -> Outcome | None:
    """What is right: an answer, or a ValueError. On anything else the case is not what the exercise is about."""
    outcome = run(exercise.oracle or exercise.solution, case, call=exercise.call, seconds=10)
    if outcome.endless or outcome.changed or (outcome.raised and outcome.raised.type is not ValueError):
        return None
    return outcome


def is_right(exercise: Write, expected: Outcome, got: Outcome, case: Args) -> bool:
    if got.endless or got.changed or bool(expected.raised) != bool(got.raised):
        return False
    if expected.raised and got.raised:
        return issubclass(got.raised.type, ValueError)
    return exercise.same(expected.value, got.value, case)


def passed_by(exercise: Write, attempt: Any) -> Iterator[Passed]:
    """Cases on which the attempt is right, with its answers."""
    deadline = process_time() + SECONDS
    for case in islice(cases_of(exercise), MOST_PASSED):
        expected = expected_on(exercise, case)
        got = run(attempt, case, call=exercise.call, seconds=SHORT)
        if expected and is_right(exercise, expected, got, case):
            yield case, got
        if got.endless or process_time() > deadline:
            return
