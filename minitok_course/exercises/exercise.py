"""An exercise: what is asked, the cases that try it, the known slips, the hints, the solution."""

import ast
import inspect
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from functools import cached_property
from math import isclose
from numbers import Real
from pathlib import Path
from random import Random
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin

from minitok_course.exercises.verdict import SITTING, format_python

Args = tuple[Any, ...]
Program = Callable[..., Any]

EXERCISES: dict[str, "Exercise"] = {}
LISTS = (list, tuple)
BYTES = (bytes, bytearray)
NUMBERS = (Real, Decimal)
# Types that can stand for each other in an answer.
KINDS: tuple[Any, ...] = (Mapping, LISTS, Set, NUMBERS, BYTES, str, Iterator)


class Description(NamedTuple):
    """The text of an exercise: hints from a nudge to nearly the code, and `why` the solution is right.

    A known slip is the sentence for every attempt that answers as a wrong program does. The program, or a few, are
    functions, expressions of the arguments, or changes to the solution, `i += 2 → i += 1`, with ` ; ` between changes.
    If the exercise asks for a value, the lines below a sentence are for `verify` to read.
    """

    lesson: int
    title: str
    asked: str
    hints: Sequence[str]
    why: str
    known_slips: dict[str, list[str]]


def _read_descriptions() -> dict[str, Description]:
    """The descriptions in the files beside the lessons' programs, in the order of the lessons."""
    descriptions = {}
    for file in sorted(Path(__file__).with_name("lessons").glob("*.md")):
        number = file.stem[-2:]
        lesson = int(number) if number.isdigit() else SITTING
        text = file.read_text(encoding="utf-8")
        for part in re.split("^## ", text, flags=re.MULTILINE)[1:]:
            heading, _, content = part.partition("\n")
            name, title = heading.split(": ")
            descriptions[name] = _description(lesson, title, content)
    return descriptions


def _description(lesson: int, title: str, content: str) -> Description:
    about, _, below = content.partition("### Known slips\n")
    *asked, hint_lines, why = about.strip().split("\n\n")
    hints = re.findall(r"(?m)^\d\. (.*)", hint_lines)
    slips = {}
    for sentence, lines in re.findall(r"(?m)^(\S.*)\n\n((?: {4}.+\n)+)", below):
        # A line that is indented more goes on with the program above it.
        slips[sentence] = re.findall(r"(?m)^ {4}(\S.*(?:\n {5}.*)*)", lines)
    return Description(lesson, title, "".join(asked), hints, why, slips)


DESCRIPTIONS = _read_descriptions()


class Described:
    """What an exercise has from its description."""

    lesson: int
    title: str
    asked: str
    hints: Sequence[str]
    why: str
    known_slips: dict[str, list[str]]


@dataclass(kw_only=True)
class Exercise(Described):
    """What all exercises have."""

    name: str

    def __post_init__(self) -> None:
        # From the part `## area.name: Its title` of a file beside the lesson's programs.
        vars(self).update(DESCRIPTIONS[self.name]._asdict())
        EXERCISES[self.name] = self

    @property
    def short(self) -> str:
        """The name that the learner defines: `bpe.merge_pair` → `merge_pair`."""
        return self.name.split(".")[1]

    @property
    def source(self) -> str:
        """The solution, as Python that runs by itself."""
        raise NotImplementedError

    @property
    def stub(self) -> str:
        """What stands in the lesson's cell before the learner writes."""
        raise NotImplementedError


@dataclass(kw_only=True)
class Write(Exercise):
    """A function to write. Its answers on the cases are compared with those of `oracle`, or of the solution.

    A case is the tuple of arguments. `generate` makes one more from a random source; `valid` says which of these the
    exercise is about. `call` calls a program if a plain call is not enough (a stream, a change in place); `same`
    compares an answer with the expected one, given the case. A failing case can be stepped through by its `stages`:
    smaller cases, each with its name, the last of which is the case itself. `remark` says what a wrong answer shows if
    it is no known slip, given the expected one and the case. `left_open` has cases that the text of the exercise leaves
    open: an attempt that fails on one is right, and the verdict adds its sentence. `advice` says what the
    next cells need of an answer that is right. With `in_bytes`, symbols may be bytes as well.
    """

    solution: Program
    example: Args
    cases: Sequence[Args] = ()
    generate: Callable[[Random], Args] | None = None
    valid: Callable[..., bool] = lambda *args: True
    oracle: Program | None = None
    call: Program | None = None
    same: Callable[[Any, Any, Args], bool] = lambda expected, got, args: same(
        expected, got
    )
    stages: Callable[..., Iterable[tuple[str, Args]]] | None = None
    remark: Callable[[Any, Any, Args], str | None] = lambda expected, got, args: None
    left_open: Sequence[tuple[Args, str]] = ()
    advice: Callable[[Any], str | None] = lambda answer: None
    in_bytes: bool = False

    def __call__(self, *args: Any) -> Any:
        """Call the solution, which may call itself by its name."""
        return self.solution(*args)

    @cached_property
    def slips(self) -> dict[str, list[Program]]:
        """The wrong programs under their sentences. They are built here, so that none is stopped while it is built."""
        slips = {}
        for sentence, lines in self.known_slips.items():
            slips[sentence] = [self._build_slip(line) for line in lines]
        return slips

    def _build_slip(self, line: str) -> Any:
        if line.startswith("def "):
            name, source = self.short, textwrap.dedent(f"    {line}")
        elif " → " in line:
            name, source = self.short, changed(self.source, line)
        else:
            parameters = ", ".join(inspect.signature(self.solution).parameters)
            name, source = "wrong", f"def wrong({parameters}):\n    return {line}"
        names = {"re": re, **self.solution.__globals__}
        exec(source, names)
        return names[name]

    @cached_property
    def source(self) -> str:
        _decorator, _, definition = inspect.getsource(self.solution).partition("\ndef ")
        source = f"def {definition}"
        imports = _imports(self.solution, source)
        return "\n".join([*imports, "\n", source]) if imports else source

    @cached_property
    def stub(self) -> str:
        """The source up to the end of the docstring."""
        above, docstring, _ = self.source.partition('"""\n')
        # What a solution takes from the package is what the learner has written before.
        above = re.sub(r"^from minitok.naive_bpe import .*\n+", "", above, flags=re.M)
        return f"{above}{docstring}    return ...\n"


def converted(value: Any, convert: Callable[[Any], Any]) -> Any:
    """What `convert` makes of a value, and of each item of a list, tuple, set or dict, at every level."""
    value = convert(value)
    kind = type(value)
    if kind in (list, tuple, set):
        return kind(converted(item, convert) for item in value)
    if kind is dict:
        items = (converted(item, convert) for item in value.items())
        return dict(items)
    return value


def as_bytes(value: Any) -> Any:
    """A value with bytes in place of its strings: ("h", "ug") → (b"h", b"ug")."""
    return converted(value, _encoded)


def _encoded(value: Any) -> Any:
    return value.encode() if isinstance(value, str) else value


@dataclass(kw_only=True)
class Find(Exercise):
    """A value to find, which `verify` tries: no one answer is the right one. `asked` says what it must be."""

    answer: Any
    verify: Callable[[Any], "Found"]
    compared: tuple[str, str] = ("expected", "yours")  # what the two results are called

    @property
    def source(self) -> str:
        text = str(self.answer)
        if "\n" in text:
            return f'{self.short} = """\\\n{text}"""\n'
        return f"{self.short} = {format_python(self.answer)}\n"

    @property
    def stub(self) -> str:
        lines = [f"# {line}\n" for line in textwrap.wrap(self.asked, 100)]
        return f"{''.join(lines)}{self.short} = ...\n"


class Found(NamedTuple):
    """The verdict on a value: whether it is right, a sentence, what was expected of it and what came out."""

    right: bool
    sentence: str
    expected: Any = None
    got: Any = None


def exercise(name: str, **options: Any) -> Callable[[Program], Write]:
    """Declare the exercise that the function below solves."""
    return lambda solution: Write(name=name, solution=solution, **options)


def find_exercise(name: str) -> Exercise:
    """The exercise with this name, or a ValueError that says which names are close."""
    if name in EXERCISES:
        return EXERCISES[name]
    close = get_close_matches(str(name), EXERCISES)
    guess = "progress() shows them all."
    if close:
        guess = f"Did you mean {' or '.join(map(repr, close))}?"
    raise ValueError(f"there is no exercise {name!r}. {guess}")


def changed(text: str, changes: str) -> str:
    """A text after one or more changes: `i += 2 → i += 1 ; …`."""
    for change in changes.split(" ; "):
        old, new = change.split(" → ")
        assert old in text, changes
        text = text.replace(old, new)
    return text


def _imports(function: Program, source: str) -> list[str]:
    """The imports of a function's module that its source needs."""
    nodes = ast.walk(ast.parse(source))
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    module = inspect.getsource(sys.modules[function.__module__])
    imports = []
    for node in ast.parse(module).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            node.names = [one for one in node.names if (one.asname or one.name) in used]
            if node.names:
                imports.append(ast.unparse(node))
    return imports


def same(expected: Any, got: Any) -> bool:
    """Whether an answer is the expected one: a list will do for a tuple, and a float may be off by rounding.

    >>> same(("h", "ug"), ["h", "ug"]), same(0.3, 0.1 + 0.2), same("hug", ["h", "u", "g"])
    (True, True, False)
    """
    if not of_one_kind(expected, got):
        return False
    if isinstance(expected, NUMBERS):
        return close(expected, got)
    if isinstance(expected, (Mapping, *LISTS)) and len(expected) != len(got):
        return False
    if isinstance(expected, Mapping):
        return all(key in got and same(expected[key], got[key]) for key in expected)
    if isinstance(expected, LISTS):
        return all(map(same, expected, got))
    return bool(expected == got)


def of_one_kind(expected: Any, got: Any) -> bool:
    """Whether two values have the same type, or types that can stand for each other."""
    kinds = [kind for kind in KINDS if isinstance(expected, kind)]
    return isinstance(got, (type(expected), *kinds))


def misfit(expected: Any, got: Any) -> tuple[Any, Any] | None:
    """The first two items, keys or values in the same place whose types can't stand for each other; else None."""
    if not of_one_kind(expected, got):
        return expected, got
    if isinstance(expected, Mapping):
        return misfit([*expected.items()], [*got.items()])
    if isinstance(expected, LISTS):
        for pair in zip(expected, got):
            mismatch = misfit(*pair)
            if mismatch:
                return mismatch
    return None


def fitted(value: Any, kind: Any) -> Any:
    """An answer in the types of an annotation.

    >>> fitted([("a", "b"), ["c", "d"]], tuple[list[str], ...])
    (['a', 'b'], ['c', 'd'])
    """
    outer = get_origin(kind) or kind
    inner = get_args(kind)
    if value is None or isinstance(value, complex):
        return value
    if outer is UnionType:  # `int | None`
        return fitted(value, inner[0])
    if outer in (int, float, bool):
        return outer(value)
    if outer is dict:
        keys, items = inner
        fit = {fitted(key, keys): fitted(item, items) for key, item in value.items()}
        return Counter(fit) if isinstance(value, Counter) else fit
    if outer is tuple and ... not in inner:
        return tuple(map(fitted, value, inner))
    if outer in LISTS or outer is set:
        return outer(fitted(item, inner[0]) for item in value)
    return value


def close(expected: Any, got: Any) -> bool:
    """Whether two numbers differ by no more than rounding."""
    try:
        return isclose(expected, got, rel_tol=1e-6, abs_tol=1e-9)
    except ArithmeticError:  # huge
        return bool(expected == got)
