"""Run and tidy the notebooks.

python tools/notebooks.py execute      run every lesson, store its outputs and its minutes
python tools/notebooks.py execute 02   the same for lesson 02 alone
python tools/notebooks.py solutions    fill in the exercises of every lesson, run it, write it into build/solutions/
python tools/notebooks.py clean        tidy what is stored, without running anything
python tools/notebooks.py exercise bpe.decode    put the cells of that exercise into its lesson
python tools/notebooks.py colab        the lessons for Google Colab, in build/colab/: a first cell installs minitok
"""

import argparse
import os
import re
import sys
from pathlib import Path

import minutes
import native
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from minitok_course import solution
from minitok_course.copying import as_handed_out
from minitok_course.exercises.exercise import find_exercise
from minitok_course.exercises.lessons import ORDER
from minitok_course.folder import write_whole

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
SOLUTIONS = ROOT / "build" / "solutions"

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
WIDGET = "application/vnd.jupyter.widget-view+json"
ON_COLAB = """import sys

if "google.colab" in sys.modules:  # nothing to do anywhere else
    %pip install --quiet "minitok[lessons]"
    from google.colab import output

    output.enable_custom_widget_manager()"""
RELATIVE_LINK = re.compile(r'(\]\(|(?:href|src)=")(?![a-z]+:|[#/])')


class NotebookError(Exception):
    """What is wrong, where, and what to do about it, for whoever typed the command."""


def execute(path: Path) -> None:
    """Run a lesson in its own folder, and store its outputs and its minutes.

    One that fails is left as it was.
    """
    notebook = nbformat.read(path, as_version=4)
    run(notebook, path)
    minutes.tell(path, notebook)
    write(path, notebook)


def run(notebook: NotebookNode, path: Path, *, keep_views: bool = False) -> None:
    """Run a notebook in the folder of its path, where it stays as it was if a cell fails; views are kept if asked."""
    # So the kernel is this Python, whatever else is installed.
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    print(f"Running {relative_path(path)}", flush=True)
    client = NotebookClient(
        notebook,
        kernel_name=KERNEL["name"],
        resources={"metadata": {"path": str(path.parent)}},
        extra_arguments=["--log-level=ERROR"],
        timeout=600,  # seconds for a cell
        coalesce_streams=True,
        record_timing=False,
        store_widget_state=keep_views,
    )
    try:
        client.execute()
    except (CellExecutionError, RuntimeError, TimeoutError) as error:
        raise NotebookError(
            f"{relative_path(path)} is left as it was, a cell of it failed:\n{error}"
        ) from None
    if not keep_views:
        tidy(notebook, relative_path(path))


def solutions(path: Path) -> None:
    """Write a lesson with its exercises filled in into build/solutions/, and run it there.

    One that fails, or a check of which doesn't say right, is not written.
    """
    notebook = nbformat.read(path, as_version=4)
    target = SOLUTIONS / path.name
    target.unlink(missing_ok=True)
    if not fill_in(notebook, relative_path(path)):
        print(f"{relative_path(path)} has no exercises")
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    run(notebook, target)
    for cell in notebook.cells:
        if "check" in tags(cell) and "✓ Right" not in str(cell.outputs):
            raise NotebookError(
                f"{relative_path(path)}: with its solution, this check does not say right:\n{cell.source}"
            )
        if cell.cell_type == "markdown":
            cell.source = RELATIVE_LINK.sub(r"\1../../notebooks/", cell.source)
    write(target, notebook)


def fill_in(notebook: NotebookNode, name: str) -> int:
    """Put the solutions into the exercise cells, and return how many there are.

    The name of an exercise is in the last line of its cell, or in the check cell after it.
    """
    exercise = None
    count = 0
    for cell in notebook.cells:
        if "exercise" in tags(cell):
            if exercise is not None:
                break
            exercise = cell
        if "check" not in tags(cell):
            continue
        check = re.search(r'^check\("([\w.]+)".*', cell.source, re.MULTILINE)
        if exercise is None or check is None:
            raise not_in_turns(name, cell)
        try:
            source = solution(check[1]).source.rstrip("\n")
        except ValueError as error:
            raise NotebookError(f"{name}: {error}") from None
        exercise.source = f"{source}\n\n\n{check[0]}" if exercise is cell else source
        exercise = None
        count += 1
    if exercise is not None:
        raise not_in_turns(name, exercise)
    return count


def not_in_turns(name: str, cell: NotebookNode) -> NotebookError:
    return NotebookError(
        f"{name}: an exercise cell and its check cell have to take turns:\n{cell.source}"
    )


def tags(cell: NotebookNode) -> list[str]:
    return list(cell.metadata.get("tags", []))


def clean(path: Path) -> None:
    """Tidy a notebook as `execute` does, without running it."""
    notebook = nbformat.read(path, as_version=4)
    tidy(notebook, relative_path(path))
    write(path, notebook)


def tidy(notebook: NotebookNode, name: str) -> None:
    """Drop what changes from run to run, and what shows nothing where no kernel runs; mark native cells."""
    notebook.metadata.pop("widgets", None)
    notebook.metadata.update(
        kernelspec=KERNEL,
        language_info={"name": "python", "pygments_lexer": "ipython3"},
    )
    native.mark(notebook)
    for number, cell in enumerate(notebook.cells):
        for timing in ("execution", "ExecuteTime"):
            cell.metadata.pop(timing, None)
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if WIDGET in data and "text/html" not in data:
                raise NotebookError(
                    f"{name} is left as it was: a widget in cell {number} shows nothing without a kernel.\n"
                    f"Give it a _repr_mimebundle_ with text/html, or show something else:\n{cell.source}"
                )
            data.pop(WIDGET, None)
            if output.output_type == "error":  # the frames hold this machine's paths
                output.traceback = [f"{output.ename}: {output.evalue}"]


def write(path: Path, notebook: NotebookNode) -> None:
    """Write a notebook, unless nothing has changed."""
    content = nbformat.writes(notebook).rstrip("\n") + "\n"
    if not path.exists() or content.encode() != path.read_bytes():
        write_whole(path, content)


def colab(path: Path) -> None:
    """Write a lesson for Google Colab: as it is handed out, after a cell that installs minitok there."""
    notebook = nbformat.reads(as_handed_out(path), as_version=4)
    notebook.cells.insert(0, nbformat.v4.new_code_cell(ON_COLAB, id="on-colab"))
    if repository := os.environ.get("MINITOK_REPOSITORY"):
        on_colab = repository.replace(
            "https://github.com", "https://colab.research.google.com/github"
        )
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                text = cell.source.replace(
                    "](../docs/", f"]({repository}/blob/HEAD/docs/"
                )
                text = text.replace("](../images/", f"]({repository}/raw/HEAD/images/")
                cell.source = RELATIVE_LINK.sub(rf"\1{on_colab}/blob/colab/", text)
    target = ROOT / "build" / "colab" / path.name
    target.parent.mkdir(parents=True, exist_ok=True)
    write(target, notebook)


def exercise(name: str) -> None:
    """Put the four cells of an exercise into its lesson: after the exercise before it there, or else at the end."""
    subject = find_exercise(name)
    (path,) = find([str(subject.lesson)], lessons())
    notebook = nbformat.read(path, as_version=4)
    before = [f'hint("{other}")' for other in ORDER[: ORDER.index(name)]]
    places = [
        place for place, cell in enumerate(notebook.cells, 1) if cell.source in before
    ]
    place = places[-1] if places else len(notebook.cells)
    sources = {
        "exercise": subject.stub.rstrip(),
        "check": f'check("{name}", {subject.short})',
        "hint": f'hint("{name}")',
    }
    code_cells = [
        nbformat.v4.new_code_cell(source, metadata={"tags": [tag]})
        for tag, source in sources.items()
    ]
    text = nbformat.v4.new_markdown_cell(f"### Your turn: {subject.title.lower()}")
    notebook.cells[place:place] = [text, *code_cells]
    write(path, notebook)


def lessons() -> list[Path]:
    return [path for path in course_files("*.ipynb") if path.parent == NOTEBOOKS]


def course_files(pattern: str) -> list[Path]:
    """The files of the course, without an editor's hidden ones."""
    files = (path for path in NOTEBOOKS.rglob(pattern) if path.is_file())
    return sorted(
        path for path in files if "/." not in path.relative_to(ROOT).as_posix()
    )


def find(names: list[str], notebooks: list[Path]) -> list[Path]:
    """The notebooks of these names, each a number, a whole name or a path; with no names, all of them."""
    if not names:
        return notebooks
    paths = []
    for name in names:
        number = name.zfill(2) + "_"
        matching = [path for path in notebooks if path == Path(name).resolve()] or [
            path
            for path in notebooks
            if name in (path.stem, path.name) or path.name.startswith(number)
        ]
        if not matching:
            there = ", ".join(dict.fromkeys(path.stem for path in notebooks)) or "none"
            raise NotebookError(f'No notebook "{name}"; those there are: {there}')
        paths += matching
    return paths


def relative_path(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def main(typed: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for deed in (execute, solutions, clean, colab, exercise):
        command = commands.add_parser(deed.__name__, description=deed.__doc__)
        command.set_defaults(run=deed)
        command.add_argument(
            "names",
            nargs="*",
            metavar="NAME",
            help="02, 02_pairs, a path, or bpe.decode",
        )
    arguments = parser.parse_args(typed)

    notebooks = lessons() if arguments.run is not clean else course_files("*.ipynb")
    failures = 0
    try:
        chosen = (
            arguments.names
            if arguments.run is exercise
            else find(arguments.names, notebooks)
        )
    except NotebookError as error:
        print(error, file=sys.stderr)
        return 1
    for path in chosen:
        try:
            arguments.run(path)
        except NotebookError as error:
            print(error, file=sys.stderr)
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
