"""Judge an attempt: try it, find the smallest case on which it fails, and say what the slip is."""

from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from minitok_course.exercises.exercise import EXERCISES, Args, Exercise, Find, Write
from minitok_course.exercises.running import Outcome, as_defined, run
from minitok_course.exercises.saying import of_another_kind, sentence_on, steps_to
from minitok_course.exercises.source import is_stub
from minitok_course.exercises.trying import (
    LEAST,
    MOST_FAILURES,
    Tried,
    expected_on,
    is_right,
    shrink,
    size,
    tried_on,
    tried_on_all,
)
from minitok_course.exercises.verdict import Verdict


def find(name: str) -> Exercise:
    """The exercise with this name, or a ValueError that says which names are close."""
    if isinstance(name, str) and name in EXERCISES:
        return EXERCISES[name]
    last = str(name).split(".")[-1]
    close = get_close_matches(str(name), EXERCISES, n=3) or [
        other for other in EXERCISES if other.endswith(last)
    ]
    guess = (
        f"Did you mean {' or '.join(map(repr, close))}?"
        if close
        else "progress() shows them all."
    )
    raise ValueError(f"there is no exercise {name!r}. {guess}")


def judge(exercise: Exercise, attempt: Any) -> Verdict:
    verdict = Verdict(exercise.name, exercise.title, attempt=attempt)
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
        return verdict.not_yet(of_another_kind(attempt, exercise.asked), got=attempt)
    verdict = replace(verdict, named=("you gave", *exercise.compared), case=(attempt,))
    plain = run(lambda: attempt, ())
    outcome = (
        plain if plain.raised or plain.endless else run(exercise.verify, (plain.value,))
    )
    if outcome.endless:
        return verdict.not_yet(
            "This takes too long to try. Look for something simpler."
        )
    if outcome.raised:
        return verdict.not_yet(of_another_kind(attempt, exercise.asked))
    finding = outcome.value
    say = verdict.right if finding.right else verdict.not_yet
    return say(finding.sentence, expected=finding.expected, got=finding.got)


def _of_another_kind(exercise: Write, attempt: Any) -> str:
    name = exercise.short
    if isinstance(attempt, type):
        return f"This exercise wants a function, and {attempt.__name__} is a class: write `def {name}(…)`."
    kind = "None" if attempt is None else f"a value, a {type(attempt).__name__}"
    return f"This exercise wants the function itself, and this is {kind}: write `check({exercise.name!r}, {name})`."


def _judge_function(exercise: Write, attempt: Any, verdict: Verdict) -> Verdict:
    if is_stub(attempt):
        return verdict
    unspoiled = as_defined(attempt)
    first = run(attempt, exercise.example, loud=True)
    if first.value is ... or (type(first.value) is list and first.value == [...]):
        return verdict
    tried = _tried(exercise, attempt, first)
    failures = [one for one in tried if not one.right][:MOST_FAILURES]
    if not failures:
        on_open = [
            (tried_on(exercise, attempt, case), says)
            for case, says in exercise.left_open
        ]
        remarks = [says for one, says in on_open if one and not one.right]
        return verdict.right(" ".join(["Right on all cases.", *remarks, exercise.why]))
    smallest = min(
        failures,
        key=lambda failure: (
            not failure.later,
            _is_empty(failure.case),
            size(failure.case),
        ),
    )
    if not (smallest.got.endless or smallest.later):
        smallest = _shrunk(exercise, attempt, smallest)
    case, expected, got, *_ = smallest
    details = {
        "case": case,
        "expected": expected.result,
        "got": got.result,
        "raised": got.raised,
    }
    passed = [one for one in tried[:LEAST] if one.right]
    says = sentence_on(exercise, attempt, unspoiled, smallest, failures, passed)
    return verdict.not_yet(says, **details, steps=steps_to(exercise, attempt, smallest))


def _is_empty(case: Args) -> bool:
    """Whether the first argument is empty: such a case says the least, and is shown only if no other fails."""
    return bool(case) and hasattr(case[0], "__len__") and len(case[0]) == 0


def _tried(exercise: Write, attempt: Any, first: Outcome) -> list[Tried]:
    """The cases with what the attempt makes of them; `first` is the outcome of its first call, on the example."""
    if first.endless:
        return [
            Tried(
                exercise.example,
                expected_on(exercise, exercise.example) or Outcome(),
                first,
                False,
            )
        ]
    tried = list(tried_on_all(exercise, attempt))
    if (
        tried
        and not tried[0].right
        and tried[0].case is exercise.example
        and not exercise.call
    ):
        was_right = is_right(exercise, tried[0].expected, first, exercise.example)
        tried[0] = tried[0]._replace(later=tried[0].later or was_right)
    return tried


def _shrunk(exercise: Write, attempt: Any, failure: Tried) -> Tried:
    """The same failure on a smaller case: a wrong answer stays a wrong answer, an exception keeps its type."""
    best, endless = failure, 0

    def fails(case: Args) -> bool:
        nonlocal best, endless
        grows = size(case) > size(best.case) or (
            _is_empty(case) and not _is_empty(failure.case)
        )
        if grows or endless == 2 or not run(exercise.valid, case).value:
            return False
        tried = tried_on(exercise, attempt, case)
        if tried is None or tried.right:
            return False
        endless += tried.got.endless
        if tried.got.endless or _kind(tried.got) != _kind(failure.got):
            return False
        best = tried
        return True

    shrink(failure.case, fails)
    return best


def _kind(outcome: Outcome) -> Any:
    return outcome.raised.type if outcome.raised else outcome.changed
