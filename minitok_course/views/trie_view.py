"""How added tokens are found in a text: their trie as a tree, and each walk along the text through it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from minitok.steps import TrieStep
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    MAX_CHIPS,
    Hues,
    box,
    chip,
    counted,
    listed,
    more,
    visible,
)
from minitok_course.views.common.lattice_drawing import svg_opening, svg_text
from minitok_course.views.common.spans import describe_range, window
from minitok_course.views.common.stepper import Frame, Stepper

MAX_STRINGS, MAX_DEPTH = 12, 24  # of the trie that is drawn
SCROLL_OVER = 520
STEP, ROW, EDGE, RADIUS = 26, 34, 14, 10
MAX_CHARACTERS = 54
MAX_LEADS = 5
LEGEND = '<p class="mt-under">Two rings end a token. Orange: followed. Blue: found.</p>'
# For an edge, and the fill and ink of the node that it leads to.
LOOKS = {
    "open": ('stroke="#a9b4c0" stroke-width="1.5"', "#ffffff", "#1b1f24"),
    "gone": ('stroke="#dfe3e8"', "#ffffff", "#8c959f"),
    "tried": (
        'stroke="#c77700" stroke-width="2.5" stroke-dasharray="6 3"',
        "#fff4de",
        "#7d4a00",
    ),
    "path": ('stroke="#3448c5" stroke-width="3.5"', "#3448c5", "#ffffff"),
}


class Walk(NamedTuple):
    """A `TrieStep`, or a run of places that are `passed_over` because no token begins there."""

    start: int
    end: int
    found: str | None
    passed_over: bool = False


class TrieView(Stepper):
    """Added tokens found in a text: `TrieView(Trie(tokens).steps(text), text=text, tokens=tokens)`.

    Frame 0 is the trie of the `tokens`, and the text. Each later frame follows one more letter of the text into the
    trie, until there is none to follow; then a frame shows what was cut off. A run of places where no token begins has
    one frame.
    """

    _css = source("style.css", "lattice_drawing.css", "../trie_view.css")
    heading = "Cutting at added tokens"
    needs_text = False
    takes = ("found", "Trie(tokens).steps(text), text=text, tokens=tokens")
    columns = ("step", "characters", "followed", "cut off")

    def __init__(
        self, records: Any, *, tokens: Collection[str] = (), text: str | None = None
    ) -> None:
        self.tokens = sorted(set(tokens))
        super().__init__(records, text=text)

    def draw(self, records: Iterable[TrieStep], text: str | None) -> Iterator[Frame]:
        if text is None:
            return
        tokens, drawing = self.tokens, TrieDrawing(self.tokens)
        below = (more(len(tokens) - MAX_STRINGS, " tokens"), LEGEND)
        hues = Hues()
        tones = ["a"] * len(text)
        cut: list[str] = []
        under = _along(text, Walk(0, 0, None), tones, cut) if text else ()
        caption = f"A trie of {counted(len(tokens), 'token')}. A beginning that they share is drawn once."
        row = ("0", "", "", f"the trie of {listed(tokens, MAX_STRINGS)}")
        yield Frame((caption,), (*drawing.at("", None), *below, *under), (row,))
        frame = 0
        for walk in gathered(records):
            longest = ""
            for end in range(
                walk.start + 1, walk.start if walk.passed_over else walk.end
            ):
                frame += 1
                followed = text[walk.start : end]
                longest = followed if followed in tokens else longest
                picture = drawing.at(followed, None)
                along = _along(
                    text, Walk(walk.start, end, None), tones, cut, cursor=end - 1
                )
                yield Frame(
                    (_letter(followed, longest, tokens),), (*picture, *below, *along)
                )
            followed = text[walk.start : walk.end]
            if walk.found is not None:
                tone = hues[walk.found]
                end = walk.start + len(walk.found)
                tones[walk.start : end] = [tone] * len(walk.found)
                tones[walk.start] = f"{tone} mt-first"
                cut.append(chip(walk.found, tone))
            frame += 1
            # A place that is passed over keeps the walk at the root.
            picture = drawing.at("" if walk.passed_over else followed, walk.found)
            body = (*picture, *below, *_along(text, walk, tones, cut))
            caption = _caption(walk, followed, text, tokens, hues)
            yield Frame(
                (caption,), body, (_row(frame, walk, followed),), walk.found is not None
            )


class TrieDrawing:
    """One trie as SVG: the tokens in rows, a shared beginning drawn once, a letter in each node.

    A node is named by the path to it: `<s` is the `s` after the `<`.
    """

    def __init__(self, strings: Iterable[str]) -> None:
        self.strings = sorted(set(strings))[:MAX_STRINGS]
        nodes = {
            string[:end]
            for string in self.strings
            for end in range(min(len(string), MAX_DEPTH) + 1)
        } | {""}
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

    def at(self, followed: str, token: str | None) -> Iterator[str]:
        """The trie with the path that was followed, and the token found; what it can't reach fades."""
        so_far = f", followed to {visible(followed)}" if followed else ""
        description = (
            f"The trie of {' '.join(map(visible, self.strings)) or 'no tokens'}{so_far}"
        )
        scrolls = "The trie" if self.width > SCROLL_OVER else ""
        yield from svg_opening(
            "mt-lattice mt-trie", self.width, self.height, description, scrolls
        )
        states = [(node, _state(node, followed, token)) for node in self.nodes]
        yield '<g fill="none">'
        for node, state in states[1:]:  # the first is the root, to which no edge leads
            yield self._edge(node, state)
        yield '</g><g font-family="monospace" text-anchor="middle">'
        for node, state in states:
            yield self._node(node, state, node == followed)
        if followed in self.across:
            place = f'cx="{self.across[followed]}" cy="{self.down[followed]:g}" r="{RADIUS + 1}"'
            yield f'<circle class="mt-ring" data-moves="ring" {place} fill="none" stroke="#c77700" stroke-width="3"/>'
        yield "</g></svg></div>"

    def _edge(self, node: str, state: str) -> str:
        left, top = self.across[node[:-1]], self.down[node[:-1]]
        right, low = self.across[node], self.down[node]
        middle = left + STEP / 2
        curve = f"M{left},{top:g}C{middle:g},{top:g} {middle:g},{low:g} {right},{low:g}"
        return f'<path class="mt-{state}" {LOOKS[state][0]} d="{curve}"/>'

    def _node(self, node: str, state: str, here: bool) -> str:
        x, y = self.across[node], self.down[node]
        place = f'cx="{x}" cy="{y:g}"'
        _, ground, ink = LOOKS[state]
        if not node:
            return f'<circle {place} r="4" fill="#57606a" stroke="#57606a"/>'
        ring = (
            f'<circle {place} r="{RADIUS + 2.5}" fill="#ffffff" stroke="#57606a"/>'
            if node in self.strings
            else ""
        )
        letter = visible(node[-1])
        size = 14 if len(letter) < 3 else 8
        return (
            f'<g class="mt-{state}{" mt-here" if here else ""}">{ring}'
            f'<circle {place} r="{RADIUS}" fill="{ground}" stroke="#57606a"/>'
            + svg_text(x, y + 4.5, letter, f'font-size="{size}" fill="{ink}"')
            + "</g>"
        )


def _state(node: str, followed: str, token: str | None) -> str:
    if token and token.startswith(node):
        return "path"
    if followed and followed.startswith(node):
        return "tried"
    return "open" if node.startswith(followed) else "gone"


def gathered(steps: Iterable[TrieStep]) -> Iterator[Walk]:
    """The walks, with each run of places where none could begin as one: (0, 0), (1, 1), (2, 5) → 0 to 2, 2 to 5."""
    for passed_over, run in groupby(
        steps, key=lambda step: step.end <= step.start and step.found is None
    ):
        walks = [Walk(*step) for step in run]
        if passed_over:
            yield Walk(walks[0].start, walks[-1].start + 1, None, passed_over=True)
        else:
            yield from walks


def _along(
    text: str,
    walk: Walk,
    tones: Sequence[str],
    cut: Sequence[str],
    *,
    cursor: int = -1,
) -> Iterator[str]:
    """The text, with this walk and the tokens in it; of a long text, the characters around the walk."""
    left, right = window(walk.start, len(text), MAX_CHARACTERS)
    letters = []
    for place in range(left, right):
        tone = tones[place]
        if walk.start <= place < walk.end:
            tone += " mt-gone" if walk.passed_over else " mt-next"
        if place == cursor:
            tone += " mt-new"
        letters.append(chip(text[place], tone))
    row = f'<p class="mt-chips mt-along">{" ".join(letters)}</p>'
    seen = (row, *describe_range(left, right, len(text)))
    yield from box("The text, and this walk along it", seen, "mt-foot")
    found = listed(cut, MAX_CHIPS, str) or '<span class="mt-more">none yet</span>'
    yield from box("Tokens cut off so far", ['<p class="mt-chips">', found, "</p>"])


def _beginning(tokens: Sequence[str], start: str) -> list[str]:
    return [token for token in tokens if token.startswith(start)]


def _letter(followed: str, longest: str, tokens: Sequence[str]) -> str:
    if longest == followed:
        return f"{chip(followed)} is a token: remembered. Is there a longer one?"
    many = counted(len(_beginning(tokens, followed)), "token")
    remembered = f" {chip(longest)} is remembered." if longest else ""
    return f"{chip(followed[-1])} follows: {chip(followed)} begins {many}.{remembered}"


def _stop(followed: str, text: str, end: int, tokens: Sequence[str]) -> str:
    """What could have followed, and what came at `end` instead; nothing if no token goes on from here."""
    leads = sorted(
        {
            token[len(followed)]
            for token in _beginning(tokens, followed)
            if token != followed
        }
    )
    if not leads:
        return ""
    letters = listed(leads, MAX_LEADS, chip)
    came = f"here comes {chip(text[end])}" if end < len(text) else "the text is over"
    return f"After {chip(followed)} only {letters} can follow, and {came}. "


def _caption(
    walk: Walk, followed: str, text: str, tokens: Sequence[str], hues: Hues
) -> str:
    if walk.passed_over:
        return f"{chip(followed)}: no token begins here."
    stop = _stop(followed, text, walk.end, tokens)
    if walk.found is None:
        return f"{stop}No token was passed: back to the character after the start."
    token = chip(walk.found, hues[walk.found])
    if followed != walk.found:
        return f"{stop}The longest token on the way, {token}, is cut off."
    return f"{token} is a token. {stop}It is cut off."


def _row(index: int, walk: Walk, followed: str) -> tuple[str, ...]:
    place = f"{walk.start:,}–{walk.end:,}"
    if walk.passed_over:
        return str(index), place, "", "no token begins here"
    return (
        str(index),
        place,
        visible(followed),
        "nothing" if walk.found is None else visible(walk.found),
    )
