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
MAX_ROUNDS = 5
MAX_FREE = 20
MAX_BESIDE = 4  # above the line, and below it
TWIN_PIECES = 5


class PruneStepper(Stepper):
    """Unigram training, round by round: `PruneStepper(trainer.steps(word_counts))`.

    A frame is a round: a dot on the line of the loss, and the pieces in the order of what removing each adds to
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
        vocabulary = [piece for piece in met if piece not in went][:MAX_PIECES]
        for index, step in enumerate(steps):
            free = [piece for piece, cost in step.removed if cost <= 0]
            paid = [(piece, cost) for piece, cost in step.removed if cost > 0]
            body = (
                '<div class="mt-columns"><div>',
                *_rounds(steps, index),
                "</div><div>",
                *_ranking(step, hues),
                *_pieces(
                    "Free: no best segmentation uses these",
                    free[:MAX_FREE],
                    len(free),
                    hues,
                ),
                *_pieces(
                    "The vocabulary",
                    [] if step.removed else vocabulary,
                    step.pieces,
                    hues,
                ),
                "</div></div>",
            )
            yield Frame(
                (_caption(step, len(free)),), body, (_row(step, len(free), paid),)
            )


def _rounds(steps: Sequence[PruneStep], index: int) -> Iterator[str]:
    """The loss from round to round as a line: its dots tell how far each is from that of the first round."""
    losses = [step.loss for step in steps]
    spread = max(losses) - min(losses) or 1
    # A window starts at most five places before its own: from the round after, this one is seen.
    first, end = window(index + 1, len(steps), MAX_ROUNDS)
    line = drawn = band = now = ""
    for place, step in enumerate(steps[first:end]):
        x = 85 + 265 * place // max(end - first - 1, 1)
        y = round(12 + 108 * (max(losses) - step.loss) / spread)
        line += f" {x},{y}"
        look = ""
        if first + place == index:
            look = ' font-weight="700"'
            band = f'<rect data-moves="round" x="{x - 27}" width="54" height="204" rx="6" fill-opacity=".1"/>'
            now = f'<circle class="mt-now" data-moves="now" cx="{x}" cy="{y}" r="7"/>'
        figure = f"{step.loss:,.0f}"
        if place and losses[0]:
            figure = f"{100 * (step.loss / losses[0] - 1):+.1f}%".replace("-", "−")
        drawn += (
            f'<circle class="mt-dot" cx="{x}" cy="{y}" r="5"/><g{look}>'
            f'<text x="{x}" y="150">{safe(step.round)}</text>'
            f'<text x="{x}" y="172">{step.pieces + len(step.removed):,}</text>'
            f'<text x="{x}" y="194">{figure}</text></g>'
        )
    yield label("Loss, and its change from the first round")
    yield (
        '<p class="mt-under">How badly the pieces fit the corpus: −ln of its probability. '
        "Removing a used piece adds to it; the next fit takes a little off.</p>"
        '<svg class="mt-rounds" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 380 204" width="380" height="204" '
        'role="group" aria-label="Loss, round by round" fill="currentColor" font-family="system-ui, sans-serif" '
        f'font-size="13" text-anchor="middle">{band}<g text-anchor="start"><text y="150">round</text>'
        '<text y="172">pieces</text><text y="194">loss</text></g><polyline fill="none" stroke="currentColor" '
        f'stroke-opacity=".4" stroke-width="2" points="{line}"/>{drawn}{now}</svg>'
    )


def _ranking(step: PruneStep, hues: Hues) -> Iterator[str]:
    """The pieces on both sides of the line, the most expensive first, each with the pieces that replace it."""
    ranking = [item for item in step.ranking if item.uses]
    if not ranking:
        return
    yield label("What removing a piece adds to the loss")
    went = dict(step.removed)
    paid = [item for item in ranking if item.piece in went][-MAX_BESIDE:]
    kept = [item for item in ranking if item.piece not in went][:MAX_BESIDE]
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
    state = ' class="mt-wins" data-leaves="1"' if goes else ""
    after = " ".join(_face(piece, hues) for piece in item.instead)
    return (
        f'<tr{state} data-moves="piece {escape(item.piece)}">'
        f'<td class="mt-cell">{item.uses:,} × {_face(item.piece, hues)}</td>'
        f'<td class="mt-cell">→ {after}</td><td class="mt-wide">{bar(share, "won" if goes else "")}</td>'
        f'<td class="mt-cell"><span class="mt-count">+{item.cost:,.1f}</span></td></tr>'
    )


def _face(piece: str, hues: Hues) -> str:
    return chip(piece, hues[piece] if len(piece) > 1 else PLAIN[0])


def _pieces(name: str, pieces: Sequence[str], every: int, hues: Hues) -> Iterator[str]:
    if not pieces:
        return
    yield label(name)
    yield '<div class="mt-tokens mt-some">'
    yield " ".join(_face(piece, hues) for piece in pieces)
    yield f" {more(every - len(pieces))}</div>"


def _caption(step: PruneStep, free: int) -> str:
    fitted = f"Round {safe(step.round)} fits {counted(step.pieces + len(step.removed), 'piece')}"
    if not step.removed:
        return f"{fitted}. None has to go: this is the vocabulary."
    paid = len(step.removed) - free
    reasons = [f"{free:,} unused"] if free else []
    if paid:
        reasons.append(f"the {paid:,} cheapest")
    went = "went" if paid else "went at no cost"
    return f"{fitted}: {' and '.join(reasons)} {went}, {step.pieces:,} stay."


def _row(
    step: PruneStep, free: int, paid: Sequence[tuple[str, float]]
) -> tuple[str, ...]:
    before = step.pieces + len(step.removed)
    cheapest = listed(
        paid, TWIN_PIECES, lambda gone: f"{visible(gone[0])} +{gone[1]:,.1f}", "   "
    )
    counts = (f"{number:,}" for number in (before, free, len(paid)))
    return str(step.round), f"{step.loss:,.1f}", *counts, cheapest, f"{step.pieces:,}"
