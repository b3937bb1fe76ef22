"""The first page: a sentence as a landscape that the reader floods, and below it the ways into the course."""

import re
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import islands
import pages
import vocabularies
from bs4 import BeautifulSoup
from markupsafe import Markup
from nbformat import NotebookNode
from running import ISLAND, own

import notebooks
from minitok_course.views import Waterline
from minitok_course.vocabularies import load

TEXTS = {
    "English": "The lighthouse keeper counted the boats again.",
    "German": "Der Leuchtturmwärter zählte die Boote noch einmal.",
    "Turkish": "Deniz fenerinin bekçisi tekneleri yeniden saydı.",
    "Greek": "Ο φύλακας του φάρου μέτρησε ξανά τις βάρκες.",
}


class Lesson(NamedTuple):
    number: str
    title: str


MAP = (notebooks.ROOT / "images" / "course-map.svg").read_text("utf-8")
PLACES = re.findall(
    r'<circle cx="\d+" cy="(\d+)".*\n<text .*>(\d\d)</text>\n<text .*>(.*)</text>', MAP
)
ROWS = [
    [Lesson(*fields) for _, *fields in row]
    for _, row in groupby(PLACES, key=itemgetter(0))
]
"""The lessons of one row build on the same ones, not on each other."""


def front(site: Path, playground: dict[str, Any] | None, live: str) -> pages.Page:
    """The first page, with GPT-2's and GPT-4o's merges."""
    tokenizers = {name: load(name) for name in ("GPT-2", "GPT-4o")}
    tok = tokenizers["GPT-2"]
    waterline = Waterline(TEXTS, tokenizers)
    files = [
        vocabularies.put(one, site / "vocabularies") for one in tokenizers.values()
    ]
    alive = {"waterline": islands.as_html(described(waterline, files), "waterline")}
    if playground:
        alive["playground"] = islands.as_html(playground, "playground")
    counts = {name: len(tok.encode(text)) for name, text in TEXTS.items()}
    views = {name: Markup(islands.place(name)) for name in alive}
    values = {
        "size": len(tok.model.merges),
        "dear": f"{counts['Greek'] / counts['English']:.0f}",
    }
    markup = pages.ENVIRONMENT.get_template("front.html.j2").render(
        views=views, live=live, **values
    )
    body = BeautifulSoup(markup, "html.parser")
    pages.name_headings(body)
    source = notebooks.ROOT / "index.html"
    return pages.Page(
        "index.html", source, "minitok", body, "front", "index", live, islands=alive
    )


def described(view: Waterline, files: list[str]) -> dict[str, Any]:
    """A view that no notebook has shown, as the output of a lesson holds it."""
    return {
        ISLAND: {
            "front": "waterline",
            "state": own(view.get_state()),
            "boxes": [],
            "classes": [],
            "asked": {"files": files},
        },
        "text/html": view.still(),
    }


def playground(notebook: NotebookNode) -> dict[str, Any] | None:
    """A lesson's comparison of tokenizers, if it has one."""
    outputs = (
        output.get("data", {})
        for cell in notebook.cells
        for output in cell.get("outputs", ())
    )
    return next(
        (data for data in outputs if data.get(ISLAND, {}).get("front") == "ruler"), None
    )


def course_map(course: list[pages.Page]) -> list[list[tuple[Lesson, pages.Page]]]:
    """The rows of the course's map, each lesson with its page."""
    there = {page.lesson[:2]: page for page in course}
    return [[(lesson, there[lesson.number]) for lesson in row] for row in ROWS]
