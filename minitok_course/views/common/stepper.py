"""The base of step-by-step views: the browser holds the frames of a trace, and moves between them by itself.

A view is a subclass of `Stepper` that draws each record as a `Frame`. `stepper.js` only joins the pieces of HTML that a
frame names, so what is seen live and what is stored as a still picture are the same.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape as escape_markup
from itertools import chain, groupby, islice
from typing import Any, ClassVar, NamedTuple, TypeVar

import traitlets

from minitok.validation import format_value
from minitok_course.views.common.form import UNTYPED, View, source
from minitok_course.views.common.html import text_table, thin
from minitok_course.views.common.legend import legend_of
from minitok_course.views.common.stills import still

MAX_FRAMES = 2_000
STILL_FRAMES = (12, 8, 6, 4, 3, 2)
STILL_CHARACTERS = 64_000
MAX_TELLING = 2

Record = TypeVar("Record")


class Frame(NamedTuple):
    """One picture of a trace: a caption and a body in pieces of HTML, and the same as rows of the text twin.

    Cut the pieces where frames agree: each distinct piece is sent once, so a frame costs a few numbers.
    """

    caption: tuple[str, ...]
    body: Iterable[str] = ()
    rows: Sequence[Iterable[str]] = ()
    # Whether a still form shows it unfolded.
    tells: bool = False


def read(records: Iterable[Record]) -> list[Record]:
    """The records of a trace: as many as can be shown, and one more if there are others."""
    return list(islice(records, MAX_FRAMES + 1))


def pack(frames: Sequence[Frame], start: int = 0) -> bytes:
    """The JSON in which frames are sent: bodies "a" "b" and "a" "c" give parts a b c and bodies 0 1, 0 2.

    `start` is the frame to show first, since the browser's own step belongs to the frames before.
    """
    places: dict[str, int] = {}

    def placed(pieces: Iterable[str]) -> list[int]:
        return [places.setdefault(piece, len(places)) for piece in pieces]

    trace = {
        "bodies": [placed(frame.body) for frame in frames],
        "captions": [placed(frame.caption) for frame in frames],
        "parts": list(places),
        "start": start,
    }
    packed = json.dumps(trace, ensure_ascii=False, separators=(",", ":"))
    return packed.encode("utf-8", "backslashreplace")


class Stepper(View):
    """The frames of a trace, with controls to move between them; `step` is the number of the one shown.

    A subclass has `columns`, those of its text twin, and `draw`.
    """

    _esm = source(
        "making.js",
        "form.js",
        "motion.js",
        "ribbons.js",
        "room.js",
        "pointing.js",
        "guessing.js",
        "stepper.js",
    )

    asks: ClassVar[str] = ""  # what the learner may guess before it is shown
    columns: ClassVar[tuple[str, ...]] = ()
    takes: ClassVar[tuple[str, str]] = ("", "")
    """A field that only its records have, and what to write: `symbols`, `model.steps("hugs")`."""
    needs_text: ClassVar[bool] = True
    most: ClassVar[int] = MAX_FRAMES  # how many frames are shown

    legend = traitlets.Unicode().tag(sync=True)
    question = traitlets.Unicode().tag(sync=True)
    trace = traitlets.Bytes().tag(sync=True)
    # No echo: it would come back late and undo a step made in the meantime.
    step = traitlets.Int(0).tag(sync=True, echo_update=False)

    def __init__(self, records: Any, *, text: str | None = None) -> None:
        # First, because what is sent after a view has opened may be lost.
        self.frames = self._frames(records, text)
        trace = pack(self.frames)
        super().__init__(
            question=self.asks,
            trace=trace,
            legend=legend_of(trace),
            step=self._opening(self.frames),
        )

    def draw(self, records: Any, text: str | None) -> Iterator[Frame]:
        """Yield a frame for each record; `text` is what they were made from, if it is known."""
        raise NotImplementedError

    def show(self, records: Any, *, text: str | None = None) -> None:
        """Replace the records; if the new ones can't be drawn, nothing changes.

        The view goes to the frame at which it opens, or to the last if it was at the last of several.
        """
        frames = self._frames(records, text)
        start = self._start(frames)
        trace = pack(frames, start)
        self.frames = frames
        with self.hold_sync():
            self.problem = ""
            self.step = start
            self.trace, self.legend = trace, legend_of(trace)

    def _opening(self, frames: Sequence[Frame]) -> int:
        return 0

    def _start(self, frames: Sequence[Frame]) -> int:
        if 1 < len(self.frames) == self.step + 1:
            return len(frames) - 1
        return self._opening(frames)

    def _frames(self, records: Any, text: str | None) -> list[Frame]:
        untyped = self.needs_text and text == ""
        drawn = iter(()) if untyped else self.draw(self._checked(records), text)
        none = UNTYPED if untyped else "There are no steps to show."
        frames = list(islice(drawn, self.most)) or [Frame((none,))]
        self.note = (
            f"Only the first {self.most:,} steps are shown."
            if next(drawn, None)
            else ""
        )
        if self.note:
            frames[-1] = frames[-1]._replace(
                caption=(*frames[-1].caption, " ", self.note)
            )
        return frames

    def _checked(self, records: Any) -> Any:
        """The records. TypeError, before anything is drawn, if this view does not show such records."""
        field, call = self.takes
        if hasattr(records, field or "__class__"):
            return records
        if isinstance(records, Sequence) and (
            not records or hasattr(records[0], field)
        ):
            return records
        if isinstance(records, Iterator):
            first = next(records, None)
            if first is None or hasattr(first, field):
                return chain([] if first is None else [first], records)
            records = first
        name = type(self).__name__
        raise TypeError(
            f"{format_value(records)} is nothing that {name} shows: write {name}({call})"
        )

    @traitlets.validate("step")
    def _stay_inside(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), len(self.frames) - 1))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self.frames)} frames>"

    def lines(self) -> Iterable[str]:
        rows = [row for frame in self.frames for row in frame.rows]
        table = (
            text_table(self.columns, rows) if rows else "".join(self.frames[0].caption)
        )
        return self.problem, table, self.note

    def drawn(self) -> str:
        """The first, the last and the telling frames; others are folded."""
        markup = ""
        last = len(self.frames) - 1
        telling = [step for step, frame in enumerate(self.frames) if frame.tells][
            :MAX_TELLING
        ]
        for most in STILL_FRAMES:
            picked = thin(len(self.frames), most)
            unfolded = {0, *(telling or [picked[len(picked) // 2]]), last}
            markup = "".join(self._folded(sorted({*picked, *unfolded}), unfolded))
            if len(markup) < STILL_CHARACTERS:
                break
        return (
            "".join(
                f"<p>{escape_markup(line)}</p>"
                for line in (self.problem, self.legend)
                if line
            )
            + markup
        )

    def _folded(
        self, picked: Iterable[int], unfolded: Collection[int]
    ) -> Iterator[str]:
        for seen, run in groupby(picked, key=unfolded.__contains__):
            steps = list(run)
            markup = "".join(map(self._still_frame, steps))
            name = (
                f"Step {steps[0]:,}"
                if len(steps) == 1
                else f"Steps {steps[0]:,} to {steps[-1]:,}"
            )
            yield (
                markup
                if seen
                else f"<details><summary>{name}</summary>{markup}</details>"
            )

    def _still_frame(self, step: int) -> str:
        frame = self.frames[step]
        last = len(self.frames) - 1
        number = f"<b>Step {step:,} of {last:,}.</b> " if last else ""
        markup = f'<div class="mt-step"><p>{number}{"".join(frame.caption)}</p>{"".join(frame.body)}</div>'
        return still(markup).replace("<div", f'<div data-step="{step}"', 1)
