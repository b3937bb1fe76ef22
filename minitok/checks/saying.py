"""Say in one sentence what is wrong with an attempt: the slip, where it is a known one."""

from inspect import signature
from itertools import chain
from typing import Any

from .comparing import misfit
from .exercise import Args, Slip, Write
from .running import Outcome, Raised, run
from .source import ends_in_the_first_round
from .trying import SECONDS_FOR_A_SLIP, Failure, Passed, passed_by
from .verdict import shown


def sentence_on(exercise: Write, attempt: Any, unspoiled: Any, failure: Failure, failures: list[Failure]) -> str:
    """One sentence that names the slip, where it is a known one."""
    got = failure.got
    if isinstance(got.value, BaseException):
        return f"It returns {_a(got.value)}: an exception is raised, with `raise` for `return`."
    if isinstance(got.value, type) and issubclass(got.value, BaseException):
        return f"It returns {got.value.__name__}: an exception is raised, with `raise` for `return`."
    if failure.later or not _again(exercise, unspoiled, failure):
        return (
            "Called twice with the same arguments, it answers differently: it keeps something between the calls, or "
            "leaves the answer to chance."
        )
    if not (got.endless or got.raised or got.changed) and ends_in_the_first_round(attempt):
        return "A `return` is inside the loop, so the loop ends in its first round: is it indented too far?"
    passed = [] if got.endless else list(passed_by(exercise, attempt))
    slip = _known_slip(exercise, failure, failures, passed)
    if slip:
        return slip.says
    if got.endless:
        return "It was stopped after a second: on this case it never ends, or takes far too long."
    if got.raised and not (failure.expected.raised and issubclass(got.raised.type, ValueError)):
        if failure.expected.raised:
            return f"It should raise ValueError here, and raises {got.raised.type.__name__}."
        return f"It raises {got.raised}{', ' * bool(got.raised.where)}{got.raised.where}."
    if got.changed:
        return "It changes its arguments: work on a copy, since the caller still needs them as they were."
    if isinstance(failure.expected.raised, Raised):
        return f"It should raise ValueError here, and gives {'None' if got.value is None else 'an answer'} instead."
    wanted, annotation = failure.expected.value, str(signature(exercise.solution).return_annotation)
    gives = "yield" if "Iterator" in annotation else "return"
    if got.value is None and any(one.got.printed for one in [failure, *failures] if one.got.value is None):
        return f"It prints something and gives None: `print` only shows an answer, `{gives}` gives it."
    if got.value is None and "None" in annotation:
        return "It gives None here, and there is an answer."
    if got.value is None:
        return f"It gives None here: is there a `{gives}` on every path?"
    found = misfit(wanted, got.value)
    if found is None:
        if len(failures) > 2 and _is_constant(failures, passed):
            return "It gives the same answer on every case: which line makes it depend on the case, and is it reached?"
        if _in_another_order(wanted, got.value):
            return "These are the right parts, in another order."
        return "It gives a wrong answer on this case."
    place = "here" if found[1] is got.value else "in this place"
    given = "" if found[1] is None else f": {shown(found[1], 40)}"
    return f"It gives {_a(found[1])} {place}, and should give {_a(found[0])}{given}."


def _again(exercise: Write, attempt: Any, failure: Failure) -> bool:
    """Whether an attempt gives the same as before, as far as that can be seen."""
    got = failure.got
    again = run(attempt, failure.case, call=exercise.call)
    return got.endless or again.like(got) or shown(again.shown) == shown(got.shown)


def _in_another_order(wanted: Any, got: Any) -> bool:
    both = [sorted(map(shown, value)) if isinstance(value, list) else [] for value in (wanted, got)]
    return len(both[0]) > 1 and both[0] == both[1]


def _a(value: Any) -> str:
    """`a float`, `an int`, None."""
    kind = type(value).__name__
    return "None" if value is None else f"{'an' if kind[0] in 'aeiouAEIO' else 'a'} {kind}"


def _known_slip(exercise: Write, failure: Failure, failures: list[Failure], passed: list[Passed]) -> Slip | None:
    """The wrong program that answers this case as the attempt did, and the others most alike: the likest, if any.

    One that answers half of the failing cases alike comes first. An attempt with two slips may be like neither in so
    many; then the one that gives several of its answers will do. None will do that often fails where the attempt is
    right, or that shares in a part of the cases the answer of an attempt that has no other.
    """
    if failure.got.endless:
        failures = [failure]
    likest, most, is_constant = None, 0, _is_constant(failures, passed)
    for slip in exercise.slips:
        if not _like(exercise, slip, failure.case, failure.got):
            continue
        alike = [other.got for other in failures if _like(exercise, slip, other.case, other.got)]
        unlike = sum(not _like(exercise, slip, case, got) for case, got in passed)
        half = 2 * len(alike) >= len(failures)
        weight = len(alike) + len(passed) - unlike + (len(failures) + len(passed)) * half
        telling = {shown(got.value) for got in alike if not got.raised}
        several = len(alike) > 1 and (half or len(telling) > 1) and not is_constant
        explains = len(alike) == len(failures) or several
        if explains and weight > most and 3 * unlike * len(failures) <= len(alike) * len(passed):
            likest, most = slip, weight
    return likest


def _is_constant(failures: list[Failure], passed: list[Passed]) -> bool:
    """Whether an attempt always gives one answer."""
    first, answers = failures[0].got, chain((one.got for one in failures), (got for _, got in passed))
    return not first.raised and all(map(first.like, answers))


def _like(exercise: Write, slip: Slip, case: Args, got: Outcome) -> bool:
    return run(slip.program, case, call=exercise.call, seconds=SECONDS_FOR_A_SLIP).like(got)
