"""The first page: a vocabulary that grows under the reader's hand, and below it the ways into the course."""

from typing import Any

import islands
import pages
from bs4 import BeautifulSoup
from nbformat import NotebookNode
from pictures.draw import ROWS, Lesson
from running import ISLAND

import notebooks
from minitok import Tokenizer, corpora
from minitok.models import BPE
from minitok.pre_tokenizers import ByteLevel
from minitok.trainers import BpeTrainer
from minitok.views import Grow

TEXTS = {
    "English": "The lighthouse keeper counted the boats again. Not one of them was missing.",
    "German": "Der Leuchtturmwärter zählte die Boote noch einmal. Nicht eines fehlte.",
    "Turkish": "Deniz fenerinin bekçisi tekneleri yeniden saydı. Hiçbiri eksik değildi.",
    "Greek": "Ο φύλακας του φάρου μέτρησε ξανά τις βάρκες. Δεν έλειπε καμία.",
}


def front(playground: dict[str, Any] | None, live: str) -> pages.Page:
    """The first page, with GPT-2's merges, or with those of a small tokenizer where GPT-2's file is missing."""
    who, tok = reader()
    grow = Grow(tok, TEXTS)
    alive = {"grow": islands.as_html(described(grow), "grow")}
    if playground:
        alive["playground"] = islands.as_html(playground, "playground")
    counts = {name: len(tok.encode(text)) for name, text in TEXTS.items()}
    body = pages.ENVIRONMENT.get_template("front.html.j2").render(
        who=who,
        size=len(tok.model.merges),
        dear=f"{counts['Greek'] / counts['English']:.0f}",
        views={name: islands.place(name) for name in alive},
        live=live,
    )
    source = notebooks.ROOT / "index.html"
    return pages.Page("index.html", source, "minitok", BeautifulSoup(body, "html.parser"), "front", "index", live, islands=alive)


def described(view: Grow) -> dict[str, Any]:
    """A view that no notebook has shown, as the output of a lesson holds it."""
    state = {name: value for name, value in view.get_state().items() if name[0] != "_" and name in view.class_own_traits()}
    return {ISLAND: {"front": "grow", "state": state, "boxes": [], "classes": []}, "text/html": view.still()}


def reader() -> tuple[str, Tokenizer]:
    try:
        return "GPT-2", Tokenizer.from_pretrained("openai-community/gpt2")
    except (OSError, ImportError, ValueError) as error:
        print(f"GPT-2's vocabulary is missing, so the first page has a small tokenizer of its own. {error}")
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = ByteLevel()
    tok.train_from_iterator([corpora.load("stories")], BpeTrainer(vocab_size=5_000))
    return "a tokenizer", tok


def playground(notebook: NotebookNode) -> dict[str, Any] | None:
    """A lesson's comparison of tokenizers, if it has one."""
    outputs = (output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", ()))
    return next((data for data in outputs if data.get(ISLAND, {}).get("front") == "ruler"), None)


def course_map(course: list[pages.Page]) -> list[list[tuple[Lesson, pages.Page]]]:
    """The rows of the course's map, each lesson with its page."""
    there = {page.lesson[:2]: page for page in course}
    return [[(lesson, there[lesson.number]) for lesson in row] for row in ROWS]
