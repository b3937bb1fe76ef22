"""Exercises that answer back: `check("bpe.merge_pair", merge_pair)` says whether a function is right, and where not.

    exercise_names()             the names, in the order of the lessons
    check(name, attempt)         a verdict, with the smallest case on which the attempt fails
    hint(name)                   one hint at a time, from a nudge to nearly the code
    solution(name)               a solution, and why it is so
    mine(name)                   what you wrote, once it was right; before that the solution
    progress()                   what is right, begun and untouched

Nothing is sent anywhere. In the folder `my-course`, progress is kept in the file `.progress.json`, and what is right
in `my_tokenizer.py`, which is yours to read, to import and to edit.
"""

import random
from contextvars import ContextVar
from typing import Any

from minitok_course.exercises import keeping
from minitok_course.exercises.exercise import EXERCISES
from minitok_course.exercises.folded import Hint, Progress, Solution
from minitok_course.exercises.judging import find, judge

# Each lesson declares its exercises when it is imported.
from minitok_course.exercises.lessons import ORDER
from minitok_course.exercises.record import Record, collect
from minitok_course.exercises.verdict import Verdict

__all__ = ["Verdict", "check", "exercise_names", "hint", "mine", "progress", "solution"]

_record = Record()
_is_checking = ContextVar("is_checking", default=False)
_hints_given: dict[str, int] = {}


def check(name: str, attempt: Any) -> Verdict:
    """Try an attempt. True if it is right, and then it is saved. Raises ValueError if there is no such exercise.

    What never ends is stopped, and on Linux what takes 512 MB. This can stop Python, not C: `sum(range(10**13))` needs
    *Interrupt*, or *Restart*.
    """
    exercise = find(name)
    if _is_checking.get():
        raise RuntimeError(
            "`check` is called inside of what it checks: move it out of the function"
        )
    if keeping.is_lent(exercise, attempt):
        says = "This is the course's solution, from `mine`: run the cell above with your own, then this one again."
        return Verdict(name, exercise.title, sentence=says)
    chance = random.getstate()
    # So that an attempt that leaves its answer to chance always gets the same verdict.
    random.seed(name)
    outside = _is_checking.set(True)
    try:
        verdict = judge(exercise, attempt)
    finally:
        random.setstate(chance)
        _is_checking.reset(outside)
    collect(name, verdict.state, verdict.sentence)
    _record.keep(name, verdict.state)
    says = keeping.keep(exercise, attempt, _record) if verdict else ""
    return verdict.right(f"{verdict.sentence} {says}") if says else verdict


def hint(name: str) -> Hint:
    """The next hint, and after the last one the last again. Raises ValueError if there is no such exercise."""
    exercise = find(name)
    _hints_given[name] = number = min(
        _hints_given.get(name, 0) + 1, len(exercise.hints)
    )
    return Hint(name, exercise.hints, number)


def solution(name: str) -> Solution:
    """A solution that runs by itself, as `.source`. Raises ValueError if there is no such exercise."""
    exercise = find(name)
    return Solution(name, exercise.source, exercise.why)


def mine(name: str) -> Any:
    """Your own code, from `my-course/my_tokenizer.py` or, outside of my-course, from this kernel; else the solution.

    If it is the solution, a line says so.

    Raises ValueError if there is no such exercise.
    """
    exercise = find(name)
    own, reason = keeping.fetch(exercise)
    if own is not None:
        return own
    print(
        f"{name}: {f'{reason}: ' if reason else ''}the course's solution, until yours is right"
    )
    return keeping.lend(exercise, solution(name).value)


def exercise_names() -> list[str]:
    """The names of all exercises, in the order of the lessons."""
    return [*ORDER]


def progress() -> Progress:
    """A picture of the course: what is right, begun, untouched."""
    states, note = _record.read()
    notes = " ".join(filter(None, [note, keeping.how_much()]))
    return Progress(
        [(EXERCISES[name], states.get(name, "untouched")) for name in exercise_names()],
        notes,
    )
