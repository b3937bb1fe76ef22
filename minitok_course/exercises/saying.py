"""Say in one sentence what is wrong with an attempt, and show the steps up to where it goes wrong."""

import re
from inspect import signature
from typing import Any

from minitok.steps import DifferenceStep
from minitok_course.exercises.comparing import misfit
from minitok_course.exercises.exercise import Args, Program, Write
from minitok_course.exercises.limits import SHORT
from minitok_course.exercises.running import Outcome, run
from minitok_course.exercises.source import ends_in_the_first_round
from minitok_course.exercises.trying import Tried, expected_on, is_right
from minitok_course.exercises.verdict import format_short

MOST_STEPS = 12
KEEPS = (
    "Called twice with the same arguments, it answers differently: it keeps something between the calls, or leaves "
    "the answer to chance."
)


def sentence_on(
    exercise: Write,
    attempt: Any,
    unspoiled: Any,
    failure: Tried,
    failures: list[Tried],
    passed: list[Tried],
) -> str:
    """What went wrong with the call itself, or the known slip, or what the answer shows.

    `unspoiled` is the attempt as it was before its first call, `failure` the smallest of the failures, `passed` the
    cases on which the attempt is right.
    """
    got = failure.got
    if failure.later or not _again(exercise, unspoiled, failure):
        return KEEPS
    if isinstance(got.value, BaseException) or _is_exception_type(got.value):
        return f"It returns {_a(got.value)}: an exception is raised, with `raise` for `return`."
    if not (got.endless or got.raised or got.changed) and ends_in_the_first_round(
        attempt
    ):
        return "A `return` is inside the loop, so the loop ends in its first round: is it indented too far?"
    return (
        _on_a_known_slip(
            exercise,
            failure,
            [one for one in failures if one.got.endless == got.endless],
            passed,
        )
        or _on_the_call(failure)
        or _on_none(exercise, failure, failures)
        or _on_a_type(failure)
        or run(
            lambda: exercise.remark(failure.expected.value, got.value, failure.case), ()
        ).value
        or _on_the_answer(failure, failures, passed)
    )


def _again(exercise: Write, attempt: Any, failure: Tried) -> bool:
    if failure.got.endless:
        return True
    again = run(attempt, failure.case, call=exercise.call)
    return again.like(failure.got) or format_short(again.result) == format_short(
        failure.got.result
    )


def _on_a_known_slip(
    exercise: Write, failure: Tried, failures: list[Tried], passed: list[Tried]
) -> str | None:
    """The wrong program most like the attempt: on this case, on nearly all others where it fails, where it is right."""

    def is_like(program: Program, case: Args, got: Outcome) -> bool:
        return run(program, case, call=exercise.call, seconds=SHORT).like(got)

    likest, most = None, 0.9 * len(failures)
    for says, programs in exercise.slips.items():
        for program in programs:
            if is_like(program, failure.case, failure.got):
                alike = sum(
                    is_like(program, other.case, other.got) for other in failures
                )
                if alike >= most and all(
                    is_like(program, one.case, one.got) for one in passed
                ):
                    likest, most = says, alike + 1
    return likest


def _on_the_call(failure: Tried) -> str | None:
    got, wanted = failure.got, failure.expected.raised
    if got.endless:
        return "It was stopped: on this case it never ends, or takes far too long or too much memory."
    if got.raised and wanted and not issubclass(got.raised.type, ValueError):
        return (
            f"It should raise ValueError here, and raises {got.raised.type.__name__}."
        )
    if got.raised and not wanted:
        return (
            f"It raises {got.raised}, {got.raised.where}."
            if got.raised.where
            else f"It raises {got.raised}."
        )
    if got.changed:
        return "It changes its arguments: work on a copy, since the caller still needs them as they were."
    if wanted:
        return f"It should raise ValueError here, and gives {'an answer' if got.value is not None else 'None'} instead."
    return None


def _on_none(exercise: Write, failure: Tried, failures: list[Tried]) -> str | None:
    if failure.got.value is not None:
        return None
    annotation = str(signature(exercise.solution).return_annotation)
    gives = "yield" if "Iterator" in annotation else "return"
    if any(one.got.printed for one in [failure, *failures] if one.got.value is None):
        return f"It prints something and gives None: `print` only shows an answer, `{gives}` gives it."
    if "None" in annotation:
        return "It gives None here, and there is an answer."
    return f"It gives None here: is there a `{gives}` on every path?"


def _on_a_type(failure: Tried) -> str | None:
    mismatch = misfit(failure.expected.value, failure.got.value)
    if mismatch is None:
        return None
    wanted, got = mismatch
    place = "here" if got is failure.got.value else "in this place"
    value = "" if got is None else f": {format_short(got, 40)}"
    return f"It gives {_a(got)} {place}, and should give {_a(wanted)}{value}."


def _on_the_answer(failure: Tried, failures: list[Tried], passed: list[Tried]) -> str:
    first, *others = [one.got for one in [*failures, *passed]]
    if len(failures) > 2 and all(map(first.like, others)):
        return "It gives the same answer on every case: which line makes it depend on the case, and is it reached?"
    wanted, got = failure.expected.value, failure.got.value
    if (
        isinstance(wanted, list)
        and isinstance(got, list)
        and sorted(map(format_short, wanted)) == sorted(map(format_short, got))
    ):
        return "These are the right parts, in another order."
    return "It gives a wrong answer on this case."


def of_another_kind(value: Any, asked: str) -> str:
    """`This is a tuple of a str and a str. Asked for: a pair (merges, word).`"""
    parts = value if isinstance(value, (list, tuple)) and len(value) < 4 else ()
    contents = f" of {' and '.join(map(_a, parts))}" if parts else ""
    head = re.split("(?<!'): |[.] |, such as|, and that|, so that", asked)[0]
    first = head[0] if head[1:2].isupper() else head[0].lower()  # GPT-2
    return f"This is {_a(value)}{contents}. Asked for: {first}{head[1:].rstrip('.')}."


def _is_exception_type(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def _a(value: Any) -> str:
    if value is None or _is_exception_type(value):
        return format_short(value)
    kind = type(value).__name__ or "value"
    return f"an {kind}" if kind[0] in "aeiouAEIO" else f"a {kind}"


def steps_to(
    exercise: Write, attempt: Any, failure: Tried
) -> tuple[DifferenceStep, ...]:
    """What an attempt gives on smaller cases, beside what is right, up to where they differ, if not at once."""
    if (
        exercise.stages is None
        or failure.later
        or failure.got.changed
        or failure.got.endless
    ):
        return ()
    steps: list[DifferenceStep] = []
    for name, case in exercise.stages(*failure.case):
        expected = expected_on(exercise, case)
        got = run(attempt, case, call=exercise.call, seconds=SHORT)
        alike = expected is not None and is_right(exercise, expected, got, case)
        if expected is None or not (
            alike or bool(got.raised) == bool(failure.got.raised)
        ):
            break  # a different slip
        steps.append(
            DifferenceStep(name, face(expected.result), face(got.result), alike)
        )
        if not alike:
            return tuple(steps[-MOST_STEPS:]) if len(steps) > 1 else ()
    return ()


def face(value: Any) -> tuple[str, ...] | str:
    """The items of a sequence, each in a few words, or the value in a few words."""
    if type(value) in (list, tuple):
        return tuple(
            item if isinstance(item, str) else format_short(item, 60) for item in value
        )
    return format_short(value, 160)
