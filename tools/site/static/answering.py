"""Runs in a page's Python, in a worker: checks what a learner has written, and says what the page shows then."""

import builtins
import json
import linecache
import os
import sys
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import traitlets


class Widget(traitlets.HasTraits):  # type: ignore[misc]  # traitlets has no types
    """What a view needs of a widget where there is no notebook to talk to."""

    hold_sync = traitlets.HasTraits.hold_trait_notifications


for library in ("anywidget", "ipywidgets"):
    sys.modules[library] = ModuleType(library)
    vars(sys.modules[library])["__getattr__"] = lambda name: Widget

from minitok.steps import DifferenceStep  # noqa: E402
from minitok_course.exercises import Verdict, check  # noqa: E402
from minitok_course.exercises.exercise import Exercise  # noqa: E402
from minitok_course.exercises.judging import find  # noqa: E402
from minitok_course.exercises.keeping import FILE  # noqa: E402
from minitok_course.exercises.playing import play  # noqa: E402
from minitok_course.exercises.record import FOLDER  # noqa: E402
from minitok_course.exercises.running import describe_exception  # noqa: E402
from minitok_course.exercises.saying import face  # noqa: E402
from minitok_course.exercises.source import binds, needed, reads  # noqa: E402
from minitok_course.views import DifferenceStepper  # noqa: E402
from minitok_course.views.common import stepper  # noqa: E402

stepper.SENT_AT_ONCE = stepper.MAX_FRAMES  # a page can't ask for the rest
NOT_STARTED = "Write it above, then check it. Hints and a solution are below."
LONGEST = 10_000  # characters of what is printed
WANTED = "wanted_by_the_learner"

os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)


def answer(asked: str) -> str:
    """Check an exercise: its name, its code, the cells above it, and the learner's file as the page keeps it."""
    question = json.loads(asked)
    exercise = find(question["name"])
    Path(FILE).write_text(question["file"], "utf-8")
    printed = StringIO()
    with redirect_stdout(printed):
        verdict = judged(exercise, question["source"], question["above"])
        view = picture(verdict)
    if verdict.state == "not started":
        verdict = replace(verdict, sentence=NOT_STARTED)
    message = {
        "html": verdict.html(),
        "right": bool(verdict),
        "printed": printed.getvalue()[:LONGEST],
    }
    return json.dumps(
        {
            **message,
            "view": view and as_island(view),
            "file": Path(FILE).read_text("utf-8"),
        }
    )


def judged(exercise: Exercise, source: str, above: list[str]) -> Verdict:
    """Run what the code needs of the cells above it, then the code, and check what it defines."""
    names: dict[str, Any] = {"__name__": "__main__"}
    wanted = ", ".join(sorted(reads(source) - binds(source) - set(dir(builtins))))
    setup = (
        needed("\n".join([*above, f"{WANTED} = {wanted}"]), WANTED).rpartition("\n")[0]
        if wanted
        else ""
    )
    vars(sys.modules["__main__"])["In"] = [setup, source]
    try:
        for file, text in (("the lesson above", setup), ("your code", source)):
            linecache.cache[file] = (
                len(text),
                None,
                text.splitlines(keepends=True),
                file,
            )
            exec(compile(text, file, "exec"), names)
    except BaseException as error:
        raised = describe_exception(error)
        where = (
            f"in line {error.lineno}"
            if isinstance(error, SyntaxError)
            else raised.where
        )
        return Verdict(exercise.name, exercise.title).not_yet(
            f"This doesn't run. {raised!r} ({where})"
        )
    return check(exercise.name, names.get(exercise.short, ...))


def picture(verdict: Verdict) -> Any:
    """What is right plays its lesson's view; of what is not yet, the smallest case on which it fails is drawn."""
    if verdict:
        with suppress(Exception):
            return play(verdict.name, verdict.attempt)
    steps = verdict.steps
    if (
        not steps
        and isinstance(verdict.expected, (list, tuple))
        and isinstance(verdict.got, (list, tuple))
    ):
        steps = (
            DifferenceStep(
                "the smallest case",
                face(verdict.expected),
                face(verdict.got),
                alike=False,
            ),
        )
    return DifferenceStepper(steps, text=verdict.sentence) if steps else None


def as_island(view: Any) -> dict[str, Any]:
    """A view as the page makes it alive."""
    state = {
        name: value
        for name, value in view.trait_values(sync=True).items()
        if name[0] != "_"
    }
    if "compared" in state:
        return {"front": "ruler", "state": state}
    return {"front": "stepper", "state": {**state, "trace": view.trace.decode()}}
