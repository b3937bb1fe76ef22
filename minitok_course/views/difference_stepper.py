"""What an attempt has at each step, next to what is right, up to the step where they differ."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from minitok.steps import DifferenceStep
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    Hues,
    chip,
    listed,
    more,
    name_of,
    prose,
    sentence,
    table,
)
from minitok_course.views.common.stepper import Frame, Stepper, read

MAX_TOKENS = 16  # before the difference, in it, and after it
Write = Callable[[str], str]


class DifferenceStepper(Stepper):
    """An attempt that is not right yet, step by step: `DifferenceStepper(check("bpe.merge_pair", merge_pair).steps)`.

    A frame shows what is expected above what the attempt gives, and above both the symbols so far, where the names of
    the steps tell them. In the last frame a ring is around what differs.
    """

    _css = source("style.css", "../difference_stepper.css")
    heading = "Expected and yours"
    takes = ("alike", "check(name, attempt).steps")
    columns = ("step", "expected", "yours", "")

    def _opening(self, frames: Sequence[Frame]) -> int:
        return len(frames) - 1

    def draw(
        self, records: Iterable[DifferenceStep], text: str | None
    ) -> Iterator[Frame]:
        hues = Hues()
        given: list[str] = []

        def face(token: str) -> str:
            return chip(token, hues[token])

        for name, *both, alike in read(records):
            values = [(own,) if isinstance(own, str) else own for own in both]
            start = _alike(*values)
            end = _alike(*(own[start:][::-1] for own in values))
            given += re.findall("^up to .*`(.+)`$", name)
            # Of a long trace there are only the last steps, and some of what is given is not known.
            lines = (
                [("given", _line(_first(given, face)))]
                if f" {len(given)}, " in name
                else []
            )
            for of, own, words in zip(("expected", "yours"), values, both):
                write = name_of if isinstance(words, str) else face
                stop = len(own) - end
                line = [more(start - MAX_TOKENS, " before")]
                line += map(write, own[:start][-MAX_TOKENS:])
                if not alike:
                    line.append(_here(own[start:stop], write))
                    line += _first(own[stop:], write)
                lines.append((of, _line(line)))
            outcome = "The same so far" if alike else "Here they part"
            listings = (
                sentence(own) if isinstance(own, str) else listed(own, MAX_TOKENS)
                for own in both
            )
            twin = (sentence(name), *listings, "" if alike else "they part")
            caption = prose(f"{outcome}: {name}.")
            yield Frame(
                (caption,),
                tuple(table((), lines, named=True)),
                (twin,),
                not alike,
            )


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    return len(list(takewhile(lambda both: both[0] == both[1], zip(one, other))))


def _first(tokens: Sequence[str], write: Write) -> list[str]:
    return [*map(write, tokens[:MAX_TOKENS]), more(len(tokens) - MAX_TOKENS)]


def _line(faces: Iterable[str]) -> str:
    return f'<div class="mt-tokens">{" ".join(faces)}</div>'


def _here(tokens: Sequence[str], write: Write) -> str:
    """What differs, in a ring; `nothing` where this side has nothing."""
    faces = (
        _first(tokens, write) if tokens else ['<span class="mt-gone">nothing</span>']
    )
    return f'<span class="mt-differs" role="group" aria-label="differs">{" ".join(faces)}</span>'
