"""conftest.py, beside the notebooks: when the outputs of cells that use a published vocabulary are compared."""

import importlib.util
from pathlib import Path
from types import SimpleNamespace

import pytest

from minitok import hub

FILE = Path(__file__).parents[2] / "conftest.py"
PROBLEM = "the encoding 'cl100k_base': not here"


@pytest.fixture
def hooks(monkeypatch):
    """conftest.py, where no vocabulary can be had."""

    def not_here(name):
        raise hub.NotAvailable(PROBLEM)

    monkeypatch.setattr("published_vocabularies.tiktoken_encoding", not_here)
    monkeypatch.delenv("MINITOK_REQUIRE_VOCABULARIES", raising=False)
    spec = importlib.util.spec_from_file_location("conftest_of_the_notebooks", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cell(*tags):
    """A cell of a notebook, as nbval hands it to pytest."""
    return SimpleNamespace(cell={"metadata": {"tags": list(tags)}}, options={"check": True})


def test_without_the_vocabularies_published_cells_are_not_compared_and_that_is_told(hooks):
    item = cell("published")
    with pytest.warns(pytest.PytestWarning, match=PROBLEM):
        hooks.pytest_runtest_setup(item)
    assert item.options == {"check": False}


def test_where_the_vocabularies_have_to_be_there_every_cell_is_compared(hooks, monkeypatch):
    monkeypatch.setenv("MINITOK_REQUIRE_VOCABULARIES", "1")
    item = cell("published")
    hooks.pytest_runtest_setup(item)
    assert item.options == {"check": True}


@pytest.mark.parametrize("item", [cell(), cell("raises-exception"), SimpleNamespace()], ids=["plain", "tagged", "test"])
def test_all_else_is_left_as_it_is(hooks, item):
    before = dict(vars(item))
    hooks.pytest_runtest_setup(item)
    assert vars(item) == before
