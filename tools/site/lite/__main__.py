"""python tools/site/lite [FOLDER]: make the lessons that run in a browser, in build/site/lite/ or another folder."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:1] = [str(HERE.parent), str(HERE.parents[1])]  # the tools of the site, and all others

if __name__ == "__main__":
    import notebooks
    from lite import build

    try:
        build(Path(*sys.argv[1:2] or [notebooks.ROOT / "build" / "site" / "lite"]))
    except notebooks.NotebookError as error:
        sys.exit(str(error))
