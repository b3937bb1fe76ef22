"""Runs in a page's Python, in a worker: runs its cells, checks what a learner has written, and follows what is typed.

A page asks by sending JSON, and `answer` returns what it then shows.
"""

import ast
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
from minitok_course.exercises.notebook import FILE  # noqa: E402
from minitok_course.exercises.verdict import draw_value  # noqa: E402
from minitok_course.folder import FOLDER  # noqa: E402
from minitok_course.names import binds, is_python, reads  # noqa: E402
from minitok_course.playing import front_end, play  # noqa: E402
from minitok_course.views import DifferenceStepper, Live  # noqa: E402
from minitok_course.views.common.form import View  # noqa: E402

NOT_STARTED = "Write it above, then check it. Hints and a solution are below."
ELSEWHERE = "Start the course to run this."
LONGEST = 10_000  # characters of what is printed

os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)

NAMES: dict[str, Any] = {"__name__": "__main__"}
RAN: dict[str, list[str]] = {}  # by a name: the statements that made its value
SHOWN: dict[str, Any] = {}  # by the source of a cell: the view that it showed


def answer(asked: str) -> str:
    """Answer a page: what a check says, what cells show, or what a view shows of a text."""
    question = json.loads(asked)
    if "name" in question:
        return json.dumps(checked(**question))
    if "box" in question:
        return json.dumps(typed(**question))
    return json.dumps(run_cell(**question))


def run_cell(source: str, above: list[str], file: str) -> dict[str, Any]:
    """Run a cell, and what it needs of those above it: what it prints, and what its last line gives."""
    keep_file(file)
    printed = StringIO()
    value = problem = None
    with redirect_stdout(printed):
        try:
            run_needed(above, source)
            value = run_source(source)
        except ImportError as error:
            library = str(error.name).partition(".")[0]
            problem = f"The library {library} doesn't run in a page. {ELSEWHERE}"
        except BaseException as error:
            problem = f"{type(error).__name__}: {error}"
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"text": printed.getvalue()[:LONGEST]})
    if problem:
        outputs.append({"text": problem[:LONGEST]})
    elif value is not None:
        SHOWN[source] = value
        outputs.append(as_output(value))
    return {"shown": outputs, "failed": problem}


def keep_file(file: str) -> None:
    """The learner's file is as the page has it. What was made from another one is made again when it is needed."""
    path = Path(FILE)
    if not path.exists() or path.read_text("utf-8") != file:
        path.write_text(file, "utf-8")
        RAN.clear()


def run_needed(above: list[str], source: str) -> None:
    """Run what some code needs of the cells above it, but for what has run and has not changed since."""
    wanted: dict[str, list[str]] = {}
    is_changed = False
    for statement in needed(above, source):
        note(wanted, statement)
        for name in gives(statement):
            ran = RAN.get(name, [])[: len(wanted[name])]
            is_changed = is_changed or ran != wanted[name]
        if is_changed:
            run_source(statement)


def note(history: dict[str, list[str]], statement: str) -> None:
    """Add a statement to what made the values of its names: a new value has none before it."""
    bound = binds(statement)
    for name in gives(statement):
        before = [] if name in bound else history.get(name, [])
        history[name] = [*before, statement]


def needed(above: list[str], source: str) -> list[str]:
    """The statements of the cells above that some code needs, without what only prints or tries."""
    statements = []
    modules = set[str]()
    for cell in filter(is_python, above):
        for node in ast.parse(cell).body:
            statement = ast.unparse(node)
            statements.append((statement, gives(statement)))
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                modules |= binds(statement)
    wanted = reads_from_above(source)
    chosen = set[int]()
    while True:
        more = set[int]()
        for place, (statement, names) in enumerate(statements):
            if names & wanted and (names & wanted - modules or binds(statement)):
                more.add(place)
        if more <= chosen:
            break
        for place in more - chosen:
            wanted |= reads_from_above(statements[place][0])
        chosen |= more
    return [statements[place][0] for place in sorted(chosen)]


def reads_from_above(source: str) -> set[str]:
    """The names that some code reads before it gives them a value: `words` in `words = clean(words)`."""
    wanted = set[str]()
    bound = set[str]()
    for node in ast.parse(source).body if is_python(source) else ():
        statement = ast.unparse(node)
        own = set[str]()
        if isinstance(node, ast.For):
            own = binds(f"for {ast.unparse(node.target)} in (): pass")
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            own = binds(statement)
        wanted |= reads(statement) - bound - own
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            wanted |= {node.target.id} - bound
        bound |= binds(statement)
    return wanted


def gives(statement: str) -> set[str]:
    """The names to which it gives a value, or whose values it changes.

    `table[0] = 1`, `tok.decoder = …` and `table.update(…)`, in a loop as well.
    """
    names = binds(statement)
    node = ast.parse(statement).body[0]
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return names
    for part in ast.walk(node):
        changed: ast.AST | None = None
        if isinstance(part, (ast.Subscript, ast.Attribute)):
            changed = part.value if isinstance(part.ctx, ast.Store) else None
        elif isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
            called = part.value.func
            changed = called.value if isinstance(called, ast.Attribute) else None
        if isinstance(changed, ast.Name):
            names.add(changed.id)
    return names


def run_source(source: str, file: str = "") -> Any:
    """Run some code in the page's names, and return the value of its last line, if it has one."""
    file = file or f"code {len(linecache.cache)}"
    lines = source.splitlines(keepends=True)
    linecache.cache[file] = (len(source), None, lines, file)
    tree = ast.parse(source, file)
    value = None
    for node in tree.body:
        if isinstance(node, ast.Expr):
            value = eval(compile(ast.Expression(node.value), file, "eval"), NAMES)
        else:
            exec(compile(ast.Module([node], []), file, "exec"), NAMES)
            value = None
        note(RAN, ast.unparse(node))
    return value


def as_output(value: Any) -> dict[str, Any]:
    if isinstance(value, (Live, View)):
        return {"island": as_island(value)}
    if hasattr(value, "_repr_html_"):
        return {"html": value._repr_html_()}
    return {"text": repr(value)[:LONGEST]}


def typed(
    source: str, above: list[str], file: str, box: int, value: str
) -> dict[str, Any]:
    """What the view of a cell shows when something is typed into one of its boxes."""
    if source not in SHOWN:
        failed = run_cell(source, above, file)["failed"]
        if failed:
            return {"told": failed}
    view = SHOWN[source]
    view.boxes[box].value = value
    return as_island(view)


def checked(name: str, source: str, above: list[str], file: str) -> dict[str, Any]:
    """Check an exercise: its name, its code, the cells above it, and the learner's file as the page keeps it."""
    exercise = find_exercise(name)
    keep_file(file)
    printed = StringIO()
    with redirect_stdout(printed):
        verdict = judged(exercise, source, above)
        view = picture(verdict)
    if verdict.state == "not started":
        verdict = replace(verdict, sentence=NOT_STARTED)
    return {
        "html": verdict.html().replace(f"{FOLDER}/", ""),  # the page has no folder
        "right": bool(verdict),
        "printed": printed.getvalue()[:LONGEST],
        "view": view and as_island(view),
        "file": Path(FILE).read_text("utf-8"),
    }


def judged(exercise: Exercise, source: str, above: list[str]) -> Verdict:
    """Run what the code needs of the cells above it, then the code, and check what it defines."""
    NAMES.pop(exercise.short, None)
    vars(sys.modules["__main__"])["In"] = [source]
    try:
        run_needed(above, source)
        run_source(source, "your code")
    except SyntaxError as error:
        return unable(exercise, f"SyntaxError: {error.msg} (in line {error.lineno})")
    except BaseException as error:
        raised = describe_exception(error)
        return unable(exercise, f"{raised!r} ({raised.where})")
    return check(exercise.name, NAMES.get(exercise.short, ...))


def unable(exercise: Exercise, problem: str) -> Verdict:
    sentence = f"This doesn't run. {problem}"
    return Verdict(exercise.name, exercise.title).not_yet(sentence)


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
    return DifferenceStepper(steps) if steps else None


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
