"""The lessons, to run in a browser with nothing installed: JupyterLite, its Python by Pyodide, as files of the site.

build(Path("build/site/lite"))        make the folder anew
address("02_bpe_from_scratch")        where that lesson runs, relative to the site's root
"""

import json
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import native

from notebooks import ROOT

from . import jupyterlite
from .compiling import compile_archives
from .fetching import fetch_from_npm, fetch_wheels
from .lessons import address, write_lessons
from .locking import PLOTS, make_lock
from .wheels import pure_wheels

__all__ = ["address", "build"]

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
FIRST = [
    "micropip",
    "piplite",
    "ipykernel",
    "comm",
    "pyodide-kernel",
    "jedi",
    "ipython",
    "minitok",
]
FIRST += ["anywidget", "ipywidgets", "jinja2"]
IMPORTED = re.compile(r'^(?:import|export)\b[^;]*?"(\.[^"]+)"', re.MULTILINE)
EDITOR = "prism-code-editor@5.4.0"
EDITORS_FILES = ["index.js", "layout.css", "extensions/commands/index.js"]
EDITORS_FILES += ["languages/python.js", "prism/languages/python.js"]
SETTINGS = {
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    "@jupyterlab/apputils-extension:themes": {
        "adaptive-theme": True,  # dark where the system is
    },
}
ON_THE_CDN = {
    module: f"the library `{module}`" for module in ("matplotlib", "numpy", "tiktoken")
} | {PLOTS: "plots"}


def build(target: Path, *, with_cdn: bool = True) -> None:
    """Make `lite/` of the site. NotebookError says what is missing or what failed; then `target` stays as it was.

    Compiled libraries are loaded from Pyodide's CDN. Without it, cells that need them become text.
    """
    version, published = jupyterlite.pyodide()
    cdn = published if with_cdn else ""
    with TemporaryDirectory() as temporary:
        folders = ("npm", "pip", "compiled", "lite")
        npm, pip, compiled, lite = (Path(temporary, name) for name in folders)
        served = lite / "static" / "pyodide"
        for folder in (npm, pip, compiled, served):
            folder.mkdir(parents=True)
        pyodide = fetch_from_npm(f"pyodide@{version}", npm)
        lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
        wheels = fetch_wheels(pip, lock["info"]) + jupyterlite.kernels_wheels()
        wheels += pure_wheels(pip)
        wheels = [Path(shutil.copy(wheel, compiled)) for wheel in wheels]
        compile_archives(pyodide, [*wheels, pyodide / "python_stdlib.zip"])
        lock = make_lock(lock, wheels, cdn)
        write_json(served / "pyodide-lock.json", lock)
        used = {package["file_name"] for package in lock["packages"].values()}
        for path in [
            *(pyodide / name for name in CORE),
            *(wheel for wheel in wheels if wheel.name in used),
        ]:
            shutil.copy(path, served)
        write_lessons(lite / "files", native.NATIVE | ({} if cdn else ON_THE_CDN))
        configure(lite, [*FIRST, "regex"] if cdn else FIRST)
        jupyterlite.build(lite)
        notebook = Path(temporary, "out", "notebooks", "index.html")
        css = ROOT / "minitok_course" / "settings" / "custom.css"
        style = f"<style>{css.read_text(encoding='utf-8')}</style></head>"
        notebook.write_text(
            notebook.read_text(encoding="utf-8").replace("</head>", style, 1),
            encoding="utf-8",
        )
        bring_editor(
            fetch_from_npm(EDITOR, npm) / "dist", Path(temporary, "out", "editor")
        )
        # A picture in a text is asked for beside lab/ before it is found among the files.
        shutil.copytree(lite / "files" / "images", Path(temporary, "out", "images"))
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(Path(temporary, "out"), target)


def configure(folder: Path, packages: list[str]) -> None:
    """Have the kernel take Pyodide and every package from the site, and JupyterLab these extensions and no others."""
    kernel = {"disablePyPIFallback": True, "pyodideUrl": "./static/pyodide/pyodide.mjs"}
    kernel["loadPyodideOptions"] = {"packages": packages}
    page = {
        "appName": "minitok",
        "appUrl": "./tree",
        "litePluginSettings": {f"{jupyterlite.KERNEL}:kernel": kernel},
    }
    write_json(
        folder / "jupyter-lite.json",
        {"jupyter-lite-schema-version": 0, "jupyter-config-data": page},
    )
    made_of = {
        "federated_extensions": [str(path) for path in jupyterlite.extensions()],
        "ignore_sys_prefix": ["federated_extensions"],
    }
    write_json(folder / "jupyter_lite_config.json", {"LiteBuildConfig": made_of})
    write_json(folder / "overrides.json", SETTINGS)


def write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, sort_keys=True), encoding="utf-8")


def bring_editor(files: Path, target: Path) -> None:
    """Copy the editor of the pages: the files that it is made of, and those that these import."""
    pending = {files / name for name in EDITORS_FILES}
    while pending:
        path = pending.pop()
        copied = target / path.relative_to(files)
        if not copied.exists():
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copied)
            pending |= {
                (path.parent / name).resolve()
                for name in IMPORTED.findall(path.read_text(encoding="utf-8"))
            }
