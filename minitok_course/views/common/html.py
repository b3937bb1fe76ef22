"""The HTML that all views share: chips, bars, tables and a curve, with every character made visible and safe.

The classes are styled by `style.css` in a live notebook, and by `stills.py` where no style sheet is loaded: a preview
on a code host, a printed page.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape as escape_markup
from typing import TypeVar

from minitok_course.views.common.legend import spells

Item = TypeVar("Item")

MAX_VISIBLE = 60
MAX_CHIPS = 120
# On a light page.
HUES = (
    "#dcebfd",
    "#fbe3ea",
    "#dcf2e3",
    "#ece5fb",
    "#f6edd6",
    "#d8f0f0",
    "#fde5d8",
    "#e9f2cf",
)
PLAIN = "ab"
NONE = '<span class="mt-more">none</span>'

_SPACES = {" ": "␣", "\n": "⏎", "\t": "⇥"}
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
_ESCAPED = {"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"}


@lru_cache(maxsize=1 << 14)
def visible(text: str, longest: int = MAX_VISIBLE) -> str:
    r"""Show what a text hides: `the cat\n` gives `the␣cat⏎`. A text longer than `longest` is cut, with a note.

    A character that can't be seen, such as a control character or a lone surrogate, becomes its Python escape.
    """
    if len(text) > longest:
        return f"{visible(text[: longest - 20])}… ({len(text):,} characters)"
    if not text:
        return "(empty)"
    if text.isalnum() and text.isascii():
        return text
    # Nothing in ASCII is joined.
    joined = any(char not in _JOINERS and not char.isascii() for char in text)
    result = "".join(_visible_char(char, joined) for char in text)
    return (
        "◌" + result
        if unicodedata.category(text[0]).startswith("M") and joined
        else result
    )


def _visible_char(char: str, joined: bool) -> str:
    if char in _SPACES:
        return _SPACES[char]
    if char in _JOINERS and joined:
        return char
    if char in _JOINERS or unicodedata.category(char) in _ESCAPED:
        return char.encode("unicode_escape").decode("ascii")
    return char


def sentence(text: str) -> str:
    """A line of prose that can always be sent: spaces stay, and other characters that can't be seen become escapes."""
    return "".join(
        " " if char.isspace() else _visible_char(char, True) for char in text
    )


def running(text: str) -> str:
    """A run of text, visible and safe inside HTML; a mark at its start may belong to the letter before it."""
    return escape_markup("".join(_visible_char(char, True) for char in text))


def reason(error: Exception) -> str:
    return str(error) or type(error).__name__


def prose(text: str) -> str:
    """A line of prose, safe inside HTML, with its tokens between backquotes: "`ug` is new"."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape_markup(sentence(text)))


def escape(text: str) -> str:
    """Make a text visible, and safe inside HTML: `<b> ` gives `&lt;b&gt;␣`."""
    return escape_markup(visible(text))


def bdi(text: str, markup: str | None = None, *, spelled: bool = False) -> str:
    """A text isolated so that right-to-left text stays in its place, and marked if the legend has to explain it."""
    marks = ["mt-escape"] if visible(text).count("\\") > text.count("\\") else []
    marks += ["mt-spelled"] if spelled or spells(text) else []
    opening = f'<bdi class="{" ".join(marks)}">' if marks else "<bdi>"
    return f"{opening}{escape(text) if markup is None else markup}</bdi>"


@lru_cache(maxsize=1 << 14)
def chip(text: str, tone: str = "", *, spelled: bool = False) -> str:
    """One token: its text on the background of `tone`; `spelled` if byte-level BPE is known to have written it."""
    opening = f'<code class="mt-{tone}">' if tone else "<code>"
    return f"{opening}{bdi(text, spelled=spelled)}</code>"


def safe(number: object) -> str:
    """A number, safe inside HTML: records may be made from somebody else's file, where an id can be anything."""
    return escape_markup(str(number))


def id_below(id: object) -> str:
    """The id beneath a chip, or nothing where there is none."""
    return "" if id is None else f' <small class="mt-id">{safe(id)}</small>'


@lru_cache(maxsize=1 << 14)
def chips(texts: tuple[str, ...], tones: tuple[str, ...] = ()) -> str:
    """A few tokens in running text, such as a pair: chips that stay on one line."""
    return "\u00a0".join(map(chip, texts, tones or ("",) * len(texts)))


class Hues(dict[str, str]):
    """The tone of each token, the same wherever it occurs; the symbols in `plain` get a quiet one."""

    def __init__(self, plain: Iterable[str] = ()) -> None:
        super().__init__(dict.fromkeys(plain, PLAIN[0]))
        self.assigned = 0

    def __missing__(self, token: str) -> str:
        self[token] = tone = f"{self.assigned % len(HUES)}"
        self.assigned += 1
        return tone

    def lit(self, token: str) -> str:
        """The tone of a token that has just been made or found."""
        return f"{self[token]} mt-new"

    def chips(self, tokens: Iterable[str]) -> str:
        """Tokens in running text, each in its tone."""
        texts = tuple(tokens)
        return chips(texts, tuple(map(self.__getitem__, texts)))


def more(hidden: int, what: str = "") -> str:
    """`and 9,880 more tokens`, `and 1 more token`: what was left out, or nothing if nothing was."""
    noun = what.removesuffix("s") if hidden == 1 else what
    return (
        f'<span class="mt-more">and {hidden:,} more{noun}</span>' if hidden > 0 else ""
    )


def listed(
    items: Sequence[Item],
    most: int,
    write: Callable[[Item], str] = visible,
    joint: str = " ",
) -> str:
    """Items in plain text, and how many more there are: `h ug s`, `h ug and 3 more`."""
    rest = len(items) - most
    return joint.join(map(write, items[:most])) + (
        f" and {rest:,} more" if rest > 0 else ""
    )


def bar(share: float, state: str = "") -> str:
    """A bar as long as its share of the longest, from 0 to 1; `won` is the state of the winner."""
    percent = round(100 * min(max(share, 0.0), 1.0)) if share == share else 0
    look = f"mt-bar mt-{state}" if state else "mt-bar"
    return (
        f'<span class="mt-track"><i class="{look}" style="width:{percent}%"></i></span>'
    )


@lru_cache
def label(text: str) -> str:
    return f'<p class="mt-label"><b>{escape_markup(text)}</b></p>'


def box(name: str, pieces: Iterable[str], look: str = "") -> Iterator[str]:
    """Pieces under a label."""
    yield f'<div class="{look}">{label(name)}' if look else f"<div>{label(name)}"
    yield from pieces
    yield "</div>"


def opening(look: str, heads: Iterable[str]) -> str:
    """The heads of a table, up to where its rows begin."""
    cells = "".join(
        f'<th class="mt-cell" scope="col">{head}</th>' if head else "<td></td>"
        for head in heads
    )
    return f'<table class="{look}"><thead><tr>{cells}</tr></thead><tbody>'


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, named: bool = False
) -> Iterator[str]:
    """A table, in a piece of HTML a row; the cells are HTML already. With `named`, each row starts with its name."""
    yield opening("mt-table", heads)
    for row in rows:
        name = f'<th class="mt-cell" scope="row">{row[0]}</th>' if named else ""
        yield (
            f"<tr>{name}"
            + "".join(f'<td class="mt-cell">{cell}</td>' for cell in row[named:])
            + "</tr>"
        )
    yield "</tbody></table>"


def rows(items: Iterable[str]) -> tuple[str, ...]:
    return '<ul class="mt-rows">', *items, "</ul>"


def row(name: str, counts: Iterable[str], chips: str) -> str:
    """One row: its name, its counts, and its chips."""
    lines = (
        f'<span class="mt-counted">{escape_markup(line)}</span>' for line in counts
    )
    counted = '<span class="mt-comma">, </span>'.join(lines)
    who = f'<div class="mt-who"><b class="mt-name">{name_of(name)}</b> {counted}</div>'
    return f'<li class="mt-row">{who} {chips}</li>'


def name_of(name: str) -> str:
    return escape_markup(sentence(str(name)))


def counted(count: int, one: str, many: str = "") -> str:
    """`1 word`, `2,000 words`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


class Curve:
    """How a number changes over a trace, as a small curve: the line is the same in every frame, the dot moves."""

    WIDTH, HEIGHT, EDGE, MAX_POINTS = 240, 64, 5, 240

    def __init__(self, values: Sequence[float], name: str) -> None:
        self.values = values
        self.top = max(values, default=0) or 1
        picked = thin(len(values), self.MAX_POINTS)
        line = " ".join("{},{}".format(*self._place(index)) for index in picked)
        low = self.HEIGHT - 1
        self.line = (
            f'<svg class="mt-curve" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.WIDTH} {self.HEIGHT}"'
            f' width="{self.WIDTH}" height="{self.HEIGHT}" role="img" aria-label="{escape_markup(name)}">'
            f'<g fill="none" stroke="currentColor"><path d="M0,{low}H{self.WIDTH}" stroke-opacity=".3"/>'
            f'<path d="M{self.EDGE},{low}L{line}V{low}" fill="currentColor" fill-opacity=".1" stroke="none"/>'
            f'<polyline points="{line}" stroke-width="1.6" stroke-linejoin="round"/>'
            '<path stroke-dasharray="2 3" d="'
        )

    def _place(self, index: int) -> tuple[float, float]:
        across = index / max(len(self.values) - 1, 1)
        up = self.values[index] / self.top
        room = self.HEIGHT - 2 * self.EDGE
        return round(self.EDGE + across * (self.WIDTH - 2 * self.EDGE), 1), round(
            self.EDGE + room * (1 - up), 1
        )

    def at(self, index: int) -> tuple[str, ...]:
        """The curve with its dot at one frame."""
        x, y = self._place(index)
        dot = '"/><circle r="4" fill="currentColor" stroke="none"'
        return (
            self.line,
            f"M{x},{y}V{self.HEIGHT - 1}",
            dot,
            f' cx="{x}" cy="{y}"/></g></svg>',
        )


def thin(count: int, most: int) -> list[int]:
    """At most `most` places out of `count`, evenly spaced, with the first and the last: 9, 3 gives 0, 4, 8."""
    if count <= most:
        return list(range(count))
    return [place * (count - 1) // (most - 1) for place in range(most)]


def text_table(
    columns: Sequence[str], rows: Sequence[Iterable[str]], most: int = 100
) -> str:
    """A table in plain text, its columns aligned; the middle of a very long one is left out, and counted."""
    left_out = len(rows) - most if len(rows) > most else 0
    picked = [*rows[: most // 2], *rows[len(rows) - most // 2 :]] if left_out else rows
    cells = [tuple(row) for row in picked]
    widths = [
        max(len(row[place]) for row in (columns, *cells))
        for place in range(len(columns))
    ]
    lines = [
        "  ".join(map(str.ljust, row, widths)).rstrip() for row in (columns, *cells)
    ]
    if left_out:
        lines.insert(1 + most // 2, f"… {left_out:,} more …")
    return "\n".join(lines)
