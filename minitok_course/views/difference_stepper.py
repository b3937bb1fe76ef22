"""What an attempt has at each step, next to what is right, up to the step where they differ."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

import traitlets

from minitok.steps import DifferenceStep
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    NONE,
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

    A frame shows what is expected above what the attempt gives. In the last frame a ring is around what differs.
    """

    _css = source("style.css", "../difference_stepper.css")
    heading = "Step by step, to where they part"
    takes = ("alike", "check(name, attempt).steps")
    columns = ("step", "expected", "yours", "")

    @traitlets.default("step")
    def _open_where_they_part(self) -> int:
        return len(self.frames) - 1

    def draw(
        self, records: Iterable[DifferenceStep], text: str | None
    ) -> Iterator[Frame]:
        hues = Hues()
        for name, *both, alike in read(records):
            values = [(own,) if isinstance(own, str) else own for own in both]
            start = _alike(*values)
            end = 0 if alike else _alike(*(own[start:][::-1] for own in values))
            lines = []
            for of, own, words in zip(("expected", "yours"), values, both):
                write = (
                    name_of
                    if isinstance(words, str)
                    else lambda token: chip(token, hues[token])
                )
                before, after = own[:start], own[len(own) - end :]
                line = [more(start - MAX_TOKENS, " before")]
                line += map(write, before[-MAX_TOKENS:])
                if not alike:
                    line.append(_here(own[start : len(own) - end], write))
                    line += map(write, after[:MAX_TOKENS])
                    line.append(more(end - MAX_TOKENS))
                lines.append((of, f'<div class="mt-tokens">{" ".join(line)}</div>'))
            outcome = "the same so far" if alike else "here they part"
            listings = (
                sentence(own) if isinstance(own, str) else listed(own, MAX_TOKENS)
                for own in both
            )
            twin = (sentence(name), *listings, "" if alike else "they part")
            caption = prose(f"{name[:1].upper()}{name[1:]}: {outcome}.")
            yield Frame(
                (caption,),
                tuple(table((), lines, named=True)),
                (twin,),
                not alike,
            )


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    return len(list(takewhile(lambda both: both[0] == both[1], zip(one, other))))


def _here(tokens: Sequence[str], write: Write) -> str:
    """What differs, in a ring; `none` where this side has nothing."""
    faces = (
        [*map(write, tokens[:MAX_TOKENS]), more(len(tokens) - MAX_TOKENS)]
        if tokens
        else [NONE]
    )
    return f'<span class="mt-differs" role="group" aria-label="differs">{" ".join(faces)}</span>'
