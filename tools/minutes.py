"""How many minutes a lesson takes: counted in its cells, and written wherever it is told."""

import ast
import math
import re
from collections.abc import Iterator
from pathlib import Path

import native
from nbformat import NotebookNode

LONG_PROGRAMS = {
    "07": 24,
    "08": 28,
    "09": 10,
    "10": 16,
    "11": 14,
    "12": 14,
}  # minutes more for their cells, as readers needed them


def calls(notebook: NotebookNode, name: str) -> Iterator[ast.Call]:
    """Each call of a name in the cells of a lesson."""
    for cell in notebook.cells:
        for node in ast.walk(native.python(cell.source if cell.cell_type == "code" else "")):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name:
                yield node


def prose(notebook: NotebookNode) -> str:
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def minutes(number: str, notebook: NotebookNode) -> int:
    """What a lesson takes, as readers needed it: by its words, its exercises, and what it asks in between."""
    optional = (place for place, cell in enumerate(notebook.cells) if "\n## Optional" in f"\n{cell.source}")
    before = NotebookNode(cells=notebook.cells[: next(optional, None)])
    kinds = [(set(cell.metadata.get("tags", ())), cell.source) for cell in before.cells]
    asked = [source for tags, source in kinds if "check" in tags and "optional" not in tags]
    games = sum(source.startswith('check("museum.') for source in asked)
    questions = len([*calls(before, "Prediction"), *calls(before, "Quiz")])
    at_work = 8 * (len(asked) - games) + 4 * (games + questions) + LONG_PROGRAMS.get(number, 0)
    required, _, _ = prose(notebook).partition("\n## Optional")
    return math.ceil(len(required.split()) / 130 + at_work)


def tell(path: Path, notebook: NotebookNode) -> None:
    """Write the minutes in the lesson's first cell, in the README and in the teachers' guide."""
    number, root = path.name[:2], path.parents[1]

    def told(line: str, text: str) -> str:
        return re.sub(rf"^({line})\d+", rf"\g<1>{minutes(number, notebook)}", text, flags=re.MULTILINE)

    notebook.cells[0].source = told("Time: about ", notebook.cells[0].source)
    lines = {"README.md": rf"\| {number} \|.*\| ", "docs/teaching.md": rf"### {number} · .*\("}
    for name, line in lines.items():
        (root / name).write_text(told(line, (root / name).read_text("utf-8")), "utf-8", newline="\n")
