"""How BPE encodes one word: the merges that it replays, drawn as a tree that grows over the first symbols."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from minitok.steps import MergeStep
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    MAX_CHIPS,
    Hues,
    chip,
    counted,
    escape,
    listed,
    more,
    visible,
)
from minitok_course.views.common.legend import spells
from minitok_course.views.common.stepper import Frame, Stepper

SCROLL_OVER_SYMBOLS = 8  # this many fit on a phone
CLOSE = 5  # digits: with more in the two ranks beside it, a node needs more room
TIED = "Right by its rank, which stands at several places: the leftmost of them is merged first."
LEGEND = (
    '<p class="mt-under">On top the word as it stands; between neighbours that can be merged, the rank of that merge. '
    "Below a token: its two parts, and the rank of their merge.</p>"
)
DROPPED = '<p class="mt-under">Dropped, since the vocabulary has no token for them: '
SCROLLS = ' data-scrolls tabindex="0" aria-label="The word as a tree"'


class Node(NamedTuple):
    """A symbol of the word: its text, its tone, and below it the rank and HTML of its parts, or its letter."""

    symbol: str
    tone: str
    parts: str = ""
    letters: int = 1  # how many of the first symbols it covers


class EncodeStepper(Stepper):
    """One word, merge by merge: `EncodeStepper(model.steps("hugs"))`.

    Frame 0 shows the word in its first symbols. Each later frame joins the pair of lowest rank under a bracket. The top
    line has the current symbols; between two neighbours is the rank of their merge, if there is one.
    """

    _css = source("style.css", "../encode_stepper.css")
    heading = "Encoding a word, merge by merge"
    takes = ("symbols", 'model.steps("hugs")')
    asks = "Which two neighbours are merged next?"
    columns = ("step", "rank", "merged", "symbols")

    def draw(self, records: Iterable[MergeStep], text: str | None) -> Iterator[Frame]:
        nodes: Sequence[Node] = ()
        ending: list[MergeStep | None] = [None]
        # The nodes after the next step.
        ahead: tuple[Sequence[Node], int | None] | None = None
        for index, (step, following) in enumerate(pairwise(chain(records, ending))):
            if step is None:
                return
            if not index:
                hues, wide = (
                    Hues(step.symbols),
                    SCROLLS if len(step.symbols) > SCROLL_OVER_SYMBOLS else "",
                )
                gone = " ".join(
                    f"<del>{chip(char)}</del>"
                    for char in dropped(text or "", step.symbols)
                )
                lost = f"{DROPPED}{gone}</p>" if gone else ""
                mark = " mt-spelled" if spells("".join(step.symbols)) else ""
            nodes, newest = ahead or grow(nodes, step, hues)
            ahead = grow(nodes, following, hues) if following else None
            joined, ranks = ahead[1] if ahead else None, step.ranks
            first = following is not None and ranks.count(following.rank) > 1
            opening = f'<ul class="mt-tree mt-roots{mark}" data-word=""{wide}>'
            rest = more(len(step.symbols) - len(nodes), " symbols")
            body = (
                opening,
                *_roots(nodes, newest, joined, ranks),
                "</ul>",
                LEGEND,
                rest,
                lost,
            )
            yield Frame(
                (_caption(index, step, following, hues, first),),
                body,
                (_row(index, step),),
            )


def dropped(text: str, symbols: Sequence[str]) -> list[str]:
    """The characters of a text that are missing from its first symbols: `Löwe!` and w e give L ö !

    Nothing if a symbol is not a character of the text but a byte, an unknown token, or a letter with a mark.
    """
    known = set(symbols)
    if [char for char in text if char in known] != list(symbols):
        return []
    return [char for char in dict.fromkeys(text) if char not in known]


def grow(
    nodes: Sequence[Node], step: MergeStep, hues: Hues
) -> tuple[Sequence[Node], int | None]:
    """The nodes after a step, and the place of the one that it made: h u g, then (u, g), gives h ug and 1.

    Only the first symbols of a very long word are tracked, so a step may make none of these nodes.
    """
    if step.pair is None:
        leaf = '<i class="mt-leaf" data-letter="{}"></i>'
        return [
            Node(one, hues[one], leaf.format(escape(one)))
            for one in step.symbols[:MAX_CHIPS]
        ], None
    for place, (node, symbol) in enumerate(zip(nodes, step.symbols)):
        if symbol != node.symbol:
            two = nodes[place : place + 2]
            if len(two) < 2:
                return nodes[:place], None  # joined with a symbol that is not tracked
            rank = (
                ""
                if step.rank is None
                else f' <small class="mt-rank"><span>rank </span>{step.rank:,}</small>'
            )
            below = "".join(_node(node, chip(node.symbol, node.tone)) for node in two)
            parts = f'{rank}<ul class="mt-tree mt-parts">{below}</ul>'
            merged = Node(symbol, hues[symbol], parts, two[0].letters + two[1].letters)
            return [*nodes[:place], merged, *nodes[place + 2 :]], place
    return nodes, None


def _roots(
    nodes: Sequence[Node],
    newest: int | None,
    joined: int | None,
    ranks: Sequence[int | None],
) -> Iterator[str]:
    lowest = None if joined is None or not ranks else ranks[joined]
    for place, node in enumerate(nodes):
        two = nodes[place : place + 2]
        state, answer = (
            "",
            "tie" if place < len(ranks) and ranks[place] == lowest else "wrong",
        )
        if place == joined:
            state, answer = " mt-left", "right"
        elif place - 1 == joined:
            state = " mt-right"
        face = chip(
            node.symbol, f"{node.tone} mt-new" if place == newest else node.tone
        )
        pill = (
            _rank(two, ranks[place], answer)
            if place < len(ranks) and len(two) > 1
            else ""
        )
        beside = ranks[max(place - 1, 0) : place + 1]
        if sum(len(str(rank)) for rank in beside if rank is not None) > CLOSE:
            state += " mt-apart"
        yield _node(node, pill + face, state)


def _node(node: Node, face: str, state: str = "") -> str:
    return f'<li class="mt-node{state}" style="--mt-letters:{node.letters}">{face}{node.parts}</li>'


def _rank(two: Sequence[Node], rank: int | None, answer: str) -> str:
    number = "?" if rank is None else f"{rank:,}"
    look = "mt-gap"
    named = f'data-choice="{answer}" data-named="{" ".join(escape(node.symbol) for node in two)}, rank {number}"'
    if answer == "right":
        look, named = "mt-gap mt-wins", f'{named} data-tied="{TIED}"'
    beside = f'style="--mt-beside:{two[1].letters}"'
    return f'<button type="button" class="mt-pick" {beside} {named}><small class="{look}">{number}</small></button> '


def _caption(
    index: int, step: MergeStep, following: MergeStep | None, hues: Hues, first: bool
) -> str:
    count = len(step.symbols)
    after = following.rank if following else None
    where = ", at the leftmost of its places" if first else ""
    lowest = "" if after is None else f" The lowest rank comes next: {after:,}{where}."
    if step.pair is None:
        start = f"The word begins as {counted(count, 'symbol')}."
        return (
            f"{start} No merge applies."
            if following is None and not index
            else start + lowest
        )
    rank = "" if step.rank is None else f"Rank {step.rank:,}: "
    token = "".join(step.pair)
    end = (
        f" No neighbours have a rank: {counted(count, 'token')}."
        if following is None
        else lowest
    )
    return f"{rank}{hues.chips(step.pair)} became {chip(token, hues[token])}.{end}"


def _row(index: int, step: MergeStep) -> tuple[str, ...]:
    rank = "" if step.rank is None else f"{step.rank:,}"
    return (
        str(index),
        rank,
        " ".join(map(visible, step.pair or ())),
        listed(step.symbols, MAX_CHIPS),
    )
