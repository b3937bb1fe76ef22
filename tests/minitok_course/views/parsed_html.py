"""HTML as a tree: a test asks for elements, and for what one reads in them, however the markup is written.

Markup is a string, or the pieces that a frame holds. Where a function takes a path, each step of it is a tag, a class
or both, and is looked for inside what the step before it found: `.mt-token`, `td.mt-wide .mt-bar`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

VOID = {"br", "hr", "img", "input"}
INLINE = {"b", "bdi", "code", "del", "i", "mark", "small", "span", "u"}


class Element:
    """An element: its `tag`, its `attributes`, and its `children`, which are elements and texts."""

    def __init__(self, tag: str, attributes: Mapping[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @property
    def text(self) -> str:
        return reading(self)

    @property
    def columns(self) -> int:
        """How many columns of its table a cell spans."""
        return int(self.attributes.get("colspan", "1"))

    def matches(self, step: str) -> bool:
        tag, *classes = step.split(".")
        return tag in ("", self.tag) and set(classes) <= set(self.classes)

    def below(self) -> Iterator["Element"]:
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.below()


Markup = str | Iterable[str] | Element


class _Builder(HTMLParser):
    """Stricter than a browser: each element has to be closed, and none across another."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(
            Element(tag, {name: value or "" for name, value in attrs})
        )

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        outer = self.open[-1]
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(outer.children[-1])

    def handle_endtag(self, tag: str) -> None:
        ended = self.open.pop()
        if ended.tag != tag:
            raise ValueError(f"</{tag}> where <{ended.tag}> should be closed")

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parsed(markup: Markup) -> Element:
    """The tree of some markup, as an element without a tag."""
    if isinstance(markup, Element):
        return markup
    builder = _Builder()
    builder.feed("".join(markup))
    builder.close()
    if len(builder.open) > 1:
        raise ValueError(f"<{builder.open[-1].tag}> is never closed")
    return builder.open[0]


def elements(markup: Markup, path: str) -> list[Element]:
    """The elements at a path, in the order in which they begin."""
    found = [parsed(markup)]
    for step in path.split():
        inside = (
            element
            for outer in found
            for element in outer.below()
            if element.matches(step)
        )
        found = list(dict.fromkeys(inside))
    return found


def texts(markup: Markup, path: str) -> list[str]:
    """What one reads in each of the elements at a path."""
    return [element.text for element in elements(markup, path)]


def table_rows(markup: Markup) -> list[list[Element]]:
    """The cells of each row of the tables, heads and data alike."""
    return [
        [cell for cell in row.below() if cell.tag in ("td", "th")]
        for row in elements(markup, "tr")
    ]


def reading(markup: Markup, brackets: Mapping[str, str] = {}) -> str:
    """What one reads: paragraphs, items and cells a space apart, what stands in a line as it stands there.

    Elements may be put in `brackets`: with `{".mt-next": "[]"}`, `a<u class="mt-next">b</u>` reads `a[b]`.
    """
    return re.sub(r"[ \t\n\f\r]+", " ", "".join(_read(parsed(markup), brackets))).strip(
        " "
    )


def _read(element: Element, brackets: Mapping[str, str]) -> Iterator[str]:
    left, right = next(
        (pair for step, pair in brackets.items() if element.matches(step)), ("", "")
    )
    apart = "" if element.tag in INLINE else " "
    yield apart + left
    for child in element.children:
        if isinstance(child, str):
            yield child
        else:
            yield from _read(child, brackets)
    yield right + apart


def captions(view: Any) -> list[str]:
    """What one reads above each frame of a view."""
    return [reading(frame.caption) for frame in view.frames]


def shown(view: Any, index: int) -> str:
    """What one reads in a frame, its caption first."""
    frame = view.frames[index]
    return reading((*frame.caption, " | ", *frame.body)).replace("\u00a0", " ")
