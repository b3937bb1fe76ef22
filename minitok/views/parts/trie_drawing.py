"""A trie drawn as SVG: a letter in each node, the tokens in rows, what they begin with in common once."""

from collections.abc import Iterable, Iterator

from .html import visible
from .lattice_drawing import svg_opening, svg_text

MAX_STRINGS = 12
MAX_DEPTH = 24
SCROLL_OVER_DEPTH = 8
STEP, ROW, EDGE, RADIUS = 42, 40, 22, 14

LOOKS = {  # of an edge, and the ground and the ink of the node that it leads to
    "lost": ('stroke="#a9b4c0"', "#ffffff", "#1b1f24"),
    "gone": ('stroke="#dfe3e8"', "#ffffff", "#8c959f"),
    "tried": ('stroke="#c77700" stroke-width="2.5" stroke-dasharray="6 3"', "#fff4de", "#7d4a00"),
    "path": ('stroke="#3448c5" stroke-width="3.5"', "#3448c5", "#ffffff"),
}


class TrieDrawing:
    """The drawing of one trie. A node is what leads to it: `<s` is the `s` behind the `<`."""

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
        so_far = f", followed to {visible(followed)}" if followed else ""
        told = f"The trie of {' '.join(map(visible, self.strings)) or 'no tokens'}{so_far}"
        scrolls = "The trie" if self.width > STEP * SCROLL_OVER_DEPTH else ""
        yield from svg_opening("mt-lattice mt-trie", self.width, self.height, told, scrolls)
        states = [(node, _state(node, followed, found, walking)) for node in self.nodes]
        yield '<g fill="none">'
        for node, state in states[1:]:  # the first is the root, to which no edge leads
            yield self._edge(node, state)
        yield '</g><g font-family="monospace" text-anchor="middle">'
        for node, state in states:
            yield self._node(node, state, walking and node == followed)
        if walking and followed in self.across:
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
