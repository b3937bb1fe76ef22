"""How WordPiece encodes one word: it looks for the longest token at the cursor, then goes on after it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from minitok.steps import MatchStep
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    Hues,
    bdi,
    chip,
    counted,
    escape,
    listed,
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
MAX_LOOK_UPS = 13
OPENING = "Which is the longest token at the start? The whole word is looked up first, then a letter less each time."
RIGHT = '<b class="mt-right-mark">✓ a token</b>'


class MatchStepper(Stepper):
    """One word, token by token: `MatchStepper(model.steps("hugs"))`.

    The first frame asks, and shows what may be looked up. Each other is one token: the word under a window that has
    shrunk by a character for each look-up until it held a token, the tokens so far, and all that was looked up. A word
    that can't be finished becomes one unknown token.
    """

    _css = source("style.css", "spans.css", "../match_stepper.css")
    heading = "Looking for the longest token"
    takes = ("candidate", 'model.steps("hugs")')
    asks = "Where does the longest token from the cursor on end?"
    columns = ("step", "looked up", "longest token", "tokens so far")

    def draw(self, records: Iterable[MatchStep], text: str | None) -> Iterator[Frame]:
        steps = read(records)
        if not steps:
            return
        word = steps[0].candidate
        hues = Hues()
        seen: list[MatchStep] = []
        ends = range(len(word), 0, -1)[:MAX_LOOK_UPS]
        shorter = [MatchStep(0, end, word[:end], False) for end in ends]
        opening = _table(word, (), shorter, shorter[:1], False, hues, "?")
        yield Frame((OPENING,), tuple(opening))
        for index, (_, search) in enumerate(groupby(steps, attrgetter("start")), 1):
            tried = list(search)
            seen += tried
            tokens = [step for step in seen if step.found]
            last = tried[-1]
            is_lost = not last.found and last.end <= last.start + 1
            caption = _caption(tried, len(word), is_lost, hues)
            body = tuple(_table(word, tokens, seen, tried, is_lost, hues))
            row = _row(index, tried, tokens, is_lost)
            yield Frame((_in_turn(caption, last, tried),), body, (row,), last.found)


def _token(step: MatchStep, new: bool, hues: Hues) -> str:
    tone = hues[step.candidate]
    return chip(step.candidate, f"{tone} mt-new mt-secret" if new else tone)


def _table(
    word: str,
    tokens: Sequence[MatchStep],
    seen: Sequence[MatchStep],
    tried: Sequence[MatchStep],
    is_lost: bool,
    hues: Hues,
    missed: str = "✗ no token",
) -> Iterator[str]:
    """A column for each character, and a row for each look-up; those for earlier tokens are pale."""
    last = tried[-1]
    left, right = window(last.start, len(word), MAX_CHARACTERS)
    lines = [line("window", [_window(tried)], left, right)]
    chars = [
        Span(place, place + 1, _char(word, place, last)) for place in range(left, right)
    ]
    lines.append(line("word", chars, left, right))
    if is_lost:
        unknown = f'<span class="mt-gone">{bdi(word)}: unknown, whole</span>'
        spans = [Span(0, len(word), unknown)]
    else:
        spans = []
        for token in tokens[-MAX_CHARACTERS:]:
            face = _in_turn(_token(token, token is last, hues), token, tried)
            spans.append(Span(token.start, token.end, face))
    lines.append(line("tokens", spans, left, right))
    for step in seen[-MAX_LOOK_UPS:]:
        lines.append(_look_up(step, missed, tried, hues, left, right))
    yield from table_of(lines, "The word, character by character", right - left)
    hidden = more(len(seen) - MAX_LOOK_UPS, " look-ups before these")
    yield from describe_range(left, right, len(word))
    yield f'<span class="mt-secret">{hidden}</span>'


def _window(tried: Sequence[MatchStep]) -> Span:
    """A frame over the last look-up; it shrinks to it, by a letter for each one before."""
    last = tried[-1]
    state = " mt-found" if last.found else ""
    style = f'style="--mt-times:{len(tried) - 1};--mt-letters:{last.end - last.start}"'
    return Span(last.start, last.end, f'<div class="mt-window{state}" {style}></div>')


def _in_turn(face: str, step: MatchStep, tried: Sequence[MatchStep]) -> str:
    """A look-up, or what it found: while a step is played, they light up one after the other, then it is told."""
    if step not in tried:
        return face
    late = tried.index(step) / len(tried)
    return f'<span class="mt-look" style="--mt-late:{late:.2f}">{face}</span>'


def _look_up(
    step: MatchStep,
    missed: str,
    tried: Sequence[MatchStep],
    hues: Hues,
    left: int,
    right: int,
) -> Iterator[str]:
    state = "mt-secret" if step in tried else "mt-past"
    face = chip(step.candidate, f"b {state} mt-missed")
    verdict = missed
    if step.found:
        face = _token(step, step in tried, hues)
        verdict = RIGHT
    head = _in_turn(f'<span class="{state}">{verdict}</span>', step, tried)
    face = _in_turn(face, step, tried)
    return line(head, [Span(step.start, step.end, face)], left, right)


def _char(word: str, place: int, last: MatchStep) -> str:
    """A letter; one from the cursor on is a button, for the learner to guess where the token ends."""
    tone = "a" if last.start <= place < last.end else "a mt-outside"
    face = chip(word[place], "a mt-cursor-here" if place == last.start else tone)
    if place < last.start or not last.found:
        return face
    answer = "right" if place == last.end - 1 else "wrong"
    named = f'data-choice="{answer}" data-named="{escape(word[place])}, at {place + 1}"'
    return f'<button type="button" class="mt-pick" {named}>{face}</button>'


def _caption(tried: Sequence[MatchStep], length: int, is_lost: bool, hues: Hues) -> str:
    last = tried[-1]
    looked_up = chip(last.candidate, hues[last.candidate] if last.found else "")
    if is_lost:
        return f"{looked_up} is not a token, and nothing shorter is left: the word becomes one unknown token, whole."
    count = counted(len(tried), "look-up")
    if not last.found:
        return f"{count}, and no token yet: {looked_up} is not one."
    then = "The next one begins after it."
    if last.end == length:
        then = "The word ends with it."
    return f"{count}: {looked_up} is the longest token from the cursor on. {then}"


def _row(
    index: int, tried: Sequence[MatchStep], tokens: Sequence[MatchStep], is_lost: bool
) -> tuple[str, ...]:
    looked_up = " ".join(visible(step.candidate) for step in tried)
    last = tried[-1]
    longest = visible(last.candidate) if last.found else "none"
    so_far = listed([token.candidate for token in tokens], MAX_CHARACTERS)
    if is_lost:
        so_far = "unknown, whole"
    return str(index), looked_up, longest, so_far
