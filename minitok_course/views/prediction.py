"""Predict first: the learner commits to an answer before the true one is shown, and then sees both side by side."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape as escape_markup
from typing import Any

import traitlets

from minitok_course.views.common.form import View, sealed, source
from minitok_course.views.common.html import prose, sentence, table, text_table
from minitok_course.views.common.stills import still

NEAR = 0.05  # how far off an estimate may be: 5 percent of the answer


def said(value: Any) -> str:
    """A value as a learner would type it: ("u", "g") gives `u g`, 17.60 gives `17.6`."""
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, (list, tuple)):
        return " ".join(map(said, value))
    return str(value)


def shown(value: Any) -> str:
    return sentence(said(value))


class Prediction(View):
    """A question with two tries, and then its answer: `Prediction("How many tokens?", 12, why="A space costs one.")`.

    `answer` is a text, a number, a mapping from parts to their answers, or a list. A list is typed in one line,
    separated by spaces or commas; each part of a mapping has a box of its own. `choices` are answers to choose from.
    Text between backticks in the question is code, and in `why`, the line that comes with the answer.

    A number may be off by `tolerance`, a share of the answer: by default 0.05 for a float, 0 for a whole number. The
    items of a list are right or wrong, as ids are; give a single id as a text. What can't be read costs no try.

    The front end judges. The outcome is in `guesses`, `compared` and `score`.
    """

    _esm = source("making.js", "form.js", "judging.js", "../prediction.js")
    _css = source("style.css", "form.css")

    heading = "Predict first"

    question = traitlets.Unicode().tag(sync=True)
    labels = traitlets.List(traitlets.Unicode()).tag(sync=True)
    choices = traitlets.List(traitlets.Unicode()).tag(sync=True)
    guesses = traitlets.List(traitlets.Unicode()).tag(sync=True)
    locked = traitlets.Bool(False).tag(sync=True)
    score = traitlets.Unicode().tag(sync=True)
    asked = traitlets.Unicode().tag(sync=True)
    tried = traitlets.List(traitlets.List(traitlets.Unicode())).tag(sync=True)
    compared = traitlets.List(traitlets.Dict()).tag(sync=True)

    def __init__(
        self,
        question: str,
        answer: Any,
        *,
        choices: Sequence[Any] = (),
        why: str = "",
        tolerance: float | None = None,
    ) -> None:
        named = isinstance(answer, Mapping)
        in_one_line = isinstance(answer, (list, tuple))
        names = list(map(shown, answer)) if named else [""]
        truths = (
            list(answer.values())
            if named
            else list(answer)
            if in_one_line
            else [answer]
        )
        self.plain_question = sentence(question)
        self.why = sentence(why)
        self.answers = list(map(shown, truths))
        self.parts = list(map(str, range(1, len(truths) + 1))) if in_one_line else names
        judged = [
            {"said": said(one), "shown": text, "share": _share(one, tolerance)}
            for one, text in zip(truths, self.answers)
        ]
        asked = sealed(
            {"truths": judged, "inOneLine": in_one_line, "why": prose(self.why)}
        )
        super().__init__(
            question=prose(question),
            labels=names,
            choices=list(map(shown, choices)),
            guesses=[""] * len(names),
            asked=asked,
        )

    def __repr__(self) -> str:
        return f"<Prediction: {self.plain_question!r}>"

    def lines(self) -> Iterable[str]:
        answers = text_table(("part", "answer"), [*zip(self.parts, self.answers)])
        if self.locked:
            rows = [
                (part["label"], part["guess"], part["truth"], part["verdict"])
                for part in self.compared
            ]
            answers = text_table(("part", "your guess", "answer", ""), rows)
        return self.plain_question, self.score or self.problem, answers, self.why

    def drawn(self) -> str:
        """The question, and its answer folded."""
        codes = [
            f"<code><bdi>{escape_markup(one)}</bdi></code>" if one else "none"
            for one in self.answers
        ]
        if self.parts == [""]:
            answer = codes[0]
        else:
            parts = [f"<bdi>{escape_markup(part)}</bdi>" for part in self.parts]
            answer = "".join(table(("", "answer"), [*zip(parts, codes)], named=True))
        why = f'<p class="mt-remark">{prose(self.why)}</p>' if self.why else ""
        return f"<p>{self.question}</p><details><summary>The answer</summary>{still(answer + why)}</details>"


def _share(truth: Any, tolerance: float | None) -> float | None:
    """The share by which a guess may be off; None for an answer that is not a number."""
    if not isinstance(truth, (int, float)) or isinstance(truth, bool):
        return None
    return tolerance if tolerance is not None else NEAR * isinstance(truth, float)
