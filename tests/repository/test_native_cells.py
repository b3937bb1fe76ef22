"""tools/native.py: which cells of a lesson need more than a browser's Python has."""

import pytest
from lessons import tool
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

native = tool("native")


def needs(*sources, tags=()):
    """What each of these cells needs."""
    notebook = new_notebook(
        cells=[new_code_cell(source, metadata={"tags": [*tags]}) for source in sources]
    )
    found = native.needs(notebook, native.NATIVE)
    return [found.get(cell.id, "") for cell in notebook.cells]


@pytest.mark.parametrize(
    ("source", "need"),
    [
        ("import tokenizers", "the library `tokenizers`"),
        ("import os, subprocess", "another process"),
        ("from transformers.models import auto", "the library `transformers`"),
        ("def f():\n    import sentencepiece", "the library `sentencepiece`"),
        (
            "from minitok.interop.huggingface import to_tokenizers",
            "the library `tokenizers`",
        ),
        (
            "with ProcessPoolExecutor(2) as pool:\n    pool.map(tok.encode_batch, texts)",
            "another process",
        ),
        (
            'Tokenizer.from_pretrained("openai-community/gpt2")',
            "a published vocabulary",
        ),
        ("import tiktoken, regex, minitok", ""),
        ("Tokenizer.from_pretrained(folder)", ""),
        ("%%bash\nimport tokenizers", ""),
        ("this is not Python", ""),
    ],
)
def test_a_library_another_process_and_a_published_vocabulary_are_native_and_all_else_is_not(
    source, need
):
    assert needs(source) == [need]


def test_in_a_published_cell_the_name_of_the_vocabulary_may_be_computed():
    loads = [
        "for name in names:\n    hub.tiktoken_encoding(name)",
        'published(hub.tiktoken_encoding, "gpt2")',
    ]
    others = [
        "Playground()",
        "try:\n    ...\nexcept hub.NotAvailable as missing:\n    print(missing)",
    ]
    assert (
        needs(*loads, *others, tags=["published"])
        == ["a published vocabulary"] * 2 + [""] * 2
    )


@pytest.mark.parametrize(
    ("source", "reads"),
    [
        ("print(theirs)", True),
        ("def f():\n    return theirs", True),
        ("[theirs for _ in x]", True),
    ]
    + [
        ("[theirs for theirs in x]", False),
        ("def f(theirs):\n    return theirs", False),
    ]
    + [("theirs = 1\nprint(theirs)", False), ("print('theirs')", False)],
)
def test_a_cell_that_reads_what_only_a_native_cell_gives_is_native(source, reads):
    library = "the library `tokenizers`"
    assert needs("import tokenizers\ntheirs = tokenizers.Tokenizer()", source) == [
        library,
        library if reads else "",
    ]
    assert needs("import tokenizers\ntheirs = 1", "theirs = 2", source) == [
        library,
        "",
        "",
    ]


def test_other_tags_stay_and_a_tag_that_no_longer_holds_goes():
    cells = [new_code_cell("1", metadata={"tags": ["native"]}), new_markdown_cell("a")]
    cells.append(
        new_code_cell("import tokenizers", metadata={"tags": ["native", "yours"]})
    )
    notebook = new_notebook(cells=cells)
    native.mark(notebook)
    assert [cell.metadata for cell in notebook.cells] == [
        {},
        {},
        {"tags": ["yours", "native"]},
    ]
