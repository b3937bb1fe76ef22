"""How Unigram learns its pieces: round by round the scores are fitted, and the pieces go that cost the corpus least."""

from collections.abc import Iterable, Iterator, Sequence

from ..steps import PruneStep
from .parts.chip_rows import counted
from .parts.html import Curve, bar, chip, label, more, safe, table, thin, visible
from .parts.stepper import Frame, Stepper, read

MAX_COSTLY = 10
MAX_FREE = 30
TWIN_PIECES = 5

NONE = '<span class="mt-more">none</span>'


class PruneStepper(Stepper):
    """Unigram training, round by round: `PruneStepper(trainer.steps(word_counts))`.

    A frame is a round: what the corpus costs once the scores are fitted, the pieces that went and what the removal of
    each adds to that cost (nothing where no best way to cut a word used it), and how many pieces are left.
    """

    heading = "Throwing pieces away, round by round"
    columns = ("round", "loss", "pieces before", "unused", "cheap", "cheapest to dearest", "left")

    def draw(self, records: Iterable[PruneStep], text: str | None) -> Iterator[Frame]:
        steps = read(records)
        sizes = Curve([step.pieces for step in steps], "How many pieces are left, round by round")
        losses = Curve([step.loss for step in steps], "The loss of the corpus, round by round")
        for index, step in enumerate(steps):
            free = [piece for piece, cost in step.removed if cost <= 0]
            paid = [(piece, cost) for piece, cost in step.removed if cost > 0]
            body = (
                f'<div class="mt-columns"><div>{label("Went because they cost least: cheapest to dearest")}',
                *_costs(paid),
                f"</div><div>{label('Went because no best way used them')}",
                *_chips(free),
                '</div></div><div class="mt-columns mt-foot"><div>',
                *_sum(step.pieces, "piece left", "pieces left"),
                *sizes.at(index),
                "</div><div>",
                *_sum(round(step.loss), "loss before the removal", "loss before the removal"),
                *losses.at(index),
                "</div></div>",
            )
            last = index + 1 == len(steps)
            yield Frame((_caption(step, len(free), last),), body, (_row(step, len(free), paid),))


def _costs(paid: Sequence[tuple[str, float]]) -> Iterator[str]:
    """What the removal of each piece adds to the loss, as bars."""
    if not paid:
        yield NONE
        return
    shown = [paid[place] for place in thin(len(paid), MAX_COSTLY)]
    rows = ((chip(piece), bar(cost / paid[-1][1]), f"+{cost:,.1f}") for piece, cost in shown)
    yield from table(("piece", "", "adds to the loss"), rows)
    yield more(len(paid) - MAX_COSTLY, " between them")


def _chips(pieces: Sequence[str]) -> Iterator[str]:
    if not pieces:
        yield NONE
        return
    yield '<div class="mt-tokens mt-some">'
    yield " ".join(chip(pieces[place]) for place in thin(len(pieces), MAX_FREE))
    yield f" {more(len(pieces) - MAX_FREE)}</div>"


def _sum(number: int, one: str, many: str) -> tuple[str, ...]:
    told = one if number == 1 else many
    return '<p class="mt-sums"><span class="mt-sum"><b>', f"{number:,}", f"</b> {told}</span></p>"


def _caption(step: PruneStep, free: int, last: bool) -> str:
    fitted = f"Round {safe(step.round)}: fitted to the corpus, {counted(step.pieces + len(step.removed), 'piece')}."
    if not step.removed:
        return f"{fitted} None has to go{': this is the vocabulary' if last else ''}."
    paid = len(step.removed) - free
    return f"{fitted} {free:,} went unused, {paid:,} more because they cost least: {step.pieces:,} are left."


def _row(step: PruneStep, free: int, paid: Sequence[tuple[str, float]]) -> tuple[str, ...]:
    before = step.pieces + len(step.removed)
    rest = len(paid) - TWIN_PIECES
    some = (paid[place] for place in thin(len(paid), TWIN_PIECES))
    shown = "   ".join(f"{visible(piece)} +{cost:,.1f}" for piece, cost in some)
    return (
        str(step.round),
        f"{step.loss:,.1f}",
        *(f"{number:,}" for number in (before, free, len(paid))),
        shown + (f"   and {rest:,} between them" if rest > 0 else ""),
        f"{step.pieces:,}",
    )
