"""Each lesson asks: its exercises are in their places, its predictions and its quiz say why."""

import ast
import re

from lessons import (
    LESSONS,
    ROOT,
    code_cells,
    each_lesson,
    notebook,
    prose,
    python,
    tags,
    tool,
)

from minitok_course.exercises import exercise_names
from minitok_course.exercises.exercise import EXERCISES
from minitok_course.exercises.lessons import BESIDE

TEACHING = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
count = tool("minutes")
CORE = [number for number in LESSONS if number <= "08"]


def declared(number):
    """The exercises that are declared for a lesson, in its order."""
    names = [name for name in exercise_names() if name not in BESIDE]
    return [name for name in names if EXERCISES[name].lesson == int(number)]


def first_screen(number):
    """The title of a lesson, and what is under its first picture."""
    cells = notebook(number).cells[:3]
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def named(cell):
    """The exercise that a check cell or a hint cell is about."""
    found = re.match(r'(?:check|hint)\("([\w.]+)"', cell.source)
    return found[1] if found else cell.source


@each_lesson(but=["00"])
def test_each_declared_exercise_is_in_its_lesson_once_in_this_order_and_no_other(
    number,
):
    names = [named(cell) for cell in code_cells(number) if "check" in tags(cell)]
    assert names == declared(number)
    assert number > CORE[-1] or any(name.startswith("museum.") for name in names)


@each_lesson(but=["00"])
def test_an_exercise_is_its_stub_then_its_calm_check_then_its_hint(number):
    cells = notebook(number).cells
    places = [place for place, cell in enumerate(cells) if "exercise" in tags(cell)]
    assert places
    for place in places:
        asked, stub, check, hint = cells[place - 1 : place + 3]
        name = named(check)
        assert asked.cell_type == "markdown" and "### Your turn: " in asked.source, name
        assert stub.source == EXERCISES[name].stub.rstrip("\n"), name
        assert (
            check.source == f'check("{name}", {EXERCISES[name].short})'
            and "check" in tags(check)
        )
        assert check.outputs[0].data["text/plain"].startswith("○ Not started"), name
        assert hint.source == f'hint("{name}")' and "hint" in tags(hint)
    for kind in ("check", "hint"):
        assert sum(kind in tags(cell) for cell in cells) == len(places)


@each_lesson()
def test_each_prediction_says_why_and_a_cell_that_holds_an_answer_is_folded(number):
    for call in count.calls(notebook(number), "Prediction"):
        assert "why" in {keyword.arg for keyword in call.keywords}, ast.unparse(call)
    for cell in code_cells(number):
        if re.search(r"\b(?:Prediction|Question)\(", python(cell.source)):
            assert cell.metadata.get("jupyter", {}).get("source_hidden"), cell.source


@each_lesson()
def test_each_sitting_ends_with_three_to_five_questions_and_cells_that_check_figures_say_so(
    number,
):
    sittings = 2 if "two sittings" in first_screen(number) else 1
    assert 3 <= len(list(count.calls(notebook(number), "Question"))) <= 5 * sittings
    assert list(count.calls(notebook(number), "Quiz"))
    for cell in code_cells(number):
        assert ("figures" in tags(cell)) == cell.source.startswith(
            "# This cell checks the figures in the text above."
        )


@each_lesson()
def test_a_lesson_says_truly_how_long_it_takes_and_so_do_the_readme_and_the_teachers_guide(
    number,
):
    minutes = count.minutes(notebook(number))
    for text, line in [
        (first_screen(number), f"Time: about {minutes} minutes, "),
        (README, rf"\| {number} \|.*\| {minutes} \|$"),
        (TEACHING, rf"### {number} · .* \({minutes} minutes\)$"),
    ]:
        told = re.search(f"^{line}", text, re.MULTILINE) is not None
        assert told, f"make notebooks NB={number} sets its minutes"


def test_lesson_00_leads_to_every_other():
    told = prose(notebook("00"))
    others = [path.name for number, path in LESSONS.items() if number != "00"]
    assert [name for name in others if f"]({name})" not in told] == []


@each_lesson()
def test_a_lesson_is_lean(number):
    assert len(count.prose(notebook(number)).split()) <= 3000
    assert len(notebook(number).cells) <= 110


LESSON_TAUGHT = re.compile(
    r"^### (\d\d) · [^\n]*\n(.*?)(?=^##)", re.MULTILINE | re.DOTALL
)


def test_the_teachers_guide_has_for_each_lesson_what_to_ask_to_expect_and_to_leave_out():
    taught = LESSON_TAUGHT.findall(TEACHING)
    assert [number for number, _ in taught] == [*LESSONS]
    for _, told in taught:
        assert all(
            f"- **{part}:**" in told for part in ("Ask", "Expect", "When time is short")
        )
