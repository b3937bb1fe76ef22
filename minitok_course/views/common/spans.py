"""Spans below each other: a table with a column for each character or byte, and cells as wide as their spans."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

BEFORE = 5
SCROLL_OVER = 12


class Span(NamedTuple):
    """What fills the columns from `start` to `end`."""

    start: int
    end: int
    markup: str


def window(place: int, length: int, most: int) -> tuple[int, int]:
    """The columns of a long text that are shown: at most `most`, around a place, from `left` to `right`."""
    left = max(0, min(place - BEFORE, length - most))
    return left, min(left + most, length)


def table_of(lines: Iterable[Iterable[str]], name: str, columns: int) -> Iterator[str]:
    """The lines as a table; a wide one scrolls, by itself and with the arrow keys, and needs a name for that."""
    keys = (
        f' data-scrolls tabindex="0" role="group" aria-label="{name}"'
        if columns > SCROLL_OVER
        else ""
    )
    yield f'<div class="mt-cursor"{keys}><table class="mt-match"><tbody>'
    yield from chain.from_iterable(lines)
    yield "</tbody></table></div>"


def line(head: str, spans: Iterable[Span], left: int, right: int) -> Iterator[str]:
    """A row of the table, a piece of HTML for each cell; what lies outside the columns `left` to `right` is cut off."""
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


def _gap(width: int) -> Sequence[str]:
    return [f'<td colspan="{width}"></td>'] if width > 0 else []


def describe_range(left: int, right: int, length: int) -> Iterator[str]:
    if right - left < length:
        yield f'<p class="mt-under">Characters {left:,} to {right:,} of {length:,} are shown.</p>'
