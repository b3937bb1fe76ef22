"""Runs in a page's Python, in a worker: runs its cells, checks what a learner has written, and follows what is typed.

A page asks by sending JSON, and `answer` returns what it then shows.
"""

import ast
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

    def add_class(self, name: str) -> None:
        self.classes = [*getattr(self, "classes", ()), name]


class Box(Widget):
    """What a row or a column of widgets is."""

    def __init__(self, children: Any = ()) -> None:
        super().__init__()
        self.children = children


class Control(Widget):
    """What is typed, or chosen from `options`."""

    kind = "text"
    value = traitlets.Any()

    def __init__(self, value: Any = "", description: str = "", **options: Any) -> None:
        super().__init__(value=value)
        self.description = description
        self.options = [*options.get("options", ())]


class Textarea(Control):
    kind = "textarea"


class Dropdown(Control):
    kind = "dropdown"


sys.modules["anywidget"] = ModuleType("anywidget")
sys.modules["anywidget"].AnyWidget = Widget
sys.modules["ipywidgets"] = ModuleType("ipywidgets")
vars(sys.modules["ipywidgets"]).update(
    Widget=Widget,
    VBox=Box,
    HBox=Box,
    Text=Control,
    Textarea=Textarea,
    Dropdown=Dropdown,
)

from minitok.steps import DifferenceStep  # noqa: E402
from minitok_course.exercises import Verdict, check  # noqa: E402
from minitok_course.exercises.calling import describe_exception  # noqa: E402
from minitok_course.exercises.exercise import Exercise, find_exercise  # noqa: E402
from minitok_course.exercises.notebook import FILE, binds, is_python, reads  # noqa: E402
from minitok_course.exercises.verdict import draw_value  # noqa: E402
from minitok_course.folder import FOLDER  # noqa: E402
from minitok_course.playing import front_end, play  # noqa: E402
from minitok_course.views import DifferenceStepper, Live  # noqa: E402
from minitok_course.views.common import stepper  # noqa: E402
from minitok_course.views.common.form import View  # noqa: E402

stepper.SENT_AT_ONCE = stepper.MAX_FRAMES  # a page can't ask for the rest
NOT_STARTED = "Write it above, then check it. Hints and a solution are below."
LONGEST = 10_000  # characters of what is printed
WANTED = "wanted_by_the_learner"

os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)

NAMES: dict[str, Any] = {"__name__": "__main__"}
RAN: dict[int, str] = {}  # by the place of a cell in the page: the source that was run
SHOWN: dict[int, Any] = {}  # the view that a cell shows


def answer(asked: str) -> str:
    """Answer a page: what a check says, what cells show, or what a view shows of a text."""
    question = json.loads(asked)
    if "name" in question:
        return json.dumps(checked(**question))
    if "box" in question:
        return json.dumps(typed(**question))
    return json.dumps(run_cells(**question))


def run_cells(cells: list[tuple[int, str]], file: str) -> dict[str, Any]:
    """Run the last cell, and what it needs of those above it. What each of these shows, by its place."""
    Path(FILE).write_text(file, "utf-8")
    shown: dict[int, Any] = {}
    for place, source in needed_cells(cells):
        is_last = place == cells[-1][0]
        if RAN.get(place) == source and not is_last:
            continue
        shown[place], failed = run_cell(place, source)
        if failed:
            break
    return {"shown": shown}


def needed_cells(cells: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The last cell, and each cell above that gives a name which it or another of these reads."""
    chosen: list[tuple[int, str]] = []
    wanted: set[str] = set()
    for place, source in reversed(cells):
        given = binds(source)
        if not chosen or given & wanted:
            chosen.append((place, source))
            wanted = (wanted | reads(source)) - given
    return chosen[::-1]


def run_cell(place: int, source: str) -> tuple[list[Any], bool]:
    """What a cell prints, and what its last line gives; and whether it fails."""
    for later in [other for other in RAN if other > place]:
        del RAN[later]
    printed = StringIO()
    value = problem = None
    with redirect_stdout(printed):
        try:
            value = run_source(f"cell {place}", source)
            RAN[place] = source
        except BaseException as error:
            problem = f"{type(error).__name__}: {error}"
    outputs: list[Any] = []
    if printed.getvalue():
        outputs.append({"text": printed.getvalue()[:LONGEST]})
    if problem:
        outputs.append({"text": problem[:LONGEST]})
    elif value is not None:
        SHOWN[place] = value
        outputs.append(as_output(value))
    return outputs, bool(problem)


def run_source(file: str, source: str) -> Any:
    """Run some code in the page's names, and return the value of its last line, if it has one."""
    lines = source.splitlines(keepends=True)
    linecache.cache[file] = (len(source), None, lines, file)
    tree = ast.parse(source, file)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        exec(compile(tree, file, "exec"), NAMES)
        return None
    tree.body.pop()
    exec(compile(tree, file, "exec"), NAMES)
    return eval(compile(ast.Expression(last.value), file, "eval"), NAMES)


def as_output(value: Any) -> dict[str, Any]:
    if isinstance(value, (Live, View)):
        return {"island": as_island(value)}
    if hasattr(value, "_repr_html_"):
        return {"html": value._repr_html_()}
    return {"text": repr(value)[:LONGEST]}


def typed(
    place: int, box: int, value: str, cells: list[tuple[int, str]], file: str
) -> dict[str, Any]:
    """What the view of a cell shows when something is typed into one of its boxes."""
    if place not in SHOWN or RAN.get(place) != cells[-1][1]:
        shown = run_cells(cells, file)["shown"]
        if place not in RAN:
            _, outputs = shown.popitem()
            raise RuntimeError(outputs[-1]["text"])
    view = SHOWN[place]
    view.boxes[box].value = value
    return as_island(view)


def checked(name: str, source: str, above: list[str], file: str) -> dict[str, Any]:
    """Check an exercise: its name, its code, the cells above it, and the learner's file as the page keeps it."""
    exercise = find_exercise(name)
    Path(FILE).write_text(file, "utf-8")
    printed = StringIO()
    with redirect_stdout(printed):
        verdict = judged(exercise, source, above)
        view = picture(verdict)
    if verdict.state == "not started":
        verdict = replace(verdict, sentence=NOT_STARTED)
    return {
        "html": verdict.html(),
        "right": bool(verdict),
        "printed": printed.getvalue()[:LONGEST],
        "view": view and as_island(view),
        "file": Path(FILE).read_text("utf-8"),
    }


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


def needed(text: str, name: str) -> str:
    """The statements of a text that a name needs, without what only prints or tries."""
    if not is_python(text):
        return ""
    statements = {node: ast.unparse(node) for node in ast.parse(text).body}
    modules = set[str]()
    for node in statements:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            modules |= binds(statements[node])
    wanted, chosen = {name}, set[ast.stmt]()
    while True:
        more = {
            node
            for node, source in statements.items()
            if node not in chosen and (binds(source) | changed(node) - modules) & wanted
        }
        if not more:
            break
        chosen |= more
        wanted |= {one for node in more for one in reads(statements[node])}
    return "\n".join(statements[node] for node in statements if node in chosen)


def changed(node: ast.stmt) -> set[str]:
    """The names whose values a statement changes: `table[0] = 1`, `table.update(…)`."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return set()
    parts = [node.value] if isinstance(node, ast.Expr) else list(ast.walk(node))
    values = []
    for part in parts:
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            values.append(part.func.value)
        if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
            values.append(part.value)
    return {value.id for value in values if isinstance(value, ast.Name)}


def picture(verdict: Verdict) -> Any:
    """What is right plays its lesson's view; of what is not yet, the smallest case on which it fails is drawn."""
    if verdict:
        with suppress(Exception):
            return play(verdict.name, verdict.usable)
    steps = verdict.steps
    if (
        not steps
        and isinstance(verdict.expected, (list, tuple))
        and isinstance(verdict.got, (list, tuple))
    ):
        steps = (
            DifferenceStep(
                "the smallest case",
                draw_value(verdict.expected),
                draw_value(verdict.got),
                alike=False,
            ),
        )
    return DifferenceStepper(steps, text=verdict.sentence) if steps else None


def as_island(view: Any) -> dict[str, Any]:
    """A view as the page makes it alive, with the boxes around it."""
    boxes = getattr(view, "boxes", [])
    classes = getattr(view, "classes", [])
    view = getattr(view, "view", view)
    state = {
        name: value
        for name, value in view.trait_values(sync=True).items()
        if name[0] != "_"
    }
    if "trace" in state:
        state["trace"] = view.trace.decode()
    return {
        "front": front_end(state),
        "state": state,
        "boxes": [
            {"kind": box.kind, "label": box.description, "value": box.value}
            for box in boxes
        ],
        "classes": classes,
    }
