"""A few questions at the end of a lesson: each choice, right or wrong, is answered with a reason."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import traitlets

from minitok_course.views.common.form import View, sealed, source
from minitok_course.views.common.html import prose, sentence
from minitok_course.views.common.stills import still


@dataclass(frozen=True)
class Question:
    """A question, the reason for each choice, and the right choice: `Question("Why?", {"a": "…", "b": "…"}, "a")`.

    A reason says in a sentence or two why its choice is right, or what it mixes up. Text between backticks is code.
    """

    text: str
    reasons: Mapping[str, str]
    answer: str

    def __post_init__(self) -> None:
        if self.answer not in self.reasons:
            raise ValueError(
                f'The answer to "{self.text}" is "{self.answer}", which is none of its choices'
            )

    @property
    def choices(self) -> list[str]:
        """The choices in alphabetical order, so that the position of the right one gives nothing away."""
        return sorted(
            self.reasons, key=lambda choice: (sentence(choice).casefold(), choice)
        )


class Quiz(View):
    """Questions to answer one by one: `Quiz([Question("Is `##` a token?", {"Yes": "…", "No": "…"}, answer="No")])`.

    Checking a choice shows its reason; after a wrong one the question stays open, and after the right one all reasons
    are shown. The front end judges; `chosen` has what was tried. The still form folds each reason under its choice.
    """

    _esm = source("making.js", "form.js", "../quiz.js")
    _css = source("style.css", "form.css")

    heading = "Check yourself"

    questions = traitlets.List(traitlets.Dict()).tag(sync=True)
    asked = traitlets.Unicode().tag(sync=True)
    chosen = traitlets.List(traitlets.List(traitlets.Int())).tag(sync=True)
    locked = traitlets.Bool(False).tag(sync=True)

    def __init__(self, questions: Sequence[Question]) -> None:
        self.records = list(questions)
        sent = [
            {"text": prose(one.text), "choices": list(map(prose, one.choices))}
            for one in self.records
        ]
        judged_by = [
            {
                "reasons": [prose(one.reasons[choice]) for choice in one.choices],
                "right": one.choices.index(one.answer),
            }
            for one in self.records
        ]
        super().__init__(
            questions=sent, asked=sealed(judged_by), chosen=[[] for _ in self.records]
        )

    def __repr__(self) -> str:
        return f"<Quiz: {len(self.records)} questions>"

    def lines(self) -> Iterator[str]:
        for number, (question, places) in enumerate(zip(self.records, self.chosen), 1):
            yield f"{number}. {sentence(question.text)}"
            tried = [question.choices[place] for place in places]
            for choice in question.choices:
                known = choice in tried or question.answer in tried
                mark = ("✓" if choice == question.answer else "✗") if known else "○"
                yield f"   {mark} {sentence(choice)}" + (
                    f": {sentence(question.reasons[choice])}" if known else ""
                )

    def drawn(self) -> str:
        """The questions, with the reason for each choice folded under it."""
        items = []
        for question in self.records:
            folded = ""
            for choice in question.choices:
                verdict = "✓ Right." if choice == question.answer else "✗ No."
                reason = f"<p><b>{verdict}</b> {prose(question.reasons[choice])}</p>"
                folded += (
                    f"<details><summary>{prose(choice)}</summary>{reason}</details>"
                )
            items.append(f"<li><p>{prose(question.text)}</p>{folded}</li>")
        return still(f"<ol>{''.join(items)}</ol>")
