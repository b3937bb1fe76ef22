"""The first page, made from the README with a playground on top; the map of the course; pages from Markdown files."""

import sys
from pathlib import Path
from typing import Any, NamedTuple

import islands
import nbformat
import pages
from bs4 import BeautifulSoup
from nbformat import NotebookNode
from running import ISLAND

import notebooks

README = notebooks.ROOT / "README.md"
WAYS = '<p class="ways"><a class="run" href="notebooks/00_start_here.ipynb">Start reading</a> {run}</p>'
RUN = '<a class="run" href="{}">Run the course in your browser</a>'


class Stop(NamedTuple):
    """A lesson on the map: without an address it is still to come."""

    number: str
    title: str
    address: str = ""
    lesson: str = ""
    asks: int = 0


def of_markdown(path: Path) -> pages.Page:
    """The page of a Markdown file: docs/glossary.md becomes glossary.html."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(path.read_text("utf-8"))])
    return pages.page(f"{path.stem.lower()}.html", path, notebook, "text")


def playground(notebook: NotebookNode) -> dict[str, Any] | None:
    """The data of the first playground of a lesson."""
    outputs = (output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", ()))
    return next((data for data in outputs if "texts" in (data.get(ISLAND, {}).get("asked") or ())), None)


def front(shown: dict[str, Any] | None, live: str) -> pages.Page:
    """The README as the first page: its picture is the playground itself, its ways to start lead into the site."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(README.read_text("utf-8"))])
    alive = {"playground": islands.as_html(shown, "playground", "")} if shown else {}
    page = pages.page("index.html", README, notebook, "front", lesson="index", live=live, islands=alive)
    if live:
        page.body.find("a", href="docs/browser.md")["href"] = live
    picture = page.body.find("picture")
    picture.find_parent("a").wrap(page.body.new_tag("div", id="top"))
    top = page.body.find(id="top")
    if shown:
        top.find("a").decompose()
        top.append(piece(islands.place("playground")))
    top.insert_before(piece(WAYS.format(run=RUN.format(live) if live else "")))
    return page


def piece(markup: str) -> BeautifulSoup:
    return BeautifulSoup(markup, "html.parser")


def course_map(course: list[pages.Page]) -> list[list[Stop]]:
    """The rows of the course's map: lessons in one row build on the same ones, not on each other."""
    folder = str(notebooks.ROOT / "images")
    sys.path.insert(0, folder)
    try:
        from draw import ROWS
    finally:
        sys.path.remove(folder)
    there = {page.lesson[:2]: page for page in course}
    stops = []
    for row in ROWS:
        stops.append([])
        for lesson in row:
            page = there.get(lesson.number)
            more = (page.address, page.lesson, page.asks) if page else ()
            stops[-1].append(Stop(lesson.number, lesson.title, *more))
    return stops
