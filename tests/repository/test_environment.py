"""environment.yml installs for conda what pyproject.toml installs for pip."""

import re
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
LINES = PROJECT["dependencies"] + EXTRAS["course"] + EXTRAS["hub"] + EXTRAS["test"]
NEEDED = [Requirement(line) for line in LINES]
CONDA_NAMES = {"dask": "dask-core", "matplotlib": "matplotlib-base", "playwright": "playwright-python"}
BY_PIP = ["axe-playwright-python >=0.1.4"]  # not on conda-forge

ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
CONDA = [line for line in ENVIRONMENT["dependencies"] if isinstance(line, str)]
PACKAGES = dict(line.partition(" ")[::2] for line in [*CONDA, *BY_PIP])


def test_it_is_named_and_comes_from_conda_forge_alone():
    assert ENVIRONMENT["name"] == "minitok"
    assert ENVIRONMENT["channels"] == ["conda-forge"]


def test_it_installs_minitok_itself():
    assert "pip" in PACKAGES
    assert {"pip": ["-e .", *BY_PIP]} in ENVIRONMENT["dependencies"]


def test_its_python_is_the_projects():
    assert PACKAGES["python"] == PROJECT["requires-python"]


@pytest.mark.parametrize("bound", PACKAGES.values(), ids=PACKAGES)
def test_no_version_is_pinned(bound):
    assert re.fullmatch(r"(>=[\d.]+)?", bound), "write a name alone, or a name, a space and a lower bound"


@pytest.mark.parametrize("needed", NEEDED, ids=str)
def test_it_names_every_dependency_with_the_same_bounds(needed):
    name = CONDA_NAMES.get(needed.name, needed.name)
    assert name in PACKAGES, f"environment.yml lacks {name}"
    assert SpecifierSet(PACKAGES[name]) == needed.specifier


def test_it_names_nothing_else():
    ours = {CONDA_NAMES.get(needed.name, needed.name) for needed in NEEDED}
    assert set(PACKAGES) == ours | {"python", "pip"}


@pytest.mark.parametrize("needed", NEEDED, ids=str)
def test_what_is_installed_satisfies_it(needed):
    if needed.marker and not needed.marker.evaluate():
        pytest.skip("not needed on this Python")
    assert version(needed.name) in needed.specifier
