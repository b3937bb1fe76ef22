"""Two trainings on one corpus that choose their pairs by different rules, side by side, merge by merge."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from math import isclose

from minitok.steps import Candidate, Pair, PairStep, WeightedWord
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    Hues,
    box,
    chip,
    counted,
    more,
    name_of,
    sentence,
    visible,
)
from minitok_course.views.common.pair_table import (
    hues_of,
    joined,
    next_cells,
    note_of,
    pair_rows,
    sizes_of,
    totals_of,
    upcoming,
)
from minitok_course.views.common.stepper import Frame, Stepper, read

MAX_MERGES = 3
MAX_AT_END = 10
MAX_RANKED = 6
BY_COUNT = ": count\u00a0of\u00a0the\u00a0pair"
BELOW = 0.375  # rows from the last one to the line that counts the others
OPENING = '<div class="mt-columns mt-slopes">'
FOOT = '<div class="mt-columns mt-slopes mt-foot">'
SAME = '<p class="mt-under">A line joins a token to itself on the other side.</p>'
LINES = (
    '</div><p class="mt-under mt-lines">A line leads from what one side merges next to the other side\'s place for it. '
    "Lowest ids win a tie.</p>"
)


class ScoreStepper(Stepper):
    """Two ways to choose a pair, side by side: `ScoreStepper({"pmi": steps, "frequency": other_steps})`.

    Each name has a trace of its own, such as `WordPieceTrainer(score=name).steps(word_counts, detail=True)`. A frame
    shows both after the same number of merges: how each ranks the pairs that could come next, and the merges so far,
    and at the end both orders.
    """

    _css = source("style.css", "pair_table.css", "../score_stepper.css")
    heading = "Two ways to choose a pair"
    asks = "Which pair is merged next, on the left or on the right?"
    columns = (
        "step",
        "chosen by",
        "merged",
        "into",
        "vocabulary",
        "tokens",
        "next",
        "its score",
        "",
    )

    def draw(
        self, records: Mapping[str, Iterable[PairStep]], text: str | None
    ) -> Iterator[Frame]:
        if records and not (isinstance(records, Mapping) and len(records) == 2):
            raise TypeError(
                'give two trainings by name: ScoreStepper({"pmi": steps, "frequency": others})'
            )
        traces = {name: read(steps) for name, steps in dict(records).items()}
        if not traces or not all(traces.values()):
            return
        every = [*chain.from_iterable(traces.values())]
        hues, note = hues_of(every), note_of(every)
        trainings = [Training(name, steps, hues) for name, steps in traces.items()]
        paths = zip(*(training.path for training in trainings))
        parted = next(
            (place for place, (one, other) in enumerate(paths) if one != other), None
        )
        for index in range(max(map(len, traces.values()))):
            done = max(training.made(index) for training in trainings)
            choices = [(training, training.choice(index)) for training in trainings]
            if any(pair for _, pair in choices):
                left, right = (training.ranking(index) for training in trainings)
                pairs = [
                    [pair for pair, _, _ in training.candidates(index)]
                    for training in trainings
                ]
                slopes = _slopes(pairs, 1, MAX_RANKED)
                newest, other = (training.merged(index, True) for training in trainings)
                foot = [FOOT, *newest, "<div></div>", *other, "</div>"] if done else []
                body = [OPENING, *left, slopes, *right, LINES, *foot]
            else:
                left, right = (training.merged(index, False) for training in trainings)
                slopes = _slopes(
                    [training.tokens for training in trainings], MAX_AT_END, MAX_AT_END
                )
                body = [SAME, OPENING, *left, slopes, *right, "</div>"]
            mark = "they part" if done == parted else ""
            yield Frame(
                (*_caption(done, parted, choices), *note),
                body,
                [
                    training.row(index, mark)
                    for training in trainings
                    if index < len(training.steps)
                ],
                done == parted,
            )


class Training:
    """One trace, and its part of each frame; after its end it no longer changes."""

    def __init__(self, name: str, steps: Sequence[PairStep], hues: Hues) -> None:
        self.name = sentence(str(name))
        self.steps = steps
        self.merges = [step for step in steps if step.pair is not None]
        self.path = [*(step.pair for step in self.merges), upcoming(steps[-1])]
        self.done = list(accumulate(step.pair is not None for step in steps))
        self.totals, self.sizes = totals_of(steps), sizes_of(steps)
        self.hues = hues
        self.tokens = [step.token or "" for step in self.merges]
        self.rule = _rule(steps[0]) if steps[0].candidates else ""

    def at(self, index: int) -> int:
        return min(index, len(self.steps) - 1)

    def made(self, index: int) -> int:
        return self.done[self.at(index)]

    def choice(self, index: int) -> Pair | None:
        return self.path[self.made(index)]

    def candidates(self, index: int) -> Sequence[Candidate]:
        return self.steps[self.at(index)].candidates

    def ranking(self, index: int) -> Iterator[str]:
        """The best pairs, each with the division behind its score."""
        step = self.steps[self.at(index)]
        why = {
            pair: divided(pair, count, score, step.words)
            for pair, count, score in step.candidates[:MAX_RANKED]
            if self.rule != BY_COUNT
        }
        rows = pair_rows(
            step.candidates,
            self.hues,
            name=name_of(self.name),
            why=why,
            most=MAX_RANKED,
        )
        return box(f"By {self.name}{self.rule}", rows)

    def merged(self, index: int, newest: bool) -> Iterator[str]:
        """The newest merges, or the first, in their order."""
        made = range(self.made(index))
        places = made[-MAX_MERGES:] if newest else made[:MAX_AT_END]
        rows = ['<table class="mt-pairs"><tbody>']
        for place in places:
            parts, token = self.merges[place].pair or (), self.tokens[place]
            rows.append(
                f'<tr><td class="mt-cell"><span class="mt-nth">{place + 1:,}&nbsp;</span> <span class="mt-joined">'
                f"{self.hues.chips(parts)} → </span>{chip(token, self.hues[token])}</td></tr>"
            )
        rows.append(f"</tbody></table>{more(len(made) - places.stop, ' merges')}")
        return box(f"Made by {self.name}", rows)

    def row(self, index: int, mark: str) -> tuple[str, ...]:
        step, size, total = self.steps[index], self.sizes[index], self.totals[index]
        merged = (
            (joined(step.pair), visible(step.token or "")) if step.pair else ("", "")
        )
        known = "" if size is None else f"{size:,}"
        return (
            str(index),
            self.name,
            *merged,
            known,
            f"{total:,}",
            *next_cells(step),
            mark,
        )


def divided(pair: Pair, count: int, score: float, words: Sequence[WeightedWord]) -> str:
    """The division behind a score, `5 ÷ (20 × 5) = 0.05`; nothing if the words don't give that score."""
    first, second = (
        sum(times * symbols.count(part) for symbols, times in words) for part in pair
    )
    of = first * second
    if not of or not isclose(score, count / of):
        return ""
    return f'<span class="mt-division">{count:,} ÷ ({first:,} × {second:,}) =</span> <b>{score:.3g}</b>'


def _rule(step: PairStep) -> str:
    """What ranks the pairs of a step, if their scores show it; it stays on one line."""
    if all(score == count for _, count, score in step.candidates):
        return BY_COUNT
    return (
        ": pair\u00a0÷\u00a0(left\u00a0×\u00a0right)"
        if divided(*step.candidates[0], step.words)
        else ""
    )


def _slopes(rankings: Sequence[Sequence[str | Pair]], lines: int, most: int) -> str:
    """From each of the first few on a side, such as the pair it merges next, a line to its place on the other side."""
    left, right = rankings
    most = min(max(len(left), len(right)), most)
    drawn = (
        f'<svg class="mt-slope" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 {most}" width="100" height='
        f'"{24 * most}" style="--mt-rows:{most}" preserveAspectRatio="none" role="img" aria-label="From one side '
        'to its place on the other"><g fill="none" stroke="currentColor" stroke-width=".08">'
    )
    for pair in dict.fromkeys((*left[:lines], *right[:lines])):
        if pair in left and pair in right:
            places = left.index(pair), right.index(pair)
            start, end = (min(place + 0.5, most + BELOW) for place in places)
            drawn += f'<path d="M0,{start}C40,{start} 60,{end} 100,{end}"/>'
    return f"{drawn}</g></svg>"


def _caption(
    done: int, parted: int | None, choices: Sequence[tuple[Training, Pair | None]]
) -> Iterator[str]:
    yield f"After {counted(done, 'merge')}" if done else "Before any merge"
    if parted is not None and done >= parted:
        yield (
            ": here they part"
            if done == parted
            else f": they parted at merge {parted + 1:,}"
        )
    if not any(pair for _, pair in choices):
        yield ". Nothing is left to merge."
        return
    for joint, (training, pair) in zip((". Next, ", ", and "), choices):
        yield f"{joint}{name_of(training.name)} "
        yield (
            f"merges {training.hues.chips(pair)}"
            if pair
            else "has nothing left to merge"
        )
    yield "."
