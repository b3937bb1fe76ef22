"""The lessons, to run in a browser with nothing installed: JupyterLite, its Python by Pyodide, as files of the site.

build(Path("build/site/lite"))        make the folder anew
address("02_bpe_from_scratch")        where that lesson runs, relative to the site's root

python tools/site/lite                the same from a shell, into build/site/lite/
"""

from .building import build
from .lessons import address

__all__ = ["address", "build"]
