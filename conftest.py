"""What goes to which worker; and the cells of the notebooks that have to do without a published vocabulary.

Such a cell has the tag `published`. Where the vocabularies are here, its output is compared as all others are. Where
one is missing, it says so and the lesson goes on; it is run, its output is not compared, and a warning tells which.
"""

import os
import warnings
from functools import cache

import published_vocabularies as published
import pytest
from xdist.scheduler import LoadFileScheduling

published.use_shared_caches()  # the kernels of the notebooks look there, too


class Together(LoadFileScheduling):
    """Each file goes to one worker as a whole, and so do all that share a JupyterLab or a built site."""

    def _split_scope(self, nodeid):
        file = super()._split_scope(nodeid)
        folder = file.rpartition("/")[0]
        return folder if folder in ("tests/browser", "tests/site") else file


@pytest.hookimpl(optionalhook=True)  # without xdist, too
def pytest_xdist_make_scheduler(config, log):
    return Together(config, log)


def tags(item):
    return item.cell["metadata"].get("tags", []) if hasattr(item, "cell") else []


def pytest_collection_modifyitems(items):
    for item in items:
        if (
            "slow" in tags(item)
        ):  # it measures for seconds, nothing of it is compared, and no cell below needs it
            item.add_marker("slow")


def pytest_runtest_setup(item):
    problem = missing() if "published" in tags(item) else ""
    if problem:
        item.options["check"] = False
        warnings.warn(
            pytest.PytestWarning(f"run, but its output is not compared: {problem}"),
            stacklevel=1,
        )


@cache
def missing() -> str:
    """Why the vocabulary that doesn't come with the course can't be had.

    Nothing where it can, or has to be there.
    """
    from minitok.interop import hub

    try:
        hub.tokenizer_file("deepseek-ai/DeepSeek-V3")
    except hub.NotAvailable as error:
        return "" if os.environ.get("MINITOK_REQUIRE_VOCABULARIES") else str(error)
    return ""
