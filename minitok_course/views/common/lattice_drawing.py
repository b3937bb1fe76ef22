"""A lattice drawn as SVG: places in a row, and for each piece an arc from the place where it starts to where it ends.

The colours are for a light page; in a live notebook `style.css` replaces them with those of the theme.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from html import escape as escape_markup
from typing import NamedTuple

from minitok.steps import Arc
from minitok_course.views.common.html import HUES, Hues, sentence, visible

EDGE = 24
LIFT = 30  # from the places up to the lowest arcs
TURN = 32
LINE, LABEL, GAP = 14, 17, 6
PIECE, LETTER = 9, 7.2  # the width of a letter of a piece, and of its score
THIN, BEST, THICK = 1.0, 4.0, 6.0
SEEN = 0.005  # an arc with less of the probability is pale
EM = 13  # the font size of a view in pixels: drawings scale with it
# The width of a column, the digits of a score and the height of a level, in a short word
# and in a longer one; an even longer one needs the whole width.
SHORT, IN_SHORT, IN_LONG = 8, (66, 3, 32), (42, 1, 28)
TALL = 252  # the levels of the arcs together
LONG = 14  # no longer one fits on a phone

TYPE = 'fill="#57606a" font-family="monospace" font-size="12" text-anchor="middle"'
UNNAMED = "won", "bare"
PALE = "later", "tried", *UNNAMED
LINES = {
    "later": 'stroke="#c9d0d8"',
    "bare": 'stroke="#a9b4c0" stroke-dasharray="1 4"',
    "won": 'stroke="#57606a"',
    "kept": 'stroke="#57606a"',
    "tried": 'stroke="#c77700" stroke-dasharray="6 3"',
    "wins": 'stroke="#c77700"',
    "path": 'stroke="#3448c5"',
}
GROUNDS = {"wins": "#fff4de", "path": "#3448c5"}
INKS = {"kept": "#1b1f24", "tried": "#7d4a00", "wins": "#7d4a00", "path": "#ffffff"}
HERE = 'class="mt-here" fill="#fff4de" stroke="#c77700" stroke-width="2.5"'
ELSEWHERE = 'fill="#ffffff" stroke="#57606a"'


def number(score: float, digits: int = 3) -> str:
    """A score as a view writes it everywhere: −2.351."""
    return f"{score:.{digits}f}".replace("-", "−")


def percent(share: float) -> str:
    """A probability in percent: 0.254 gives 25%, and one that is not quite 0 gives `< 1%`."""
    return "< 1%" if 0 < share < 0.01 else f"{share:.0%}"


def answer_of(won: bool, reached: float, best: float) -> str:
    """Whether choosing an arc is right, wrong, or a tie: as good as the right one, but for the rule for equal sums."""
    if won:
        return "right"
    return "tie" if reached == best else "wrong"


def levels(arcs: Iterable[Arc]) -> dict[Arc, int]:
    """How high each arc is drawn: above the arcs inside it, and never level with one that it overlaps."""
    heights: dict[Arc, int] = {}
    for arc in sorted(arcs, key=lambda arc: (arc.end - arc.start, arc.start)):
        beside = [
            (other, level)
            for other, level in heights.items()
            if other.start < arc.end and arc.start < other.end
        ]
        held = (
            level
            for other, level in beside
            if arc.start <= other.start and other.end <= arc.end
        )
        taken = {level for _, level in beside}
        level = max(held, default=-1) + 1
        while level in taken:
            level += 1
        heights[arc] = level
    return heights


class Look(NamedTuple):
    """How an arc is drawn: its state and width, what is written for its score, and whether choosing it is right."""

    state: str
    width: float = THIN
    note: str = ""
    choice: str = ""


class LatticeDrawing:
    """The drawing of one lattice. `totals` are the best scores up to each place, as far as they are known."""

    def __init__(
        self, word: str, arcs: Iterable[Arc], hues: Hues, unknown: Collection[str] = ()
    ) -> None:
        self.word = word
        self.hues = hues
        self.unknown = unknown
        self.levels = levels(arcs)
        sizes = IN_SHORT if len(word) <= SHORT else IN_LONG
        self.step, self.digits, self.row = sizes
        highest = max(self.levels.values(), default=0) or 1
        self.row = min(self.row, TALL // highest)
        self.base = LIFT + self.row * highest + 2 * LINE

    def at(
        self, way: Sequence[Arc], best: Sequence[Arc], totals: Sequence[float]
    ) -> Iterator[str]:
        """The lattice at a place, and the best `way` to it; `best` has the last arc of that to each place so far."""
        place = len(best)

        def look(arc: Arc) -> Look:
            width, won = BEST if arc in way else THIN, arc in best
            if arc.end > place:
                return Look("later")
            if arc.end < place and arc in way:
                return Look("kept", width)
            if arc.end < place:
                return Look("won" if won else "bare")
            reached = totals[arc.start] + arc.score
            choice = f' data-choice="{answer_of(won, reached, totals[place])}"'
            return Look("wins" if won else "tried", width, choice=choice)

        return self._drawn(
            f"The lattice of {visible(self.word)} at place {place}", look, totals, place
        )

    def along(self, way: Sequence[Arc], totals: Sequence[float]) -> Iterator[str]:
        pieces = " ".join(visible(arc.piece) for arc in way[: len(self.word)])
        description = f"The lattice of {visible(self.word)}, and in it the way {pieces}"

        def look(arc: Arc) -> Look:
            return Look("path", BEST) if arc in way else Look("bare")

        return self._drawn(description, look, totals)

    def flow(self, shares: Mapping[Arc, float]) -> Iterator[str]:
        """The lattice with the probability that goes through each arc, shown by its thickness and in percent."""
        description = f"The lattice of {visible(self.word)}, and how much probability goes through each arc"

        def look(arc: Arc) -> Look:
            part = shares[arc]
            if part < SEEN:
                return Look("bare")
            return Look("kept", THIN + (THICK - THIN) * part**0.5, percent(part))

        return self._drawn(description, look)

    def _drawn(
        self,
        description: str,
        look_of: Callable[[Arc], Look],
        totals: Sequence[float] = (),
        place: int | None = None,
    ) -> Iterator[str]:
        kind, scrolls = "mt-lattice", ""
        if len(self.word) > SHORT:
            kind = "mt-lattice mt-dense"
        if len(self.word) > LONG:
            kind, scrolls = "mt-lattice mt-long", "The lattice"
        yield from svg_opening(
            kind,
            self._across(len(self.word)) + EDGE,
            self.base + 40,
            description,
            scrolls,
        )
        looks = [(arc, look_of(arc)) for arc in self.levels]
        for is_pale in (True, False):
            layer = [drawn for drawn in looks if (drawn[1].state in PALE) is is_pale]
            yield '<g fill="none" stroke-linecap="round">'
            for arc, look in layer:
                yield self._line(arc, look)
            yield f"</g><g {TYPE}>"
            for arc, look in layer:
                if look.state not in UNNAMED:
                    yield self._label(arc, look)
            yield "</g>"
        yield f'<g class="mt-places" {TYPE}>'
        for start, char in enumerate(self.word):
            text = visible(char)
            size = 16 if len(text) < 3 else 10
            yield svg_text(
                self._across(start + 0.5),
                self.base + 5,
                text,
                f'font-size="{size}" fill="#1b1f24"',
            )
        for end in range(len(self.word) + 1):
            yield self._place(end, end == place)
            if end < len(totals):
                secret = 'class="mt-secret" ' if 0 < end == place else ""
                yield svg_text(
                    self._across(end),
                    self.base + 34,
                    number(totals[end], self.digits),
                    f'{secret}fill="#1b1f24"',
                )
        yield "</g></svg></div>"

    def _line(self, arc: Arc, look: Look) -> str:
        left, right = self._across(arc.start), self._across(arc.end)
        top = self._top(arc)
        low = self.base - 13
        turn = min(0.4 * (right - left), TURN)
        curve = f"M{left},{low}Q{left},{top} {left + turn:g},{top}H{right - turn:g}Q{right},{top} {right},{low}"
        glides = f' pathLength="1" data-drawn="" style="--mt-turn:{len(self.word) - arc.end}"'
        drawn = glides if look.state == "path" else ""
        return f'<path class="mt-{look.state}" {LINES[look.state]} stroke-width="{look.width:.1f}"{drawn} d="{curve}"/>'

    def _label(self, arc: Arc, look: Look) -> str:
        """The piece and its score; of a single letter, which stands below, the score."""
        state, _, note, choice = look
        text = visible(arc.piece) if arc.end - arc.start > 1 else ""
        score = note or number(arc.score, self.digits)
        if not note and arc.piece in self.unknown:
            score = "unknown"
        middle = self._across((arc.start + arc.end) / 2)
        width = LETTER * len(score)
        if text:
            width += PIECE * len(text) + GAP
        top = self._top(arc) - LABEL - 3
        ink = f' fill="{INKS[state]}"' if state in INKS else ""
        ground = GROUNDS.get(state, "#ffffff")
        if state == "kept":
            hue = self.hues[arc.piece]
            state = f"kept mt-{hue}"
            ground = HUES[int(hue)]
        label = f'<g class="mt-{state}"{ink}{choice}><rect x="{middle - width / 2 - 2:g}" y="{top:g}"'
        label += f' width="{width + 4:g}" height="{LABEL + 3}" rx="5" fill="{ground}"/>'
        label += f'<text x="{middle:g}" y="{top + LINE:g}"><tspan class="mt-piece" font-size="15">'
        label += f'{escape_markup(text)}</tspan><tspan dx="{GAP if text else 0}">{score}</tspan></text></g>'
        return label

    def _place(self, end: int, here: bool) -> str:
        x = self._across(end)
        circle = f'<circle cx="{x:g}" cy="{self.base}" r="12" {HERE if here else ELSEWHERE}/>'
        return circle + svg_text(x, self.base + 4, str(end), 'fill="#1b1f24"')

    def _top(self, arc: Arc) -> float:
        return self.base - LIFT - self.row * self.levels[arc]

    def _across(self, place: float) -> float:
        return EDGE + self.step * place


def svg_opening(
    look: str, width: float, height: float, description: str, scrolls: str
) -> tuple[str, ...]:
    """The start of a drawing: what it shows in words, and a white background; `scrolls` names a wide one."""
    keys = (
        f' data-scrolls tabindex="0" role="group" aria-label="{scrolls}"'
        if scrolls
        else ""
    )
    return (
        f'<div class="mt-drawing"{keys}>',
        f'<svg class="{look}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" style="--mt-wide:{width / EM:.1f}em;--mt-tall:{height / EM:.1f}em"',
        ' preserveAspectRatio="xMinYMid" role="img" aria-label="',
        escape_markup(sentence(description)),
        f'"><rect width="{width:g}" height="{height:g}" rx="6" fill="#ffffff"/>',
    )


def svg_text(x: float, y: float, text: str, look: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" {look}>{escape_markup(text)}</text>'
