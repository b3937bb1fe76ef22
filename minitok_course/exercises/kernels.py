"""Run the cells of a notebook in a kernel of its own, which ends with all the processes that it started."""

import asyncio
import json
import os
import re
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from subprocess import DEVNULL
from tempfile import mkdtemp
from time import monotonic
from typing import Any

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import from_dict

from minitok_course.exercises.exercise import EXERCISES
from minitok_course.exercises.session import HANDED_IN
from minitok_course.exercises.verdict import MARKS
from minitok_course.folder import FOLDER

SECONDS_FOR_A_CELL = 60
LARGEST = 100_000_000  # bytes of a file
# A mail program may have added `.txt`.
NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$", re.IGNORECASE)
TOO_LONG = f"was stopped after {SECONDS_FOR_A_CELL} seconds"
STOPPED: dict[str, Any] = {"ename": "minitok: stopped", "evalue": "", "traceback": []}
# No output is needed, and modules beside the notebook come after all libraries.
KERNEL = """
import os, sys
from ipykernel import iostream, kernelapp, zmqshell
with __import__("contextlib").suppress(ImportError, ValueError, OSError):
    import resource
    for limit in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE):
        resource.setrlimit(limit, 2 * ({0:.0f},))
iostream.OutStream.write = lambda self, text: len(text)
zmqshell.ZMQDisplayPublisher.publish = lambda *args, **options: None
sys.path.append(os.getcwd())
kernelapp.IPKernelApp.launch_instance()
"""

Said = dict[str, tuple[str, str]]  # for each exercise, its state and a sentence


class Specs(KernelSpecManager):
    """How a kernel is started: with `-P`, so that no `tokenize.py` in its folder replaces Python's own."""

    memory = 0.0

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        return KernelSpec(
            argv=[
                sys.executable,
                "-P",
                "-c",
                KERNEL.format(self.memory),
                "-f",
                "{connection_file}",
            ]
        )


class Run(NotebookClient):
    """The cells of a notebook while they run; `problems` has what went wrong in a cell, by its place."""

    def __init__(self, sources: Sequence[str], seconds: float) -> None:
        # Half of an emoji becomes \ud83d.
        plain = (
            source.encode(errors="backslashreplace").decode() for source in sources
        )
        cells = [
            {"cell_type": "code", "metadata": {}, "source": source} for source in plain
        ]
        self.problems, self.hung = dict[int, str](), set[int]()
        self.seconds, self.ends = seconds, monotonic() + seconds
        options: Any = {"allow_errors": True, "on_cell_error": self.note}
        options |= {
            "timeout_func": lambda cell: max(
                1, min(SECONDS_FOR_A_CELL, self.ends - monotonic())
            )
        }
        options |= {
            "interrupt_on_timeout": True,
            "error_on_timeout": STOPPED,
            "raise_on_iopub_timeout": True,
        }
        super().__init__(from_dict({"metadata": {}, "cells": cells}), **options)  # type: ignore[no-untyped-call]

    def process_message(self, msg: Any, cell: Any, cell_index: int) -> Any:
        return (
            super().process_message(msg, cell, cell_index)
            if msg["msg_type"] == "status"
            else None
        )

    def note(self, cell_index: int, execute_reply: Any, **_: Any) -> None:
        error = execute_reply["content"]
        problem = " ".join(f"raises {error['ename']}: {error['evalue']}".split())[:200]
        if error["ename"] == STOPPED["ename"]:
            problem = TOO_LONG
            self.hung.add(cell_index)
        self.problems[cell_index] = f"Its cell {problem}."

    @asynccontextmanager
    async def kernel(
        self, work: Path, said: Path, megabytes: float
    ) -> AsyncIterator[None]:
        """A new kernel in a folder. All the processes that it started end with it."""
        specs, group = Specs(), 0
        specs.memory = megabytes * 2**20
        search = [
            path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path
        ]
        path = os.pathsep.join(
            [str(Path(__file__).resolve().parents[2]), *map(os.path.abspath, search)]
        )
        environment = {
            **os.environ,
            HANDED_IN: str(said),
            "PYTHONPATH": path,
            "IPYTHONDIR": str(said.parent),
        }
        self.km = kernel = AsyncKernelManager(
            kernel_name="python3", kernel_spec_manager=specs
        )
        try:
            work.mkdir(exist_ok=True)  # a cell may have removed it
            await self.async_start_new_kernel(
                cwd=str(work), env=environment, stdout=DEVNULL, stderr=DEVNULL
            )
            group = getattr(kernel.provisioner, "pgid", 0)
            await self.async_start_new_kernel_client()
            yield
        finally:
            end(group, f"{said.parent}{os.sep}".encode())
            self.km = kernel
            await self._async_cleanup_kernel()

    async def go_through(self, is_done: Callable[[int], bool]) -> bool:
        """Run the cells that are not done. Returns False if one of them killed the kernel: it is skipped next time."""
        for place, cell in enumerate(self.nb.cells):
            if monotonic() > self.ends:
                self.problems[place] = (
                    f"The notebook was stopped after {self.seconds:g} seconds."
                )
            elif place not in self.hung and not is_done(place):
                try:
                    await self.async_execute_cell(cell, place)
                except (DeadKernelError, CellTimeoutError) as error:
                    if (task := asyncio.current_task()) and task.cancelling():
                        raise asyncio.CancelledError from error  # nbclient takes it for a dead kernel
                    is_dead = isinstance(error, DeadKernelError)
                    self.problems[place] = (
                        "Its cell ended Python." if is_dead else f"Its cell {TOO_LONG}."
                    )
                    self.hung.add(place)
                    return False
        return True


async def run_all(
    folder: Path, sources: Sequence[str], asked: dict[str, list[int]], options: Any
) -> tuple[Said, dict[int, str]]:
    """Run cells in a copy of their folder; then check again what is not right, as it is defined at the end.

    Returns what `check` said of each exercise, and what went wrong in a cell. A cell that hangs or ends Python costs no
    other its verdict: the rest is run again without it.
    """
    temporary = mkdtemp()
    try:
        said, later, work = (
            Path(temporary, "said"),
            Path(temporary, "later"),
            Path(temporary, FOLDER),
        )
        copy(folder, work)
        last = f"__import__('os').environ[{HANDED_IN!r}] = {str(later)!r}; __import__('minitok_course').check"
        again = dict(
            enumerate((name for name in asked if name in EXERCISES), len(sources))
        )
        for place, name in again.items():
            asked[name].append(place)
        run = Run(
            [
                *sources,
                *(f"{last}({one!r}, {EXERCISES[one].short})" for one in again.values()),
            ],
            options.seconds,
        )
        while True:
            async with run.kernel(work, said, options.megabytes):
                if await run.go_through(
                    lambda place: (
                        said_in(said).get(again.get(place, ""), ("",))[0] == "right"
                    )
                ):
                    break
        at_last = said_in(later)
        return at_last | said_in(said) | {
            name: one for name, one in at_last.items() if one[0] == "right"
        }, run.problems
    finally:
        with suppress(RecursionError):  # of folders in folders
            shutil.rmtree(temporary, ignore_errors=True)


def end(group: int, mark: bytes) -> None:
    """End a kernel's process group, and on Linux what left it: processes with the mark in their variables or folder."""
    if sys.platform == "win32":  # which has neither
        return
    if group:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
    for process in map(os.fsencode, Path("/proc").glob("[0-9]*")):
        with suppress(OSError), open(process + b"/environ", "rb") as variables:
            if mark in variables.read() or mark in os.readlink(process + b"/cwd"):
                os.kill(int(os.path.basename(process)), signal.SIGKILL)


def copy(folder: Path, work: Path) -> None:
    """Copy what is beside a notebook: no other notebooks, no links, nothing hidden or too large."""

    def is_left_out(file: Path) -> bool:
        kind = file.lstat()
        fits = S_ISDIR(kind.st_mode) or (
            S_ISREG(kind.st_mode) and kind.st_size < LARGEST
        )
        return not fits or file.name.startswith(".") or bool(NOTEBOOK.search(file.name))

    with suppress(OSError):  # what can be copied has been
        shutil.copytree(
            folder,
            work,
            ignore=lambda of, names: [
                one for one in names if is_left_out(Path(of, one))
            ],
        )
    work.mkdir(exist_ok=True)
    work.chmod(0o700)


def said_in(file: Path) -> Said:
    """What `check` said last of each exercise, or that it was right."""
    said, lines = Said(), list[bytes]()
    if file.is_file():  # no pipe, nor a link to /dev/zero
        with open(file, "rb") as text:
            lines = text.read(LARGEST // 10).splitlines()
    for line in lines:
        with suppress(ValueError, TypeError, RecursionError):
            name, state, sentence = map(str, json.loads(line))
            before, _ = said.get(name, ("", ""))
            if (
                state in MARKS
                and before != "right"
                and (state != "not started" or not before)
            ):
                said[name] = state, sentence if state != "not started" else ""
    return said
