"""Try an attempt on the cases of its exercise, and tell on which it fails."""

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any, NamedTuple

from .exercise import Args, Write
from .running import Outcome, run

GENERATED = 40
MOST_FAILURES = 12
LEAST = 24  # cases, of which those that are right tell slips apart
SECONDS = 20  # of the processor, for an attempt so slow that nobody would wait for all cases


class Tried(NamedTuple):
    """A case, what is right on it, and what the attempt made of it. `later`: the same call before was right."""

    case: Args
    expected: Outcome
    got: Outcome
    right: bool
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


def tried_on_all(exercise: Write, attempt: Any) -> Iterator[Tried]:
    """The cases with what the attempt makes of them, up to one that never ends, or to enough on which it fails."""
    failures, deadline = 0, process_time() + SECONDS
    for number, case in enumerate(cases_of(exercise)):
        if tried := tried_on(exercise, attempt, case):
            yield tried
            failures += not tried.right
            if tried.got.endless:
                return
        if failures >= MOST_FAILURES and number >= LEAST:
            return
        if process_time() > deadline and (failures or number > len(exercise.cases)):
            return


def tried_on(exercise: Write, attempt: Any, case: Args) -> Tried | None:
    """Try a case twice, since an attempt may keep something from call to call."""
    expected = expected_on(exercise, case)
    if expected is None:
        return None
    for later in (False, True):
        got = run(attempt, case, call=exercise.call)
        if not is_right(exercise, expected, got, case):
            return Tried(case, expected, got, False, later)
    return Tried(case, expected, got, True)


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
