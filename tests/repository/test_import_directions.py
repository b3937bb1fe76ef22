"""Imports go one way only, from the tokenizer down to plain text; nothing reads another module's private names."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import minitok

PACKAGE = Path(minitok.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

# The rooms, from the bottom up: a module imports from its own room and those below it. A room is a module or a folder.
ROOMS = [
    ["naive_bpe"],
    ["corpora"],
    ["steps", "text", "parts", "patterns"],
    ["normalizers", "pre_tokenizers", "models", "encoding", "processors", "decoders", "added_tokens"],
    ["cache", "pipeline", "much_text", "trainers"],
    ["tokenizer", "__init__"],
    ["interop", "chat"],
    ["checks", "course", "views", "__main__"],
]
FLOOR = {name: floor for floor, room in enumerate(ROOMS) for name in room}
# Inside a function, where `import minitok` does not reach, these may look up.
LOOK_UP = {("tokenizer", "interop"), ("tokenizer", "chat")}
LIBRARIES = {
    "checks": {"jupyter_client", "nbclient", "nbformat"},  # to run what a class hands in
    "chat": {"jinja2"},
    "course": {"jupyterlab"},
    "interop": {"huggingface_hub", "sentencepiece", "tiktoken", "tokenizers", "transformers"},
    "views": {"IPython", "anywidget", "ipywidgets", "matplotlib", "numpy", "traitlets"},
    "trainers": {"tqdm"},  # when progress is asked for
}


def name_of(file):
    """models/bpe.py → `models.bpe`, models/__init__.py → `models`."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts) or "__init__"


def imported(tree, package):
    """All that a module imports, `minitok.steps.Token`, and whether inside a function."""
    late = {node for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for node in ast.walk(f)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in late) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            head = ".".join([*above, *filter(None, [node.module])])
            yield from ((f"{head}.{alias.name}", node in late) for alias in node.names)


def room_of(name):
    """The room that a name is from: `minitok.models.bpe.BPE` → `models`, `minitok.Regex` → `__init__`."""
    return next((part for part in name.split(".")[1:2] if part in FLOOR), "__init__")


def offences(source, name, package):
    room = name.split(".")[0]
    for other, late in imported(ast.parse(source), package):
        library = other.split(".")[0]
        if library != "minitok":
            if library not in {"regex", *LIBRARIES.get(room, ()), *sys.stdlib_module_names}:
                yield library
        elif FLOOR[room_of(other)] > FLOOR[room] and not (late and (room, room_of(other)) in LOOK_UP):
            yield room_of(other)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_a_module_imports_from_its_own_room_and_those_below(file):
    name = name_of(file)
    assert name.split(".")[0] in FLOOR, f"say in ROOMS where {name} belongs"
    package = ["minitok", *file.relative_to(PACKAGE).parts[:-1]]
    assert not [*offences(file.read_text(encoding="utf-8"), name, package)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_no_module_reads_the_private_names_of_another(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    own = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and is_of_self(node)}
    own |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    own |= {node.target.id for node in ast.walk(tree) if isinstance(node, ast.AnnAssign) and hasattr(node.target, "id")}
    theirs = {"_mergeable_ranks", "_pat_str", "_special_tokens", "_exit", "_getframe", "_fields", "_replace", "_asdict"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and not is_of_self(node):
            assert node.attr in own | theirs, f"line {node.lineno}: {node.attr}"
        if isinstance(node, ast.ImportFrom):
            assert not [alias.name for alias in node.names if is_private(alias.name)], f"line {node.lineno}"


def is_private(name):
    return name.startswith("_") and not name.startswith("__")


def is_of_self(node):
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


def test_importing_minitok_loads_no_heavy_library():
    heavy = {"IPython", "anywidget", "ipywidgets", "matplotlib", "numpy", "tqdm", "regex", "jinja2"}
    heavy |= {"minitok.interop", "minitok.chat", "minitok.views", "minitok.checks"}
    code = f"import sys, minitok; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_core_prints_nothing():
    for file in FILES:
        if name_of(file).split(".")[0] not in ("checks", "course", "views") and file.name != "__main__.py":
            calls = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
            assert not [call.lineno for call in calls if getattr(call.func, "id", "") == "print"], file
