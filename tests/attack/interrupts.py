"""Interrupt `check` in a real kernel at random moments, and look for what is left behind.

    python tests/attack/interrupts.py --tries 500 --seed 7

It prints what was left, and how many interrupts came while `check` ran.
"""

import argparse
import ast
import os
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from queue import Empty
from typing import Any

from jupyter_client.manager import KernelManager

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from minitok_course import solution  # noqa: E402

SETUP = """
import random, resource, signal, sys
from minitok_course import check
from minitok_course.exercises import check as method
from minitok_course.exercises.exercise import EXERCISES

def wrong(word_counts, how_many):
    return learn_merges(word_counts, how_many)[::-1]

def catches(word_counts, how_many):
    while True:
        try:
            [].index(1)
        except:
            continue

def state():
    session = method.__self__
    handler = signal.getsignal(signal.SIGINT)
    return {
        "handler of SIGINT": getattr(handler, "__name__", repr(type(handler))),
        "handler of SIGALRM": repr(signal.getsignal(signal.SIGALRM)),
        "timer": signal.getitimer(signal.ITIMER_REAL),
        "stdout": type(sys.stdout).__name__,
        "tracer": repr(sys.gettrace()),
        "limit of memory": resource.getrlimit(resource.RLIMIT_AS),
        "limit of calls": sys.getrecursionlimit(),
        "is checking": session._is_checking,
        "lock": repr(session._lock).split()[1],
        "a later check": check("bpe.merge_pair", EXERCISES["bpe.merge_pair"].solution).state,
    }
"""
TIMED = """
import time
print("begins", flush=True)
began = time.monotonic()
{}
ended = time.monotonic()
"""
ATTEMPTS = {
    "right": "check('bpe.learn_merges', learn_merges)",
    "wrong": "check('bpe.learn_merges', wrong)",
    "endless": "check('bpe.learn_merges', catches)",
}


class Kernel:
    """A kernel whose folder is a learner's."""

    def __enter__(self) -> "Kernel":
        self.folder = Path(tempfile.mkdtemp(), "my-course")
        self.folder.mkdir()
        path = os.pathsep.join([str(ROOT), *sys.path])
        self.manager = KernelManager()
        self.manager.start_kernel(
            cwd=str(self.folder), env={**os.environ, "PYTHONPATH": path}
        )
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=60)
        return self

    def __exit__(self, *_: object) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def set_up(self) -> None:
        self.run(SETUP)
        self.run(f"{solution('bpe.learn_merges').source}\nprint('ready')")

    def run(self, code: str, value: str = "None") -> Any:
        """The value of an expression after a cell, or the exception that one of them raised."""
        request = self.execute(code, value)
        content = self.reply(request)
        if content["status"] == "ok":
            content = content["user_expressions"]["value"]
        if content["status"] == "ok":
            return ast.literal_eval(content["data"]["text/plain"])
        return f"{content['ename']}: {content['evalue']}"

    def execute(self, code: str, value: str) -> str:
        expressions = {"value": value}
        return self.client.execute(
            code, user_expressions=expressions, stop_on_error=False
        )

    def reply(self, request: str, seconds: float = 60) -> dict[str, Any]:
        while True:
            message = self.client.get_shell_msg(timeout=seconds)
            if message["parent_header"].get("msg_id") == request:
                return message["content"]

    def wait_for_output(self, request: str) -> None:
        """Wait until a cell runs: before that, an interrupt meets the kernel's own code."""
        while True:
            message = self.client.get_iopub_msg(timeout=60)
            is_output = message["msg_type"] == "stream"
            if is_output and message["parent_header"]["msg_id"] == request:
                return

    def seconds(self, code: str) -> float:
        """How long a cell runs, when it is not its first time."""
        self.run(code)
        return self.run(TIMED.format(code), "ended - began")

    def interrupt(self, code: str, after: float) -> str:
        """Interrupt a cell after some seconds. Returns what became of it."""
        request = self.execute(TIMED.format(code), "(began, ended)")
        self.wait_for_output(request)
        time.sleep(after)
        sent = time.monotonic()
        self.manager.interrupt_kernel()
        try:
            content = self.reply(request, 10)
        except Empty:
            return "nothing: it met the kernel's own code, which gave no reply"
        if content["status"] == "error":
            return content["ename"]
        value = content["user_expressions"]["value"]
        if value["status"] == "error":
            return "nothing: it came before the cell, or after it"
        began, ended = ast.literal_eval(value["data"]["text/plain"])
        if not began < sent < ended - 0.002:
            return "nothing: it came before the cell, or after it"
        return "nothing: it came in time, and was lost"


def attack(tries: int, seed: int) -> tuple[list[str], Counter[str]]:
    """What was left behind, one line for each interrupt that left something, and what the interrupted cells raised."""
    chance = random.Random(seed)
    left, raised = [], Counter[str]()
    with Kernel() as kernel:
        kernel.set_up()
        before = kernel.run("", "state()")
        lasts = {name: kernel.seconds(code) for name, code in ATTEMPTS.items()}
        for number in range(tries):
            name = chance.choice(list(ATTEMPTS))
            delay = chance.uniform(0, lasts[name])
            raised[f"{name}: {kernel.interrupt(ATTEMPTS[name], delay)}"] += 1
            after = kernel.run("", "state()")
            if after != before:
                left.append(f"{number}, {name} after {delay:.3f} s: {after}")
                kernel.manager.restart_kernel(now=True)
                kernel.client.wait_for_ready(timeout=60)
                kernel.set_up()
        left += damage(kernel.folder)
    return left, raised


def damage(folder: Path) -> list[str]:
    """What is wrong in the learner's folder."""
    names = {file.name for file in folder.iterdir()}
    names -= {".lock", ".progress.json", "my_tokenizer.py", "my_tokenizer_older.py"}
    lost = [] if (folder / "my_tokenizer.py").exists() else ["no my_tokenizer.py"]
    return [*lost, *(f"a file {name}" for name in sorted(names))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    left, raised = attack(options.tries, options.seed)
    print(
        f"{options.tries} interrupts, seed {options.seed}: {len(left)} left something"
    )
    for name, count in raised.most_common():
        print(f"{count:5} {name}")
    print(*left, sep="\n")
    return bool(left)


if __name__ == "__main__":
    sys.exit(main())
