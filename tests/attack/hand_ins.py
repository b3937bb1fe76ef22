"""A class: honest notebooks of many styles, and one bad neighbour beside an honest one.

    python tests/attack/hand_ins.py                 all of them, some ten minutes
    python tests/attack/hand_ins.py --only exit     one kind of neighbour

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
import zipfile
from pathlib import Path

from minitok_course.exercises.exercise import EXERCISES

ROOT = Path(__file__).parents[2]
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
    "pip install": (
        "%pip install --no-index --no-deps ./regex-9999-py3-none-any.whl",
        "did not",
    ),
    "pip of the shell": (
        "!pip install --no-index --no-deps ./regex-9999-py3-none-any.whl\n"
        "!python -m pip install --no-index --no-deps --user ./regex-9999-py3-none-any.whl",
        "did not",
    ),
    "pip uninstall": ("%pip uninstall -y regex nbclient", "did not"),
    "exit": ("exit()", "ended Python"),
    "quit": ("quit()", "ended Python"),
    "sys.exit": ("import sys\nsys.exit()", "raises SystemExit"),
    "os._exit": ("import os\nos._exit(3)", "ended Python"),
    "a crash": ("import ctypes\nctypes.string_at(0)", "ended Python"),
    "kernel shut down": ("get_ipython().kernel.do_shutdown(True)", "ended Python"),
    "memory, lost": ("[' ' * 10**9 for _ in range(9)]", ""),
    "memory, kept": (
        "kept = []\nwhile True:\n    kept.append(' ' * 10**8)",
        "took all memory",
    ),
    "memory in small objects": (
        "def grow(kept):\n    while True:\n        kept.append([len(kept)])\ngrow([])",
        "",
    ),
    "endless loop": ("while True:\n    pass", "stopped after"),
    "endless loop that catches": (
        "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass",
        "stopped after",
    ),
    "endless wait": (
        "import signal, time\nsignal.pthread_sigmask(signal.SIG_BLOCK, [2, 14, 15])\ntime.sleep(999)",
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
    "huge error": ("raise ValueError('word ' * 6 * 10**7)", "raises ValueError: word"),
    "huge last value": ("'x' * 10**9", "did not"),
    "huge name of a class": ("raise type('x' * 10**7, (Exception,), {})", "raises xxx"),
    "huge verdict": (
        "for _ in range(50):\n    check('wordpiece.decode', type('x' * 10**6, (), {})())",
        "did not",
    ),
    "changed folder": ("import os\nos.chdir('/')", "did not"),
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
    "environment": ("import os\nos.environ.clear()", "did not"),
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
    "syntax": ("def (", "raises SyntaxError"),
    "half of an emoji": ("raise ValueError('\\ud83d\\x1b[2J')", "raises "),
}
# Files that are no notebooks, or odd ones, and what their rows say.
FILES = {
    "damaged.ipynb": (b'{"cells": [', "damaged"),
    "empty.ipynb": (b"", "damaged"),
    "latin.ipynb": ('{"cells": "é"}'.encode("latin-1"), "damaged"),
    "deep.ipynb": (b"[" * 99_999, "damaged"),
    "number.ipynb": (b"5", "damaged"),
    "old.ipynb": (b'{"worksheets": [], "nbformat": 3}', "damaged"),
    "archive.zip": (b"PK", "not a notebook"),
    "page.html": (b"<p>", "not a notebook"),
}
PLAIN = [FIRST, RIGHT, CHECK]
# What honest learners write, each with the files that it needs beside it.
HONEST = {
    "plain": (PLAIN, {}),
    "a helper": ([FIRST, "from helper import decode", CHECK], {"helper.py": RIGHT}),
    "a hidden one": ([FIRST, "%run -i .hidden.py", CHECK], {".hidden.py": RIGHT}),
    "a notebook": ([FIRST, "%run other.ipynb", CHECK], {"other.ipynb": [RIGHT]}),
    "a module above": (
        [FIRST, "import sys\nsys.path.append('..')\nfrom above import decode", CHECK],
        {"../above.py": RIGHT},
    ),
    "a module's tests": (
        [FIRST, RIGHT, "import random\nassert random.random() < 1", CHECK],
        {"random.py": "raise SystemExit", "tokenize.py": "raise SystemExit"},
    ),
    "a text": (
        [FIRST, "exec(open('data/text.txt').read())", CHECK],
        {"data/text.txt": RIGHT},
    ),
    "a file of its own": (
        [FIRST, f"%%writefile own.py\n{RIGHT}", "from own import decode", CHECK],
        {},
    ),
    "its own tokenizer": (
        [
            *PLAIN,
            "import my_tokenizer\nassert my_tokenizer.decode(['a', '##b']) == 'ab'\ndecode = None",
        ],
        {},
    ),
    "mine": ([*PLAIN, f"decode = mine({NAME!r})", CHECK], {}),
    "pip": (
        [
            FIRST,
            "%pip install --no-index --no-deps ./minitok_helper-1.0-py3-none-any.whl",
            "from minitok_helper import decode",
            CHECK,
        ],
        {},
    ),
    "pip of the shell": (
        [
            FIRST,
            "!pip install --quiet --no-index --no-deps ./minitok_helper-1.0-py3-none-any.whl",
            "from minitok_helper import decode",
            CHECK,
        ],
        {},
    ),
    "a newer version": (
        [
            FIRST,
            "%pip install --no-index --no-deps ./regex-9999-py3-none-any.whl",
            RIGHT,
            CHECK,
        ],
        {},
    ),
    "magics": ([FIRST, f"%%time\nfiles = !ls\n{RIGHT}", f"{CHECK}\ncheck?"], {}),
    "await": ([FIRST, "import asyncio\nawait asyncio.sleep(0.1)", RIGHT, CHECK], {}),
    "captured": (
        [
            FIRST,
            f"%%capture text\nprint(5)\n{RIGHT}",
            "assert text.stdout == '5\\n'",
            CHECK,
        ],
        {},
    ),
    "a plot": (
        [
            FIRST,
            "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()",
            RIGHT,
            CHECK,
        ],
        {},
    ),
    "a view": (
        [
            FIRST,
            "from minitok_course.views import Utf8Explorer\nUtf8Explorer('é')",
            RIGHT,
            CHECK,
        ],
        {},
    ),
    "another process": (
        [
            FIRST,
            "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'import minitok'], check=True)",
            "!python -c 'import minitok; open(\"made.txt\", \"w\")'\nopen('made.txt')",
            "from concurrent.futures import ProcessPoolExecutor as Pool\n"
            "with Pool(2) as pool:\n    assert [*pool.map(abs, [-1])] == [1]",
            RIGHT,
            CHECK,
        ],
        {},
    ),
    "an error before": (
        [FIRST, "1 / 0", "raise SystemExit", "input()", RIGHT, CHECK],
        {},
    ),
    "redefined": ([FIRST, "def decode(tokens):\n    return ...", CHECK, RIGHT], {}),
    "spoilt later": ([*PLAIN, "decode = None", CHECK], {}),
    "no check cell": ([FIRST, f"# %% exercise\n{RIGHT}", f"hint({NAME!r})"], {}),
    "a loop of checks": (
        [FIRST, RIGHT, f"for name, one in [({NAME!r}, decode)]:\n    check(name, one)"],
        {},
    ),
    "a module of checks": (
        [f"import minitok_course as course\n{RIGHT}\ncourse.check({NAME!r}, decode)"],
        {},
    ),
    "its own print": ([FIRST, "print = None", RIGHT, CHECK], {}),
    "a name with spaces ☃ -x=1": (PLAIN, {}),
}


def notebook(cells, **metadata):
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
    return json.dumps(
        {"cells": written, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    )


def wheel(folder, name, version, source):
    """A package that pip installs without a network."""
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as file:
        file.writestr(f"{name}/__init__.py", source)
        file.writestr(
            f"{info}/METADATA",
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        )
        file.writestr(
            f"{info}/WHEEL",
            "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        file.writestr(f"{info}/RECORD", "")


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


def beside(kind, folder):
    """What goes wrong in a class of two honest notebooks with a neighbour of this kind between them."""
    cell, sentence = NEIGHBOURS[kind]
    spoilt = f"# {SPOILT}\n{cell}"
    for name in "az":
        (folder / f"{name}.ipynb").write_text(notebook(PLAIN))
    cells = [FIRST, spoilt, CHECK_SPOILT, RIGHT, CHECK]
    (folder / "m.ipynb").write_text(notebook(cells))
    wheel(folder, "regex", "9999", "raise ImportError('another regex')")
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


def honest(folder):
    """What goes wrong in a class of honest notebooks, each in a folder of its own, and files that can't be checked."""
    for name, (cells, files) in HONEST.items():
        place = folder / name
        place.mkdir()
        wheel(place, "minitok_helper", "1.0", RIGHT)
        wheel(place, "regex", "9999", "raise ImportError('another regex')")
        for file, text in files.items():
            (place / file).parent.mkdir(exist_ok=True)
            (place / file).write_text(text if isinstance(text, str) else notebook(text))
        (place / "04.ipynb").write_text(notebook(cells))
    for name, (content, _) in FILES.items():
        (folder / name).write_bytes(content)
    for encoding in ("utf-8-sig", "utf-16"):
        (folder / f"{encoding}.ipynb").write_text(notebook(PLAIN), encoding=encoding)
    odd = {
        "R.ipynb": {"kernelspec": {"name": "ir", "language": "R"}},
        "null.ipynb": {"kernelspec": None},
    }
    for name, metadata in odd.items():
        (folder / name).write_text(notebook(PLAIN, **metadata))
    huge = json.loads(notebook(PLAIN))
    huge["cells"][-1]["outputs"] = [{"output_type": "stream", "text": "x" * 3 * 10**7}]
    (folder / "outputs.ipynb").write_text(json.dumps(huge))
    (folder / "link.ipynb").symlink_to("R.ipynb")
    (folder / "nowhere.ipynb").symlink_to("nowhere")
    (folder / "loop.ipynb").symlink_to("loop.ipynb")
    (folder / "round").symlink_to(".")
    (folder / "zero.ipynb").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.ipynb")
    deep = folder
    for _ in range(1200):
        deep = deep / "d"
        deep.mkdir()
    (deep / "04.ipynb").write_text(notebook(PLAIN))
    right = [f"{name}/04.ipynb" for name in HONEST]
    right += [
        "utf-8-sig.ipynb",
        "utf-16.ipynb",
        *odd,
        "outputs.ipynb",
        "link.ipynb",
        f"{deep.relative_to(folder)}/04.ipynb",
    ]
    rows, problems = checked(folder)
    by_file = {file.removeprefix("'"): row for (file, name), row in rows.items()}
    for file in right:
        row = by_file.get(file, ["no row"])
        if row[0] != "right":
            problems.append(f"{file[:60]}: {row}")
    for file, (_, said) in FILES.items():
        if said not in by_file.get(file, ["", ""])[1]:
            problems.append(f"{file}: {by_file.get(file)}")
    for file in ("nowhere.ipynb", "loop.ipynb", "round", "zero.ipynb", "pipe.ipynb"):
        if by_file.get(file, ["no row"])[0] != "not checked":
            problems.append(f"{file}: {by_file.get(file)}")
    return f"{len(right)} honest", problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=["honest", *NEIGHBOURS], action="append")
    kinds = parser.parse_args().only or ["honest", *NEIGHBOURS]
    wrong = 0
    for kind in kinds:
        folder = Path(tempfile.mkdtemp())
        said, problems = honest(folder) if kind == "honest" else beside(kind, folder)
        wrong += bool(problems)
        print(f"{kind}: {'; '.join(problems)[:3000] or 'ok'} | {said}", flush=True)
        subprocess.run(["rm", "-rf", folder])
    print(f"{wrong} of {len(kinds)} went wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
