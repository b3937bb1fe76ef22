"""The lessons as a browser gets them: what can't run there is text, with the output that it has elsewhere."""

from collections.abc import Mapping
from html import escape
from pathlib import Path
from urllib.parse import quote

import native
import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

import notebooks
from minitok_course.copying import as_handed_out

FOLDER = "my-course"
"""Under this name `minitok_course.exercises` keeps the progress in a file, here one of the browser's."""

KERNEL = {"name": "python", "display_name": "Python (Pyodide)"}
LINKED = ("docs/*.md", "images/*.svg")
WELCOME = (
    "> This lesson runs in your browser: nothing is installed, and nothing that you write is sent anywhere. Your cells "
    "and your progress are kept in this browser. The first cell takes some seconds, until Python is loaded."
)


def address(lesson: str) -> str:
    """Where a lesson runs, relative to the site's root: `address("02_bpe_from_scratch")`."""
    return f"lite/notebooks/index.html?path={quote(f'{FOLDER}/{lesson}.ipynb')}"


def write_lessons(folder: Path, lacking: Mapping[str, str]) -> None:
    """Write the lessons and the files that they link to. What is lacking is as in `native.needs`."""
    for path in [path for pattern in LINKED for path in notebooks.ROOT.glob(pattern)]:
        target = folder / path.relative_to(notebooks.ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        # JupyterLite makes an address of a picture's characters by `btoa`, which fails on one that is not ASCII.
        target.write_bytes(
            text.encode(
                *("ascii", "xmlcharrefreplace") if path.suffix == ".svg" else ("utf-8",)
            )
        )
    (folder / FOLDER).mkdir(parents=True)
    for path in notebooks.lessons():
        stored, lesson = (
            nbformat.read(path, as_version=4),
            nbformat.reads(as_handed_out(path), as_version=4),
        )
        needs, by_id = (
            native.needs(stored, lacking),
            {cell.id: cell for cell in stored.cells},
        )
        cells = [
            as_text(by_id[it.id], needs[it.id]) if it.id in needs else it
            for it in lesson.cells
        ]
        lesson.cells = [
            *cells[:1],
            new_markdown_cell(WELCOME, id="in-your-browser"),
            *cells[1:],
        ]
        lesson.metadata.kernelspec = KERNEL
        nbformat.write(lesson, folder / FOLDER / path.name)


def as_text(cell: NotebookNode, need: str) -> NotebookNode:
    """A text that says why a cell can't run here, with its source and what it gives where it does run."""
    paragraphs = [
        f"*This cell needs {need}, which a browser doesn't have.*",
        f"```python\n{cell.source}\n```",
    ]
    if cell.outputs:
        paragraphs += [
            "*Where the course is installed, it gives:*",
            *map(as_markdown, cell.outputs),
        ]
    return new_markdown_cell(
        "\n\n".join(paragraphs), id=cell.id, metadata={"tags": notebooks.tags(cell)}
    )


def as_markdown(output: NotebookNode) -> str:
    """An output as markdown: its HTML, which is drawn, or its text."""
    data = output.get("data", {})
    if "text/html" in data:
        return "\n".join(
            line.strip() for line in data["text/html"].splitlines() if line.strip()
        )
    text = output.get("text") or data.get("text/plain", "")
    if output.output_type == "error":
        text = f"{output.ename}: {output.evalue}"
    return f"<pre>{escape(text.rstrip())}</pre>".replace("\n\n", "\n&#8203;\n")
