"""The museum as a game: a wrong program beside the right one, and the learner looks for an input that exposes it."""

from collections.abc import Callable
from typing import Any

from minitok_course.exercises.exercise import Find, Found
from minitok_course.exercises.running import run
from minitok_course.exercises.trying import size


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_pair(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == 2


def a_text(value: Any) -> bool | str:
    return (
        is_text(value)
        or f"A text is asked for, such as 'hug', and this is of the type {type(value).__name__}."
    )


def exhibit(
    name: str,
    *,
    wrong: Callable[[Any], Any],
    right: Callable[[Any], Any],
    answer: Any,
    fits: Callable[[Any], bool | str] = a_text,
    nudge: str | Callable[[Any], str] = "Look for another input.",
    much: int = 20,
) -> None:
    """Declare an exhibit: both programs take the input, and it is found when they differ on it.

    `fits` says which inputs the game is about, by default texts, or in a sentence what one lacks; `nudge` is said when
    they do not differ, perhaps by the input. The course's own answer is the smallest that it knows, and `much` is how
    much larger another may be before a smaller one is suggested.
    """

    def verify(value: Any) -> Found:
        kind = run(fits, (value,)).value
        if not kind or is_text(kind):
            return Found(
                False,
                kind
                or f"This input is not of the kind that is asked for. {exercise.asked}",
            )
        wanted, exposed = run(right, (value,)), run(wrong, (value,), seconds=0.3)
        if wanted.like(exposed):
            advice = nudge if isinstance(nudge, str) else nudge(value)
            return Found(
                False,
                f"Both programs give the same here. {advice}",
                wanted.shown,
                exposed.shown,
            )
        return Found(
            True,
            f"This input exposes it.{smaller(value)} {exercise.why}",
            wanted.shown,
            exposed.shown,
        )

    def smaller(value: Any) -> str:
        more = length(value) - length(answer)
        if more > 0:
            return " A much smaller input would do." if more > much else ""
        return (
            " It is smaller than the course's own."
            if more
            else " No smaller input is known."
        )

    exercise = Find(
        name=f"museum.{name}",
        answer=answer,
        verify=verify,
        compared=("right program", "wrong program"),
    )


def length(value: Any) -> int:
    """How large an input is: a text has so many characters, however they are written."""
    return len(value) if is_text(value) else size(value)
