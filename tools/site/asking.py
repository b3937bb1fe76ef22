"""Runs beside a lesson: says what a playground needs in a page, where no Python answers it.

A text that is typed is encoded in the page. What is needed for that is not in the state of a widget, since a notebook
asks Python. So it is sent beside the view, as data of a type of its own: `listen()` has each of these described when it
is shown. Vocabularies are written into a folder of the site.
"""

from functools import partial
from pathlib import Path
from typing import Any

import vocabularies

from minitok import Regex, Tokenizer
from minitok.pre_tokenizers import Split
from minitok_course.views import (
    EncodeStepper,
    Live,
    MatchStepper,
    Playground,
    TokenStrip,
    Waterline,
)
from minitok_course.views.common import stepper
from minitok_course.views.common.html import sentence
from minitok_course.views.compare import Comparison, read_all
from minitok_course.views.pattern_explorer import START, PatternRows
from minitok_course.views.playground import TEXTS, USUAL, dares
from minitok_course.views.utf8_explorer import Utf8Table

ASKED = "application/vnd.minitok.asked+json"


def listen(folder: str) -> None:
    """Describe each of these views from now on, in this notebook."""
    from IPython import get_ipython

    stepper.SENT_AT_ONCE = stepper.MAX_FRAMES  # a page can't ask for the rest
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
    """What draws the view of another text, if the site can have all of it: mostly the files of vocabularies."""
    try:
        match view.view:
            case Comparison():
                named = {
                    name: vocabularies.put(tok, folder)
                    for name, tok in view.make.args[0].items()
                }
                return {
                    "rows": [
                        {"name": sentence(name), "file": file}
                        for name, file in named.items()
                    ]
                }
            case TokenStrip():
                return {"file": vocabularies.put(view.make, folder)}
            case EncodeStepper() | MatchStepper():
                return {"file": vocabularies.put(Tokenizer(view.make.__self__), folder)}
            case Utf8Table():
                return {"file": vocabularies.names(folder)}
            case PatternRows():
                # The last one is the learner's.
                pre_tokenizers = [*view.pre_tokenizers.items()][:-1]
                cuts = [
                    {"name": name, "part": as_data(cut)} for name, cut in pre_tokenizers
                ]
                return {
                    "cuts": cuts,
                    "own": as_data(view.own(Regex(START))),
                    "unlike": vocabularies.UNLIKE.pattern,
                }
    except (
        AttributeError,
        ValueError,
    ):  # a function that is no tokenizer's, or a tokenizer unlike those of the site
        pass
    return None


def as_data(cut: Any) -> dict[str, Any]:
    """A pre-tokenizer, its pattern as it is: that `tokenizers` reads some patterns otherwise is nothing to a page."""
    if not isinstance(cut, Split) or not isinstance(cut.pattern, Regex):
        return dict(vocabularies.part("pre_tokenizer", cut))
    if vocabularies.UNLIKE.search(cut.pattern):
        raise ValueError(f"JavaScript reads {cut.pattern} otherwise")
    return {
        **vocabularies.part("pre_tokenizer", cut.replace(pattern=Regex("a"))),
        "pattern": {"Regex": cut.pattern},
    }


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
    state = {"compared": compared, "dares": dares([*files])}
    return {"texts": TEXTS, "rows": rows, "state": state}


def waterline(view: Waterline, folder: Path) -> dict[str, Any] | None:
    try:
        return {"files": [vocabularies.put(tok, folder) for tok in view.tokenizers]}
    except ValueError:
        return None
