"""Run, tidy, copy and restore the notebooks.

python tools/notebooks.py execute      run every notebook and store its outputs
python tools/notebooks.py execute 02   run lesson 02, and its solutions
python tools/notebooks.py solutions    fill in the exercises of every lesson, run it, store it in notebooks/solutions/
python tools/notebooks.py clean        tidy what is stored, without running anything
python tools/notebooks.py copy         make my-course/, your own copy of the course without outputs and solutions,
                                       or add new lessons to it and say which lessons have a newer version
python tools/notebooks.py reset 02     bring lesson 02 in my-course/ back as it was; yours is kept beside it
"""

import argparse
import hashlib
import json
import os
import re
import sys
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
SOLUTIONS = NOTEBOOKS / "solutions"
MY_COURSE = ROOT / "my-course"
VERSIONS = MY_COURSE / ".versions.json"  # the version of each lesson that the learner's copy was made from

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
WIDGET = "application/vnd.jupyter.widget-view+json"
RELATIVE_LINK = re.compile(r'(\]\(|(?:href|src)=")(?![a-z]+:|[#/])')


class NotebookError(Exception):
    """What is wrong, where, and what to do about it, for whoever typed the command."""


def execute(path: Path) -> None:
    """Run a notebook in its own folder and store its outputs; one that fails is left as it was."""
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    run(notebook, path)
    write(path, notebook)


def run(notebook: "NotebookNode", path: Path, *, keep_views: bool = False) -> None:
    """Run a notebook in the folder of its path, where it stays as it was if a cell fails; views are kept if asked."""
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # the kernel is this Python, whatever else is installed
    print(f"Running {shown(path)}", flush=True)
    client = NotebookClient(
        notebook,
        kernel_name=KERNEL["name"],
        resources={"metadata": {"path": str(path.parent)}},
        extra_arguments=["--log-level=ERROR"],
        timeout=600,  # seconds for a cell
        coalesce_streams=True,
        record_timing=False,
        store_widget_state=keep_views,
    )
    try:
        client.execute()
    except (CellExecutionError, RuntimeError, TimeoutError) as error:
        raise NotebookError(f"{shown(path)} is left as it was, a cell of it failed:\n{error}") from None
    if not keep_views:
        tidy(notebook, shown(path))


def solutions(path: Path) -> None:
    """Make the solutions of a lesson: its exercise cells are filled in, all else is as it is in the lesson."""
    import nbformat

    clean(path)  # so that both have the same metadata
    notebook = nbformat.read(path, as_version=4)
    target = SOLUTIONS / path.name
    if not fill_in(notebook, shown(path)):
        target.unlink(missing_ok=True)
        print(f"{shown(path)} has no exercises")
        return
    target.parent.mkdir(exist_ok=True)
    run(notebook, target)
    for cell in notebook.cells:
        if "check" in tags(cell) and "✓ Right" not in str(cell.outputs):
            raise NotebookError(f"{shown(target)} is left as it was, this check does not say right:\n{cell.source}")
        if cell.cell_type == "markdown":
            cell.source = one_folder_deeper(cell.source)
    write(target, notebook)


def one_folder_deeper(text: str) -> str:
    """A text whose links lead from notebooks/solutions/ to where they led from notebooks/."""
    return RELATIVE_LINK.sub(r"\1../", text)


def fill_in(notebook: "NotebookNode", name: str) -> int:
    """Put its solution into each exercise cell, by the name in the check cell after it; gives how many there are."""
    from minitok.checks import solution

    cells = [cell for cell in notebook.cells if {"exercise", "check"} & set(tags(cell))]
    for exercise, check in zip(cells[::2], [*cells[1::2], None]):
        asked = re.match(r'check\("([\w.]+)"', check.source) if check else None
        if "exercise" not in tags(exercise) or not asked:
            raise NotebookError(f"{name}: an exercise cell and its check cell have to take turns:\n{exercise.source}")
        try:
            exercise.source = solution(asked[1]).source.rstrip("\n")
        except ValueError as error:
            raise NotebookError(f"{name}: {error}") from None
    return len(cells) // 2


def tags(cell: "NotebookNode") -> list[str]:
    return list(cell.metadata.get("tags", []))


def clean(path: Path) -> None:
    """Tidy a notebook as `execute` does, without running it."""
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    tidy(notebook, shown(path))
    write(path, notebook)


def tidy(notebook: "NotebookNode", name: str) -> None:
    """Drop what changes from run to run, and what shows nothing where no kernel runs; mark native cells."""
    import native

    notebook.metadata.pop("widgets", None)
    notebook.metadata.update(kernelspec=KERNEL, language_info={"name": "python", "pygments_lexer": "ipython3"})
    native.mark(notebook)
    for number, cell in enumerate(notebook.cells):
        for timing in ("execution", "ExecuteTime"):
            cell.metadata.pop(timing, None)
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if WIDGET in data and "text/html" not in data:
                raise NotebookError(
                    f"{name} is left as it was: a widget in cell {number} shows nothing without a kernel.\n"
                    f"Give it a _repr_mimebundle_ with text/html, or show something else:\n{cell.source}"
                )
            data.pop(WIDGET, None)
            if output.output_type == "error":  # the frames hold this machine's paths
                output.traceback = [f"{output.ename}: {output.evalue}"]


def write(path: Path, notebook: "NotebookNode") -> None:
    """Write a notebook, unless nothing has changed."""
    import nbformat

    content = (nbformat.writes(notebook).rstrip("\n") + "\n").encode()
    if not path.exists() or content != path.read_bytes():
        replace(path, content)


def replace(path: Path, content: bytes) -> None:
    """Write a file in one piece: a reader sees the old one or the new one."""
    unfinished = path.with_suffix(f".{os.getpid()}.unfinished")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    finally:
        with suppress(OSError):  # it is there if the disk is full
            unfinished.unlink()


def copy() -> None:
    """Make the learner's copy of the course, or add to it what is new; what is there stays untouched."""
    first = not MY_COURSE.exists()
    versions = read_versions()
    for source in course_files("*"):
        target = in_my_course(source)
        if not target.exists() and SOLUTIONS not in source.parents:
            target.parent.mkdir(parents=True, exist_ok=True)
            replace(target, as_handed_out(source))
            if not first:
                print(f"Added {shown(target)}")
    if first:
        print("Made my-course/, your own copy of the notebooks: change what you like in it")
    for path in lessons():
        yours, number = in_my_course(path), path.stem.split("_")[0]
        unchanged = yours.exists() and yours.read_bytes() in (as_handed_out(path), path.read_bytes())
        if path.stem not in versions or unchanged:
            versions[path.stem] = version(path)
        elif versions[path.stem] != version(path):
            print(
                f"{shown(yours)} stays as you left it, but the course now has a newer version. To get it, and keep "
                f"yours beside it: make reset NB={number}, or python tools/notebooks.py reset {number}"
            )
    write_versions(versions)


def reset(path: Path) -> None:
    """Bring a lesson of the learner's copy back as it was, and keep the learner's version beside it."""
    yours = in_my_course(path)
    write_versions(read_versions() | {path.stem: version(path)})
    if yours.exists() and yours.read_bytes() == as_handed_out(path):
        print(f"{shown(yours)} is already as it came with the course")
        return
    if yours.exists():
        kept = unused(yours.with_suffix(".backup.ipynb"))
        yours.rename(kept)
        print(f"Your version is now {shown(kept)}")
    replace(yours, as_handed_out(path))
    print(f"{shown(yours)} is as it came with the course")
    print("If it is open in JupyterLab, choose File, Reload Notebook from Disk there")


def version(path: Path) -> str:
    """A digest of the cells that a learner reads and runs. Their outputs do not count: they change with each run."""
    cells = json.loads(as_handed_out(path))["cells"]
    read = [(cell["cell_type"], "".join(cell["source"])) for cell in cells]
    return hashlib.sha256(json.dumps(read).encode()).hexdigest()


def read_versions() -> dict[str, str]:
    try:
        return dict(json.loads(VERSIONS.read_bytes()))
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError):
        damaged = VERSIONS.replace(unused(VERSIONS.with_suffix(".damaged.json")))
        print(f"{shown(VERSIONS)} was damaged: it is now {shown(damaged)}, and which lessons are newer is not known")
        return {}


def write_versions(versions: dict[str, str]) -> None:
    MY_COURSE.mkdir(exist_ok=True)
    replace(VERSIONS, json.dumps(versions, indent=1, sort_keys=True).encode())


def in_my_course(path: Path) -> Path:
    return MY_COURSE / path.relative_to(NOTEBOOKS)


def as_handed_out(path: Path) -> bytes:
    """A file of the course as a learner gets it.

    A notebook has no outputs, so that no answer is under its question, no cell that only checks figures.
    """
    if path.suffix != ".ipynb":
        return path.read_bytes()
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["cells"] = [cell for cell in notebook["cells"] if "figures" not in cell["metadata"].get("tags", [])]
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell.update(outputs=[], execution_count=None)
    return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode()


def lessons() -> list[Path]:
    return [path for path in course_files("*.ipynb") if path.parent == NOTEBOOKS]


def unused(path: Path) -> Path:
    """The path itself, or with the first number that makes it a new one: 02_bpe.backup-2.ipynb."""
    numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(other for other in chain([path], numbered) if not other.exists())


def course_files(pattern: str) -> list[Path]:
    """The files of the course, without an editor's hidden ones."""
    files = (path for path in NOTEBOOKS.rglob(pattern) if path.is_file())
    return sorted(path for path in files if "/." not in path.relative_to(ROOT).as_posix())


def find(names: list[str], notebooks: list[Path]) -> list[Path]:
    """The notebooks of these names, each a number, a whole name or a path; with no names, all of them."""
    if not names:
        return notebooks
    found = []
    for name in names:
        number = name.zfill(2) + "_"
        matching = [path for path in notebooks if path == Path(name).resolve()] or [
            path for path in notebooks if name in (path.stem, path.name) or path.name.startswith(number)
        ]
        if not matching:
            there = ", ".join(dict.fromkeys(path.stem for path in notebooks)) or "none"
            raise NotebookError(f'No notebook "{name}"; those there are: {there}')
        found += matching
    return found


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def main(typed: list[str] | None = None) -> int:
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=as_written)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for deed, names in ((execute, "*"), (solutions, "*"), (clean, "*"), (copy, None), (reset, "+")):
        command = commands.add_parser(deed.__name__, description=deed.__doc__)
        command.set_defaults(run=deed)
        if names:
            command.add_argument("names", nargs=names, metavar="NAME", help="02, or 02_pairs, or a path")
    arguments = parser.parse_args(typed)
    try:
        if arguments.run is copy:
            copy()
            return 0
        notebooks = lessons() if arguments.run in (reset, solutions) else course_files("*.ipynb")
        chosen = find(arguments.names, notebooks)
    except (NotebookError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    failures = 0
    for path in chosen:
        try:
            arguments.run(path)
        except (NotebookError, OSError) as error:
            print(error, file=sys.stderr)
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
