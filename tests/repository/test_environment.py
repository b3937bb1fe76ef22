"""What conda, CI and a release install is what pyproject.toml asks for; CITATION.cff cites the version."""

import re
import tomllib

import pytest
import yaml
from lessons import ROOT
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import minitok

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
EXTRAS = PROJECT["optional-dependencies"]
COURSE = PROJECT["dependencies"] + EXTRAS["course"] + EXTRAS["lessons"]
CONDA_NAMES = {"matplotlib": "matplotlib-base"}
NOT_IN_CONDA = {"sentencepiece"}

ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
CONDA = [line for line in ENVIRONMENT["dependencies"] if isinstance(line, str)]
(PIP,) = (line["pip"] for line in ENVIRONMENT["dependencies"] if line not in CONDA)
WORKFLOWS = ROOT / ".github/workflows"


def requirements(lines):
    """The bounds of each library but minitok itself."""
    needed = map(Requirement, lines)
    return {need.name: need.specifier for need in needed if need.name != "minitok"}


def test_conda_installs_the_course_with_the_same_bounds_and_pip_only_what_conda_lacks():
    needed = requirements(COURSE)
    by_pip = {name: needed.pop(name) for name in NOT_IN_CONDA}
    assert ENVIRONMENT["name"] == "minitok"
    assert ENVIRONMENT["channels"] == ["conda-forge"]
    assert PIP[-1] == "-e ." and requirements(PIP[:-1]) == by_pip
    bounds = {CONDA_NAMES.get(name, name): bound for name, bound in needed.items()}
    bounds["python"] = SpecifierSet(PROJECT["requires-python"])
    bounds["pip"] = SpecifierSet()
    listed = dict(line.partition(" ")[::2] for line in CONDA)
    assert {name: SpecifierSet(bound) for name, bound in listed.items()} == bounds


@pytest.mark.parametrize("python", ["3.11.9", "3.12.9", "3.13.9", "3.14.2"])
def test_ci_installs_one_version_of_each_library_which_is_within_its_bounds(python):
    here = default_environment()
    here |= {
        "python_full_version": python,
        "python_version": python.rpartition(".")[0],
        "extra": "",
    }
    lines = (ROOT / "tests/constraints.txt").read_text(encoding="utf-8").splitlines()
    every = map(Requirement, lines)
    pinned = [line for line in every if not line.marker or line.marker.evaluate(here)]
    versions = {line.name.replace("_", "-"): line.specifier for line in pinned}
    assert len(versions) == len(pinned)
    lite = (ROOT / "tools/site/lite/requirements.txt").read_text(encoding="utf-8")
    extras = [line for lines in EXTRAS.values() for line in lines]
    everything = PROJECT["dependencies"] + extras + lite.splitlines()
    for name, bound in requirements(everything).items():
        version = str(versions[name.lower().replace("_", "-")])
        assert re.fullmatch(r"==[\w.]+", version), name
        assert bound.contains(version.removeprefix("==")), name


def test_a_release_is_published_only_after_every_test_and_with_the_versions_of_ci():
    jobs = workflow("release")["jobs"]
    gates = {
        job["uses"].rpartition("/")[2]: name
        for name, job in jobs.items()
        if "uses" in job
    }
    assert {*gates} == {"test.yml", "weekly.yml"}
    assert {*gates.values(), "build"} == {*jobs["publish"]["needs"]}
    for name in gates:
        # YAML reads the key `on` as true.
        assert "workflow_call" in workflow(name.removesuffix(".yml"))[True]


@pytest.mark.parametrize(
    "path", sorted(WORKFLOWS.glob("*.yml")), ids=lambda path: path.stem
)
def test_each_job_ends_and_each_action_of_others_is_pinned(path):
    for name, job in workflow(path.stem)["jobs"].items():
        assert "uses" in job or "timeout-minutes" in job, name
        for step in job.get("steps", []):
            assert re.search(r"@[0-9a-f]{40}$", step.get("uses", "@" + "0" * 40)), name


def workflow(name):
    return yaml.safe_load((WORKFLOWS / f"{name}.yml").read_text(encoding="utf-8"))


def test_the_version_is_cited():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))[
        "version"
    ]
    assert cited == minitok.__version__
