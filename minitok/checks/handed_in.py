"""Check the notebooks that a class has handed in: each in a process of its own, its exercise cells alone.

Of the other cells, imports, definitions and constants are run: an exercise may use them.

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
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import record
from .judging import find, judge
from .limits import Stopped, limited
from .running import told

SECONDS_FOR_A_NOTEBOOK = 300
SECONDS_FOR_A_CELL = 5
NOTHING = "nothing to check"
COLUMNS = ("notebook", "exercise", "state", "sentence")


def main(arguments: Sequence[str]) -> int:
    """Check a folder and print what was found. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m minitok.checks", description="Check handed-in notebooks.")
    parser.add_argument("folder", type=Path, help="a folder with notebooks, also in folders below it")
    parser.add_argument("--csv", action="store_true", help="print CSV, one line an exercise")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS_FOR_A_NOTEBOOK, help="the most that a notebook may take"
    )
    options = parser.parse_args(arguments)
    notebooks = sorted(path for path in options.folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
    if not notebooks:
        problem = "has no notebooks (*.ipynb)" if options.folder.is_dir() else "is no folder"
        print(f"{options.folder} {problem}: name the folder with what was handed in", file=sys.stderr)
        return 2
    rows = [
        list(map(printable, (notebook.relative_to(options.folder).as_posix(), *row)))
        for notebook in notebooks
        for row in checked_apart(notebook.resolve(), options.seconds)
    ]
    print(as_csv(rows) if options.csv else as_table(rows), end="")
    states = {state for _, _, state, _ in rows} - {NOTHING}
    return 2 if not states else 0 if states == {"right"} else 1


def checked_apart(notebook: Path, seconds: float) -> list[list[str]]:
    """What `checked` gives, from a process of its own that is stopped when its time is over."""
    command = [sys.executable, "-c", f"from {__name__} import child; child()", str(notebook)]
    package = str(Path(__file__).resolve().parents[2])
    search = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": search, "PYTHONIOENCODING": "utf-8"}
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            timeout=seconds,
            env=environment,
            cwd=notebook.parent,
            stdin=subprocess.DEVNULL,
        )
        rows = json.loads(done.stdout.decode("utf-8").splitlines()[-1])
        return [[str(name), str(state), str(sentence)] for name, state, sentence in rows]
    except subprocess.TimeoutExpired:
        return [["", "not yet", f"The notebook was stopped after {seconds:g} seconds."]]
    except (ValueError, IndexError, TypeError, RecursionError):  # it wrote a last line of its own
        return [["", "not yet", f"The notebook ended its process, with exit code {done.returncode}."]]


def child() -> None:
    """Check the notebook that the command line names, and print what was found as the last line."""
    record.progress_file = lambda: None  # no progress is kept, even where an exercise cell calls `check`
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        rows = list(checked(Path(sys.argv[1])))
    print("\n" + json.dumps(rows), flush=True)
    os._exit(0)  # a thread that an attempt has started must not keep the process


def checked(notebook: Path) -> Iterator[tuple[str, str, str]]:
    """The name, the state and the sentence of each exercise of a notebook."""
    try:
        cells = json.loads(notebook.read_bytes())["cells"]  # in UTF-8, or as some editors save it: UTF-16, with a BOM
        code = [("".join(cell["source"]), [*(cell["metadata"].get("tags") or [])]) for cell in cells if is_code(cell)]
    except (ValueError, KeyError, TypeError, AttributeError, OSError, RecursionError):
        yield "", "not yet", "This file is no notebook, or is damaged."
        return
    names: dict[str, Any] = {"__name__": "handed_in"}
    asked: dict[str, tuple[ast.expr, str]] = {}
    source = problem = ""
    for cell, tags in code:
        if "exercise" in tags:
            source, problem = cell, execute(cell, names)
        else:
            execute(helpers(cell, names), names)
        asked |= {name: (attempt, problem) for name, attempt in check_calls(cell)}
    unread = [problem for cell, tags in code if "check" in tags and (problem := syntax_problem(cell, "check"))]
    yield from (("", "not yet", problem) for problem in unread)
    for name, (attempt, problem) in asked.items():
        try:
            if isinstance(attempt, ast.Name) and attempt.id not in names and source:
                problem = problem or f"Its exercise cell defines no `{attempt.id}`."
            verdict = judge(find(name), evaluate(attempt, names))
            if verdict.state == "not started" and problem:
                yield name, "not yet", problem
            else:
                yield name, verdict.state, verdict.sentence
        except ValueError as error:
            yield name, "not yet", str(error)
    if not (asked or unread):
        yield "", NOTHING, "This notebook has no check cells."


def is_code(cell: Any) -> bool:
    return bool(cell["cell_type"] == "code")


def without_magic(source: str) -> str:
    """A cell in which `pass` stands for each line that only a notebook knows: `%time`, `!ls`, `files = !ls`, `cut?`."""
    return re.sub(
        r"^([ \t]*)(?![ \t])(?:[%!?].*|[\w.]+\?+[ \t]*|[\w, ]+=[ \t]*[%!].*)$", r"\1pass", source, flags=re.MULTILINE
    )


def tree(source: str) -> ast.Module:
    """A cell as Python, its magic lines left out if need be: in a string, or in brackets, they are none."""
    try:
        return ast.parse(source)
    except SyntaxError:
        return ast.parse(without_magic(source))


def syntax_problem(source: str, kind: str = "exercise") -> str:
    """What keeps a cell from being Python, in a sentence; empty if nothing does."""
    try:
        tree(source)
    except SyntaxError as error:
        where = f" in its line {error.lineno}" if error.lineno else ""
        return f"Its {kind} cell is no Python: {error.msg}{where}."
    except ValueError as error:
        return f"Its {kind} cell is no Python: {error}."
    except (RecursionError, MemoryError):
        return f"Its {kind} cell is no Python: too much of it is inside each other."
    return ""


def parsed(source: str) -> ast.Module:
    """A cell without its magic lines; nothing where it can't be parsed."""
    try:
        return tree(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def helpers(source: str, names: Mapping[str, Any]) -> str:
    """What a cell imports, and the functions, classes and constants in it that have no name that is taken."""
    return "\n".join(ast.unparse(node) for node in parsed(source).body if helps(node, names))


def helps(node: ast.stmt, names: Mapping[str, Any]) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom():
            return True
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name not in names
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return name not in names and is_constant(value)
    return False


def is_constant(value: ast.expr) -> bool:
    try:
        ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def execute(source: str, names: dict[str, Any]) -> str:
    """Run a cell, statement by statement, so that one that fails takes no other with it. Returns what went wrong."""
    problem = syntax_problem(source)
    for node in parsed(source).body:
        try:
            with limited(SECONDS_FOR_A_CELL):
                exec(compile(ast.Module([node], []), "<handed in>", "exec"), names)
        except Stopped:
            problem = problem or f"Its exercise cell was stopped after {SECONDS_FOR_A_CELL} seconds."
        except BaseException as error:
            problem = problem or f"Its exercise cell raises {told(error)}."
    return problem


def check_calls(source: str) -> Iterator[tuple[str, ast.expr]]:
    """The name and the attempt of each call `check("name", attempt)`."""
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Call(func=ast.Name(id="check"), args=[ast.Constant(value=str(name)), attempt]):
                yield name, attempt


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
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows([COLUMNS, *rows])
    return written.getvalue()


def as_table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[place]) for row in [COLUMNS, *rows]) for place in range(3)]
    lines = ["  ".join([*map(str.ljust, row[:3], widths), row[3]]).rstrip() for row in [COLUMNS, *rows]]
    states = [row[2] for row in rows if row[2] != NOTHING]
    return "\n".join([*lines, f"{states.count('right')} of {len(states)} right", ""])
