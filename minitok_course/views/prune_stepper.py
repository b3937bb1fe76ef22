"""How Unigram learns its pieces: in each round the scores are fitted, and the pieces whose removal costs least go."""

from collections.abc import Iterable, Iterator, Sequence

from minitok.steps import PruneStep, Removal
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    NONE,
    PLAIN,
    Hues,
    bar,
    chip,
    counted,
    escape,
    label,
    listed,
    more,
    safe,
    thin,
    visible,
)
from minitok_course.views.common.stepper import Frame, Stepper, read

MAX_FREE = 30
TWIN_PIECES = 5

LOSS = (
    '<p class="mt-under">The loss says how badly the pieces fit the corpus: −ln of the probability that they give to '
    "all of its words. Each piece that goes adds to it, and the next fit takes a little off again.</p>"
)


class PruneStepper(Stepper):
    """Unigram training, round by round: `PruneStepper(trainer.steps(word_counts))`.

    A frame is a round: its place on the curve of the loss, and the pieces in the order of what removing each adds to
    the loss, with a line above those that are removed, and beside each piece the pieces that replace it.
    """

    _css = source("style.css", "pair_table.css", "../prune_stepper.css")
    heading = "Throwing pieces away, round by round"
    takes = ("removed", "trainer.steps(word_counts)")
    columns = (
        "round",
        "loss",
        "pieces before",
        "unused",
        "cheap",
        "cheapest first",
        "left",
    )

    def draw(self, records: Iterable[PruneStep], text: str | None) -> Iterator[Frame]:
        steps = read(records)
        if not steps:
            return
        rounds = Rounds(
            [(step.pieces + len(step.removed), step.loss) for step in steps]
        )
        hues = Hues()
        for index, step in enumerate(steps):
            free = [piece for piece, cost in step.removed if cost <= 0]
            paid = [(piece, cost) for piece, cost in step.removed if cost > 0]
            opening = f'<div class="mt-columns"><div>{label("The loss, as pieces go")}'
            left = (opening, *rounds.at(index), LOSS, *_unused(free, hues))
            body = (
                *left,
                "</div><div>",
                *_ranking(step, len(free), hues),
                "</div></div>",
            )
            last = index + 1 == len(steps)
            yield Frame(
                (_caption(step, len(free), last),), body, (_row(step, len(free), paid),)
            )


class Rounds:
    """A curve through (pieces, loss) of each round, the fewest pieces on the right; the dot is at the round shown."""

    LEFT, RIGHT, TOP, LOW = 60, 344, 40, 176

    def __init__(self, points: Sequence[tuple[int, float]]) -> None:
        sizes, losses = zip(*points)
        across = (self.RIGHT - self.LEFT) / (max(sizes) - min(sizes) or 1)
        up = (self.LOW - self.TOP) / (max(losses) - min(losses) or 1)
        self.points = points
        xs = [round(self.LEFT + (max(sizes) - size) * across, 1) for size in sizes]
        ys = [round(self.LOW - (loss - min(losses)) * up, 1) for loss in losses]
        self.places = [*zip(xs, ys)]
        beside = [
            (16, "loss"),
            (self.TOP + 4, f"{max(losses):,.0f}"),
            (self.LOW + 4, f"{min(losses):,.0f}"),
        ]
        below = [
            (self.LEFT, f"{max(sizes):,}"),
            (202, "pieces"),
            (self.RIGHT, f"{min(sizes):,}"),
        ]
        names = [(self.LEFT - 10, y, "end", text) for y, text in beside]
        names += [(x, 206, "middle", text) for x, text in below]
        self.drawn = (
            '<svg class="mt-rounds" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 212" width="360" height="212" '
            'role="img" aria-label="The loss against the number of pieces" font-family="sans-serif" font-size="12">'
            '<g fill="currentColor">'
            + "".join(
                f'<text x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>'
                for x, y, anchor, text in names
            )
            + '</g><g fill="none" stroke="currentColor">'
            f'<path d="M{self.LEFT},{self.TOP}V186H{self.RIGHT}" stroke-opacity=".4"/>'
        )

    def at(self, index: int) -> Iterator[str]:
        """The curve up to a round, its dot, and faintly the rest of the curve."""
        x, y = self.places[index]
        size, loss = self.points[index]
        done, coming = self.places[: index + 1], self.places[index:]
        anchor, at = (
            ("start", x + 8) if x < 130 else ("end", x) if x > 270 else ("middle", x)
        )
        yield self.drawn
        for places, look in (
            (coming, 'stroke-dasharray="3 4" stroke-opacity=".6"'),
            (done, 'stroke-width="2.5"'),
        ):
            yield f'<polyline points="{" ".join(f"{x},{y}" for x, y in places)}" {look}/>'
        yield f'<path stroke-dasharray="2 3" d="M{x},{y}V186"/></g>'
        yield f'<g fill="currentColor">{"".join(f"""<circle r="3" cx="{x}" cy="{y}"/>""" for x, y in self.places)}'
        yield f'<g data-moves="dot"><circle r="7" cx="{x}" cy="{y}"/><text x="{at}" y="{y - 14}" font-weight="bold" '
        yield f'text-anchor="{anchor}">{size:,} pieces, loss {loss:,.0f}</text></g></g></svg>'


def _ranking(step: PruneStep, free: int, hues: Hues) -> Iterator[str]:
    """The pieces on both sides of the line, the most expensive first, each with the pieces that replace it."""
    items: Sequence[Removal] = step.ranking
    if not items:
        yield from (label("Removed because they cost least, cheapest first"), NONE)
        return
    yield label("What the removal of each piece adds to the loss, largest first")
    ranking = [item for item in items if item.uses]
    went = dict(step.removed)
    highest = max((item.cost for item in ranking), default=0) or 1
    paid = [item for item in ranking if item.piece in went]
    yield '<table class="mt-pairs mt-ranking"><tbody>'
    above = step.pieces - len(ranking) + len(paid)
    if above > 0:
        unused = any(not item.uses and item.piece not in went for item in items)
        reason = "" if unused else ": single characters, or pieces that cost more"
        remainder = f'<span class="mt-more">{above:,} more {"stays" if above == 1 else "stay"}{reason}</span>'
        yield f'<tr data-moves="above"><td colspan="4" class="mt-cell">{remainder}</td></tr>'
    line = '<tr class="mt-line" data-moves="line"><td colspan="4" class="mt-cell">'
    verdict = "↓ these go" if paid else "none of these had to go"
    line += f"these stay ↑ {verdict}</td></tr>"
    for item in reversed(ranking):
        goes = item.piece in went
        if goes and line:
            yield line
            line = ""
        yield _removal(item, goes, item.cost / highest, hues)
    yield f"{line}</tbody></table>"
    yield more(len(step.removed) - free - len(paid), " that went, cheaper than these")


def _removal(item: Removal, goes: bool, share: float, hues: Hues) -> str:
    named, state = (
        escape(item.piece),
        ' class="mt-wins" data-leaves="1"' if goes else "",
    )
    after = " ".join(_face(piece, hues) for piece in item.instead)
    return (
        f'<tr{state} data-moves="piece {named}"><td class="mt-cell">{item.uses:,} × {_face(item.piece, hues)}</td>'
        f'<td class="mt-cell">→ {after}</td><td class="mt-wide">{bar(share, "won" if goes else "")}</td>'
        f'<td class="mt-cell"><span class="mt-count">+{item.cost:,.1f}</span></td></tr>'
    )


def _face(piece: str, hues: Hues) -> str:
    return chip(piece, hues[piece] if len(piece) > 1 else PLAIN[0])


def _unused(pieces: Sequence[str], hues: Hues) -> Iterator[str]:
    if not pieces:
        return
    yield f'{label("Removed: no best segmentation used them")}<div class="mt-tokens mt-some">'
    yield " ".join(_face(pieces[place], hues) for place in thin(len(pieces), MAX_FREE))
    yield f" {more(len(pieces) - MAX_FREE)}</div>"


def _caption(step: PruneStep, free: int, last: bool) -> str:
    fitted = f"Round {safe(step.round)}: fitted to the corpus, {counted(step.pieces + len(step.removed), 'piece')}."
    if not step.removed:
        return f"{fitted} None has to go{': this is the vocabulary' if last else ''}."
    paid = len(step.removed) - free
    reasons = [f"{free:,} went unused"] if free else []
    if paid:
        they = "it costs" if paid == 1 else "they cost"
        reasons.append(f"{paid:,} {'more' if free else 'went'} because {they} least")
    return f"{fitted} {', '.join(reasons)}: {step.pieces:,} {'is' if step.pieces == 1 else 'are'} left."


def _row(
    step: PruneStep, free: int, paid: Sequence[tuple[str, float]]
) -> tuple[str, ...]:
    before = step.pieces + len(step.removed)
    cheapest = listed(
        paid, TWIN_PIECES, lambda gone: f"{visible(gone[0])} +{gone[1]:,.1f}", "   "
    )
    counts = (f"{number:,}" for number in (before, free, len(paid)))
    return str(step.round), f"{step.loss:,.1f}", *counts, cheapest, f"{step.pieces:,}"
