"""JupyterLab as the course opens it: at the first lesson, side bars folded, prose in lines that are easy to read."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from ..parts import needs
from .copying import Copy
from .folder import FOLDER

SETTINGS = Path(__file__).parent / "settings"


def options(copy: Copy) -> list[str]:
    """The options of JupyterLab; how its windows were left is kept in the learner's folder."""
    layout = copy.folder / ".layout"
    if not layout.exists():
        layout.mkdir(parents=True, exist_ok=True)  # where two are opened at once
        for file in SETTINGS.glob("*.jupyterlab-workspace"):
            shutil.copyfile(file, layout / file.name)
    return [
        f"--ServerApp.root_dir={copy.home}",
        f"--ServerApp.tornado_settings=static_custom_path={SETTINGS}",
        f"--LabApp.default_url=/lab/tree/{FOLDER}/{copy.lessons[0].name}",
        f"--LabApp.app_settings_dir={SETTINGS}",
        f"--LabApp.workspaces_dir={layout}",
        "--LabApp.custom_css=True",
        "--log-level=WARN",
        "--allow-root",  # in a container one may be that
    ]


def open_lab(copy: Copy, more: Sequence[str]) -> None:
    """Open a learner's copy, with more options of JupyterLab, until it is stopped."""
    with needs("course"):
        from jupyterlab.labapp import LabApp

    print(f"Opening {FOLDER}/{copy.lessons[0].name} in JupyterLab (Ctrl-C here stops it)", flush=True)
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # the kernel is this Python, whatever else is installed
    LabApp.launch_instance([*options(copy), *more])
