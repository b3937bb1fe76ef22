"""JupyterLite, in a folder of its own, build/jupyterlite/, which only its own processes look into.

Beside JupyterLab, it would give JupyterLab an extension that lacks what it needs there.
"""

import os
import shutil
import sys
from pathlib import Path

from notebooks import ROOT, NotebookError

from .fetching import PIP, run

FOLDER = ROOT / "build" / "jupyterlite"
REQUIREMENTS = Path(__file__).parent / "requirements.txt"
CONSTRAINTS = ROOT / "tests" / "constraints.txt"
INSTALLED = FOLDER / "installed.txt"
KERNEL = "@jupyterlite/pyodide-kernel-extension"
WIDGETS = ("@jupyter-widgets/jupyterlab-manager", "anywidget")
PYODIDE = """
from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL, PYODIDE_VERSION
print(PYODIDE_VERSION, PYODIDE_CDN_URL)
"""


def install() -> None:
    """Install it, unless it is there in the version of tests/constraints.txt."""
    wanted = REQUIREMENTS.read_text("utf-8") + CONSTRAINTS.read_text("utf-8")
    if INSTALLED.exists() and INSTALLED.read_text("utf-8") == wanted:
        return
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    command = [*PIP, "install", "--target", str(FOLDER)]
    command += ["--constraint", str(CONSTRAINTS), "--requirement", str(REQUIREMENTS)]
    run(command, FOLDER)
    INSTALLED.write_text(wanted, "utf-8")


def python(arguments: list[str], folder: Path) -> str:
    """Run this Python in a folder, where it finds JupyterLite; what it prints."""
    install()
    return run(
        [sys.executable, *arguments], folder, os.environ | {"PYTHONPATH": str(FOLDER)}
    )


def pyodide() -> tuple[str, str]:
    """The version of Pyodide that JupyterLite's kernel is made for, and the address of its CDN."""
    version, cdn = python(["-c", PYODIDE], FOLDER.parent).split()
    return version, cdn


def build(folder: Path) -> None:
    """Build what a folder configures, beside it in `out`: a notebook in a window of any size, and the list of them."""
    command = ["-m", "jupyterlite_core", "build", "--output-dir", "../out"]
    command += ["--apps", "notebooks", "--apps", "tree"]
    command += ["--no-sourcemaps", "--no-unused-shared-packages", "--no-libarchive"]
    python(command, folder)


def extensions() -> list[Path]:
    """The folders of the kernel, and of the widgets that JupyterLab has, too."""
    own = FOLDER / "share" / "jupyter" / "labextensions" / KERNEL
    return [own, *(find_extension(name) for name in WIDGETS)]


def kernels_wheels() -> list[Path]:
    return sorted((extensions()[0] / "static" / "pypi").glob("*.whl"))


def find_extension(name: str) -> Path:
    from jupyter_core.paths import jupyter_path

    for folder in jupyter_path("labextensions"):
        if Path(folder, name).is_dir():
            return Path(folder, name)
    raise NotebookError(
        f"{name} is missing: run make site, or pip install -e '.[course,site]'"
    )
