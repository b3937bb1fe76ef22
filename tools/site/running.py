"""Run a lesson for the site, and take down what its views show: a page has no Python to ask.

A view becomes an island, data that a page makes alive: the name of its front end, its state, and the boxes around it.
"""

import base64
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

import notebooks
from minitok_course.playing import front_end

STATES = "application/vnd.jupyter.widget-state+json"
ASKED = "application/vnd.minitok.asked+json"  # the same as in asking.py, which runs in the kernel
ISLAND = "application/vnd.minitok.island+json"
BEFORE = "import sys\nsys.path.append({!r})\nimport asking\nasking.listen({!r})\ndel asking, sys"
OTHERS = ("layout", "tooltip", "tabbable")  # what every widget has in its state
CONTROLS = ("TextModel", "TextareaModel", "DropdownModel")


def run(path: Path, vocabularies: Path) -> NotebookNode:
    """A lesson, run, with its views as islands. Where a vocabulary is missing, the stored output of a cell stays.

    What its views need to encode a reader's text is put into the folder of `vocabularies`.
    """
    notebook = nbformat.read(path, as_version=4)
    stored = [cell.get("outputs", []) for cell in notebook.cells]
    notebook.cells.insert(
        0,
        nbformat.v4.new_code_cell(
            BEFORE.format(str(Path(__file__).parent), str(vocabularies))
        ),
    )
    notebooks.run(notebook, path, keep_views=True)
    del notebook.cells[0]
    states = notebook.metadata.pop("widgets", {}).get(STATES, {}).get("state", {})
    for cell, before in zip(notebook.cells, stored):
        is_published = "published" in notebooks.tags(cell)
        if is_published and read_texts(cell.outputs) != read_texts(before):
            cell.outputs = before
        for output in cell.get("outputs", []):
            make_island(output.get("data", {}), states)
    notebooks.tidy(notebook, notebooks.relative_path(path))
    return notebook


def read_texts(outputs: Iterable[NotebookNode]) -> list[str]:
    """What outputs say in text: it differs from what is stored where a vocabulary is missing."""
    return [
        "".join(output.get("text") or output.get("data", {}).get("text/plain", ""))
        for output in outputs
    ]


def make_island(data: dict[str, Any], states: dict[str, Any]) -> None:
    """Put a view's front end and state into an output, in place of the widget."""
    widget = data.pop(notebooks.WIDGET, None)
    island: dict[str, Any] = {
        "boxes": [],
        "classes": [],
        "asked": data.pop(ASKED, None),
    }
    if widget and widget["model_id"] in states:
        gather(widget["model_id"], states, island)
    if "front" in island:
        # What is different in a page.
        island["state"] |= (island["asked"] or {}).pop("state", {})
        data[ISLAND] = island


def own(state: dict[str, Any]) -> dict[str, Any]:
    """What a view itself put into its state."""
    return {
        name: value
        for name, value in state.items()
        if name[0] != "_" and name not in OTHERS
    }


def gather(name: str, states: dict[str, Any], island: dict[str, Any]) -> None:
    """Read a widget, and those in it: the view itself, and the boxes and choices around it."""
    model = states[name.removeprefix("IPY_MODEL_")]
    state = model["state"]
    if model["model_name"] == "AnyModel":
        buffers = {
            buffer["path"][0]: base64.b64decode(buffer["data"])
            for buffer in model.get("buffers", ())
        }
        ours = own(state) | {name: json.loads(data) for name, data in buffers.items()}
        island |= {
            "state": ours,
            "front": front_end(ours),
        }
    elif model["model_name"] in CONTROLS:
        kind = model["model_name"].removesuffix("Model").lower()
        control = {
            "kind": kind,
            "label": state["description"],
            "value": state.get("value"),
        }
        if kind == "dropdown":
            control |= {
                "value": state["_options_labels"][state["index"]],
                "options": list(state["_options_labels"]),
            }
        island["boxes"].append(control)
    else:
        island["classes"] += state.get("_dom_classes", ())
        for child in state.get("children", ()):
            gather(child, states, island)
