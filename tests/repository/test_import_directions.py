"""Imports go one way only, from the tokenizer down to plain text; nothing imports the views; the package is small."""

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import minitok

PACKAGE = Path(minitok.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

BASE = {"steps", "mistakes", "text", "parts", "patterns", "display"}
STAGES = {"charsmap", "normalizers", "pre_tokenizers", "models", "decoders", "encoding", "processors", "spm_parts"}
BELOW_PIPELINE = BASE | STAGES | {"trie", "added_tokens", "speed"}
BELOW_TOKENIZER = BELOW_PIPELINE | {"decoding", "pipeline", "tokenizer_json"}
BELOW_TOP = BELOW_TOKENIZER | {"batches", "chat", "tokenizer"}

# What each module, or each folder of modules, may import from the others. Each is listed after all that it may import;
# inside a folder all may import each other.
MAY_IMPORT = {
    "naive_bpe": set(),
    "corpora": set(),
    "steps": set(),
    "mistakes": set(),
    "parts": {"mistakes"},
    "text": {"steps"},
    "patterns": {"parts"},
    "display": {"steps"},
    "charsmap": BASE,
    "encoding": BASE,
    "models": BASE,
    "decoders": BASE,
    "pre_tokenizers": BASE,
    "normalizers": BASE | {"charsmap"},
    "processors": BASE | {"encoding"},
    "spm_parts": BASE | {"charsmap", "decoders", "models", "normalizers"},
    "speed": BASE | STAGES,
    "trie": {"steps", "mistakes", "parts"},
    "added_tokens": BASE | STAGES | {"trie"},
    "trainers": BASE | STAGES | {"speed", "added_tokens"},
    "decoding": BELOW_PIPELINE,
    "pipeline": BELOW_PIPELINE | {"decoding"},
    "tokenizer_json": BELOW_PIPELINE,
    "bounded_jinja": {"mistakes"},
    "chat_template": {"mistakes", "bounded_jinja"},
    "batches": BELOW_TOKENIZER,
    "chat": BELOW_TOKENIZER | {"batches"},
    "tokenizer": BELOW_TOKENIZER | {"batches", "chat", "trainers"},
    "cluster": BELOW_TOP | {"trainers"},
    "interop": BELOW_TOP,
    "hub": BELOW_TOP,
    "pretrained": BELOW_TOP,
    "checks": BELOW_TOP | {"naive_bpe"},
    "views": {"steps", "mistakes", "encoding", "patterns", "interop.difference"},
    "__init__": BELOW_TOP | {"trainers", "corpora", "interop", "hub", "checks"},
}
LIBRARIES = {
    "bounded_jinja": {"jinja2"},
    "chat_template": {"jinja2"},
    "cluster": {"dask", "fsspec"},
    "interop": {"sentencepiece", "tiktoken", "tokenizers", "transformers"},
    "hub": {"huggingface_hub", "tiktoken"},
    "views": {"IPython", "anywidget", "ipywidgets", "matplotlib", "numpy", "traitlets"},
}
# Inside a function, where `import minitok` does not reach, these are welcome too. One module of the views makes
# tokenizers: those that the Playground shows when it is given none.
MAY_IMPORT_LATE = {
    "chat": {"chat_template"},
    "tokenizer": {"hub", "pretrained"},
    "views.parts.usual_tokenizers": BELOW_TOP | {"trainers", "corpora", "hub", "interop.tiktoken"},
}
LIBRARIES_LATE = {"tqdm"}

MOST_LINES_OF_A_MODULE = 260
MOST_LINES, MOST_FILES = 7237, 52
MOST_LINES_TO_READ = 5062


def name_of(file: Path) -> str:
    """models/bpe.py → `models.bpe`, models/__init__.py → `models`."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts) or "__init__"


NAMES = {name_of(file) for file in FILES}


def package_of(file: Path) -> list[str]:
    return ["minitok", *file.relative_to(PACKAGE).parts[:-1]]


def first(name: str) -> str:
    """The entry of MAY_IMPORT that a module belongs to: `models.bpe` → `models`."""
    return name.split(".")[0]


def imported(source: str, package: list[str]) -> set[tuple[str, bool]]:
    """All that a module in a package imports, `minitok.steps.Token`, and whether inside a function."""
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
        found |= {(name, node in late) for name in names}
    return found


def module_of(name: str) -> str:
    """The module that a name is from: `minitok.models.bpe.BPE` → `models.bpe`, `minitok.Regex` → `__init__`."""
    parts = name.split(".")[1:]
    heads = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
    return next((head for head in heads if head in NAMES), "__init__")


def offences(source: str, name: str, package: list[str]) -> set[str]:
    """What a module imports and may not."""
    entry, found = first(name), set()
    for other, late in imported(source, package):
        library = first(other)
        if library == "minitok":
            module = module_of(other)
            welcome = MAY_IMPORT[entry] | {entry} | (MAY_IMPORT_LATE.get(name, set()) if late else set())
            if module not in welcome and first(module) not in welcome:
                found.add(f"minitok.{module}")
        else:
            welcome = {"regex"} | LIBRARIES.get(entry, set()) | (LIBRARIES_LATE if late else set())
            found |= {library} - welcome - sys.stdlib_module_names
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_a_module_imports_only_what_is_listed_for_it(file):
    name = name_of(file)
    assert first(name) in MAY_IMPORT, f"say in MAY_IMPORT what {first(name)} may import"
    assert not offences(file.read_text(encoding="utf-8"), name, package_of(file))


def test_what_is_listed_goes_one_way():
    above = list(MAY_IMPORT)
    for place, (name, others) in enumerate(MAY_IMPORT.items()):
        assert {first(other) for other in others} <= {*above[:place]}, name


def test_only_the_tokenizer_and_the_cluster_import_the_trainers():
    importers = [name for name, others in MAY_IMPORT.items() if "trainers" in others]
    assert importers == ["tokenizer", "cluster", "__init__"]


def test_nothing_imports_the_views():
    assert not [name for name, others in MAY_IMPORT.items() if "views" in others]


def test_what_is_listed_is_there():
    assert set(MAY_IMPORT) - {"checks"} <= {first(name) for name in NAMES}


@pytest.mark.parametrize(
    ("name", "line", "offence"),
    [
        ("models.bpe", "from ..steps import MergeStep", None),
        ("models.bpe", "from minitok.steps import MergeStep", None),
        ("models.bpe", "from .lattice import best_pieces", None),
        ("models.bpe", "from ..trainers.pairs import PairIndex", "minitok.trainers.pairs"),
        ("models.bpe", "def f():\n    from .. import trainers", "minitok.trainers"),
        ("models.bpe", "import minitok.trainers", "minitok.trainers"),
        ("models.bpe", "from minitok import Tokenizer", "minitok.__init__"),
        ("models.bpe", "import numpy as np", "numpy"),
        ("models", "from .. import trainers", "minitok.trainers"),
        ("text", "import tqdm.auto", "tqdm"),
        ("text", "def f():\n    from tqdm.auto import tqdm", None),
        ("naive_bpe", "from minitok import steps", "minitok.steps"),
        ("tokenizer", "from . import hub", "minitok.hub"),
        ("tokenizer", "def from_pretrained():\n    from . import hub", None),
        ("hub", "from minitok.trainers import BpeTrainer", "minitok.trainers"),
        ("__init__", "from . import views", "minitok.views"),
        ("views.compare", "from ..models import BPE", "minitok.models"),
        ("views.compare", "from ..interop.difference import ids_of", None),
        ("views.compare", "from ..interop import difference", None),
        ("views.compare", "from ..interop import smallest_difference", "minitok.interop"),
        ("views.compare", "from ..interop.tiktoken import from_ranks", "minitok.interop.tiktoken"),
        ("views.parts.html", "from ...steps import Arc", None),
        ("views.parts.html", "def f():\n    from ... import hub", "minitok.hub"),
        ("views.parts.usual_tokenizers", "from ... import hub", "minitok.hub"),
        ("views.parts.usual_tokenizers", "def f():\n    from ... import hub", None),
    ],
)
def test_every_spelling_of_an_import_is_seen(name, line, offence):
    (file,) = [file for file in FILES if name_of(file) == name]
    assert offences(line, name, package_of(file)) == ({offence} if offence else set())


def test_importing_minitok_loads_no_heavy_library():
    heavy = {"IPython", "anywidget", "ipywidgets", "matplotlib", "numpy", "tqdm"}
    code = f"import sys, minitok; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# How much there is to read

CORE = [file for file in FILES if first(name_of(file)) not in ("views", "checks", "corpora", "cluster")]
FORMATS = ("interop", "hub", "pretrained", "charsmap", "spm_parts", "tokenizer_json", "chat_template", "bounded_jinja")
TO_READ = [file for file in CORE if first(name_of(file)) not in (*FORMATS, "mistakes")]


def lines(file):
    return len(file.read_text(encoding="utf-8").splitlines())


def test_no_two_modules_share_a_file_name():
    counts = Counter(file.name for file in FILES if file.name != "__init__.py")
    assert [name for name, count in counts.items() if count > 1] == []


def test_no_module_of_the_core_is_too_long_for_one_sitting():
    assert {name_of(file): lines(file) for file in CORE if lines(file) > MOST_LINES_OF_A_MODULE} == {}


def test_the_core_is_small():
    assert len(CORE) <= MOST_FILES
    assert sum(map(lines, CORE)) <= MOST_LINES


def test_what_a_learner_reads_of_the_core_is_smaller():
    assert sum(map(lines, TO_READ)) <= MOST_LINES_TO_READ
