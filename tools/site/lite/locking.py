"""The lock file of the browser's Python: which package an import needs, where it is, and its digest.

It is Pyodide's own, with addresses on Pyodide's CDN, and our pure wheels, which the site serves. So the first cell that
imports minitok loads it, and no lesson has a line about that.
"""

import hashlib
import zipfile
from collections.abc import Iterable
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from notebooks import NotebookError

Package = dict[str, Any]

# A page has these already.
NOT_IN_A_KERNEL = {
    "jupyterlab-widgets",
    "widgetsnbextension",
}
IN_ITS_PLACE = {"regex": "regex-by-re"}  # what is there without the CDN
PLOTS = "minitok_course.views.plots"


def make_lock(
    pyodides: dict[str, Any], wheels: Iterable[Path], cdn: str
) -> dict[str, Any]:
    """Pyodide's lock with our wheels in it; without `cdn`, ours alone. An error if one needs what is in neither."""
    python = pyodides["info"]["python"]
    ours = {
        package["name"]: package
        for package in (entry(wheel, python) for wheel in wheels)
    }
    ours = {
        name: package for name, package in ours.items() if name not in NOT_IN_A_KERNEL
    }
    theirs = pyodides["packages"] if cdn else {}
    packages = {
        name: {**it, "file_name": f"{cdn}/{it['file_name']}"}
        for name, it in theirs.items()
    } | ours
    if "matplotlib" in packages:
        drawing = packages["matplotlib"]
        # The module of plots imports it.
        packages["matplotlib"] = {
            **drawing,
            "imports": [*drawing["imports"], PLOTS],
        }
    for package in ours.values():
        missing = [name for name in package["depends"] if name not in packages]
        if missing:
            raise NotebookError(
                f"{package['name']} needs {', '.join(missing)}, which no wheel is and Pyodide lacks"
            )
    return {**pyodides, "packages": packages}


def entry(wheel: Path, python: str) -> Package:
    browser = {
        **default_environment(),
        "sys_platform": "emscripten",
        "platform_system": "Emscripten",
        "extra": "",
    }
    browser |= {
        "python_full_version": python,
        "python_version": python.rpartition(".")[0],
    }
    (distribution,) = distributions(path=[str(wheel)])
    with zipfile.ZipFile(wheel) as archive:
        files = archive.namelist()
    name = canonicalize_name(distribution.name)
    needs = map(Requirement, distribution.requires or [])
    depends = [
        canonicalize_name(need.name)
        for need in needs
        if not need.marker or need.marker.evaluate(browser)
    ]
    modules = {
        file.split("/")[0].removesuffix(".py") for file in files if file.endswith(".py")
    }
    return {
        "name": name,
        "version": distribution.version,
        "file_name": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "imports": sorted(filter(str.isidentifier, modules)),
        "depends": [
            IN_ITS_PLACE.get(need, need)
            for need in depends
            if need not in NOT_IN_A_KERNEL
        ],
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
    }
