"""Fetch what the browser's Python is made of: Pyodide by npm, wheels by pip. The kernel says which version."""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from notebooks import ROOT, NotebookError

KERNEL = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS = (KERNEL, "@jupyter-widgets/jupyterlab-manager", "anywidget")
VIEWS = ("anywidget", "ipywidgets")
CHAT_TEMPLATES = ("jinja2",)  # it needs markupsafe, which is compiled: Pyodide has it
FOR_THE_KERNEL = ("comm", "ipython", "jedi", "micropip", "packaging")


def fetch_pyodide(folder: Path) -> Path:
    """The folder of the npm package `pyodide`, in the version that the kernel is made for."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION

    npm = shutil.which("npm")
    if not npm:
        raise NotebookError("npm is missing, which fetches Pyodide: install Node.js (on Debian: apt-get install npm)")
    run([npm, "pack", "--silent", f"pyodide@{PYODIDE_VERSION}"], folder)
    with tarfile.open(next(folder.glob("pyodide-*.tgz"))) as archive:
        archive.extractall(folder)
    return folder / "package"


def fetch_wheels(folder: Path, python: str, abi: str) -> list[Path]:
    """Pure wheels for this Python (`3.14`, `2026_0`): minitok, what the lessons need besides, and the kernel."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    target = ["--python-version", python, "--platform", f"pyemscripten_{abi}_wasm32", "--implementation", "py"]
    download = [*pip, "download", *target, "--abi", "none", "--only-binary", ":all:"]
    run([*download, *FOR_THE_KERNEL, *VIEWS], folder)
    run([*download, "--no-deps", *CHAT_TEMPLATES], folder)
    run([*pip, "wheel", "--no-deps", str(ROOT)], folder)
    return [*folder.glob("*.whl"), *(find_extension(KERNEL) / "static" / "pypi").glob("*.whl")]


def find_extension(name: str) -> Path:
    """The folder of an installed extension of JupyterLab."""
    from jupyter_core.paths import jupyter_path

    found = next(filter(Path.is_dir, (Path(folder, name) for folder in jupyter_path("labextensions"))), None)
    if not found:
        raise NotebookError(f"{name} is missing: run make site, or pip install -e '.[course,site]'")
    return found


def run(command: list[str], folder: Path) -> None:
    """Run a command in a folder; what it says is shown only if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise NotebookError(f"This failed:\n{' '.join(command)}\n{(done.stderr or done.stdout).strip()}")
