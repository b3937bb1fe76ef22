"""The file `my-course/my_tokenizer.py`, where what `check` accepts is kept for the learner to read, import and edit.

Each exercise has a block of its own, under a heading, in the order of the lessons: the cell in which it was written. A
block sees those above it.
"""

import ast
import builtins
import inspect
import linecache
import re
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from minitok_course.exercises.calling import Outcome, call
from minitok_course.exercises.exercise import DESCRIPTIONS, EXERCISES, Exercise
from minitok_course.exercises.judge import judge
from minitok_course.folder import FOLDER, unused, write_whole
from minitok_course.names import binds, is_python, reads

FILE, OLDER = "my_tokenizer.py", "my_tokenizer_older.py"
START = '"""My tokenizer: what I wrote in the minitok course. It imports by itself, and is mine to edit."""\n\n\n'
HEADING = re.compile(r"^(?=# ---- lesson \d\d, ([a-z_0-9.]+):)", re.MULTILINE)
SECONDS = 10  # for a block, which may have what its cell tried, too
WORKS_HERE = "It works here; to be kept"
NO_SOURCE = (
    f"{WORKS_HERE} it has to be written in a cell, since its source can't be found."
)

# By the names of their exercises; what is above the first is under "".
Blocks = dict[str, str]
Key = tuple[str, ...]
Usable = tuple[Any, str]  # an attempt, or None and why there is none


def keep(
    folder: Path, exercise: Exercise, attempt: Any, digests: dict[str, str]
) -> str:
    """Put an attempt that is right into the learner's file. Returns a sentence about it.

    `digests` tells the source that was last kept of each exercise.
    """
    file, name = folder / FILE, exercise.name
    if _file_of(attempt) == str(file):
        return ""
    source = source_of(attempt, exercise.short)
    if not source:
        return NO_SOURCE
    blocks = _read(file)
    sound = dict(filter(_is_sound, blocks.items()))
    digest = sha256(source.encode()).hexdigest()
    if digests.get(name) == digest and _is_right(exercise, sound):
        return ""  # the cell is as it was, and the block may have been edited since
    new = _with_block(sound, exercise, source)
    problem = _missing(exercise, new, source)
    if problem:
        return problem
    sentence = f"It is in your {FOLDER}/{FILE} now."
    if name in sound:
        with (folder / OLDER).open("a", encoding="utf-8") as older:
            older.write(sound[name])
    if sound != blocks:
        aside = file.replace(unused(file, "damaged"))
        sentence += (
            f" That file was damaged: as it was, it is in {FOLDER}/{aside.name}."
        )
    write_whole(file, "".join(new.values()))
    digests[name] = digest
    return sentence


def fetch(folder: Path, exercise: Exercise, judged: dict[Key, Usable]) -> Usable:
    """What the learner's file defines, if it is right; else None, and why.

    `judged` remembers it, by the exercise and the blocks.
    """
    file = folder / FILE
    blocks = _read(file)
    key = exercise.name, *blocks.values()
    if key not in judged:
        judged[key] = _attempt_in(exercise, blocks, file)
    return judged[key]


def _attempt_in(exercise: Exercise, blocks: Blocks, file: Path = Path(FILE)) -> Usable:
    """What the blocks define, if it is right; else None, and why."""
    if exercise.name not in blocks:
        return None, ""
    names, outcome = _run(blocks, exercise.name, file)
    if outcome.stopped or outcome.raised:
        return None, f"{FILE} can't be run ({outcome.raised or 'it never ends'})"
    verdict = judge(exercise, names.get(exercise.short, ...))
    if verdict:
        return verdict.usable, ""
    return None, f"{FILE} was changed, and what it has now is not right"


def _is_right(exercise: Exercise, blocks: Blocks) -> bool:
    usable, _ = _attempt_in(exercise, blocks)
    return usable is not None


def kept_source(folder: Path, name: str) -> str:
    """What the learner's file has of an exercise; "" if it has nothing."""
    return _read(folder / FILE).get(name, "").strip()


def count_kept(folder: Path) -> int:
    """How many exercises are in the learner's file."""
    return len(EXERCISES.keys() & _read(folder / FILE))


def _file_of(attempt: Any) -> str:
    code = getattr(attempt, "__code__", None)
    return code.co_filename if code else ""


def _is_sound(item: tuple[str, str]) -> bool:
    return is_python(item[1])


def _missing(exercise: Exercise, blocks: Blocks, source: str) -> str:
    """A sentence on what a new block needs and the file does not have."""
    if _is_right(exercise, blocks):
        return ""
    names, _ = _run(blocks, exercise.name)
    missing = reads(source) - {*names, *dir(builtins), exercise.short}
    needs = " and ".join(f"`{name}`" for name in sorted(missing))
    return f"{WORKS_HERE} it needs {needs or 'all that it uses'} in the same cell."


# The file


def _read(file: Path) -> Blocks:
    """The blocks of a file. Bytes that are no text make their block one that is no Python."""
    if not file.exists():
        return {"": START}
    # Some editors begin a file with a mark, which this leaves out.
    text = file.read_text(encoding="utf-8-sig", errors="surrogateescape")
    first, *parts = HEADING.split(text)
    blocks = {"": first or START}
    for name, block in zip(parts[::2], parts[1::2]):
        blocks[name] = blocks.get(name, "") + block
    return blocks


def _with_block(blocks: Blocks, exercise: Exercise, source: str) -> Blocks:
    """The blocks with a new one, in place of the old one or before those of later exercises. The others stay."""
    heading = (
        f"# ---- lesson {exercise.lesson:02}, {exercise.name}: {exercise.title} ----"
    )
    block = f"{heading}\n\n{source}\n\n\n"
    order = list(DESCRIPTIONS)
    later = order[order.index(exercise.name) + 1 :]
    new = {"": START}
    for name, text in blocks.items():
        if name in later:
            new.setdefault(exercise.name, block)
        new[name] = text
    new[exercise.name] = block
    return new


def _run(
    blocks: Blocks, until: str | None = None, file: Path = Path(FILE)
) -> tuple[dict[str, Any], Outcome]:
    """Run the blocks, down to one of them: the names that they define, and what came of the last one."""
    names: dict[str, Any] = {"__name__": Path(FILE).stem}
    outcome = Outcome()
    line = 0
    for name, block in blocks.items():
        # Each stands in the line in which the file has it.
        source = "\n" * line + block
        outcome = _run_block(source, file, names)
        if name == until:
            break
        line += block.count("\n")
    return names, outcome


def _run_block(source: str, file: Path, names: dict[str, Any]) -> Outcome:
    def run() -> None:
        exec(compile(source, str(file), "exec"), names)

    return call(run, (), seconds=SECONDS)


# The source of an attempt


def source_of(attempt: Any, name: str) -> str:
    """The cell that defines an attempt, so that it has a name; a value may be written out; else ""."""
    function = inspect.unwrap(attempt)
    cell = _cell_of(function) or _last_cell(name)
    known = getattr(function, "__globals__", vars(sys.modules["__main__"]))
    names = [one for one in binds(cell) if known.get(one) is attempt]
    if not names:
        source = f"{name} = {attempt!r}"
        return source if is_python(source) else ""
    source = _without_displays(cell)
    if name not in names:
        source += f"\n\n\n{name} = {min(names)}"
    return source


def is_older(attempt: Any, name: str) -> bool:
    """Whether a newer cell of this session that should define a function has failed."""
    cells = [cell.strip() for cell in _newest_cells()]
    own = _cell_of(attempt).strip()
    newer = cells[: cells.index(own)] if own in cells else []
    return any(re.search(rf"^def {name}\(", cell, re.MULTILINE) for cell in newer)


def _cell_of(attempt: Any) -> str:
    """The cell, or the file, in which a function was written; else ""."""
    return "".join(linecache.getlines(_file_of(attempt)))


def _newest_cells() -> list[str]:
    """The cells that were run in this session, the newest first; none outside of IPython."""
    cells = getattr(sys.modules["__main__"], "In", [])
    return list(reversed(cells))


def _last_cell(name: str) -> str:
    """The last cell of this session that gives a name its value."""
    for cell in _newest_cells():
        if name in binds(cell):
            return str(cell)
    return ""


def _without_displays(cell: str) -> str:
    """A cell without the expressions that only show or check something: `print(…)`, `merge_pair(…)`."""
    lines = cell.splitlines()
    for node in ast.parse(cell).body:
        if _only_shows(node):
            for number in range(node.lineno - 1, node.end_lineno or 0):
                lines[number] = ""
    return "\n".join(lines).strip()


def _only_shows(node: ast.stmt) -> bool:
    match node:
        case ast.FunctionDef() | ast.ClassDef():
            return False
        case ast.Expr(ast.Call(ast.Attribute(ast.Name()))):
            return False  # `table.update(…)`
        case ast.Expr():
            return True
    return "check" in reads(ast.unparse(node))
