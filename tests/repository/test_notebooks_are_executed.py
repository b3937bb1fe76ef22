"""The notebooks hold what a run of them gives, and read well where no kernel runs.

nbval compares stored outputs with a new run, but only those of cells that were run: here, all must have been.
"""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted(path for path in (ROOT / "notebooks").rglob("*.ipynb") if "/." not in path.as_posix())

WIDGET = "application/vnd.jupyter.widget-view+json"
MAX_LINES = 15
OF_THIS_MACHINE = re.compile(
    rf"/(?:home|Users|root|tmp|usr|private)/\w+ | \b[A-Z]:\\Users | {re.escape(str(ROOT))}"
    r"| \ at\ 0x[0-9A-Fa-f]{8,16}\b",
    re.VERBOSE,
)

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.relative_to(ROOT).as_posix())


def code_cells(path):
    cells = nbformat.read(path, as_version=4).cells
    return [cell for cell in cells if cell.cell_type == "code" and cell.source.strip()]


def outputs(path):
    return [output for cell in code_cells(path) for output in cell.outputs]


def texts(output):
    """All that an output shows as text: streams, plain text, HTML, errors."""
    yield output.get("text", "")
    yield output.get("evalue", "")
    yield from output.get("traceback", [])
    for kind, data in output.get("data", {}).items():
        if kind.startswith("text/") or kind.endswith(("+xml", "javascript")):
            yield data


def test_the_lessons_are_there():
    assert any(path.name.startswith("02_") for path in NOTEBOOKS)


@each_notebook
def test_every_cell_was_run_once_and_in_order_and_fails_where_it_is_meant_to(path):
    cells = code_cells(path)
    assert [cell.execution_count for cell in cells] == [*range(1, len(cells) + 1)], (
        f"run: make notebooks NB={path.stem}"
    )
    for cell in cells:
        tags = cell.metadata.get("tags", [])
        fails = any(output.output_type == "error" for output in cell.outputs)
        assert fails == ("raises-exception" in tags), cell.source
        assert "published" not in tags or "not to be had" not in str(cell.outputs), cell.source


@each_notebook
def test_no_widget_hides_what_it_shows(path):
    assert "widgets" not in nbformat.read(path, as_version=4).metadata
    assert not [output for output in outputs(path) if WIDGET in output.get("data", {})]


@each_notebook
def test_no_cell_is_too_long_to_take_in(path):
    most = 2 * MAX_LINES if path.parent.name == "solutions" else MAX_LINES  # a solution is read after it was written
    for cell in code_cells(path):
        assert len(cell.source.splitlines()) <= most, cell.source


@each_notebook
def test_no_output_tells_of_the_machine_it_ran_on(path):
    everything = "\n".join(text for output in outputs(path) for text in texts(output))
    assert not OF_THIS_MACHINE.findall(everything)


@each_notebook
def test_it_is_stored_as_the_tool_writes_it(path):
    content = path.read_text(encoding="utf-8")
    assert content == nbformat.writes(nbformat.read(path, as_version=4)).rstrip("\n") + "\n"
    assert '"execution": {' not in content, f"run: python tools/notebooks.py clean {path.stem}"


def test_what_tells_of_a_machine_is_recognised():
    for text in ("/home/ada/x.py", r"C:\Users\ada", "<object object at 0x7f3a1c2d3e50>", f"{ROOT}/minitok"):
        assert OF_THIS_MACHINE.search(text)
    for text in ("</b>", "and/or", "U+1F600 is 0x1F600", "https://example.org/home"):
        assert not OF_THIS_MACHINE.search(text)


@each_notebook
def test_every_picture_has_words_for_those_who_do_not_see_it(path):
    for output in outputs(path):
        data, metadata = output.get("data", {}), output.get("metadata", {})
        for kind in data:
            assert not kind.startswith("image/") or metadata.get(kind, {}).get("alt"), f"give {kind} an alt text"
        for picture in re.findall(r"<img\b[^>]*>", "".join(data.get("text/html", ""))):
            assert re.search(r' alt="[^"]{10,}"', picture), picture[:200]
