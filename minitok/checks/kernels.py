"""Run the cells of a notebook in a kernel of its own, which ends with all that it has started."""

import asyncio
import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from subprocess import DEVNULL
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import from_dict

from .exercise import EXERCISES
from .record import FOLDER, HANDED_IN
from .verdict import MARKS

SECONDS_FOR_A_CELL = 60
LARGEST = 100_000_000  # bytes of a file
NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$", re.IGNORECASE)  # a mail program may have put `.txt` behind it
TOO_LONG = {"ename": "was stopped", "evalue": f"it took over {SECONDS_FOR_A_CELL} seconds", "traceback": []}
# Nothing that a notebook shows is wanted, and what lies beside it is found after all libraries.
KERNEL = """
import os, sys
from ipykernel import iostream, kernelapp, zmqshell
with __import__("contextlib").suppress(ImportError, ValueError, OSError):
    import resource
    resource.setrlimit(resource.RLIMIT_AS, 2 * ({0:.0f},))
iostream.OutStream.write = lambda self, text: len(text)
zmqshell.ZMQDisplayPublisher.publish = lambda *args, **options: None
sys.path.append(os.getcwd())
kernelapp.IPKernelApp.launch_instance()
"""

Said = dict[str, tuple[str, str]]  # for each exercise, its state and a sentence
Problems = dict[int, str]  # what went wrong in a cell, by its place


class Specs(KernelSpecManager):
    """How a kernel is started: by `-P`, so that no `tokenize.py` in its folder takes the place of Python's own."""

    memory = 0.0

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        return KernelSpec(argv=[sys.executable, "-P", "-c", KERNEL.format(self.memory), "-f", "{connection_file}"])


class Run(NotebookClient):
    """The cells of a notebook on their way; `problems` has what went wrong in a cell, by its place."""

    def __init__(self, sources: Sequence[str], seconds: float) -> None:
        cells = [{"cell_type": "code", "metadata": {}, "source": source} for source in sources]
        self.problems, self.hung, self.seconds, self.ends = dict[int, str](), set[int](), seconds, monotonic() + seconds
        super().__init__(
            from_dict({"metadata": {}, "cells": cells}),
            **{"allow_errors": True, "on_cell_error": self.note, "timeout_func": self.seconds_left},
            **{"interrupt_on_timeout": True, "error_on_timeout": TOO_LONG, "raise_on_iopub_timeout": True},
        )

    def process_message(self, msg: Any, cell: Any, cell_index: int) -> Any:
        return super().process_message(msg, cell, cell_index) if msg["msg_type"] == "status" else None

    def seconds_left(self, cell: Any) -> float:
        return max(1.0, min(SECONDS_FOR_A_CELL, self.ends - monotonic()))

    def note(self, cell_index: int, execute_reply: Any, **_: Any) -> None:
        error = " ".join("{ename}: {evalue}".format(**execute_reply["content"]).split())
        if execute_reply["content"]["ename"] == TOO_LONG["ename"]:
            self.hung.add(cell_index)
        self.problems[cell_index] = f"Its cell {'raises ' * (cell_index not in self.hung)}{error[:200]}."

    async def go_through(self, said: Path, again: dict[int, str]) -> bool:
        """Run the cells one by one. Returns False if the kernel is lost by one of them, which is left out next time."""
        for place, cell in enumerate(self.nb.cells):
            if monotonic() > self.ends:
                self.problems[place] = f"The notebook was stopped after {self.seconds:g} seconds."
            elif place not in self.hung and said_in(said).get(again.get(place, ""), [""])[0] != "right":
                try:
                    await self.async_execute_cell(cell, place)
                except (DeadKernelError, CellTimeoutError) as error:
                    if (task := asyncio.current_task()) and task.cancelling():
                        raise asyncio.CancelledError from error  # nbclient takes it for a kernel that is dead
                    is_dead = isinstance(error, DeadKernelError)
                    self.problems[place] = "Its cell ended Python." if is_dead else "Its cell had to be stopped."
                    self.hung.add(place)
                    return False
        return True


async def run_all(
    folder: Path, sources: Sequence[str], asked: dict[str, list[int]], options: Any
) -> tuple[Said, Problems]:
    """Run cells in a copy of their folder, then check each exercise that is not right once more, as it is at the end.

    Returns what `check` said of each exercise, and what went wrong in a cell. A cell that hangs or ends Python costs
    no other its verdict: the rest is run again without it.
    """
    again = dict(enumerate((name for name in asked if name in EXERCISES), len(sources)))
    for place, name in again.items():
        asked[name].append(place)
    last = [f"__import__('minitok.checks').checks.check({one!r}, {EXERCISES[one].short})" for one in again.values()]
    run, is_through = Run([*sources, *last], options.seconds), False
    with TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        said, work = Path(temporary, "said"), Path(temporary, FOLDER)
        copy(folder, work)
        package = os.pathsep.join(
            [
                str(Path(__file__).resolve().parents[2]),
                *map(os.path.abspath, filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))),
            ]
        )
        environment = {**os.environ, HANDED_IN: str(said), "PYTHONPATH": package, "IPYTHONDIR": temporary}
        while not is_through:
            run.km = kernel = AsyncKernelManager(kernel_name="python3", kernel_spec_manager=(specs := Specs()))
            specs.memory = options.megabytes * 2**20
            group = 0
            try:
                await run.async_start_new_kernel(cwd=str(work), env=environment, stdout=DEVNULL, stderr=DEVNULL)
                group = kernel.provisioner.pgid
                await run.async_start_new_kernel_client()
                is_through = await run.go_through(said, again)
            finally:
                if group and hasattr(os, "killpg"):
                    with suppress(OSError):
                        os.killpg(group, signal.SIGKILL)
                run.km = kernel
                await run._async_cleanup_kernel()
        return said_in(said), run.problems


def copy(folder: Path, work: Path) -> None:
    """Copy what lies beside a notebook: no other notebooks, no links, nothing that is hidden or too large."""

    def left_out(folder: str, names: list[str]) -> list[str]:
        modes = {name: os.lstat(os.path.join(folder, name)) for name in names}
        fits = {
            name
            for name, one in modes.items()
            if S_ISDIR(one.st_mode) or (S_ISREG(one.st_mode) and one.st_size < LARGEST)
        }
        return [name for name in names if name not in fits or name.startswith(".") or NOTEBOOK.search(name)]

    with suppress(OSError):  # what can be copied has been
        shutil.copytree(folder, work, ignore=left_out)
    work.mkdir(exist_ok=True)
    work.chmod(0o700)


def said_in(file: Path) -> Said:
    """What `check` said: the last of each exercise, or that it was right."""
    said = Said()
    for line in file.read_bytes()[:LARGEST].splitlines() if file.exists() else []:
        with suppress(ValueError, TypeError):
            name, state, sentence = map(str, json.loads(line))
            if (
                state in MARKS
                and said.get(name, ("", ""))[0] != "right"
                and (state != "not started" or name not in said)
            ):
                said[name] = state, sentence if state != "not started" else ""
    return said
