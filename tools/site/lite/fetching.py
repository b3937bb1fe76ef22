"""What the lessons in the browser are made of, from the registries of npm and Python."""

import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path

from notebooks import ROOT, NotebookError

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
# Python before 3.11.4, as in Debian 12, has no filters.
FILTER = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
WHEELS = ("anywidget", "ipywidgets", "comm", "ipython", "jedi", "micropip", "packaging")


def fetch_from_npm(package: str, folder: Path) -> Path:
    """The folder of a package of npm."""
    npm = shutil.which("npm")
    if not npm:
        raise NotebookError(
            f"npm is missing, which fetches {package}: install Node.js (on Debian: apt-get install npm)"
        )
    run([npm, "pack", "--silent", package], folder)
    name = package.rpartition("@")[0]
    with tarfile.open(next(folder.glob(f"{name}-*.tgz"))) as archive:
        archive.extractall(folder / name, **FILTER)
    return folder / name / "package"


def fetch_wheels(folder: Path, pyodide: Mapping[str, str]) -> list[Path]:
    """Pure wheels for Pyodide's Python: minitok, and what the lessons need besides."""
    # For example 3.14 and 2026_0.
    python = pyodide["python"].rpartition(".")[0]
    platform = f"pyemscripten_{pyodide['abi_version']}_wasm32"
    download = [*PIP, "download", "--python-version", python, "--platform", platform]
    download += ["--implementation", "py", "--abi", "none", "--only-binary", ":all:"]
    run([*download, *WHEELS], folder)
    # It needs markupsafe, which has no pure wheel to download.
    run([*download, "--no-deps", "jinja2"], folder)
    run([*PIP, "wheel", "--no-deps", str(ROOT)], folder)
    return sorted(folder.glob("*.whl"))


def run(
    command: list[str], folder: Path, environment: Mapping[str, str] | None = None
) -> str:
    """Run a command in a folder; what it says is returned, and shown if it fails."""
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        raise NotebookError(
            f"This failed:\n{' '.join(command)}\n{(done.stderr or done.stdout).strip()}"
        )
    return done.stdout
