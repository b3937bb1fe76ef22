"""Spans under each other: a table with a column for each smallest part of a text, and cells as wide as their spans."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Span(NamedTuple):
    """What stands in the columns from `start` to `end`."""

    start: int
    end: int
    markup: str


def table_of(lines: Iterable[str], name: str, *, scrolls: bool) -> Iterator[str]:
    """The lines as a table; a wide one scrolls, by itself and with the arrow keys, and needs a name for that."""
    keys = f' data-scrolls tabindex="0" role="group" aria-label="{name}"' if scrolls else ""
    yield f'<div class="mt-cursor"{keys}><table class="mt-match" data-band=""><tbody>'
    yield from lines
    yield "</tbody></table></div>"


def line(head: str, spans: Iterable[Span], left: int, right: int) -> Iterator[str]:
    """A row of the table, in a piece a cell; what lies outside the columns from `left` to `right` is cut off."""
    yield f'<tr><th class="mt-cell" scope="row">{head}</th>'
    place = left
    for span in spans:
        start, end = max(span.start, place), min(span.end, right)
        if start < end:
            yield from _gap(start - place)
            yield f'<td class="mt-span" colspan="{end - start}">{span.markup}</td>'
            place = end
    yield from _gap(right - place)
    yield "</tr>"


def _gap(width: int) -> Iterator[str]:
    if width > 0:
        yield f'<td colspan="{width}"></td>'
