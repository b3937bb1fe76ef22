"""Try an attempt on the cases of its exercise, and shrink one on which it fails for as long as it fails."""

from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any, NamedTuple

from minitok_course.exercises.exercise import Args, Write
from minitok_course.exercises.running import Outcome, run

GENERATED = 40
MOST_FAILURES = 12
LEAST = 24  # cases; those that are right tell slips apart
MOST_SHRUNK = 40_000  # characters, of all the smaller cases that are tried
SECONDS = 20  # of processor time, for an attempt so slow that nobody would wait for all cases or all smaller ones


class Tried(NamedTuple):
    """A case, the right outcome, and the attempt's. `later`: the same call was right the first time."""

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
    """The cases with what the attempt makes of them, up to one that never ends, or to enough that fail."""
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
    """Try a case twice, since an attempt may keep something between calls."""
    expected = expected_on(exercise, case)
    if expected is None:
        return None
    for later in (False, True):
        got = run(attempt, case, call=exercise.call)
        if not is_right(exercise, expected, got, case):
            return Tried(case, expected, got, False, later)
    return Tried(case, expected, got, True)


def expected_on(exercise: Write, case: Args) -> Outcome | None:
    """The right outcome: an answer, or a ValueError. None if the exercise is not about this case."""
    outcome = run(
        exercise.oracle or exercise.solution, case, call=exercise.call, seconds=10
    )
    if (
        outcome.endless
        or outcome.changed
        or (outcome.raised and outcome.raised.type is not ValueError)
    ):
        return None
    return outcome


def is_right(exercise: Write, expected: Outcome, got: Outcome, case: Args) -> bool:
    if got.endless or got.changed or bool(expected.raised) != bool(got.raised):
        return False
    if expected.raised and got.raised:
        return issubclass(got.raised.type, ValueError)
    return exercise.same(expected.value, got.value, case)


def shrink(value: Any, fails: Callable[[Any], bool]) -> Any:
    """The smallest value that still fails, as far as dropping and simplifying parts one at a time gets.

    >>> shrink(("xxaxxbxx",), lambda args: "a" in args[0] and "b" in args[0])
    ('ab',)
    """
    deadline, tried = process_time() + SECONDS, 0
    shrinking = True
    while shrinking:
        shrinking = False
        for candidate in smaller(value):
            tried += size(candidate)
            if tried > MOST_SHRUNK or process_time() > deadline:
                return value
            if fails(candidate):
                value = candidate
                shrinking = True
                break
    return value


def size(value: Any) -> int:
    return len(repr(value))


def smaller(value: Any, depth: int = 0) -> Iterator[Any]:
    """Simpler values of the same kind, much simpler ones first.

    A tuple that is an argument may be a sequence. The case itself, and tuples inside others, are records, whose length
    stays.
    """
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield from (
            number for number in (1, 2, value // 2, value - 1) if 0 < number < value
        )
    elif isinstance(value, (str, bytes)):
        # In a list, an empty word is more puzzling.
        yield from (less for less in shorter(value) if less or depth < 2)
        if isinstance(value, str) and len(value) <= 40:
            yield from (
                value[:i] + "a" + value[i + 1 :]
                for i, char in enumerate(value)
                if "b" <= char <= "z"
            )
    elif type(value) in (list, tuple):
        if type(value) is list or depth == 1:
            yield from shorter(value)
        if depth == 0:
            yield from in_step(value)
        for i, part in enumerate(value[:40]):
            yield from (
                value[:i] + type(value)([less]) + value[i + 1 :]
                for less in smaller(part, depth + 1)
            )
    elif type(value) is set:
        yield from (value - {part} for part in sorted(value))
    elif type(value) is dict:
        yield from (
            {key: item for key, item in value.items() if key != gone} for gone in value
        )
        for key, item in value.items():
            yield from ({**value, key: less} for less in smaller(item, depth + 1))
            # An empty key is more puzzling.
            new = [less for less in smaller(key, 1) if less and less not in value]
            yield from (
                {less if one == key else one: value[one] for one in value}
                for less in new
            )


def in_step(case: Any) -> Iterator[Any]:
    """A case without the item at one place in all of its lists of equal length: labels and their offsets."""
    lengths = [len(part) for part in case if type(part) is list]
    for length in sorted(length for length in {*lengths} if lengths.count(length) > 1):
        for i in range(length):
            both = (type(part) is list and len(part) == length for part in case)
            yield type(case)(
                part[:i] + part[i + 1 :] if cut else part
                for part, cut in zip(case, both)
            )


def shorter(value: Any) -> Iterator[Any]:
    """A sequence without one of its halves, quarters, and so on down to single items."""
    length = len(value) // 2
    while length > 1:
        for start in range(0, len(value), length):
            yield value[:start] + value[start + length :]
        length //= 2
    for start in range(min(len(value), 200)):
        yield value[:start] + value[start + 1 :]
