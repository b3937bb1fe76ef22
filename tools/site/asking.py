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
from minitok.interop import hub
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
from minitok_course.views.common.usual_tokenizers import OWN, PUBLISHED
from minitok_course.views.compare import Comparison, read_all
from minitok_course.views.pattern_explorer import START, PatternRows
from minitok_course.views.playground import TEXTS, dares
from minitok_course.views.utf8_explorer import Utf8Table

ASKED = "application/vnd.minitok.asked+json"
ROWS = {
    "GPT-2": "gpt2",
    "GPT-4": "cl100k_base",
    "GPT-4o / gpt-oss": "o200k_harmony",
    "Qwen3": "qwen3",
    "BERT": "bert",
}
"""The rows of a playground in a page, by the names of their vocabularies; those of the course follow."""
MISSING = "Its vocabulary was not there when this page was made."


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
    """The same, with the texts that it offers; by itself it has other rows in a page, and says which are missing."""
    own = view.make.args[0]
    if not own.keys() <= {*PUBLISHED, *OWN}:
        return (
            {"texts": TEXTS, **described} if (described := live(view, folder)) else None
        )
    files = {name: file for name, file in ROWS.items() if (folder / file).exists()}
    tokenizers = {
        name: own.get(name) or hub.tiktoken_encoding(file, download=False)
        for name, file in files.items()
    }
    tokenizers |= {name: tok for name, tok in own.items() if name in OWN}
    files |= {
        name: vocabularies.put(tokenizers[name], folder)
        for name in tokenizers.keys() - files.keys()
    }
    missing = [{"name": name, "problem": MISSING} for name in ROWS if name not in files]
    compared = Comparison(
        read_all(tokenizers, view.input.value), text=view.input.value
    ).compared
    compared["rows"] += [
        {**row, "size": 0, "count": 0, "tokens": [], "why": []} for row in missing
    ]
    return {
        "texts": TEXTS,
        "rows": [
            *({"name": name, "file": files[name]} for name in tokenizers),
            *missing,
        ],
        "state": {"compared": compared, "dares": dares([*tokenizers]), "note": ""},
    }


def waterline(view: Waterline, folder: Path) -> dict[str, Any] | None:
    try:
        return {"files": [vocabularies.put(tok, folder) for tok in view.tokenizers]}
    except ValueError:
        return None
