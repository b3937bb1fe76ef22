"""How a hint, a solution and the overview of the course are displayed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Any

from minitok_course.exercises.exercise import Exercise
from minitok_course.exercises.verdict import TABLE, card, in_notebook, paragraph, unfold

SIGNS = {"right": "✓", "begun": "◐", "untouched": "○"}


@dataclass(frozen=True)
class Hint:
    """One hint in a terminal. In a notebook all of them are there, each folded into the one before it."""

    name: str
    hints: Sequence[str]
    number: int

    def __repr__(self) -> str:
        head = f"{self._count(self.number)} for {self.name}"
        return "\n".join([head, self.hints[self.number - 1], self._more(self.number)])

    def _count(self, number: int) -> str:
        return f"Hint {number} of {len(self.hints)}"

    def _more(self, number: int) -> str:
        if number < len(self.hints):
            return f'`hint("{self.name}")` gives the next one.'
        return f'This was the last hint. `solution("{self.name}")` shows a solution.'

    def _repr_html_(self) -> str:
        folded = paragraph(self._more(len(self.hints)))
        for number, text in reversed([*enumerate(self.hints, 1)]):
            folded = unfold(self._count(number), paragraph(text) + folded)
        return card(f"<b>Hints</b> · <code>{self.name}</code>", folded)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, str]:
        """In a notebook, no hint can be read before it is opened, not even in the stored text."""
        summary = f"{len(self.hints)} hints for {self.name}, folded"
        return (
            {"text/plain": summary, "text/html": self._repr_html_()}
            if in_notebook()
            else {}
        )


@dataclass(frozen=True)
class Solution:
    """A solution: `source` is Python that runs by itself, `why` says what makes it right."""

    name: str
    source: str
    why: str

    @property
    def value(self) -> Any:
        """What the source defines: `solution("bpe.merge_pair").value(symbols, pair)`."""
        defined: dict[str, Any] = {}
        exec(self.source, defined)
        return defined[self.name.split(".")[-1]]

    def __repr__(self) -> str:
        return f"A solution of {self.name}\n\n{self.source}\n{self.why}"

    def _repr_html_(self) -> str:
        code = f'<pre style="margin:6px 0;white-space:pre-wrap"><code>{escape(self.source)}</code></pre>'
        return card(
            f"<b>A solution</b> · <code>{self.name}</code>",
            unfold("Show it", code + paragraph(self.why)),
        )


@dataclass(frozen=True)
class Progress:
    """All exercises with their states, and where these are saved."""

    states: Sequence[tuple[Exercise, str]]
    note: str

    def rows(self) -> Iterator[tuple[str, list[str]]]:
        for lesson, group in groupby(self.states, key=lambda one: one[0].lesson):
            yield (
                f"lesson {lesson:02}",
                [f"{SIGNS[state]} {one.name}" for one, state in group],
            )

    @property
    def sums(self) -> str:
        counts = {
            sign: sum(state == sign for _, state in self.states) for sign in SIGNS
        }
        return ", ".join(
            f"{SIGNS[state]} {count} {state}" for state, count in counts.items()
        )

    def __repr__(self) -> str:
        lines = [f"{lesson}  {'  '.join(entries)}" for lesson, entries in self.rows()]
        return "\n".join(["Your course: " + self.sums, *lines, self.note])

    def _repr_html_(self) -> str:
        name = '<span style="white-space:nowrap;padding-right:12px">{}</span>'
        head = '<th scope="row" style="text-align:left;vertical-align:top;white-space:nowrap;padding:2px 16px 2px 0">'
        row = f'<tr>{head}{{}}</th><td style="text-align:left;padding:2px 0">{{}}</td></tr>'
        names = [
            (lesson, " ".join(name.format(escape(one)) for one in entries))
            for lesson, entries in self.rows()
        ]
        lessons = "".join(row.format(*one) for one in names)
        table = f'<table style="{TABLE}"><tbody>{lessons}</tbody></table>'
        return card(f"<b>Your course</b> · {self.sums}", table + paragraph(self.note))
