"""The base of every view: a widget with a twin in plain text, and a still form for where no kernel runs."""

import json
from base64 import b64encode
from collections.abc import Iterable
from html import escape as escape_markup
from pathlib import Path
from typing import Any, ClassVar

import anywidget
import traitlets

HERE = Path(__file__).parent
STYLE = HERE / "style.css"
UNTYPED = "There is no text yet: type one."


def source(*files: str) -> str:
    """The front end of a view: its files joined into one, so that none has to load another."""
    return "\n".join(HERE.joinpath(file).read_text("utf-8") for file in files)


def sealed(answer: Any) -> str:
    """What a front end judges by, encoded so that nobody reads an answer by accident, in a page or in its source."""
    return b64encode(json.dumps(answer, sort_keys=True).encode()).decode("ascii")


class View(anywidget.AnyWidget):
    """A widget that front ends show by its `str()` or its `still()` where no kernel runs.

    A subclass has `heading`, its title, and what is below it: `lines` of text, and `drawn` in HTML.
    """

    _css: Path | str = STYLE
    heading: ClassVar[str] = "Steps"
    # Whether there is nothing to show for an empty text.
    needs_text: ClassVar[bool] = False

    name = traitlets.Unicode().tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    problem = traitlets.Unicode().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        name = "".join(
            "-" + char.lower() if char.isupper() else char
            for char in type(self).__name__
        )
        super().__init__(name="mt" + name, title=self.heading, **traits)

    def lines(self) -> Iterable[str]:
        raise NotImplementedError

    def drawn(self) -> str:
        raise NotImplementedError

    def __str__(self) -> str:
        return "\n".join(filter(None, [self.title, *self.lines()]))

    def still(self) -> str:
        """The view as HTML that needs no kernel and no style sheet."""
        return f'<div class="{self.name}"><p><b>{escape_markup(self.title)}</b></p>{self.drawn()}</div>'

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        # It returns nothing once the widget is closed.
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**data, "text/plain": str(self), "text/html": self.still()}, metadata
