"""A lesson as a page: views are alive, questions keep their answers, exercises offer hints and a solution."""

import os
import re
from html import escape
from pathlib import Path

import islands
import nbformat
import pages
from nbformat import NotebookNode
from running import ISLAND

import notebooks
from minitok_course import solution
from minitok_course.exercises.exercise import find_exercise
from minitok_course.exercises.session import STANDS_IN

OF_A_NOTEBOOK = re.compile(
    r"Shift\+Enter|[Rr]un (?:the|them|it|each)\b.*\b(?:cells?|third|left)\b|\bnew cell\b|unfold|Run All Above|Stuck\?"
    r"|cell is folded|third cell|stored copy|buttons\?|cell like this one|next cell fetches|says so, and the lesson"
    r"|first cell below|last line checks|cell with your function|next two cells|such a cell"
)
"""What a sentence says of cells and keys, which a page does not have."""
SENTENCE = re.compile(r"(?!\s|#).*?(?:[.?!]\)?\**(?=\s)|\Z)\s*", re.DOTALL)
IN_A_PAGE = {
    "run the cell, then run the check below it": "then check it",
    "he folded cell": "he folded code",
    "The next cell": "What follows",
    "the first cell": "the first code",
}
PREDICTION = re.compile(
    r"^(?:why = |Prediction\()|^ +(?:why = .*\n +)?display\(Prediction\(", re.MULTILINE
)
NOT_IN_A_PAGE = {"check", "hint", "figures"}
READ = "On this page you read the lesson, step its views and answer its questions. To run its cells and write your own:"
RUN = (
    "Nothing is installed: the cells of this page run in your browser, and so do your functions. OpenAI's library "
    "can't: where a cell calls it, minitok takes its place, whose ids are equal in all tests. What the cells show "
    "before you run them came from OpenAI's library."
)
WRITE = "On this page you read the lesson, step its views, answer its questions, do its exercises. To run all cells:"

HOSTS = {
    "Colab": "https://colab.research.google.com/github/{}/blob/colab/{}",
    "Binder": "https://mybinder.org/v2/gh/{}/HEAD?labpath=notebooks/{}",
}


def lesson(
    path: Path, notebook: NotebookNode, live: str
) -> tuple[pages.Page, pages.Page]:
    """The page of a lesson that was run, and of its answers; `live` is where it runs in the browser, if it does."""
    answers = f"answers/{path.stem}.html"
    alive, stills = prepare(notebook, answers, live)
    runs = bool(live) and not path.stem[0].isdigit()
    text = f"*{RUN}*" if runs else ways(live, path.name)
    notebook.cells.insert(2 if runs else 1, nbformat.v4.new_markdown_cell(text))
    more = {"lesson": path.stem, "live": live, "runs": runs}
    more |= {"asks": len(stills), "islands": alive}
    page = pages.page(f"{path.stem}.html", path, notebook, "lesson", **more)
    for code in page.body.select(".cell:has(.mt-island) > details"):
        code.parent.append(code)  # the picture comes first
    lead_with_picture(page)
    heading = f"# Answers\n\nTo the questions of [{page.title}]({path.name})."
    cells = [
        nbformat.v4.new_markdown_cell(text)
        for text in (heading, *map(islands.place, stills))
    ]
    answer_islands = {
        name: f'<div class="answer" id="{name}">{still}</div>'
        for name, still in stills.items()
    }
    return page, pages.page(
        answers,
        path,
        nbformat.v4.new_notebook(cells=cells),
        "answers",
        islands=answer_islands,
    )


def lead_with_picture(page: pages.Page) -> None:
    """A lesson opens with its picture and what this shows; set-up and the ways to run it stand below the minutes."""
    question = page.body.find("p")
    picture = minutes = None
    for node in question.find_next_siblings():
        if node.name == "h2":
            break
        if picture is None and node.find(class_="mt-island"):
            picture = node
        if node.get_text().startswith("Time: about"):
            minutes = node
    if picture is None:
        return
    question.insert_after(picture.extract())
    set_up = picture.find("details", recursive=False)
    if minutes and set_up:
        below = page.body.new_tag("div", attrs={"class": "set-up"})
        below.append(set_up.extract())
        picture["class"].append("lead")
        minutes.insert_after(*page.body.select(".ways"), below)


def ways(live: str, name: str) -> str:
    """Where to run a lesson: in the browser, on the reader's computer, and on hosts if the repository is on GitHub."""
    links = (
        [f'<a class="run" href="{live}">Run this lesson in your browser</a>']
        if live
        else []
    )
    links.append('<a href="../README.md#start">Install the course</a>')
    if repository := os.environ.get("MINITOK_REPOSITORY"):
        place = repository.removeprefix("https://github.com/")
        for host, address in HOSTS.items():
            links.append(
                f'<a href="{address.format(place, name)}">Open it in {host}</a>'
            )
    return (
        f'<p class="ways"><span>{WRITE if live else READ}</span>{" ".join(links)}</p>'
    )


def prepare(
    notebook: NotebookNode, answers: str, live: str
) -> tuple[dict[str, str], dict[str, str]]:
    """Make the cells what a page shows; gives its views by their names, and its questions with their answers."""
    alive, stills = {}, {}
    waiting = ""  # the question whose answer the next cells may show, up to the text that tells of it
    covers = False
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            cell.source = in_a_page(cell.source)
            if covers or re.search(r"^#+ ", cell.source, re.MULTILINE):
                waiting, covers = "", False
            continue
        cell.outputs = [one for one in cell.outputs if not is_of_mine(one)]
        name, tags = f"view-{cell.id}", {*notebooks.tags(cell)}
        shows = [output for output in cell.outputs if ISLAND in output.get("data", {})]
        cell.source = without_question(cell.source)
        cell.metadata["transient"] = {"remove_source": not cell.source}
        if (
            waiting
            and len(cell.outputs) > len(shows)
            and not tags & {"exercise", *NOT_IN_A_PAGE}
        ):
            cell.metadata["after"], covers = waiting, True
        cell.metadata["set_up"] = bool(shows)
        for output in shows:
            if output.data[ISLAND]["front"] in islands.QUESTIONS:
                stills[name] = "".join(output.data["text/html"])
                waiting, covers = name, False
            alive[name] = islands.as_html(output.data, name, answers)
            output.data = {"text/html": islands.place(name)}
        if "exercise" in tags:
            check = cell if "check" in tags else notebook.cells[number + 1]
            cell.metadata["beneath"] = help_with(check.source, live)
        if {"exercise", "check"} <= tags:
            cell.source = cell.source.partition("\n\n\ncheck(")[0]
            cell.metadata["tags"] = ["exercise"]
            cell.outputs = []
    notebook.cells = [
        cell for cell in notebook.cells if not NOT_IN_A_PAGE & {*notebooks.tags(cell)}
    ]
    join_folded(notebook)
    return alive, stills


def join_folded(notebook: NotebookNode) -> None:
    """Folded cells that show nothing, one after the other, become one, which names what it defines."""
    cells: list[NotebookNode] = []
    for cell in notebook.cells:
        if is_folded(cell) and cells and is_folded(cells[-1]):
            cells[-1].source += f"\n\n\n{cell.source}"
        else:
            cells.append(cell)
    for cell in filter(is_folded, cells):
        names = re.findall(r"^(?:def|class) (\w+)", cell.source, re.MULTILINE)
        cell.metadata["label"] = (
            f"The code of {'(), '.join(names)}()" if names else "Set-up"
        )
    notebook.cells = cells


def is_folded(cell: NotebookNode) -> bool:
    hidden = cell.metadata.get("jupyter", {}).get("source_hidden")
    return bool(hidden and cell.source and not cell.outputs)


def is_of_mine(output: NotebookNode) -> bool:
    """Whether it only says that `mine` gave the course's solution, which stands in for a reader's."""
    lines = str(output.get("text", "")).splitlines()
    return bool(lines) and all(line.endswith(STANDS_IN) for line in lines)


def in_a_page(text: str) -> str:
    """A text without its sentences on how a notebook is used."""
    paragraphs = (
        SENTENCE.sub(of_a_page, paragraph) for paragraph in text.split("\n\n")
    )
    return re.sub(
        "|".join(IN_A_PAGE), lambda said: IN_A_PAGE[said[0]], "\n\n".join(paragraphs)
    )


def of_a_page(sentence: re.Match[str]) -> str:
    return "" if OF_A_NOTEBOOK.search(" ".join(sentence[0].split())) else sentence[0]


def without_question(source: str) -> str:
    """A cell up to its prediction, which would tell the answer; nothing of a quiz, or where only imports are left."""
    before, *asked = PREDICTION.split(source, maxsplit=1)
    if "Question(" in source or "Quiz(" in source:
        return ""
    if asked and not re.search(r"^(?!import |from |#|$)", before, re.MULTILINE):
        return ""
    return before.rstrip()


def help_with(check: str, live: str) -> str:
    """Beneath an exercise: its editor, its hints one by one, and a solution, all folded."""
    asked = re.search(r'^check\("([\w.]+)"', check, re.MULTILINE)
    if not asked:
        return ""
    where = (
        f'<div class="attempt" data-exercise="{asked[1]}"></div>'
        if live
        else "<p>A notebook checks it.</p>"
    )
    hints = [
        folded(f"Hint {place}", f"<p>{said(text)}</p>")
        for place, text in enumerate(find_exercise(asked[1]).hints, 1)
    ]
    answer = solution(asked[1])
    solved = folded(
        "A solution", f"{pages.code(answer.source)}<p>{said(answer.why)}</p>"
    )
    return f'{where}<div class="help">{"".join(hints)}{solved}</div>'


def folded(summary: str, text: str) -> str:
    return f"<details><summary>{summary}</summary>{text}</details>"


def said(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
