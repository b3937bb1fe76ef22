"""The notebooks hold what a run of them gives, and read well where no kernel runs.

nbval compares stored outputs with a new run, but only those of cells that were run: here, all must have been.
"""

import re
from copy import deepcopy

import nbformat
import pytest
from lessons import NOTEBOOKS, ROOT, is_code, read, tags, tool

MAX_LINES = 15
OF_THIS_MACHINE = re.compile(
    rf"/(?:home|Users|root|tmp|usr|private)/\w+ | \b[A-Z]:\\Users | {re.escape(str(ROOT))}"
    r"| \ at\ 0x[0-9A-Fa-f]{8,16}\b",
    re.VERBOSE,
)
PATHS = sorted(
    path for path in NOTEBOOKS.rglob("*.ipynb") if "/." not in path.as_posix()
)

each_notebook = pytest.mark.parametrize(
    "path", PATHS, ids=lambda path: path.relative_to(ROOT).as_posix()
)


def code_cells(path):
    return [cell for cell in read(path).cells if is_code(cell)]


@each_notebook
def test_every_cell_was_run_once_and_in_order_and_fails_where_it_is_meant_to(path):
    cells = code_cells(path)
    counts = [cell.execution_count for cell in cells]
    assert counts and counts == list(range(1, len(cells) + 1)), (
        f"run: make notebooks NB={path.stem}"
    )
    for cell in cells:
        fails = any(output.output_type == "error" for output in cell.outputs)
        assert fails == ("raises-exception" in tags(cell)), cell.source
        missing = re.search("not to be had|Not on this computer", str(cell.outputs))
        assert "published" not in tags(cell) or not missing, (
            f"make vocabularies first:\n{cell.source}"
        )


@each_notebook
def test_it_is_stored_as_the_tool_writes_it(path):
    notebook = deepcopy(read(path))
    tool("notebooks").tidy(notebook, path.name)
    written = nbformat.writes(notebook).rstrip("\n") + "\n"
    assert path.read_text(encoding="utf-8") == written, (
        f"run: python tools/notebooks.py clean {path.stem}"
    )


@each_notebook
def test_no_cell_is_too_long_to_take_in(path):
    for cell in code_cells(path):
        assert len(cell.source.splitlines()) <= MAX_LINES, cell.source


@each_notebook
def test_an_output_does_not_tell_of_the_machine_it_ran_on_and_a_picture_has_words(path):
    for output in (output for cell in code_cells(path) for output in cell.outputs):
        data = output.get("data", {})
        pictures = [kind for kind in data if kind.startswith("image/")]
        for kind in pictures:
            assert output.metadata[kind]["alt"], f"give {kind} an alt text"
        told = [text for kind, text in data.items() if kind not in pictures]
        told += [output.get("text"), output.get("evalue"), output.get("traceback")]
        assert not OF_THIS_MACHINE.findall(str(told))
        for picture in re.findall(r"<img\b[^>]*>", data.get("text/html", "")):
            assert re.search(r' alt="[^"]{10,}"', picture), picture[:200]
