"""How BPE learns its merges: words, competing pairs, vocabulary and compression, merge by merge."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from minitok.steps import Candidate, Pair, PairStep
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    NONE,
    Hues,
    box,
    chip,
    escape,
    id_below,
    more,
    visible,
)
from minitok_course.views.common.pair_table import (
    Costs,
    Words,
    hues_of,
    joined,
    next_cells,
    note_of,
    pair_rows,
    upcoming,
    words_of,
)
from minitok_course.views.common.stepper import Frame, Stepper, read

MAX_MERGES = 8
TWIN_WORDS = 8


class MergeStepper(Stepper):
    """BPE training, merge by merge: `MergeStepper(trainer.steps(word_counts, detail=True))`.

    A frame is the corpus after a merge: the words with their counts, the pairs that compete to be merged next
    (the winner is the first candidate; a tie has the winner's score), the merges so far, how large the
    vocabulary has grown, and how many tokens the words still take.
    """

    _css = source("style.css", "pair_table.css", "../merge_stepper.css")
    heading = "Learning merges, one pair at a time"
    takes = ("candidates", "trainer.steps(word_counts, detail=True)")
    asks = "Which pair is merged next?"
    columns = (
        "step",
        "merged",
        "into",
        "found",
        "vocabulary",
        "tokens",
        "next",
        "its count",
        "words",
    )

    def draw(self, records: Iterable[PairStep], text: str | None) -> Iterator[Frame]:
        steps = read(records)
        costs = Costs(steps, "How many tokens the words take, merge by merge")
        hues = hues_of(steps)
        words = Words(steps, hues)
        note = note_of(steps)
        learned = [step for step in steps if step.token is not None]
        merges = list(accumulate(step.token is not None for step in steps))

        def drawn(index: int) -> Iterator[str]:
            step, done = steps[index], merges[index]
            newest = [
                _learned(place + 1, learned[place], hues)
                for place in range(done)[: -MAX_MERGES - 1 : -1]
            ]
            rest = more(done - MAX_MERGES) if done else NONE
            merged = ('<div class="mt-tokens mt-learned">', *newest, rest, "</div>")
            yield '<div class="mt-columns">'
            yield from box(
                "Words, and how often each occurs",
                words.listed(step, upcoming(step)),
                "mt-corpus",
            )
            yield from box(
                "Pairs that could be merged next",
                pair_rows(step.candidates, hues),
                "mt-candidates",
            )
            yield '<div class="mt-columns mt-foot">'
            yield from box("Merges so far, newest first", merged)
            yield from box(
                "What it costs, what it saves", costs.at(index, done), "mt-costs"
            )
            yield "</div></div>"

        for index, (step, total, size) in enumerate(
            zip(steps, costs.totals, costs.sizes)
        ):
            caption = (*_caption(step, upcoming(step), hues), *note)
            yield Frame(
                caption,
                tuple(drawn(index)),
                (_row(step, size, total),),
            )


def _learned(number: int, step: PairStep, hues: Hues) -> str:
    token = step.token or ""
    names = f'data-moves="token {number}" data-from=" {" ".join(map(escape, step.pair or ()))}"'
    return f'<span class="mt-token" {names}>{chip(token, hues[token])}{id_below(step.id)}</span> '


def _caption(step: PairStep, upcoming: Pair | None, hues: Hues) -> tuple[str, ...]:
    after: tuple[str, ...] = (" Nothing is left to merge.",)
    if upcoming:
        after = (" Next: ", hues.chips(upcoming), _why(step.candidates))
    if step.pair is None:
        return ("Before any merge.", *after)
    times = " time." if step.count == 1 else " times."
    merge = (
        hues.chips(step.pair),
        " became ",
        chip(step.token or "", hues[step.token or ""]),
    )
    return (
        "Merge ",
        f"{step.index:,}",
        ": ",
        *merge,
        ", found ",
        f"{step.count:,}",
        times,
        *after,
    )


def _why(candidates: Sequence[Candidate]) -> str:
    (_, count, best), *others = candidates
    one_of = any(score == best for _, _, score in others)
    if count != best:
        return (
            ", one of those with the best score."
            if one_of
            else ", with the best score."
        )
    return ", one of the most frequent." if one_of else ", the most frequent."


def _row(step: PairStep, size: int | None, total: int) -> tuple[str, ...]:
    merged = (
        (joined(step.pair), visible(step.token or ""), f"{step.count:,}")
        if step.pair
        else ("", "", "")
    )
    listed = words_of(step, TWIN_WORDS, upcoming(step))
    words = "   ".join(f"{count:,} × {joined(symbols)}" for symbols, count in listed)
    rest = max(len(step.words) - TWIN_WORDS, 0) + step.rest[0]
    words += f"   and {rest:,} more" if rest > 0 else ""
    return (
        str(step.index),
        *merged,
        "" if size is None else f"{size:,}",
        f"{total:,}",
        *next_cells(step),
        words,
    )
