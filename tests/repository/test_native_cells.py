"""tools/native.py: which cells of a lesson need more than a browser's Python has."""

import sys
from pathlib import Path

import nbformat
import pytest
from lessons import NOTEBOOKS, tags
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

TOOLS = str(Path(__file__).parents[2] / "tools")


@pytest.fixture(scope="module")
def native():
    sys.path.insert(0, TOOLS)
    import native

    yield native
    sys.path.remove(TOOLS)


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.rglob("*.ipynb")), ids=lambda path: "/".join(path.parts[-2:]))
def test_exactly_these_cells_of_a_lesson_have_the_tag(native, path):
    notebook = nbformat.read(path, as_version=4)
    tagged = [cell.source for cell in notebook.cells if "native" in tags(cell)]
    needs = native.needs(notebook, native.NATIVE)
    assert tagged == [cell.source for cell in notebook.cells if cell.id in needs], (
        f"run: make notebooks NB={path.name[:2]}"
    )


def found(native, *cells):
    """The places of the cells that are native; a cell is its source, or its source and a tag."""
    made = [(cell, []) if isinstance(cell, str) else (cell[0], [cell[1]]) for cell in cells]
    notebook = new_notebook(cells=[new_code_cell(source, metadata={"tags": tags}) for source, tags in made])
    native.mark(notebook)
    return [place for place, cell in enumerate(notebook.cells) if "native" in cell.metadata.get("tags", [])]


@pytest.mark.parametrize(
    "source",
    [
        "import tokenizers",
        "import os, subprocess",
        "from transformers.models import auto",
        "def f():\n    import sentencepiece",
        "from minitok.interop.huggingface import to_tokenizers",
        "from minitok import cluster",
        "tok.encode_batch(texts, processes=2)",
        'Tokenizer.from_pretrained("openai-community/gpt2")',
        ("for name in names:\n    hub.tiktoken_encoding(name)", "published"),
        ('gpt2 = published(hub.tiktoken_encoding, "gpt2")', "published"),
    ],
)
def test_a_library_another_process_and_a_published_vocabulary_are_native(native, source):
    assert found(native, source) == [0]


@pytest.mark.parametrize(
    "source",
    [
        "import tiktoken, regex, minitok.hub",
        "Tokenizer.from_pretrained(folder)",
        ("Playground()", "published"),
        "try:\n    ...\nexcept hub.NotAvailable as missing:\n    print(missing)",
        "%%bash\nimport tokenizers",
        "this is not Python",
    ],
)
def test_all_else_is_not(native, source):
    assert found(native, source) == []


@pytest.mark.parametrize(
    ("source", "places"),
    [
        ("print(theirs)", [0, 1]),
        ("def f():\n    return theirs", [0, 1]),
        ("[theirs for _ in x]", [0, 1]),
        ("[theirs for theirs in x]", [0]),
        ("def f(theirs):\n    return theirs", [0]),
        ("theirs = 1\nprint(theirs)", [0]),
        ("print('theirs')", [0]),
    ],
)
def test_a_cell_that_reads_what_only_a_native_cell_gives_is_native(native, source, places):
    assert found(native, "import tokenizers\ntheirs = tokenizers.Tokenizer()", source) == places


def test_a_name_that_another_cell_gives_again_is_there(native):
    assert found(native, "import tokenizers as x\ny = x", "y = 1", "print(y)", "print(x)") == [0, 3]


def test_other_tags_stay_and_a_tag_that_no_longer_holds_goes(native):
    cells = [new_code_cell("1", metadata={"tags": ["native"]}), new_markdown_cell("a")]
    cells.append(new_code_cell("import tokenizers", metadata={"tags": ["native", "yours"]}))
    notebook = new_notebook(cells=cells)
    native.mark(notebook)
    assert [cell.metadata for cell in notebook.cells] == [{}, {}, {"tags": ["yours", "native"]}]


def test_it_is_said_what_a_cell_needs(native):
    cells = [new_code_cell(source) for source in ("import tokenizers", "tokenizers.Tokenizer()", "import subprocess")]
    needs = native.needs(new_notebook(cells=cells), native.NATIVE)
    assert list(needs.values()) == ["the library `tokenizers`"] * 2 + ["another process"]
