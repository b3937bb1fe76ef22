"""The course on tokenizers, in a copy of your own.

minitok                   make the copy, or add new lessons to it, and open it in JupyterLab
minitok lab --port 9999   the same, with options of JupyterLab
minitok copy              the same without JupyterLab
minitok reset 02          bring lesson 02 back as it was; yours is kept beside it
minitok update            the same for each lesson that has a newer version
minitok check FOLDER      check the notebooks that a class has handed in
minitok doctor            say what is installed, and why a view might not show
"""

import argparse
import io
import os
import shutil
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from minitok import __version__
from minitok.validation import require_extra
from minitok_course.copying import CHECKOUT, Copy, format_path, learners_copy
from minitok_course.doctor import report
from minitok_course.folder import FOLDER

SETTINGS = Path(__file__).parent / "settings"
LAYOUTS = "*.jupyterlab-workspace"
HELP = {"-h", "--help", "--help-all"}


def lab(words: list[str]) -> int:
    """Make the copy, and open it in JupyterLab, to which the options go."""
    with require_extra("course"):
        from jupyterlab.labapp import LabApp

    if HELP & {*words}:
        print(f"minitok lab: {lab.__doc__} These are its options.\n")
        LabApp.launch_instance(words)
        return 0
    copy = make_copy()
    address = address_if_open(copy.home)
    if address and not words:
        print(f"The course is open already, at {address}")
        webbrowser.open(address)
        return 0
    print(f"Opening {FOLDER} in JupyterLab (Ctrl-C here stops it)", flush=True)
    # So the kernel is this Python, whatever else is installed.
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    LabApp.launch_instance([*lab_options(copy), *words])
    return 0


def address_if_open(home: Path) -> str | None:
    """The address of a JupyterLab that has this folder open, with its token."""
    from jupyter_server.serverapp import list_running_servers

    for server in list_running_servers():
        if Path(server["root_dir"]).resolve() == home.resolve():
            return f"{server['url']}lab?token={server['token']}"
    return None


def lab_options(copy: Copy) -> list[str]:
    """JupyterLab as the course opens it: at the one sitting, side bars folded, prose in lines that are easy to read.

    How its windows were left is saved in the learner's folder: if a lesson was open, it opens again.
    """
    layout = copy.folder / ".layout"
    if not layout.exists():
        layout.mkdir(parents=True, exist_ok=True)  # where two are opened at once
        for file in SETTINGS.glob(LAYOUTS):
            shutil.copyfile(file, layout / file.name)
    windows = [file.read_text(encoding="utf-8") for file in layout.glob(LAYOUTS)]
    lesson_is_open = any('"notebook:' in window for window in windows)
    first = "" if lesson_is_open else f"/tree/{FOLDER}/{copy.lessons[0].name}"
    return [
        f"--ServerApp.root_dir={copy.home}",
        f"--ServerApp.tornado_settings=static_custom_path={SETTINGS}",
        f"--LabApp.default_url=/lab{first}",
        f"--LabApp.app_settings_dir={SETTINGS}",
        f"--LabApp.workspaces_dir={layout}",
        "--LabApp.custom_css=True",
        "--log-level=WARN",
        "--allow-root",  # as it may be in a container
    ]


def copy(words: list[str]) -> int:
    """Make the copy, or add new lessons to it, and say which lessons have a newer version."""
    make_copy()
    return 0


def make_copy() -> Copy:
    copy = learners_copy()
    copy.make()
    for path in copy.damaged():
        print(
            f"{format_path(copy.folder / path.name)} is damaged. To get it anew: minitok reset {path.stem[:2]}"
        )
    for path in copy.newer():
        make = f"make reset NB={path.stem[:2]}, or " if copy.home == CHECKOUT else ""
        print(
            f"{format_path(copy.folder / path.name)} stays as you left it, but the course now has a newer version. "
            f"To get it, and keep yours beside it: {make}minitok reset {path.stem[:2]}"
        )
    return copy


def there() -> Copy:
    """The learner's copy. Exits if there is none."""
    copy = learners_copy()
    if copy.folder.exists():
        return copy
    if copy.home == CHECKOUT:
        sys.exit(
            "You have no copy of the lessons yet. To make it: make lab, or minitok"
        )
    sys.exit(
        f"{copy.folder} is not there. Go to the folder of your course, or make one here: minitok"
    )


def reset(words: list[str]) -> int:
    """Bring lessons back as they were, each by its number, name or path; yours are kept beside them."""
    copy = there()
    paths = {word: copy.lesson(word) for word in words}
    if not paths or None in paths.values():
        unknown = "".join(
            f"There is no lesson {word}. "
            for word, path in paths.items()
            if path is None
        )
        lessons = ", ".join(path.stem for path in copy.lessons)
        sys.exit(
            f"{unknown}Name a lesson, as in: minitok reset 02. Those there are: {lessons}"
        )
    for path in filter(None, paths.values()):
        copy.reset(path)
    return 0


def update(words: list[str]) -> int:
    """Bring each lesson that has a newer version; yours are kept beside them."""
    copy = there()
    copy.make()
    stale = sorted({*copy.newer(), *copy.damaged()})
    for path in stale:
        copy.reset(path)
    if not stale:
        print("Each of your lessons is the newest that this minitok has")
    return 0


def check(words: list[str]) -> int:
    """Check what a class has handed in."""
    with require_extra("course"):
        from minitok_course.exercises.hand_in import main

    return main(words)


def doctor(words: list[str]) -> int:
    """Say what is installed, and why a view might not show."""
    lines = list(report(learners_copy()))
    print(*lines, sep="\n")
    return int(any(line.startswith("✗") for line in lines))


def main(typed: Sequence[str] | None = None) -> int:
    """Do what was typed, and return the exit code; if something goes wrong, say so in a sentence."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal or a file may lack a character of a sentence.
        sys.stdout.reconfigure(errors="backslashreplace")
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="minitok", description=__doc__, formatter_class=as_written
    )
    parser.add_argument("--version", action="version", version=f"minitok {__version__}")
    parser.set_defaults(run=lab)
    commands = parser.add_subparsers(metavar="COMMAND")
    for run in (lab, copy, reset, update, check, doctor):
        takes_options = run in (lab, check)  # of its own, including `--help`
        command = commands.add_parser(
            run.__name__, description=run.__doc__, add_help=not takes_options
        )
        command.set_defaults(run=run)
        if run is reset:
            command.add_argument(
                "lessons",
                nargs="*",
                metavar="LESSON",
                help="such as 02, or my-course/02_bpe_from_scratch.ipynb",
            )
    options, words = parser.parse_known_args(typed)
    words += getattr(options, "lessons", [])
    if words and options.run in (copy, update, doctor):
        parser.error(f"what is {' '.join(words)}?")
    try:
        return int(options.run(words))
    except KeyboardInterrupt:
        return 130
    except ImportError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(
            f"{error.filename or 'A file'} can't be read or written: {error.strerror or error}"
        )
