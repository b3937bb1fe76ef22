"""The solutions are the lessons with their exercise cells filled in, and nothing else of them is different."""

import re

import pytest
from lessons import LESSONS, NOTEBOOKS, each_lesson, notebook, prose, read, tags, tool

from minitok_course import solution

SOLUTIONS = NOTEBOOKS / "solutions"
LINK = re.compile(r'(?<=\]\()[^)\s]+|(?<=href=")[^"]+|(?<=src=")[^"]+')
WITHOUT = [
    number
    for number in LESSONS
    if not any("exercise" in tags(cell) for cell in notebook(number).cells)
]
VARIES = {"nbval-ignore-output", "nbval-skip"}


def test_there_are_solutions_of_lessons_alone():
    with_exercises = {
        path.name for number, path in LESSONS.items() if number not in WITHOUT
    }
    with_exercises.add("gpt4_in_one_sitting.ipynb")
    assert {path.name for path in SOLUTIONS.glob("*.ipynb")} <= with_exercises


@pytest.mark.parametrize(
    "path",
    sorted(NOTEBOOKS.rglob("[0-9][0-9]_*.ipynb")),
    ids=lambda path: f"{path.parent.name} {path.stem}",
)
def test_each_link_leads_to_a_file(path):
    """A learner's copy is in my-course/, beside notebooks/, where the same links lead to the same files."""
    links = [link for link in LINK.findall(prose(read(path))) if ":" not in link]
    files = {link.split("#")[0] for link in links} - {""}
    assert files
    assert [file for file in files if not (path.parent / file).is_file()] == []


def shown(cell):
    """The outputs of a cell, without the lines that say that a solution stands in: fewer do in the solutions."""
    stand_in = r"^\S+: the course's solution, until yours is right\n"
    texts = []
    for output in cell.get("outputs", []):
        text = re.sub(stand_in, "", output.get("text", ""), flags=re.MULTILINE)
        texts += [text] if output.output_type == "stream" else [output]
    return [text for text in texts if text]


@each_lesson(but=WITHOUT)
def test_they_differ_in_exercise_cells_and_their_outputs_alone(number):
    solved = read(SOLUTIONS / LESSONS[number].name)
    lesson = notebook(number)
    assert solved.metadata == lesson.metadata and len(solved.cells) == len(lesson.cells)
    for stub, filled in zip(lesson.cells, solved.cells):
        kinds = set(tags(stub))
        assert {**filled, "source": "", "outputs": []} == {
            **stub,
            "source": "",
            "outputs": [],
        }
        source = (
            tool("notebooks").one_folder_deeper(stub.source)
            if stub.cell_type == "markdown"
            else stub.source
        )
        assert (filled.source == source) == ("exercise" not in kinds), (
            f"run: make solutions NB={number}"
        )
        if not kinds & {"exercise", "check", *VARIES}:
            assert shown(filled) == shown(stub), stub.source


@each_lesson(but=WITHOUT)
def test_they_are_what_the_checker_shows_and_each_check_says_right(number):
    solved = read(SOLUTIONS / LESSONS[number].name)
    asked = [cell for cell in solved.cells if "exercise" in tags(cell)]
    checks = [cell for cell in solved.cells if "check" in tags(cell)]
    for cell, check in zip(asked, checks, strict=True):
        assert cell.source == solution(check.source.split('"')[1]).source.rstrip("\n")
        assert check.outputs[0].data["text/plain"].startswith("✓ Right")
