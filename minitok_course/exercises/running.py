"""Call a program on a case, and say what came of it: an answer, an exception, or that it had to be stopped."""

import builtins
import io
import linecache
import sys
import sysconfig
import traceback
from collections import deque
from collections.abc import Callable, Iterator, KeysView, ValuesView
from contextlib import redirect_stdout
from copy import copy
from dataclasses import dataclass
from inspect import iscoroutine
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any, NamedTuple

import minitok
import minitok_course
from minitok_course.exercises.comparing import same
from minitok_course.exercises.exercise import Args, Program
from minitok_course.exercises.limits import SECONDS, Stopped, limited

MOST_ITEMS = 10_000
LARGEST = 1_000_000  # characters or items: more would take long to compare and to show
OTHERS = tuple(
    {
        sysconfig.get_path(name)
        for name in ("stdlib", "platstdlib", "purelib", "platlib")
    }
)
PACKAGES = (minitok, minitok_course)
# Packages whose classes are not a learner's.
KNOWN = {
    *sys.stdlib_module_names,
    "numpy",
    "regex",
    "_regex",
    *(package.__name__ for package in PACKAGES),
}
READ: dict[type, Callable[[Any], Any]] = {
    **{
        str: str.__str__,
        bytes: bytes.__iter__,
        int: int.__int__,
        float: float.__float__,
    },
    **{list: list.__iter__, tuple: tuple.__iter__, dict: dict.items, set: set.__iter__},
}
OURS = [str(Path(package.__path__[0]).resolve()) for package in PACKAGES]


@dataclass(frozen=True)
class Raised:
    """An exception: its type, its message, and the line of the learner's own code that it came from."""

    type: type[BaseException]
    message: str
    number: int = 0
    line: str = ""

    def __repr__(self) -> str:
        return (
            f"{self.type.__name__}: {self.message}"
            if self.message
            else self.type.__name__
        )

    @property
    def where(self) -> str:
        """`in line 3: return a / b`."""
        source = f": {self.line}" if self.line else ""
        return f"in line {self.number}{source}" if self.number else ""


class Words(str):
    """What is said instead of a value: shown without quotes."""

    __repr__ = str.__str__


STOPPED = Words("nothing: it had to be stopped")


class Outcome(NamedTuple):
    """What came of a call."""

    value: Any = None
    raised: Raised | None = None
    endless: bool = False
    # The places of the arguments that are not what they were.
    changed: tuple[int, ...] = ()
    printed: bool = False

    def like(self, other: "Outcome") -> bool:
        if self.endless or other.endless:
            return self.endless == other.endless
        kinds = [outcome.raised and outcome.raised.type for outcome in (self, other)]
        try:
            return (
                kinds[0] is kinds[1]
                and self.changed == other.changed
                and same(self.value, other.value)
            )
        except RecursionError:  # a dict that contains itself
            return False

    @property
    def result(self) -> Any:
        return STOPPED if self.endless else self.raised or self.value


def run(
    program: Program,
    args: Args,
    *,
    call: Program | None = None,
    seconds: float = SECONDS,
    loud: bool = False,
) -> Outcome:
    """Call a program on copies of the arguments. What it prints is shown only if `loud`."""
    handed = fresh(args)
    output = _CapturedOutput()
    try:
        with limited(seconds) as clock, redirect_stdout(output):
            try:
                with _python_unchanged():
                    value, raised = (
                        settled(call(program, *handed) if call else program(*handed)),
                        None,
                    )
            except (KeyboardInterrupt, Stopped, MemoryError):
                raise
            except BaseException as error:
                value, raised = None, describe_exception(error)
        if clock.late:
            raise Stopped
    except (Stopped, MemoryError):
        return Outcome(endless=True)
    finally:
        if loud and sys.stdout:
            sys.stdout.write(output.getvalue())
    return Outcome(
        value,
        raised,
        changed=differ(args, handed),
        printed=bool(output.getvalue()) and not raised,
    )


class _CapturedOutput(io.StringIO):
    """Captured output; ignores close(), so a learner's program can't end the capture."""

    def close(self) -> None:
        pass


class _python_unchanged:
    """Undo what a program sets in `builtins` or as stderr."""

    def __enter__(self) -> None:
        self.before, self.errors = builtins.__dict__.copy(), sys.stderr

    def __exit__(self, *_: object) -> None:
        if builtins.__dict__ != self.before:
            builtins.__dict__.update(self.before)
            for name in builtins.__dict__.keys() - self.before.keys():
                del builtins.__dict__[name]
        sys.stderr = self.errors


def fresh(value: Any) -> Any:
    """A copy that a program may change: containers at every level, random sources in their current state."""
    try:
        return _fresh(value)
    except Exception:  # it contains itself, or its class refuses
        return value


def _fresh(value: Any) -> Any:
    if isinstance(value, Random):
        return copy(value)
    if type(value) in (list, tuple, set):
        return type(value)(map(_fresh, value))
    if type(value) is dict:
        return {key: _fresh(item) for key, item in value.items()}
    return copy(value) if isinstance(value, (dict, set)) else value


def as_defined(program: Program) -> Program:
    """A function with copies of what its calls may change: its defaults, and lists and dicts of its notebook."""
    if not isinstance(program, FunctionType):
        return program
    names = {**program.__globals__}
    names |= {
        name: fresh(names[name]) for name in program.__code__.co_names if name in names
    }
    copied = FunctionType(
        program.__code__,
        names,
        program.__name__,
        fresh(program.__defaults__),
        program.__closure__,
    )
    copied.__kwdefaults__ = fresh(program.__kwdefaults__)
    names[program.__name__] = copied
    return copied


def differ(args: Args, handed: Args) -> tuple[int, ...]:
    pairs = enumerate(zip(args, handed))
    return tuple(
        i
        for i, (before, after) in pairs
        if type(before) in (list, dict, set) and before != after
    )


def settled(value: Any) -> Any:
    """An answer that can be read twice and that later calls don't change: an iterator becomes a list."""
    try:
        return _settled(value)
    except RecursionError:  # it contains itself
        return value


def _settled(value: Any) -> Any:
    kind = type(value)
    if kind.__module__.split(".")[0] not in KNOWN and not isinstance(value, Iterator):
        return _plain(value)
    if isinstance(value, (Iterator, range, KeysView, ValuesView, deque)):
        items = []
        for item in value:
            items.append(_settled(item))
            if len(items) > MOST_ITEMS:
                raise Stopped
        return items
    if isinstance(value, (str, bytes, list, tuple, dict, set)) and len(value) > LARGEST:
        raise Stopped
    if iscoroutine(value):
        value.close()  # nobody awaits it
    if kind is dict:
        return {_settled(key): _settled(item) for key, item in value.items()}
    if isinstance(value, (dict, set)):
        return value.copy()
    if kind in (list, tuple):
        return kind(map(_settled, value))
    return value.tolist() if kind.__module__ == "numpy" else value


def _plain(value: Any) -> Any:
    """A value of a learner's own class as its built-in base type, since its `__eq__` may lie, or never end."""
    if isinstance(value, BaseException):
        return value
    for kind, read in READ.items():
        if issubclass(type(value), kind):
            return _settled(kind(read(value)))
    name = type(value).__name__
    return type(name, (), {"__repr__": lambda _: f"an object of the class {name}"})()


def describe_exception(error: BaseException) -> Raised:
    """An exception without a single frame of ours: its type, its message, the learner's line."""
    try:
        message = " ".join(str(error).split())
    except (KeyboardInterrupt, Stopped, MemoryError):
        raise
    except BaseException:
        message = ""
    true = vars(BaseException)  # the error's own class may lie
    both = true["__cause__"].__get__(error), error
    traces = [true["__traceback__"].__get__(one) for one in both if one is not None]
    steps = [step for trace in traces for step in traceback.walk_tb(trace)]
    frames = [(frame.f_code.co_filename, number) for frame, number in steps]
    own = [
        (file, number)
        for file, number in frames
        if not file.startswith((*OTHERS, *OURS, "<frozen"))
    ]
    file, number = own[-1] if own else ("", 0)
    line = linecache.getline(file, number).strip() if number else ""
    # The name of any other type may not be a string.
    kind = type(error) if type(type(error)) is type else Exception
    return Raised(kind, message[:200], number, line[:120])
