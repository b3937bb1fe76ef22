"""The museum as a game: the learner looks for an input on which a wrong program differs from the right one."""

from collections.abc import Callable
from typing import Any

from minitok_course.exercises.calling import Stopped, call
from minitok_course.exercises.exercise import Find, Found
from minitok_course.exercises.judge import of_another_kind, size


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_pair(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == 2


def a_text(value: Any) -> bool | str:
    kind = type(value).__name__
    return (
        is_text(value)
        or f"A text is asked for, such as 'hug', and this is of the type {kind}."
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

    `fits` says which inputs the game is about, by default texts, or says in a sentence what an input lacks; `nudge` is
    the advice when the programs agree, which may depend on the input. The course's own answer is the smallest known,
    and `much` is how much larger another may be before a smaller one is suggested.
    """

    def verify(value: Any) -> Found:
        kind = call(fits, (value,)).value
        if not kind or is_text(kind):
            return Found(False, kind or of_another_kind(value, exercise.asked))
        wanted, exposed = call(right, (value,)), call(wrong, (value,), seconds=0.3)
        if wanted.stopped:
            raise Stopped
        if wanted.like(exposed):
            advice = nudge if isinstance(nudge, str) else nudge(value)
            return Found(
                False,
                f"Both programs give the same here. {advice}",
                wanted.result,
                exposed.result,
            )
        return Found(
            True,
            f"This input exposes it.{smaller(value)} {exercise.why}",
            wanted.result,
            exposed.result,
        )

    def smaller(value: Any) -> str:
        more = length(value) - length(answer)
        if more > 0:
            return " A smaller input would do." if more > much else ""
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
    """How large an input is: the number of characters of a text, however they are written."""
    return len(value) if is_text(value) else size(value)
