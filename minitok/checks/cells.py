"""The code cells of a notebook that was handed in, whatever program saved it. Nothing is run here."""

import ast
import json
import re
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .source import reads

ARCHIVES = ".zip", ".7z", ".rar"
CALLS = "check", "hint"
# a line that only a notebook knows: `%time`, `!ls`, `files = !ls`, `cut?`
MAGIC = re.compile(r"^([ \t]*)(?![ \t])(?:[%!?].*|[\w.]+\?+[ \t]*|[\w, ]+=[ \t]*[%!].*)$", re.MULTILINE)


class Cell(NamedTuple):
    """A code cell: its source as Python, the statements in it, and what keeps it from being Python, if anything."""

    file: str  # what an error calls it
    tags: Sequence[str]
    source: str
    body: list[ast.stmt]
    problem: str


def code_cells(notebook: Path) -> list[Cell]:
    """The code cells of a notebook. Raises ValueError where there is none, with a sentence for the table."""
    try:
        cells = json.loads(notebook.read_bytes())["cells"]  # in UTF-8, or as some editors save it: UTF-16, with a BOM
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        read = [("".join(cell["source"]), (cell.get("metadata") or {}).get("tags") or []) for cell in code]
    except (ValueError, KeyError, TypeError, AttributeError, OSError, RecursionError):
        is_archive = notebook.suffix.lower() in ARCHIVES
        raise ValueError(
            "This is an archive: unpack it." if is_archive else "This file is not a notebook, or is damaged."
        ) from None
    return [Cell(f"<cell {number}>", tags, *as_python(source)) for number, (source, tags) in enumerate(read, 1)]


def as_python(source: str) -> tuple[str, list[ast.stmt], str]:
    """A cell as Python, its statements, and what keeps it from being Python."""
    problem = ""
    for text in source, MAGIC.sub(r"\1pass", source):  # as it is first: in a string or in brackets, nothing is magic
        try:
            return text, ast.parse(text).body, ""
        except SyntaxError as error:
            problem = f"{error.msg} in its line {error.lineno}" if error.lineno else error.msg
        except ValueError as error:
            problem = str(error)
        except (RecursionError, MemoryError):
            problem = "too much of it is inside each other"
    return source, [], f"not Python: {problem}"


def calls(cell: Cell) -> Iterator[tuple[str, ast.expr | None]]:
    """The name and the attempt of each call `check("name", attempt)`, and the name of each `hint("name")`."""
    for node in (one for statement in cell.body for one in ast.walk(statement)):
        match node:
            case ast.Call(func=ast.Name(id=function) | ast.Attribute(value=ast.Name(id="checks"), attr=function)):
                given = dict(zip(("name", "attempt"), node.args)) | {one.arg: one.value for one in node.keywords}
                match function in CALLS and given.get("name"):
                    case ast.Constant(value=str(name)):
                        yield name, given.get("attempt")


def bound(node: ast.stmt) -> set[str]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, ast.AnnAssign) and node.value:
        targets = [node.target]
    names = (part for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


def helps(node: ast.stmt, taken: Container[str], needed: set[str]) -> bool:
    """Whether it is an import, a function, a class, a constant, or what exercises need, by a name that is free."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return True
    names = bound(node)
    if not names or any(name in taken for name in names):
        return False
    is_value = isinstance(node, (ast.Assign, ast.AnnAssign))
    return not is_value or is_constant(node.value) or bool(names & needed)  # type: ignore[attr-defined]


def is_constant(value: ast.expr) -> bool:
    try:
        ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def needed_names(cells: Sequence[Cell]) -> set[str]:
    """The names that exercise cells read, and those that these are made of."""
    needed = {name for cell in cells if "exercise" in cell.tags for name in reads(cell.source)}
    made = [(bound(node), node) for cell in cells for node in cell.body if bound(node)]
    while new := {name for names, node in made if names & needed for name in reads(ast.unparse(node))} - needed:
        needed |= new
    return needed
