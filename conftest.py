"""Cells of the notebooks that use a published vocabulary, and may have to do without it. Their tag is `published`.

Where the vocabularies are here, the outputs of these cells are compared as all others are. Where one is missing, the
cells say so and the lesson goes on; then they are run, their outputs are not compared, and a warning tells which.
"""

import os
import warnings
from functools import cache

import published_vocabularies as published
import pytest

published.use_shared_caches()  # the kernels of the notebooks look there, too


def pytest_runtest_setup(item):
    cell = getattr(item, "cell", {"metadata": {}})
    problem = missing() if "published" in cell["metadata"].get("tags", []) else ""
    if problem:
        item.options["check"] = False
        warnings.warn(pytest.PytestWarning(f"run, but its output is not compared: {problem}"), stacklevel=1)


@cache
def missing() -> str:
    """Which of the vocabularies of the lessons can't be had, and why; nothing where all of them have to be there."""
    from minitok.interop import hub

    try:
        for name in ("gpt2", "cl100k_base", "o200k_base"):
            published.tiktoken_encoding(name)
        for name in ("openai-community/gpt2", "google-bert/bert-base-uncased", "google/pegasus-xsum"):
            hub.tokenizer_file(name)
    except hub.NotAvailable as error:
        return "" if os.environ.get("MINITOK_REQUIRE_VOCABULARIES") else str(error)
    return ""
