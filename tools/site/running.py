"""Run the lessons for the site, once each: a lesson is run again when its cells or the package have changed.

What a page needs is kept in `build/lessons/`: the notebook with its outputs, and in place of each widget its front end
and its state.
"""

import base64
import hashlib
import json
import os
import sys
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

import notebooks

HERE = Path(__file__).parent
KEPT = notebooks.ROOT / "build" / "lessons"
VIEW = "application/vnd.jupyter.widget-view+json"
STATES = "application/vnd.jupyter.widget-state+json"
ASKED = "application/vnd.minitok.asked+json"  # the same as in asking.py, which runs in the kernel
ISLAND = "application/vnd.minitok.island+json"
BEFORE = f"import sys\nsys.path.append({str(HERE)!r})\nimport asking\nasking.listen()\ndel asking, sys"
FRONT_ENDS = {"trace": "stepper", "questions": "quiz", "guesses": "prediction"}
CONTROLS = ("TextModel", "TextareaModel", "DropdownModel", "CheckboxModel")
RECIPE = (HERE / "asking.py", HERE / "running.py")
PROCESSES = 2


def run_all(paths: Iterable[Path], chosen: Collection[Path]) -> Iterator[NotebookNode]:
    """The lessons in their order, those chosen run, two at a time; the others have what is stored in them."""
    with ThreadPoolExecutor(PROCESSES) as pool:
        yield from pool.map(lambda path: run(path) if path in chosen else nbformat.read(path, as_version=4), paths)


def run(path: Path) -> NotebookNode:
    """A lesson with its outputs and its views' states: those that are kept if nothing has changed, else run now."""
    kept, now = KEPT / path.name, digest(path)
    try:
        notebook = nbformat.read(kept, as_version=4)
        if notebook.metadata.get("made_from") == now:
            return notebook
    except (FileNotFoundError, ValueError):  # it was never run, or what was kept is damaged
        pass
    notebook = nbformat.read(path, as_version=4)
    stored = [cell.get("outputs", []) for cell in notebook.cells]
    notebook.cells.insert(0, nbformat.v4.new_code_cell(BEFORE))
    notebooks.run(notebook, path, keep_views=True)
    del notebook.cells[0]
    states = notebook.metadata.pop("widgets", {}).get(STATES, {}).get("state", {})
    keep_published(notebook, stored)
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            make_island(output.get("data", {}), states)
    notebooks.tidy(notebook, notebooks.shown(path))
    notebook.metadata["made_from"] = now
    KEPT.mkdir(parents=True, exist_ok=True)
    notebooks.write(kept, notebook)
    return notebook


def digest(path: Path) -> str:
    """Of all that a run depends on; how views look and move does not count, that is not kept."""
    found = hashlib.sha256(f"{sys.version_info[:2]} {os.environ.get('HF_HOME')}".encode())
    found.update(notebooks.version(path).encode())
    package = notebooks.ROOT / "minitok"
    for file in sorted([*package.rglob("*.py"), *package.rglob("*.json"), *package.rglob("*.txt"), *RECIPE]):
        if "__pycache__" not in file.parts:
            found.update(file.read_bytes())
    return found.hexdigest()


def keep_published(notebook: NotebookNode, stored: Iterable[list[NotebookNode]]) -> None:
    """Where a vocabulary is missing, a cell that needs it shows what the course has stored."""
    for cell, before in zip(notebook.cells, stored):
        if "published" in notebooks.tags(cell) and told(cell.outputs) != told(before):
            cell.outputs = before


def told(outputs: Iterable[NotebookNode]) -> list[Any]:
    """What outputs say in text: it differs from what is stored where a vocabulary is missing."""
    texts = (output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs)
    return [text if isinstance(text, str) else "".join(text) for text in texts]


def make_island(data: dict[str, Any], states: dict[str, Any]) -> None:
    """Put a view's front end and state into an output, in place of the widget."""
    shown = data.pop(VIEW, None)
    asked = data.pop(ASKED, None)
    if shown is None or shown["model_id"] not in states:
        return
    found: dict[str, Any] = {"boxes": [], "classes": [], "asked": asked}
    gather(shown["model_id"], states, found)
    if "front" in found:
        data[ISLAND] = found


def gather(name: str, states: dict[str, Any], found: dict[str, Any]) -> None:
    """Read a widget, and those in it: the view itself, and the boxes and choices around it."""
    model = states[name.removeprefix("IPY_MODEL_")]
    state = model["state"]
    if model["model_name"] == "AnyModel":
        found["state"] = {key: value for key, value in state.items() if key[0] != "_"}
        for buffer in model.get("buffers", ()):
            found["state"][buffer["path"][0]] = json.loads(base64.b64decode(buffer["data"]))
        for dropped in ("layout", "tooltip", "tabbable"):
            found["state"].pop(dropped, None)
        found["front"] = next(front for trait, front in FRONT_ENDS.items() if trait in found["state"])
    elif model["model_name"] in CONTROLS:
        kind = model["model_name"].removesuffix("Model").lower()
        control = {"kind": kind, "label": state["description"], "value": state.get("value"), "rows": state.get("rows")}
        if kind == "dropdown":
            control |= {"value": state["_options_labels"][state["index"]], "options": list(state["_options_labels"])}
        found["boxes"].append(control)
    else:
        found["classes"] += state.get("_dom_classes", ())
        for child in state.get("children", ()):
            gather(child, states, found)
