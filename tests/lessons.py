"""The lessons, as the tests read them."""

from functools import cache
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
LESSONS = {path.name[:2]: path for path in sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))}


@cache
def notebook(number):
    return nbformat.read(LESSONS[number], as_version=4)


def code_cells(number):
    return [cell for cell in notebook(number).cells if cell.cell_type == "code" and cell.source.strip()]


def tags(cell):
    return cell.metadata.get("tags", [])


def python(source):
    """A cell without its magic lines, which no parser of Python reads."""
    return "\n".join("" if line.lstrip().startswith(("%", "!")) else line for line in source.splitlines())


def each_lesson(*, but=()):
    """A test for each lesson."""
    chosen = [number for number in LESSONS if number not in but]
    return pytest.mark.parametrize("number", chosen, ids=lambda number: LESSONS[number].stem)
