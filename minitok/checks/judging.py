"""Try an attempt on the cases of its exercise, find the smallest on which it fails, and say what the slip is."""

from collections.abc import Iterator
from dataclasses import replace
from inspect import signature
from itertools import chain, islice
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from .comparing import misfit
from .exercise import EXERCISES, Args, Exercise, Find, Slip, Write
from .running import Outcome, Raised, run
from .shrinking import shrink, size
from .source import ends_in_the_first_round, is_stub
from .verdict import Verdict, shown

GENERATED = 40
SECONDS_FOR_CASES = 0.8
SECONDS_FOR_A_SLIP = 0.1
MOST_FAILURES = 12
MOST_PASSED = 24

Passed = tuple[Args, Outcome]  # a case, and what is right on it


class Failure(NamedTuple):
    """A case, what is right on it, and what the attempt made of it. `later`: the same call before was right."""

    case: Args
    expected: Outcome
    got: Outcome
    later: bool = False


def find(name: str) -> Exercise:
    """The exercise of a name, or a ValueError that tells which names are close."""
    if name in EXERCISES if isinstance(name, str) else False:
        return EXERCISES[name]
    from difflib import get_close_matches

    last = str(name).split(".")[-1]
    close = get_close_matches(str(name), EXERCISES, n=3) or [other for other in EXERCISES if other.endswith(last)]
    guess = f"Did you mean {' or '.join(map(repr, close))}?" if close else "exercises() lists all names."
    raise ValueError(f"there is no exercise {name!r}. {guess}")


def judge(exercise: Exercise, attempt: Any) -> Verdict:
    """What is to be said of an attempt."""
    verdict = Verdict(exercise.name, exercise.title)
    if attempt is ...:
        return verdict
    if isinstance(exercise, Find):
        return _judge_value(exercise, attempt, verdict)
    assert isinstance(exercise, Write)
    if isinstance(attempt, type) or not callable(attempt):
        return verdict.not_yet(_of_another_kind(exercise, attempt), got=attempt)
    return _judge_function(exercise, attempt, verdict)


def _judge_value(exercise: Find, attempt: Any, verdict: Verdict) -> Verdict:
    if callable(attempt):
        says = f"This exercise wants a value, and this is a {type(attempt).__name__}: {exercise.asked}"
        return verdict.not_yet(says, got=attempt)
    verdict = replace(verdict, named=("you gave", *exercise.compared))
    outcome = run(exercise.verify, (attempt,))
    if outcome.endless:
        return verdict.not_yet("This takes too long to try. Look for something simpler.", case=(attempt,))
    if outcome.raised:
        says = f"This is of another form than the exercise asks for. {exercise.asked}"
        return verdict.not_yet(says, case=(attempt,))
    found = outcome.value
    told = {"case": (attempt,), "expected": found.expected, "got": found.got}
    return verdict.right(found.sentence, **told) if found.right else verdict.not_yet(found.sentence, **told)


def _of_another_kind(exercise: Write, attempt: Any) -> str:
    name = exercise.short
    if isinstance(attempt, type):
        return f"This exercise wants a function, and {attempt.__name__} is a class: write `def {name}(…)`."
    kind = "None" if attempt is None else f"a value, a {type(attempt).__name__}"
    return f"This exercise wants the function itself, and this is {kind}: write `check({exercise.name!r}, {name})`."


def _judge_function(exercise: Write, attempt: Any, verdict: Verdict) -> Verdict:
    if is_stub(attempt):
        return verdict
    first = run(attempt, exercise.example, loud=True)
    if first.value is ... or (type(first.value) is list and first.value == [...]):
        return verdict
    if first.endless:
        expected = _expected(exercise, exercise.example)
        failures = [Failure(exercise.example, expected, first)] if expected else []
    else:
        expected = None if exercise.call else _expected(exercise, exercise.example)
        # Judged before the other calls: an answer that is kept may change with them.
        was_right = expected is not None and _is_right(exercise, expected, first, exercise.example)
        failures = list(_failures(exercise, attempt))
        if was_right and failures and failures[0].case is exercise.example:
            failures[0] = failures[0]._replace(later=True)
    if not failures:
        return verdict.right(f"Right on all cases. {exercise.why}")
    smallest = min(failures, key=lambda failure: (not failure.later, size(failure.case)))
    if not (smallest.got.endless or smallest.later):
        smallest = _shrunk(exercise, attempt, smallest)
    return verdict.not_yet(
        _sentence(exercise, attempt, smallest, failures),
        case=smallest.case,
        expected=smallest.expected.shown,
        got=smallest.got.shown,
        raised=smallest.got.raised,
    )


def _cases(exercise: Write) -> Iterator[Args]:
    """The worked example, the cases that catch the usual slips, then generated ones."""
    yield exercise.example
    yield from exercise.cases
    started = perf_counter()
    for number in range(GENERATED if exercise.generate else 0):
        assert exercise.generate
        case = exercise.generate(Random(f"{exercise.name} {number}"))
        if exercise.valid(*case):
            yield case
        if perf_counter() - started > SECONDS_FOR_CASES:
            return


def _failures(exercise: Write, attempt: Any) -> Iterator[Failure]:
    """The cases on which an attempt fails; the search ends with one that never does."""
    found, started = 0, perf_counter()
    for case in _cases(exercise):
        failure = _tried(exercise, attempt, case)
        if failure is not None:
            found += 1
            yield failure
            late = perf_counter() - started > SECONDS_FOR_CASES
            if found == MOST_FAILURES or late or failure.got.endless:
                return


def _tried(exercise: Write, attempt: Any, case: Args) -> Failure | None:
    """Try a case twice, since an attempt may keep something from call to call."""
    expected = _expected(exercise, case)
    if expected is None:
        return None
    for later in (False, True):
        got = run(attempt, case, call=exercise.call)
        if not _is_right(exercise, expected, got, case):
            return Failure(case, expected, got, later)
    return None


def _expected(exercise: Write, case: Args) -> Outcome | None:
    """What is right: an answer, or a ValueError. On anything else the case is not what the exercise is about."""
    outcome = run(exercise.oracle or exercise.solution, case, call=exercise.call, seconds=10)
    if outcome.endless or outcome.changed or (outcome.raised and outcome.raised.type is not ValueError):
        return None
    return outcome


def _is_right(exercise: Write, expected: Outcome, got: Outcome, case: Args) -> bool:
    if got.endless or got.changed or bool(expected.raised) != bool(got.raised):
        return False
    if expected.raised and got.raised:
        return issubclass(got.raised.type, ValueError)
    return exercise.same(expected.value, got.value, case)


def _shrunk(exercise: Write, attempt: Any, failure: Failure) -> Failure:
    """The same failure on a smaller case: a wrong answer stays one, an exception stays of its type."""
    best = failure

    def fails(case: Args) -> bool:
        nonlocal best
        if size(case) > size(best.case) or not _is_valid(exercise, case):
            return False
        tried = _tried(exercise, attempt, case)
        if tried is None or tried.got.endless or _kind(tried.got) != _kind(failure.got):
            return False
        best = tried
        return True

    shrink(failure.case, fails)
    return best


def _is_valid(exercise: Write, case: Args) -> bool:
    try:
        return bool(exercise.valid(*case))
    except Exception:
        return False


def _kind(outcome: Outcome) -> Any:
    return outcome.raised.type if outcome.raised else outcome.changed


def _sentence(exercise: Write, attempt: Any, failure: Failure, failures: list[Failure]) -> str:
    """One sentence that names the slip, where it is a known one."""
    got = failure.got
    if isinstance(got.value, BaseException):
        return f"It returns {_a(got.value)}: an exception is raised, with `raise` for `return`."
    if failure.later or not _again(exercise, attempt, failure):
        return (
            "Called twice with the same arguments, it answers differently: it keeps something between the calls, or "
            "leaves the answer to chance."
        )
    if not (got.endless or got.raised or got.changed) and ends_in_the_first_round(attempt):
        return "A `return` is inside the loop, so the loop ends in its first round: is it indented too far?"
    passed = [] if got.endless else list(_passed(exercise, attempt))
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
        return "It should raise ValueError here, and gives an answer instead."
    wanted, annotation = failure.expected.value, str(signature(exercise.solution).return_annotation)
    gives = "yield" if "Iterator" in annotation else "return"
    if got.value is None and got.printed:
        return f"It prints something and gives None: `print` only shows an answer, `{gives}` gives it."
    if got.value is None and "None" in annotation:
        return "It gives None here, and there is an answer."
    if got.value is None:
        return f"It gives None here: is there a `{gives}` on every path?"
    found = misfit(wanted, got.value)
    if found is None:
        if len(failures) > 2 and _is_constant(failures, passed):
            return "It gives the same answer on every case: which line makes it depend on the case, and is it reached?"
        return "It gives a wrong answer on this case."
    place = "here" if found[1] is got.value else "in this place"
    given = "" if found[1] is None else f": {shown(found[1], 40)}"
    return f"It gives {_a(found[1])} {place}, and should give {_a(found[0])}{given}."


def _again(exercise: Write, attempt: Any, failure: Failure) -> bool:
    """Whether an attempt gives the same as before, as far as that can be seen."""
    got = failure.got
    again = run(attempt, failure.case, call=exercise.call)
    return got.endless or again.like(got) or shown(again.shown) == shown(got.shown)


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
        if explains and weight > most and 2 * unlike * len(failures) <= len(alike) * len(passed):
            likest, most = slip, weight
    return likest


def _is_constant(failures: list[Failure], passed: list[Passed]) -> bool:
    """Whether an attempt always gives one answer."""
    first, answers = failures[0].got, chain((one.got for one in failures), (got for _, got in passed))
    return not first.raised and all(map(first.like, answers))


def _passed(exercise: Write, attempt: Any) -> Iterator[Passed]:
    """Cases on which the attempt is right, with its answers."""
    started = perf_counter()
    for number, case in enumerate(islice(_cases(exercise), MOST_PASSED)):
        if number > len(exercise.cases) and perf_counter() - started > SECONDS_FOR_CASES / 2:
            return
        expected = _expected(exercise, case)
        got = run(attempt, case, call=exercise.call, seconds=SECONDS_FOR_A_SLIP)
        if expected and _is_right(exercise, expected, got, case):
            yield case, got


def _like(exercise: Write, slip: Slip, case: Args, got: Outcome) -> bool:
    return run(slip.program, case, call=exercise.call, seconds=SECONDS_FOR_A_SLIP).like(got)
