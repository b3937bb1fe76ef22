"""environment.yml installs for conda what pyproject.toml installs for pip; CITATION.cff cites the version."""

import tomllib

import yaml
from lessons import ROOT
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import minitok

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
EXTRAS = PROJECT["optional-dependencies"]
TESTS = [line for line in EXTRAS["test"] if line.startswith(("nbval", "pytest>"))]
LISTED = PROJECT["dependencies"] + EXTRAS["course"] + EXTRAS["lessons"] + TESTS
NEEDED = [needed for needed in map(Requirement, LISTED) if needed.name != "minitok"]
CONDA_NAMES = {"matplotlib": "matplotlib-base"}

ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
CONDA = [line for line in ENVIRONMENT["dependencies"] if isinstance(line, str)]
PACKAGES = dict(line.partition(" ")[::2] for line in CONDA)


def test_it_comes_from_conda_forge_alone_and_installs_minitok_itself():
    assert ENVIRONMENT["name"] == "minitok" and ENVIRONMENT["channels"] == [
        "conda-forge"
    ]
    assert {"pip": ["-e ."]} in ENVIRONMENT["dependencies"]


def test_it_names_every_dependency_with_the_same_bounds_and_nothing_else():
    bounds = {
        CONDA_NAMES.get(needed.name, needed.name): needed.specifier for needed in NEEDED
    }
    bounds |= {
        "python": SpecifierSet(PROJECT["requires-python"]),
        "pip": SpecifierSet(),
    }
    assert {name: SpecifierSet(bound) for name, bound in PACKAGES.items()} == bounds


def test_the_version_is_cited():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))[
        "version"
    ]
    assert cited == minitok.__version__
