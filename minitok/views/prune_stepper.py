"""How Unigram learns its pieces: round by round the scores are fitted, and the pieces go that cost the corpus least."""

from collections.abc import Iterable, Iterator, Sequence

from ..steps import PruneStep, Removal
from .parts.form import source
from .parts.html import NONE, PLAIN, Curve, Hues, bar, chip, counted, escape, label, more, safe, thin, visible
from .parts.stepper import Frame, Stepper, read

MAX_FREE = 30
TWIN_PIECES = 5

LOSS = (
    '<p class="mt-under">The loss says how badly the pieces fit the corpus: −ln of the probability that they give to '
    "all of its words. A piece whose removal adds little to it is hardly missed.</p>"
)


class PruneStepper(Stepper):
    """Unigram training, round by round: `PruneStepper(trainer.steps(word_counts))`.

    A frame is a round: the pieces in the order of what the removal of each adds to the loss, with the line under which
    they went, and beside each, the pieces that take its place; then how many are left, and what the corpus costs.
    """

    _css = source("style.css", "pair_table.css", "../prune_stepper.css")
    heading = "Throwing pieces away, round by round"
    takes = ("removed", "trainer.steps(word_counts)")
    columns = ("round", "loss", "pieces before", "unused", "cheap", "cheapest first", "left")

    def draw(self, records: Iterable[PruneStep], text: str | None) -> Iterator[Frame]:
        steps = read(records)
        sizes = Curve([step.pieces for step in steps], "How many pieces are left, round by round")
        losses = Curve([step.loss for step in steps], "The loss of the corpus, round by round")
        hues = Hues()
        for index, step in enumerate(steps):
            free = [piece for piece, cost in step.removed if cost <= 0]
            paid = [(piece, cost) for piece, cost in step.removed if cost > 0]
            body = (
                '<div class="mt-columns"><div>',
                *_ranking(step, len(free), hues),
                f"</div><div>{label('Removed: no best segmentation used them')}",
                *_chips(free, hues),
                '<div class="mt-curves"><div>',
                *_sum(step.pieces, "piece left" if step.pieces == 1 else "pieces left"),
                *sizes.at(index),
                "</div><div>",
                *_sum(round(step.loss), "loss before the removal"),
                *losses.at(index),
                "</div></div></div></div>",
            )
            last = index + 1 == len(steps)
            yield Frame((_caption(step, len(free), last),), body, (_row(step, len(free), paid),))


def _ranking(step: PruneStep, free: int, hues: Hues) -> Iterator[str]:
    """The pieces on both sides of the line, the most expensive first, each with its cut before and after it goes."""
    items: Sequence[Removal] = getattr(step, "ranking", ())
    if not items:
        yield from (label("Removed because they cost least, cheapest first"), NONE)
        return
    yield label("What the removal of each piece adds to the loss, largest first")
    yield LOSS
    ranking = [item for item in items if item.uses]
    went = dict(step.removed)
    highest = max((item.cost for item in ranking), default=0) or 1
    paid = [item for item in ranking if item.piece in went]
    yield '<table class="mt-pairs mt-ranking"><tbody>'
    above = step.pieces - len(ranking) + len(paid)
    if above > 0:
        unused = any(not item.uses and item.piece not in went for item in items)
        reason = "" if unused else ": single characters, or pieces that cost more"
        told = f'<span class="mt-more">{above:,} more {"stays" if above == 1 else "stay"}{reason}</span>'
        yield f'<tr data-moves="above"><td colspan="4" class="mt-cell">{told}</td></tr>'
    line = '<tr class="mt-line" data-moves="line"><td colspan="4" class="mt-cell">'
    told = "↓ these go" if paid else "none of these had to go: only unused pieces went"
    line += f"these stay ↑ {told}</td></tr>"
    for item in reversed(ranking):
        goes = item.piece in went
        if goes and line:
            yield line
            line = ""
        yield _removal(item, goes, item.cost / highest, hues)
    yield f"{line}</tbody></table>"
    yield more(len(step.removed) - free - len(paid), " that went, cheaper than these")


def _removal(item: Removal, goes: bool, share: float, hues: Hues) -> str:
    named, state = escape(item.piece), ' class="mt-wins" data-leaves="1"' if goes else ""
    after = " ".join(_face(piece, hues) for piece in item.instead)
    return (
        f'<tr{state} data-moves="piece {named}"><td class="mt-cell">{item.uses:,} × {_face(item.piece, hues)}</td>'
        f'<td class="mt-cell">→ {after}</td><td class="mt-wide">{bar(share, "won" if goes else "")}</td>'
        f'<td class="mt-cell"><span class="mt-count">+{item.cost:,.1f}</span></td></tr>'
    )


def _face(piece: str, hues: Hues) -> str:
    return chip(piece, hues[piece] if len(piece) > 1 else PLAIN[0])


def _chips(pieces: Sequence[str], hues: Hues) -> Iterator[str]:
    if not pieces:
        yield NONE
        return
    yield '<div class="mt-tokens mt-some">'
    yield " ".join(_face(pieces[place], hues) for place in thin(len(pieces), MAX_FREE))
    yield f" {more(len(pieces) - MAX_FREE)}</div>"


def _sum(number: int, told: str) -> tuple[str, ...]:
    return '<p class="mt-sums"><span class="mt-sum"><b>', f"{number:,}", f"</b> {told}</span></p>"


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


def _row(step: PruneStep, free: int, paid: Sequence[tuple[str, float]]) -> tuple[str, ...]:
    before = step.pieces + len(step.removed)
    rest = len(paid) - TWIN_PIECES
    some = (paid[place] for place in thin(len(paid), TWIN_PIECES))
    shown = "   ".join(f"{visible(piece)} +{cost:,.1f}" for piece, cost in some)
    shown += f"   and {rest:,} between them" if rest > 0 else ""
    counts = (f"{number:,}" for number in (before, free, len(paid)))
    return str(step.round), f"{step.loss:,.1f}", *counts, shown, f"{step.pieces:,}"
