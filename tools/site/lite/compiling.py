"""Python's modules for the browser, compiled ahead: a page that had to do that would take twice as long to start."""

import hashlib
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from notebooks import NotebookError

from . import jupyterlite
from .fetching import run

COMPILED = jupyterlite.FOLDER / "compiled"
IN_PYODIDE = Path(__file__).parent / "in_pyodide.py"
NODE = """
const [, pyodide, folder, script] = process.argv;
const { readFileSync } = await import("node:fs");
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide();
python.mountNodeFS("/archives", folder);
python.runPython(readFileSync(script, "utf8"));
"""


def compile_archives(pyodide: Path, paths: list[Path]) -> None:
    """Put the compiled modules into wheels, and into the archive of the standard library, by Pyodide's own Python.

    What was compiled is kept for the next build, under the digest of its archive.
    """
    kept = {path: COMPILED / f"{digest(path)}{path.suffix}" for path in paths}
    missing = [path for path in paths if not kept[path].exists()]
    with TemporaryDirectory() as temporary:
        for path in missing:
            shutil.copy(path, temporary)
        if missing:
            compile_in_node(pyodide, Path(temporary))
        COMPILED.mkdir(parents=True, exist_ok=True)
        for path in missing:
            shutil.move(Path(temporary, path.name), kept[path])
    for path in paths:
        shutil.copy(kept[path], path)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes() + IN_PYODIDE.read_bytes()).hexdigest()


def compile_in_node(pyodide: Path, folder: Path) -> None:
    node = shutil.which("node")
    if not node:
        raise NotebookError("node is missing: install Node.js")
    command = [node, "--input-type=module", "--eval", NODE]
    run([*command, str(pyodide), str(folder), str(IN_PYODIDE)], folder)
