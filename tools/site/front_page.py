"""The first page: a sentence as a landscape that the reader floods, and below it the ways into the course."""

import re
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import asking
import islands
import pages
import vocabularies
from bs4 import BeautifulSoup
from markupsafe import Markup
from running import ISLAND, own

import notebooks
from minitok_course import corpora
from minitok_course.views import Playground, Skylines, Waterline
from minitok_course.vocabularies import load

TITLE = "Every sentence is a landscape"
TEXTS = {
    "English": "The accordion player knitted two umbrellas.",
    "German": "Der Akkordeonspieler strickte zwei Regenschirme.",
    "Turkish": "Akordeoncu iki şemsiye ördü.",
    "Greek": "Ο ακορντεονίστας έπλεξε δύο ομπρέλες.",
}
"""In the first, the two vocabularies part at three words."""
QUOTED = re.compile('[“„«「"](.+?)[”“»」"]')


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


def front(site: Path, live: str) -> pages.Page:
    """The first page, with GPT-2's and GPT-4o's merges."""
    tokenizers = {name: load(name) for name in ("GPT-2", "GPT-4o")}
    tok = tokenizers["GPT-2"]
    folder = site / "vocabularies"
    files = [vocabularies.put(one, folder) for one in tokenizers.values()]
    landscape = described(Waterline(TEXTS, tokenizers), "waterline", {"files": files})
    passages = corpora.languages()
    questions = {
        name: QUOTED.findall(text)[0].strip() for name, text in passages.items()
    }
    counts = {name: len(tok.encode(text)) for name, text in questions.items()}
    all_merges = len(tokenizers["GPT-4o"].model.merges)
    skylines = Skylines(questions, tokenizers, merges=all_merges)
    priced = described(skylines, "waterline", {"files": files})
    ruler = Playground(TEXTS["English"])
    asked = asking.playground(ruler, folder)
    compared = described(ruler.view, "ruler", asked)
    alive = {
        "waterline": islands.as_html(landscape, "waterline"),
        "playground": islands.as_html(compared, "playground"),
        "skylines": islands.as_html(priced, "skylines"),
    }
    views = {name: Markup(islands.place(name)) for name in alive}
    values = {
        "size": len(tok.model.merges),
        "languages": len(questions),
        "dear": f"{counts['Greek'] / counts['English']:.1f}",
    }
    markup = pages.ENVIRONMENT.get_template("front.html.j2").render(
        views=views, live=live, **values
    )
    body = BeautifulSoup(markup, "html.parser")
    pages.name_headings(body)
    source = notebooks.ROOT / "index.html"
    return pages.Page(
        "index.html", source, TITLE, body, "front", "index", live, islands=alive
    )


def described(view: Any, front: str, asked: Any) -> dict[str, Any]:
    """A view that no notebook has shown, as the output of a lesson holds it."""
    state = own(view.get_state()) | asked.pop("state", {})
    island = {
        "front": front,
        "state": state,
        "boxes": [],
        "classes": [],
        "asked": asked,
    }
    return {ISLAND: island, "text/html": view.still()}


def course_map(course: list[pages.Page]) -> list[list[tuple[Lesson, pages.Page]]]:
    """The rows of the course's map, each lesson with its page."""
    there = {page.lesson[:2]: page for page in course}
    return [[(lesson, there[lesson.number]) for lesson in row] for row in ROWS]
