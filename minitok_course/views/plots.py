"""The plots of the lessons, in one style: transparent, legible in a light theme and a dark one, a label at each line.

    plot({"stories": (sizes, on_stories)}, x="merges", y="tokens per word", title="The first merges buy the most")

Ink and hues have a contrast of four to one with both white and black, so a stored picture suits every theme.
"""

import base64
import io
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import cycle, islice
from textwrap import wrap
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter
from matplotlib.transforms import Bbox

INK = "#727a83"
# The hues of the chips, as dark as the ink.
HUES = (
    "#2b7acf",
    "#c0547c",
    "#2e8a4c",
    "#8166d6",
    "#8e762a",
    "#258489",
)
FONT_SIZE = 11
STYLE = {
    "figure.figsize": (
        8,
        3.6,
    ),  # the same for all plots, so that their text has one size
    "savefig.transparent": True,
    "font.size": FONT_SIZE,
    **dict.fromkeys(("text.color", "xtick.color", "ytick.color"), INK),
    **dict.fromkeys(("axes.edgecolor", "axes.labelcolor", "axes.titlecolor"), INK),
    "axes.titlelocation": "left",
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "axes.titlepad": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 2,
    "svg.fonttype": "none",
    "svg.hashsalt": "minitok",
}
MARKS = ("o", "s", "D", "^", "v", "P")
MOST_MARKS = 30
# The edges of the axes: the labels are on the right.
EDGES = {
    "left": 0.12,
    "right": 0.78,
    "bottom": 0.15,
    "top": 0.88,
}
LABEL_WIDTH, LINE_HEIGHT, LETTER = 22, 1.2, 0.54
MARK = 8  # points: the size of a mark, and its distance from its name

Line = tuple[Sequence[float], Sequence[float]]


class Plot:
    """A picture, and `alt`: what it shows in words, for readers who can't see it."""

    def __init__(self, svg: bytes, alt: str) -> None:
        self.svg = svg
        self.alt = alt

    def __repr__(self) -> str:
        return self.alt

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.svg).decode("ascii")
        picture = f'<img class="mt-plot" src="data:image/svg+xml;base64,{data}"'
        return f'{picture} alt="{escape(self.alt)}" style="max-width:100%">'


def plot(
    lines: Mapping[str, Line],
    *,
    x: str,
    y: str,
    title: str,
    guides: Mapping[str, Line] = {},
    log: bool = False,
    from_zero: bool = True,
) -> Plot:
    """Lines by name, each a sequence of x and one of y; a single point is a star, and points alone are labelled dots.

    `guides` are dashed lines to compare with. With `log`, both axes are logarithmic; otherwise y starts at 0 if there
    are lines and `from_zero` is set.
    """
    buffer = io.BytesIO()
    settings: Any = {**matplotlib.rcParamsDefault, **STYLE}
    with matplotlib.rc_context(settings):
        figure = Figure()
        figure.subplots_adjust(**EDGES)
        axes = figure.subplots()
        axes.set(
            xlabel=x,
            ylabel=y,
            title=title,
            **({"xscale": "log", "yscale": "log"} if log else {}),
        )
        has_lines = any(len(xs) > 1 for xs, _ in lines.values())
        hues = HUES if has_lines else HUES[:1]  # a dot has its name beside it
        lone: Any = {"marker": "*", "markersize": 15} if has_lines else {"marker": "o"}
        for (xs, ys), hue, mark in zip(lines.values(), cycle(hues), cycle(MARKS)):
            marker = mark if len(xs) <= MOST_MARKS else ""
            axes.plot(
                xs, ys, color=hue, **(lone if len(xs) == 1 else {"marker": marker})
            )
        for xs, ys in guides.values():
            axes.plot(
                xs,
                ys,
                color=INK,
                linewidth=1.2,
                linestyle="--",
                zorder=1,
                alpha=1 if has_lines else 0.5,
            )
        if not has_lines:
            axes.margins(0.1)  # room for names on all sides
        if from_zero and has_lines and not log:
            axes.set_ylim(bottom=0)
        if not log and all(
            float(number).is_integer() for xs, _ in lines.values() for number in xs
        ):
            # Where x counts, there is nothing between 1 and 2.
            axes.locator_params("x", integer=True)
        for axis in (axes.xaxis, axes.yaxis):
            if log:
                low, high = axis.get_view_interval()
                axis.set_major_locator(
                    LogLocator(subs=(1, 2, 5) if high < 300 * low else (1,))
                )
                axis.set_minor_formatter(NullFormatter())
            axis.set_major_formatter(StrMethodFormatter("{x:,.12g}"))
        figure.draw_without_rendering()
        _label(axes, lines, guides, hues, has_lines)
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return Plot(buffer.getvalue(), " ".join(_describe(lines, guides, x, y, title)))


def _label(
    axes: Axes,
    lines: Mapping[str, Line],
    guides: Mapping[str, Line],
    hues: Sequence[str],
    has_lines: bool,
) -> None:
    """Write each name at the end of its line or beside its dot, where it covers no other name and no dot."""
    point = axes.figure.dpi / 72
    height, mark = point * FONT_SIZE * LINE_HEIGHT, point * MARK

    last = {
        name: [float(axis[-1]) for axis in line]
        for name, line in {**lines, **guides}.items()
    }
    ends = {name: axes.transData.transform(point) for name, point in last.items()}
    taken = [
        Bbox.from_bounds(x - mark / 2, y - mark / 2, mark, mark)
        for x, y in ends.values()
    ]
    colors = [*islice(cycle(hues), len(lines)), *[INK] * len(guides)]
    labels = sorted(
        zip(ends.items(), colors),
        key=lambda label: label[0][1][1],
        reverse=not has_lines,
    )
    for (name, (x, y)), color in labels:
        text = wrap(name, LABEL_WIDTH)
        wide, high = (
            max(map(len, text)) * FONT_SIZE * LETTER * point,
            len(text) * height,
        )
        beside = [
            (mark, shift * height / 4 - high / 2)
            for n in range(40)
            for shift in (n, -n)
        ]
        around = [
            (dx, dy)
            for dx in (mark, -mark - wide, -wide / 2)
            for dy in (-high / 2, mark / 2, -mark / 2 - high)
        ]
        boxes = [
            Bbox.from_bounds(x + dx, y + dy, wide, high)
            for dx, dy in (beside if has_lines else around + beside)
        ]
        inside = [
            box for box in boxes if box.x0 > axes.bbox.x0 and box.y0 > axes.bbox.y0
        ]
        box = next((box for box in inside if not box.count_overlaps(taken)), boxes[0])
        taken.append(box)
        where: Any = axes.transData.inverted().transform(
            (box.x0, (box.y0 + box.y1) / 2)
        )
        axes.annotate(
            "\n".join(text), where, va="center", color=color, annotation_clip=False
        )


def _describe(
    lines: Mapping[str, Line], guides: Mapping[str, Line], x: str, y: str, title: str
) -> Iterator[str]:
    yield f"A plot: {title if title.endswith('?') else title + '.'} Across: {x}. Up: {y}."
    for name, (xs, ys) in {**lines, **guides}.items():
        points = dict.fromkeys([(xs[0], ys[0]), (xs[-1], ys[-1])])
        yield f"{name}: {', '.join(f'{_number(up)} at {_number(across)}' for across, up in points)}."


def _number(value: float) -> str:
    return (
        f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"
    )
