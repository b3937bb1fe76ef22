"""An exercise: what is asked, the cases that try it, the known slips, the hints, the solution."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from minitok_course.exercises.comparing import same
from minitok_course.exercises.verdict import format_python

Args = tuple[Any, ...]
Program = Callable[..., Any]

EXERCISES: dict[str, "Exercise"] = {}


class Description(NamedTuple):
    """The text of an exercise: hints from a nudge to nearly the code, and `why` the solution is right.

    A known slip is the sentence for every attempt that answers as a wrong program does. The program, or a few, are
    expressions of the arguments, or changes to the solution, `i += 2 → i += 1`, with ` ; ` between changes. If the
    exercise asks for a value, the lines below a sentence are for `verify` to read.
    """

    lesson: int
    title: str
    asked: str
    hints: Sequence[str]
    why: str
    slips: dict[str, list[str]]


def _read_descriptions() -> Iterator[tuple[str, Description]]:
    for file in sorted(Path(__file__).with_name("lessons").glob("*.md")):
        for part in re.split(
            "^## ", file.read_text(encoding="utf-8"), flags=re.MULTILINE
        )[1:]:
            about, _, slips = part.partition("### Known slips\n")
            heading, *asked, hints, why = about.strip().split("\n\n")
            name, title = heading.split(": ")
            hint_texts = re.findall(r"(?m)^\d\. (.*)", hints)
            sentences = re.findall(r"(?m)^(\S.*)\n\n((?: {4}.+\n)+)", slips)
            programs = {
                says: re.findall(r"(?m)^ {4}(.+)", lines) for says, lines in sentences
            }
            yield (
                name,
                Description(
                    int(file.stem[-2:]) if file.stem[-2:].isdigit() else 13,
                    title,
                    "".join(asked),
                    hint_texts,
                    why,
                    programs,
                ),
            )


DESCRIPTIONS = dict(_read_descriptions())  # in the order of the lessons


@dataclass(kw_only=True)
class Exercise:
    """What all exercises have."""

    name: str

    def __post_init__(self) -> None:
        if self.name not in DESCRIPTIONS:
            raise KeyError(
                f"no lesson_NN.md beside the lesson's programs has a part `## {self.name}: its title`"
            )
        self.lesson, self.title, self.asked, self.hints, self.why, self.known_slips = (
            DESCRIPTIONS[self.name]
        )
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

    A case is the tuple of arguments. `generate` makes one more from a random source; `valid` says which cases the
    exercise is about, so that shrinking stays within them; `call` calls a program if a plain call is not enough (a
    stream, a change in place); `same` compares an answer with the expected one, given the case. A failing case can be
    stepped through by its `stages`: smaller cases, each with its name, the last of which is the case itself. `remark`
    says what a wrong answer shows if it is no known slip, given the expected one and the case. `left_open` has cases
    that the text of the exercise leaves open: an attempt that fails on one is right, and the verdict adds its sentence.
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

    def __call__(self, *args: Any) -> Any:
        """Call the solution, which may call itself by its name."""
        return self.solution(*args)

    @cached_property
    def slips(self) -> dict[str, list[Program]]:
        """The wrong programs under their sentences. They are built here, so that none is stopped while it is built."""
        return {
            says: [*map(self._build_slip, lines)]
            for says, lines in self.known_slips.items()
        }

    def _build_slip(self, line: str) -> Any:
        if " → " in line:
            name, source = self.short, changed(self.source, line)
        else:
            arguments = ", ".join(inspect.signature(self.solution).parameters)
            name, source = "wrong", f"def wrong({arguments}):\n    return {line}"
        defined = {"re": re, **self.solution.__globals__}
        exec(source, defined)
        return defined[name]

    @cached_property
    def source(self) -> str:
        lines = _definition(self.solution)
        imports = "\n".join(_imports(self.solution, ast.parse("\n".join(lines))))
        return (f"{imports}\n\n\n" if imports else "") + "\n".join(lines) + "\n"

    @cached_property
    def stub(self) -> str:
        (function,) = ast.parse(self.source).body[-1:]
        assert isinstance(function, ast.FunctionDef) and function.body[0].end_lineno
        return "\n".join(
            [
                *self.source.splitlines()[: function.body[0].end_lineno],
                "    return ...\n",
            ]
        )


@dataclass(kw_only=True)
class Find(Exercise):
    """A value to find, which `verify` tries: no one answer is the right one. `asked` says what it must be."""

    answer: Any
    verify: Callable[[Any], "Found"]
    compared: tuple[str, str] = ("expected", "yours")  # what the two results are called

    @property
    def source(self) -> str:
        text = str(self.answer)
        return (
            f'{self.short} = """\\\n{text}"""\n'
            if "\n" in text
            else f"{self.short} = {format_python(self.answer)}\n"
        )

    @property
    def stub(self) -> str:
        return (
            "\n".join(f"# {line}" for line in textwrap.wrap(self.asked, 100))
            + f"\n{self.short} = ...\n"
        )


class Found(NamedTuple):
    """The verdict on a value: whether it is right, a sentence, what was expected of it and what came out."""

    right: bool
    sentence: str
    expected: Any = None
    got: Any = None


def exercise(name: str, **options: Any) -> Callable[[Program], Write]:
    """Declare the exercise that the function below solves."""
    return lambda solution: Write(name=name, solution=solution, **options)


def changed(text: str, changes: str) -> str:
    """A text after one or more changes: `i += 2 → i += 1 ; …`."""
    for old, new in (change.split(" → ") for change in changes.split(" ; ")):
        assert old in text, changes
        text = text.replace(old, new)
    return text


def _definition(function: Program) -> list[str]:
    lines, _ = inspect.getsourcelines(function)
    (node,) = ast.parse("".join(lines)).body
    assert isinstance(node, ast.FunctionDef)
    return "".join(lines[node.lineno - 1 :]).rstrip().splitlines()


def _imports(function: Program, tree: ast.Module) -> Iterator[str]:
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for node in ast.parse(inspect.getsource(inspect.getmodule(function))).body:  # type: ignore[arg-type]
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            aliases = [
                alias
                for alias in node.names
                if (alias.asname or alias.name).split(".")[0] in used
            ]
            if aliases:
                node.names = aliases
                yield ast.unparse(node)
