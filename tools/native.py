"""Which cells of a lesson need more than a browser's Python has. They carry the tag `native`.

Pyodide can start no other process, and lacks some libraries and all published vocabularies. A cell that needs one of
these is native, and so is a cell that reads a name which only such cells give.
"""

import ast
from collections.abc import Mapping

from nbformat import NotebookNode

from minitok_course.names import binds, reads

TAG = "native"
LIBRARIES = (
    "dask",
    "huggingface_hub",
    "mistral_common",
    "sentencepiece",
    "tokenizers",
    "transformers",
)
"""What the lessons import and Pyodide lacks, or has in an older version than `pyproject.toml` asks for."""

NATIVE = {library: f"the library `{library}`" for library in LIBRARIES}
NATIVE |= {"minitok.interop.huggingface": "the library `tokenizers`"}
NATIVE |= dict.fromkeys(("multiprocessing", "subprocess"), "another process")
LOADS = {"from_pretrained", "tiktoken_encoding", "tokenizer_file", "tokenizer_folder"}


def mark(notebook: NotebookNode) -> None:
    """Give the tag to the cells that need it, and take it from all others."""
    native = needs(notebook, NATIVE)
    for cell in notebook.cells:
        tags = [tag for tag in cell.metadata.pop("tags", []) if tag != TAG]
        if cell.id in native:
            tags.append(TAG)
        if tags:
            cell.metadata["tags"] = tags


def needs(notebook: NotebookNode, lacking: Mapping[str, str]) -> dict[str, str]:
    """Cells by id, each with what it needs: a module that is lacking, as the mapping calls it, or a vocabulary."""
    reasons: dict[str, str] = {}
    lost: dict[str, str] = {}  # names that only such cells give
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        tree = python(cell.source)
        code = ast.unparse(tree)
        gives = binds(code)
        modules = imports(tree)
        if "vocabularies.encoding(" in cell.source:
            modules.append("tiktoken")
        needed = [lacking[module] for module in modules if module in lacking]
        if "ProcessPoolExecutor" in cell.source:
            needed.append("another process")
        if loads(tree, "published" in cell.metadata.get("tags", [])):
            needed.append("a published vocabulary")
        needed += [lost[name] for name in sorted(reads(code) - gives) if name in lost]
        if needed:
            reasons[cell.id] = needed[0]
            lost |= dict.fromkeys(gives, needed[0])
        else:
            lost = {name: what for name, what in lost.items() if name not in gives}
    return reasons


def python(source: str) -> ast.Module:
    """A cell without lines for IPython; nothing, if it isn't Python."""
    lines = [] if source.startswith("%%") else source.splitlines()
    try:
        return ast.parse(
            "\n".join("" if line.startswith(("%", "!")) else line for line in lines)
        )
    except SyntaxError:
        return ast.parse("")


def imports(tree: ast.Module) -> list[str]:
    """`import a.b` and `from a import b` both give `a` and `a.b`."""
    modules = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            modules += [f"{node.module}.{alias.name}" for alias in node.names]
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
    split = [module.split(".") for module in modules]
    return sorted(
        {".".join(parts[:end]) for parts in split for end in range(1, len(parts) + 1)}
    )


def loads(tree: ast.Module, published: bool) -> bool:
    """Whether a cell loads a vocabulary by its name; in one that has the tag `published`, the name may be computed."""
    nodes = list(ast.walk(tree))
    if published:
        return any(
            isinstance(node, ast.Attribute) and node.attr in LOADS for node in nodes
        )
    calls = [
        node
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    return any(
        call.func.attr in LOADS and isinstance(call.args[0], ast.Constant)
        for call in calls
        if call.args
    )
