"""Build JupyterLite around Pyodide, the wheels and the lessons: in a fresh folder, then put in its place."""

import json
import shutil
import sys
from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory

import native

from .fetching import EXTENSIONS, KERNEL, fetch_pyodide, fetch_wheels, find_extension, run
from .lessons import write_lessons
from .locking import PLOTS, make_lock

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
FIRST = ["micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", "minitok"]
APPS = ("notebooks", "tree")  # one notebook in a window of any size, and the list of them
SETTINGS = {
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},  # dark where the system is
}
ON_THE_CDN = {module: f"the library `{module}`" for module in ("matplotlib", "numpy", "tiktoken")} | {PLOTS: "plots"}


def build(target: Path, stand_ins: Collection[Path] = ()) -> None:
    """Make `lite/` of the site. NotebookError says what is missing or what failed; then `target` stays as it was.

    Compiled libraries are loaded from Pyodide's CDN. With wheels that stand in for them, nothing is: the libraries that
    these don't replace are missing, and cells that need them become text.
    """
    extensions = [str(find_extension(name)) for name in EXTENSIONS]
    from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL

    with TemporaryDirectory() as made:
        folder = Path(made)
        for name in ("npm", "wheels", "lite/static/pyodide"):
            (folder / name).mkdir(parents=True)
        pyodide = fetch_pyodide(folder / "npm")
        lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
        python, abi = lock["info"]["python"], lock["info"]["abi_version"]
        wheels = [*fetch_wheels(folder / "wheels", python.rpartition(".")[0], abi), *stand_ins]
        served = folder / "lite" / "static" / "pyodide"
        lock = make_lock(lock, wheels, "" if stand_ins else PYODIDE_CDN_URL)
        (served / "pyodide-lock.json").write_text(json.dumps(lock, sort_keys=True), encoding="utf-8")
        used = {package["file_name"] for package in lock["packages"].values()}
        for path in [*(pyodide / name for name in CORE), *(wheel for wheel in wheels if wheel.name in used)]:
            shutil.copy(path, served)
        write_lessons(folder / "lite" / "files", native.NATIVE | (ON_THE_CDN if stand_ins else {}))
        configure(folder / "lite", extensions)
        command = [sys.executable, "-m", "jupyterlite_core", "build", "--output-dir", "../out"]
        command += [option for app in APPS for option in ("--apps", app)]
        run([*command, "--no-sourcemaps", "--no-unused-shared-packages", "--no-libarchive"], folder / "lite")
        # A picture in a text is asked for beside lab/ before it is found among the files.
        shutil.copytree(folder / "lite" / "files" / "images", folder / "out" / "images")
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(folder / "out", target)


def configure(folder: Path, extensions: list[str]) -> None:
    """Have the kernel take Pyodide and every package from the site, and JupyterLab these extensions and no others."""
    kernel = {"disablePyPIFallback": True, "pyodideUrl": "./static/pyodide/pyodide.mjs"}
    kernel["loadPyodideOptions"] = {"packages": FIRST}
    page = {"appName": "minitok", "appUrl": "./tree", "litePluginSettings": {f"{KERNEL}:kernel": kernel}}
    config = {"jupyter-lite-schema-version": 0, "jupyter-config-data": page}
    (folder / "jupyter-lite.json").write_text(json.dumps(config), encoding="utf-8")
    made_of = {"LiteBuildConfig": {"federated_extensions": extensions, "ignore_sys_prefix": ["federated_extensions"]}}
    (folder / "jupyter_lite_config.json").write_text(json.dumps(made_of), encoding="utf-8")
    (folder / "overrides.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
