"""What a learner has done so far, kept in `my-course/.progress.json`, and nowhere else."""

import json
import os
from contextlib import suppress
from pathlib import Path

FOLDER, FILE = "my-course", ".progress.json"
BEGUN = {"not yet": "begun", "right": "right"}


class Record:
    """The state of each exercise that was begun: in memory always, in the file where the working folder is my-course.

    What was right once stays right. The file is read again before each change, so that two lessons may be open.
    """

    def __init__(self) -> None:
        self.states: dict[str, str] = {}
        self.note = ""
        self.refused = False

    def keep(self, name: str, state: str) -> None:
        """Note the state of an exercise; one that is not started leaves no trace."""
        if state not in BEGUN:
            return
        self.read()
        if self.states.get(name) == "right" or self.states.get(name) == BEGUN[state]:
            return
        self.states[name] = BEGUN[state]
        file = progress_file()
        if file:
            self._write(file)

    def read(self) -> tuple[dict[str, str], str]:
        """The states of all exercises that were begun, and where they are kept."""
        file = progress_file()
        self.note = f"Kept in {FOLDER}/{FILE}." if file else f"Kept until the kernel stops, for this is not {FOLDER}/."
        if file:
            kept = self._load(file)
            self.states |= {name: state for name, state in kept.items() if self.states.get(name) != "right"}
        if self.refused:
            self.note = f"{FOLDER}/{FILE} can't be written: kept until the kernel stops."
        return self.states, self.note

    def _load(self, file: Path) -> dict[str, str]:
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))["exercises"]
            if not all(state in BEGUN.values() for state in kept.values()):
                raise ValueError
        except FileNotFoundError:
            return {}
        except OSError as error:
            self.note = f"{FOLDER}/{FILE} can't be read ({error.strerror}): kept until the kernel stops."
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            self._set_aside(file)
        else:
            return dict(kept)
        return {}

    def _set_aside(self, file: Path) -> None:
        """Keep a damaged file under another name: something in it may be worth having."""
        number = 1
        while (aside := file.with_name(f".progress.damaged-{number}.json")).exists():
            number += 1
        try:
            file.replace(aside)
        except OSError:
            return
        self.note = f"{FOLDER}/{FILE} was damaged. It is now {FOLDER}/{aside.name}, and a new one is begun."

    def _write(self, file: Path) -> None:
        unfinished = file.with_name(f"{FILE}.{os.getpid()}.unfinished")
        text = json.dumps({"version": 1, "exercises": self.states}, indent=1, sort_keys=True) + "\n"
        try:
            unfinished.write_text(text, encoding="utf-8")
            unfinished.replace(file)
            self.refused = False
        except OSError:
            self.refused = True
            with suppress(OSError):
                unfinished.unlink()


def progress_file() -> Path | None:
    """The learner's file, if the working folder is `my-course`: a kernel works in the folder of its notebook."""
    try:
        folder = Path.cwd()
    except OSError:
        return None
    return folder / FILE if folder.name == FOLDER else None
