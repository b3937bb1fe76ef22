"""Stop what never ends: by an alarm where there is one, else by watching the lines that are executed."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from types import FrameType
from typing import Any

SECONDS = 1.0
LINES = 1_000_000
WATCHED = 500  # lines, to see where a loop goes round
NOWHERE = (sys.maxsize, 0)
AGAIN = 0.02  # the alarm goes on, for an attempt that catches every exception


class Stopped(BaseException):
    """Raised inside an attempt whose time is over. No `except Exception` catches it."""


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raise `Stopped` in the code below when its time is over.

    Only the main thread of a system with signals has an alarm. Elsewhere (another thread, Windows) each line of Python
    is counted, which makes an attempt some twenty times as slow. A browser has no alarm and a single thread: there only
    loops and calls are watched, which makes it half as fast.
    """
    has_alarm = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    limit = _watch if sys.platform == "emscripten" else _alarm if has_alarm else _counter
    with limit(seconds):
        yield


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    tracer = sys.gettrace()

    def ring(number: int, frame: FrameType | None) -> None:
        if frame is None or _is_ours(frame):
            return  # nothing of ours is interrupted: the next alarm comes soon
        sys.settrace(_stop)
        while frame and not _is_ours(frame):
            frame.f_trace = _stop
            frame = frame.f_back
        raise Stopped

    handler = signal.signal(signal.SIGALRM, ring)
    before = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        sys.settrace(tracer)  # first: `signal.signal` is Python too, and would be stopped
        signal.setitimer(signal.ITIMER_REAL, *before)
        signal.signal(signal.SIGALRM, handler)


def _stop(frame: FrameType, event: str, argument: Any) -> Any:
    """Stop at the very next line, too: `while True: try: … except: pass` catches what is raised only inside the try."""
    if _is_ours(frame):
        return None
    if event == "line":
        raise Stopped
    return _stop


@contextmanager
def _counter(seconds: float) -> Iterator[None]:
    """Raise at a line that is in no `try` of the loop: Python traces no more once a tracer has raised.

    That is the line where the loop goes round, the first one of the outermost function that still moves on.
    """
    tracer, deadline, lines = sys.gettrace(), perf_counter() + seconds, 0
    lowest, target = NOWHERE, NOWHERE

    def count(frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        nonlocal lines, lowest, target
        if _is_ours(frame):
            return None
        lines += event == "line"
        if event == "line" and (lines > LINES or perf_counter() > deadline):
            place = (_depth(frame), frame.f_lineno)
            if place == target:
                raise Stopped
            lowest = min(lowest, place)
            if lines % WATCHED == 0:
                lowest, target = NOWHERE, lowest
        return count

    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(tracer)


@contextmanager
def _watch(seconds: float) -> Iterator[None]:
    """Look at the clock where a loop goes round and where a function begins; once time is over, raise at every line.

    Events come from all threads, so this is for a system that has one. Python 3.12 or newer.
    """
    watching, deadline = vars(sys)["monitoring"], perf_counter() + seconds
    tool = next(number for number in range(6) if watching.get_tool(number) is None)
    begins, goes_round, line = watching.events.PY_START, watching.events.JUMP, watching.events.LINE

    def look(*place: Any) -> None:
        if perf_counter() > deadline and not _is_ours(sys._getframe(1)):
            watching.set_events(tool, line)
            raise Stopped

    watching.use_tool_id(tool, __name__)
    for event in (begins, goes_round, line):
        watching.register_callback(tool, event, look)
    watching.set_events(tool, begins | goes_round)
    try:
        yield
    finally:
        watching.set_events(tool, 0)
        watching.free_tool_id(tool)


def _depth(frame: FrameType | None) -> int:
    depth = 0
    while frame:
        frame, depth = frame.f_back, depth + 1
    return depth


def _is_ours(frame: FrameType) -> bool:
    """Whether a frame is the checker's. The programs in `lessons` are tried as a learner's are."""
    name = frame.f_globals.get("__name__", "")
    return name.startswith(("minitok.checks.", "contextlib")) and not name.startswith("minitok.checks.lessons")
