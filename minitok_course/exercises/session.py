"""What a kernel knows of its learner: the progress, what was right, what was lent, and the hints that were given."""

import json
import random
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import Any

from minitok_course.exercises.calling import Interrupts
from minitok_course.exercises.exercise import EXERCISES, Exercise, find_exercise
from minitok_course.exercises.judge import judge
from minitok_course.exercises.lessons import BESIDE, ORDER
from minitok_course.exercises.notebook import (
    FILE,
    count_kept,
    fetch,
    is_older,
    keep,
    kept_source,
    source_of,
)
from minitok_course.exercises.verdict import Hint, Progress, Solution, Verdict
from minitok_course.folder import (
    FOLDER,
    VERDICTS,
    learners_folder,
    set_aside,
    write_whole,
)

RECORD, LOCK = ".progress.json", ".lock"
SECONDS = 20  # to wait for another kernel that writes
STANDS_IN = "the course's solution, until yours is right"
OLDER = "The cell above did not run, so this is about your older version."
LENT = "This is the course's solution, from `mine`: run the cell above with your own, then this one again."


class Session:
    """The functions of `minitok_course.exercises` are the methods of one of these."""

    def __init__(self) -> None:
        self._lock = RLock()
        self.reset()

    def reset(self) -> None:
        """Forget all that this kernel knows. What is in the learner's folder stays."""
        self._is_checking = False
        self._record = Record()
        self._right: dict[str, Any] = {}  # as `mine` hands it on
        self._sources: dict[str, str] = {}
        self._fetched: dict[tuple[str, ...], tuple[Any, str]] = {}
        self._lent: dict[str, Any] = {}
        self._hints_given: dict[str, int] = {}

    def check(self, name: str, attempt: Any) -> Verdict:
        """Try an attempt. True if it is right, and then it is saved. Raises ValueError if there is no such exercise.

        Python that never ends is stopped after some seconds. A single call into C is not (`sum(range(10**13))`):
        *Restart* the kernel. In a thread, on Windows and in a browser, neither is what only waits, nor a loop with a
        bare `except:`.
        """
        exercise = find_exercise(name)
        if attempt is not None and self._lent.get(name) is attempt:
            return Verdict(name, exercise.title, sentence=LENT)
        with Interrupts(), self._lock:
            if self._is_checking:
                raise RuntimeError(
                    "`check` is called inside of what it checks: move it out of the function"
                )
            self._is_checking = True
            chance = random.getstate()
            # So that an attempt that leaves its answer to chance always gets the same verdict.
            random.seed(name)
            try:
                verdict = judge(exercise, attempt)
                if is_older(attempt, exercise.short):
                    verdict = replace(verdict, sentence=f"{OLDER} {verdict.sentence}")
                return self._note(exercise, verdict)
            finally:
                random.setstate(chance)
                self._is_checking = False

    def _note(self, exercise: Exercise, verdict: Verdict) -> Verdict:
        """Note what was said of an attempt, and keep the attempt if it is right."""
        _report(exercise.name, verdict)
        if verdict.state == "not started":
            return verdict
        folder = learners_folder()
        self._record.note(exercise.name, verdict)
        if folder is None:
            if verdict:
                source = source_of(verdict.attempt, exercise.short)
                self._sources[exercise.name] = source
                self._right[exercise.name] = verdict.usable
            return verdict
        try:
            with _locked(folder):
                self._record.read(folder)
                if verdict:
                    sentence = keep(
                        folder, exercise, verdict.attempt, self._record.digests
                    )
                self._record.write(folder)
        except OSError as error:
            self._record.is_refused = True
            sentence = f"It works here, and can't be kept: {FOLDER}/{FILE} can't be written ({error})."
        if not verdict or not sentence:
            return verdict
        return verdict.right(f"{verdict.sentence} {sentence}")

    def hint(self, name: str) -> Hint:
        """The next hint, and after the last one the last again. Raises ValueError if there is no such exercise."""
        exercise = find_exercise(name)
        number = min(self._hints_given.get(name, 0) + 1, len(exercise.hints))
        self._hints_given[name] = number
        return Hint(name, exercise.hints, number)

    def solution(self, name: str) -> Solution:
        """A solution that runs by itself, as `.source`. Raises ValueError if there is no such exercise."""
        exercise = find_exercise(name)
        return Solution(name, exercise.source, exercise.why)

    def mine(self, name: str) -> Any:
        """Your own code, from `my-course/my_tokenizer.py`, or elsewhere from this kernel; else the solution.

        If it is the solution, a line says so.

        Raises ValueError if there is no such exercise.
        """
        exercise = find_exercise(name)
        folder = learners_folder()
        own, reason = self._right.get(name), ""
        if folder:
            own, reason = fetch(folder, exercise, self._fetched)
        if own is not None:
            return own
        reason = f"{reason}: " if reason else ""
        print(f"{name}: {reason}{STANDS_IN}")
        if name not in self._lent:
            self._lent[name] = self.solution(name).value
        return self._lent[name]

    def own_source(self, name: str) -> str:
        """What the learner wrote, once it was right: from the learner's file, or else from this kernel; else ""."""
        folder = learners_folder()
        if folder:
            return kept_source(folder, name)
        return self._sources.get(name, "")

    def progress(self) -> Progress:
        """A picture of the course: what is right, begun, untouched."""
        folder = learners_folder()
        note = self._record.read(folder)
        states = []
        for name in ORDER:
            state = self._record.states.get(name, "untouched")
            if name in BESIDE and state == "untouched":
                continue
            states.append((EXERCISES[name].lesson, name, state))
        if folder:
            note += f" Your own code: {count_kept(folder)} of them in {FOLDER}/{FILE}."
        return Progress(states, note)


class Record:
    """The state of each exercise begun: always in memory, and in the file if the working folder is my-course.

    What was right once stays right. The file is read again before each change, so that two lessons may be open.
    """

    def __init__(self) -> None:
        self.states: dict[str, str] = {}
        # For each exercise in the learner's file, the digest of its source.
        self.digests: dict[str, str] = {}
        self.is_refused = False

    def note(self, name: str, verdict: Verdict) -> None:
        if verdict:
            self.states[name] = "right"
        self.states.setdefault(name, "begun")

    def read(self, folder: Path | None) -> str:
        """Add what the file has. Returns a sentence about it."""
        if folder is None:
            return f"Kept until the kernel stops, for this is not {FOLDER}/."
        file = folder / RECORD
        try:
            self._add(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            pass
        except OSError:
            self.is_refused = True
        except Exception:
            aside = set_aside(file)
            if aside:
                return f"{FOLDER}/{RECORD} was damaged. It is now {FOLDER}/{aside.name}, and a new one is begun."
        if self.is_refused:
            return f"{FOLDER}/{RECORD} can't be read or written: kept until the kernel stops."
        return f"Kept in {FOLDER}/{RECORD}."

    def _add(self, text: str) -> None:
        data = json.loads(text)
        for name, state in data["exercises"].items():
            if self.states.get(name) != "right":
                self.states[name] = state
        self.digests |= data.get("kept", {})

    def write(self, folder: Path) -> None:
        """Write the file."""
        data = {"version": 1, "exercises": self.states, "kept": self.digests}
        text = json.dumps(data, indent=1, sort_keys=True)
        write_whole(folder / RECORD, text)
        self.is_refused = False


def _locked(folder: Path) -> AbstractContextManager[Any]:
    """Lets no other kernel change the learner's files meanwhile; a browser has one kernel, and no such lock."""
    try:
        from filelock import FileLock
    except ImportError:
        return nullcontext()
    return FileLock(folder / LOCK, timeout=SECONDS)


def _report(name: str, verdict: Verdict) -> None:
    """Append a verdict to the file of `minitok check`, if that runs the notebook."""
    if VERDICTS:
        row = json.dumps([name, verdict.state, verdict.sentence[:300]])
        with open(VERDICTS, "a", encoding="utf-8") as file:
            file.write(row + "\n")
