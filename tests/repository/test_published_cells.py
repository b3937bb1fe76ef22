"""conftest.py, beside the notebooks: when the outputs of cells that use a published vocabulary are compared."""

import importlib.util
from types import SimpleNamespace

import pytest
from lessons import ROOT

from minitok.interop import hub

PROBLEM = "the encoding 'cl100k_base': not here"


@pytest.fixture
def is_compared(monkeypatch):
    """Whether the output of a cell with these tags is compared where no vocabulary can be had."""

    def not_here(name):
        raise hub.NotAvailable(PROBLEM)

    monkeypatch.setattr("published_vocabularies.tiktoken_encoding", not_here)
    monkeypatch.delenv("MINITOK_REQUIRE_VOCABULARIES", raising=False)
    spec = importlib.util.spec_from_file_location("conftest_of_the_notebooks", ROOT / "conftest.py")
    hooks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hooks)

    def is_compared(*tags):
        item = SimpleNamespace(cell={"metadata": {"tags": list(tags)}}, options={"check": True})  # as nbval makes it
        hooks.pytest_runtest_setup(item)
        return item.options["check"]

    return is_compared


def test_without_the_vocabularies_published_cells_alone_are_not_compared_and_that_is_told(is_compared):
    with pytest.warns(pytest.PytestWarning, match=PROBLEM):
        assert not is_compared("published")
    assert is_compared() and is_compared("raises-exception")


def test_where_the_vocabularies_have_to_be_there_every_cell_is_compared(is_compared, monkeypatch):
    monkeypatch.setenv("MINITOK_REQUIRE_VOCABULARIES", "1")
    assert is_compared("published")
