"""The front end of the views that ask something."""

from pathlib import Path

HERE = Path(__file__).parent
STYLE = HERE / "style.css"


def front_end(view: str) -> str:
    """The script of a view, behind what such views share: one module, so that no file loads another."""
    return "\n".join(path.read_text("utf-8") for path in (HERE / "form.js", HERE.parent / f"{view}.js"))
