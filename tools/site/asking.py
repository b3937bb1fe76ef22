"""Runs beside a lesson: says what comparisons and landscapes need in a page, which encodes a text by itself.

That is not in the state of a widget, since a notebook asks Python. So it is sent beside the view, as data of a type of
its own: `listen()` has each of these described when it is shown. Vocabularies are written into a folder of the site.
"""

from functools import partial
from pathlib import Path
from typing import Any

import vocabularies

from minitok_course.views import Live, Playground, Waterline
from minitok_course.views.common.html import sentence
from minitok_course.views.compare import Comparison, read_all
from minitok_course.views.playground import TEXTS, USUAL

ASKED = "application/vnd.minitok.asked+json"


def listen(folder: str) -> None:
    """Describe each of these views from now on, in this notebook."""
    from IPython import get_ipython

    formatter = get_ipython().display_formatter.mimebundle_formatter
    for view, describe in (
        (Playground, playground),
        (Live, live),
        (Waterline, waterline),
    ):
        in_folder = partial(describe, folder=Path(folder))
        formatter.for_type(
            view,
            lambda displayed, describe=in_folder: with_description(
                displayed, describe(displayed)
            ),
        )


def with_description(
    view: Any, described: dict[str, Any] | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    bundle = view._repr_mimebundle_()
    data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
    return {**data, **({ASKED: described} if described else {})}, metadata


def live(view: Live, folder: Path) -> dict[str, Any] | None:
    """The rows of a comparison with the files of their vocabularies, if the encoders of the site have all of them."""
    if not isinstance(view.view, Comparison):
        return None
    try:
        rows = [
            {"name": sentence(name), "file": vocabularies.put(tok, folder)}
            for name, tok in view.make.args[0].items()
        ]
    except (AttributeError, ValueError):
        return None
    return {"rows": rows}


def playground(view: Playground, folder: Path) -> dict[str, Any] | None:
    """The same, with the texts that it offers; by itself it has only those rows that a page can encode."""
    tokenizers = view.make.args[0]
    if tuple(tokenizers) != USUAL:
        described = live(view, folder)
        return {"texts": TEXTS, **described} if described else None
    files = {}
    for name, tok in tokenizers.items():
        if vocabularies.encodes(tok):
            files[name] = vocabularies.put(tok, folder)
    text = view.input.value
    shown = {name: tokenizers[name] for name in files}
    compared = Comparison(read_all(shown, text), text=text).compared
    rows = [{"name": name, "file": file} for name, file in files.items()]
    return {"texts": TEXTS, "rows": rows, "state": {"compared": compared}}


def waterline(view: Waterline, folder: Path) -> dict[str, Any] | None:
    try:
        return {"files": [vocabularies.put(tok, folder) for tok in view.tokenizers]}
    except ValueError:
        return None
