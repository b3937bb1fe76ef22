"""How WordPiece encodes one word: it looks for the longest token at the cursor, then goes on after it."""

from collections.abc import Iterable, Iterator, Sequence

from minitok.steps import MatchStep
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    Hues,
    bdi,
    chip,
    counted,
    escape,
    label,
    more,
    visible,
)
from minitok_course.views.common.spans import (
    Span,
    describe_range,
    line,
    table_of,
    window,
)
from minitok_course.views.common.stepper import Frame, Stepper, read

MAX_CHARACTERS = 40
MAX_LOOK_UPS = 10
RIGHT = '<b class="mt-right-mark">✓ a token</b>'


class MatchStepper(Stepper):
    """One word, look-up by look-up: `MatchStepper(model.steps("hugs"))`.

    A frame is one look-up: the word under a window that shrinks by a character until it holds a token, the tokens found
    so far, and what was looked up. A word that can't be finished becomes one unknown token.
    """

    _css = source("style.css", "spans.css", "../match_stepper.css")
    heading = "Looking for the longest token"
    takes = ("candidate", 'model.steps("hugs")')
    asks = "Where does the longest token from the cursor on end?"
    columns = ("step", "characters", "looked up", "a token", "tokens so far")

    def draw(self, records: Iterable[MatchStep], text: str | None) -> Iterator[Frame]:
        steps = read(records)
        word = steps[0].candidate if steps else ""
        hues = Hues()
        ends = {step.start: step.end for step in steps if step.found}
        tokens: list[MatchStep] = []
        tried: list[MatchStep] = []
        for index, step in enumerate(steps):
            tried = (
                [*tried, step] if tried and tried[-1].start == step.start else [step]
            )
            tokens += [step] if step.found else []
            lost = (
                not step.found
                and step.end <= step.start + 1
                and index + 1 == len(steps)
            )
            token_spans = [
                Span(one.start, one.end, _token(one, one is step, hues))
                for one in tokens[-MAX_CHARACTERS:]
            ]
            if lost:
                token_spans = [
                    Span(
                        0,
                        len(word),
                        f'<span class="mt-gone">{bdi(word)}: unknown, whole</span>',
                    )
                ]
            caption = _caption(step, len(word), len(tokens), lost, hues)
            last = ends.get(step.start, 0) - 1 if len(tried) == 1 else -1
            body = tuple(_table(word, token_spans, tried, hues, last))
            yield Frame(
                (caption,), body, (_row(index, step, tokens, lost),), step.found
            )


def _token(step: MatchStep, new: bool, hues: Hues) -> str:
    tone = hues[step.candidate]
    return chip(step.candidate, f"{tone} mt-new mt-secret" if new else tone)


def _table(
    word: str,
    token_spans: Sequence[Span],
    tried: Sequence[MatchStep],
    hues: Hues,
    last: int,
) -> Iterator[str]:
    """A column for each character. `last` is where the next token ends, for the learner to guess, or -1."""
    here = tried[-1]
    left, right = window(here.start, len(word), MAX_CHARACTERS)
    chars = [
        Span(place, place + 1, _char(word, place, here, last))
        for place in range(left, right)
    ]
    yield label("The word, its tokens so far, and what was looked up here")
    state = " mt-found" if here.found else ""
    frame = (
        f'<div class="mt-window{state}" data-moves="window" data-stretches=""></div>'
    )
    lines = [line("window", [Span(here.start, here.end, frame)], left, right)]
    lines += [
        line("word", chars, left, right),
        line("tokens", token_spans, left, right),
    ]
    for step in tried[-MAX_LOOK_UPS:]:
        face = (
            _token(step, True, hues)
            if step.found
            else chip(step.candidate, "b mt-secret")
        )
        cell = (
            f'<span class="mt-next">{face}</span>'
            if step is tried[-1] and not step.found
            else face
        )
        head = f'<span class="mt-secret">{RIGHT if step.found else "✗ no token"}</span>'
        lines.append(line(head, [Span(step.start, step.end, cell)], left, right))
    yield from table_of(lines, "The word, character by character", right - left)
    yield more(len(tried) - MAX_LOOK_UPS, " before these")
    yield from describe_range(left, right, len(word))


def _char(word: str, place: int, here: MatchStep, last: int) -> str:
    tone = "a" if here.start <= place < here.end else "a mt-outside"
    face = chip(word[place], "a mt-cursor-here" if place == here.start else tone)
    if last < here.start or place < here.start:
        return face
    answer = "right" if place == last else "wrong"
    named = f'data-choice="{answer}" data-named="{escape(word[place])}, at {place + 1}"'
    return f'<button type="button" class="mt-pick" {named}>{face}</button>'


def _caption(step: MatchStep, length: int, tokens: int, lost: bool, hues: Hues) -> str:
    looked_up = chip(step.candidate, hues[step.candidate] if step.found else "")
    if lost:
        return f"{looked_up} is not a token, and nothing shorter is left: the word becomes one unknown token, whole."
    if not step.found:
        return f"{looked_up} is not a token."
    if step.end >= length:
        return f"{looked_up} is a token, and the word ends with it: {counted(tokens, 'token')}."
    return f"{looked_up} is a token. The next one begins after it."


def _row(
    index: int, step: MatchStep, tokens: Sequence[MatchStep], lost: bool
) -> tuple[str, ...]:
    listing = " ".join(visible(token.candidate) for token in tokens[-MAX_CHARACTERS:])
    before = (
        f"{len(tokens) - MAX_CHARACTERS:,} and " if len(tokens) > MAX_CHARACTERS else ""
    )
    so_far = "unknown, whole" if lost else before + listing
    place = f"{step.start:,}–{step.end:,}"
    return (
        str(index),
        place,
        visible(step.candidate),
        "yes" if step.found else "no",
        so_far,
    )
