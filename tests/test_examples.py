"""The examples in the docstrings are true."""

import doctest
import re
from importlib import import_module

import pytest
from lessons import ROOT

import minitok

MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((ROOT / "minitok").rglob("*.py"))
    if re.search("^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name):
    result = doctest.testmod(import_module(name), extraglobs={one: getattr(minitok, one) for one in minitok.__all__})
    assert result.attempted and not result.failed
