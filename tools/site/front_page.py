"""The first page, made from the README with a playground on top, and the map of the course."""

from typing import Any

import islands
import pages
from bs4 import BeautifulSoup
from nbformat import NotebookNode
from pictures.draw import ROWS, Lesson
from running import ISLAND

import notebooks

WAYS = '<p class="ways"><a class="run" href="notebooks/00_start_here.ipynb">Start reading</a> {run}</p>'
RUN = '<a class="run" href="{}">Run the course in your browser</a>'


def playground(notebook: NotebookNode) -> dict[str, Any] | None:
    outputs = (output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", ()))
    return next((data for data in outputs if "texts" in (data.get(ISLAND, {}).get("asked") or ())), None)


def front(shown: dict[str, Any] | None, live: str) -> pages.Page:
    """The README as the first page: its picture is the playground itself, its ways to start lead into the site."""
    alive = {"playground": islands.as_html(shown, "playground")} if shown else {}
    page = pages.of_markdown(
        notebooks.ROOT / "README.md", "index.html", "front", lesson="index", live=live, islands=alive
    )
    if live:
        page.body.find("a", href="docs/browser.md")["href"] = live
    top = page.body.new_tag("div", id="top")
    page.body.find("picture").find_parent("a").wrap(top)
    if shown:
        top.find("a").replace_with(piece(islands.place("playground")))
    top.insert_before(piece(WAYS.format(run=RUN.format(live) if live else "")))
    return page


def piece(markup: str) -> BeautifulSoup:
    return BeautifulSoup(markup, "html.parser")


def course_map(course: list[pages.Page]) -> list[list[tuple[Lesson, pages.Page]]]:
    """The rows of the course's map, each lesson with its page."""
    there = {page.lesson[:2]: page for page in course}
    return [[(lesson, there[lesson.number]) for lesson in row] for row in ROWS]
