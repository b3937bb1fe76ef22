"""Check the notebooks that a class has handed in: each in a process of its own, its exercise cells alone.

Of the other cells, imports, definitions, constants and what an exercise needs are run. Where an exercise cell is not
right, and another cell defines the same name, that is tried, too.

    python -m minitok.checks FOLDER          a table
    python -m minitok.checks FOLDER --csv    the same as CSV

Exit code 0: all that is asked is right. 1: something is not. 2: there is nothing to check.
"""

import argparse
import ast
import contextlib
import csv
import io
import json
import linecache
import os
import re
import subprocess
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from . import record
from .cells import ARCHIVES, Cell, bound, calls, code_cells, helps, needed_names
from .exercise import EXERCISES
from .judging import find, judge
from .limits import Stopped, limited
from .running import told
from .verdict import Verdict

SECONDS_FOR_A_NOTEBOOK = 300
SECONDS_FOR_A_CELL = 5
NOTHING = "nothing to check"
COLUMNS = ("notebook", "exercise", "state", "sentence")
FORMULA = tuple("=+-@")  # what begins so is a formula to a spreadsheet


def main(arguments: Sequence[str]) -> int:
    """Check a folder and print what was found. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m minitok.checks", description="Check handed-in notebooks.")
    parser.add_argument("folder", type=Path, help="a folder with notebooks, also in folders below it")
    parser.add_argument("--csv", action="store_true", help="print CSV, one line an exercise")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS_FOR_A_NOTEBOOK, help="the most that a notebook may take"
    )
    options = parser.parse_args(arguments)
    notebooks = sorted(path for path in options.folder.rglob("*") if is_handed_in(path, options.folder))
    if not notebooks:
        problem = "has no notebooks (*.ipynb)" if options.folder.is_dir() else "is not a folder"
        print(f"{options.folder} {problem}: name the folder with what was handed in", file=sys.stderr)
        return 2
    rows = [
        list(map(printable, (notebook.relative_to(options.folder).as_posix(), *row)))
        for notebook in notebooks
        for row in checked_apart(notebook.resolve(), options.seconds)
    ]
    print(as_csv(rows) if options.csv else as_table(rows), end="")
    states = {state for _, _, state, _ in rows} - {NOTHING}
    if not states:
        return 2
    return 0 if states == {"right"} else 1


def is_handed_in(file: Path, folder: Path) -> bool:
    """Whether a file is a notebook or an archive, by its name: a mail program may have put `.txt` behind it."""
    is_hidden = any(part.startswith((".", "__MACOSX")) for part in file.relative_to(folder).parts)
    looks_so = re.search(r"\.ipynb(\.txt|\.json)?$", file.name, re.IGNORECASE) or file.suffix.lower() in ARCHIVES
    return bool(looks_so) and not is_hidden and not file.is_dir()


def checked_apart(notebook: Path, seconds: float) -> list[list[str]]:
    """What `checked` gives, from a process of its own that is stopped when its time is over."""
    command = [sys.executable, "-c", f"from {__name__} import child; child()", str(notebook)]
    package = str(Path(__file__).resolve().parents[2])
    search = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": search, "PYTHONIOENCODING": "utf-8"}
    try:
        options: Any = {"env": environment, "cwd": notebook.parent, "stdin": subprocess.DEVNULL}
        done = subprocess.run(command, capture_output=True, timeout=seconds, **options)
        rows = json.loads(done.stdout.decode("utf-8").splitlines()[-1])
        return [[str(name), str(state), str(sentence)] for name, state, sentence in rows]
    except subprocess.TimeoutExpired:
        return [["", "not yet", f"The notebook was stopped after {seconds:g} seconds."]]
    except (ValueError, IndexError, TypeError, RecursionError):  # it wrote a last line of its own
        return [["", "not yet", f"The notebook ended its process, with exit code {done.returncode}."]]


def child() -> None:
    """Check the notebook that the command line names, and print what was found as the last line."""
    record.FOLDER = "/"  # no folder is called that: nothing is kept, even where an exercise cell calls `check`
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        rows = list(checked(Path(sys.argv[1])))
    print("\n" + json.dumps(rows), flush=True)
    os._exit(0)  # a thread that an attempt has started must not keep the process


def checked(notebook: Path) -> Iterator[tuple[str, str, str]]:
    """The name, the state and the sentence of each exercise of a notebook."""
    try:
        cells = code_cells(notebook)
    except ValueError as error:
        yield "", "not yet", str(error)
        return
    names: dict[str, Any] = {"__name__": "handed_in"}
    asked: dict[str, tuple[ast.expr, str]] = {}
    begun: dict[str, str] = {}  # what exercise cells define, with the problem of the cell
    anew: dict[str, tuple[Cell, ast.stmt]] = {}  # what other cells define again
    needed, problem = needed_names(cells), ""
    for cell in cells:
        if "exercise" in cell.tags:
            problem = execute(cell, cell.body, names)
            begun |= dict.fromkeys((name for node in cell.body for name in bound(node)), problem)
        else:
            anew |= {name: (cell, node) for node in cell.body for name in bound(node) if name in begun}
            execute(cell, [node for node in cell.body if helps(node, names, needed)], names)
        for name, attempt in calls(cell):
            if attempt:
                asked[name] = attempt, problem
            elif name in EXERCISES:
                asked.setdefault(name, (by_its_name(name), problem))
    asked |= {name: (by_its_name(name), begun[EXERCISES[name].short]) for name in without_a_check(begun, asked)}
    unread = [cell.problem for cell in cells if "check" in cell.tags and cell.problem]
    yield from (("", "not yet", f"Its check cell is {problem}.") for problem in unread)
    for name, (attempt, problem) in asked.items():
        defined = attempt.id if isinstance(attempt, ast.Name) else ""
        if defined and defined not in names and any("exercise" in cell.tags for cell in cells):
            problem = problem or f"Its exercise cell defines no `{defined}`."
        try:
            verdict = verdict_on(name, attempt, names, anew.get(defined))
        except ValueError as error:
            yield name, "not yet", str(error)
            continue
        if verdict.state == "not started":
            yield name, "not yet" if problem else "not started", problem
        else:
            yield name, verdict.state, verdict.sentence
    if not (asked or unread):
        yield "", NOTHING, "This notebook has no check cells."


def verdict_on(name: str, attempt: ast.expr, names: dict[str, Any], anew: tuple[Cell, ast.stmt] | None) -> Verdict:
    """What is to be said of an attempt; if it is not right, of the one that another cell defines by its name."""
    verdict = judge(find(name), evaluate(attempt, names))
    if verdict or not anew:
        return verdict
    cell, node = anew
    execute(cell, [node], names)
    again = judge(find(name), evaluate(attempt, names))
    return verdict if again.state == "not started" else again


def without_a_check(begun: Collection[str], asked: Collection[str]) -> list[str]:
    """The exercises whose cells are there, and whose check cells are not."""
    lessons = {EXERCISES[name].lesson for name in asked if name in EXERCISES}
    found = {name: exercise.lesson for name, exercise in EXERCISES.items() if exercise.short in begun}
    return [name for name, lesson in found.items() if name not in asked and (lesson in lessons or not lessons)]


def by_its_name(exercise: str) -> ast.expr:
    return ast.parse(EXERCISES[exercise].short, mode="eval").body


def execute(cell: Cell, body: Sequence[ast.stmt], names: dict[str, Any]) -> str:
    """Run statements of a cell, so that one that fails takes no other with it. Returns what went wrong."""
    linecache.cache[cell.file] = len(cell.source), None, cell.source.splitlines(True), cell.file  # to quote a line
    problem = cell.problem and f"Its exercise cell is {cell.problem}."
    for node in body:
        try:
            with limited(SECONDS_FOR_A_CELL):
                exec(compile(ast.Module([node], []), cell.file, "exec"), names)
        except Stopped:
            problem = problem or f"Its exercise cell was stopped after {SECONDS_FOR_A_CELL} seconds."
        except BaseException as error:
            problem = problem or f"Its exercise cell raises {told(error)}."
    return problem


def evaluate(attempt: ast.expr, names: dict[str, Any]) -> Any:
    """The attempt itself, or `...` where its cell did not define it."""
    try:
        with limited(SECONDS_FOR_A_CELL):
            return eval(compile(ast.Expression(attempt), "<handed in>", "eval"), names)
    except (Exception, Stopped):
        return ...


def printable(text: str) -> str:
    """A text from a notebook, or its name, for any screen: an attempt may raise `\\x1b` or half of a character."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def as_csv(rows: Sequence[Sequence[str]]) -> str:
    """The rows as CSV. A cell such as `=1+1.ipynb` gets a `'`, since a spreadsheet would run it as a formula."""
    written = io.StringIO()
    cells = [[f"'{cell}" if cell.startswith(FORMULA) else cell for cell in row] for row in rows]
    csv.writer(written, lineterminator="\n").writerows([COLUMNS, *cells])
    return written.getvalue()


def as_table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[place]) for row in [COLUMNS, *rows]) for place in range(3)]
    lines = ["  ".join([*map(str.ljust, row[:3], widths), row[3]]).rstrip() for row in [COLUMNS, *rows]]
    states = [row[2] for row in rows if row[2] != NOTHING]
    return "\n".join([*lines, f"{states.count('right')} of {len(states)} right", ""])
