"""A lesson as a page: views are alive, questions keep their answers, exercises offer hints and a solution."""

import ast
import re
from html import escape
from pathlib import Path

import islands
import nbformat
import pages
import pygments
from nbformat import NotebookNode
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from running import ISLAND

import notebooks
from minitok.checks import solution
from minitok.checks.judging import find

ASKING = ("Prediction", "Quiz", "Question")
NOT_IN_A_PAGE = {"check", "hint"}
READ = "On this page you read the lesson, step its views and answer its questions. To run its cells and write your own:"
WORK = {"exercise", *NOT_IN_A_PAGE}


def lesson(path: Path, notebook: NotebookNode, live: str) -> tuple[pages.Page, pages.Page]:
    """The page of a lesson that was run, and of its answers; `live` is where it runs in the browser, if it does."""
    answers = f"answers/{path.stem}.html"
    alive, told = prepare(notebook, answers, live)
    notebook.cells.insert(1, nbformat.v4.new_markdown_cell(ways(live)))
    page = pages.page(
        f"{path.stem}.html", path, notebook, "lesson", lesson=path.stem, live=live, asks=len(told), islands=alive
    )
    heading = f"# Answers\n\nTo the questions of [{page.title}]({path.name})."
    cells = [nbformat.v4.new_markdown_cell(text) for text in (heading, *map(islands.place, told))]
    kept = {name: f'<div class="answer" id="{name}">{still}</div>' for name, still in told.items()}
    return page, pages.page(answers, path, nbformat.v4.new_notebook(cells=cells), "answers", islands=kept)


def ways(live: str) -> str:
    """How to do more with a lesson than read it."""
    run = f'<a class="run" href="{live}">Run this lesson in your browser</a> ' if live else ""
    return f'<p class="ways"><span>{READ}</span>{run}<a href="../README.md#start">Install the course</a></p>'


def prepare(notebook: NotebookNode, answers: str, live: str) -> tuple[dict[str, str], dict[str, str]]:
    """Make the cells what a page shows; gives its views by their names, and its questions with their answers."""
    alive, told = {}, {}
    waiting = ""  # the question whose answer the next cells may show, up to the text that tells of it
    covers = False
    cells = notebook.cells
    for number, cell in enumerate(cells):
        if cell.cell_type == "markdown":
            if covers or re.search(r"^#+ ", cell.source, re.MULTILINE):
                waiting, covers = "", False
            continue
        shows = [output for output in cell.outputs if ISLAND in output.get("data", {})]
        asks = [output for output in shows if islands.is_question(output)]
        if any(f"{name}(" in cell.source for name in ASKING):
            cell.source = without_question(cell.source)
        cell.metadata["transient"] = {"remove_source": not cell.source}
        for output in shows:
            name = f"view-{cell.id}"
            if output in asks:
                told[name] = "".join(output.data["text/html"])
            alive[name] = islands.as_html(output.data, name, answers)
            output.data = {"text/html": islands.place(name)}
        if waiting and len(cell.outputs) > len(shows) and not WORK & {*notebooks.tags(cell)}:
            cell.metadata["after"], covers = waiting, True
        if asks:
            waiting, covers = f"view-{cell.id}", False
        if "exercise" in notebooks.tags(cell):
            cell.metadata["beneath"] = help_with(cells[number + 1].source, live)
    notebook.cells = [cell for cell in cells if not NOT_IN_A_PAGE & {*notebooks.tags(cell)}]
    return alive, told


def without_question(source: str) -> str:
    """A cell without the question at its end, which would tell its answer; nothing where nothing else is of use."""
    try:
        statements = ast.parse(source).body
    except SyntaxError:  # it has magic lines
        return source
    lines = source.splitlines()
    kept = []
    for statement in statements:
        names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
        tells = isinstance(statement, ast.Assign) and names <= {"why"}
        if not (tells or names & {*ASKING}):
            kept.append(statement)
    if all(isinstance(statement, (ast.Import, ast.ImportFrom)) for statement in kept):
        return ""
    last = kept[-1].end_lineno or len(lines)
    dropped = {
        number for gone in statements if gone not in kept for number in range(gone.lineno, (gone.end_lineno or 0) + 1)
    }
    return "\n".join(line for number, line in enumerate(lines, 1) if number not in dropped and number <= last).rstrip()


def help_with(check: str, live: str) -> str:
    """Beneath an exercise: where to try it, its hints one by one, and a solution, all folded."""
    asked = re.match(r'check\("([\w.]+)"', check)
    if not asked:
        return ""
    where = (
        f'<a href="{live}">Write it in your browser</a>, where it is checked.'
        if live
        else "A notebook checks what you write."
    )
    hints = "".join(
        f"<details><summary>Hint {place}</summary><p>{said(text)}</p></details>"
        for place, text in enumerate(find(asked[1]).hints, 1)
    )
    found = solution(asked[1])
    code = pygments.highlight(found.source, PythonLexer(), HtmlFormatter())
    solved = f'<details><summary>A solution</summary><div class="input">{code}</div><p>{said(found.why)}</p></details>'
    return f'<div class="help"><p>{where}</p>{hints}{solved}</div>'


def said(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
