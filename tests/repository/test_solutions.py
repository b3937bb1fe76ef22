"""Each lesson with right answers of any accepted shape runs, each check says so, and all other cells show the same."""

import os
import re
from dataclasses import replace

import nbformat
import pytest
from answer_shapes import kind_for
from lessons import LESSONS, NOTEBOOKS, ROOT, notebook, prose, read, tags, tool

from minitok.interop import hub
from minitok_course import solution

LINK = re.compile(r'(?<=\]\()[^)\s]+|(?<=href=")[^"]+|(?<=src=")[^"]+')
STAND_IN = re.compile(
    r"^\S+: the course's solution, until yours is right\n", re.MULTILINE
)
VARIES = {"exercise", "check", "nbval-ignore-output", "nbval-skip"}


@pytest.mark.parametrize("number", LESSONS)
def test_each_link_leads_to_a_file(number):
    """A learner's copy is in my-course/, beside notebooks/, where the same links lead to the same files."""
    targets = [
        link for link in LINK.findall(prose(notebook(number))) if ":" not in link
    ]
    files = {link.split("#")[0] for link in targets} - {""}
    assert files
    assert [file for file in files if not (NOTEBOOKS / file).is_file()] == []


def outputs(cell):
    """What a cell shows, but the lines that say that a solution stands in: the solutions have fewer."""
    texts = []
    for output in cell.get("outputs", []):
        text = STAND_IN.sub("", output.get("text", ""))
        texts.append(text if output.output_type == "stream" else output)
    return [text for text in texts if text]


def has_all_vocabularies():
    """Whether DeepSeek-V3's, which doesn't come with the course, is on this computer, as it has to be in CI."""
    try:
        hub.tokenizer_file("deepseek-ai/DeepSeek-V3")
    except hub.NotAvailable:
        return bool(os.environ.get("MINITOK_REQUIRE_VOCABULARIES"))
    return True


def has_exercises(path):
    return any("exercise" in tags(cell) for cell in read(path).cells)


SHAPED = """\


from answer_shapes import reshaped, swapped

{name} = reshaped({name}, swapped, {kind!r})"""


def in_another_shape(name):
    """The solution, as another kind of function, with tuples for lists and the reverse."""
    written = solution(name)
    function = name.partition(".")[2]
    if f"def {function}(" not in written.source:
        return written
    shaped = SHAPED.format(name=function, kind=kind_for(name))
    return replace(written, source=f"{written.source}{shaped}")


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [path for path in sorted(NOTEBOOKS.glob("*.ipynb")) if has_exercises(path)],
    ids=lambda path: path.stem,
)
def test_right_answers_of_another_shape_leave_all_else_as_in_the_lesson(
    path, monkeypatch
):
    """All lessons together take about three minutes."""
    notebooks = tool("notebooks")
    monkeypatch.setattr(notebooks, "solution", in_another_shape)
    monkeypatch.setattr(notebooks, "SOLUTIONS", ROOT / "build" / "in_another_shape")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, [ROOT, ROOT / "tests"])))
    notebooks.solutions(path)
    solved = nbformat.read(notebooks.SOLUTIONS / path.name, as_version=4)
    varies = VARIES if has_all_vocabularies() else VARIES | {"published"}
    for cell, filled in zip(read(path).cells, solved.cells, strict=True):
        tells_of_the_reader = "card(" in cell.source
        if not tells_of_the_reader and not varies.intersection(tags(cell)):
            assert outputs(filled) == outputs(cell), cell.source
