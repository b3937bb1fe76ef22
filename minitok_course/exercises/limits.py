"""Stop what never ends, by alarms where the system has them, else by counting lines; on Linux, limit memory too."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from types import FrameType
from typing import Any

SECONDS = 1.0
SHORT = 0.3  # for a program that is only compared with an attempt
LINES_A_SECOND = 1_000_000
MEMORY = 2**29  # bytes beyond those of the process
# Before 3.12, `while True: pass` is one line that is traced once.
OPCODES = sys.version_info < (3, 12)
FREE = (-1, -1)  # the limits of memory before; below 0 means none
ROOM = 200  # more frames, for the tracer in an attempt that is at the recursion limit
AGAIN = 0.02  # seconds to the next alarm, for an attempt that catches every exception

if sys.platform == "linux":
    import resource

    FREE = resource.getrlimit(resource.RLIMIT_AS)


class Stopped(BaseException):
    """Raised inside an attempt whose time is up. No `except Exception` catches it."""

    def __del__(self) -> None:
        """Python stops tracing once a tracer has raised: start again where an attempt has caught this."""
        frame = sys._getframe().f_back
        if frame and self.args and not self.args[0].is_over and not _is_ours(frame):
            self.args[0].trace(frame)


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator["_Counter"]:
    """Raise `Stopped` in the code below when its time is up. Then its result is `late`, whatever it catches.

    Only the main thread of a system with signals has alarms. Elsewhere (another thread, Windows, a browser) each line
    of Python is counted, which makes an attempt some twenty times as slow, and so its time is a number of lines.
    """
    if sys.platform == "linux":
        with open("/proc/self/statm") as file:
            most = int(file.read().split()[0]) * resource.getpagesize() + MEMORY
        resource.setrlimit(
            resource.RLIMIT_AS,
            (min([most, *(one for one in FREE if one >= 0)]), FREE[1]),
        )
    has_alarms = hasattr(signal, "setitimer") and sys.platform != "emscripten"
    tracer, profiler, depth = sys.gettrace(), sys.getprofile(), sys.getrecursionlimit()
    counter = _Counter(int(seconds * LINES_A_SECOND))
    try:
        if has_alarms and threading.current_thread() is threading.main_thread():
            with _alarms(seconds, counter):
                yield counter
        else:
            sys.settrace(counter)
            yield counter
    finally:
        sys.setprofile(profiler)
        sys.settrace(tracer)
        counter.is_over = True
        sys.setrecursionlimit(depth)
        if sys.platform == "linux":
            resource.setrlimit(resource.RLIMIT_AS, FREE)


@contextmanager
def _alarms(seconds: float, counter: "_Counter") -> Iterator[None]:
    """One alarm by processor time, which a busy machine does not shorten, and one for what only waits."""
    if sys.platform == "win32":  # which has no such signals
        return
    used = process_time()

    def ring(number: int, frame: FrameType | None) -> None:
        """Stop here, and at every line from now on."""
        # Nothing of ours is interrupted: the next alarm comes soon.
        if frame and not _is_ours(frame):
            if not counter.late:
                sys.setrecursionlimit(sys.getrecursionlimit() + ROOM)
            counter.left, counter.late = 0, True
            raise Stopped(counter.trace(frame))

    def wake(number: int, frame: FrameType | None) -> None:
        nonlocal used
        before, used = used, process_time()
        # Only waiting counts here: what is busy gets its time of the processor.
        if used - before < 0.001:
            ring(number, frame)

    alarms = {signal.SIGPROF: ring, signal.SIGALRM: wake}
    handlers = {
        number: signal.signal(number, alarm) for number, alarm in alarms.items()
    }
    handlers[signal.SIGINT] = signal.getsignal(signal.SIGINT)
    timers = {
        signal.ITIMER_PROF: signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN),
        signal.ITIMER_REAL: signal.setitimer(signal.ITIMER_REAL, 10 * seconds, 1),
    }
    try:
        yield
    finally:
        sys.setprofile(None)  # first: what follows is Python too, and would be stopped
        sys.settrace(None)
        for clock, before in timers.items():
            signal.setitimer(clock, *before)
        for number, handler in handlers.items():
            if handler is not None:  # else it was not set by Python
                signal.signal(number, handler)


class _Counter:
    """Counts lines, and raises `Stopped` when there are too many, again each time an attempt has caught it."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.last = -1
        self.late = False
        self.is_over = False  # once the attempt has ended, nothing is stopped any more

    def trace(self, frame: FrameType | None) -> "_Counter":
        sys.settrace(self)
        while frame and not _is_ours(frame):
            frame.f_trace, frame.f_trace_opcodes = self, OPCODES
            frame = frame.f_back
        return self

    def again(self, frame: FrameType, event: str, argument: Any) -> None:
        """Stop what an attempt calls where it has caught `Stopped` and still holds it."""
        if event == "call" and not self.is_over and not _is_ours(frame):
            sys.settrace(self)
            raise Stopped(self)

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        if _is_ours(frame):
            return None
        frame.f_trace_opcodes = OPCODES
        if event == "line" or (event == "opcode" and frame.f_lasti == self.last):
            self.left -= 1
            if self.left < 0:
                self.late = True
                sys.setprofile(self.again)
                raise Stopped(self)
        self.last = frame.f_lasti
        return self


def _is_ours(frame: FrameType) -> bool:
    """Whether a frame is the checker's. The programs in `lessons` are tried like a learner's."""
    name = frame.f_globals.get("__name__", "")
    return name.startswith(
        ("minitok_course.exercises.", "contextlib")
    ) and not name.startswith("minitok_course.exercises.lessons")
