"""What every view is: a widget that has a twin in plain text, and a still form for where no kernel runs."""

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import anywidget

HERE = Path(__file__).parent
STYLE = HERE / "style.css"


def source(*files: str) -> str:
    """The front end of a view: its files as one, so that no file loads another."""
    return "\n".join(HERE.joinpath(file).read_text("utf-8") for file in files)


def sealed(answer: Any) -> str:
    """What a front end judges by, encoded: so nobody reads an answer by accident, in a page or in its source."""
    return b64encode(json.dumps(answer, sort_keys=True).encode()).decode("ascii")


class View(anywidget.AnyWidget):
    """A widget that front ends show by its `str()` or its `still()` where they can't show it alive."""

    _css: Path | str = STYLE

    def still(self) -> str:
        """The view as HTML that needs no kernel and no style sheet."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})  # nothing once closed
        return {**data, "text/plain": str(self), "text/html": self.still()}, metadata
