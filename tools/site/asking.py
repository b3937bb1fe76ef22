"""Runs beside a lesson: says what a playground needs in a page, where no Python answers it.

It shows the texts that it has to choose from. What it makes of them is not in the state of a widget, so it is sent
beside the view, as data of a type of its own: `listen()` has each playground described when it is shown.
"""

from typing import Any

from minitok.views import Playground
from minitok.views.playground import TEXTS

ASKED = "application/vnd.minitok.asked+json"


def listen() -> None:
    """Describe each playground from now on, in this notebook."""
    from IPython import get_ipython

    formatter = get_ipython().display_formatter.mimebundle_formatter
    formatter.for_type(Playground, lambda shown: {**shown._repr_mimebundle_(), ASKED: playground(shown)})


def playground(view: Playground) -> dict[str, Any]:
    """The traces of the texts that it offers, by their names; at the end the view is as it was."""
    text = view.input.value
    found = {}
    for name, offered in TEXTS.items():
        view.input.value = offered
        found[name] = {"text": offered, "trace": view.view.trace.decode(), "legend": view.view.legend}
    view.input.value = text
    return {"texts": found}
