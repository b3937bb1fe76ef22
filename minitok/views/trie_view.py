"""How added tokens are found in a text: their trie as a tree, and each walk along the text that follows it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape as escape_markup
from typing import Any, NamedTuple

from ..steps import Offsets, TrieStep
from .parts.chip_rows import counted
from .parts.html import Hues, chip, label, more, sentence, visible
from .parts.lattice_drawing import EM, svg_text
from .parts.spans import Span, line, table_of
from .parts.stepper import Frame, Stepper
from .parts.trie_captions import beginning, told_letter, told_stop

MAX_CHARACTERS = 40
SCROLL_OVER_CHARACTERS = 12
BEFORE_WALK = 5
MAX_STRINGS = 12
MAX_DEPTH = 24
SCROLL_OVER_DEPTH = 14
STEP, ROW, EDGE, RADIUS = 42, 40, 22, 14

LINES = {
    "lost": 'stroke="#a9b4c0"',
    "gone": 'stroke="#a9b4c0" opacity=".35"',
    "tried": 'stroke="#c77700" stroke-width="2.5" stroke-dasharray="6 3"',
    "path": 'stroke="#3448c5" stroke-width="3.5"',
}
FILLS = {
    "lost": ("#ffffff", "#1b1f24"),
    "gone": ("#ffffff", "#8c959f"),
    "tried": ("#fff4de", "#7d4a00"),
    "path": ("#3448c5", "#ffffff"),
}
SCROLLS = ' data-scrolls tabindex="0" role="group" aria-label="The trie"'

CURSOR = '<i class="mt-at" data-moves="cursor"></i>'

LEGEND = (
    '<p class="mt-under">A ring around a letter ends a token. Solid blue: the token that was found. '
    "Dashed: followed so far, or in vain. "
    "Pale: no longer possible.</p>"
)


class TrieView(Stepper):
    """Added tokens found in a text: `TrieView(Trie(tokens).steps(text), text=text, tokens=tokens)`.

    Frame 0 is the trie of the `tokens` (without them, of those that were found), and the text. Each frame after it
    follows one more letter of the text into the trie, until none follows; then it shows what was cut off. Places where
    no token begins make one frame together. Of many tokens 12 are drawn, and of a long one 24 letters.
    """

    heading = "Cutting at added tokens"
    takes = ("found", "Trie(tokens).steps(text), text=text, tokens=tokens")
    columns = ("step", "characters", "followed", "cut off")

    def __init__(
        self, records: Any, *, tokens: Collection[str] = (), text: str | None = None, title: str | None = None
    ) -> None:
        self.tokens = tokens
        super().__init__(records, text=text, title=title)

    def draw(self, records: Iterable[TrieStep], text: str | None) -> Iterator[Frame]:
        walks = list(gathered(records))
        tokens = self.tokens or {walk.found for walk in walks if walk.found}
        if not tokens and not walks:
            return
        drawing = TrieDrawing(tokens)
        given = sorted(set(self.tokens))
        rest = more(len(set(tokens)) - MAX_STRINGS, " tokens")
        told = " ".join(map(visible, drawing.strings))
        hidden = len(set(tokens)) - len(drawing.strings)
        row = ("0", "", "", f"the trie of {told}" + (f" and {hidden:,} more" if hidden > 0 else ""))
        caption = f"A trie of {counted(len(set(tokens)), 'token')}. What they have in common is there once."
        hues = Hues()
        cut: list[Span] = []
        under = _along(text, Walk(0, 0, None), cut, hues) if text else ()
        yield Frame((caption,), (*drawing.at("", None), rest, LEGEND, *under), (row,))
        frame = 0
        for walk in walks:
            kept = ""
            for end in range(max(walk.start, 0) + 1, min(walk.end, len(text or ""))):
                if walk.begins or not text:
                    break
                so_far = walk._replace(end=end, found=None)
                followed = text[max(walk.start, 0) : end]
                kept = followed if beginning(given, followed)[:1] == [followed] else kept
                picture = drawing.at(followed, None, walking=True)
                along = _along(text or "", so_far, cut, hues, cursor=end - 1)
                yield Frame((told_letter(followed, kept, given),), (*picture, rest, LEGEND, *along))
                frame += 1
            followed = (text or "")[max(walk.start, 0) : max(walk.end, 0)] or walk.found or ""
            if walk.found is not None:
                cut.append(Span(walk.start, walk.start + len(walk.found), chip(walk.found, hues[walk.found])))
            picture = drawing.at("" if walk.begins else followed, walk.found)
            under = _along(text, walk, cut, hues) if text else ()
            frame += 1
            yield Frame(
                (_caption(walk, followed, text, given, hues),),
                (*picture, rest, LEGEND, *under),
                (_row(frame, walk, followed),),
                walk.found is not None,
            )


class Walk(NamedTuple):
    """A `TrieStep`, or several in a row from places where no token `begins`."""

    start: int
    end: int
    found: str | None
    begins: bool = False


def gathered(steps: Iterable[TrieStep]) -> Iterator[Walk]:
    """The walks, those that could not begin together: (0, 0), (1, 1), (2, 5) → 0 to 2, 2 to 5."""
    run: Offsets | None = None
    for start, end, found in steps:
        if end <= start and found is None:
            run = (start if run is None else run[0]), start + 1
            continue
        if run is not None:
            yield Walk(*run, None, begins=True)
        run = None
        yield Walk(start, end, found)
    if run is not None:
        yield Walk(*run, None, begins=True)


class TrieDrawing:
    """The drawing of one trie. A node is what leads to it: `<s` is the `s` behind the `<`.

    From frame to frame only the states of the nodes change.
    """

    def __init__(self, strings: Iterable[str]) -> None:
        self.strings = sorted(set(strings))[:MAX_STRINGS]
        nodes = {string[:end] for string in self.strings for end in range(min(len(string), MAX_DEPTH) + 1)} | {""}
        self.nodes = sorted(nodes)
        parents = {node[:-1] for node in nodes if node}
        leaves = [node for node in self.nodes if node not in parents]
        self.across = {node: EDGE + STEP * len(node) for node in nodes}
        self.down = {}
        for node in nodes:
            below = [row for row, leaf in enumerate(leaves) if leaf.startswith(node)]
            self.down[node] = EDGE + ROW * (below[0] + below[-1]) / 2
        self.width = 2 * EDGE + STEP * max(map(len, nodes))
        self.height = 2 * EDGE + ROW * (len(leaves) - 1)

    def at(self, followed: str, found: str | None, *, walking: bool = False) -> Iterator[str]:
        """The trie with what was followed in it, and the token that was found; what a walk can't reach fades."""
        told = " ".join(map(visible, self.strings)) or "no tokens"
        scrolls = SCROLLS if self.width > STEP * SCROLL_OVER_DEPTH else ""
        yield f'<div class="mt-drawing"{scrolls}>'
        yield (
            f'<svg class="mt-lattice mt-trie" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} '
            f'{self.height:g}" width="{self.width}" height="{self.height:g}" '
            f'style="--mt-wide:{self.width / EM:.1f}em" role="img" aria-label="'
        )
        so_far = f", followed to {visible(followed)}" if followed else ""
        yield escape_markup(sentence(f"The trie of {told}{so_far}"))
        yield f'"><rect width="{self.width}" height="{self.height:g}" rx="6" fill="#ffffff"/>'
        states = [(node, _state(node, followed, found, walking)) for node in self.nodes]
        yield '<g fill="none">'
        for node, state in states:
            yield self._edge(node, state)
        yield '</g><g font-family="monospace" text-anchor="middle">'
        for node, state in states:
            yield self._node(node, state, walking and node == followed)
        if walking and followed in self.across:
            place = f'cx="{self.across[followed]}" cy="{self.down[followed]:g}" r="{RADIUS + 1}"'
            yield f'<circle class="mt-ring" data-moves="ring" {place} fill="none" stroke="#c77700" stroke-width="3"/>'
        yield "</g></svg></div>"

    def _edge(self, node: str, state: str) -> str:
        if not node:
            return ""
        left, top = self.across[node[:-1]], self.down[node[:-1]]
        right, low = self.across[node], self.down[node]
        middle = left + STEP / 2
        curve = f"M{left},{top:g}C{middle:g},{top:g} {middle:g},{low:g} {right},{low:g}"
        return f'<path class="mt-{state}" {LINES[state]} d="{curve}"/>'

    def _node(self, node: str, state: str, here: bool) -> str:
        x, y = self.across[node], self.down[node]
        place = f'cx="{x}" cy="{y:g}"'
        ground, ink = FILLS[state]
        if not node:
            return f'<circle {place} r="5" fill="#57606a" stroke="#57606a"/>'
        ring = f'<circle {place} r="{RADIUS + 3}" fill="#ffffff" stroke="#57606a"/>' if node in self.strings else ""
        shown = visible(node[-1])
        size = 14 if len(shown) < 3 else 8
        return (
            f'<g class="mt-{state}{" mt-here" if here else ""}">{ring}'
            f'<circle {place} r="{RADIUS}" fill="{ground}" stroke="#57606a"/>'
            + svg_text(x, y + 5, shown, f'font-size="{size}" fill="{ink}"')
            + "</g>"
        )


def _state(node: str, followed: str, found: str | None, walking: bool) -> str:
    if found and found.startswith(node):
        return "path"
    if followed and followed.startswith(node):
        return "tried"
    return "gone" if walking and not node.startswith(followed) else "lost"


def _along(text: str, walk: Walk, cut: Sequence[Span], hues: Hues, *, cursor: int = -1) -> Iterator[str]:
    """The text, this walk and the tokens so far, a column for each character; of a long text those around the walk."""
    left = max(0, min(walk.start - BEFORE_WALK, len(text) - MAX_CHARACTERS))
    right = min(left + MAX_CHARACTERS, len(text))
    tones = ("a mt-new" if place == cursor else "a" for place in range(left, right))
    chars = [Span(place, place + 1, chip(text[place], tone)) for place, tone in zip(range(left, right), tones)]
    if left <= cursor < right:
        chars[cursor - left] = Span(cursor, cursor + 1, chars[cursor - left].markup + CURSOR)
    yield f'<div class="mt-foot">{label("The text, this walk along it, and the tokens cut off so far")}'
    shown = chip(text[max(walk.start, 0) : max(walk.end, 0)], hues.lit(walk.found) if walk.found else "b")
    walked = Span(walk.start, walk.end, shown if walk.found else f'<span class="mt-next">{shown}</span>')
    walks = [walked] if walk.end > walk.start else []
    lines = [line("text", chars, left, right), line("passed over" if walk.begins else "walk", walks, left, right)]
    lines.append(line("tokens", [span for span in cut[-MAX_CHARACTERS:] if span.end > left], left, right))
    name = "The text, character by character"
    yield from table_of(
        (cell for cells in lines for cell in cells), name, scrolls=right - left > SCROLL_OVER_CHARACTERS
    )
    if right - left < len(text):
        yield f'<p class="mt-under">Characters {left:,} to {right:,} of {len(text):,} are shown.</p>'
    yield "</div>"


def _caption(walk: Walk, followed: str, text: str | None, tokens: Sequence[str], hues: Hues) -> str:
    if walk.begins:
        many = walk.end - walk.start
        return f"{chip(followed)}: no token begins with {'any of these characters' if many > 1 else 'this character'}."
    stop = told_stop(followed, text or "", walk.end, tokens)
    if walk.found is None:
        stop = stop or f"{chip(followed)} could be followed, and no further."
        return f"{stop} No token was passed: back to the character after the start."
    found = chip(walk.found, hues[walk.found])
    if len(followed) > len(walk.found):
        stop = stop or f"{chip(followed)} could be followed."
        return f"{stop} The longest token on the way was {found}: it is cut off, and the next walk begins behind it."
    if stop:
        return f"{found} is a token. {stop} It is cut off, and the next walk begins behind it."
    return f"{found} is a token: it is cut off, and the next walk begins behind it."


def _row(index: int, walk: Walk, followed: str) -> tuple[str, ...]:
    end = "no token begins here" if walk.begins else "nothing" if walk.found is None else visible(walk.found)
    return str(index), f"{walk.start:,}–{walk.end:,}", "" if walk.begins else visible(followed), end
