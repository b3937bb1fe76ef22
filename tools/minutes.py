"""How many minutes a lesson takes: counted in its cells, and written wherever it is told."""

import ast
import math
import re
from collections.abc import Iterator
from pathlib import Path

import native
from nbformat import NotebookNode


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


def minutes(notebook: NotebookNode) -> int:
    """What a notebook takes: its words, its exercises, and its questions, rounded up to five.

    A word takes 1/110 of a minute, an exercise 10 minutes, a prediction, a quiz or an exhibit 4.
    """
    checks = [
        cell.source
        for cell in notebook.cells
        if "check" in cell.metadata.get("tags", ())
    ]
    exhibits = [source for source in checks if source.startswith('check("museum.')]
    questions = [*calls(notebook, "Prediction"), *calls(notebook, "Quiz"), *exhibits]
    exercises = len(checks) - len(exhibits)
    exact = len(prose(notebook).split()) / 110 + 10 * exercises + 4 * len(questions)
    return 5 * math.ceil(exact / 5)


def tell(path: Path, notebook: NotebookNode) -> None:
    """Write the minutes on the lesson's first screen, in the README and in the teachers' guide."""
    number, root = path.name[:2], path.parents[1]

    def replace_minutes(line: str, text: str) -> str:
        return re.sub(
            rf"^({line})\d+",
            rf"\g<1>{minutes(notebook)}",
            text,
            flags=re.MULTILINE,
        )

    for cell in notebook.cells[:3]:  # the title, a picture, and what is under it
        cell.source = replace_minutes("Time: about ", cell.source)
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
