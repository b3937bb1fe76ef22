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
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple
from venv import EnvBuilder

import psutil
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat.v4 import new_code_cell, new_notebook

from minitok_course.exercises.exercise import EXERCISES
from minitok_course.exercises.notebook import FILE
from minitok_course.folder import FOLDER, HANDED_IN

SECONDS_FOR_A_CELL = 60
VERDICTS = ".verdicts.jsonl"
NOTHING, NOT_CHECKED = "nothing to check", "not checked"
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
from contextlib import nullcontext, suppress

nowhere = os.open(os.devnull, os.O_WRONLY)
os.dup2(nowhere, 1)
os.dup2(nowhere, 2)
most = ({megabytes} * 2**20,) * 2
with suppress(ImportError, ValueError, OSError):
    import resource
    resource.setrlimit(resource.RLIMIT_AS, most)
    resource.setrlimit(resource.RLIMIT_FSIZE, most)
    # If the computer runs out of memory, this process is ended, and not the checker.
    open("/proc/self/oom_score_adj", "w").write("1000")

import psutil
from ipykernel.iostream import OutStream
from ipykernel.kernelapp import IPKernelApp
from jupyter_client.session import Session
from minitok_course.folder import learners_folder

def described(error):
    name, message = str(error.get("ename")), str(error.get("evalue"))
    line = " ".join([name[:100] + ":", *message[:300].split()]).removesuffix(":")
    # Half of an emoji can't be sent.
    return line.encode(errors="backslashreplace").decode()

class Terse(Session):
    # Sends only what the checker reads, whatever the notebook shows.
    def send(self, stream, message, content=None, *rest, **more):
        if message == "execute_reply":
            content = {{"status": content["status"], "evalue": described(content)}}
        if message in ("execute_reply", "kernel_info_reply", "status"):
            return super().send(stream, message, content, *rest, **more)

def end_if_full(result):
    # What a cell has kept is missing in the next ones: a new process runs them, without this cell.
    with suppress(MemoryError):
        if psutil.Process().memory_info().rss < most[0] / 2:
            return
    os._exit(0)

app = IPKernelApp.instance(session=Terse())
# Modules beside the notebook come after all libraries.
sys.path += [str(learners_folder()), ""]
app.initialize()
OutStream.write = lambda self, text: len(text)
# IPython from 9 on keeps what a cell prints, without an end.
app.shell._tee = lambda channel: nullcontext()
app.shell.showtraceback = lambda *args, **options: None
app.shell.display_formatter.format = lambda *args, **options: ({{}}, {{}})
# What ends this process ends it at once, and not during the next cell.
app.shell.observe(lambda change: os._exit(0), "exit_now")
app.shell.events.register("post_run_cell", end_if_full)
app.start()
"""


class Row(NamedTuple):
    exercise: str
    state: str
    sentence: str


class Cell(NamedTuple):
    source: str
    is_exercise: bool


def main(arguments: Sequence[str]) -> int:
    """Check a folder, and print each row as soon as it is known. Returns the exit code."""
    options = read_options(arguments)
    processes = Processes()
    names = [os.path.relpath(file, options.folder) for file, _ in options.files]
    table = Table(max(map(len, ["notebook", *names])), options.csv)
    table.write("notebook", "exercise", "state", "sentence")
    states: Counter[str] = Counter()
    for name, (file, cells) in zip(names, options.files):
        for row in rows_of(file, cells, options, processes):
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
    parser = argparse.ArgumentParser("minitok check", None, __doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "folder", type=Path, help="with notebooks, also in folders below it"
    )
    parser.add_argument(
        "--csv", action="store_true", help="print CSV, one line an exercise"
    )
    parser.add_argument(
        "--seconds", type=int, default=300, help="the most for a notebook, or 300"
    )
    parser.add_argument(
        "--megabytes", type=int, default=4096, help="its most memory, or 4096"
    )
    options = parser.parse_args(arguments)
    if options.seconds < 1 or options.megabytes < 1000:
        parser.error("take --seconds from 1 on, --megabytes from 1000 on")
    options.folder = options.folder.resolve()
    options.files = [*handed_in(options.folder)]
    if not options.files:
        parser.error(f"there are no notebooks (*.ipynb) in {options.folder}")
    return options


def handed_in(folder: Path) -> Iterator[tuple[Path, list[Cell] | str]]:
    """The files in a folder and below, each with its code cells, or with the reason why it can't be checked."""
    # A list, since folders may be nested more deeply than Python's calls.
    remaining = [folder]
    while remaining:
        path = remaining.pop()
        try:
            if path.is_dir() and not path.is_symlink():
                remaining += sorted(filter(is_listed, path.iterdir()), reverse=True)
            elif path != folder:
                yield path, cells_of(path)
        except OSError as error:
            yield path, f"This can't be read: {error.strerror}."


def is_listed(path: Path) -> bool:
    if KEPT.fullmatch(path.name):
        return False
    return path.is_dir() or not BESIDE.fullmatch(path.name)


def cells_of(file: Path) -> list[Cell] | str:
    """The code cells of a notebook, or the reason why it can't be checked."""
    if not file.is_file() or file.stat().st_size > 100_000_000:
        return "This is no file, or one that is too large."
    if not NOTEBOOK.search(file.name):
        return "This is not a notebook (*.ipynb). Unpack it if it is an archive."
    content = file.read_bytes()
    cells = []
    try:
        # In UTF-8, or as some editors save it: in UTF-16, with a BOM.
        for cell in json.loads(content)["cells"]:
            if cell["cell_type"] == "code":
                # Half of an emoji becomes \ud83d.
                source = "".join(cell["source"]).encode(errors="backslashreplace")
                is_exercise = "'exercise'" in str(cell.get("metadata"))
                cells.append(Cell(source.decode(), is_exercise))
    except Exception:
        return "This file is not a notebook, or is damaged."
    return cells


def rows_of(
    file: Path,
    cells: list[Cell] | str,
    options: argparse.Namespace,
    processes: "Processes",
) -> list[Row]:
    """The exercises of a file, each with its state and a sentence."""
    if isinstance(cells, str):
        return [Row("", NOT_CHECKED, cells)]
    try:
        with TemporaryDirectory("-minitok", ignore_cleanup_errors=True) as place:
            rows = Run(file.parent, Path(place), cells, options, processes).rows()
    except Exception as error:
        rows = [Row("", NOT_CHECKED, f"It can't be run: {error!r}")]
    if processes.exit_code:
        return [Row("", NOT_CHECKED, "It was not done when this was stopped.")]
    return rows or [Row("", NOTHING, "This notebook has no check cells.")]


def asked_in(cells: Sequence[Cell]) -> dict[str, list[int]]:
    """The exercises of a notebook, each with the numbers of its cells."""
    asked: dict[str, list[int]] = {}
    begun: list[int] = []
    for number, cell in enumerate(cells):
        if cell.is_exercise:
            begun = [number]
        for name in ASKED.findall(cell.source):
            asked.setdefault(name, [*begun]).append(number)
    lessons = {EXERCISES[name].lesson for name in asked if name in EXERCISES}
    # Those whose check and hint cells were deleted.
    for number, cell in enumerate(cells):
        names = DEFINED.findall(cell.source) if cell.is_exercise else []
        for name, exercise in EXERCISES.items():
            is_of_lesson = not lessons or exercise.lesson in lessons
            if is_of_lesson and exercise.short in names:
                asked.setdefault(name, [number])
    return asked


@dataclass
class Run:
    """A notebook while it runs. Each exercise is checked after its own cell, and at the end."""

    folder: Path
    place: Path
    cells: Sequence[Cell]
    options: argparse.Namespace
    processes: "Processes"

    def __post_init__(self) -> None:
        self.environment = environment_in(self.place, self.folder)
        self.ends = monotonic() + self.options.seconds
        self.asked = asked_in(self.cells)
        self.sources = [cell.source or "pass" for cell in self.cells]
        for name in filter(EXERCISES.get, self.asked):
            short = EXERCISES[name].short
            check = f"__import__('minitok_course').check({name!r}, {short})"
            # At once, too: later cells may define the name again, as `mine` does.
            own = self.asked[name][0]
            self.sources[own] += f"\n{short!r} in dir() and {check}"
            self.asked[name].append(len(self.sources))
            self.sources.append(check)
        late = f"The notebook was stopped after {self.options.seconds} seconds."
        # What is wrong with each cell that has not run to its end.
        self.problems = [late] * len(self.sources)

    def rows(self) -> list[Row]:
        """Run the cells, and again without one that broke the kernel. Returns the verdict on each exercise."""
        while self.goes_on():
            with self.kernel() as client:
                if self.run_cells(client):
                    break
        verdicts = verdicts_in(self.place / VERDICTS)
        return [self.row(name, verdicts.get(name)) for name in self.asked | verdicts]

    def goes_on(self) -> bool:
        return monotonic() < self.ends and not self.processes.exit_code

    @contextmanager
    def kernel(self) -> Iterator[NotebookClient]:
        """A kernel in the notebook's folder. All processes that it starts end with it."""
        cells = [*map(new_code_cell, self.sources)]
        notebook = new_notebook(cells=cells)  # type: ignore[no-untyped-call]
        client = NotebookClient(notebook, allow_errors=True, on_cell_error=self.note)
        client.timeout = min(SECONDS_FOR_A_CELL, self.options.seconds)
        client.shutdown_kernel = "immediate"
        client.km = Kernel(connection_file=str(self.place / "kernel.json"))
        script = KERNEL.format(megabytes=self.options.megabytes)
        client.km.command = [self.environment["PIP_PYTHON"], "-P", "-c", script]
        self.folder.mkdir(parents=True, exist_ok=True)  # a cell may have removed it
        try:
            with client.setup_kernel(
                cleanup_kc=True, cwd=str(self.folder), env=self.environment
            ):
                yield client
        finally:
            self.processes.end()

    def run_cells(self, client: Any) -> bool:
        """Run the cells. Returns False if one of them has broken the kernel, and is left out from then on."""
        for number, cell in enumerate(client.nb.cells):
            if not cell.source or not self.goes_on():
                continue
            self.problems[number] = ""
            try:
                client.execute_cell(cell, number)
                continue
            except CellTimeoutError:
                problem = f"was stopped after {client.timeout} seconds"
            except DeadKernelError:
                problem = "ended Python, or took all memory"
            self.problems[number] = f"Its cell {problem}."
            self.sources[number] = ""
            return False
        return True

    def note(self, cell_index: int, execute_reply: Any, **_: Any) -> None:
        """Note an error that a cell has raised."""
        error = execute_reply["content"]["evalue"]
        self.problems[cell_index] = f"Its cell raises {error}."

    def row(self, name: str, verdict: Row | None) -> Row:
        if verdict and verdict.state != "not started":
            return verdict
        for number in self.asked.get(name, []):
            if self.problems[number]:
                return Row(name, "not yet", self.problems[number])
        return Row(name, "not started", "" if verdict else "`check` did not get to it.")


def verdicts_in(file: Path) -> dict[str, Row]:
    """What `check` said last of each exercise, or that it was right."""
    verdicts: dict[str, Row] = {}
    for line in file.read_text().splitlines():
        with suppress(ValueError):  # a line that was not finished
            row = Row(*json.loads(line))
            before = verdicts.get(row.exercise, row)
            # In alphabetical order: not started, not yet, right.
            if row.state >= before.state:
                verdicts[row.exercise] = row
    return verdicts


class Kernel(AsyncKernelManager):
    """Started by a command, whatever kernels are installed."""

    command: list[str]

    @property
    def kernel_spec(self) -> KernelSpec:
        return KernelSpec(argv=[*self.command, "-f", "{connection_file}"])


def environment_in(place: Path, folder: Path) -> dict[str, str]:
    """The variables of a kernel, so that what it installs or keeps goes to this place."""
    verdicts = place / VERDICTS
    verdicts.touch()
    if folder.name == FOLDER:
        with suppress(OSError):
            shutil.copyfile(folder / FILE, place / FILE)
    # A virtual environment that has no packages, and finds those of this Python last.
    builder = EnvBuilder(symlinks=os.name != "nt")
    builder.create(place)
    packages = next(place.rglob("site-packages"))
    (packages / "minitok.pth").write_text("\n".join(sys.path[1:]))
    own = dict.fromkeys(("VIRTUAL_ENV", "IPYTHONDIR", "TMPDIR"), str(place))
    own[HANDED_IN] = str(verdicts)
    own["PIP_PYTHON"] = builder.ensure_directories(place).env_exe
    # An empty entry would be the folder of the notebook, which comes last.
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    own["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    return os.environ | own


class Processes:
    """What the notebooks start. It ends with them, and after Ctrl-C or SIGTERM."""

    def __init__(self) -> None:
        self.exit_code = 0
        self.others = running()
        if sys.platform == "linux":
            # PR_SET_CHILD_SUBREAPER: what has lost its parent becomes a child of this process.
            ctypes.CDLL(None).prctl(36, 1)
        signal.signal(signal.SIGINT, self.stop)
        signal.signal(signal.SIGTERM, self.stop)

    def stop(self, number: int, frame: object) -> None:
        """Let the notebook end at its next step: an exception raised here might get lost."""
        self.exit_code = 128 + number
        self.end()

    def end(self) -> None:
        # Again, as long as they start others.
        for _ in range(20):
            started = running() - self.others
            if not started:
                return
            for process in started:
                with suppress(psutil.Error):
                    process.kill()
            psutil.wait_procs(started, timeout=0.5)


def running() -> set[psutil.Process]:
    return {*psutil.Process().children(recursive=True)}


@dataclass
class Table:
    """Prints rows as soon as they are known, as CSV or in columns."""

    width: int
    is_csv: bool

    def write(self, *row: str) -> None:
        cells = [*map(printable, row)]
        if self.is_csv:
            safe = [FORMULA.sub(r"\1'", cell) for cell in cells]
            csv.writer(sys.stdout, lineterminator="\n").writerow(safe)
        else:
            widths = (self.width, max(map(len, EXERCISES)), len(NOTHING), 0)
            print("  ".join(map(str.ljust, cells, widths)).rstrip())
        sys.stdout.flush()


def printable(text: str) -> str:
    r"""A text from a notebook, for any screen: an attempt may raise `\x1b` or half of a character."""
    return "".join(map(printable_character, text))


def printable_character(char: str) -> str:
    if char.isprintable():
        return char
    return ascii(char)[1:-1]
