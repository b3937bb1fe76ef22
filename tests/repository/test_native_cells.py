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
    needs = native.needs(notebook, native.NATIVE)
    tagged = [cell.id for cell in notebook.cells if "native" in tags(cell)]
    assert tagged == [*needs], f"run: make notebooks NB={path.name[:2]}"


def needs(native, *sources, tags=()):
    """What each of these cells needs."""
    notebook = new_notebook(cells=[new_code_cell(source, metadata={"tags": [*tags]}) for source in sources])
    found = native.needs(notebook, native.NATIVE)
    return [found.get(cell.id, "") for cell in notebook.cells]


@pytest.mark.parametrize(
    ("source", "need"),
    [
        ("import tokenizers", "the library `tokenizers`"),
        ("import os, subprocess", "another process"),
        ("from transformers.models import auto", "the library `transformers`"),
        ("def f():\n    import sentencepiece", "the library `sentencepiece`"),
        ("from minitok.interop.huggingface import to_tokenizers", "the library `tokenizers`"),
        ("tok.encode_batch(texts, processes=2)", "another process"),
        ('Tokenizer.from_pretrained("openai-community/gpt2")', "a published vocabulary"),
        ("import tiktoken, regex, minitok", ""),
        ("Tokenizer.from_pretrained(folder)", ""),
        ("%%bash\nimport tokenizers", ""),
        ("this is not Python", ""),
    ],
)
def test_a_library_another_process_and_a_published_vocabulary_are_native_and_all_else_is_not(native, source, need):
    assert needs(native, source) == [need]


@pytest.mark.parametrize(
    ("source", "need"),
    [
        ("for name in names:\n    hub.tiktoken_encoding(name)", "a published vocabulary"),
        ('gpt2 = published(hub.tiktoken_encoding, "gpt2")', "a published vocabulary"),
        ("Playground()", ""),
        ("try:\n    ...\nexcept hub.NotAvailable as missing:\n    print(missing)", ""),
    ],
)
def test_in_a_published_cell_the_name_of_the_vocabulary_may_be_computed(native, source, need):
    assert needs(native, source, tags=["published"]) == [need]


@pytest.mark.parametrize(
    ("source", "reads"),
    [
        ("print(theirs)", True),
        ("def f():\n    return theirs", True),
        ("[theirs for _ in x]", True),
        ("[theirs for theirs in x]", False),
        ("def f(theirs):\n    return theirs", False),
        ("theirs = 1\nprint(theirs)", False),
        ("print('theirs')", False),
    ],
)
def test_a_cell_that_reads_what_only_a_native_cell_gives_is_native(native, source, reads):
    library = "the library `tokenizers`"
    assert needs(native, "import tokenizers\ntheirs = tokenizers.Tokenizer()", source) == [
        library,
        library if reads else "",
    ]
    assert needs(native, "import tokenizers\ntheirs = 1", "theirs = 2", source) == [library, "", ""]


def test_other_tags_stay_and_a_tag_that_no_longer_holds_goes(native):
    cells = [new_code_cell("1", metadata={"tags": ["native"]}), new_markdown_cell("a")]
    cells.append(new_code_cell("import tokenizers", metadata={"tags": ["native", "yours"]}))
    notebook = new_notebook(cells=cells)
    native.mark(notebook)
    assert [cell.metadata for cell in notebook.cells] == [{}, {}, {"tags": ["yours", "native"]}]
