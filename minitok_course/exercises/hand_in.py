"""Check the notebooks that a class has handed in: each runs as *Run All* runs it, in a kernel of its own.

    minitok check FOLDER          a table
    minitok check FOLDER --csv    the same as CSV

Exit code 0: every file was checked, and all that is asked is right. 1: something is not right, or was not checked.
2: there is nothing to check. 130: Ctrl-C stopped it, and what was known is printed. 143: the same for SIGTERM.

A verdict is what `check` said in the learner's notebook: the learner's word, not proof.
"""

import argparse
import csv
import ctypes
import json
import os
import re
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple
from venv import EnvBuilder

import psutil
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat.v4 import new_code_cell, new_notebook

from minitok_course.exercises.exercise import EXERCISES
from minitok_course.exercises.notebook import FILE
from minitok_course.folder import FOLDER, HANDED_IN

SECONDS_FOR_A_CELL = 60
LEAST_MEGABYTES = 1000  # for Python with the libraries of the course
LARGEST = 100_000_000  # bytes of a notebook
LONGEST = 300  # characters of a sentence
CHILD_SUBREAPER = 36  # in Linux's prctl
VERDICTS = ".verdicts.jsonl"
NOTHING, NOT_CHECKED = "nothing to check", "not checked"
# A later verdict counts, unless it is a lower one.
STATES = ["not started", "not yet", "right"]
LONGEST_NAME = max(map(len, EXERCISES))
# A mail program may have added `.txt`.
NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$", re.IGNORECASE)
# What programs keep for themselves.
KEPT = re.compile(r"\..*|__MACOSX|__pycache__|my_tokenizer(_older)?\.py")
# What notebooks read or write, and nobody hands in instead of a notebook.
BESIDE = re.compile(
    r"(?!.*\.ipynb).*\.(csv|tsv|txt|md|jsonl?|jinja|model|tiktoken|png|jpe?g|svg|gif|webp)",
    re.IGNORECASE,
)
ASKED = re.compile(r"""\b(?:check|hint)\([^\n]{0,200}?["']([\w.]+)["']""")
DEFINED = re.compile(r"^(?:def )?(\w+)", re.MULTILINE)
# A spreadsheet takes what begins like this for a formula, also after a `;` or `|`, which may separate cells.
FORMULA = re.compile(r"""(^|[;|])(?=[\s"']*[-=+@\uff0b\uff0d\uff1d\uff20])""")
# What runs in the kernel before the notebook. It limits itself first, where the system keeps limits.
KERNEL = """
import os, sys
from contextlib import suppress

most = ({megabytes} * 2**20,) * 2
with suppress(ImportError, ValueError, OSError):
    import resource
    resource.setrlimit(resource.RLIMIT_AS, most)
    resource.setrlimit(resource.RLIMIT_FSIZE, most)
    # If the computer runs out of memory, this process is ended, and not the checker.
    open("/proc/self/oom_score_adj", "w").write("1000")

from ipykernel.iostream import OutStream
from ipykernel.kernelapp import IPKernelApp
from jupyter_client.session import Session
from minitok_course.folder import learners_folder

def short(text):
    # Half of an emoji can't be sent.
    return str(text)[:{longest}].encode(errors="backslashreplace").decode()

class Terse(Session):
    # Sends only what the checker reads, whatever the notebook shows.
    def send(self, stream, message, content=None, *rest, **more):
        if message == "execute_reply":
            content = {{key: short(content.get(key)) for key in ("status", "ename", "evalue")}}
        if message in ("execute_reply", "kernel_info_reply", "status"):
            return super().send(stream, message, content, *rest, **more)

app = IPKernelApp.instance(session=Terse())
# Modules beside the notebook come after all libraries.
sys.path += [str(learners_folder()), ""]
app.initialize()
OutStream.write = lambda self, text: len(text)
app.shell.showtraceback = lambda *args, **options: None
app.shell.display_formatter.format = lambda *args, **options: ({{}}, {{}})
# At once, and not during the next cell.
app.shell.observe(lambda change: os._exit(0), "exit_now")
app.start()
"""


class Row(NamedTuple):
    exercise: str
    state: str
    sentence: str


class Cell(NamedTuple):
    source: str
    is_exercise: bool


# A notebook's code cells, or why it can't be checked.
Cells = list[Cell] | str


def main(arguments: Sequence[str]) -> int:
    """Check a folder, and print each row as soon as it is known. Returns the exit code."""
    options = read_options(arguments)
    files = [*handed_in(options.folder)]
    if not files:
        problem = "is not a folder"
        if options.folder.is_dir():
            problem = "has no notebooks (*.ipynb)"
        remedy = "name the folder with what was handed in"
        print(f"{options.folder} {problem}: {remedy}", file=sys.stderr)
        return 2
    processes = Processes()
    names = [os.path.relpath(file, options.folder) for file, _ in files]
    table = Table(max(map(len, names)), options.csv)
    table.write("notebook", "exercise", "state", "sentence")
    states = Counter[str]()
    for name, (file, cells) in zip(names, files):
        for row in rows_of(file.absolute(), cells, options, processes):
            table.write(name, *row)
            states[row.state] += 1
    asked = states.total() - states[NOTHING]
    if not options.csv:
        print(f"{states['right']} of {asked} right")
    if processes.exit_code:
        return processes.exit_code
    if not asked:
        return 2
    return int(states["right"] < asked)


def read_options(arguments: Sequence[str]) -> argparse.Namespace:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        "minitok check", None, __doc__, formatter_class=form
    )
    parser.add_argument(
        "folder", type=Path, help="with notebooks, also in folders below it"
    )
    parser.add_argument(
        "--csv", action="store_true", help="print CSV, one line an exercise"
    )
    most = "the most for a notebook, or %(default)s"
    parser.add_argument("--seconds", type=int, default=300, help=most)
    parser.add_argument("--megabytes", type=int, default=4096, help=most)
    options = parser.parse_args(arguments)
    if options.seconds < 1:
        parser.error("--seconds: a notebook needs 1 at least")
    if options.megabytes < LEAST_MEGABYTES:
        parser.error(f"--megabytes: a notebook needs {LEAST_MEGABYTES} at least")
    return options


def handed_in(folder: Path) -> Iterator[tuple[Path, Cells]]:
    """The files in a folder and below, each with its code cells, or with the reason why it can't be checked."""
    # A list, since folders may be nested more deeply than Python's calls.
    remaining = [folder]
    while remaining:
        path = remaining.pop()
        try:
            if path.is_dir() and not (path.is_symlink() and path != folder):
                remaining += sorted(filter(is_listed, path.iterdir()), reverse=True)
            elif path != folder:
                yield path, cells_of(path)
        except OSError as error:
            yield path, f"This can't be read: {error.strerror}."


def is_listed(path: Path) -> bool:
    if KEPT.fullmatch(path.name):
        return False
    return path.is_dir() or not BESIDE.fullmatch(path.name)


def cells_of(file: Path) -> Cells:
    if not file.is_file() or file.stat().st_size > LARGEST:
        return "This is no file, or one that is too large."
    if not NOTEBOOK.search(file.name):
        return "This is not a notebook (*.ipynb). Unpack it if it is an archive."
    cells = []
    try:
        # In UTF-8, or as some editors save it: in UTF-16, with a BOM.
        for cell in json.loads(file.read_bytes())["cells"]:
            if cell["cell_type"] == "code":
                # Half of an emoji becomes \ud83d.
                source = "".join(cell["source"]).encode(errors="backslashreplace")
                is_exercise = "'exercise'" in str(cell.get("metadata"))
                cells.append(Cell(source.decode(), is_exercise))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "This file is not a notebook, or is damaged."
    return cells


def rows_of(
    file: Path, cells: Cells, options: argparse.Namespace, processes: "Processes"
) -> list[Row]:
    """The exercises of a file, each with its state and a sentence."""
    if isinstance(cells, str):
        return [Row("", NOT_CHECKED, cells)]
    run = Run(file.parent, cells, options, processes)
    problem = ""
    try:
        with TemporaryDirectory("-minitok", ignore_cleanup_errors=True) as place:
            verdicts = run.verdicts(Path(place))
    except Exception as error:
        problem = f"It can't be run: {type(error).__name__}: {error}"
    if processes.exit_code:
        problem = "It was not done when this was stopped."
    if problem:
        return [Row("", NOT_CHECKED, problem)]
    rows = [run.row(name, verdicts.get(name)) for name in run.asked | verdicts]
    return rows or [Row("", NOTHING, "This notebook has no check cells.")]


def asked_in(cells: Sequence[Cell]) -> dict[str, list[int]]:
    """The exercises of a notebook, each with the places of its cells."""
    asked: dict[str, list[int]] = {}
    begun: list[int] = []
    for place, cell in enumerate(cells):
        if cell.is_exercise:
            begun = [place]
        for name in ASKED.findall(cell.source):
            asked.setdefault(name, [*begun]).append(place)
    lessons = {EXERCISES[name].lesson for name in asked if name in EXERCISES}
    # Those whose check and hint cells were deleted.
    for place, cell in enumerate(cells):
        names = DEFINED.findall(cell.source) if cell.is_exercise else []
        for name, exercise in EXERCISES.items():
            is_of_lesson = not lessons or exercise.lesson in lessons
            if is_of_lesson and exercise.short in names:
                asked.setdefault(name, [place])
    return asked


@dataclass
class Run:
    """A notebook while it runs, and after its cells a check of each exercise, as it is defined at the end."""

    folder: Path
    cells: Sequence[Cell]
    options: argparse.Namespace
    processes: "Processes"

    def __post_init__(self) -> None:
        self.asked = asked_in(self.cells)
        self.sources = [cell.source for cell in self.cells]
        for name in self.asked.keys() & EXERCISES.keys():
            self.asked[name].append(len(self.sources))
            check = (
                f"__import__('minitok_course').check({name!r}, {EXERCISES[name].short})"
            )
            self.sources.append(check)
        late = f"The notebook was stopped after {self.options.seconds} seconds."
        # What is wrong with each cell that has not run to its end.
        self.problems = dict.fromkeys(range(len(self.sources)), late)
        self.left_out = set[int]()
        self.ends = monotonic() + self.options.seconds

    def verdicts(self, place: Path) -> dict[str, Row]:
        """Run the cells, and again without one that broke the kernel. Returns what `check` said of each exercise."""
        environment = environment_in(place, self.folder)
        while self.goes_on():
            with self.kernel(place, environment) as client:
                if self.run_cells(client):
                    break
        return verdicts_in(Path(environment[HANDED_IN]))

    def goes_on(self) -> bool:
        return monotonic() < self.ends and not self.processes.exit_code

    @contextmanager
    def kernel(
        self, place: Path, environment: dict[str, str]
    ) -> Iterator[NotebookClient]:
        """A kernel in the notebook's folder. All processes that it starts end with it."""
        script = KERNEL.format(megabytes=self.options.megabytes, longest=LONGEST)
        kernels = Kernels()
        kernels.command = [environment["PIP_PYTHON"], "-P", "-c", script]
        notebook = new_notebook(cells=[*map(new_code_cell, self.sources)])
        client = NotebookClient(
            notebook, allow_errors=True, on_cell_error=self.note_error
        )
        client.km = AsyncKernelManager(
            kernel_spec_manager=kernels, connection_file=str(place / "kernel.json")
        )
        client.shutdown_kernel = "immediate"
        self.folder.mkdir(parents=True, exist_ok=True)  # a cell may have removed it
        start = {
            "cwd": str(self.folder),
            "env": environment,
            "stdout": DEVNULL,
            "stderr": DEVNULL,
        }
        try:
            with client.setup_kernel(cleanup_kc=True, **start):
                yield client
        finally:
            self.processes.end()

    def run_cells(self, client: NotebookClient) -> bool:
        """Run the cells. Returns False if one of them has broken the kernel: it is left out next time."""
        for place, cell in enumerate(client.nb.cells):
            if place in self.left_out:
                continue
            if not self.goes_on():
                return True
            self.problems[place] = ""
            if self.breaks(client, cell, place):
                self.left_out.add(place)
                return False
        return True

    def breaks(self, client: NotebookClient, cell: Any, place: int) -> bool:
        """Run a cell. Returns whether it leaves no kernel that the next cell could use."""
        left = int(self.ends - monotonic()) + 1
        client.timeout = min(SECONDS_FOR_A_CELL, left)
        try:
            client.execute_cell(cell, place)
            memory = psutil.Process(client.km.provisioner.pid).memory_info()
        except CellTimeoutError:
            self.note(place, f"was stopped after {client.timeout} seconds")
            return True
        except (DeadKernelError, psutil.NoSuchProcess):
            self.note(place, "ended Python")
            return True
        # What is left may not be enough for the other cells.
        most = self.options.megabytes // 2
        if memory.rss > most * 2**20:
            self.note(place, f"left more than {most} MB in memory")
            return True
        return False

    def note_error(self, cell_index: int, execute_reply: Any, **_: Any) -> None:
        error = execute_reply["content"]
        self.note(cell_index, f"raises {error['ename']}: {error['evalue']}")

    def note(self, place: int, problem: str) -> None:
        self.problems[place] = f"Its cell {' '.join(problem.split())}."

    def row(self, name: str, verdict: Row | None) -> Row:
        if verdict and verdict.state != "not started":
            return verdict
        for place in self.asked.get(name, []):
            if self.problems[place]:
                return Row(name, "not yet", self.problems[place])
        sentence = "" if verdict else "`check` did not get to it."
        return Row(name, "not started", sentence)


def verdicts_in(file: Path) -> dict[str, Row]:
    """What `check` said last of each exercise, or that it was right."""
    verdicts: dict[str, Row] = {}
    for line in file.read_text().splitlines():
        with suppress(ValueError):  # a line that was not finished
            row = Row(*json.loads(line))
            before = verdicts.get(row.exercise, row)
            if STATES.index(row.state) >= STATES.index(before.state):
                verdicts[row.exercise] = row
    return verdicts


class Kernels(KernelSpecManager):
    """Knows one kernel, by the command that starts it."""

    command: list[str]

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        return KernelSpec(argv=[*self.command, "-f", "{connection_file}"])


def environment_in(place: Path, folder: Path) -> dict[str, str]:
    """The variables of a kernel, so that what it installs or keeps goes to this place."""
    home = place / FOLDER
    home.mkdir()
    if folder.name == FOLDER:
        with suppress(OSError):
            shutil.copyfile(folder / FILE, home / FILE)
    (home / VERDICTS).touch()
    # A virtual environment that has no packages, and finds those of this Python last.
    builder = EnvBuilder(symlinks=os.name != "nt")
    builder.create(place)
    packages = next(place.rglob("site-packages"))
    roots = [*sys.path[1:], str(Path(__file__).parents[2])]
    (packages / "minitok.pth").write_text("\n".join(roots))
    context = builder.ensure_directories(place)
    own = {
        HANDED_IN: str(home / VERDICTS),
        "PATH": context.bin_path + os.pathsep + os.environ["PATH"],
        "PIP_PYTHON": context.env_exe,
    }
    for name in ("VIRTUAL_ENV", "PYTHONUSERBASE", "IPYTHONDIR", "TMPDIR"):
        own[name] = str(place)
    return os.environ | own


class Processes:
    """What the notebooks start. It ends with them, and after Ctrl-C or SIGTERM."""

    def __init__(self) -> None:
        self.exit_code = 0
        self.this = psutil.Process()
        self.others = {*self.this.children(recursive=True)}
        if sys.platform == "linux":
            # What has lost its parent becomes a child of this process.
            ctypes.CDLL(None).prctl(CHILD_SUBREAPER, 1)
        signal.signal(signal.SIGINT, self.stop)
        signal.signal(signal.SIGTERM, self.stop)

    def stop(self, number: int, frame: object) -> None:
        """Let the notebook end at its next step: an exception raised here might get lost."""
        self.exit_code = 128 + number
        self.end()

    def end(self) -> None:
        # Again, as long as they start others.
        for _ in range(20):
            started = {*self.this.children(recursive=True)} - self.others
            if not started:
                return
            for process in started:
                with suppress(psutil.Error):
                    process.kill()
            psutil.wait_procs(started, timeout=0.5)


@dataclass
class Table:
    """Prints rows as soon as they are known, as CSV or in columns."""

    width: int
    is_csv: bool

    def write(self, *row: str) -> None:
        cells = [printable(text) for text in row]
        if self.is_csv:
            safe = [FORMULA.sub(r"\1'", cell) for cell in cells]
            csv.writer(sys.stdout, lineterminator="\n").writerow(safe)
        else:
            widths = (self.width, LONGEST_NAME, len(NOTHING), 0)
            print("  ".join(map(str.ljust, cells, widths)).rstrip())
        sys.stdout.flush()


def printable(text: str) -> str:
    r"""A text from a notebook, for any screen: an attempt may raise `\x1b` or half of a character."""
    return "".join(map(printable_character, text))


def printable_character(char: str) -> str:
    if char.isprintable():
        return char
    return char.encode("unicode_escape").decode()
