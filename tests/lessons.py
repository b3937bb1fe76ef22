"""The lessons, as the tests read them."""

import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = ROOT / "notebooks"
TOOLS = (str(ROOT / "tools" / "site"), str(ROOT / "tools"))
LESSONS = {path.name[:2]: path for path in sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))}


@cache
def read(path):
    """A notebook, to be left as it is; nothing checks that it is a valid one."""
    return nbformat.v4.reads(path.read_text(encoding="utf-8"))


def notebook(number):
    return read(LESSONS[number])


def is_code(cell):
    return cell.cell_type == "code" and bool(cell.source.strip())


def code_cells(number):
    return [cell for cell in notebook(number).cells if is_code(cell)]


def prose(notebook):
    """The texts of a notebook, joined."""
    return "\n".join(
        cell.source for cell in notebook.cells if cell.cell_type == "markdown"
    )


def tags(cell):
    return cell.metadata.get("tags", [])


def python(source):
    """A cell without its magic lines, which no parser of Python reads."""
    return "\n".join(
        "" if line.lstrip().startswith(("%", "!")) else line
        for line in source.splitlines()
    )


def each_lesson(*, but=()):
    """A test for each lesson."""
    chosen = [number for number in LESSONS if number not in but]
    return pytest.mark.parametrize(
        "number", chosen, ids=lambda number: LESSONS[number].stem
    )


def tool(name):
    """A module of tools/ or of tools/site/, which stay on the path, since their modules import each other."""
    sys.path[:0] = [folder for folder in TOOLS if folder not in sys.path]
    return import_module(name)
