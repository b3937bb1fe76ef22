"""The package is a house: each room uses only those on the floors below it, and nothing uses the views."""

import ast
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import minitok

PACKAGE = Path(minitok.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

GROUND = {"text", "steps"}
PARTS = GROUND | {"normalizers", "pre_tokenizers", "models", "decoders", "encoding"}
BELOW_PIPELINE = PARTS | {"patterns", "trainers", "added_tokens", "processors", "lengths"}
BELOW_TOP = BELOW_PIPELINE | {"flow", "pipeline", "serialization", "tokenizer"}

# What each room of the package may import from the others; inside itself it is free.
MAY_IMPORT = {
    "text": {"steps"},
    "display": set(),
    "steps": {"display"},
    "corpora": set(),
    "patterns": set(),
    "byte_alphabet": set(),
    "libraries": set(),
    "normalizers": GROUND | {"patterns"},
    "pre_tokenizers": GROUND | {"patterns", "byte_alphabet"},
    "models": GROUND,
    "decoders": GROUND | {"patterns", "byte_alphabet"},
    "encoding": GROUND | {"display"},
    "trainers": PARTS,
    "added_tokens": PARTS | {"patterns"},
    "lengths": {"encoding"},
    "processors": PARTS | {"byte_alphabet"},
    "flow": BELOW_PIPELINE,
    "pipeline": BELOW_PIPELINE | {"flow"},
    "serialization": BELOW_PIPELINE - {"encoding"},
    "tokenizer": BELOW_PIPELINE | {"pipeline", "serialization", "display"},
    "interop": BELOW_TOP | {"byte_alphabet", "libraries"},
    "hub": BELOW_TOP,
    "checks": BELOW_TOP,
    "views": {"steps", "encoding", "byte_alphabet", "libraries"},  # the alphabet is two tables, no algorithm
    "__init__": BELOW_TOP | {"corpora", "interop", "hub", "checks"},
}
LIBRARIES = {
    "interop": {"sentencepiece", "tiktoken", "tokenizers", "transformers"},
    "hub": {"huggingface_hub", "tiktoken"},
    "views": {"IPython", "anywidget", "ipywidgets", "matplotlib", "numpy", "traitlets"},
}
# Inside a function, where `import minitok` does not reach, these are welcome too.
MAY_IMPORT_LATE = {"tokenizer": {"hub"}}
LIBRARIES_LATE = {"tqdm"}


class Import(NamedTuple):
    """`from ..steps import Token` in models/bpe.py: `Import(library="minitok", room="steps", late=False)`."""

    library: str
    room: str
    late: bool


def room_of(module: Path) -> str:
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def package_of(module: Path) -> list[str]:
    return ["minitok", *module.relative_to(PACKAGE).parts[:-1]]


def imports(source: str, package: list[str]) -> set[Import]:
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    late = {node for function in functions for node in ast.walk(function)}
    found = set()
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            names = [".".join([*above, *filter(None, [node.module]), alias.name]) for alias in node.names]
        for name in names:
            library, room = (*name.split("."), "")[:2]
            found.add(Import(library, room if room in MAY_IMPORT else "__init__", node in late))
    return found


def offences(source: str, room: str, package: list[str]) -> set[str]:
    """The names of what a module imports and may not."""
    found = set()
    for library, other, late in imports(source, package):
        if library == "minitok":
            welcome = MAY_IMPORT[room] | {room} | (MAY_IMPORT_LATE.get(room, set()) if late else set())
            found |= {f"minitok.{other}"} - {f"minitok.{name}" for name in welcome}
        else:
            welcome = {"regex"} | LIBRARIES.get(room, set()) | (LIBRARIES_LATE if late else set())
            found |= {library} - welcome - sys.stdlib_module_names
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_imports_only_from_the_floors_below(module):
    room = room_of(module)
    assert room in MAY_IMPORT, f"say in MAY_IMPORT on which floor {room} is"
    assert not offences(module.read_text(encoding="utf-8"), room, package_of(module))


def test_the_rooms_of_the_house_are_there():
    rooms = {room_of(module) for module in MODULES}
    assert rooms >= {"__init__", "steps", "text", "models", "trainers", "views"}


@pytest.mark.parametrize(
    ("room", "package", "line", "offence"),
    [
        ("models", ["minitok", "models"], "from ..steps import MergeStep", None),
        ("models", ["minitok", "models"], "from .viterbi import best_path", None),
        ("models", ["minitok", "models"], "from ..trainers.pairs import Pairs", "minitok.trainers"),
        ("models", ["minitok", "models"], "def f():\n    from .. import trainers", "minitok.trainers"),
        ("models", ["minitok", "models"], "import minitok.trainers", "minitok.trainers"),
        ("models", ["minitok", "models"], "from minitok import Tokenizer", "minitok.__init__"),
        ("models", ["minitok", "models"], "import numpy as np", "numpy"),
        ("text", ["minitok"], "import tqdm.auto", "tqdm"),
        ("text", ["minitok"], "def f():\n    from tqdm.auto import tqdm", None),
        ("tokenizer", ["minitok"], "from . import hub", "minitok.hub"),
        ("tokenizer", ["minitok"], "def from_pretrained():\n    from . import hub", None),
        ("__init__", ["minitok"], "from . import views", "minitok.views"),
        ("views", ["minitok", "views"], "from ..models import BPE", "minitok.models"),
    ],
)
def test_every_spelling_of_an_import_is_seen(room, package, line, offence):
    assert offences(line, room, package) == ({offence} if offence else set())


def test_importing_minitok_loads_no_heavy_library():
    heavy = {"IPython", "anywidget", "ipywidgets", "matplotlib", "numpy", "tqdm"}
    code = f"import sys, minitok; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
