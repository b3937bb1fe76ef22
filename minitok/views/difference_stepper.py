"""What a program has at each step beside what is right there, up to where the two part."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from ..steps import DifferenceStep
from .parts.form import source
from .parts.html import NONE, Hues, chip, listed, more, name_of, prose, row, rows, sentence
from .parts.stepper import Frame, Stepper, read

MAX_TOKENS = 16  # before the difference, in it, and behind it


class DifferenceStepper(Stepper):
    """An attempt that is not right yet, step by step: `DifferenceStepper(check("bpe.merge_pair", merge_pair).steps)`.

    A frame has what is expected above what the attempt gives. In the last one they part: a ring is around what differs,
    and `text`, the sentence on what went wrong, is in the caption.
    """

    _css = source("style.css", "../difference_stepper.css")
    heading = "Step by step, to where they part"
    takes = ("alike", "check(name, attempt).steps")
    columns = ("step", "expected", "yours", "")

    def draw(self, records: Iterable[DifferenceStep], text: str | None) -> Iterator[Frame]:
        hues = Hues()
        for name, *both, alike in read(records):
            values = [(own,) if isinstance(own, str) else own for own in both]
            start = _alike(*values)
            end = _alike(*(own[start:][::-1] for own in values))
            lines = []
            for of, own, value in zip(("expected", "yours"), both, values):
                faces = [f"{chip(token, hues[token])} " for token in value]
                if isinstance(own, str):
                    faces = [f'<span class="mt-instead">{name_of(own)}</span>']
                last = len(faces) - end
                lines.append(row(of, (), _line(faces[:start], faces[start:last], faces[last:], alike)))
            told = "the same so far." if alike else f"here they part. {text or ''}"
            cells = (sentence(own) if isinstance(own, str) else listed(own, MAX_TOKENS) for own in both)
            twin = (sentence(name), *cells, "" if alike else "they part")
            yield Frame((prose(f"{name[:1].upper()}{name[1:]}: {told}"),), rows(lines), (twin,), not alike)


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    return len(list(takewhile(lambda both: both[0] == both[1], zip(one, other))))


def _line(before: Sequence[str], here: Sequence[str], after: Sequence[str], alike: bool) -> str:
    """What differs is in a ring; where there is nothing, and the other has more, the ring holds that."""
    ring = "".join(here[:MAX_TOKENS]) + more(len(here) - MAX_TOKENS) or NONE
    shown = [more(len(before) - MAX_TOKENS, " before"), *before[-MAX_TOKENS:]]
    shown += [] if alike else [f'<span class="mt-differs" role="group" aria-label="differs">{ring}</span>']
    shown += [*after[:MAX_TOKENS], more(len(after) - MAX_TOKENS)]
    return f'<div class="mt-tokens">{"".join(shown) or NONE}</div>'
