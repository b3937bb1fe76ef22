"""What goes to which worker; and where the notebooks run.

The lessons run as in a room without a network: their kernels have empty caches, and no
way out. (The solutions, which hold the same cells, run with what is on this computer:
tests/repository/test_solutions.py.) A cell that looks for a vocabulary that doesn't come
with the course has the tag `published`: where that is missing, the cell says so, and
each of its other lines is a stored one.
"""

import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

MISSING = re.compile("Recorded|tokenizer.json of ")
NO_SERVER = "http://127.0.0.1:9"


class Together(LoadFileScheduling):
    """Each file goes to one worker as a whole, and so do all that share a JupyterLab or a built site.

    Each solution goes where there is room.
    """

    def _split_scope(self, nodeid):
        file = super()._split_scope(nodeid)
        if file.endswith("test_solutions.py"):
            return nodeid
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


@pytest.hookimpl(wrapper=True, tryfirst=True)  # the kernel starts in here
def pytest_runtest_setup(item):
    if not hasattr(item, "cell"):
        return (yield)
    if "published" in tags(item):
        item.compare_outputs = partial(says_what_is_stored, item)
    with without_network():
        return (yield)


@contextmanager
def without_network() -> Iterator[None]:
    """Empty caches, and no way to fill them, for the processes that start meanwhile."""
    empty = tempfile.gettempdir() + "/minitok-empty-cache"
    away = {"HF_HOME": empty, "TIKTOKEN_CACHE_DIR": empty, "HF_HUB_OFFLINE": "1"}
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        away[name] = NO_SERVER
    with pytest.MonkeyPatch.context() as patch:
        for name, value in away.items():
            patch.setenv(name, value)
        yield


def says_what_is_stored(
    item: Any, outputs: list[Any], stored: list[Any], skip_compare: Any = None
) -> bool:
    """Whether each line of a cell is a stored one, or says what is missing."""
    known = set(lines_of(stored))
    lines = list(lines_of(outputs))
    problems = []
    if known and not lines:
        problems.append("It says nothing.")
    for line in lines:
        if line not in known and not MISSING.match(line):
            problems.append(f"This is not stored: {line}")
    item.comparison_traceback = problems
    return not problems


def lines_of(outputs: Iterable[Any]) -> Iterator[str]:
    """What outputs say, with single spaces: a table is narrower without a row."""
    for output in outputs:
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        for line in text.splitlines():
            yield " ".join(line.split())
