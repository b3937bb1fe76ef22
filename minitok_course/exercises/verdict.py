"""What the checker says, and how that is displayed: in plain text, and in a notebook."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby, islice
from reprlib import Repr
from typing import Any, Literal
from unicodedata import combining

from minitok.steps import DifferenceStep
from minitok_course.cards import (
    card,
    in_notebook,
    paragraph,
    table,
    unfold,
)

LONGEST = 120  # characters of a value
LONGEST_CALL = 160
MOST_ITEMS = 40
MOST_DRAWN = 400
MOST_CHARACTERS = 2_000  # of a sentence, or of a value before it is cut for display
MARKS = {"not started": "○ Not started", "not yet": "✗ Not yet", "right": "✓ Right"}
ADDRESS = re.compile(" at 0x[0-9a-fA-F]+")
SITTING = 13  # as a lesson: the one sitting comes after the lessons
SIGNS = {"right": "✓", "begun": "◐", "untouched": "○"}
# Visible on white and on black; the mark and the words say the same.
EDGES = {"not started": "#808890", "not yet": "#b7791f", "right": "#2e8b57"}


@dataclass(frozen=True, eq=False)
class Verdict:
    """The state of an attempt. It is true if the attempt is right.

    With "not yet", `case` has the arguments of the smallest failing case, `expected` what is right for it, `got` what
    came out, and `sentence` says what went wrong. `named` is what these three are called in the display. `steps` lead
    to where expected and got differ.
    """

    name: str
    title: str
    state: Literal["not started", "not yet", "right"] = "not started"
    sentence: str = (
        "Write the function (or the value), run its cell, and check it again."
    )
    case: tuple[Any, ...] | None = None
    expected: Any = None
    got: Any = None
    named: tuple[str, str, str] = ("case", "expected", "yours")
    attempt: Any = None
    usable: Any = None  # the attempt as `mine` hands it on
    steps: tuple[DifferenceStep, ...] = ()

    def __bool__(self) -> bool:
        return self.state == "right"

    def right(self, sentence: str, **details: Any) -> "Verdict":
        return replace(self, state="right", sentence=sentence, **details)

    def not_yet(self, sentence: str, **details: Any) -> "Verdict":
        sentence = cut(ADDRESS.sub("", sentence), MOST_CHARACTERS)
        return replace(self, state="not yet", sentence=sentence, **details)

    @property
    def call(self) -> str:
        """The case as Python: `merge_pair(('a', 'a', 'a'), ('a', 'a'))`."""
        case = self.case or ()
        arguments = [format_short(one, LONGEST_CALL // len(case)) for one in case]
        name = self.name.split(".")[1]
        return f"{name}({', '.join(arguments)})"

    def rows(self) -> list[tuple[str, str]]:
        """The case, what is right for it and what came out, each with its name."""
        if self.case is None:
            return []
        case, expected, yours = self.named
        value = self.call if case == "case" else format_short(self.case[0])
        rows = [(case, value)]
        if self.expected is not None or self.got is not None:
            if self.expected is not None or not self:
                rows.append((expected, format_short(self.expected)))
            rows.append((yours, format_short(self.got)))
        return rows

    def __repr__(self) -> str:
        text = f"{MARKS[self.state]}: {self.name} ({self.title})\n{self.sentence}"
        rows = dict(self.rows())
        width = 2 + max(8, *map(len, rows), 0)
        for name, value in rows.items():
            text += f"\n{name + ':':{width}}{value}"
        return text

    def html(self, folded: str = "") -> str:
        mark, title = MARKS[self.state], escape(self.title)
        head = f"<b>{mark}</b> · {title} · <code>{self.name}</code>"
        body = paragraph(self.sentence) + table(self.rows()) + folded
        return card(head, body, EDGES[self.state])

    def picture(self) -> Any:
        """What is right plays its lesson's view; else where right and wrong part. None if there is nothing to show."""
        with suppress(Exception):
            if self:
                from minitok_course.playing import play

                return play(self.name, self.usable)
            if self.steps:
                from minitok_course.views import DifferenceStepper

                return DifferenceStepper(self.steps)
        return None

    def _repr_html_(self) -> str:
        picture = self.picture()
        if self or picture is None:
            return self.html()
        return self.html(unfold("Step through it", picture.still()))

    def _ipython_display_(self) -> None:
        """In a notebook, display it with its view below it."""
        shell = in_notebook()
        if self.state == "not started" or shell is None:
            raise NotImplementedError  # so that it is displayed like any value
        data = {"text/plain": repr(self), "text/html": self.html()}
        shell.display_pub.publish(data)
        picture = self.picture()
        if picture is not None:
            shell.display_pub.publish(*shell.display_formatter.format(picture))


@dataclass(frozen=True)
class Hint:
    """One hint in a terminal. In a notebook all of them are there, each folded into the one before it."""

    name: str
    hints: Sequence[str]
    number: int

    def __repr__(self) -> str:
        count, more = self._count(self.number), self._more(self.number)
        return f"{count} for {self.name}\n{self.hints[self.number - 1]}\n{more}"

    def _count(self, number: int) -> str:
        return f"Hint {number} of {len(self.hints)}"

    def _more(self, number: int) -> str:
        if number < len(self.hints):
            return f'`hint("{self.name}")` gives the next one.'
        return f'This was the last hint. `solution("{self.name}")` shows a solution.'

    def _repr_html_(self) -> str:
        folded = paragraph(self._more(len(self.hints)))
        for number in range(len(self.hints), 0, -1):
            text = paragraph(self.hints[number - 1])
            folded = unfold(self._count(number), text + folded)
        return card(f"<b>Hints</b> · <code>{self.name}</code>", folded)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, str]:
        """In a notebook, no hint can be read before it is opened, not even in the stored text."""
        if in_notebook() is None:
            return {}
        summary = f"{len(self.hints)} hints for {self.name}, folded"
        return {"text/plain": summary, "text/html": self._repr_html_()}


@dataclass(frozen=True)
class Solution:
    """A solution: `source` is Python that runs by itself, `why` says what makes it right."""

    name: str
    source: str
    why: str

    @property
    def value(self) -> Any:
        """What the source defines: `solution("bpe.merge_pair").value(symbols, pair)`."""
        names: dict[str, Any] = {}
        exec(self.source, names)
        return names[self.name.split(".")[-1]]

    def __repr__(self) -> str:
        return f"A solution of {self.name}\n\n{self.source}\n{self.why}"

    def _repr_html_(self) -> str:
        source = f"<code>{escape(self.source)}</code>"
        code = f'<pre style="margin:6px 0;white-space:pre-wrap">{source}</pre>'
        body = unfold("Show it", code + paragraph(self.why))
        return card(f"<b>A solution</b> · <code>{self.name}</code>", body)


@dataclass(frozen=True)
class Progress:
    """All exercises, each with its lesson, its name and its state, and where the states are saved."""

    states: Sequence[tuple[int, str, str]]
    note: str

    def rows(self) -> Iterator[tuple[str, str]]:
        """For each lesson the names of its exercises, each with the sign of its state."""
        for lesson, group in groupby(self.states, key=lambda one: one[0]):
            entries = [f"{SIGNS[state]} {name}" for _, name, state in group]
            title = "the sitting" if lesson == SITTING else f"lesson {lesson:02}"
            yield title, "  ".join(entries)

    @property
    def sums(self) -> str:
        states = [state for _, _, state in self.states]
        counts = []
        for state, sign in SIGNS.items():
            counts.append(f"{sign} {states.count(state)} {state}")
        return ", ".join(counts)

    def __repr__(self) -> str:
        rows = map("  ".join, self.rows())
        return "\n".join([f"Your course: {self.sums}", *rows, self.note])

    def _repr_html_(self) -> str:
        body = table([*self.rows()]) + paragraph(self.note)
        return card(f"<b>Your course</b> · {self.sums}", body)


def format_short(value: Any, longest: int = LONGEST) -> str:
    """A value as Python would write it, cut where it is long; sets are sorted, and nothing tells an address.

    >>> format_short({"b", "a"}), format_short("x" * 1000, 12)
    ("{'a', 'b'}", "'xxxxxxxxxxx… (1,000 characters)")
    """
    text = ADDRESS.sub("", format_python(value))
    size = len(value) if isinstance(value, str) else len(text)
    return cut(text, longest, size)


def cut(text: str, longest: int, size: int | None = None) -> str:
    """A text up to some length, and how many characters there are in all."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]}… ({size or len(text):,} characters)"


def format_python(value: Any) -> str:
    """A value as Python, always the same: sets are in order, and long texts and containers are cut."""
    return _Written().repr(value)


class _Written(Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = MOST_ITEMS
        self.maxtuple = self.maxlist = MOST_ITEMS
        self.maxset = self.maxfrozenset = MOST_ITEMS
        self.maxstring = self.maxlong = self.maxother = MOST_CHARACTERS

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        """In its own order."""
        items = []
        for key, item in islice(x.items(), MOST_ITEMS):
            named = self.repr1(key, level - 1)
            items.append(f"{named}: {self.repr1(item, level - 1)}")
        if len(x) > MOST_ITEMS:
            items.append(self.fillvalue)
        return f"{{{', '.join(items)}}}"

    def repr_str(self, x: str, level: int) -> str:
        return "".join(map(_format_char, super().repr_str(x, level)))

    def repr_instance(self, x: Any, level: int) -> str:
        """A function or a class by its name."""
        return getattr(x, "__name__", None) or super().repr_instance(x, level)

    repr_generator = Repr.repr_instance  # whose name is that of its function


def _format_char(char: str) -> str:
    """A mark that joins the letter before it would not be seen, and is written as an escape."""
    return ascii(char)[1:-1] if combining(char) else char


def draw_value(value: Any) -> tuple[str, ...] | str:
    """What a view draws: the items of a sequence, each in a few words, or the value in a few words."""
    if type(value) not in (list, tuple):
        return format_short(value, 160)
    items = []
    for item in value[:MOST_DRAWN]:
        is_text = isinstance(item, str)
        items.append(cut(item, 160) if is_text else format_short(item, 60))
    return tuple(items)
