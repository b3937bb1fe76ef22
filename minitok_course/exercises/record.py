"""What a learner has done so far, saved in `my-course/.progress.json` and nowhere else."""

import json
import os
from pathlib import Path

from minitok_course.folder import FOLDER, learners_folder, set_aside, write_whole

FILE = ".progress.json"
HANDED_IN = "MINITOK_HANDED_IN"  # in the environment: the file to which `minitok check` has verdicts appended
BEGUN = {"not yet": "begun", "right": "right"}


class Record:
    """The state of each exercise begun: always in memory, and in the file if the working folder is my-course.

    What was right once stays right. The file is read again before each change, so that two lessons may be open.
    """

    def __init__(self) -> None:
        self.states: dict[str, str] = {}
        # For each exercise in the learner's file, the digest of its attempt.
        self.digests: dict[str, str] = {}
        self.note = ""
        self.refused = False

    def keep(self, name: str, state: str, *, source: str | None = None) -> None:
        """Note the state of an exercise, and the digest of its source; one that is not started leaves no trace."""
        if state not in BEGUN:
            return
        self.read()
        if source in (None, self.digests.get(name)) and self.states.get(name) in (
            "right",
            BEGUN[state],
        ):
            return
        self.states[name] = (
            "right" if self.states.get(name) == "right" else BEGUN[state]
        )
        self.digests |= {name: source} if source else {}
        folder = learners_folder()
        if folder:
            self._write(folder / FILE)

    def read(self) -> tuple[dict[str, str], str]:
        """The states of all exercises begun, and a sentence on where they are saved."""
        folder = learners_folder()
        self.note = f"Kept until the kernel stops, for this is not {FOLDER}/."
        if folder:
            self.note = f"Kept in {FOLDER}/{FILE}."
            saved = self._load(folder / FILE)
            self.states |= {
                name: state
                for name, state in saved.items()
                if self.states.get(name) != "right"
            }
        if self.refused:
            self.note = (
                f"{FOLDER}/{FILE} can't be written: kept until the kernel stops."
            )
        return self.states, self.note

    def _load(self, file: Path) -> dict[str, str]:
        try:
            data = json.loads(file.read_text(encoding="utf-8"))
            states = data["exercises"]
            if not all(state in BEGUN.values() for state in states.values()):
                raise ValueError
            self.digests |= data.get("kept", {})
            return dict(states)
        except FileNotFoundError:
            pass
        except OSError as error:
            self.note = f"{FOLDER}/{FILE} can't be read ({error.strerror}): kept until the kernel stops."
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            aside = set_aside(file)
            if aside:
                self.note = f"{FOLDER}/{FILE} was damaged. It is now {FOLDER}/{aside.name}, and a new one is begun."
        return {}

    def _write(self, file: Path) -> None:
        data = {"version": 1, "exercises": self.states, "kept": self.digests}
        try:
            write_whole(file, json.dumps(data, indent=1, sort_keys=True) + "\n")
            self.refused = False
        except OSError:
            self.refused = True


def collect(*said: str) -> None:
    """Append what was said of an exercise to the file of `minitok check`, if that runs the notebook."""
    if HANDED_IN in os.environ:
        with open(os.environ[HANDED_IN], "a", encoding="utf-8") as file:
            file.write(json.dumps(said) + "\n")
