"""How BPE encodes one word: the merges it replays, drawn as a tree that grows over the first symbols."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..steps import MergeStep, Pair
from .parts.html import MAX_CHIPS, chip, chips, label, more, tones, visible
from .parts.stepper import Frame, Stepper, read

SCROLL_OVER_SYMBOLS = 12
SCROLLS = ' data-scrolls tabindex="0" aria-label="The word as a tree"'


class Node(NamedTuple):
    """A symbol of the word: its text, its tone, and what it was joined from: the rank and HTML of its parts."""

    symbol: str
    tone: str
    parts: str = ""


class EncodeStepper(Stepper):
    """One word, merge by merge: `EncodeStepper(model.steps("hugs"))`.

    Frame 0 is the word in its first symbols. Each frame after it joins a pair under a bracket that bears the
    rank of the merge; the chips with nothing above them are the word as it now stands.
    """

    heading = "Encoding a word, merge by merge"
    columns = ("step", "rank", "merged", "symbols")

    def draw(self, records: Iterable[MergeStep], text: str | None) -> Iterator[Frame]:
        nodes: list[Node] = []
        steps = read(records)
        initial = frozenset(steps[0].symbols) if steps else frozenset()
        for index, step in enumerate(steps):
            later = steps[index + 1 : index + 2]
            nodes, made = grow(nodes, step, initial)
            wide = SCROLLS if len(steps[0].symbols) > SCROLL_OVER_SYMBOLS else ""
            parts = [label("The word, and what each token was joined from"), f'<ul class="mt-tree mt-roots"{wide}>']
            parts += _roots(nodes, made, later[0].pair if later else None)
            parts += ["</ul>", more(len(step.symbols) - len(nodes), " symbols")]
            yield Frame((_caption(index, step, not later),), tuple(parts), (_row(index, step),))


def grow(nodes: Sequence[Node], step: MergeStep, initial: frozenset[str]) -> tuple[list[Node], set[int]]:
    """The nodes after a step, and which of them it made: h u g, then (u, g), gives h ug and {1}.

    A step that does not follow from the nodes before it starts anew, and so does the first. Of a very long word
    only the first symbols are followed.
    """
    symbols = list(step.symbols[:MAX_CHIPS])
    tone = list(tones(symbols, initial))
    leaves = [Node(*leaf) for leaf in zip(symbols, tone)]
    if step.pair is None:
        return leaves, set()
    grown: list[Node] = []
    made: set[int] = set()
    place = 0
    for leaf in leaves:
        two = nodes[place : place + 2]
        names = tuple(node.symbol for node in two)
        if names == step.pair and leaf.symbol != names[0]:
            made.add(len(grown))
            grown.append(leaf._replace(parts=_joined(two, step.rank)))
        elif names[:1] == (leaf.symbol,):
            grown.append(two[0]._replace(tone=leaf.tone))
        elif names == step.pair[:1]:
            return grown, made  # joined with a symbol that is not followed
        elif two:
            return leaves, set()
        place += 1 + (len(grown) - 1 in made)
    return (grown, made) if place >= len(nodes) else (leaves, set())


def _joined(two: Iterable[Node], rank: int | None) -> str:
    below = "".join(f'<li class="mt-node">{chip(node.symbol, node.tone)}{node.parts}</li>' for node in two)
    told = "" if rank is None else f' <small class="mt-rank">rank {rank:,}</small>'
    return f'{told}<ul class="mt-tree mt-parts">{below}</ul>'


def _roots(nodes: Sequence[Node], made: set[int], upcoming: Pair | None) -> Iterator[str]:
    """The list items along the top, those of the next pair marked."""
    skip = False
    for place, node in enumerate(nodes):
        follows = upcoming == tuple(other.symbol for other in nodes[place : place + 2])
        state = " mt-right" if skip else " mt-left" if follows else ""
        skip = follows and not skip
        yield f'<li class="mt-node{state}">{chip(node.symbol, "new" if place in made else node.tone)}{node.parts}</li>'


def _caption(index: int, step: MergeStep, last: bool) -> str:
    count = len(step.symbols)
    if step.pair is None:
        start = f"The word in its first symbols: {count:,}."
        return f"{start} No merge applies." if last and not index else start
    rank = "" if step.rank is None else f"Rank {step.rank:,}: "
    end = f" That was the last merge: {count:,} {'token' if count == 1 else 'tokens'}." if last else ""
    return f"{rank}{chips(step.pair)} became {chip(''.join(step.pair))}.{end}"


def _row(index: int, step: MergeStep) -> tuple[str, ...]:
    rest = len(step.symbols) - MAX_CHIPS
    symbols = " ".join(map(visible, step.symbols[:MAX_CHIPS])) + (f" and {rest:,} more" if rest > 0 else "")
    rank = "" if step.rank is None else f"{step.rank:,}"
    return str(index), rank, " ".join(map(visible, step.pair or ())), symbols
