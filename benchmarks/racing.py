"""Races: two functions run in turns, and the ratio of their median times beside a goal; and the memory of a process."""

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

# Makes a run ready, which is not timed, and returns what is timed.
Ready = Callable[[], Callable[[], Any]]
Goals = tuple[float, float]  # what is reached at least, and what is aimed at


class Row(NamedTuple):
    """The medians of both sides in seconds, and what their ratio should reach: time where `less`, otherwise speed."""

    what: str
    ours: float
    theirs: float
    goals: Goals | None = None
    less: bool = False

    def __str__(self) -> str:
        ratio = self.ours / self.theirs if self.less else self.theirs / self.ours
        line = f"{self.what:<72}{1000 * self.ours:>10,.1f}{1000 * self.theirs:>12,.1f}{ratio:>9.3g}"
        if not self.goals:
            return line
        sign, goals = "≤" if self.less else "≥", "{:g} ({:g})".format(*self.goals)
        return f"{line}  {sign} {goals:<11}{verdict(ratio, self.goals, less=self.less)}"


HEADER = f"{'what':<72}{'ours, ms':>10}{'theirs, ms':>12}{'ratio':>9}  at least (aim)"


def verdict(value: float, goals: Goals, *, less: bool) -> str:
    """Whether a value reaches the aim, or at least the lesser goal."""
    for goal, word in zip(reversed(goals), ("aim met", "met")):
        if value <= goal if less else value >= goal:
            return word
    return "missed"


def race(
    what: str,
    ours: Ready,
    theirs: Ready,
    goals: Goals | None = None,
    *,
    rounds: int,
    less: bool = False,
    clock: Callable[[], float] = time.process_time,
) -> Row:
    """Let both sides run in turns: on one thread by processor time, otherwise `clock` should be `time.perf_counter`."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for make_ready, seconds in zip((ours, theirs), times):
            run = make_ready()
            start = clock()
            result = run()
            seconds.append(clock() - start)
            del result
    return Row(what, *map(median, times), goals=goals, less=less)


def ready(make: Callable[[], Any], run: Callable[..., Any], *values: Any) -> Ready:
    """Runs of `run(made, *values)`, with what `make` has made each time before."""
    return lambda: partial(run, make(), *values)


def at_once(run: Callable[..., Any], *values: Any, **options: Any) -> Ready:
    return lambda: partial(run, *values, **options)


def threads(number: int) -> None:
    os.environ["TOKENIZERS_PARALLELISM"] = "true" if number > 1 else "false"


def held() -> int:
    """The most memory that this process has held, in bytes."""
    status = Path("/proc/self/status")
    # On Linux, where ru_maxrss begins at the size of the process that started this one.
    if status.exists():
        return 1024 * int(status.read_text().split("VmHWM:")[1].split()[0])
    import resource  # imported here, since Windows has none

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
