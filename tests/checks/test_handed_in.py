"""python -m minitok.checks FOLDER: the exercise cells of each notebook alone, and each in a process of its own."""

import csv
import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stdout

import pytest

from minitok.checks import handed_in, solution
from minitok.checks.exercise import EXERCISES
from minitok.checks.handed_in import main

RIGHT = "def decode(tokens):\n    return ' '.join(tokens).replace(' ##', '')"
WRONG = "def decode(tokens):\n    return ' '.join(tokens)"
STUB = "def decode(tokens):\n    return ..."
CHECK = 'from minitok.checks import check\ncheck("wordpiece.decode", decode)'


@pytest.fixture(autouse=True)
def in_this_process(request, monkeypatch):
    """Check in the process of the tests, which is far quicker, but where a test is about the processes."""

    def checked_here(file, seconds):
        with redirect_stdout(io.StringIO()):
            return [list(row) for row in handed_in.checked(file)]

    if "apart" not in request.fixturenames:
        monkeypatch.setattr(handed_in, "checked_apart", checked_here)
        monkeypatch.setattr(handed_in, "SECONDS_FOR_A_CELL", 0.2)


@pytest.fixture
def apart():
    """Each notebook in a process of its own, as in a class."""


def notebook(folder, name, *cells):
    written = [{"cell_type": "code", "source": source.splitlines(True)} for _, source in cells]
    for cell, (tag, _) in zip(written, cells):
        if tag:
            cell["metadata"] = {"tags": [tag]}
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(json.dumps({"cells": written, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))


def run(capsys, folder, *options):
    code = main([str(folder), "--csv", *options])
    return code, [row[:3] for row in list(csv.reader(io.StringIO(capsys.readouterr().out)))[1:]]


def test_the_states_of_a_class(tmp_path, capsys, apart):
    for name, source in (("ann/04.ipynb", RIGHT), ("bob/04.ipynb", WRONG), ("eve.ipynb", STUB)):
        notebook(tmp_path, name, ("exercise", source), ("check", CHECK))
    code, rows = run(capsys, tmp_path)
    states = ["right", "not yet", "not started"]
    names = ["ann/04.ipynb", "bob/04.ipynb", "eve.ipynb"]
    assert code == 1 and rows == [[name, "wordpiece.decode", state] for name, state in zip(names, states)]
    assert main([str(tmp_path)]) == 1
    assert "1 of 3 right" in capsys.readouterr().out


def test_a_spreadsheet_takes_no_name_for_a_formula(tmp_path, capsys):
    names = ["+1.ipynb", "-1.ipynb", "=1+1.ipynb", "@SUM(A1).ipynb"]
    for name in names:
        notebook(tmp_path, name, ("exercise", RIGHT), ("check", CHECK))
    assert run(capsys, tmp_path) == (0, [["'" + name, "wordpiece.decode", "right"] for name in names])
    assert main([str(tmp_path)]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:5]] == names


def test_all_right_is_exit_code_0_and_nothing_to_check_is_2(tmp_path, capsys):
    assert main([str(tmp_path)]) == main([str(tmp_path / "none")]) == 2
    assert "no notebooks" in capsys.readouterr().err
    notebook(tmp_path, "a.ipynb", ("exercise", RIGHT), ("check", CHECK))
    assert run(capsys, tmp_path)[0] == 0


def test_exercise_cells_alone_are_run_with_the_imports_of_the_others(tmp_path, capsys):
    other = "import re\nopen('touched', 'w')\nraise RuntimeError"
    decode = "def decode(tokens):\n    return re.sub(' ##', '', ' '.join(tokens))"
    notebook(tmp_path, "a.ipynb", (None, other), ("exercise", decode), ("check", CHECK))
    assert run(capsys, tmp_path)[1] == [["a.ipynb", "wordpiece.decode", "right"]]
    assert not (tmp_path / "touched").exists()


@pytest.mark.parametrize(
    "first", ["while True: pass", "raise SystemExit", "1 / 0", "def broken(:", "%matplotlib inline\nprint('x' * 10000)"]
)
def test_a_cell_that_fails_takes_no_other_with_it(tmp_path, capsys, first):
    notebook(tmp_path, "a.ipynb", ("exercise", first), ("exercise", RIGHT), ("check", CHECK))
    assert run(capsys, tmp_path)[1] == [["a.ipynb", "wordpiece.decode", "right"]]


@pytest.mark.parametrize(
    "source",
    [
        "files = !ls\n" + RIGHT,
        RIGHT + "\ndecode?\n?decode",
        "%%time\nif True:\n    %matplotlib inline\n" + RIGHT,
        "MARKS = '''\n%d\n!'''\n" + RIGHT.replace("return", "return len(MARKS) // 5 *"),
        RIGHT.replace("' '.join(tokens)", "('%s'\n    % ' '.join(tokens))"),
    ],
)
def test_what_only_a_notebook_knows_is_passed_over(tmp_path, capsys, source):
    notebook(tmp_path, "a.ipynb", ("exercise", source), ("check", CHECK + "\ncheck?"))
    assert run(capsys, tmp_path)[1] == [["a.ipynb", "wordpiece.decode", "right"]]


def test_a_notebook_may_be_renamed_on_its_way_or_saved_in_another_encoding(tmp_path, capsys):
    names = ["a (1).ipynb.json", "a.IPYNB", "a.ipynb.txt", "b.ipynb", "c.ipynb"]
    for name in names:
        notebook(tmp_path, name, ("exercise", RIGHT), ("check", CHECK))
    for name, encoding in (("b.ipynb", "utf-8-sig"), ("c.ipynb", "utf-16")):
        (tmp_path / name).write_text((tmp_path / name).read_text(), encoding=encoding)
    assert run(capsys, tmp_path) == (0, [[name, "wordpiece.decode", "right"] for name in names])


def test_a_check_cell_that_cannot_be_read_is_told(tmp_path, capsys):
    broken = ("check", 'check("wordpiece.decode", decode')
    notebook(tmp_path, "a.ipynb", ("exercise", RIGHT), ("check", CHECK), broken)
    assert run(capsys, tmp_path) == (1, [["a.ipynb", "", "not yet"], ["a.ipynb", "wordpiece.decode", "right"]])


def test_a_process_that_ends_or_hangs_is_told(tmp_path, capsys, apart):
    notebook(tmp_path, "a.ipynb", ("exercise", "import os\nos._exit(3)"), ("check", CHECK))
    assert run(capsys, tmp_path)[1] == [["a.ipynb", "", "not yet"]]
    notebook(tmp_path, "a.ipynb", ("exercise", "10 ** 10 ** 10"), ("check", CHECK))
    assert run(capsys, tmp_path, "--seconds", "1")[1] == [["a.ipynb", "", "not yet"]]


def test_a_file_that_is_no_notebook_is_told(tmp_path, capsys):
    for name, text in (("a", "{"), ("d", "[" * 99_999), ("e", '{"cells": [{"cell_type": "code", "metadata": {}}]}')):
        (tmp_path / f"{name}.ipynb").write_text(text)
    notebook(tmp_path, "b.ipynb", (None, "1"))
    notebook(tmp_path, "c.ipynb", ("check", 'check("bpe.merges", merges)'))
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.count("This file is not a notebook, or is damaged.") == 3
    code, rows = run(capsys, tmp_path)
    assert code == 1 and [row[2] for row in rows] == ["not yet", "nothing to check", *["not yet"] * 3]


def test_an_archive_is_told_and_what_archives_and_editors_keep_for_themselves_is_not(tmp_path, capsys):
    (tmp_path / "ann.zip").write_bytes(b"PK")
    for hidden in ("__MACOSX/._04.ipynb", ".ipynb_checkpoints/04-checkpoint.ipynb", "bob/._04.ipynb"):
        notebook(tmp_path, hidden, ("exercise", WRONG), ("check", CHECK))
    (tmp_path / "bob.ipynb").mkdir()
    assert main([str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert "This is an archive: unpack it." in told and "0 of 1 right" in told


def test_a_notebook_without_checks_does_not_count(tmp_path, capsys):
    notebook(tmp_path, "11.ipynb", (None, "1"))
    assert run(capsys, tmp_path)[0] == 2
    notebook(tmp_path, "04.ipynb", ("exercise", RIGHT), ("check", CHECK))
    assert main([str(tmp_path)]) == 0 and "1 of 1 right" in capsys.readouterr().out


def test_what_a_cell_lacks_is_told_of_its_exercise_alone(tmp_path, capsys):
    other = ("exercise", "def cut(text, tokens):\n    return ..."), ("check", 'check("special.cut", cut)')
    for wrong, sentence in [
        ("def decode(tokens)\n    return 1", "Its exercise cell is not Python: expected ':' in its line 1."),
        ("decode = undefined", "Its exercise cell raises NameError: name 'undefined' is not defined."),
        (RIGHT.replace("decode", "decodes"), "Its exercise cell defines no `decode`."),
    ]:
        notebook(tmp_path, "a.ipynb", ("exercise", wrong), ("check", CHECK), *other)
        assert main([str(tmp_path), "--csv"]) == 1
        rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))[1:]
        assert [row[2] for row in rows] == ["not yet", "not started"] and rows[0][3] == sentence


HINT = 'hint("wordpiece.decode")'


@pytest.mark.parametrize(
    ("cells", "state"),
    [
        ([("exercise", RIGHT), ("hint", HINT)], "right"),
        ([("exercise", RIGHT.replace(":", "")), ("hint", HINT)], "not yet"),
        ([("exercise", RIGHT), ("check", f"# {CHECK}"), ("hint", HINT)], "right"),
        ([("exercise", RIGHT), ("check", 'check(attempt=decode, name="wordpiece.decode")')], "right"),
        (
            [("exercise", RIGHT), ("check", 'from minitok import checks\nchecks.check("wordpiece.decode", decode)')],
            "right",
        ),
        ([("exercise", STUB), (None, RIGHT), ("check", CHECK)], "right"),
        ([("exercise", WRONG), ("check", CHECK), (None, RIGHT), (None, CHECK)], "right"),
        ([("exercise", STUB), ("check", CHECK), (None, WRONG)], "not yet"),
        ([(None, RIGHT), (None, HINT), (None, CHECK)], "right"),
    ],
)
def test_an_exercise_counts_wherever_it_is_written_and_however_it_is_checked(tmp_path, capsys, cells, state):
    notebook(tmp_path, "a.ipynb", *cells)
    assert run(capsys, tmp_path)[1] == [["a.ipynb", "wordpiece.decode", state]]


def test_an_exercise_that_is_checked_nowhere_is_known_by_its_name(tmp_path, capsys):
    for source, state in ((solution("special.cut").source, "right"), (EXERCISES["special.cut"].stub, "not started")):
        notebook(tmp_path, "a.ipynb", ("exercise", source))
        assert run(capsys, tmp_path)[1] == [["a.ipynb", "special.cut", state]]


def test_an_exercise_may_use_what_other_cells_compute_and_no_more_of_it_is_run(tmp_path, capsys):
    computed = "SPACE: str = chr(32)\nMARK, NONE = '##', str()\ndef mark():\n    return SPACE + MARK\nsize = 1 / 0"
    decode = "def decode(tokens):\n    size = SPACE.join(tokens)\n    return size.replace(mark(), NONE)"
    notebook(tmp_path, "a.ipynb", (None, computed), ("exercise", decode), ("check", CHECK))
    assert run(capsys, tmp_path)[1] == [["a.ipynb", "wordpiece.decode", "right"]]


def test_a_sentence_is_that_of_the_lesson_with_the_line_that_it_quotes(tmp_path, capsys):
    first_round = "def decode(tokens):\n    for token in tokens:\n        return token"
    for cells, sentence in [
        ([("exercise", first_round)], "A `return` is inside the loop"),
        (
            [(None, "def add(one):\n    return one + ''"), ("exercise", STUB.replace("...", "add(1)"))],
            "return one + ''",
        ),
    ]:
        notebook(tmp_path, "a.ipynb", *cells, ("check", CHECK))
        assert main([str(tmp_path)]) == 1
        assert sentence in capsys.readouterr().out


def test_an_exercise_may_use_a_helper_from_another_cell(tmp_path, capsys):
    helper = "glue = print\nSPACE = ' '\ndef glue(tokens):\n    return SPACE.join(tokens)"
    decode = "def decode(tokens):\n    return glue(tokens).replace(' ##', '')"
    later = "def decode(tokens):\n    return 0"
    notebook(tmp_path, "a.ipynb", (None, helper), ("exercise", decode), ("check", CHECK), (None, later))
    assert run(capsys, tmp_path)[1] == [["a.ipynb", "wordpiece.decode", "right"]]


def test_the_command_leaves_no_progress(tmp_path):
    folder = tmp_path / "my-course"
    folder.mkdir()
    notebook(folder, "a.ipynb", ("exercise", f"{RIGHT}\n{CHECK}"))
    done = subprocess.run([sys.executable, "-m", "minitok.checks", str(folder)], capture_output=True, text=True)
    assert done.returncode == 0 and "1 of 1 right" in done.stdout
    assert [file.name for file in folder.iterdir()] == ["a.ipynb"]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("x = '\0'", "Its exercise cell is not Python: source code "),
        ("x = " + "-" * 50_000 + "1", "Its exercise cell is not Python: "),
    ],
)
def test_a_cell_that_cannot_be_parsed_at_all_is_told(tmp_path, capsys, source, told):
    notebook(tmp_path, "a.ipynb", ("exercise", source), ("check", CHECK))
    assert main([str(tmp_path)]) == 1
    written = capsys.readouterr().out
    assert told in written and "line None" not in written and ": .\n" not in written


@pytest.mark.parametrize("message", ["\ud800", "\x1b[2J", "a\u202eb"])
def test_what_a_notebook_raises_does_not_reach_the_screen_as_it_is(tmp_path, capsys, message):
    notebook(tmp_path, "a.ipynb", ("exercise", f"raise ValueError({message!a})"), ("check", CHECK))
    notebook(tmp_path, "b.ipynb", ("exercise", RIGHT), ("check", CHECK))
    assert main([str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert message.encode("unicode_escape").decode() in told and "1 of 2 right" in told


def test_a_table_is_printed_whatever_the_screen_can_show(tmp_path):
    notebook(tmp_path, "Übung 猫.ipynb", ("exercise", RIGHT), ("check", CHECK))
    command = [sys.executable, "-m", "minitok.checks", str(tmp_path)]
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(command, capture_output=True, env=environment)
    assert done.returncode == 0 and r"Übung \u732b.ipynb" in done.stdout.decode("cp1252")


def test_a_last_line_of_its_own_ends_one_notebook_alone(tmp_path, capsys, apart):
    for number, line in enumerate(["5", "[[1, 2]]", "{}x", "[" * 99_999]):
        source = f"import os\nos.write(1, {line!r}.encode())\nos._exit(0)"
        notebook(tmp_path, f"{number}.ipynb", ("exercise", source), ("check", CHECK))
    notebook(tmp_path, "b.ipynb", ("exercise", RIGHT), ("check", CHECK))
    states = [["", "not yet"]] * 4 + [["wordpiece.decode", "right"]]
    assert [row[1:] for row in run(capsys, tmp_path)[1]] == states
