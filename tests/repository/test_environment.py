"""environment.yml installs for conda what pyproject.toml installs for pip."""

import re
import tomllib

import yaml
from lessons import ROOT
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
NEEDED = [Requirement(line) for line in PROJECT["dependencies"] + EXTRAS["course"] + EXTRAS["hub"] + EXTRAS["test"]]
CONDA_NAMES = {"dask": "dask-core", "matplotlib": "matplotlib-base", "playwright": "playwright-python"}
BY_PIP = ["axe-playwright-python >=0.1.4"]  # not on conda-forge

ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
CONDA = [line for line in ENVIRONMENT["dependencies"] if isinstance(line, str)]
PACKAGES = dict(line.partition(" ")[::2] for line in [*CONDA, *BY_PIP])


def test_it_comes_from_conda_forge_alone_and_installs_minitok_itself():
    assert ENVIRONMENT["name"] == "minitok" and ENVIRONMENT["channels"] == ["conda-forge"]
    assert {"pip": ["-e .", *BY_PIP]} in ENVIRONMENT["dependencies"]


def test_it_names_every_dependency_with_the_same_bounds_and_nothing_else():
    bounds = {CONDA_NAMES.get(needed.name, needed.name): needed.specifier for needed in NEEDED}
    bounds |= {"python": SpecifierSet(PROJECT["requires-python"]), "pip": SpecifierSet()}
    assert {name: SpecifierSet(bound) for name, bound in PACKAGES.items()} == bounds


def test_no_version_is_pinned():
    assert [bound for bound in PACKAGES.values() if not re.fullmatch(r"(>=[\d.]+)?", bound)] == []
