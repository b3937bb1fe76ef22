"""Viterbi on one word: the lattice of its pieces, and the best segmentation up to each place."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from math import exp
from operator import itemgetter
from typing import Any

from minitok.steps import Arc, Lattice
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    MAX_CHIPS,
    Hues,
    box,
    chip,
    counted,
    escape,
    listed,
    more,
    table,
    visible,
)
from minitok_course.views.common.lattice_drawing import (
    SEEN,
    LatticeDrawing,
    answer_of,
    number,
    percent,
)
from minitok_course.views.common.stepper import Frame, Stepper

MAX_PLACES = 24
MAX_WAYS = 4

SCORE = '<p class="mt-under">Score: natural log of a probability.</p>'
LEGEND = (
    '<p class="mt-under">Orange: ends here, dashed if another wins. Thick: best so far. '
    "Score: natural log of a probability.</p>"
)
NOTES = {"right": "best", "tie": "tie", "wrong": ""}

Way = Sequence[Arc]


class LatticeView(Stepper):
    """The best segmentation of a word: `LatticeView(model.lattice("unhug"), nbest=model.nbest("unhug", 5))`.

    Frame 0 is the lattice. Each later frame is at the next place: it shows the arcs that end there, the sum of each
    with the best segmentation up to its start, and which arc wins. Then the winners are followed back, each
    segmentation of `nbest` has a frame, and the last frame shows how much probability goes through each arc.
    """

    asks = "Which of the arcs that end here has the best sum?"
    _css = source("style.css", "lattice_drawing.css", "../lattice_view.css")
    heading = "The best segmentation, place by place"
    takes = ("arcs", 'model.lattice("hugs")')
    columns = (
        "step",
        "place",
        "arcs that end there, and the sum with each",
        "best segmentation",
        "its score",
    )

    def __init__(
        self, records: Any, *, nbest: Sequence[Way] = (), text: str | None = None
    ) -> None:
        self.nbest = nbest
        super().__init__(records, text=text)

    def draw(self, records: Lattice | tuple[()], text: str | None) -> Iterator[Frame]:
        if not records:
            return
        word = records.word
        ways = best_ways(records.last[:MAX_PLACES])
        totals = list(map(total, ways))
        arcs = [arc for arc in records.arcs if arc.end < len(ways)]
        hues = Hues()
        drawing = LatticeDrawing(word[: len(ways) - 1], arcs, hues, records.unknown)
        rest = more(len(word) - len(ways) + 1, " characters")
        for place in range(len(ways)):
            sums = [
                (arc, totals[arc.start] + arc.score) for arc in arcs if arc.end == place
            ]
            picture = drawing.at(ways[place], records.last[:place], totals[: place + 1])
            body = (
                *picture,
                rest,
                LEGEND,
                '<div class="mt-foot"><div class="mt-columns">',
                *_so_far(range(place + 1), totals, ways, hues),
                *_sums(place, sums, totals, ways, hues),
                "</div></div>",
            )
            caption = _caption(records, place, sums, ways[place], hues)
            yield Frame((caption,), body, (_row(place, sums, ways[place]),))
        if word:
            ranked = [
                records.best,
                *(way for way in self.nbest if tuple(way) != records.best),
            ]
            # What was followed back.
            ends = [arc.end for arc in ways[-1]]
            back = tuple(_so_far(ends, totals, ways, hues, "mt-foot"))
            for rank, way in enumerate(ranked):
                picture = drawing.along(way, totals)
                end = f"number {rank + 1}"
                ranking = _ranking(rank, ranked, hues) or back
                opening = f"{end.capitalize()} of the {len(ranked)} best segmentations:"
                if rank == 0:
                    end = "end"
                    opening = (
                        "Back from the end along the winners, the best segmentation is"
                    )
                row = (str(len(ways) + rank), end, "", _pieces(way), number(total(way)))
                caption = f"{opening} {_chips(way, hues)}, score {number(total(way))}."
                yield Frame((caption,), (*picture, SCORE, rest, *ranking), (row,))
            if records.shares:
                ranking = _ranking(-1, ranked, hues) or back
                yield _flow(
                    records, drawing, (SCORE, rest, *ranking), len(ways) + len(ranked)
                )

    def _start(self, frames: Sequence[Frame]) -> int:
        """The best segmentation of a new word, but the first frame for a learner who is on the way to it."""
        return 0 if self.step < len(self.frames) - 2 else max(0, len(frames) - 2)


def best_ways(last: Sequence[Arc]) -> list[Way]:
    """The best segmentation up to each place, from the last arc of each: `u` and `un` give (), (u,) and (un,)."""
    ways: list[Way] = [()]
    for arc in last:
        ways.append((*ways[arc.start], arc))
    return ways


def total(way: Way) -> float:
    """The score of a segmentation: the sum of its arcs' scores, from left to right."""
    return sum((arc.score for arc in way), 0.0)


def _caption(
    lattice: Lattice,
    place: int,
    sums: Sequence[tuple[Arc, float]],
    best: Way,
    hues: Hues,
) -> str:
    if not place:
        known = sum(arc.piece not in lattice.unknown for arc in lattice.arcs)
        contents = (
            f"{counted(known, 'piece')} in {counted(len(lattice.word), 'character')}."
        )
        if lattice.unknown:
            unknown = listed(lattice.unknown, MAX_CHIPS, chip)
            contents += f" Not in the vocabulary: {unknown}."
        return f"The lattice of {chip(lattice.word)}: {contents} Place 0 is the start, and costs nothing."
    last = best[-1]
    winner = f"{chip(last.piece, hues[last.piece])} from place {last.start}"
    if len(sums) == 1:
        only = f"Place {place}: one arc ends here, {winner}, so the best segmentation up to here takes it."
        return f"{only} Score {number(total(best))}."
    ends = f"Place {place}: {len(sums)} arcs end here."
    score = number(total(best))
    tied = sum(reached == total(best) for _, reached in sums)
    if tied > 1:
        return f"{ends} {tied} of them tie for the best sum, {score}; the longest piece wins: {winner}."
    return f"{ends} The best sum is that of {winner}: {score}."


def _sums(
    place: int,
    sums: Sequence[tuple[Arc, float]],
    totals: Sequence[float],
    ways: Sequence[Way],
    hues: Hues,
) -> Iterator[str]:
    rows = []
    # Not by their sums, which would tell the best of them.
    seen = nlargest(MAX_WAYS, sums, key=itemgetter(1))
    for arc, reached in sorted(seen, key=sums.index):
        added = f"{number(totals[arc.start])} + ({number(arc.score)})"
        answer = answer_of(arc in ways[place][-1:], reached, totals[place])
        hidden_cells = (
            f'<span class="mt-secret">{number(reached)}</span>',
            f'<b class="mt-secret">{NOTES[answer]}</b>',
        )
        rows.append((_pick(arc, answer, hues), f"{arc.start}", added, *hidden_cells))
    heads = ("piece", "from", "before + piece", "sum", "")
    if place:
        arcs = (*table(heads, rows), more(len(sums) - MAX_WAYS, " arcs"))
        yield from box(f"Arcs that end at place {place}", arcs)


def _pick(arc: Arc, answer: str, hues: Hues) -> str:
    face = hues[arc.piece]
    named = f'data-choice="{answer}" data-named="{escape(arc.piece)}"'
    if answer == "right":
        face = hues.lit(arc.piece)
        named += f' data-tied="Right by its sum: it ties with {escape(arc.piece)}, which wins because it is longer."'
    return f'<button type="button" class="mt-pick" {named}>{chip(arc.piece, face)}</button>'


def _so_far(
    ends: Sequence[int],
    totals: Sequence[float],
    ways: Sequence[Way],
    hues: Hues,
    look: str = "",
) -> Iterator[str]:
    rows = [
        [f"{end}", _chips(ways[end], hues), number(totals[end])]
        for end in ends[-MAX_WAYS:]
    ]
    # The learner may be guessing it.
    rows[-1] = [f'<span class="mt-secret">{cell}</span>' for cell in rows[-1]]
    heads = ("place", "best segmentation", "score")
    return box("The best segmentation up to each place", table(heads, rows), look)


def _ranking(rank: int, ways: Sequence[Way], hues: Hues) -> Iterable[str]:
    rows = []
    for place, way in enumerate(ways):
        numbers = number(total(way)), f"{exp(min(total(way), 0)):.3g}"
        rows.append(
            (
                f"{place + 1}",
                _chips(way, hues),
                *numbers,
                "<b>shown</b>" if place == rank else "",
            )
        )
    heads = ("", "pieces", "score", "probability", "")
    ranking = box("The best of all segmentations", table(heads, rows), "mt-foot")
    return ranking if len(ways) > 1 else ()


def _flow(
    lattice: Lattice, drawing: LatticeDrawing, beside: Sequence[str], index: int
) -> Frame:
    """All segmentations together: how likely it is that one, drawn by its probability, goes through each arc."""
    shares = dict(zip(lattice.arcs, lattice.shares))
    caption = "All segmentations together: the thicker an arc, the more of their probability goes through it."
    twin = "   ".join(
        f"{visible(arc.piece)} {arc.start}–{arc.end} {percent(share)}"
        for arc, share in shares.items()
        if share >= SEEN
    )
    return Frame(
        (caption,),
        (*drawing.flow(shares), *beside),
        ((str(index), "all of them", twin, "", ""),),
    )


def _chips(way: Way, hues: Hues) -> str:
    if not way:
        return '<span class="mt-more">nothing yet</span>'
    return listed(way, MAX_CHIPS, lambda arc: chip(arc.piece, hues[arc.piece]))


def _pieces(way: Way) -> str:
    return listed(way, MAX_CHIPS, lambda arc: visible(arc.piece))


def _row(place: int, sums: Sequence[tuple[Arc, float]], best: Way) -> tuple[str, ...]:
    into = "   ".join(
        f"{visible(arc.piece)} {number(arc.score)} → {number(reached)}"
        for arc, reached in sums
    )
    return str(place), str(place), into, _pieces(best), number(total(best))
