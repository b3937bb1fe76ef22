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

# Each lesson declares its exercises when it is imported.
from minitok_course.exercises.lessons import ORDER
from minitok_course.exercises.session import Session
from minitok_course.exercises.verdict import Verdict

__all__ = ["Verdict", "check", "exercise_names", "hint", "mine", "progress", "solution"]

_session = Session()
check = _session.check
hint = _session.hint
solution = _session.solution
mine = _session.mine
progress = _session.progress
reset = _session.reset
own_source = _session.own_source


def exercise_names() -> list[str]:
    """The names of all exercises, in the order of the lessons."""
    return [*ORDER]
