"""The commands of make, where the course, Python and uv have a space in their paths."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from lessons import ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE)
SPEAKS = '#!/bin/sh\nprintf "<%s>" "$PYTHONPATH" "$@"\n'
BASICS = {
    "PATH": "/usr/bin:/bin",
    "PYTHONPATH": "",
}

pytestmark = pytest.mark.skipif(
    os.name == "nt" or not shutil.which("make"), reason="make is not here"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A checkout in which `.venv` is made: its Python says what it is called with."""
    folder = tmp_path / "my course"
    (folder / "tools").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "tools/make_venv.sh"):
        shutil.copy(ROOT / name, folder / name)
    for name in ("python", "minitok"):
        program(folder / ".venv/bin" / name, SPEAKS)
    for name in ("made", "test", "lab"):
        (folder / ".venv" / name).touch()
    return folder


def program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def make(
    folder: Path, *words: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", *words],
        cwd=folder,
        env=BASICS | environment,
        capture_output=True,
        text=True,
    )


def test_make_alone_lists_every_command(folder: Path) -> None:
    listed = re.findall(r"^make ([a-z-]+)", make(folder).stdout, re.MULTILINE)
    assert listed == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_can_be_planned_in_a_path_with_a_space(
    folder: Path, command: str
) -> None:
    shutil.rmtree(folder / ".venv")
    plan = make(folder, "--dry-run", command, "NB=02")
    assert (plan.returncode, plan.stderr) == (0, "")


def test_pytest_gets_the_whole_path_and_each_option(folder: Path) -> None:
    run = make(folder, "test-quick", PYTHONPATH="/some where")
    assert run.returncode == 0, run.stderr
    assert f"<{folder}/tests/sooner:/some where><-m><pytest>" in run.stdout
    assert "<-m><not slow><tests>" in run.stdout


def test_a_lesson_is_named(folder: Path) -> None:
    assert "<reset><02>" in make(folder, "reset", "NB=02").stdout
    nameless = make(folder, "reset")
    assert nameless.returncode and "make reset NB=02" in nameless.stderr


def test_a_python_may_be_at_a_path_with_a_space(folder: Path) -> None:
    """This one makes an empty folder, for a real one takes seconds."""
    python = program(
        folder / "a python/python3",
        f"""#!/bin/sh
        [ "$1" = -c ] && exec "{sys.executable}" "$@"
        mkdir -p .venv/bin && cp "$0" .venv/bin/python
        """,
    )
    made = make(folder, ".venv/lab", "--dry-run", f"PYTHON={python}")
    assert f'sh tools/make_venv.sh "{python}"' in made.stdout
    (name,) = re.findall(r"(\.venv/made-\S+)", made.stdout)
    for _ in range(2):
        made = make(folder, name, f"PYTHON={python}")
        assert made.returncode == 0, made.stderr
    assert "up to date" in made.stdout
    assert (folder / name).exists()


def test_uv_is_asked_for_a_python_that_ci_tries_and_says_itself_what_is_wrong(
    folder: Path,
) -> None:
    uv = program(folder / "u v/uv", f"{SPEAKS}echo no network >&2\nexit 2\n")
    (folder / ".venv/made").unlink()
    made = make(folder, ".venv/made", PATH=f"{uv.parent}:/usr/bin:/bin")
    assert made.returncode and "no network" in made.stderr
    assert "<--python><>=3.11,<3.15><.venv>" in made.stdout
    workflow = (ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8")
    tried = {int(minor) for minor in re.findall(r'"3\.(\d+)"', workflow)}
    assert (min(tried), max(tried)) == (11, 14)
    assert not (folder / ".venv").exists()


def test_a_python_that_is_too_old_or_not_there_is_a_sentence(folder: Path) -> None:
    old = program(folder / "old python", "#!/bin/sh\nexit 1\n")
    for named in (str(old), "/not/there"):
        made = make(folder, ".venv/lab", f"PYTHON={named}")
        assert made.returncode
        assert f"No Python of version 3.11 or newer: tried {named}." in made.stderr
