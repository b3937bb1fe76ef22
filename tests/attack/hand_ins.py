"""A class: honest notebooks of many styles, then one bad neighbour between two honest notebooks.

    python tests/attack/hand_ins.py                 all of them, some ten minutes
    python tests/attack/hand_ins.py --only quit     one kind of neighbour

Each neighbour spoils the cell of one exercise; its other exercise, and the honest notebooks, are to be right.
"""

import argparse
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from minitok_course.exercises.exercise import EXERCISES

FIRST = "from minitok_course import check, hint, mine"
# An exercise that each notebook has right, and one whose cell a neighbour spoils.
NAME, SPOILT = "wordpiece.decode", "wordpiece.longest_match"
RIGHT, CHECK = EXERCISES[NAME].source, f"check({NAME!r}, decode)"
CHECK_SPOILT = f"check({SPOILT!r}, longest_match)"
ASLEEP = "4321.25"
SECONDS_FOR_A_CELL = 20
COMMAND = f"""
import sys
from minitok_course.exercises import hand_in
hand_in.SECONDS_FOR_A_CELL = {SECONDS_FOR_A_CELL}
sys.exit(hand_in.main(sys.argv[1:]))
"""
# What a cell does that it should not, and a part of what the row of its exercise then says.
NEIGHBOURS = {
    "quit": ("quit()", "ended Python"),
    "sys.exit": ("import sys\nsys.exit()", "raises SystemExit"),
    "os._exit": ("import os\nos._exit(3)", "ended Python"),
    "a crash": ("import ctypes\nctypes.string_at(0)", "ended Python"),
    "kernel shut down": ("get_ipython().kernel.do_shutdown(True)", "ended Python"),
    "memory, lost": ("[' ' * 10**9 for _ in range(9)]", ""),
    "memory in small objects": (
        "def grow(kept):\n    while True:\n        kept.append([len(kept)])\ngrow([])",
        "",
    ),
    "endless loop": ("while True:\n    pass", "stopped after"),
    "endless loop that catches": (
        "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass",
        "stopped after",
    ),
    "endless C": ("sum(range(10**13))", "stopped after"),
    "endless print": ("while True:\n    print('x' * 10**6)", "stopped after"),
    "endless output of a command": ("!yes", "stopped after"),
    "endless display": (
        "from IPython.display import display, clear_output\n"
        "while True:\n    display({'text/plain': 'x' * 10**6}, raw=True)\n    clear_output()",
        "stopped after",
    ),
    "huge last value": ("'x' * 10**9", "did not"),
    "huge name of a class": ("raise type('x' * 10**7, (Exception,), {})", "raises xxx"),
    "huge verdict": (
        "for _ in range(50):\n    check('wordpiece.decode', type('x' * 10**6, (), {})())",
        "did not",
    ),
    "folder removed": (
        "import os, shutil\nfor name in os.listdir():\n    if os.path.isfile(name): os.remove(name)",
        "did not",
    ),
    "my_tokenizer.py damaged": (
        "import os\nfrom minitok_course.folder import learners_folder\n"
        "(learners_folder() / 'my_tokenizer.py').write_text('<<<<<<< mine')\n"
        "open('my_tokenizer.py', 'w').write('raise SystemExit')",
        "did not",
    ),
    "files above": (
        "import pathlib, tempfile\n"
        "for name in ('random.py', 'regex.py', 'my_tokenizer.py', 'tokenize.py', 'minitok.py'):\n"
        "    pathlib.Path('..', name).write_text('raise SystemExit')\n"
        "    pathlib.Path(tempfile.gettempdir(), name).write_text('raise SystemExit')",
        "did not",
    ),
    "modules beside": (
        "import pathlib\n"
        "for name in ('random', 'regex', 'tokenize', 'types', 'minitok', 'sitecustomize', 'IPython', 'typing'):\n"
        "    pathlib.Path(name + '.py').write_text('raise SystemExit')",
        "did not",
    ),
    "deep folders": (
        "import os\nfor _ in range(1200):\n    os.mkdir('d')\n    os.chdir('d')",
        "did not",
    ),
    "sys.path": ("import sys\nsys.path[:] = []\nsys.modules.pop('regex')", "did not"),
    "replaced names": (
        "import builtins\nbuiltins.len = builtins.open = print\n"
        "import minitok_course\nminitok_course.check = None",
        "",
    ),
    "threads": (
        "import threading\ndef spin():\n    while True:\n        pass\n"
        "for _ in range(4):\n    threading.Thread(target=spin).start()",
        "did not",
    ),
    "a process left running": (
        f"import subprocess\nsubprocess.Popen(['sleep', '{ASLEEP}'])\n"
        f"subprocess.Popen(['sleep', '{ASLEEP}'], start_new_session=True, env={{}}, cwd='/')\n"
        f"!(setsid nohup sleep {ASLEEP} &)",
        "did not",
    ),
    "a fork that goes on": (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    while True:\n        time.sleep(0.1)",
        "did not",
    ),
    "input": ("input('name?')", "raises StdinNotImplementedError"),
    "recursion": ("def f():\n    f()\nf()", "raises RecursionError"),
    "a large file": (
        "with open('large.bin', 'wb') as file:\n    file.truncate(10**13)",
        "raises OSError",
    ),
    "signals": (
        "import os, signal\nos.kill(os.getppid(), signal.SIGUSR2 * 0)\nos.kill(os.getpid(), signal.SIGTERM)",
        "",
    ),
}
PLAIN = [FIRST, RIGHT, CHECK]
AS_METHOD = """class Decoder:
    def decode(self, tokens):
        return right(tokens)
right = decode
decode = Decoder().decode"""
# Honest notebooks, by the names of their files.
HONEST = {
    "cells in another order": [CHECK, RIGHT, FIRST, CHECK],
    "a star": ["from minitok_course import *\nfrom math import *", RIGHT, CHECK],
    "magics": [FIRST, f"%%time\n{RIGHT}", f"%time {CHECK}", "%who"],
    "pip": ["!pip list", "%pip --version", *PLAIN],
    "widgets": [
        FIRST,
        "import ipywidgets\nipywidgets.interact(str, x=1)",
        *PLAIN[1:],
    ],
    "a method": [FIRST, RIGHT, AS_METHOD, CHECK],
    "one cell": ["\n\n".join(PLAIN)],
    "many cells": [FIRST, RIGHT.replace("decode", "rest"), "", "decode = rest", CHECK],
    "first cell deleted": [RIGHT, CHECK],
    "Übung 4, Zoë (1) – final": PLAIN,
    "await": ["import asyncio\nawait asyncio.sleep(0)", *PLAIN],
    "an earlier failure": [FIRST, "1 / 0", RIGHT, "undefined", CHECK],
    "Ann/Lesson 4/a file beside": ["open('data.txt').read()[2]", *PLAIN],
}


def notebook(cells):
    """A notebook as JSON."""
    written = [{"cell_type": "markdown", "source": "# Lesson", "metadata": {}}]
    for source in cells:
        tags = ["exercise"] if source == RIGHT or source.startswith("#") else []
        written.append(
            {
                "cell_type": "code",
                "source": source,
                "metadata": {"tags": tags},
                "outputs": [],
            }
        )
    whole = {"cells": written, "metadata": {}, "nbformat": 4, "nbformat_minor": 0}
    return json.dumps(whole, indent=1)


def checked(folder, *options):
    """The rows of a folder, by file and exercise; what the checker's memory was, in MB; its errors."""
    before = sorted(os.listdir(tempfile.gettempdir()))
    command = [sys.executable, "-c", COMMAND, str(folder), "--csv", *options]
    run = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    rows = {(row[0], row[1]): row[2:] for row in csv.reader(io.StringIO(run.stdout))}
    problems = [run.stderr] if run.stderr else []
    running = subprocess.run(
        ["ps", "-eo", "args"], capture_output=True, text=True
    ).stdout
    if ASLEEP in running:
        problems.append("a process goes on")
    left = [
        name
        for name in os.listdir(tempfile.gettempdir())
        if name not in before and name.startswith("minitok-")
    ]
    if left:
        problems.append(f"left behind: {left}")
    return rows, problems


def honest(folder):
    """What goes wrong with honest notebooks in one class, as Windows saves them, and with one that has no cells."""
    (folder / "Ann/Lesson 4").mkdir(parents=True)
    (folder / "Ann/Lesson 4/data.txt").write_text("data")
    for kind, cells in {**HONEST, "empty": []}.items():
        file = folder / f"{kind}.ipynb"
        file.write_text(notebook(cells), encoding="utf-8-sig", newline="\r\n")
    rows, problems = checked(folder)
    for kind in HONEST:
        row = rows.get((f"{kind}.ipynb", NAME), ["no row"])
        if row[0] != "right":
            problems.append(f"{kind}: {row}")
    if ("empty.ipynb", "") not in rows:
        problems.append("no row for the empty notebook")
    return f"{len(HONEST)} styles", problems


def beside(kind, folder):
    """What goes wrong in a class of two honest notebooks with a neighbour of this kind between them."""
    cell, sentence = NEIGHBOURS[kind]
    spoilt = f"# {SPOILT}\n{cell}"
    for name in "az":
        (folder / f"{name}.ipynb").write_text(notebook(PLAIN))
    cells = [FIRST, spoilt, CHECK_SPOILT, RIGHT, CHECK]
    (folder / "m.ipynb").write_text(notebook(cells))
    rows, problems = checked(folder, "--seconds", "90")
    for file in ("a.ipynb", "z.ipynb", "m.ipynb"):
        state, said = rows.get((file, NAME), ("no row", ""))
        if state != "right":
            problems.append(f"{file}: {state}, {said}")
    state, said = rows.get(("m.ipynb", SPOILT), ("no row", ""))
    if sentence == "did not":  # spoil the kernel: what is missing is the function
        sentence = "name 'longest_match' is not defined"
    if state == "right" or sentence not in said or len(said) > 400:
        problems.append(f"its exercise: {state}, {said[:400]}")
    return said[:120], problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=["honest", *NEIGHBOURS], action="append")
    kinds = parser.parse_args().only or ["honest", *NEIGHBOURS]
    wrong = 0
    for kind in kinds:
        outer = tempfile.mkdtemp()
        folder = Path(outer, "class")  # one kind writes into the folder above
        folder.mkdir()
        said, problems = beside(kind, folder) if kind != "honest" else honest(folder)
        wrong += bool(problems)
        print(f"{kind}: {'; '.join(problems)[:3000] or 'ok'} | {said}", flush=True)
        subprocess.run(["rm", "-rf", outer])
    print(f"{wrong} of {len(kinds)} went wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
