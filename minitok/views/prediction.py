"""Predict first: the learner commits to an answer before the true one is shown, and then sees both side by side."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape as escape_markup
from itertools import zip_longest
from typing import Any, NamedTuple

import traitlets

from .parts.form import View, source
from .parts.guesses import judge, judge_id, said, unreadable, unreadable_list, words
from .parts.html import prose, sentence, table, text_table
from .parts.stills import still

TRIES = 2
NOTHING = "Write down a guess first. A wrong one costs nothing, and makes the answer stick."
AGAIN = "You have tried this one already: change something."


class Part(NamedTuple):
    """One part of an answer beside the guess: `label` is empty where the answer has one part only."""

    label: str
    guess: str
    truth: str
    right: bool
    verdict: str


class Prediction(View):
    """A question with two tries, and then its answer: `Prediction("How many tokens?", 12, why="A space costs one.")`.

    `answer` is a text, a number, a mapping from parts to their answers, or a list. A list is typed in one line,
    separated by spaces or commas; each part of a mapping has a box of its own. `choices` are answers to choose from.
    Text between backticks in the question is code, and in `why`, the line that comes with the answer.

    A number may be off by `tolerance`, a share of the answer: by default 0.05 for a float, 0 for a whole number. The
    items of a list are right or wrong, as ids are; give a single id as a text. What can't be read costs no try.
    """

    _esm = source("form.js", "../prediction.js")
    _css = source("style.css", "form.css")

    name = traitlets.Unicode("mt-prediction").tag(sync=True)
    title = traitlets.Unicode("Predict first").tag(sync=True)
    question = traitlets.Unicode().tag(sync=True)
    labels = traitlets.List(traitlets.Unicode()).tag(sync=True)
    choices = traitlets.List(traitlets.Unicode()).tag(sync=True)
    guesses = traitlets.List(traitlets.Unicode()).tag(sync=True)
    locked = traitlets.Bool(False).tag(sync=True)
    problem = traitlets.Unicode().tag(sync=True)
    outcome = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        question: str,
        answer: Any,
        *,
        choices: Sequence[Any] | None = None,
        why: str = "",
        tolerance: float | None = None,
    ) -> None:
        named = isinstance(answer, Mapping)
        names = [sentence(said(part)) for part in answer] if named else [""]
        answers = list(answer.values()) if named else answer
        self.asked = sentence(question)
        self.in_one_line = isinstance(answer, (list, tuple))
        self.truths: list[Any] = list(answers) if named or self.in_one_line else [answers]
        self.why, self.tolerance, self.tried = sentence(why), tolerance, list[list[str]]()
        offered = [sentence(said(choice)) for choice in choices or ()]
        super().__init__(question=prose(question), labels=names, choices=offered, guesses=[""] * len(names))
        self.on_msg(lambda widget, content, buffers: self.commit(content.get("guesses")))

    def commit(self, guess: Any) -> None:
        """Try a guess: a value, or one for each part, in order. The second wrong one brings the answer."""
        if self.locked:
            return
        given = self._for_each_field(guess)
        with self.hold_sync():
            self.guesses = given
            self.problem = self._unreadable()
            if self.problem:
                return
            self.tried.append(given)
            compared = list(self.compared())
            self.locked = len(self.tried) == TRIES or all(part.right for part in compared)
            self.problem = "" if self.locked else self._nudge(compared)
            self.outcome = self._outcome(compared) if self.locked else ""

    def _unreadable(self) -> str:
        if not any(self.guesses):
            return NOTHING
        if self.guesses in self.tried:
            return AGAIN
        if self.in_one_line:
            return unreadable_list(self.guesses[0], self.truths)
        for label, guess, truth in zip(self.labels, self.guesses, self.truths):
            problem = unreadable(guess, truth)
            if problem:
                return f"{label}: {problem}" if label else problem
        return ""

    def _nudge(self, parts: Sequence[Part]) -> str:
        wrong = [f"{part.label}: {part.verdict}" for part in parts[: len(self.truths)] if not part.right]
        told = f" {'; '.join(wrong)}." if wrong and len(parts) > 1 else ""
        return f"{self._score(parts)}{told} One more try, and then you see the answer."

    def _for_each_field(self, guess: Any) -> list[str]:
        values = [guess]
        if len(self.labels) > 1 and isinstance(guess, (list, tuple)):
            values = [*guess[: len(self.labels)]]
        values += [None] * (len(self.labels) - len(values))
        return [sentence(said(value)).strip() for value in values]

    def compared(self) -> Iterator[Part]:
        """The answer part by part, each beside the guess."""
        if self.in_one_line:
            items = words(self.guesses[0])
            for place, (guess, truth) in enumerate(zip_longest(items, self.truths, fillvalue=None), 1):
                extra = place > len(self.truths)
                right, verdict = (False, "one too many") if extra else judge_id(guess or "", truth)
                yield Part(str(place), guess or "", "" if extra else sentence(said(truth)), right, verdict)
        else:
            for label, guess, truth in zip(self.labels, self.guesses, self.truths):
                yield Part(label, guess, sentence(said(truth)), *judge(guess, truth, self.tolerance))

    def _outcome(self, parts: Sequence[Part]) -> str:
        named = len(parts) > 1 or any(part.label for part in parts)
        right = all(part.right for part in parts)
        shown = slice(not named, 3 if len(parts) == 1 else None)  # the score says it of a single part
        heads = ["", "your guess", "answer", ""] if self.locked else ["", "answer"]
        rows = (_cells(part, self.locked)[shown] for part in parts)
        look = "mt-right-mark" if right else "mt-wrong-mark"
        mark = f'<b class="{look}">{"✓" if right else "✗"} {self._score(parts)}</b>'
        score = f'<p class="mt-score">{mark}</p>' if self.locked else ""
        why = f'<p class="mt-remark">{prose(self.why)}</p>' if self.why else ""
        return "".join([score, *table(heads[shown], rows, named=named), why])

    def _score(self, parts: Sequence[Part]) -> str:
        right = sum(part.right for part in parts)
        if len(parts) == 1:
            return "Right." if right else f"Not quite: {parts[0].verdict}."
        asked = min(len(parts), len(self.truths))
        if len(parts) > asked:
            return f"{right} of {asked} right, and {len(parts) - asked} too many."
        return "All right." if right == asked else f"{right} of {asked} right."

    def __repr__(self) -> str:
        return f"<Prediction: {self.asked!r}>"

    def __str__(self) -> str:
        parts = list(self.compared())
        if self.locked:
            rows = [(part.label, part.guess, part.truth, part.verdict) for part in parts]
            told = [self._score(parts), text_table(("part", "your guess", "answer", ""), rows)]
        else:
            told = [self.problem, text_table(("part", "answer"), [(part.label, part.truth) for part in parts])]
        return "\n".join(filter(None, [self.title, self.asked, *told, self.why]))

    def still(self) -> str:
        """The question and its answer as HTML that needs no kernel; the answer is folded until it has been guessed."""
        table = still(self._outcome(list(self.compared())))
        told = table if self.locked else f"<details><summary>The answer</summary>{table}</details>"
        return f'<div class="{self.name}"><p><b>{self.title}</b></p><p>{self.question}</p>{told}</div>'


def _cells(part: Part, judged: bool) -> list[str]:
    label, truth = f"<bdi>{escape_markup(part.label)}</bdi>", _shown(part.truth)
    if not judged:
        return [label, truth]
    mark = "mt-right-mark" if part.right else "mt-wrong-mark"
    verdict = f"{'✓' if part.right else '✗'} {escape_markup(part.verdict)}"
    return [label, _shown(part.guess), truth, f'<span class="{mark}">{verdict}</span>']


def _shown(value: str) -> str:
    return f"<code><bdi>{escape_markup(value)}</bdi></code>" if value else "none"
