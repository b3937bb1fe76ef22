"""What the checker says of an attempt, and how that is displayed: in plain text, and in a notebook.

In a notebook a verdict can be stepped through, and turns grey once the code that it is about has changed.
"""

import linecache
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from html import escape
from itertools import islice
from typing import Any, Literal
from unicodedata import combining
from uuid import uuid4

from minitok.steps import DifferenceStep

LONGEST = 120  # characters of a value
LONGEST_CALL = 160
MOST_ITEMS = 40
BRACKETS: dict[type, str] = {
    list: "[]",
    tuple: "()",
    set: "{}",
    frozenset: "{}",
    dict: "{}",
}
STALE = "The code has changed: run this again."
MARKS = {"not started": "○ Not started", "not yet": "✗ Not yet", "right": "✓ Right"}
TABLE = "margin:6px 0 0 0;color:inherit;font-size:inherit"
# Visible on white and on black; the mark and the words say the same.
EDGES = {"not started": "#808890", "not yet": "#b7791f", "right": "#2e8b57"}


@dataclass(frozen=True)
class Verdict:
    """The state of an attempt. It is true if the attempt is right.

    With "not yet", `case` has the arguments of the smallest failing case, `expected` what is right for it, `got` what
    came out, and `sentence` says what went wrong. `named` is what these three are called in the display. `steps` lead
    to where expected and got differ. A verdict is `old` when the code has changed since.
    """

    name: str
    title: str
    state: Literal["not started", "not yet", "right"] = "not started"
    sentence: str = "Write the function (or the value) in the cell above, run that cell, then this one again."
    case: tuple[Any, ...] | None = None
    expected: Any = None
    got: Any = None
    where: str = ""
    named: tuple[str, str, str] = ("case", "expected", "yours")
    attempt: Any = field(default=None, compare=False)
    steps: tuple[DifferenceStep, ...] = field(default=(), compare=False)
    old: bool = False

    def __bool__(self) -> bool:
        return self.state == "right"

    def right(self, sentence: str, **details: Any) -> "Verdict":
        return replace(self, state="right", sentence=sentence, **details)

    def not_yet(
        self, sentence: str, *, raised: Any = None, **details: Any
    ) -> "Verdict":
        return replace(
            self,
            state="not yet",
            sentence=sentence,
            where=raised.where if raised else "",
            **details,
        )

    @property
    def call(self) -> str:
        """The case as Python: `merge_pair(('a', 'a', 'a'), ('a', 'a'))`."""
        case = self.case or ()
        return f"{self.name.split('.')[1]}({', '.join(format_short(one, LONGEST_CALL // len(case)) for one in case)})"

    def rows(self) -> list[tuple[str, str]]:
        case, expected, yours = self.named
        if self.case is None:
            return [(yours, format_short(self.got))] if self.got is not None else []
        rows = [(case, self.call if case == "case" else format_short(self.case[0]))]
        if self.expected is not None or (self.got is not None and not self):
            rows.append((expected, format_short(self.expected)))
        if self.expected is not None or self.got is not None:
            rows.append((yours, format_short(self.got)))
        return [*rows, ("where", self.where)] if self.where else rows

    def __repr__(self) -> str:
        head = f"{MARKS[self.state]}: {self.name} ({self.title})"
        widest = max([8, *(len(name) for name, _ in self.rows())])
        rows = [f"{name + ':':{widest + 2}}{text}" for name, text in self.rows()]
        return "\n".join([*[STALE] * self.old, head, self.sentence, *rows])

    def html(self, folded: str = "") -> str:
        head = f"<b>{MARKS[self.state]}</b> · {escape(self.title)} · <code>{self.name}</code>"
        markup = card(
            head,
            paragraph(self.sentence) + table(self.rows()) + folded,
            EDGES[self.state],
        )
        return (
            card(f"<b>↻ {STALE}</b>", f'<div style="opacity:.5">{markup}</div>')
            if self.old
            else markup
        )

    def picture(self) -> Any:
        """Where right and wrong part, as a view; None if there are no steps, or no library to show them."""
        with suppress(ImportError):
            if self.steps:
                from minitok_course.views import DifferenceStepper

                return DifferenceStepper(self.steps, text=self.sentence)
        return None

    def _repr_html_(self) -> str:
        picture = self.picture()
        return self.html(unfold("Step through it", picture.still()) if picture else "")

    def _ipython_display_(self) -> None:
        if self.state == "not started" or not show(self):
            raise NotImplementedError  # so that it is displayed like any value


def card(head: str, body: str, edge: str = EDGES["not started"]) -> str:
    """The frame around all that the checker displays: its colours come from the page, so it suits every theme."""
    line = f"border:1px solid #80889080;border-left:5px solid {edge};border-radius:8px"
    style = f"{line};padding:10px 16px;margin:4px 2px"
    return f'<div class="mt-check" style="{style}"><p style="margin:0">{head}</p>{body}</div>'


def unfold(summary: str, body: str) -> str:
    """What a click or a key opens; the attribute has JupyterLab leave the keys to it."""
    opener = f'<summary data-lm-suppress-shortcuts="true" style="cursor:pointer">{summary}</summary>'
    return f'<details style="margin:6px 0 0 0">{opener}{body}</details>'


def paragraph(text: str) -> str:
    """A sentence, its `code` set as code."""
    coded = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    return f'<p style="margin:6px 0 0 0">{coded}</p>'


def table(rows: list[tuple[str, str]]) -> str:
    name = '<th scope="row" style="text-align:left;vertical-align:top;padding:2px 16px 2px 0">{}</th>'
    style = "white-space:pre-wrap;word-break:break-word"
    value = f'<td style="text-align:left;padding:2px 0"><code style="{style}">{{}}</code></td>'
    body = "".join(
        f"<tr>{name.format(escape(key))}{value.format(escape(text))}</tr>"
        for key, text in rows
    )
    return f'<table style="{TABLE}"><tbody>{body}</tbody></table>' if rows else ""


def format_short(value: Any, longest: int = LONGEST) -> str:
    """A value as Python would write it, cut where it is long; sets are sorted, and nothing tells an address.

    >>> format_short({"b", "a"}), format_short("x" * 1000, 12)
    ("{'a', 'b'}", "'xxxxxxxxxxx… (1,000 characters)")
    """
    try:
        text = re.sub(r" at 0x[0-9a-fA-F]+", "", format_python(value))
    except Exception:
        text = f"a {type(value).__name__} that can't be shown"
    size = len(value if isinstance(value, str) else text)
    return text if len(text) <= longest else f"{text[:longest]}… ({size:,} characters)"


def format_python(value: Any) -> str:
    """A value as Python, always the same: sets are in order, and long containers are cut."""
    kind: type = dict if isinstance(value, dict) else type(value)
    if kind in BRACKETS and value:
        if kind is dict:
            parts = [
                f"{format_python(key)}: {format_python(item)}"
                for key, item in islice(value.items(), MOST_ITEMS)
            ]
        else:
            items = in_order(value) if kind in (set, frozenset) else value
            parts = [format_python(item) for item in items[:MOST_ITEMS]]
        if len(value) > MOST_ITEMS:
            parts.append(f"… {len(value) - MOST_ITEMS:,} more")
        comma = "," if kind is tuple and len(value) == 1 else ""
        brackets = BRACKETS[kind]
        return f"{brackets[0]}{', '.join(parts)}{comma}{brackets[1]}"
    if callable(value) and hasattr(value, "__name__"):
        return str(value.__name__)
    # A mark that joins the letter before it would not be seen.
    if isinstance(value, str):
        return "".join(
            ascii(char)[1:-1] if combining(char) else char for char in repr(value)
        )
    return repr(value)


def in_order(values: Iterable[Any]) -> list[Any]:
    """Values in their own order, or else in the order of how they are written."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=format_python)


@dataclass
class Output:
    """A verdict under its check cell, with the code that it is about, and the view below it."""

    verdict: Verdict
    code: Any
    picture: Any
    id: str
    stale: bool = False

    def publish(self, **options: Any) -> None:
        """Display it, or with `update=True` update it."""
        verdict = replace(self.verdict, old=self.stale)
        data = {"text/plain": repr(verdict), "text/html": verdict.html()}
        in_notebook().display_pub.publish(
            data, transient={"display_id": self.id}, **options
        )


_outputs: dict[str, Output] = {}


def in_notebook() -> Any:
    """IPython, if it displays HTML; None in a terminal or without IPython."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return (
        shell if shell and "text/html" in shell.display_formatter.active_types else None
    )


def show(verdict: Verdict) -> bool:
    """Display a verdict, and its view, if this is a notebook."""
    shell = in_notebook()
    if not shell:
        return False
    name = verdict.name.split(".")[1]
    output = Output(verdict, code_of(verdict.attempt), verdict.picture(), uuid4().hex)
    _outputs.pop(name, None)
    if shell.user_ns.get(name) is verdict.attempt:
        _outputs[name] = output
    output.publish()
    if output.picture:
        shell.display_pub.publish(*shell.display_formatter.format(output.picture))
    # Registering it again changes nothing.
    shell.events.register("post_run_cell", look_again)
    return True


def look_again(result: Any = None) -> None:
    """After each cell, compare the code that the verdicts are about with what the notebook holds now."""
    for name, output in _outputs.items():
        code = code_of(in_notebook().user_ns.get(name))
        # A function of the learner's, or a value.
        is_one = isinstance(code, list) or isinstance(output.code, str)
        stale = is_one and code not in (None, output.code)
        if stale != output.stale:
            output.stale = stale
            output.publish(update=True)
            if output.picture:
                output.picture.problem = STALE if stale else ""


def code_of(value: Any) -> Any:
    """The cell that a function is from, or a value in words; None for a function that is from no cell."""
    from minitok_course.exercises.source import undecorated

    if not callable(value):
        return format_short(value, 10_000)
    function = undecorated(value)
    if getattr(function, "__globals__", None) is not in_notebook().user_ns:
        return None
    return linecache.getlines(function.__code__.co_filename)
