"""Call a program once: `call(program, args)` says what came of it, and leaves nothing behind.

The program gets copies of its arguments. What it prints is captured, and it is stopped when its time is up.
"""

import builtins
import io
import signal
import sys
import sysconfig
import threading
import traceback
from collections import deque
from collections.abc import Iterator, MappingView, Sequence, Sized
from contextlib import AbstractContextManager, contextmanager, redirect_stdout, suppress
from copy import copy
from dataclasses import dataclass
from operator import attrgetter
from random import Random
from time import monotonic, process_time
from types import FrameType
from typing import Any, NamedTuple

import minitok
import minitok_course
from minitok.assembly import Parts
from minitok_course.exercises.exercise import Args, Program, converted, same

SECONDS = 1.0
SHORT = 0.3  # seconds for a program that is only compared with an attempt
PATIENCE = 10  # for what only waits, so many times as long
TICK = 0.02  # seconds from one alarm to the next
LINES_A_SECOND = 1_000_000
DEEPEST = 10_000  # calls inside of each other, whatever a program allows itself
LARGEST = 1_000_000  # characters or items: more would take long to compare
MOST_PRINTED = 10_000  # characters
LISTED: Any = (range, MappingView, deque)  # no lists, and as good

LIBRARIES = map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib"))
OURS = *minitok.__path__, *minitok_course.__path__
NOT_THE_LEARNERS = (*LIBRARIES, *OURS, "<frozen")


class Stopped(BaseException):
    """Raised inside a program whose time is up. No `except Exception` catches it."""


class ReadOnce(Exception):
    """Raised with an iterator in an answer, which only its first reader could read."""


class Words(str):
    """What is said instead of a value: shown without quotes."""

    __repr__ = str.__str__


STOPPED = Words("nothing: it had to be stopped")


@dataclass(frozen=True)
class Raised:
    """An exception: its type, its message, and the line of the learner's own code that it came from."""

    type: type[BaseException]
    message: str
    where: str  # `, in line 3: return a / b`

    def __repr__(self) -> str:
        if not self.message:
            return self.name
        return f"{self.name}: {self.message}"

    @property
    def name(self) -> str:
        return self.type.__name__


class Outcome(NamedTuple):
    """What came of a call."""

    value: Any = None
    raw: Any = None  # the value as it came
    raised: Raised | None = None
    stopped: bool = False
    changed: Sequence[bool] = ()  # for each argument, whether it has changed it
    printed: bool = False

    def like(self, other: "Outcome") -> bool:
        """Whether two calls came to the same."""
        return same(self._came_of_it, other._came_of_it)

    @property
    def _came_of_it(self) -> Args:
        return self.stopped, self.changed, self.error, self.value

    @property
    def error(self) -> type[BaseException] | None:
        return self.raised.type if self.raised else None

    @property
    def result(self) -> Any:
        return STOPPED if self.stopped else self.raised or self.value


def call(
    program: Program, args: Args, *, seconds: float = SECONDS, loud: bool = False
) -> Outcome:
    """Call a program on copies of the arguments. What it prints is shown only if `loud`.

    A loop in Python is stopped after some seconds. A call into C is not stopped.
    """
    arguments = fresh(args)
    printed = _Printed()
    try:
        with (
            Interrupts() as interrupts,
            redirect_stdout(printed),
            _in_bounds(),
            _time_limit(seconds, interrupts),
        ):
            outcome = _outcome(program, arguments, interrupts)
    except (Stopped, MemoryError):
        return Outcome(stopped=True)
    finally:
        if loud:
            printed.show()
    changed = [*map(_is_changed, args, arguments)]
    return outcome._replace(changed=changed, printed=printed.tell() > 0)


def _outcome(program: Program, args: Args, interrupts: "Interrupts") -> Outcome:
    interrupts.reach_the_program = True
    try:
        raw = program(*args)
        return Outcome(readable(raw), raw)
    except ReadOnce as error:
        return Outcome(*error.args)
    except (KeyboardInterrupt, Stopped, MemoryError):
        raise
    except BaseException as error:
        return Outcome(raised=describe_exception(error))
    finally:
        interrupts.reach_the_program = False


class Interrupts:
    """Interrupts wait while our own code runs, so that it can always finish what it has begun.

    Those are Ctrl-C and the notebook's *Interrupt*; only the main thread gets them. They reach a program at once, and
    so do the alarms that stop it. What waits at the end is raised there.
    """

    def __init__(self) -> None:
        self.one_waits = False
        self.reach_the_program = False

    def __enter__(self) -> "Interrupts":
        self.handler = signal.getsignal(signal.SIGINT)
        if isinstance(self.handler, Interrupts) and self.handler.one_waits:
            raise KeyboardInterrupt
        # Without a handler of Python's, there is nothing to put back.
        self.are_held = self.handler is not None and _is_main_thread()
        if self.are_held:
            signal.signal(signal.SIGINT, self)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self.are_held:
            signal.signal(signal.SIGINT, self.handler)
        if self.one_waits and kind is not KeyboardInterrupt:
            raise KeyboardInterrupt

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.one_waits = True
        if self.can_reach(frame):
            raise KeyboardInterrupt

    def can_reach(self, frame: FrameType | None) -> bool:
        """Whether a frame belongs to a program that runs now, and not to us."""
        if frame is None or not self.reach_the_program:
            return False
        return frame.f_code.co_filename != __file__


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _time_limit(seconds: float, interrupts: Interrupts) -> AbstractContextManager[None]:
    """Raise `Stopped` in a program whose time is up: by alarms, or where there are none by counting lines."""
    has_alarms = hasattr(signal, "setitimer") and sys.platform != "emscripten"
    if has_alarms and _is_main_thread():
        return _alarms(seconds, interrupts)
    return _counted_lines(seconds, interrupts)


@contextmanager
def _alarms(seconds: float, interrupts: Interrupts) -> Iterator[None]:
    """Stop what has used the processor for some seconds, or has waited for ten times as long.

    So a busy machine stops no program that a quiet one lets finish.
    """
    start, start_of_use = monotonic(), process_time()

    def ring(number: int, frame: FrameType | None) -> None:
        used = process_time() - start_of_use
        passed = monotonic() - start
        only_waits = passed > PATIENCE * seconds and used < passed / 100
        if (used > seconds or only_waits) and interrupts.can_reach(frame):
            raise Stopped

    handler = signal.signal(signal.SIGALRM, ring)
    timer = signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, *timer)


@contextmanager
def _counted_lines(seconds: float, interrupts: Interrupts) -> Iterator[None]:
    """Stop what has run more lines of Python than fit into some seconds."""
    left = seconds * LINES_A_SECOND

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        if not interrupts.can_reach(frame):
            return None
        if event == "line":
            left -= 1
        if left < 0:
            raise Stopped
        return count

    tracer = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(tracer)


@contextmanager
def _in_bounds() -> Iterator[None]:
    """Allow no deeper calls than `DEEPEST`, which take minutes to come back from, and no waiting for input.

    At the end both are as they were.
    """
    limit, set_limit = sys.getrecursionlimit(), sys.setrecursionlimit
    ask = builtins.input

    def set_at_most(new: int) -> None:
        set_limit(min(new, DEEPEST))

    sys.setrecursionlimit = set_at_most
    builtins.input = _no_input  # type: ignore[assignment]
    try:
        set_at_most(limit)
        yield
    finally:
        builtins.input = ask
        sys.setrecursionlimit = set_limit
        set_limit(limit)


def _no_input(prompt: str = "") -> str:
    raise EOFError("it waits for input, and is only given arguments")


class _Printed(io.StringIO):
    """What a program prints, up to some length."""

    def write(self, text: str) -> int:
        if self.tell() < MOST_PRINTED:
            super().write(text[:MOST_PRINTED])
        return len(text)

    def show(self) -> None:
        print(self.getvalue(), end="")
        if self.tell() >= MOST_PRINTED:
            print("…\nIt prints more, which is not shown.")


def fresh(value: Any) -> Any:
    """A copy that a program may change: containers at every level, a tokenizer, a random source as it is now."""
    return converted(value, _fresh)


def _fresh(value: Any) -> Any:
    return copy(value) if isinstance(value, (dict, Random, Parts)) else value


def _is_changed(before: Any, after: Any) -> bool:
    if isinstance(before, Parts):
        parts = attrgetter(*Parts.__annotations__)
        return bool(parts(before) != parts(after))
    return type(before) in (list, dict, set) and before != after


def readable(value: Any) -> Any:
    """An answer that can be read twice and that later calls don't change. Raises ReadOnce if there is none.

    A range and the view of a dict become lists, and numpy's numbers and arrays become Python's.
    """
    return converted(value, _readable)


def _readable(value: Any) -> Any:
    if isinstance(value, Iterator):
        raise ReadOnce(value)
    if type(value).__module__ == "numpy":
        return value.tolist()
    if isinstance(value, Sized) and len(value) > LARGEST:
        raise Stopped
    if isinstance(value, LISTED):
        return list(value)
    return dict(value) if isinstance(value, dict) else value


def describe_exception(error: BaseException) -> Raised:
    """An exception without a single frame of ours: its type, its message, the learner's line."""
    message = where = ""
    with suppress(Exception):  # the learner's own exception may not tell
        message = " ".join(str(error)[:200].split())
    # The calls that led to its cause, and then to the exception itself.
    for one in (error.__cause__, error):
        for frame in traceback.extract_tb(getattr(one, "__traceback__", None)):
            is_the_learners = not frame.filename.startswith(NOT_THE_LEARNERS)
            if is_the_learners and frame.line:
                where = f", in line {frame.lineno}: {frame.line[:120]}"
    return Raised(type(error), message, where)
