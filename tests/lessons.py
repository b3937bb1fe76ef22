"""The lessons, as the tests read them."""

from functools import cache
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
LESSONS = {path.name[:2]: path for path in sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))}

# Lessons whose exercises, quiz and marked cells are not there yet, and why. A lesson leaves this list when it has them;
# when the list is empty, all lessons have solutions, too.
UNFINISHED: dict[str, str] = {}


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


def each_lesson(*, but=(), unfinished=UNFINISHED):
    """A test for each lesson; for one that is unfinished it may fail."""
    marks = {number: [pytest.mark.xfail(reason=reason, strict=False)] for number, reason in unfinished.items()}
    chosen = [number for number in LESSONS if number not in but]
    return pytest.mark.parametrize(
        "number", [pytest.param(number, id=LESSONS[number].stem, marks=marks.get(number, [])) for number in chosen]
    )
