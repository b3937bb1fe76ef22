"""The file `my-course/my_tokenizer.py`, where what `check` accepts is saved for the learner to read, import and edit.

Each exercise has a block of its own, under a heading, in the order of the lessons. A block sees those above it.
"""

import builtins
import io
import re
from contextlib import redirect_stdout, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from minitok_course.exercises.exercise import EXERCISES, Exercise
from minitok_course.exercises.judging import judge
from minitok_course.exercises.lessons import ORDER
from minitok_course.exercises.limits import Stopped, limited
from minitok_course.exercises.record import Record
from minitok_course.exercises.running import describe_exception
from minitok_course.exercises.source import binds, is_python, reads, source_of
from minitok_course.folder import FOLDER, learners_folder, set_aside, write_whole

FILE, OLDER = "my_tokenizer.py", "my_tokenizer_older.py"
START = '"""My tokenizer: what I wrote in the minitok course. It imports by itself, and is mine to edit."""\n\n\n'
HEADING = re.compile(r"^(?=# ---- lesson \d\d, ([a-z_0-9.]+):)", re.MULTILINE)

Blocks = dict[str, str]
# What a block defines, by the block's name and the text of the file up to its end.
_right: dict[tuple[str, str], Any] = {}
_lent: dict[str, Any] = {}
# What was right in this kernel, if there is no folder to keep it in.
_here: dict[str, Any] = {}


def keep(exercise: Exercise, attempt: Any, record: Record) -> str:
    """Put an attempt that is right into the learner's file. Returns a sentence about it."""
    folder = learners_folder()
    code = getattr(attempt, "__code__", None)
    if folder is None:
        _here[exercise.name] = attempt
        return ""
    if code and code.co_filename == str(folder / FILE):
        return ""
    source = source_of(attempt, exercise.short)
    digest = sha256(source.encode(errors="replace")).hexdigest()
    try:
        blocks = _read(folder / FILE)
        old, new = blocks.get(exercise.name), _block(exercise, source)
        from_here = record.digests.get(exercise.name) == digest
        if old == new or (
            old and from_here and _fetch(exercise, blocks, folder)[0] is not None
        ):
            return ""  # it is there already, perhaps edited by hand since
        blocks = _with(blocks, exercise.name, new)
        problem = _problem(exercise, blocks, source)
        if problem:
            return problem
        if old:
            write_whole(folder / OLDER, _text(folder / OLDER) + old)
        if any(not is_python(block) for block in blocks.values()):
            set_aside(folder / FILE)
            blocks = {name: block for name, block in blocks.items() if is_python(block)}
        write_whole(folder / FILE, "".join({"": START, **blocks}.values()))
        record.keep(exercise.name, "right", source=digest)
    except (OSError, UnicodeEncodeError) as error:
        return f"It works here, and can't be kept: {FOLDER}/{FILE} can't be written ({error})."
    return f"It is in your {FOLDER}/{FILE} now."


def fetch(exercise: Exercise) -> tuple[Any, str]:
    """What the learner's file defines, or without one this kernel, if it is right; else None, and why."""
    folder = learners_folder()
    if folder is None:
        return _here.get(exercise.name), ""
    try:
        blocks = _read(folder / FILE)
    except OSError as error:
        return None, f"{FILE} can't be read ({error.strerror})"
    return _fetch(exercise, blocks, folder) if exercise.name in blocks else (None, "")


def own_source(name: str) -> str:
    """What the learner's file has of an exercise; "" if it has nothing."""
    folder = learners_folder()
    if folder is None:
        return ""
    return _read(folder / FILE).get(name, "").strip()


def lend(exercise: Exercise, value: Any) -> Any:
    """Note the course's solution, which is not the learner's even when it is given to a check."""
    return _lent.setdefault(exercise.name, value)


def is_lent(exercise: Exercise, attempt: Any) -> bool:
    return attempt is not None and _lent.get(exercise.name) is attempt


def how_much() -> str:
    """How many exercises are in the learner's file."""
    folder = learners_folder()
    with suppress(OSError):
        count = sum(name in EXERCISES for name in _read(folder / FILE)) if folder else 0
        return f"Your own code: {count} of them in {FOLDER}/{FILE}." if count else ""
    return ""


def _fetch(exercise: Exercise, blocks: Blocks, folder: Path) -> tuple[Any, str]:
    until = list(blocks).index(exercise.name) + 1
    key = exercise.name, "".join(list(blocks.values())[:until])
    if key not in _right:
        try:
            value = _value(exercise, _defined(blocks, exercise.name, folder / FILE))
        except (Exception, SystemExit, Stopped) as error:
            return (
                None,
                f"{FILE} can't be run ({'it never ends' if isinstance(error, Stopped) else describe_exception(error)})",
            )
        if not judge(exercise, value):
            return None, f"{FILE} was changed, and what it has now is not right"
        _right[key] = value
    return _right[key], ""


def _problem(exercise: Exercise, blocks: Blocks, source: str) -> str:
    """Why a block can't be saved: it needs what is not in the file, or takes a name that another block needs."""
    if not source:
        return "It works here; to be kept it has to be written in a cell, since its source can't be found."
    above: dict[str, Any] = {}
    works = False
    with suppress(Exception, SystemExit, Stopped):
        above = _defined(blocks, exercise.name)
        works = bool(judge(exercise, _value(exercise, above)))
    if not works:
        missing = sorted(reads(source) - set(dir(builtins)) - {*above, exercise.short})
        needs = " and ".join(f"`{name}`" for name in missing) or "all that it uses"
        return f"It works here; to be kept it needs {needs} in the same cell."
    whole, others = (
        _defined(blocks),
        _defined({name: blocks[name] for name in blocks if name != exercise.name}),
    )
    for name in binds(source) - {exercise.short}:
        if name not in others or others[name] is whole.get(name):
            continue  # no other block has it, or all import the same
        for other in [EXERCISES[one] for one in blocks if one in EXERCISES]:
            uses = {name} & (binds(blocks[other.name]) | reads(blocks[other.name]))
            if uses and not judge(other, _value(other, whole)):
                return f"It works here; to be kept its `{name}` needs another name: {other.name} has one, too."
    return ""


def _defined(
    blocks: Blocks, until: str | None = None, file: Path = Path(FILE)
) -> dict[str, Any]:
    """The names that the blocks define, down to the block `until`. Only an error in that one counts."""
    names: dict[str, Any] = {"__name__": Path(FILE).stem}
    line = 0
    for name, block in blocks.items():
        try:
            with limited(), redirect_stdout(io.StringIO()):
                exec(compile("\n" * line + block, str(file), "exec"), names)
        except (Exception, SystemExit, Stopped):
            if name == until:
                raise
        line += block.count("\n")
        if name == until:
            break
    return names


def _value(exercise: Exercise, names: dict[str, Any]) -> Any:
    return names.get(_long_name(exercise), names.get(exercise.short, ...))


def _long_name(exercise: Exercise) -> str:
    return exercise.name.replace(".", "_")


def _block(exercise: Exercise, source: str) -> str:
    """A block of the file. A name that two exercises share is also there under its long form."""
    shared = [one for one in EXERCISES.values() if one.short == exercise.short]
    also = f"\n\n\n{_long_name(exercise)} = {exercise.short}" if len(shared) > 1 else ""
    return f"# ---- lesson {exercise.lesson:02}, {exercise.name}: {exercise.title} ----\n\n{source}{also}\n\n\n"


def _read(file: Path) -> Blocks:
    """The blocks of the file, "" for what is above the first. A file that is not text is set aside."""
    try:
        text = _text(file)
    except UnicodeDecodeError:
        set_aside(file)
        text = ""
    first, *parts = HEADING.split(text)
    blocks = {"": first or START}
    for name, block in zip(parts[::2], parts[1::2]):
        blocks[name] = blocks.get(name, "") + block
    return blocks


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _with(blocks: Blocks, name: str, block: str) -> Blocks:
    """The blocks with a new one, in place of the old one if there is one. The others stay where they are."""
    if name in blocks:
        return {**blocks, name: block}
    places = {one: place for place, one in enumerate(ORDER)}
    later = (
        at
        for at, one in enumerate(blocks)
        if places.get(one, -1) > places.get(name, len(places))
    )
    at, items = next(later, len(blocks)), [*blocks.items()]
    return dict([*items[:at], (name, block), *items[at:]])
