"""The learner's folder, `my-course`, and how its files are written: completely or not at all."""

import os
from contextlib import suppress
from pathlib import Path

FOLDER = "my-course"
# In the environment: where `minitok check` wants the verdicts. The learner's files go beside them.
HANDED_IN = "MINITOK_HANDED_IN"
# Read once: a notebook may change its environment.
VERDICTS = os.environ.get(HANDED_IN)


def learners_folder() -> Path | None:
    """The working folder, if it is `my-course`: a kernel works in the folder of its notebook."""
    if VERDICTS:
        return Path(VERDICTS).parent
    try:
        folder = Path.cwd()
    except OSError:
        return None
    return folder if folder.name == FOLDER else None


def write_whole(file: Path, text: str) -> None:
    """Write a file so that a reader sees either the old one or the new one."""
    unfinished = file.with_name(f"{file.name}.{os.getpid()}.unfinished")
    try:
        unfinished.write_text(text, encoding="utf-8", newline="\n")
        unfinished.replace(file)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def set_aside(file: Path) -> Path | None:
    """Keep a damaged file under another name, since something in it may be worth having."""
    try:
        return file.replace(unused(file, "damaged"))
    except OSError:
        return None


def unused(file: Path, word: str) -> Path:
    """A name beside a file that is not taken yet: `02_bpe.ipynb` → `02_bpe.backup-1.ipynb`."""
    number = 1
    while (
        other := file.with_name(f"{file.stem}.{word}-{number}{file.suffix}")
    ).exists():
        number += 1
    return other
