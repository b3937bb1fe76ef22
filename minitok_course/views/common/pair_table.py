"""What the views of training by merges share: words as symbols, competing pairs, and what it all costs."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from minitok.steps import Candidate, Pair, PairStep, WeightedWord
from minitok_course.views.common.html import (
    MAX_CHIPS,
    NONE,
    Curve,
    Hues,
    bar,
    chip,
    chips,
    escape,
    listed,
    more,
)
from minitok_course.views.common.legend import spells

MAX_PAIRS = 10
MOST_KNOWN = 20  # a record holds at most this many pairs, and this many words
MAX_WORDS = 12
FEW_WORDS = 8
CHIPS_OF_MANY = 16  # of each word, if there are many
NOTES = {"wins": "next", "ties": "tie", "waits": ""}
ANSWERS = {"wins": "right", "ties": "tie", "waits": "wrong"}

NO_PICTURE = " These steps have no words and no pairs: type some text, or ask the trainer for them with detail=True."


def upcoming(step: PairStep) -> Pair | None:
    return step.candidates[0][0] if step.candidates else None


def note_of(steps: Sequence[PairStep]) -> Sequence[str]:
    """How to get words and pairs, for steps that have none."""
    return () if any(step.words or step.candidates for step in steps) else (NO_PICTURE,)


class Words:
    """The list items of words; the bar beside each shows how frequent it is, compared with the words of all steps."""

    def __init__(self, steps: Sequence[PairStep], hues: Hues) -> None:
        self.heaviest = (
            max((count for step in steps for _, count in step.words), default=0) or 1
        )
        self.hues = hues
        self.chip = cache(lambda symbol: f"{chip(symbol, hues[symbol])} ")
        self.opening = cache(self._opening)

    def listed(self, step: PairStep, upcoming: Pair | None) -> Iterator[str]:
        """Words after a step, with its token lit and the next pair marked; words that have neither come last."""
        most = MAX_CHIPS if len(step.words) <= FEW_WORDS else CHIPS_OF_MANY
        yield '<ul class="mt-words">'
        for symbols, count in words_of(step, MAX_WORDS, upcoming):
            row = [*map(self.chip, symbols[:most])]
            if step.token is not None and step.token in symbols:
                lit = f"{chip(step.token, self.hues.lit(step.token))} "
                row = [
                    lit if symbol == step.token else face
                    for symbol, face in zip(symbols, row)
                ]
            if upcoming and upcoming in pairwise(symbols):
                _mark(row, symbols, upcoming)
            yield self.opening(count, "".join(symbols))
            yield from row
            yield more(len(symbols) - len(row)) + "</span></li>"
        yield f"</ul>{more(max(len(step.words) - MAX_WORDS, 0) + step.rest[0], ' words')}"

    def _opening(self, count: int, word: str) -> str:
        weight = (
            f'<span class="mt-weight">{count:,} × {bar(count / self.heaviest)}</span>'
        )
        mark = " mt-spelled" if spells(word) else ""
        return (
            f'<li class="mt-word{mark}">{weight} <span class="mt-chips" data-word="">'
        )


def _mark(row: list[str], symbols: Sequence[str], pair: Pair) -> None:
    """Mark each occurrence of a pair in a row of chips, from left to right."""
    place = 0
    while place < len(row) - 1:
        if symbols[place : place + 2] == pair:
            row[place] = f'<span class="mt-next">{row[place]}'
            row[place + 1] = f"{row[place + 1].rstrip()}</span> "
            place += 1
        place += 1


def words_of(
    step: PairStep, most: int, upcoming: Pair | None
) -> Sequence[WeightedWord]:
    """At most `most` words of a step, in its order; those with its token or the next pair come before others."""
    if len(step.words) <= most:
        return step.words

    def is_marked(word: WeightedWord) -> bool:
        return step.token in word[0] or (
            upcoming is not None and upcoming in pairwise(word[0])
        )

    places = sorted(
        range(len(step.words)), key=lambda place: not is_marked(step.words[place])
    )[:most]
    return [step.words[place] for place in sorted(places)]


def hues_of(steps: Sequence[PairStep]) -> Hues:
    """The hues of the tokens in the order in which they are learned; the first symbols are quiet."""
    learned = [step.token for step in steps if step.token is not None]
    words = [symbols for step in steps for symbols, _ in step.words]
    pairs = [pair for step in steps for pair, _, _ in step.candidates]
    hues = Hues(set().union(*words, *pairs).difference(learned))
    for token in learned:
        hues[token]
    return hues


def pair_rows(
    candidates: Sequence[Candidate],
    hues: Hues,
    *,
    name: str = "",
    why: Mapping[Pair, str] = {},
    most: int = MAX_PAIRS,
) -> list[str]:
    """The pairs with bars as long as their scores, in a table called `name`; `why` explains the scores of some."""
    if not candidates:
        return [NONE]
    rows = ['<table class="mt-pairs"><tbody data-shuffled="">']
    best = candidates[0][2]
    for place, (pair, count, score) in enumerate(candidates[:most]):
        state = "ties" if score == best else "waits"
        state = state if place else "wins"
        reason = why.get(pair) or ranked_by(count, score)
        tones = hues[pair[0]], hues[pair[1]]
        rows += _pair_row(
            pair, tones, reason, round(score / (best or 1), 2), state, name
        )
    rows.append("</tbody></table>")
    rest = more(len(candidates) - most, " pairs")
    rows.append(
        rest.replace("and ", "and at least ") if len(candidates) == MOST_KNOWN else rest
    )
    tied = sum(score == best for _, _, score in candidates)
    if tied > 1:
        many = f"At least {tied}" if tied == MOST_KNOWN else f"{tied}"
        rows.append(
            f'<p class="mt-under mt-secret">{many} pairs tie: the one with the lowest ids comes next.</p>'
        )
    return rows


@lru_cache(maxsize=1 << 14)
def _pair_row(
    pair: Pair, tones: tuple[str, ...], reason: str, share: float, state: str, name: str
) -> tuple[str, str, str]:
    named = " ".join(map(escape, pair))
    # In small pieces, so that a count that changes does not send its pair again.
    return (
        f'<tr class="mt-{state}" data-moves="{name} {named}"><td class="mt-cell"><button type="button" class="mt-pick" '
        f'data-pair="" data-choice="{ANSWERS[state]}">',
        chips(pair, tones),
        f'</button></td><td class="mt-wide">{bar(share, "won" if state == "wins" else "")}</td><td class="mt-cell">'
        f'<span class="mt-count">{reason}</span> <b class="mt-note">{NOTES[state]}</b></td></tr>',
    )


def ranked_by(count: int, score: float) -> str:
    """What a pair is ranked by: its count, `20`, or its score and the count beside it, `0.0667 (5×)`."""
    return f"{count:,}" if score == count else f"{score:.3g} ({count:,}×)"


def totals_of(steps: Sequence[PairStep]) -> list[int]:
    """How many tokens the words take after each step."""
    return [
        step.rest[1] + sum(count * len(symbols) for symbols, count in step.words)
        for step in steps
    ]


def sizes_of(steps: Sequence[PairStep]) -> list[int | None]:
    """The size of the vocabulary after each step, None where no id is known."""
    size = next((step.id for step in steps if step.id is not None), None)
    sizes = []
    for step in steps:
        if step.id is not None and size is not None:
            size = max(size, step.id + 1)
        sizes.append(size)
    return sizes


class Costs:
    """What a training costs and saves: the size of the vocabulary and the tokens of its words, step by step."""

    def __init__(self, steps: Sequence[PairStep], name: str) -> None:
        self.totals, self.sizes = totals_of(steps), sizes_of(steps)
        self.curve = Curve(self.totals, name)

    def at(self, index: int, merges: int) -> Iterator[str]:
        """The numbers after this many merges, and the curve with its dot there."""
        before, now, size = self.totals[0], self.totals[index], self.sizes[index]
        sums = [(merges, "merge" if merges == 1 else "merges")]
        sums += [] if size is None else [(size, "in the vocabulary")]
        fewer = f", {round(100 * (1 - now / before))}% fewer" if now < before else ""
        sums += [(now, f"{'token' if now == 1 else 'tokens'}{fewer}")] if before else []
        figures = ',</span> <span class="mt-sum">'.join(
            f"<b>{number:,}</b> {what}" for number, what in sums
        )
        yield f'<p class="mt-sums"><span class="mt-sum">{figures}</span></p>'
        if before:
            yield from self.curve.at(index)
            yield '<p class="mt-under">Tokens that the words take, merge by merge</p>'


def next_cells(step: PairStep) -> tuple[str, str]:
    """The pair that is merged next, and what it is ranked by, in plain text."""
    return (
        (joined(step.candidates[0][0]), ranked_by(*step.candidates[0][1:]))
        if step.candidates
        else ("", "")
    )


@lru_cache(maxsize=1 << 12)
def joined(symbols: tuple[str, ...]) -> str:
    return listed(symbols, MAX_CHIPS)
