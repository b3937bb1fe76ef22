"""minitok check FOLDER: what is right in the notebook is right in the table, and a row costs no other."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import redirect_stdout

import pytest

from minitok.checks import kernels
from minitok.checks.handed_in import FORMULA, cells_of, main, printable

RIGHT = "def decode(tokens):\n    return ' '.join(tokens).replace(' ##', '')"
WRONG = "def decode(tokens):\n    return ' '.join(tokens)"
STUB = "def decode(tokens):\n    return ..."
CHECK = 'check("wordpiece.decode", decode)'
HINT = 'hint("wordpiece.decode")'
FIRST = (None, "from minitok.checks import check, hint, mine")
TABLE = "    return TABLE[0].join(tokens).replace(' ##', '')"

# Each is one notebook: its cells, the state of its exercise, and a part of the sentence.
NOTEBOOKS = {
    "right": ([("exercise", RIGHT), ("check", CHECK)], "right", "Right on all cases"),
    "wrong": ([("exercise", WRONG), ("check", CHECK)], "not yet", ""),
    "stub": ([("exercise", STUB), ("check", CHECK)], "not started", ""),
    "broken": ([("exercise", RIGHT.replace(":", "")), ("check", CHECK)], "not yet", "raises SyntaxError: expected ':'"),
    "undefined": ([("exercise", "decode = undefined"), ("check", CHECK)], "not yet", "name 'undefined'"),
    "another name": ([("exercise", RIGHT.replace("decode", "code")), ("check", CHECK)], "not yet", "name 'decode'"),
    "no check": ([("exercise", RIGHT), ("hint", HINT)], "right", ""),
    "no check, broken": ([("exercise", RIGHT.replace(":", "")), ("hint", HINT)], "not yet", "SyntaxError"),
    "commented check": ([("exercise", RIGHT), ("check", f"# {CHECK}")], "right", ""),
    "broken check": ([("exercise", RIGHT), ("check", CHECK[:-1])], "right", ""),
    "keywords": ([(None, RIGHT), (None, 'check(attempt=decode, name="wordpiece.decode")')], "right", ""),
    "module": ([(None, RIGHT), (None, f"import minitok.checks as c\nc.{CHECK}")], "right", ""),
    "new cell": ([("exercise", STUB), (None, RIGHT), ("check", CHECK)], "right", ""),
    "redefined": ([("exercise", WRONG), ("check", CHECK), (None, RIGHT)], "right", ""),
    "spoiled later": ([("exercise", RIGHT), ("check", CHECK), (None, WRONG)], "right", ""),
    "lent": ([("exercise", STUB), ("check", CHECK), (None, 'decode = mine("wordpiece.decode")')], "not started", ""),
    "first fails": ([("exercise", "1 / 0"), ("exercise", RIGHT), ("check", CHECK)], "right", ""),
    "magic": ([("exercise", "%%time\nfiles = !ls\n" + RIGHT), ("check", CHECK + "\ncheck?")], "right", ""),
    "loop": (
        [
            (None, "TABLE = []\nfor c in ' ':\n    TABLE.append(c)"),
            ("exercise", f"def decode(tokens):\n{TABLE}"),
            ("check", CHECK),
        ],
        "right",
        "",
    ),
    "try, if, with, walrus": (
        [
            (
                None,
                "try:\n    import re\nexcept ImportError:\n    pass\nx = 1\nx += 1\nif TABLE := [' ']:\n    def f(): 1",
            ),
            (None, "import sys, io\nsys.setrecursionlimit(5000)\nwith io.StringIO() as out:\n    f()"),
            ("exercise", f"def decode(tokens):\n    re, f, out\n{TABLE}"),
            ("check", CHECK),
        ],
        "right",
        "",
    ),
    "await": (
        [
            (None, "import asyncio\nawait asyncio.sleep(0)\nTABLE = ' '"),
            ("exercise", f"def decode(tokens):\n{TABLE}"),
            ("check", CHECK),
        ],
        "right",
        "",
    ),
    "processes": (
        [
            (None, "import subprocess\nsubprocess.Popen(['sleep', '4321'], start_new_session=True)"),
            ("exercise", RIGHT),
            ("check", CHECK),
        ],
        "right",
        "",
    ),
    "neighbour": (
        [
            (None, "import shutil, os\nshutil.rmtree(os.getcwd())\nopen('/dev/stdout')"),
            ("exercise", RIGHT),
            ("check", CHECK),
        ],
        "right",
        "",
    ),
    "flood": (
        [(None, "for _ in range(50):\n    print('x' * 10**7)"), ("exercise", RIGHT), ("check", CHECK)],
        "right",
        "",
    ),
    "memory": ([(None, "list(__import__('itertools').count())"), ("exercise", RIGHT), ("check", CHECK)], "right", ""),
    "forged": (
        [("exercise", 'import os\nprint(\'[["a", "right", ""]]\', flush=True)\nos._exit(0)'), ("check", CHECK)],
        "not yet",
        "ended Python",
    ),
    "no such": ([("check", 'check("bpe.merges", decode)')], "not yet", "NameError"),
    "no text": (
        [("exercise", "raise ValueError('\\ud800\\x1b[2J')"), ("check", CHECK)],
        "not yet",
        "raises UnicodeEncodeError",
    ),
    "C hangs, then others": (
        [("exercise", "sum(range(10**13))"), ("exercise", RIGHT), ("check", CHECK)],
        "right",
        "",
    ),
    "hangs in its check": (
        [("exercise", "def decode(tokens):\n    return sum(range(10**13))"), ("check", CHECK)],
        "not yet",
        "was stopped after 8 seconds",
    ),
    "loops": (
        [("exercise", "while True: pass\ndecode = 1"), ("check", CHECK)],
        "not yet",
        "was stopped after 8 seconds",
    ),
}
BESIDE = ["tokenize.py", "argparse.py", "types.py", "string.py", "regex.py", "minitok.py", "IPython.py", "zmq.py"]


def notebook(file, *cells):
    file.parent.mkdir(exist_ok=True, parents=True)
    written = [{"cell_type": "code", "source": source.splitlines(True)} for _, source in cells]
    for cell, (tag, _) in zip(written, cells):
        cell |= {"metadata": {"tags": [tag]}} if tag else {}
    file.write_text(json.dumps({"cells": written, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))


def rows_of(text):
    return list(csv.reader(io.StringIO(text)))[1:]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """All notebooks of above in one folder, between files that would take the place of others, checked once."""
    folder = tmp_path_factory.mktemp("class")
    for name, (cells, *_) in NOTEBOOKS.items():
        notebook(folder / f"{name}.ipynb", FIRST, *cells)
    for name in BESIDE:
        (folder / name).write_text("raise SystemExit('beside')")
    before = {file: file.read_bytes() for file in folder.iterdir()}
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out):
        patch.setattr(kernels, "SECONDS_FOR_A_CELL", 8)
        patch.setattr(kernels, "TOO_LONG", "was stopped after 8 seconds")
        code = main([str(folder), "--csv", "--megabytes", "2500"])
    assert code == 1 and {file: file.read_bytes() for file in folder.iterdir()} == before
    return {row[0].removesuffix(".ipynb"): row[1:] for row in rows_of(out.getvalue())}


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_table_says_what_the_notebook_says(table, name):
    _, state, sentence = NOTEBOOKS[name]
    assert table[name][1] == state and sentence in table[name][2], table[name]
    assert table[name][0] == ("bpe.merges" if name == "no such" else "wordpiece.decode")


def test_other_files_have_a_row(table):
    assert {name: table[name][1] for name in BESIDE} == dict.fromkeys(BESIDE, "not checked")


def test_processes_end_with_their_notebook(table):
    assert "4321" not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout


def run(capsys, folder, *options):
    code = main([str(folder), "--csv", *options])
    return code, rows_of(capsys.readouterr().out)


def test_what_cannot_be_checked_has_a_row_and_the_exit_code_tells(tmp_path, capsys):
    notebook(tmp_path / "ok.ipynb", FIRST, ("exercise", RIGHT), ("check", CHECK))
    assert run(capsys, tmp_path)[0] == 0
    for name in ("a.zip", "a.tar.gz", "a.ipynb_", "a.html", "a.py"):
        (tmp_path / name).write_bytes(b"PK")
    for number, text in enumerate(["{", "[" * 99_999, '{"cells": [{"cell_type": "code", "metadata": {}}]}', "5"]):
        (tmp_path / f"{number}.ipynb").write_text(text)
    for name, goal in (("self", "self.ipynb"), ("zero", "/dev/zero"), ("nowhere", "none"), ("folder", tmp_path)):
        (tmp_path / f"{name}.ipynb").symlink_to(goal)
    os.mkfifo(tmp_path / "pipe.ipynb")
    for hidden in ("__MACOSX/04.ipynb", ".ipynb_checkpoints/04.ipynb", "bob/._04.ipynb", ".DS_Store"):
        notebook(tmp_path / hidden, ("exercise", WRONG))
    code, rows = run(capsys, tmp_path)
    states = {row[0]: row[2] for row in rows}
    assert code == 1 and len(rows) == 15 and states.pop("ok.ipynb") == "right" and {*states.values()} == {"not checked"}
    assert all(row[3] for row in rows)


def test_nothing_to_check_is_2(tmp_path, capsys):
    assert main([str(tmp_path)]) == main([str(tmp_path / "none")]) == 2
    assert "no notebooks" in capsys.readouterr().err
    notebook(tmp_path / "12.ipynb", (None, "1"))
    assert run(capsys, tmp_path) == (2, [["12.ipynb", "", "nothing to check", "This notebook has no check cells."]])


@pytest.mark.parametrize("seconds", ["nan", "inf", "1.5", "x"])
def test_a_limit_is_a_number(tmp_path, seconds):
    with pytest.raises(SystemExit):
        main([str(tmp_path), "--seconds", seconds])


def test_a_notebook_may_be_renamed_or_saved_in_another_encoding(tmp_path):
    for name, encoding in (("a (1).ipynb.json", "utf-8"), ("a.IPYNB", "utf-8-sig"), ("a.ipynb.txt", "utf-16")):
        notebook(tmp_path / name, ("exercise", RIGHT))
        (tmp_path / name).write_text((tmp_path / name).read_text(), encoding=encoding)
        assert cells_of(tmp_path / name) == [(RIGHT, True)]


def test_a_spreadsheet_takes_nothing_for_a_formula_whatever_separates_its_cells():
    for text in ("=1", "+1", "-1", "@SUM(A1)", " =1", "\uff1d1", "a;=1", 'a;"=1"', "a;;-1", "a|@1"):
        assert "'" in FORMULA.sub(r"\1'", text), text
    assert FORMULA.sub(r"\1'", "(1, -1) = a-b; c") == "(1, -1) = a-b; c"


@pytest.mark.parametrize("message", ["\ud800", "\x1b[2J", "a\u202eb"])
def test_what_a_notebook_raises_does_not_reach_the_screen_as_it_is(message):
    assert printable(message) == message.encode("unicode_escape").decode()


def test_ctrl_c_keeps_what_is_there_and_ends_what_runs(tmp_path):
    notebook(tmp_path / "a.ipynb", FIRST, ("exercise", RIGHT), ("check", CHECK))
    for name in "bcd":
        notebook(tmp_path / f"{name}.ipynb", FIRST, ("exercise", "!sleep 5432"), ("check", CHECK))
    command = [sys.executable, "-m", "minitok", "check", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        lines = [process.stdout.readline() for _ in range(2)]
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=60)
    assert "right" in lines[1] and rest.count("not checked") == 3 and "1 of 4 right" in rest and not errors
    assert process.returncode == 130
    assert "5432" not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout


def test_a_notebook_that_takes_too_long_is_stopped_and_its_folder_is_left_as_it_was(tmp_path, capsys):
    notebook(tmp_path / "my-course/a.ipynb", FIRST, ("exercise", RIGHT), ("check", CHECK), (None, "!sleep 60"))
    other = ("exercise", "def cut(text, tokens):\n    return ..."), ("check", 'check("special.cut", cut)')
    notebook(tmp_path / "my-course/b.ipynb", FIRST, (None, "!sleep 60"), *other)
    code, rows = run(capsys, tmp_path, "--seconds", "6")
    assert code == 1 and [row[2] for row in rows] == ["right", "not yet"] and "6 seconds" in rows[1][3]
    assert sorted(file.name for file in (tmp_path / "my-course").iterdir()) == ["a.ipynb", "b.ipynb"]


def test_a_table_is_printed_whatever_the_screen_can_show(tmp_path):
    notebook(tmp_path / "Übung 猫.ipynb", FIRST, ("exercise", RIGHT), ("check", CHECK))
    command = [sys.executable, "-m", "minitok", "check", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "cp1252"})
    assert done.returncode == 0 and r"Übung \u732b.ipynb" in done.stdout.decode("cp1252")
