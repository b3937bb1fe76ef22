"""tools/notebooks.py, in a course of two tiny lessons."""

import json
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, writes

SCRIPT = Path(__file__).parents[2] / "tools" / "notebooks.py"
WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def course(tmp_path):
    """A folder with the script and two lessons that were never run, one with a solution and a picture."""
    (tmp_path / "tools").mkdir()
    shutil.copy(SCRIPT, tmp_path / "tools")
    lesson(tmp_path / "notebooks/01_words.ipynb", "'a b'.split()")
    lesson(tmp_path / "notebooks/02_pairs.ipynb", "1 + 1", "print('x')\nprint('y', flush=True)\nprint('z')")
    lesson(tmp_path / "notebooks/solutions/02_pairs.ipynb", "2 + 2")
    (tmp_path / "notebooks/images").mkdir()
    (tmp_path / "notebooks/images/map.png").write_bytes(b"picture")
    return tmp_path


@pytest.fixture
def call(course, capsys, monkeypatch):
    """Call the script with arguments: its exit code, what it printed, and its errors."""
    monkeypatch.syspath_prepend(SCRIPT.parent)  # as in a shell, where the modules beside it are found
    spec = spec_from_file_location("notebooks", course / "tools/notebooks.py")
    script = module_from_spec(spec)
    spec.loader.exec_module(script)

    def call(*arguments):
        code = script.main(list(arguments))
        return code, *capsys.readouterr()

    return call


def lesson(path, *sources, outputs=(), **metadata):
    """Write a notebook with a title and these code cells; `outputs` go to the last of them."""
    cells = [new_markdown_cell("# A lesson", id="title")]
    cells += [new_code_cell(source, id=f"cell-{number}") for number, source in enumerate(sources)]
    cells[-1].setdefault("outputs", []).extend(outputs)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(writes(new_notebook(cells=cells, metadata=metadata)) + "\n", encoding="utf-8")


def cells(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def test_execute_stores_outputs_in_a_form_that_does_not_change(course, call):
    path = course / "notebooks/02_pairs.ipynb"
    assert call("execute", "02_pairs")[0] == 0
    first = path.read_bytes()
    stored = json.loads(first)
    assert [cell.get("execution_count") for cell in stored["cells"]] == [None, 1, 2]
    assert [cell["id"] for cell in stored["cells"]] == ["title", "cell-0", "cell-1"]
    assert [output["text"] for output in stored["cells"][2]["outputs"]] == [["x\n", "y\n", "z\n"]]
    assert stored["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python", "pygments_lexer": "ipython3"},
    }
    assert first.startswith(b'{\n "cells"') and first.endswith(b"}\n")
    assert cells(course / "notebooks/solutions/02_pairs.ipynb")[1]["outputs"]
    assert not cells(course / "notebooks/01_words.ipynb")[1]["outputs"]

    assert call("execute", str(path))[0] == 0
    assert path.read_bytes() == first


def test_execute_runs_this_python_in_the_notebooks_folder(course, call):
    path = course / "notebooks/03_where.ipynb"
    lesson(path, "import sys, pathlib", "print(sys.executable, pathlib.Path.cwd().name)")
    assert call("execute", "03")[0] == 0
    assert cells(path)[2]["outputs"][0]["text"] == [f"{sys.executable} notebooks\n"]


def test_a_notebook_that_fails_is_left_as_it_was_and_the_others_are_run(course, call):
    failing = course / "notebooks/01_words.ipynb"
    lesson(failing, "'right'", "1 / 0")
    before = failing.read_bytes()
    code, _, errors = call("execute")
    assert code == 1
    assert "notebooks/01_words.ipynb is left as it was" in errors and "ZeroDivisionError" in errors
    assert failing.read_bytes() == before
    assert cells(course / "notebooks/02_pairs.ipynb")[1]["outputs"]
    assert not list(course.rglob("*.unfinished"))


STUB = "def merge_pair(symbols, pair):\n    return ..."


def exercise_lesson(path, *check_sources):
    """A lesson with the exercise `bpe.merge_pair` and these check cells."""
    lesson(path, "from minitok.checks import check", STUB, *check_sources, "1 + 1")
    notebook = json.loads(path.read_bytes())
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        cell["metadata"] = {"tags": ["exercise"] if source == STUB else ["check"] if source in check_sources else []}
    path.write_text(json.dumps(notebook), encoding="utf-8")


def test_solutions_are_the_lesson_with_its_exercises_filled_in_and_run(course, call):
    path = course / "notebooks/03_pairs.ipynb"
    exercise_lesson(path, 'check("bpe.merge_pair", merge_pair)')
    call("execute", "03")
    assert call("solutions", "03") == (0, "Running notebooks/solutions/03_pairs.ipynb\n", "")
    filled, stubs = cells(course / "notebooks/solutions/03_pairs.ipynb"), cells(path)
    assert [(one["id"], one["metadata"]) for one in filled] == [(one["id"], one["metadata"]) for one in stubs]
    differ = [place for place, (one, other) in enumerate(zip(filled, stubs)) if one["source"] != other["source"]]
    assert differ == [2] and filled[2]["source"][0].startswith("def merge_pair(") and len(filled[2]["source"]) > 4
    assert "Right" in str(filled[3]["outputs"]) and "Not started" in str(stubs[3]["outputs"])
    before = (course / "notebooks/solutions/03_pairs.ipynb").read_bytes()
    call("solutions", "03")
    assert (course / "notebooks/solutions/03_pairs.ipynb").read_bytes() == before


@pytest.mark.parametrize(
    ("checks", "words"),
    [
        ([], "take turns"),
        (['check("bpe.merge_pair", merge_pair)', 'check("bpe.decode", decode)'], "take turns"),
        (['check("bpe.merge_pairs", merge_pair)'], "bpe.merge_pairs"),
        (['check("bpe.merge_pair", len)'], "does not say right"),
        (['check("bpe.merge_pair", nothing)'], "NameError"),
    ],
)
def test_solutions_that_do_not_hold_are_told_and_not_written(course, call, checks, words):
    exercise_lesson(course / "notebooks/03_pairs.ipynb", *checks)
    code, _, errors = call("solutions", "03")
    assert code == 1 and words in errors and "03_pairs" in errors
    assert not (course / "notebooks/solutions/03_pairs.ipynb").exists()


def test_a_lesson_without_exercises_has_no_solutions(course, call):
    assert "02_pairs.ipynb has no exercises" in call("solutions", "02")[1]
    assert not (course / "notebooks/solutions/02_pairs.ipynb").exists()


def test_clean_keeps_the_still_picture_of_a_widget_and_drops_the_live_one(course, call):
    path = course / "notebooks/03_widget.ipynb"
    bundle = {WIDGET: {"model_id": "f" * 32}, "text/html": "<b>still</b>", "text/plain": "still"}
    lesson(path, "stepper", outputs=[new_output("display_data", bundle)], widgets={"state": {}}, title="Kept")
    assert call("clean", "3")[0] == 0
    assert cells(path)[1]["outputs"][0]["data"] == {"text/html": ["<b>still</b>"], "text/plain": ["still"]}
    assert set(json.loads(path.read_bytes())["metadata"]) == {"kernelspec", "language_info", "title"}


def test_clean_marks_where_slides_begin_and_what_they_leave_out(course, call):
    path = course / "notebooks/03_slides.ipynb"
    told = [
        ("markdown", "## A section", [], "slide"),
        ("code", "1", [], None),
        ("markdown", "### Your turn", [], "subslide"),
        ("code", "2", ["exercise"], None),
        ("code", "3", ["check"], "skip"),
        ("code", "\n".join("4" * 15), [], None),
        ("code", "\n".join("5" * 9), [], "subslide"),
    ]
    make = {"markdown": new_markdown_cell, "code": new_code_cell}
    made = [make[kind](source, metadata={"tags": tags}) for kind, source, tags, _ in told]
    path.write_text(writes(new_notebook(cells=made)), encoding="utf-8")
    for _ in range(2):
        assert call("clean", "03")[0] == 0
        slides = [cell["metadata"].get("slideshow", {}).get("slide_type") for cell in cells(path)]
        assert slides == [slide for *_, slide in told]


@pytest.mark.parametrize("folder", ["", "../"])
def test_clean_marks_the_same_slides_in_a_lesson_and_its_solutions(course, call, folder):
    path = course / "notebooks/03_slides.ipynb"
    link = f"[next]({folder}04.ipynb)"
    told = [new_markdown_cell(text) for text in ("## A section", "4" * 2183 + link, "5")]
    path.write_text(writes(new_notebook(cells=told)), encoding="utf-8")
    assert call("clean", "03")[0] == 0
    assert ["slideshow" in cell["metadata"] for cell in cells(path)] == [True, False, False]


def test_clean_refuses_a_widget_that_shows_nothing_without_a_kernel(course, call):
    path = course / "notebooks/03_widget.ipynb"
    bundle = {WIDGET: {}, "text/plain": "IntSlider()"}
    lesson(path, "IntSlider()", outputs=[new_output("display_data", bundle)])
    before = path.read_bytes()
    code, _, errors = call("clean", "03")
    assert code == 1
    for word in ("notebooks/03_widget.ipynb", "cell 1", "text/html", "IntSlider()"):
        assert word in errors
    assert path.read_bytes() == before


def test_clean_keeps_the_message_of_an_error_without_its_frames(course, call):
    path = course / "notebooks/03_error.ipynb"
    frames = ["File /home/ada/x.py", "ValueError: no id"]
    error = new_output("error", ename="ValueError", evalue="no id", traceback=frames)
    lesson(path, "fail()", outputs=[error])
    assert call("clean", "03")[0] == 0
    assert cells(path)[1]["outputs"][0]["traceback"] == ["ValueError: no id"]


def test_clean_drops_the_times_of_a_run(course, call):
    path = course / "notebooks/01_words.ipynb"
    notebook = json.loads(path.read_bytes())
    notebook["cells"][1]["metadata"] = {"execution": {"iopub.execute_input": "noon"}, "tags": ["kept"]}
    path.write_text(json.dumps(notebook), encoding="utf-8")
    assert call("clean")[0] == 0
    assert cells(path)[1]["metadata"] == {"tags": ["kept"]}


def test_copy_makes_the_learners_course_and_never_overwrites(course, call):
    assert "your own copy" in call("copy")[1]
    mine = course / "my-course"
    for name in ("01_words.ipynb", "02_pairs.ipynb", "images/map.png"):
        assert (mine / name).read_bytes() == (course / "notebooks" / name).read_bytes()
    assert not (mine / "solutions").exists()

    (mine / "01_words.ipynb").write_text("my notes", encoding="utf-8")
    lesson(course / "notebooks/03_new.ipynb", "3")
    lesson(course / "notebooks/.ipynb_checkpoints/03_new-checkpoint.ipynb", "3")
    assert call("copy")[1] == "Added my-course/03_new.ipynb\n"
    assert (mine / "01_words.ipynb").read_text(encoding="utf-8") == "my notes"
    assert not (mine / ".ipynb_checkpoints").exists()
    assert call("copy")[1] == ""


def test_the_learners_course_has_no_outputs_and_keeps_the_rest(course, call):
    source = course / "notebooks/01_words.ipynb"
    notebook = json.loads(source.read_bytes())
    notebook["cells"][1]["metadata"] = {"tags": ["exercise"]}
    notebook["cells"][1]["source"] = ["'é'"]
    source.write_text(json.dumps(notebook), encoding="utf-8")
    call("execute", "01")
    assert cells(source)[1]["outputs"] and cells(source)[1]["execution_count"] == 1
    call("copy")
    mine = course / "my-course/01_words.ipynb"
    assert cells(mine)[1] == cells(source)[1] | {"outputs": [], "execution_count": None}
    assert "é" in mine.read_text(encoding="utf-8")

    ran = cells(source)
    mine.write_bytes(source.read_bytes())
    assert "Your version" in call("reset", "01")[1]
    assert cells(mine)[1]["outputs"] == [] and cells(course / "my-course/01_words.backup.ipynb") == ran


def test_reset_brings_a_lesson_back_and_keeps_every_version_of_the_learner(course, call):
    call("copy")
    mine = course / "my-course/02_pairs.ipynb"
    for notes in ("first notes", "second notes"):
        mine.write_text(notes, encoding="utf-8")
        assert call("reset", "02")[0] == 0
        assert mine.read_bytes() == (course / "notebooks/02_pairs.ipynb").read_bytes()
    assert (course / "my-course/02_pairs.backup.ipynb").read_text(encoding="utf-8") == "first notes"
    assert (course / "my-course/02_pairs.backup-2.ipynb").read_text(encoding="utf-8") == "second notes"

    assert "already as it came" in call("reset", "2")[1]
    assert len(list((course / "my-course").glob("*.ipynb"))) == 4


def test_copy_says_which_lessons_have_a_newer_version_and_keeps_the_learners(course, call):
    call("copy")
    mine = course / "my-course/02_pairs.ipynb"
    lesson(mine, "my own work")
    assert call("copy")[1] == "", "only the learner has changed it"

    lesson(course / "notebooks/01_words.ipynb", "'a better lesson'")
    lesson(course / "notebooks/02_pairs.ipynb", "1 + 2")
    told = call("copy")[1]
    for words in ("my-course/01_words.ipynb stays", "make reset NB=01", "my-course/02_pairs.ipynb stays", "NB=02"):
        assert words in told
    assert cells(mine)[1]["source"] == ["my own work"]
    assert call("copy")[1] == told, "as long as it is true"

    call("reset", "02")
    told = call("copy")[1]
    assert "NB=01" in told and "NB=02" not in told
    assert cells(course / "my-course/02_pairs.backup.ipynb")[1]["source"] == ["my own work"]

    shutil.copy(course / "notebooks/01_words.ipynb", course / "my-course")
    assert call("copy")[1] == ""
    (course / "my-course/01_words.ipynb").unlink()
    assert call("copy")[1] == "Added my-course/01_words.ipynb\n"


def test_a_lesson_that_was_only_run_again_is_no_newer_version(course, call):
    call("copy")
    output = new_output("display_data", {"text/plain": "2"})
    lesson(
        course / "notebooks/02_pairs.ipynb", "1 + 1", "print('x')\nprint('y', flush=True)\nprint('z')", outputs=[output]
    )
    lesson(course / "my-course/01_words.ipynb", "'a b'.split()", outputs=[output])
    assert call("copy")[1] == ""


def test_of_a_course_that_was_copied_before_versions_were_noted_only_later_versions_are_told(course, call):
    shutil.copytree(course / "notebooks", course / "my-course")
    lesson(course / "my-course/01_words.ipynb", "my own work")
    assert call("copy")[1] == ""
    lesson(course / "notebooks/01_words.ipynb", "'a better lesson'")
    assert "NB=01" in call("copy")[1]


@pytest.mark.parametrize("command", ["execute", "clean", "reset"])
def test_an_unknown_lesson_is_an_error_that_lists_those_there_are(course, call, command):
    code, _, errors = call(command, "07")
    assert code == 1
    assert errors == 'No notebook "07"; those there are: 01_words, 02_pairs\n'


def test_it_is_called_from_anywhere_without_make(course, tmp_path_factory):
    command = [sys.executable, course / "tools/notebooks.py", "copy"]
    subprocess.run(command, cwd=tmp_path_factory.mktemp("elsewhere"), check=True)
    assert (course / "my-course/01_words.ipynb").exists()
