"""Runs beside a lesson: says what a view needs to be alive in a page, where no Python answers it.

A prediction and a quiz are answered in the page, a playground shows the texts that it has to choose from. What they
need for that is not in the state of a widget, since a notebook asks Python. So it is sent beside the view, as data of
a type of its own: `listen()` has each of the three described when it is shown.
"""

from typing import Any

from minitok.views import Playground, Prediction, Quiz
from minitok.views.parts.guesses import said
from minitok.views.parts.html import prose
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
    """The answer to each box, as it is typed, and all of it as the view shows it."""
    truths = [said(value) for value in view.truths]
    return {"truths": [" ".join(truths)] if view.in_one_line else truths, "still": view.still()}


def quiz(view: Quiz) -> dict[str, Any]:
    """For each question the reasons in the order of its choices, and the place of the right one."""

    def described(question: Any) -> dict[str, Any]:
        reasons = [prose(question.reasons[choice]) for choice in question.choices]
        return {"reasons": reasons, "right": question.choices.index(question.answer)}

    return {"questions": [described(question) for question in view.asked]}


def playground(view: Playground) -> dict[str, Any]:
    """The rows of the texts that it offers, by their names; at the end the view is as it was."""
    text = view.input.value
    found = {}
    for name, offered in TEXTS.items():
        view.input.value = offered
        found[name] = view.view.compared
    view.input.value = text
    return {"texts": found}
