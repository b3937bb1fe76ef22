"""What the checker says of an attempt, and how that looks: in a notebook, and in plain text."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import escape
from itertools import islice
from typing import Any, Literal
from unicodedata import combining

State = Literal["not started", "not yet", "right"]

LONGEST = 160
MOST_ITEMS = 40
BRACKETS: dict[type, str] = {list: "[]", tuple: "()", set: "{}", frozenset: "{}", dict: "{}"}
MARKS = {"not started": "○", "not yet": "✗", "right": "✓"}
NAMES = {"not started": "Not started", "not yet": "Not yet", "right": "Right"}
TABLE = "margin:6px 0 0 0;color:inherit;font-size:inherit"
# Each is seen on white and on black; the mark and the words say the same.
EDGES = {"not started": "#808890", "not yet": "#b7791f", "right": "#2e8b57"}


@dataclass(frozen=True)
class Verdict:
    """The state of an attempt. It is true when the attempt is right.

    With "not yet", `case` has the arguments of the smallest failing case, `expected` what is right on it, `got` what
    came out, and `sentence` says what went wrong. `named` is what these three are called where they are shown.
    """

    name: str
    title: str
    state: State = "not started"
    sentence: str = "Write the function (or the value) in the cell above, run that cell, then this one again."
    case: tuple[Any, ...] | None = None
    expected: Any = None
    got: Any = None
    where: str = ""
    named: tuple[str, str, str] = ("case", "expected", "yours")

    def __bool__(self) -> bool:
        return self.state == "right"

    def right(self, sentence: str, **told: Any) -> "Verdict":
        return replace(self, state="right", sentence=sentence, **told)

    def not_yet(self, sentence: str, *, raised: Any = None, **told: Any) -> "Verdict":
        return replace(self, state="not yet", sentence=sentence, where=raised.where if raised else "", **told)

    @property
    def call(self) -> str:
        """The case as Python: `merge_pair(('a', 'a', 'a'), ('a', 'a'))`."""
        told = [shown(argument) for argument in self.case or ()]
        if sum(map(len, told)) > 2 * LONGEST:
            told = [shown(argument, LONGEST // len(told)) for argument in self.case or ()]
        return f"{self.name.split('.')[1]}({', '.join(told)})"

    def rows(self) -> list[tuple[str, str]]:
        case, expected, yours = self.named
        if self.case is None:
            return [(yours, shown(self.got))] if self.got is not None else []
        told = [(case, self.call if case == "case" else shown(self.case[0]))]
        if self.expected is not None or (self.got is not None and not self):
            told.append((expected, shown(self.expected)))
        if self.expected is not None or self.got is not None:
            told.append((yours, shown(self.got)))
        return [*told, ("where", self.where)] if self.where else told

    def __repr__(self) -> str:
        head = f"{MARKS[self.state]} {NAMES[self.state]}: {self.name} ({self.title})"
        widest = max([8, *(len(name) for name, _ in self.rows())])
        rows = [f"{name + ':':{widest + 2}}{text}" for name, text in self.rows()]
        return "\n".join([head, self.sentence, *rows])

    def _repr_html_(self) -> str:
        head = f"<b>{MARKS[self.state]} {NAMES[self.state]}</b> · {escape(self.title)} · <code>{self.name}</code>"
        return card(head, paragraph(self.sentence) + table(self.rows()), EDGES[self.state])


def card(head: str, body: str, edge: str = EDGES["not started"]) -> str:
    """The frame of all that the checker shows: it takes ink and paper from the page, so it suits each theme."""
    style = (
        f"border:1px solid #80889080;border-left:5px solid {edge};border-radius:8px;padding:10px 16px;margin:4px 2px"
    )
    return f'<div class="mt-check" style="{style}"><p style="margin:0">{head}</p>{body}</div>'


def paragraph(text: str) -> str:
    """A sentence, its `code` set as code."""
    coded = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    return f'<p style="margin:6px 0 0 0">{coded}</p>'


def table(rows: list[tuple[str, str]]) -> str:
    name = '<th scope="row" style="text-align:left;vertical-align:top;padding:2px 16px 2px 0">{}</th>'
    style = "white-space:pre-wrap;word-break:break-word"
    value = f'<td style="text-align:left;padding:2px 0"><code style="{style}">{{}}</code></td>'
    body = "".join(f"<tr>{name.format(escape(key))}{value.format(escape(text))}</tr>" for key, text in rows)
    return f'<table style="{TABLE}"><tbody>{body}</tbody></table>' if rows else ""


def shown(value: Any, longest: int = LONGEST) -> str:
    """A value as Python would write it, cut where it is long; sets are sorted, and nothing tells an address.

    >>> shown({"b", "a"}), shown("x" * 1000, 12)
    ("{'a', 'b'}", "'xxxxxxxxxxx… (1,000 characters)")
    """
    try:
        text = re.sub(r" at 0x[0-9a-fA-F]+", "", written(value))
    except Exception:
        text = f"a {type(value).__name__} that can't be shown"
    size = len(value if isinstance(value, str) else text)
    return text if len(text) <= longest else f"{text[:longest]}… ({size:,} characters)"


def written(value: Any) -> str:
    """A value as Python, the same each time: sets are in order, and long containers are cut."""
    kind: type = dict if isinstance(value, dict) else type(value)
    if kind in BRACKETS and value:
        if kind is dict:
            parts = [f"{written(key)}: {written(item)}" for key, item in islice(value.items(), MOST_ITEMS)]
        else:
            items = in_order(value) if kind in (set, frozenset) else value
            parts = [written(item) for item in items[:MOST_ITEMS]]
        if len(value) > MOST_ITEMS:
            parts.append(f"… {len(value) - MOST_ITEMS:,} more")
        comma = "," if kind is tuple and len(value) == 1 else ""
        brackets = BRACKETS[kind]
        return f"{brackets[0]}{', '.join(parts)}{comma}{brackets[1]}"
    if callable(value) and hasattr(value, "__name__"):
        return str(value.__name__)
    if isinstance(value, str):  # a mark that joins the letter before it would not be seen
        return "".join(ascii(char)[1:-1] if combining(char) else char for char in repr(value))
    return repr(value)


def in_order(values: Iterable[Any]) -> list[Any]:
    """Values in their own order, or in that of how they are written."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=written)
