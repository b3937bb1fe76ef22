"""Runs beside a lesson: says what a view needs to be alive in a page, where no Python answers it.

A prediction and a quiz are judged in the page, a playground shows the texts that it has to choose from. What they need
for that is not in the state of a widget, since a notebook asks Python. So it is sent beside the view, as data of a
type of its own: `listen()` has each of the three described when it is shown.
"""

from typing import Any

from minitok.views import Playground, Prediction, Quiz
from minitok.views.parts.guesses import NEAR, is_number, pair_of, said, words
from minitok.views.parts.html import prose, sentence
from minitok.views.playground import TEXTS

ASKED = "application/vnd.minitok.asked+json"


def listen() -> None:
    """Describe each of these views from now on, in this notebook."""
    from IPython import get_ipython

    formatter = get_ipython().display_formatter.mimebundle_formatter
    for view, describe in ((Prediction, prediction), (Quiz, quiz), (Playground, playground)):
        formatter.for_type(view, lambda shown, describe=describe: with_description(shown, describe(shown)))


def with_description(view: Any, described: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    bundle = view._repr_mimebundle_()
    data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
    return {**data, ASKED: described}, metadata


def prediction(view: Prediction) -> dict[str, Any]:
    """What `judging.js` compares a guess with: `Prediction("How many?", 12)` gives one truth, the number 12."""
    return {
        "truths": [truth(each, view.tolerance) for each in view.truths],
        "oneLine": view.in_one_line,
        "whole": "".join(pair_of(view.truths)) if view.in_one_line else "",
        "words": words(f"{view.asked} {' '.join(view.labels)}".replace("`", " ")),
        "why": prose(view.why) if view.why else "",
    }


def truth(value: Any, tolerance: float | None) -> dict[str, Any]:
    """One answer: as it is typed and as it is shown, its number if it is one, and how far off a guess may be."""
    if tolerance is None:
        tolerance = NEAR if isinstance(value, float) else 0
    number, pair = value if is_number(value) else None, "".join(pair_of(value))
    return {"said": said(value), "shown": sentence(said(value)), "number": number, "share": tolerance, "pair": pair}


def quiz(view: Quiz) -> dict[str, Any]:
    """For each question the reasons in the order of its choices, and the place of the right one."""

    def described(question: Any) -> dict[str, Any]:
        reasons = [prose(question.reasons[choice]) for choice in question.choices]
        return {"reasons": reasons, "right": question.choices.index(question.answer)}

    return {"questions": [described(question) for question in view.asked]}


def playground(view: Playground) -> dict[str, Any]:
    """The traces of the texts that it offers, by their names; at the end the view is as it was."""
    text = view.input.value
    found = {}
    for name, offered in TEXTS.items():
        view.input.value = offered
        found[name] = {"text": offered, "trace": view.view.trace.decode(), "legend": view.view.legend}
    view.input.value = text
    return {"texts": found}
