"""Judge an attempt: `judge(exercise, attempt)` tries it, and says what is wrong on the smallest case where it fails."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial, wraps
from itertools import compress
from random import Random
from typing import Any, NamedTuple

from minitok.steps import DifferenceStep
from minitok_course.exercises.calling import (
    SECONDS,
    SHORT,
    Outcome,
    call,
    readable,
)
from minitok_course.exercises.exercise import (
    Args,
    Exercise,
    Find,
    Program,
    Write,
    as_bytes,
    fitted,
    misfit,
)
from minitok_course.exercises.verdict import Verdict, draw_value, format_short

GENERATED = 40
# So that nobody waits long for a slow attempt: after so many failures no case is tried twice, or none at all.
SOME = 3
ENOUGH = 24  # with fewer, one slip may look like another
MOST_STEPS = 12
NEVER_ENDS = "It was stopped: on this case it never ends, or takes far too long or too much memory."
READ_ONCE = "which can be read only once: put `list(…)` around it."
RETURNS_IN_THE_LOOP = "A `return` is inside the loop, so the loop ends in its first round: is it indented too far?"
IN_PLACE = {"append", "extend", "reverse", "sort"}
KEEPS = (
    "Called twice with the same arguments, it answers differently: it keeps something between the calls, or leaves "
    "the answer to chance."
)


class Trial(NamedTuple):
    """A case, the right outcome, and the attempt's. With `keeps`, two calls with this case differ."""

    case: Args
    expected: Outcome
    got: Outcome
    right: bool
    keeps: bool = False


def judge(exercise: Exercise, attempt: Any) -> Verdict:
    """Try an attempt on the cases of its exercise, or verify it if it is a value."""
    verdict = Verdict(exercise.name, exercise.title, attempt=attempt, usable=attempt)
    if attempt is ...:
        return verdict
    if isinstance(exercise, Find):
        return _judge_value(exercise, attempt, verdict)
    assert isinstance(exercise, Write)
    if not callable(attempt):
        return verdict.not_yet(
            f"This is {_a(attempt)}, and the function itself is asked for: define it with `def {exercise.short}(…)`, "
            "and give its answer another name."
        )
    cases = cases_of(exercise)
    if exercise.in_bytes and _writes_bytes(attempt):
        cases = as_bytes(cases)
    first = call(attempt, cases[0], loud=True)
    if first.value is ...:
        return verdict
    trials = list(_trials(exercise, attempt, cases))
    failures = [trial for trial in trials if not trial.right]
    if not failures:
        praise = _praise(exercise, attempt, first.value)
        return verdict.right(praise, usable=_usable(exercise, attempt, trials))
    smallest = min(failures, key=_size_of_trial)
    return _explain(Failure(exercise, attempt, trials, smallest), verdict)


def _judge_value(exercise: Find, attempt: Any, verdict: Verdict) -> Verdict:
    verdict = replace(verdict, named=("you gave", *exercise.compared), case=(attempt,))
    outcome = call(lambda: exercise.verify(readable(attempt)), ())
    if outcome.stopped:
        return verdict.not_yet(
            "This takes too long to try. Look for something simpler."
        )
    if outcome.raised:
        return verdict.not_yet(of_another_kind(attempt, exercise.asked))
    found = outcome.value
    if isinstance(found, Iterator):
        return verdict.not_yet(f"You give {_a(found)}, {READ_ONCE}")
    say = verdict.right if found.right else verdict.not_yet
    return say(found.sentence, expected=found.expected, got=found.got)


def _usable(exercise: Write, attempt: Any, trials: list[Trial]) -> Any:
    """What `mine` hands on: the attempt, or one that takes and gives what the next cells need."""
    signature = inspect.signature(exercise.solution)
    kind = signature.return_annotation
    answers = [trial.got.raw for trial in trials if exercise.call is None]
    as_needed = [fitted(answer, kind) for answer in answers]
    is_plain = bool(answers) and repr(answers) == repr(as_needed)
    if is_plain and parameters_of(attempt) == [*signature.parameters]:
        return attempt

    @wraps(attempt)
    def usable(*args: Any, **named: Any) -> Any:
        arguments = signature.bind(*args, **named).args
        return fitted(attempt(*arguments), kind)

    return usable


def parameters_of(program: Program) -> list[str]:
    """The names of a program's parameters; none if it does not tell."""
    with suppress(TypeError, ValueError):
        return [*inspect.signature(program).parameters]
    return []


def _praise(exercise: Write, attempt: Any, answer: Any) -> str:
    sentences = ["Right on all cases.", exercise.why, exercise.advice(answer)]
    for case, remark in exercise.left_open:
        if not _try(exercise, attempt, case).right:
            sentences.append(remark)
    return " ".join(filter(None, sentences))


def _writes_bytes(attempt: Any) -> bool:
    """Whether a function, or its docstring, has bytes: `b"u"`, `bytes`."""
    source = ast.unparse(_syntax(attempt))
    return re.search(r"""\bb["']|\bbytes\b""", source) is not None


# Trying


def _trials(exercise: Write, attempt: Any, cases: list[Args]) -> Iterator[Trial]:
    """The cases with what an attempt makes of them, up to one that never ends, or until enough have failed."""
    failures = 0
    for case in cases:
        trial = _try(exercise, attempt, case, twice=failures < SOME)
        yield trial
        failures += not trial.right
        if trial.got.stopped or failures == ENOUGH:
            return


def cases_of(exercise: Write) -> list[Args]:
    """The worked example, then the cases that catch the usual slips and generated ones, from small to large."""
    cases = [*exercise.cases]
    if exercise.generate:
        for number in range(GENERATED):
            case = exercise.generate(Random(f"{exercise.name} {number}"))
            if exercise.valid(*case):
                cases.append(case)
    return [exercise.example, *sorted(cases, key=size)]


def size(value: Any) -> int:
    return len(repr(value))


def _try(exercise: Write, attempt: Any, case: Args, twice: bool = False) -> Trial:
    """Try a case, if asked to twice, since an attempt may keep something between calls."""
    expected = expected_on(exercise, case)
    got = answer_of(exercise, attempt, case)
    right = is_right(exercise, expected, got, case)
    if got.stopped or not twice:
        return Trial(case, expected, got, right)
    again = answer_of(exercise, attempt, case)
    if right:
        got = again
        keeps = not is_right(exercise, expected, again, case)
    else:
        keeps = format_short(again.result) != format_short(got.result)
    return Trial(case, expected, got, right and not keeps, keeps)


def answer_of(
    exercise: Write, program: Program, case: Args, seconds: float = SECONDS
) -> Outcome:
    """What a program makes of a case, called as the exercise wants it."""
    if exercise.call:
        program = partial(exercise.call, program)
    return call(program, case, seconds=seconds)


def expected_on(exercise: Write, case: Args) -> Outcome:
    """The right outcome: an answer, or a ValueError."""
    program = exercise.oracle or exercise.solution
    return answer_of(exercise, program, case, seconds=10)


def is_right(exercise: Write, expected: Outcome, got: Outcome, case: Args) -> bool:
    if got.stopped or any(got.changed):
        return False
    if expected.error or got.error:
        return expected.error is not None and _is_value_error(got)
    with suppress(Exception):  # what has another form may not be comparable
        return exercise.same(expected.value, got.value, case)
    return False


def _is_value_error(outcome: Outcome) -> bool:
    return outcome.error is not None and issubclass(outcome.error, ValueError)


# Explaining


class Failure(NamedTuple):
    """An attempt that is not right, all its trials, and the smallest that failed."""

    exercise: Write
    attempt: Any
    trials: list[Trial]
    smallest: Trial

    @property
    def got(self) -> Outcome:
        return self.smallest.got

    @property
    def values(self) -> tuple[Any, Any]:
        """What is right on the smallest case, and what came out."""
        return self.smallest.expected.value, self.smallest.got.value


def _size_of_trial(trial: Trial) -> tuple[bool, bool, int]:
    """A case whose first argument is empty says the least, and is shown only if no other fails."""
    is_empty = not all(trial.case[:1])
    return not trial.keeps, is_empty, size(trial.case)


def _explain(failure: Failure, verdict: Verdict) -> Verdict:
    """The verdict with the first explanation that fits."""
    sentences = (explain(failure) for explain in EXPLANATIONS)
    sentence = next(filter(None, sentences), "It gives a wrong answer on this case.")
    case, expected, got, *_ = failure.smallest
    verdict = verdict.not_yet(sentence, expected=expected.result, got=got.result)
    return replace(verdict, case=case, steps=_steps_to(failure))


def _on_state(failure: Failure) -> str | None:
    return KEEPS if failure.smallest.keeps else None


def _on_a_known_slip(failure: Failure) -> str | None:
    """The sentence of a wrong program that answers as the attempt does on every case."""
    for sentence, programs in failure.exercise.slips.items():
        for program in programs:
            if _is_like(failure, program):
                return sentence
    return None


def _is_like(failure: Failure, program: Program) -> bool:
    for trial in (failure.smallest, *failure.trials):
        outcome = answer_of(failure.exercise, program, trial.case, SHORT)
        if not outcome.like(trial.got):
            return False
    return True


def _on_an_iterator(failure: Failure) -> str | None:
    iterator = failure.got.value
    if not isinstance(iterator, Iterator):
        return None
    if inspect.isgeneratorfunction(failure.attempt):
        return "It gives a generator: put the items in a list instead of `yield`, and return it."
    return f"It gives {_a(iterator)}, {READ_ONCE}"


def _on_the_call(failure: Failure) -> str | None:
    """What is wrong with the call itself, whatever its answer."""
    got, raised = failure.got, failure.got.raised
    should_raise = failure.smallest.expected.raised is not None
    if got.stopped:
        return NEVER_ENDS
    if raised and not should_raise:
        return _on_reading(failure) or f"It raises {raised}{raised.where}."
    if raised and not _is_value_error(got):
        return (
            f"It should raise ValueError here, and raises {raised.name}{raised.where}."
        )
    for name in compress(parameters_of(failure.exercise.solution), got.changed):
        return f"It changes `{name}`, which the caller still needs as it was: work on a copy."
    if not should_raise:
        return None
    return f"It should raise ValueError here, and gives {_a(got.value)} instead."


def _on_reading(failure: Failure) -> str | None:
    """What is wrong with an answer that the exercise can't read; None if there is no answer."""
    programs = failure.exercise.solution, failure.attempt
    asked, given = (call(program, failure.smallest.case) for program in programs)
    if given.raised:
        return None
    return _of_types(asked.value, given.value)


def _on_a_loop(failure: Failure) -> str | None:
    """Whether a loop of the function ends with a `return` that nothing in the loop skips."""
    for loop in ast.walk(_syntax(failure.attempt)):
        if isinstance(loop, (ast.For, ast.While)) and _returns(loop.body[-1]):
            goes_on = ast.Continue in map(type, ast.walk(loop))
            return None if goes_on else RETURNS_IN_THE_LOOP
    return None


def _returns(statement: ast.stmt) -> bool:
    """Whether a statement is a `return`, or an `if` with one at the end of both branches."""
    match statement:
        case ast.If(body=[*_, last], orelse=[*_, other]):
            return _returns(last) and _returns(other)
    return isinstance(statement, ast.Return)


def _on_none(failure: Failure) -> str | None:
    if failure.got.value is not None:
        return None
    solution = failure.exercise.solution
    gives = "yield" if inspect.isgeneratorfunction(solution) else "return"
    if failure.got.printed:
        return f"It prints something and gives None: `print` only shows an answer, `{gives}` gives it."
    if "None" in str(solution.__annotations__["return"]):
        return "It gives None here, and there is an answer."
    for node in ast.walk(_syntax(failure.attempt)):
        match node:
            case ast.Return(ast.Call(ast.Attribute(attr=name))) if name in IN_PLACE:
                return f"`{name}` changes something and gives None: return what it has changed."
    return f"It gives None here: is there a `{gives}` on every path?"


def _on_a_type(failure: Failure) -> str | None:
    return _of_types(*failure.values)


def _of_types(expected: Any, given: Any) -> str | None:
    mismatch = misfit(expected, given)
    if mismatch is None:
        return None
    wanted, got = mismatch
    value = format_short(got, 40)
    return f"It gives {_a(got)} where it should give {_a(wanted)}: {value}."


def _on_what_the_exercise_knows(failure: Failure) -> str | None:
    arguments = *failure.values, failure.smallest.case
    remark: str | None = call(failure.exercise.remark, arguments).value
    return remark


def _on_the_order(failure: Failure) -> str | None:
    wanted, got = failure.values
    if not isinstance(got, list):
        return None
    if sorted(map(repr, wanted)) != sorted(map(repr, got)):
        return None
    return "These are the right parts, in another order."


EXPLANATIONS = (
    _on_state,
    _on_a_known_slip,
    _on_the_call,
    _on_an_iterator,
    _on_a_loop,
    _on_none,
    _on_a_type,
    _on_what_the_exercise_knows,
    _on_the_order,
)


def of_another_kind(value: Any, asked: str) -> str:
    """`This is a tuple of a str and a str. Asked for: a pair (merges, word).`"""
    kind = _a(value)
    if isinstance(value, (list, tuple)) and 0 < len(value) < 4:
        kind += f" of {' and '.join(map(_a, value))}"
    asked = re.split("(?<!'): |[.] |, such as|, and that|, so that", asked)[0]
    return f"This is {kind}. Asked for: {asked[0].lower()}{asked[1:].rstrip('.')}."


def _a(value: Any) -> str:
    """The kind of a value with its article: `an int`."""
    if value is None or isinstance(value, type):
        return format_short(value)
    kind = type(value).__name__
    return f"an {kind}" if kind[0] in "aeiouAEIO" else f"a {kind}"


def _steps_to(failure: Failure) -> tuple[DifferenceStep, ...]:
    """What an attempt gives on smaller cases, beside what is right, up to where they differ, if not at once."""
    exercise, steps = failure.exercise, []
    if exercise.stages is None or failure.smallest.keeps:
        return ()
    for name, case in exercise.stages(*failure.smallest.case):
        trial = _try(exercise, failure.attempt, case)
        values = draw_value(trial.expected.result), draw_value(trial.got.result)
        steps.append(DifferenceStep(name, *values, trial.right))
        if not trial.right:
            return tuple(steps[-MOST_STEPS:]) if len(steps) > 1 else ()
    return ()


def _syntax(attempt: Any) -> ast.stmt:
    """The `def` of a function; `pass` if no cell or file has it, or if it is part of a statement, as a lambda."""
    try:
        source = textwrap.dedent(inspect.getsource(attempt))
        (function,) = ast.parse(source).body
    except Exception:
        return ast.Pass()
    return function
