"""A few questions at the end of a lesson: each choice, the right one and the wrong ones, is answered with a reason."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import traitlets

from .parts.form import View, source
from .parts.html import prose, sentence
from .parts.stills import still

NOTHING = "Choose one first."


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
            raise ValueError(f'The answer to "{self.text}" is "{self.answer}", which is none of its choices')

    @property
    def choices(self) -> list[str]:
        """The choices as they are shown: by the alphabet, so that the place of the right one tells nothing."""
        return sorted(self.reasons, key=lambda choice: (sentence(choice).casefold(), choice))


class Quiz(View):
    """Questions to answer one by one: `Quiz([Question("Is `##` a token?", {"Yes": "…", "No": "…"}, answer="No")])`.

    Checking a choice shows its reason; after a wrong one the question stays open, and after the right one all reasons
    are shown. What is right is not in the page before. The still form folds each reason under its choice.
    """

    _esm = source("form.js", "../quiz.js")
    _css = source("style.css", "form.css")

    name = traitlets.Unicode("mt-quiz").tag(sync=True)
    title = traitlets.Unicode("Check yourself").tag(sync=True)
    questions = traitlets.List(traitlets.Dict()).tag(sync=True)
    told = traitlets.List(traitlets.Dict()).tag(sync=True)
    score = traitlets.Unicode().tag(sync=True)

    def __init__(self, questions: Sequence[Question]) -> None:
        self.asked = list(questions)
        self.chosen: list[list[str]] = [[] for _ in self.asked]  # what was tried, question by question
        asked = [{"text": prose(one.text), "choices": list(map(prose, one.choices))} for one in self.asked]
        super().__init__(questions=asked, told=[{"chosen": None, "done": False, "html": ""} for _ in self.asked])
        self.on_msg(lambda widget, content, buffers: self._asked_by_page(content))

    def choose(self, number: int, choice: str) -> None:
        """Check a choice of question `number`, counted from 1. Once a question is answered, nothing changes it."""
        question = self.asked[number - 1]
        if not self._done(number - 1):
            self.chosen[number - 1].append(choice)
            self._tell(number - 1, "".join(self._said(question, choice)))

    def _asked_by_page(self, content: Any) -> None:
        place, choice = content.get("question"), content.get("choice")
        if place not in range(len(self.asked)) or self._done(place):
            return
        choices = self.asked[place].choices
        if choice in range(len(choices)):
            self.choose(place + 1, choices[choice])
        else:
            self._tell(place, f"<p>{NOTHING}</p>")

    def _done(self, place: int) -> bool:
        return self.asked[place].answer in self.chosen[place]

    def _said(self, question: Question, choice: str) -> Iterator[str]:
        reason = prose(question.reasons[choice])
        if choice != question.answer:
            yield f'<p><b class="mt-wrong-mark">✗ Not “{prose(choice)}”.</b> {reason}</p>'
            return
        yield f'<p><b class="mt-right-mark">✓ Right.</b> {reason}</p>'
        for other in question.choices:
            if other != choice:
                yield f'<p class="mt-others"><b>{prose(other)}</b>: {prose(question.reasons[other])}</p>'

    def _tell(self, place: int, html: str) -> None:
        chosen = self.chosen[place][-1:]
        number = self.asked[place].choices.index(chosen[0]) if chosen else None
        told = [*self.told]
        told[place] = {"chosen": number, "done": self._done(place), "html": html}
        with self.hold_sync():
            self.told = told
            self.score = self._score()

    def _score(self) -> str:
        if not all(map(self._done, range(len(self.asked)))):
            return ""
        at_once = sum(len(set(chosen)) == 1 for chosen in self.chosen)
        return f"{at_once} of {len(self.asked)} right at the first try."

    def __repr__(self) -> str:
        return f"<Quiz: {len(self.asked)} questions>"

    def __str__(self) -> str:
        lines = [self.title]
        for number, (question, chosen) in enumerate(zip(self.asked, self.chosen), 1):
            lines.append(f"{number}. {sentence(question.text)}")
            for choice in question.choices:
                reason = question.reasons[choice]
                known = choice in chosen or self._done(number - 1)
                mark = "✓" if choice == question.answer else "✗"
                mark = mark if known else "○"
                lines.append(f"   {mark} {sentence(choice)}" + (f": {sentence(reason)}" if known else ""))
        return "\n".join(filter(None, [*lines, self.score]))

    def still(self) -> str:
        """The questions as HTML that needs no kernel; the reason of each choice is folded under it."""
        items = []
        for question in self.asked:
            folded = ""
            for choice in question.choices:
                verdict = "✓ Right." if choice == question.answer else "✗ No."
                reason = f"<p><b>{verdict}</b> {prose(question.reasons[choice])}</p>"
                folded += f"<details><summary>{prose(choice)}</summary>{reason}</details>"
            items.append(f"<li><p>{prose(question.text)}</p>{folded}</li>")
        listed = still(f"<ol>{''.join(items)}</ol>")
        return f'<div class="{self.name}"><p><b>{self.title}</b></p>{listed}</div>'
