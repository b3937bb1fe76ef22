"""How many minutes a lesson takes: counted in its cells, and written wherever it is told."""

import ast
import math
import re
from collections.abc import Iterator
from pathlib import Path

import native
from nbformat import NotebookNode

# Minutes more for the cells of a lesson, as readers needed them.
LONG_PROGRAMS = {"07": 24, "08": 28, "09": 10, "10": 16, "11": 14, "12": 14}


def calls(notebook: NotebookNode, name: str) -> Iterator[ast.Call]:
    """Each call of a name in the cells of a lesson."""
    for cell in notebook.cells:
        for node in ast.walk(
            native.python(cell.source if cell.cell_type == "code" else "")
        ):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func).split(".")[-1] == name
            ):
                yield node


def prose(notebook: NotebookNode) -> str:
    return "\n\n".join(
        cell.source for cell in notebook.cells if cell.cell_type == "markdown"
    )


def required(notebook: NotebookNode) -> NotebookNode:
    """A lesson up to its first optional page, whose heading may stand inside a cell."""
    cells = []
    for cell in notebook.cells:
        source, optional, _ = f"\n{cell.source}".partition("\n## Optional")
        cells.append(NotebookNode({**cell, "source": source.removeprefix("\n")}))
        if optional:
            break
    return NotebookNode(cells=cells)


def minutes(number: str, notebook: NotebookNode) -> int:
    """What a lesson takes, as readers needed it: by its words, its exercises, and what it asks in between."""
    lesson = required(notebook)
    kinds = [(set(cell.metadata.get("tags", ())), cell.source) for cell in lesson.cells]
    asked = [
        source for tags, source in kinds if "check" in tags and "optional" not in tags
    ]
    games = sum(source.startswith('check("museum.') for source in asked)
    questions = len([*calls(lesson, "Prediction"), *calls(lesson, "Quiz")])
    at_work = (
        8 * (len(asked) - games)
        + 4 * (games + questions)
        + LONG_PROGRAMS.get(number, 0)
    )
    return math.ceil(len(prose(lesson).split()) / 130 + at_work)


def tell(path: Path, notebook: NotebookNode) -> None:
    """Write the minutes in the lesson's first cell, in the README and in the teachers' guide."""
    number, root = path.name[:2], path.parents[1]

    def replace_minutes(line: str, text: str) -> str:
        return re.sub(
            rf"^({line})\d+",
            rf"\g<1>{minutes(number, notebook)}",
            text,
            flags=re.MULTILINE,
        )

    notebook.cells[0].source = replace_minutes("Time: about ", notebook.cells[0].source)
    lines = {
        "README.md": rf"\| {number} \|.*\| ",
        "docs/teaching.md": rf"### {number} · .*\(",
    }
    for name, line in lines.items():
        (root / name).write_text(
            replace_minutes(line, (root / name).read_text("utf-8")),
            "utf-8",
            newline="\n",
        )
