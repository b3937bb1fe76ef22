"""minitok check FOLDER: what is right in the notebook is right in the table, and a row costs no other."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from contextlib import redirect_stdout

import pytest

from minitok_course.exercises import hand_in
from minitok_course.exercises.exercise import EXERCISES
from minitok_course.exercises.hand_in import (
    FORMULA,
    cells_of,
    handed_in,
    main,
    printable,
)

FIRST = (None, "from minitok_course import check, hint, mine")
# RIGHT is the solution of an exercise, NAME what it is called, SHORT the name that is defined.
RIGHT, WRONG, STUB = [
    ("exercise", one)
    for one in ("RIGHT", "SHORT = len", "def SHORT(*args):\n    return ...")
]
BROKEN = ("exercise", "RIGHT\n)")
CHECK, HINT = ("check", 'check("NAME", SHORT)'), ("hint", 'hint("NAME")')
HANGS = "import signal, time\nsignal.pthread_sigmask(signal.SIG_BLOCK, [2, 14, 27])\ntime.sleep(999)"


def needing(names):
    return (
        "exercise",
        f"RIGHT\nright_SHORT = SHORT\ndef SHORT(*args):\n    {names}\n    return right_SHORT(*args)",
    )


# Cells about one exercise each, in one notebook; the state of the exercise, and a part of the sentence.
SHAPES = {
    "wordpiece.decode": ([RIGHT, CHECK], "right", "Right on all cases"),
    "wordpiece.best_pair": ([WRONG, CHECK], "not yet", ""),
    "wordpiece.longest_match": ([STUB, CHECK], "not started", ""),
    "offsets.normalize": (
        [BROKEN, CHECK],
        "not yet",
        "raises SyntaxError: unmatched ')'",
    ),
    "offsets.group": (
        [("exercise", "SHORT = undefined"), CHECK],
        "not yet",
        "name 'undefined'",
    ),
    "offsets.best_span": (
        [RIGHT, HINT, (None, "SHORT = mine('NAME')")],
        "right",
        "",
    ),
    "words.build_vocab": ([RIGHT, ("check", "# check('NAME', SHORT)")], "right", ""),
    "words.split_punctuation": ([RIGHT, ("check", "check('NAME', SHORT")], "right", ""),
    "real.pad": (
        [(None, "RIGHT"), (None, "check(attempt=SHORT, name='NAME')")],
        "right",
        "",
    ),
    "real.new_rows": (
        [
            (None, "RIGHT"),
            (None, "import minitok_course.exercises as c\nc.check('NAME', SHORT)"),
        ],
        "right",
        "",
    ),
    "real.encode_iterable": ([STUB, (None, "RIGHT"), CHECK], "right", ""),
    "special.cut": ([WRONG, CHECK, (None, "RIGHT")], "right", ""),
    "special.pair": ([RIGHT, CHECK, WRONG], "right", ""),
    "special.chat": ([STUB, CHECK, (None, "SHORT = mine('NAME')")], "not started", ""),
    "chats.labels": ([("exercise", "1 / 0"), RIGHT, CHECK], "right", ""),
    "chats.survive": (
        [("exercise", "%%time\nfiles = !ls\nRIGHT"), ("check", CHECK[1] + "\ncheck?")],
        "right",
        "",
    ),
    "fast.next_pair": (
        [
            (None, "import re\nC = 1\nif 1:\n    C += 1"),
            needing("re, C"),
            CHECK,
        ],
        "right",
        "",
    ),
    "unigram.loss": ([("exercise", ""), HINT], "not yet", "name 'loss'"),
    "bpe.merges": ([("check", "check('NAME', 1)")], "not yet", "ValueError"),
    "bpe.merge_pair": (
        [("exercise", "raise ValueError('\\ud800\\x1b[2J')"), CHECK],
        "not yet",
        r"ValueError: \ud800\x1b[2J",
    ),
}
# What the cell of an exercise does, and a part of what its row says.
SPOILT = {
    "wordpiece.longest_match": ("exit()", "ended Python"),
    "wordpiece.best_pair": (
        "kept = []\nwhile True:\n    kept.append(' ' * 10**8)",
        "took all memory",
    ),
    "offsets.group": (HANGS, "was stopped after 6 seconds"),
    "offsets.best_span": (
        "raise ValueError('word ' * 10**7)",
        "raises ValueError: word word",
    ),
    "real.pad": ("'x' * 10**8\nfor _ in range(99):\n    print('x' * 10**7)", ""),
    "special.cut": ("%pip uninstall -y regex", ""),
    "special.pair": ("import os\nos.environ.clear()\nos.chdir('/')", ""),
}
BESIDE = ["tokenize.py", "types.py", "minitok.py"]


def notebook(file, *cells, name="wordpiece.decode"):
    file.parent.mkdir(exist_ok=True, parents=True)
    write_cells(file, [filled(name, cell) for cell in cells])


def filled(name, cell):
    source = EXERCISES[name].source if name in EXERCISES else ""
    return cell[0], cell[1].replace("RIGHT", source).replace("NAME", name).replace(
        "SHORT", name.split(".")[1]
    )


def write_cells(file, cells):
    written = [
        {"cell_type": "code", "source": source.splitlines(True)} for _, source in cells
    ]
    for cell, (tag, _) in zip(written, cells):
        cell |= {"metadata": {"tags": [tag]}} if tag else {}
    file.write_text(
        json.dumps(
            {"cells": written, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        )
    )


@pytest.fixture(autouse=True)
def signals():
    """The checker handles them until its process ends."""
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
    yield
    for one, handler in before.items():
        signal.signal(one, handler)


def rows_of(text):
    return list(csv.reader(io.StringIO(text)))[1:]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """The shapes in one notebook, between files that would take the place of others or can't be checked."""
    folder = tmp_path_factory.mktemp("class")
    write_cells(
        folder / "shapes.ipynb",
        [FIRST, *(filled(name, one) for name in SHAPES for one in SHAPES[name][0])],
    )
    for name in [*BESIDE, "a.zip", "a.tar.gz", "a.ipynb_", "a.html", "names.csv"]:
        (folder / name).write_text("raise SystemExit('beside')")
    for number, text in enumerate(["{", "[" * 99_999, "5"]):
        (folder / f"{number}.ipynb").write_text(text)
    (folder / "zero.ipynb").symlink_to("/dev/zero")
    for hidden in (
        "__MACOSX/04.ipynb",
        ".ipynb_checkpoints/04.ipynb",
        "bob/._04.ipynb",
        ".DS_Store",
    ):
        notebook(folder / hidden, WRONG)
    with redirect_stdout(io.StringIO()) as out:
        assert main([str(folder), "--csv"]) == 1
    return rows_of(out.getvalue())


def test_the_table_says_what_the_notebook_says(table):
    said = {exercise: told for file, exercise, *told in table if file == "shapes.ipynb"}
    for name, (_, state, sentence) in SHAPES.items():
        assert said[name][0] == state and sentence in said[name][1], (name, said[name])


def test_what_cannot_be_checked_has_a_row(table):
    rows = {row[0]: row[3] for row in table if row[2] == "not checked"}
    assert (
        len(rows) == len(BESIDE) + 8 and all(rows.values()) and "names.csv" not in rows
    )


def processes():
    return subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout


@pytest.mark.slow
def test_a_cell_costs_its_own_exercise_alone(tmp_path, capsys, monkeypatch):
    """And what it starts ends with it."""
    cells = [FIRST]
    for name, (cell, _) in SPOILT.items():
        cells += [("exercise", cell), filled(name, CHECK)]
    asleep = f"sleep 4321.{os.getpid()}"
    leave = (
        f"subprocess.Popen({asleep.split()}, start_new_session=True, env={{}}, cwd='/')"
    )
    cells.append((None, f"import subprocess\n{leave}"))
    notebook(tmp_path / "a.ipynb", *cells, RIGHT, CHECK)
    monkeypatch.setattr(hand_in, "SECONDS_FOR_A_CELL", 6)
    _, rows = run(capsys, tmp_path, "--megabytes", "1500")
    said = {name: told for _, name, *told in rows}
    assert said.pop("wordpiece.decode")[0] == "right"
    for name, (state, sentence) in said.items():
        assert state == "not yet" and SPOILT[name][1] in sentence, name
        assert len(sentence) < 400
    assert asleep not in processes()


@pytest.mark.slow
def test_a_notebook_runs_in_its_folder_with_packages_and_a_tokenizer_of_its_own(
    tmp_path, capsys
):
    """So what is right in the notebook is right in the table."""
    here = tmp_path / "folder"
    notebook(here / "other.ipynb", RIGHT)
    (tmp_path / "above.py").write_text("above = 1")
    (here / "data.txt").symlink_to("../above.py")
    (here / "regex.py").write_text("raise SystemExit")
    with zipfile.ZipFile(here / "pinned-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("pinned.py", "")
        wheel.writestr("pinned-1.dist-info/METADATA", "Name: pinned\nVersion: 1")
        wheel.writestr("pinned-1.dist-info/WHEEL", "Wheel-Version: 1.0")
        wheel.writestr("pinned-1.dist-info/RECORD", "")
    first = """%run other.ipynb
import sys
sys.path.append('..')
import above, regex, minitok
open('data.txt')
!pip install --no-index ./pinned-1-py3-none-any.whl
import pinned"""
    last = "import my_tokenizer\ndecode = my_tokenizer.decode"
    cells = [FIRST, (None, first), ("check", "pinned\ncheck('NAME', decode)")]
    notebook(here / "a.ipynb", *cells, (None, last), CHECK)
    notebook(here / "b.ipynb", FIRST, (None, f"import pinned\n{last}"), CHECK)
    _, rows = run(capsys, tmp_path)
    states = {file: state for file, _, state, _ in rows}
    assert states["folder/a.ipynb"] == "right", rows
    assert states["folder/b.ipynb"] == "not yet", rows
    assert not (here / "my_tokenizer.py").exists()


def run(capsys, folder, *options):
    code = main([str(folder), "--csv", *options])
    return code, rows_of(capsys.readouterr().out)


def test_nothing_to_check_is_2_and_all_right_is_0(tmp_path, capsys):
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(SystemExit, match="2"):
            main([str(folder)])
        assert "no notebooks" in capsys.readouterr().err
    notebook(tmp_path / "12.ipynb", (None, "1"))
    notebook(tmp_path / "ok.ipynb", FIRST, RIGHT, CHECK)
    code, rows = run(capsys, tmp_path)
    assert code == 0 and rows[0] == [
        "12.ipynb",
        "",
        "nothing to check",
        "This notebook has no check cells.",
    ]


@pytest.mark.parametrize("limit", ["nan", "0", "-1"])
@pytest.mark.parametrize("option", ["--seconds", "--megabytes"])
def test_a_limit_is_a_number_of_use(tmp_path, option, limit, capsys):
    with pytest.raises(SystemExit):
        main([str(tmp_path), option, limit])
    assert option in capsys.readouterr().err


def test_folders_may_be_nested_deeply(tmp_path):
    folder = tmp_path
    for _ in range(1200):
        folder /= "d"
        folder.mkdir()
    notebook(folder / "a.ipynb", CHECK)
    assert [file for file, _ in handed_in(tmp_path)] == [folder / "a.ipynb"]
    (folder / "a.ipynb").unlink()
    # Python's own way of removing them goes no deeper than its calls.
    while folder != tmp_path:
        folder.rmdir()
        folder = folder.parent


def test_a_full_disk_has_a_row(tmp_path, capsys, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(hand_in, "TemporaryDirectory", full)
    notebook(tmp_path / "a.ipynb", CHECK)
    _, [row] = run(capsys, tmp_path)
    assert row[2] == "not checked" and "No space left on device" in row[3]


def test_a_notebook_may_be_renamed_or_saved_in_another_encoding(tmp_path):
    for name, encoding in (
        ("a (1).ipynb.json", "utf-8"),
        ("a.IPYNB", "utf-8-sig"),
        ("a.ipynb.txt", "utf-16"),
    ):
        notebook(tmp_path / name, RIGHT)
        (tmp_path / name).write_text((tmp_path / name).read_text(), encoding=encoding)
        assert cells_of(tmp_path / name) == [
            (EXERCISES["wordpiece.decode"].source, True)
        ]


def test_a_spreadsheet_takes_nothing_for_a_formula_whatever_separates_its_cells():
    for text in ("=1", "+1", "-1", "@SUM(A1)", " =1", "\uff1d1", 'a;"=1"', "a|@1"):
        assert "'" in FORMULA.sub(r"\1'", text), text
    assert FORMULA.sub(r"\1'", "(1, -1) = a-b; c") == "(1, -1) = a-b; c"


@pytest.mark.parametrize("message", ["\ud800", "a\u202eb"])
def test_what_a_notebook_raises_does_not_reach_the_screen_as_it_is(message):
    assert printable(message) == message.encode("unicode_escape").decode()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_keeps_what_is_there_whatever_the_screen_can_show_and_ends_what_runs(
    tmp_path, number
):
    notebook(tmp_path / "A 猫.ipynb", FIRST, RIGHT, CHECK)
    asleep = f"sleep 5432.{os.getpid()}"  # in this test alone, however many run at once
    for name in "BC":
        notebook(tmp_path / f"{name}.ipynb", FIRST, ("exercise", f"!{asleep}"), CHECK)
    command = [sys.executable, "-m", "minitok_course", "check", str(tmp_path)]
    screen = {"env": {**os.environ, "PYTHONIOENCODING": "cp1252"}, "encoding": "cp1252"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **screen
    ) as process:
        lines = [process.stdout.readline() for _ in range(2)]
        while asleep not in processes():
            time.sleep(0.1)
        for _ in range(3):
            process.send_signal(number)
            time.sleep(0.05)
        rest, errors = process.communicate(timeout=60)
    assert not errors
    assert r"A \u732b.ipynb  wordpiece.decode" in lines[1] and "right" in lines[1]
    assert rest.count("not checked") == 2 and "1 of 3 right" in rest
    assert process.returncode == 128 + number
    assert asleep not in processes()


@pytest.mark.slow
def test_a_notebook_that_takes_too_long_is_stopped(tmp_path, capsys):
    cells = [FIRST, RIGHT, CHECK, (None, "!sleep 60")]
    other = [("exercise", "def cut(text, tokens):\n    return ...")]
    other += [("check", 'check("special.cut", cut)')]
    notebook(tmp_path / "my-course/a.ipynb", *cells, *other)
    code, rows = run(capsys, tmp_path, "--seconds", "8")
    assert code == 1 and [row[2] for row in rows] == ["right", "not yet"]
    assert "8 seconds" in rows[1][3]
    assert [file.name for file in (tmp_path / "my-course").iterdir()] == ["a.ipynb"]
