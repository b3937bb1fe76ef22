"""Each lesson with its exercises filled in runs, each check says right, and no other cell shows anything else."""

import os
import re

import nbformat
import pytest
from lessons import LESSONS, NOTEBOOKS, notebook, prose, read, tags, tool

from minitok.interop import hub

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


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [path for path in sorted(NOTEBOOKS.glob("*.ipynb")) if has_exercises(path)],
    ids=lambda path: path.stem,
)
def test_the_solutions_are_right_and_all_else_is_as_in_the_lesson(path):
    tool("notebooks").solutions(path)
    solved = nbformat.read(tool("notebooks").SOLUTIONS / path.name, as_version=4)
    varies = VARIES if has_all_vocabularies() else VARIES | {"published"}
    for cell, filled in zip(read(path).cells, solved.cells, strict=True):
        tells_of_the_reader = "card(" in cell.source
        if not tells_of_the_reader and not varies.intersection(tags(cell)):
            assert outputs(filled) == outputs(cell), cell.source
