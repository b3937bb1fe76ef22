"""A row of chips under a name, for the views that show several answers to one text under each other."""

from collections.abc import Iterable
from html import escape as escape_markup

from .html import bar, sentence


def rows(items: Iterable[str]) -> tuple[str, ...]:
    """The rows of a view, as pieces of one list."""
    return '<ul class="mt-rows">', *items, "</ul>"


def row(name: str, told: Iterable[str], chips: str, *, share: float | None = None) -> str:
    """One row: its name, what is counted about it, and its chips; `share` draws how long it is beside the longest."""
    lines = (f'<span class="mt-counted">{escape_markup(line)}</span>' for line in told)
    counted = '<span class="mt-comma">, </span>'.join(lines)
    drawn = "" if share is None else bar(share)
    who = f'<div class="mt-who"><b class="mt-name">{name_of(name)}</b> {drawn}{counted}</div>'
    return f'<li class="mt-row">{who} {chips}</li>'


def broken(name: str, problem: str) -> str:
    """A row that has no chips, and why."""
    return row(name, (), f'<p class="mt-trouble">{escape_markup(sentence(problem))}</p>')


def name_of(name: str) -> str:
    """The name of a row, safe inside HTML."""
    return escape_markup(sentence(str(name)))


def counted(count: int, one: str, many: str = "") -> str:
    """`1 word`, `2,000 words`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
