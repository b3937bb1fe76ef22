"""What `minitok doctor` says: what is installed, which vocabularies are here, and why a view might not show."""

import platform
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from site import getuserbase
from sysconfig import get_path, get_preferred_scheme

from minitok.validation import how_to_install
from minitok_course import vocabularies
from minitok_course.copying import Copy

OF_THE_LESSONS = re.compile(
    r"""^(?!minitok)([\w-]+).*extra == .lessons\b""", re.MULTILINE
)
EXTENSIONS = "share/jupyter/labextensions"
# Without them JupyterLab shows no view.
FRONT_ENDS = (
    "anywidget",
    "@jupyter-widgets/jupyterlab-manager",
)


def report(copy: Copy) -> Iterator[str]:
    """A line for each thing that is in order (✓), is not (✗), or may be missing (○)."""
    yield f"✓ minitok {version('minitok')}, Python {platform.python_version()}, {platform.platform(terse=True)}"
    yield f"  at {sys.executable}"
    yield (
        f"✓ your copy is {copy.folder}"
        if copy.folder.is_dir()
        else "○ you have no copy yet: minitok makes one"
    )
    missing = False
    for name in [
        "regex",
        *OF_THE_LESSONS.findall("\n".join(requires("minitok") or [])),
    ]:
        try:
            yield f"✓ {name} {version(name)}"
        except PackageNotFoundError:
            missing = True
            yield f"✗ {name} is not installed"
    if missing:
        yield f"  {how_to_install('course')}"
        return
    for name in vocabularies.PUBLISHED:
        try:
            vocabularies.load(name)
            yield f"✓ the vocabulary of {name}"
        except ValueError as error:
            yield f"✗ {error}"
    yield from views()


def views() -> Iterator[str]:
    """Why a view might not show: JupyterLab lacks its front end, or `jupyter lab` opens another JupyterLab."""
    for name in FRONT_ENDS:
        there = any(
            Path(folder, EXTENSIONS, name).is_dir()
            for folder in (sys.prefix, getuserbase())
        )
        yield f"{'✓' if there else '✗'} JupyterLab {'has' if there else 'lacks'} {name}"
    other = shutil.which("jupyter-lab")
    own = [
        Path(sys.executable).parent,
        Path(get_path("scripts", get_preferred_scheme("user"))),
    ]
    if not find_spec("jupyterlab"):
        yield "○ jupyterlab is not in this Python: `minitok` opens the lessons with it, unless a hub does"
    elif other and Path(other).parent.resolve() not in [
        folder.resolve() for folder in own
    ]:
        yield f"✗ `jupyter lab` opens another one, {other}, which may not have them: open the course with `minitok`"
    yield "  a view needs the kernel that drew it: after a restart, choose Run, Run All Cells"
    yield "  one that opened on a busy computer may show no change: run its cell again"
