"""Races: two functions run in turns, and the ratio of their median times beside a goal; and the memory of a process."""

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

Clock = Callable[[], float]
Ready = Callable[[], Callable[[], Any]]  # makes a run ready, which is not timed, and returns what is timed


class Row(NamedTuple):
    """The medians of both sides in seconds, and what their ratio should reach: time where `less`, otherwise speed."""

    what: str
    ours: float
    theirs: float
    least: float | None = None
    aim: float | None = None
    less: bool = False

    @property
    def ratio(self) -> float:
        """Our time in theirs where `less` is better, otherwise how many times as fast minitok is."""
        return self.ours / self.theirs if self.less else self.theirs / self.ours

    @property
    def verdict(self) -> str:
        """Whether the ratio reaches the aim, or at least the lesser goal."""
        if self.least is None or self.aim is None:
            return ""
        ratio, least, aim = (-x if self.less else x for x in (self.ratio, self.least, self.aim))
        return "aim met" if ratio >= aim else "met" if ratio >= least else "missed"

    def __str__(self) -> str:
        sign = "≤" if self.less else "≥"
        goals = "" if self.least is None else f"{sign} {self.least:g} ({self.aim:g})"
        times = f"{1000 * self.ours:>10,.1f}{1000 * self.theirs:>12,.1f}"
        return f"{self.what:<72}{times}{self.ratio:>9.3g}  {goals:<13}{self.verdict}"


HEADER = f"{'what':<72}{'ours, ms':>10}{'theirs, ms':>12}{'ratio':>9}  at least (aim)"


def race(
    what: str,
    ours: Ready,
    theirs: Ready,
    goals: tuple[float, float] | None = None,
    *,
    rounds: int,
    less: bool = False,
    clock: Clock = time.process_time,
) -> Row:
    """Let both sides run in turns: on one thread by processor time, otherwise `clock` should be `time.perf_counter`."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for make_ready, seconds in zip((ours, theirs), times):
            run = make_ready()
            start = clock()
            found = run()
            seconds.append(clock() - start)
            del found
    return Row(what, *map(median, times), *(goals or (None, None)), less=less)


def ready(make: Callable[[], Any], run: Callable[..., Any], *values: Any) -> Ready:
    """Runs of `run(made, *values)`, with what `make` has made each time before."""
    return lambda: partial(run, make(), *values)


def at_once(run: Callable[..., Any], *values: Any) -> Ready:
    """Runs of `run(*values)`, for which nothing has to be made ready."""
    return lambda: partial(run, *values)


def threads(number: int) -> None:
    """Let `tokenizers` use one thread or two from now on."""
    os.environ["TOKENIZERS_PARALLELISM"] = "true" if number > 1 else "false"


def held() -> int:
    """The most memory that this process has held, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux, whose ru_maxrss begins at the size of the process that started this one
        return 1024 * int(status.read_text().split("VmHWM:")[1].split()[0])
    import resource  # imported here, since Windows has none

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
