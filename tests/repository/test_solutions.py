"""The solutions are the lessons with their exercise cells filled in, and nothing else of them is different."""

import nbformat
from lessons import LESSONS, NOTEBOOKS, UNFINISHED, each_lesson, notebook, tags

from minitok.checks import solution

SOLUTIONS = NOTEBOOKS / "solutions"
FILLED, CHECKS = {"exercise"}, {"check"}
WITHOUT = [number for number in LESSONS if not any("exercise" in tags(cell) for cell in notebook(number).cells)]
TO_COME = dict.fromkeys(LESSONS, "they are made when all lessons are there") if UNFINISHED else {}
VARIES = {"nbval-ignore-output", "nbval-skip"}


def test_there_are_solutions_of_lessons_alone():
    assert {path.name for path in SOLUTIONS.glob("*")} <= {
        path.name for number, path in LESSONS.items() if number not in WITHOUT
    }


@each_lesson(but=WITHOUT, unfinished=TO_COME)
def test_they_differ_in_exercise_cells_and_their_outputs_alone(number):
    solved = nbformat.read(SOLUTIONS / LESSONS[number].name, as_version=4)
    lesson = notebook(number)
    assert solved.metadata == lesson.metadata and len(solved.cells) == len(lesson.cells)
    for stub, filled in zip(lesson.cells, solved.cells):
        kinds = set(tags(stub))
        assert {**filled, "source": "", "outputs": []} == {**stub, "source": "", "outputs": []}
        assert (filled.source == stub.source) == (not kinds & FILLED), f"run: make solutions NB={number}"
        if not kinds & (FILLED | CHECKS | VARIES):
            assert filled.get("outputs") == stub.get("outputs"), stub.source


@each_lesson(but=WITHOUT, unfinished=TO_COME)
def test_they_are_what_the_checker_shows_and_each_check_says_right(number):
    solved = nbformat.read(SOLUTIONS / LESSONS[number].name, as_version=4)
    asked = [cell for cell in solved.cells if FILLED & set(tags(cell))]
    checks = [cell for cell in solved.cells if CHECKS & set(tags(cell))]
    for cell, check in zip(asked, checks, strict=True):
        assert cell.source == solution(check.source.split('"')[1]).source.rstrip("\n")
        assert check.outputs[0].data["text/plain"].startswith("✓ Right")
