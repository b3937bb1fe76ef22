"""Imports go one way only, from the tokenizer down to plain text; nothing reads another module's private names."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from lessons import ROOT

import minitok
import minitok_course

PACKAGES = [Path(package.__file__).parent for package in (minitok, minitok_course)]
FILES = [file for package in PACKAGES for file in sorted(package.rglob("*.py"))]
each_file = pytest.mark.parametrize(
    "file", FILES, ids=lambda file: file.relative_to(ROOT).as_posix()
)

# From the bottom up: a module imports from its own floor and those below it. A room is a module or a folder of minitok.
FLOORS = [
    [
        "steps",
        "text",
        "part",
        "validation",
        "advice",
        "patterns",
        "garbage_collector",
    ],
    [
        "naive_bpe",
        "normalizers",
        "pre_tokenizers",
        "models",
        "encoding",
        "processors",
        "decoders",
        "added_tokens",
        "policy",
    ],
    ["cache"],
    ["assembly"],
    ["options"],
    ["pipeline", "decoding", "trainers"],
    ["tokenizer", "__init__"],
    ["interop", "chat"],
]
COURSE = len(FLOORS)  # nothing in minitok imports it
FLOOR = {
    f"minitok.{room}": number for number, rooms in enumerate(FLOORS) for room in rooms
}
# Inside a function, where `import minitok` does not reach, these may look up.
LOOK_UP = {
    ("minitok.patterns", "minitok.interop"),
    ("minitok.tokenizer", "minitok.interop"),
    ("minitok.tokenizer", "minitok.chat"),
}
LIBRARIES = {
    "minitok.chat": {"jinja2"},
    "minitok.interop": {
        "huggingface_hub",
        "sentencepiece",
        "tiktoken",
        "tokenizers",
        "transformers",
    },
    "minitok.trainers": {"tqdm"},  # when progress is asked for
    "minitok_course.command": {"jupyterlab", "jupyter_server"},  # which it brings
    "minitok_course.display": {"IPython"},
    "minitok_course.doctor": {"jupyterlab"},
    "minitok_course.exercises": {
        "filelock",
        "jupyter_client",
        "nbclient",
        "nbformat",
        "psutil",
    },  # to run what a class hands in
    "minitok_course.vocabularies": {"tiktoken"},
    "minitok_course.views": {
        "IPython",
        "anywidget",
        "ipywidgets",
        "matplotlib",
        "numpy",
        "traitlets",
    },
}


def imported(tree):
    """All that a module imports, `minitok.steps.Token`, and whether inside a function."""
    late = {
        node
        for f in ast.walk(tree)
        if isinstance(f, ast.FunctionDef)
        for node in ast.walk(f)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in late) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, (
                f"line {node.lineno}: write the whole name of what is imported"
            )
            yield from (
                (f"{node.module}.{alias.name}", node in late) for alias in node.names
            )


def room_of(name):
    """The room of a name: `minitok.models.bpe.BPE` → `minitok.models`, `minitok.Regex` → `minitok.__init__`."""
    package, _, rest = name.partition(".")
    room = f"{package}.{rest.partition('.')[0]}"
    return room if room in FLOOR or package != "minitok" else "minitok.__init__"


def offences(source, room):
    for other, late in imported(ast.parse(source)):
        library = other.split(".")[0]
        if library not in ("minitok", "minitok_course"):
            if library not in {
                "regex",
                *LIBRARIES.get(room, ()),
                *sys.stdlib_module_names,
            }:
                yield library
        elif FLOOR.get(room_of(other), COURSE) > FLOOR.get(room, COURSE) and not (
            late and (room, room_of(other)) in LOOK_UP
        ):
            yield other


def own_room(file):
    room = ".".join(file.relative_to(ROOT).with_suffix("").parts[:2])
    assert room in FLOOR or not room.startswith("minitok."), (
        f"say in FLOORS where {room} belongs"
    )
    return room


@each_file
def test_a_module_imports_from_its_own_floor_and_those_below(file):
    room = own_room(file)
    names = [*offences(file.read_text(encoding="utf-8"), room)]
    assert not names, f"{room} may not import these: see FLOORS and LIBRARIES above"


THEIRS = {"_mergeable_ranks", "_pat_str", "_special_tokens", "_exit", "_getframe"}
THEIRS |= {"_fields", "_replace", "_asdict", "_tee"}


@each_file
def test_no_module_reads_the_private_names_of_another(file):
    source = file.read_text(encoding="utf-8")
    imported_names = {
        name.rpartition(".")[2] for name, _ in imported(ast.parse(source))
    }
    assert not [
        name for name in imported_names if name.startswith("_") and name[1] != "_"
    ]
    read = set(re.findall(r"(?<!\bself)(?<!\bcls)\.(_[a-z]\w*)", source))
    own = set(
        re.findall(r"\b(?:self\.|cls\.|def |^ +)(_[a-z]\w*)", source, re.MULTILINE)
    )
    assert read - own <= THEIRS


def test_importing_minitok_loads_no_heavy_library():
    heavy = {
        "IPython",
        "anywidget",
        "ipywidgets",
        "matplotlib",
        "numpy",
        "tqdm",
        "regex",
        "jinja2",
    }
    heavy |= {"minitok.interop", "minitok.chat", "minitok_course"}
    code = f"import sys, minitok; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_core_prints_nothing():
    sources = [file.read_text(encoding="utf-8") for file in PACKAGES[0].rglob("*.py")]
    assert not re.search(r"^ *print\(", "\n".join(sources), re.MULTILINE)
