"""The plots of the lessons, in one style: transparent, legible in a light theme and a dark one, a label at each line.

    plot({"stories": (sizes, on_stories)}, x="merges", y="tokens per word", title="The first merges buy the most")

Ink and hues have a contrast of four to one to both white and black, so a stored picture needs no theme.
"""

import base64
import io
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import cycle, islice
from textwrap import wrap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = "#727a83"
HUES = ("#2b7acf", "#c0547c", "#2e8a4c", "#8166d6", "#8e762a", "#258489")  # those of the chips, as dark as the ink
FONT_SIZE = 11
STYLE = {
    "figure.figsize": (7, 3.4),
    "savefig.transparent": True,
    "savefig.bbox": "tight",
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
LABEL_WIDTH, LINE_HEIGHT = 26, 1.25

Line = tuple[Sequence[float], Sequence[float]]


class Plot:
    """A picture and what it shows in words, for readers who don't see it: `alt`."""

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
    """Lines by name, each a sequence of x and one of y; one point alone is a star, and points alone are labelled dots.

    `guides` are dashed lines to compare with. With `log`, both axes are logarithmic; else y starts at 0 where there are
    lines, if `from_zero`.
    """
    import matplotlib
    from matplotlib.figure import Figure

    written = io.BytesIO()
    settings: Any = {**matplotlib.rcParamsDefault, **STYLE}
    with matplotlib.rc_context(settings):
        figure = Figure()
        axes = figure.subplots()
        axes.set(xlabel=x, ylabel=y, title=title, **({"xscale": "log", "yscale": "log"} if log else {}))
        has_lines = any(len(xs) > 1 for xs, _ in lines.values())
        lone: Any = {"marker": "*", "markersize": 15} if has_lines else {"marker": "o"}
        for (xs, ys), hue, mark in zip(lines.values(), cycle(HUES), cycle(MARKS)):
            shown = mark if len(xs) <= MOST_MARKS else ""
            axes.plot(xs, ys, color=hue, **(lone if len(xs) == 1 else {"marker": shown}))
        for xs, ys in guides.values():
            axes.plot(xs, ys, color=INK, linewidth=1.2, linestyle="--", zorder=1)
        if from_zero and has_lines and not log:
            axes.set_ylim(bottom=0)
        if not log and all(float(number).is_integer() for xs, _ in lines.values() for number in xs):
            axes.locator_params("x", integer=True)  # between rungs 1 and 2 there is none
        figure.draw_without_rendering()
        _label(axes, {**lines, **guides}, [*islice(cycle(HUES), len(lines)), *[INK] * len(guides)])
        figure.savefig(written, format="svg", metadata={"Date": None})
    return Plot(written.getvalue(), " ".join(_told(lines, guides, x, y, title)))


def _label(axes: "Axes", lines: Mapping[str, Line], colors: Sequence[str]) -> None:
    height = axes.figure.dpi / 72 * FONT_SIZE * LINE_HEIGHT
    ends = [axes.transData.transform((float(xs[-1]), float(ys[-1]))) for xs, ys in lines.values()]
    texts = ["\n".join(wrap(name, LABEL_WIDTH)) for name in lines]
    taken: list[tuple[float, float, float]] = []
    for place in sorted(range(len(ends)), key=lambda place: (ends[place][1], place)):
        across, up = ends[place]
        half = height * (texts[place].count("\n") + 1) / 2
        wide = max(map(len, texts[place].split("\n"))) * height / 2
        beside = (top for left, right, top in taken if left < across + wide and across < right)
        up = max([up, *(top + half for top in beside)])
        taken.append((across, across + wide, up + half))
        at: Any = axes.transData.inverted().transform((across, up))
        look: Any = {"va": "center", "color": colors[place], "annotation_clip": False}
        axes.annotate(texts[place], at, (9, 0), textcoords="offset points", **look)


def _told(lines: Mapping[str, Line], guides: Mapping[str, Line], x: str, y: str, title: str) -> Iterator[str]:
    yield f"A plot: {title if title.endswith('?') else title + '.'} Across: {x}. Up: {y}."
    for name, (xs, ys) in {**lines, **guides}.items():
        points = dict.fromkeys([(xs[0], ys[0]), (xs[-1], ys[-1])])
        yield f"{name}: {', '.join(f'{_number(up)} at {_number(across)}' for across, up in points)}."


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"
