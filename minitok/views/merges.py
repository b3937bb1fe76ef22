"""How BPE learns its merges: words, competing pairs, vocabulary and compression, merge by merge."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ..steps import Candidate, Pair, PairStep, WeightedWord
from .html import HUES, MOST_CHIPS, Curve, bar, chip, chips, label, more, tones, visible
from .stepper import Frame, Stepper, read

MOST_WORDS = 40
MANY_WORDS = 8
MOST_PAIRS = 10
MOST_MERGES = 12
TWIN_WORDS = 8
NOTES = {"wins": "next", "ties": "tie", "waits": ""}

NONE = '<span class="mt-more">none</span>'
NO_PICTURE = "These steps carry no words and no pairs: ask the trainer for them with detail=True."


class MergeStepper(Stepper):
    """BPE training, merge by merge: `MergeStepper(trainer.steps(word_counts, detail=True))`.

    A frame is the corpus after a merge: the words with their counts, the pairs that compete to be merged next
    (the winner is the first candidate; a tie has the winner's score), the merges so far, how large the
    vocabulary has grown, and how many tokens the words shown still take.
    """

    heading = "Learning merges, one pair at a time"
    columns = ("step", "merged", "into", "found", "vocabulary", "tokens", "next", "its count", "words")

    def draw(self, records: Iterable[PairStep], text: str | None) -> Iterator[Frame]:
        steps = read(records)
        totals = [sum(count * len(symbols) for symbols, count in step.words) for step in steps]
        sizes = vocabulary_sizes(steps)
        curve = Curve(totals, "How many tokens these words take, merge by merge")
        word_rows = WordRows(steps[0].words if steps else ())
        no_pictures = not any(step.words or step.candidates for step in steps)
        learned: list[str] = []
        for index, (step, total, size) in enumerate(zip(steps, totals, sizes)):
            upcoming = step.candidates[0][0] if step.candidates else None
            if step.token is not None:
                learned.insert(0, _learned_token(len(learned) + 1, step.token, step.id))
            many = " mt-many" if len(step.words) > MANY_WORDS else ""
            body = [
                f'<div class="mt-columns"><div>{label("Words, and how often each occurs")}<ul class="mt-words{many}">',
                *word_rows(step.words[:MOST_WORDS], step.token, upcoming),
                f"</ul>{more(len(step.words) - MOST_WORDS, ' words')}</div>",
                f"<div>{label('Pairs that could be merged next')}",
                *_pair_rows(step.candidates),
                f'</div></div><div class="mt-columns mt-foot"><div>{label("Merges so far, newest first")}'
                '<div class="mt-tokens mt-learned">',
                *learned[:MOST_MERGES],
                more(len(learned) - MOST_MERGES) if learned else NONE,
                f"</div></div><div>{label('What it costs, what it saves')}",
                *_sums(len(learned), size, totals[0], total),
            ]
            if totals[0]:
                body += (*curve.at(index), '<p class="mt-under">Tokens that these words take, merge by merge</p>')
            body.append("</div></div>")
            caption = (*_caption(step, upcoming), NO_PICTURE) if no_pictures else _caption(step, upcoming)
            yield Frame(caption, tuple(body), (_row(step, size, total),))


def vocabulary_sizes(steps: Sequence[PairStep]) -> list[int | None]:
    """How large the vocabulary is after each step, told from the ids of the new tokens; None where none is known."""
    known = [step.id for step in steps if step.id is not None]
    size = known[0] if known else None
    sizes = []
    for step in steps:
        if step.id is not None and size is not None:
            size = max(size, step.id + 1)
        sizes.append(size)
    return sizes


class WordRows:
    """The list items of the words, made anew only when a merge touches one of them, or is about to."""

    def __init__(self, first: Sequence[WeightedWord]) -> None:
        self.initial = frozenset(symbol for symbols, _ in first for symbol in symbols)
        self.heaviest = max((count for _, count in first), default=0) or 1
        self.words: Sequence[WeightedWord] = ()
        self.symbols: set[str] = set()
        self.pairs: set[Pair] = set()
        self.marks: tuple[str | None, Pair | None] = (None, None)
        self.rows: list[str] = []

    def __call__(self, words: Sequence[WeightedWord], new: str | None, upcoming: Pair | None) -> list[str]:
        same = words == self.words
        if not same:
            self.words = words
            self.symbols = {symbol for symbols, _ in words for symbol in symbols}
            self.pairs = {pair for symbols, _ in words for pair in zip(symbols, symbols[1:])}
        marks = (new if new in self.symbols else None, upcoming if upcoming in self.pairs else None)
        if not same or marks != self.marks:
            self.marks = marks
            self.rows = [self._row(word, *marks) for word in words]
        return self.rows

    def _row(self, word: WeightedWord, new: str | None, upcoming: Pair | None) -> str:
        symbols, count = word
        shown = symbols[:MOST_CHIPS]
        tone = tones(shown, self.initial)
        row = [chip(symbol, "new" if symbol == new else tone) for symbol, tone in zip(shown, tone)]
        place = 0
        while upcoming and place < len(shown) - 1:
            if shown[place : place + 2] == upcoming:
                row[place : place + 2] = [f'<span class="mt-next">{row[place]} {row[place + 1]}</span>', ""]
                place += 1
            place += 1
        return (
            f'<li class="mt-word"><span class="mt-weight">{count:,} × {bar(count / self.heaviest)}</span> '
            f'<span class="mt-chips">{" ".join(filter(None, row))} {more(len(symbols) - len(shown))}</span></li>'
        )


def _caption(step: PairStep, upcoming: Pair | None) -> tuple[str, ...]:
    after = (" Next comes ", chips(upcoming), ".") if upcoming else (" Nothing is left to merge.",)
    if not step.words and not upcoming:
        after = (" ",)
    if step.pair is None:
        return ("Before any merge.", *after)
    times = " time." if step.count == 1 else " times."
    joined = (chips(step.pair), " became ", chip(step.token or ""))
    return ("Merge ", f"{step.index:,}", ": ", *joined, ", found ", f"{step.count:,}", times, *after)


def _pair_rows(candidates: Sequence[Candidate]) -> Iterator[str]:
    """The bars. The pieces of a row are small, so that a count that changes does not send its pair again."""
    if not candidates:
        yield NONE
        return
    yield '<table class="mt-pairs"><tbody>'
    most = max(count for _, count, _ in candidates) or 1
    best = candidates[0][2]
    for place, (pair, count, score) in enumerate(candidates[:MOST_PAIRS]):
        state = "wins" if place == 0 else "ties" if score == best else "waits"
        yield f'<tr class="mt-{state}" data-moves><td class="mt-cell">'
        yield chips(pair)
        yield _pair_bar(count, round(count / most, 2), NOTES[state])
    tied = sum(score == best for _, _, score in candidates[MOST_PAIRS:])
    rest = f" pairs, {tied} of them tied" if tied else " pairs"
    yield "</tbody></table>" + more(len(candidates) - MOST_PAIRS, rest)


@lru_cache(maxsize=1 << 12)
def _pair_bar(count: int, share: float, note: str) -> str:
    told = f'<span class="mt-count">{count:,}</span> <b class="mt-note">{note}</b>'
    return f'</td><td class="mt-wide">{bar(share)}</td><td class="mt-cell">{told}</td></tr>'


def _learned_token(number: int, token: str, id: int | None) -> str:
    beneath = "" if id is None else f' <small class="mt-id">{id}</small>'
    return f'<span class="mt-token" data-moves>{chip(token, HUES[number % len(HUES)])}{beneath}</span> '


def _sums(merges: int, size: int | None, before: int, now: int) -> Iterator[str]:
    yield '<p class="mt-sums"><span class="mt-sum"><b>'
    yield f"{merges:,}"
    yield "</b> merge</span> " if merges == 1 else "</b> merges</span> "
    if size is not None:
        yield '<span class="mt-sum"><b>'
        yield f"{size:,}"
        yield "</b> in the vocabulary</span> "
    if before:
        yield '<span class="mt-sum"><b>'
        yield f"{now:,}"
        fewer = f", {round(100 * (1 - now / before))} % fewer" if now < before else ""
        yield f"</b> {'token' if now == 1 else 'tokens'}{fewer}</span>"
    yield "</p>"


def _row(step: PairStep, size: int | None, total: int) -> tuple[str, ...]:
    """The frame as cells of the text twin."""
    merged = (_joined(step.pair), visible(step.token or ""), f"{step.count:,}") if step.pair else ("", "", "")
    upcoming = (_joined(step.candidates[0][0]), f"{step.candidates[0][1]:,}") if step.candidates else ("", "")
    words = "   ".join(f"{count:,} × {_joined(symbols)}" for symbols, count in step.words[:TWIN_WORDS])
    rest = len(step.words) - TWIN_WORDS
    return (
        str(step.index),
        *merged,
        "" if size is None else f"{size:,}",
        f"{total:,}",
        *upcoming,
        words + (f"   and {rest:,} more" if rest > 0 else ""),
    )


@lru_cache(maxsize=1 << 12)
def _joined(symbols: tuple[str, ...]) -> str:
    rest = len(symbols) - MOST_CHIPS
    return " ".join(map(visible, symbols[:MOST_CHIPS])) + (f" and {rest:,} more" if rest > 0 else "")
