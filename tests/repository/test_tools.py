"""tools/notebooks.py, in a course of two tiny lessons, and tools/slides.py."""

import json
import shutil
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from lessons import ROOT, tool
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
    writes,
)

SCRIPT = Path(__file__).parents[2] / "tools" / "notebooks.py"
WIDGET = "application/vnd.jupyter.widget-view+json"
STUB = "def merge_pair(symbols, pair):\n    return ..."


@pytest.fixture
def course(tmp_path):
    """A folder with the script and two lessons that were never run, one with a solution."""
    (tmp_path / "tools").mkdir()
    shutil.copy(SCRIPT, tmp_path / "tools")
    lesson(tmp_path / "notebooks/01_words.ipynb", "'a b'.split()")
    where = "import sys, pathlib\nprint(sys.executable, flush=True)\nprint(pathlib.Path.cwd().name)"
    lesson(tmp_path / "notebooks/02_pairs.ipynb", "1 + 1", where)
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text(
        "| 01 | Words | 9 |\n| 02 | Pairs | 9 |\n", "utf-8"
    )
    (tmp_path / "docs/teaching.md").write_text("### 02 · Pairs (9 minutes)\n", "utf-8")
    return tmp_path


@pytest.fixture
def call(course, capsys, monkeypatch):
    """Call the script with arguments: its exit code, what it printed, and its errors."""
    monkeypatch.syspath_prepend(
        SCRIPT.parent
    )  # as in a shell, where the modules beside it are found
    spec = spec_from_file_location("notebooks", course / "tools/notebooks.py")
    script = module_from_spec(spec)
    spec.loader.exec_module(script)

    def call(*arguments):
        code = script.main(list(arguments))
        return code, *capsys.readouterr()

    return call


def lesson(path, *sources, outputs=(), **metadata):
    """Write a notebook with a title and these code cells; `outputs` go to the last of them."""
    made = [
        new_code_cell(source, id=f"cell-{number}")
        for number, source in enumerate(sources)
    ]
    made[-1].outputs.extend(outputs)
    store(
        path,
        [
            new_markdown_cell(
                "# A lesson\n\nTime: about 9 minutes, all told.", id="title"
            ),
            *made,
        ],
        **metadata,
    )


def store(path, made, **metadata):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        writes(new_notebook(cells=made, metadata=metadata)) + "\n", encoding="utf-8"
    )


def cells(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


@pytest.mark.slow
def test_execute_runs_this_python_there_stores_what_does_not_change_and_leaves_a_notebook_that_fails(
    course, call
):
    failing, path = (
        course / "notebooks/01_words.ipynb",
        course / "notebooks/02_pairs.ipynb",
    )
    lesson(failing, "'right'", "1 / 0")
    before = failing.read_bytes()
    code, _, errors = call("execute")
    assert code == 1 and "ZeroDivisionError" in errors
    assert "notebooks/01_words.ipynb is left as it was" in errors
    assert failing.read_bytes() == before and not list(course.rglob("*.unfinished"))
    assert "| 02 | Pairs | 5 |\n" in (course / "README.md").read_text("utf-8")
    teaching = (course / "docs/teaching.md").read_text("utf-8")
    assert teaching == "### 02 · Pairs (5 minutes)\n"
    assert cells(path)[0]["source"][-1] == "Time: about 5 minutes, all told."

    first = path.read_bytes()
    stored = json.loads(first)
    assert [cell.get("execution_count") for cell in stored["cells"]] == [None, 1, 2]
    assert [cell["id"] for cell in stored["cells"]] == ["title", "cell-0", "cell-1"]
    assert [output["text"] for output in stored["cells"][2]["outputs"]] == [
        [f"{sys.executable}\n", "notebooks\n"]
    ]
    assert stored["metadata"]["language_info"]["name"] == "python"
    assert call("execute", "02_pairs")[0] == 0
    assert path.read_bytes() == first


def exercise_lesson(path, *check_sources):
    """A lesson with the exercise `bpe.merge_pair` and these check cells."""
    made = [
        new_code_cell("from minitok_course import check"),
        new_code_cell(STUB, metadata={"tags": ["exercise"]}),
    ]
    made += [
        new_code_cell(source, metadata={"tags": ["check"]}) for source in check_sources
    ]
    store(path, [*made, new_markdown_cell("[next](04.ipynb)")])


def test_the_cells_of_an_exercise_come_after_those_of_the_one_before_it(course, call):
    lesson(course / "notebooks/02_pairs.ipynb", 'hint("bpe.count_pairs")', "1 + 1")
    assert call("exercise", "bpe.decode", "bpe.merge_pair") == (0, "", "")
    made = cells(course / "notebooks/02_pairs.ipynb")
    told = ["".join(cell["source"]).split("(")[0] for cell in made[1:]]
    assert told[:3] == ["hint", "### Your turn: join a pair", "def merge_pair"]
    assert told[3:5] == ["check", "hint"]
    assert told[6:] == ["def decode", "check", "hint", "1 + 1"]
    kinds = [cell["metadata"].get("tags") for cell in made[3:6]]
    assert kinds == [["exercise"], ["check"], ["hint"]]


def test_solutions_are_the_lesson_with_its_exercises_filled_in_and_run(course, call):
    path = course / "notebooks/03_pairs.ipynb"
    exercise_lesson(path, 'check("bpe.merge_pair", merge_pair)')
    assert call("solutions", "03") == (
        0,
        "Running build/solutions/03_pairs.ipynb\n",
        "",
    )
    filled, stubs = cells(course / "build/solutions/03_pairs.ipynb"), cells(path)
    assert [(one["id"], one["metadata"]) for one in filled] == [
        (one["id"], one["metadata"]) for one in stubs
    ]
    assert (
        filled[1]["source"][0].startswith("def merge_pair(")
        and len(filled[1]["source"]) > 4
    )
    assert "Right" in str(filled[2]["outputs"]) and not stubs[2]["outputs"]
    assert filled[3]["source"] == ["[next](../../notebooks/04.ipynb)"]
    assert "02_pairs.ipynb has no exercises" in call("solutions", "02")[1]
    assert not (course / "build/solutions/02_pairs.ipynb").exists()


@pytest.mark.parametrize(
    ("checks", "words"),
    [
        ([], "take turns"),
        (
            ['check("bpe.merge_pair", merge_pair)', 'check("bpe.decode", decode)'],
            "take turns",
        ),
        (['check("bpe.merge_pairs", merge_pair)'], "bpe.merge_pairs"),
        (['check("bpe.merge_pair", len)'], "does not say right"),
    ],
)
def test_solutions_that_do_not_hold_are_told_and_not_written(
    course, call, checks, words
):
    exercise_lesson(course / "notebooks/03_pairs.ipynb", *checks)
    code, _, errors = call("solutions", "03")
    assert code == 1 and words in errors and "03_pairs" in errors
    assert not (course / "build/solutions/03_pairs.ipynb").exists()


def test_clean_drops_what_differs_from_run_to_run_and_from_machine_to_machine(
    course, call
):
    path = course / "notebooks/03_widget.ipynb"
    bundle = {
        WIDGET: {"model_id": "f" * 32},
        "text/html": "<b>still</b>",
        "text/plain": "still",
    }
    error = new_output(
        "error", ename="ValueError", evalue="no id", traceback=["File /home/ada/x.py"]
    )
    cell = new_code_cell(
        "stepper",
        metadata={"execution": {"iopub.execute_input": "noon"}, "tags": ["kept"]},
    )
    cell.outputs = [new_output("display_data", bundle), error]
    store(path, [cell], widgets={"state": {}}, title="Kept")
    assert call("clean", "3")[0] == 0
    (cleaned,) = cells(path)
    assert cleaned["metadata"] == {"tags": ["kept"]}
    assert cleaned["outputs"][0]["data"] == {
        "text/html": ["<b>still</b>"],
        "text/plain": ["still"],
    }
    assert cleaned["outputs"][1]["traceback"] == ["ValueError: no id"]
    assert set(json.loads(path.read_bytes())["metadata"]) == {
        "kernelspec",
        "language_info",
        "title",
    }


def test_clean_refuses_a_widget_that_shows_nothing_without_a_kernel(course, call):
    path = course / "notebooks/03_widget.ipynb"
    lesson(
        path,
        "IntSlider()",
        outputs=[new_output("display_data", {WIDGET: {}, "text/plain": "IntSlider()"})],
    )
    before = path.read_bytes()
    code, _, errors = call("clean", "03")
    assert code == 1 and path.read_bytes() == before
    assert all(
        word in errors
        for word in ("notebooks/03_widget.ipynb", "cell 1", "text/html", "IntSlider()")
    )


def test_slides_begin_at_headings_and_where_one_is_full_and_leave_out_checks_and_answers():
    folded = {"jupyter": {"source_hidden": True}}
    question = [new_output("stream", text="a question")]
    made = [
        new_markdown_cell("## A section"),
        new_code_cell("1"),
        new_markdown_cell("### Your turn"),
        new_code_cell("2", metadata={"tags": ["check"]}),
        new_code_cell("3", metadata=folded),
        new_code_cell("4", metadata=folded, outputs=question),
        new_code_cell("\n".join("5" * 9)),
        new_code_cell("\n".join("6" * 30), metadata={"tags": ["exercise"]}),
    ]
    notebook = new_notebook(cells=made)
    tool("slides").part_cells(notebook)
    tool("slides").mark_slides(notebook)
    kinds = [cell.metadata.slideshow.slide_type for cell in notebook.cells]
    assert kinds == ["slide", "", "subslide", "skip", "skip", "", "", "subslide"]
    hidden = [cell.metadata.transient.remove_source for cell in made[4:7]]
    assert hidden == [True, True, False]


def test_colab_gets_lessons_as_they_are_handed_out_after_a_cell_that_installs_minitok(
    course, call, monkeypatch
):
    lesson(
        course / "notebooks/01_words.ipynb",
        "'é'",
        outputs=[new_output("stream", text="an answer")],
    )
    shutil.copy(ROOT / "notebooks/00_start_here.ipynb", course / "notebooks")
    monkeypatch.setenv("MINITOK_REPOSITORY", "https://github.com/someone/minitok")
    assert call("colab")[0] == 0
    first, _, code = cells(course / "build/colab/01_words.ipynb")
    assert '    %pip install --quiet "minitok[lessons]"\n' in first["source"]
    assert (code["source"], code["outputs"]) == (["'é'"], [])
    linked = (course / "build/colab/00_start_here.ipynb").read_text("utf-8")
    assert (
        "/github/someone/minitok/blob/colab/01_naive_word_split.ipynb)" in linked
        and "](../" not in linked
    )


@pytest.mark.parametrize("command", ["execute", "clean", "colab"])
def test_an_unknown_lesson_is_an_error_that_lists_those_there_are(call, command):
    assert call(command, "07") == (
        1,
        "",
        'No notebook "07"; those there are: 01_words, 02_pairs\n',
    )
