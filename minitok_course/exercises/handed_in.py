"""Check the notebooks that a class has handed in: each runs as *Run All* runs it, in a kernel of its own.

    minitok check FOLDER          a table
    minitok check FOLDER --csv    the same as CSV

Exit code 0: every file was checked, and all that is asked is right. 1: something is not right, or was not checked.
2: there is nothing to check. 130: it was stopped by Ctrl-C, and what was known is printed.

A verdict is what `check` said in the learner's notebook: the learner's word, not proof.
"""

import argparse
import asyncio
import csv
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from stat import S_ISREG
from typing import Any

from minitok_course.exercises import exercise_names
from minitok_course.exercises.exercise import EXERCISES
from minitok_course.exercises.kernels import LARGEST, NOTEBOOK, run_all
from minitok_course.exercises.verdict import MARKS

NOTHING, NOT_CHECKED = "nothing to check", "not checked"
COLUMNS = ("notebook", "exercise", "state", "sentence")
# What programs keep for themselves.
KEPT = re.compile(r"\..*|__MACOSX|__pycache__|my_tokenizer(_older)?\.py")
# What notebooks read or write, and nobody hands in instead of a notebook.
BESIDE = re.compile(
    r"(?!.*\.ipynb).*\.(csv|tsv|txt|md|jsonl?|jinja|model|tiktoken|png|jpe?g|svg|gif|webp)",
    re.IGNORECASE,
)
# What the system says when something has run out.
SHORT_OF = re.compile(r"ended Python|\[Errno (11|12|28)\]")
ASKED = re.compile(r"""\b(?:check|hint)\([^\n]{0,200}?["']([\w.]+)["']""")
# A spreadsheet takes what begins like this for a formula, also after a `;` or `|`, which may separate cells.
FORMULA = re.compile(r"""(^|[;|])(?=[\s"']*[-=+@\uff0b\uff0d\uff1d\uff20])""")

Row = tuple[str, str, str]  # an exercise, its state, a sentence
# The source of each code cell, and whether it is an exercise.
Cells = list[tuple[str, bool]]


def main(arguments: Sequence[str]) -> int:
    """Check a folder and print what is found as it comes. Returns the exit code."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="minitok check", description=__doc__, formatter_class=form
    )
    parser.add_argument(
        "folder", type=Path, help="a folder with notebooks, also in folders below it"
    )
    parser.add_argument(
        "--csv", action="store_true", help="print CSV, one line an exercise"
    )
    for option, most in (("seconds", 300), ("megabytes", 4096)):
        parser.add_argument(
            f"--{option}",
            type=int,
            default=most,
            help=f"the most for a notebook, or {most}",
        )
    options = parser.parse_args(arguments)
    files = list(handed_in(options.folder))
    if not files:
        problem = (
            "has no notebooks (*.ipynb)"
            if options.folder.is_dir()
            else "is not a folder"
        )
        print(
            f"{options.folder} {problem}: name the folder with what was handed in",
            file=sys.stderr,
        )
        return 2
    states: list[str] = []
    try:
        asyncio.run(check_all(files, options, states))
    except KeyboardInterrupt:
        return 130
    finally:
        if not options.csv:
            print(
                f"{states.count('right')} of {len(states) - states.count(NOTHING)} right"
            )
    asked = {*states} - {NOTHING}
    return int(asked != {"right"}) if asked else 2


def handed_in(folder: Path) -> Iterator[tuple[Path, Cells | str]]:
    """The files in a folder and below, each with its code cells, or with the reason why it can't be checked."""
    try:
        for file in sorted(folder.iterdir()):
            is_folder = file.is_dir() and not file.is_symlink()
            if not KEPT.fullmatch(file.name) and (
                is_folder or not BESIDE.fullmatch(file.name)
            ):
                yield from handed_in(file) if is_folder else [(file, cells_of(file))]
    except OSError as error:
        if folder.is_dir():
            yield folder, f"This folder can't be read: {error.strerror}."


def cells_of(file: Path) -> Cells | str:
    try:
        kind = file.stat()
        if not S_ISREG(kind.st_mode) or kind.st_size > LARGEST:
            return "This is no file, or one that is too large."
        if not NOTEBOOK.search(file.name):
            return "This is not a notebook (*.ipynb). Unpack it if it is an archive."
        # In UTF-8, or as some editors save it: in UTF-16, with a BOM.
        cells = json.loads(file.read_bytes())["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        tags = [str((cell.get("metadata") or {}).get("tags")) for cell in code]
        return [
            ("".join(cell["source"]), "exercise" in one)
            for cell, one in zip(code, tags)
        ]
    except OSError as error:
        return f"This file can't be read: {error.strerror}."
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "This file is not a notebook, or is damaged."


async def check_all(
    files: Sequence[tuple[Path, Cells | str]], options: Any, states: list[str]
) -> None:
    """Print the rows of each file, in order, as soon as they are known; if interrupted, those that are."""
    # What ends with a kernel needs no report.
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    free = Places(os.cpu_count() or 1)
    tasks = [
        asyncio.create_task(checked(file, cells, options, free))
        for file, cells in files
    ]
    names = [printable(os.path.relpath(file, options.folder)) for file, _ in files]
    widths = [
        max(map(len, words))
        for words in ([*names, COLUMNS[0]], exercise_names(), [*MARKS, NOTHING])
    ]
    write = csv.writer(sys.stdout, lineterminator="\n").writerow

    def show(name: str, rows: Sequence[Sequence[str]]) -> None:
        for row in [[name, *map(printable, row)] for row in rows]:
            if options.csv:
                write(FORMULA.sub(r"\1'", cell) for cell in row)
            else:
                print("  ".join([*map(str.ljust, row[:3], widths), row[3]]).rstrip())
        sys.stdout.flush()
        states.extend(row[1] for row in rows)

    show(COLUMNS[0], [COLUMNS[1:]])
    states.clear()
    left = [*zip(names, tasks)]
    try:
        while left:
            rows = await asyncio.shield(left[0][1])
            show(left.pop(0)[0], rows)
    finally:
        if left:
            # Ignored until the process ends, which first stops what still runs.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        for name, task in left:
            show(
                name,
                task.result()
                if task.done()
                else [("", NOT_CHECKED, "It was not done when this was stopped.")],
            )


class Places(asyncio.Semaphore):
    """How many notebooks may run at the same time."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count, self.one = count, asyncio.Lock()

    @asynccontextmanager
    async def all(self) -> AsyncIterator[None]:
        """Wait until nothing else runs, and keep it so."""
        async with self.one:
            for _ in range(self.count):
                await self.acquire()
        try:
            yield
        finally:
            for _ in range(self.count):
                self.release()


async def checked(
    file: Path, cells: Cells | str, options: Any, free: Places
) -> list[Row]:
    """The exercises of a file, each with its state and a sentence."""
    if isinstance(cells, str):
        return [("", NOT_CHECKED, cells)]
    # The second time alone, since others may have taken all memory, processes or files.
    for place in (free, free.all()):
        asked, problem = asked_in(cells), ""
        async with place:
            try:
                said, problems = await run_all(
                    file.parent, [source for source, _ in cells], asked, options
                )
                if not SHORT_OF.search(" ".join(problems.values())):
                    break
            except Exception as error:
                problem = f"It can't be run: {type(error).__name__}: {error}"
    if problem:
        return [("", NOT_CHECKED, problem)]
    rows = [
        row_of(
            name, said.get(name), filter(None, map(problems.get, asked.get(name, [])))
        )
        for name in asked | said
    ]
    return rows or [("", NOTHING, "This notebook has no check cells.")]


def asked_in(cells: Cells) -> dict[str, list[int]]:
    """The exercises of a notebook, each with the places of its cells."""
    asked: dict[str, list[int]] = {}
    begun: list[int] = []
    for place, (source, is_exercise) in enumerate(cells):
        begun = [place] if is_exercise else begun
        for name in ASKED.findall(source):
            asked.setdefault(name, [*begun]).append(place)
    lessons = {EXERCISES[name].lesson for name in asked if name in EXERCISES}
    # Exercise cells whose check and hint cells were deleted.
    for place, (source, is_exercise) in enumerate(cells):
        for name, one in EXERCISES.items():
            is_of_lesson = is_exercise and one.lesson in (lessons or {one.lesson})
            if is_of_lesson and re.search(
                rf"^(def )?{one.short}\b", source, re.MULTILINE
            ):
                asked.setdefault(name, [place])
    return asked


def row_of(name: str, said: tuple[str, str] | None, problems: Iterator[str]) -> Row:
    state, sentence = said or ("not started", "")
    if state != "not started":
        return name, state, sentence
    problem = next(problems, "" if said else "`check` did not get to it.")
    return name, "not yet" if problem else state, problem


def printable(text: str) -> str:
    r"""A text or name from a notebook, for any screen: an attempt may raise `\x1b` or half of a character."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode()
        for char in text
    )
