"""How Unigram learns its pieces: in each round the scores are fitted, and the pieces whose removal costs least go."""

from collections.abc import Iterable, Iterator, Sequence

from minitok.steps import PruneStep, Removal
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    PLAIN,
    Hues,
    bar,
    chip,
    counted,
    escape,
    label,
    listed,
    more,
    opening,
    safe,
    visible,
)
from minitok_course.views.common.spans import window
from minitok_course.views.common.stepper import Frame, Stepper, read

MAX_PIECES = 120
MAX_ROUNDS = 8
MAX_KEPT, MAX_PAID = 4, 4  # above and below the line
TWIN_PIECES = 5

UNUSED = "Free: no best segmentation uses these"
KEPT = "The vocabulary"
LOSS = (
    '<p class="mt-under">The loss, −ln of the probability of the corpus, says how badly the pieces fit. Removing a '
    "used piece adds to it; the next fit takes a little off.</p>"
)


class PruneStepper(Stepper):
    """Unigram training, round by round: `PruneStepper(trainer.steps(word_counts))`.

    A frame is a round: a dot on the curve of the loss, and the pieces in the order of what removing each adds to
    the loss, with a line above those that are removed, and beside each piece the pieces that replace it.
    """

    _css = source("style.css", "pair_table.css", "../prune_stepper.css")
    heading = "Throwing pieces away"
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
        hues = Hues()
        ranking = [item for step in steps for item in step.ranking]
        met = dict.fromkeys(
            piece for item in ranking for piece in (item.piece, *item.instead)
        )
        went = {piece for step in steps for piece, _ in step.removed}
        vocabulary = [piece for piece in met if piece not in went]
        for index, step in enumerate(steps):
            free = [piece for piece, cost in step.removed if cost <= 0]
            paid = [(piece, cost) for piece, cost in step.removed if cost > 0]
            body = (
                '<div class="mt-columns"><div>',
                *_rounds(steps, index),
                LOSS,
                "</div><div>",
                *_ranking(step, hues),
                *_pieces(UNUSED, free, len(free), hues),
                *_pieces(KEPT, [] if step.removed else vocabulary, step.pieces, hues),
                "</div></div>",
            )
            yield Frame(
                (_caption(step, len(free)),), body, (_row(step, len(free), paid),)
            )


def _rounds(steps: Sequence[PruneStep], index: int) -> Iterator[str]:
    """A row for each round: how many pieces it begins with, and its loss, from the least to the most."""
    most = steps[0].pieces + len(steps[0].removed)
    losses = [step.loss for step in steps]
    spread = max(losses) - min(losses) or 1
    yield opening("mt-pairs mt-rounds", ("round", "pieces", "", "loss", ""))
    first, end = window(index, len(steps), MAX_ROUNDS)
    for place, step in enumerate(steps[first:end], first):
        before = step.pieces + len(step.removed)
        state = ' class="mt-wins"' if place == index else ""
        lies = round(90 * (step.loss - min(losses)) / spread)
        yield f'<tr{state}><td class="mt-cell">{safe(step.round)}</td><td class="mt-wide">{bar(before / most)}</td>'
        yield f'<td class="mt-cell"><span class="mt-count">{before:,}</span></td><td class="mt-wide mt-along">'
        yield f'<i class="mt-dot" style="margin-left:{lies}%"></i></td><td class="mt-cell">{step.loss:,.0f}</td></tr>'
    yield "</tbody></table>"


def _ranking(step: PruneStep, hues: Hues) -> Iterator[str]:
    """The pieces on both sides of the line, the most expensive first, each with the pieces that replace it."""
    ranking = [item for item in step.ranking if item.uses]
    if not ranking:
        return
    yield label("What removing a piece adds to the loss")
    went = dict(step.removed)
    paid = [item for item in ranking if item.piece in went][-MAX_PAID:]
    kept = [item for item in ranking if item.piece not in went][:MAX_KEPT]
    highest = (*paid, *kept)[-1].cost or 1
    yield opening("mt-pairs mt-ranking", ("used", "without it", "", "adds"))
    above = step.pieces - len(kept)
    if above > 0:
        yield '<tr data-moves="above"><td colspan="4" class="mt-cell">'
        yield f'<span class="mt-more">{above:,} more above</span></td></tr>'
    for item in reversed(kept):
        yield _removal(item, False, item.cost / highest, hues)
    verdict = f"↓ {len(step.removed):,} go" if step.removed else "none had to go"
    yield '<tr class="mt-line" data-moves="line"><td colspan="4" class="mt-cell">'
    yield f"{step.pieces:,} stay ↑ {verdict}</td></tr>"
    for item in reversed(paid):
        yield _removal(item, True, item.cost / highest, hues)
    yield "</tbody></table>"
    hidden = sum(cost > 0 for cost in went.values()) - len(paid)
    yield more(hidden, " that went, cheaper than these")


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


def _pieces(name: str, pieces: Sequence[str], every: int, hues: Hues) -> Iterator[str]:
    if not pieces:
        return
    yield label(name)
    first = pieces[:MAX_PIECES]
    yield '<div class="mt-tokens mt-some">'
    yield " ".join(_face(piece, hues) for piece in first)
    yield f" {more(every - len(first))}</div>"


def _caption(step: PruneStep, free: int) -> str:
    fitted = f"Round {safe(step.round)} fits {counted(step.pieces + len(step.removed), 'piece')}"
    if not step.removed:
        return f"{fitted}. None has to go: this is the vocabulary."
    paid = len(step.removed) - free
    reasons = [f"{free:,} unused"] if free else []
    if paid:
        reasons.append(f"the {paid:,} cheapest")
    return f"{fitted}: {' and '.join(reasons)} went, {step.pieces:,} stay."


def _row(
    step: PruneStep, free: int, paid: Sequence[tuple[str, float]]
) -> tuple[str, ...]:
    before = step.pieces + len(step.removed)
    cheapest = listed(
        paid, TWIN_PIECES, lambda gone: f"{visible(gone[0])} +{gone[1]:,.1f}", "   "
    )
    counts = (f"{number:,}" for number in (before, free, len(paid)))
    return str(step.round), f"{step.loss:,.1f}", *counts, cheapest, f"{step.pieces:,}"
