"""The pipeline, stage by stage: what each stage makes of a text, and what it changes."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from html import escape as escape_markup
from itertools import accumulate, groupby, repeat
from typing import NamedTuple

from minitok.steps import Offsets, Stages
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    Hues,
    bdi,
    chip,
    counted,
    id_below,
    listed,
    more,
    row,
    rows,
    running,
    safe,
    visible,
)
from minitok_course.views.common.stepper import Frame, Stepper

MAX_PARTS = 120
MAX_COMPARED = 600
MAX_EDITS = 8

DOES = {
    "segments": "added tokens, such as <|end|>, are cut out first",
    "normalized": "the normalizer rewrites characters: case, accents, Unicode forms",
    "words": "the pre-tokenizer cuts words, which no token crosses",
    "tokens": "the model cuts each word into tokens, which have ids",
    "template": "truncation, the tokens that a model expects around a text, padding",
}
NO_PLACES: frozenset[int] = frozenset()


class StagesView(Stepper):
    """A text on its way through the pipeline: `StagesView(tok.stages("Héllo!"))`.

    All stages are named from the start. A frame fills one in; ribbons lead to its parts from those that they are made
    of. What is new is lit; in the stage above, what was replaced is underlined and what was removed fades.
    """

    _css = source("style.css", "../stages_view.css")
    heading = "The pipeline, stage by stage"
    needs_text = False
    takes = ("segments", "tok.stages(text)")
    columns = ("stage", "parts", "what it made of the text", "what changed")

    def _start(self, frames: Sequence[Frame]) -> int:
        """The stage that is shown stays; before anyone has stepped, a typed text goes through all stages."""
        return self.step or len(DOES)

    def draw(self, records: Stages, text: str | None) -> Iterator[Frame]:
        if not records:
            return
        stages = _stages(records, text)
        origins = [[""] * MAX_PARTS, *map(_origins, stages, stages[1:])]
        hues = Hues()
        changes = [Change(), *map(_compare, stages, stages[1:])]
        # How wide the widest stage is, in ems: its letters, and the edges of its chips.
        wide = max(
            sum(0.62 * max(len(part.text), 1) + 1.3 for part in stage.parts[:MAX_PARTS])
            for stage in stages
        )
        for last, stage in enumerate(stages):
            after = [*changes[1 : last + 1], Change()]  # nothing follows the last row
            drawn = list(map(_row, stages, origins, changes, after, repeat(hues)))
            drawn += [_coming(stage.name) for stage in stages[last + 1 :]]
            summary = changes[last].summary
            yield Frame(
                (f"{stage.summary} {escape_markup(summary)}".rstrip(),),
                (
                    f'<div data-ribbons="" style="--mt-wide:{wide:.0f}">',
                    *rows(drawn),
                    "</div>",
                ),
                (_twin(stage, summary),),
            )


class Part(NamedTuple):
    """A piece of a text at some stage, its id if it is a token, and the characters of the text that it comes from."""

    text: str
    id: int | None = None
    span: Offsets = (0, 0)


class Stage(NamedTuple):
    """A text at one stage: the stage's `name`, the parts, what `one` of them is called, and a sentence about them."""

    name: str
    one: str
    parts: list[Part]
    summary: str


class Change(NamedTuple):
    """What differs between two stages: letters `replaced` or `removed` in the first, `new` in the second; a summary."""

    replaced: frozenset[int] = NO_PLACES
    removed: frozenset[int] = NO_PLACES
    new: frozenset[int] = NO_PLACES
    summary: str = ""


def _stages(records: Stages, text: str | None) -> list[Stage]:
    spans = list(_spans(records.segments, text))
    added = list(_added_tokens(records, spans))
    placed = [Part(word, span=span) for word, span in records.words] + added
    words = sorted(placed, key=lambda part: part.span[0])
    tokens, template = (
        [Part(token.value, token.id, token.offsets) for token in of]
        for of in (records.tokens, records.template)
    )
    besides = f" and {counted(len(added), 'added token')}" if added else ""
    summaries = (
        f"The text, cut at added tokens: {counted(len(records.segments), 'part')}.",
        f"After the normalizer: {counted(len(records.normalized), 'part')}.",
        f"After the pre-tokenizer: {counted(len(records.words), 'word')}{besides}.",
        f"After the model: {counted(len(tokens), 'token')}.",
        f"After truncation, template and padding: {counted(len(template), 'token')}.",
    )
    segments, normalized = (
        [Part(segment, span=span) for segment, span in zip(of, spans)]
        for of in (records.segments, records.normalized)
    )
    parts = (segments, normalized, words, tokens, template)
    return list(
        map(
            Stage,
            records._fields,
            ("part", "part", "word", "token", "token"),
            parts,
            summaries,
        )
    )


def _spans(segments: Sequence[str], text: str | None) -> Iterator[Offsets]:
    end = 0
    for segment in segments:
        start = max(text.find(segment, end), end) if text else end
        end = start + len(segment)
        yield start, end


def _added_tokens(records: Stages, spans: Sequence[Offsets]) -> Iterator[Part]:
    """The segments that are added tokens: there is a token in them, and no word."""
    words = sorted(start for _, (start, _) in records.words)
    tokens = sorted(token.offsets[0] for token in records.tokens)
    for (start, end), normalized in zip(spans, records.normalized):
        has_words, has_tokens = (
            bisect_left(of, start) < bisect_left(of, end) for of in (words, tokens)
        )
        if has_tokens and not has_words:
            yield Part(normalized, span=(start, end))


def _compare(before: Stage, after: Stage) -> Change:
    """The letters that differ, or the words that became other tokens; after a template, the tokens that differ."""
    left, right = before.parts, after.parts
    if after.name != "template":
        whole = _exchanged(left, right) if after.name == "tokens" else set[Offsets]()
        left, right = (
            [
                Part(text)
                for part in parts
                for text in ([part.text] if part.span in whole else part.text)
            ]
            for parts in (left, right)
        )
    if left == right:
        return Change(summary="No letter changed.")
    if max(len(left), len(right)) > MAX_COMPARED:
        return Change(summary="In a text as long as this, what changed is not marked.")
    replaced, removed, new = list[int](), list[int](), list[int]()
    edits: Counter[str] = Counter()
    for kind, start, end, first, last in SequenceMatcher(
        None, left, right, autojunk=False
    ).get_opcodes():
        if kind != "equal":
            (removed if kind == "delete" else replaced).extend(range(start, end))
            new += range(first, last)
            edits[_edit(left[start:end], right[first:last])] += 1
    phrases = [
        edit if times == 1 else f"{edit} ({times:,} times)"
        for edit, times in edits.items()
    ]
    rest = (
        f", and {len(phrases) - MAX_EDITS:,} more" if len(phrases) > MAX_EDITS else ""
    )
    places = _places(left, replaced), _places(left, removed), _places(right, new)
    return Change(*places, f"{', '.join(phrases[:MAX_EDITS])}{rest}.")


def _exchanged(words: Sequence[Part], tokens: Sequence[Part]) -> set[Offsets]:
    """Where a word became one token that is spelled otherwise, such as `[UNK]`, whose `[` is no letter of the word."""
    of_words, of_tokens = (
        {part.span: part.text for part in parts} for parts in (words, tokens)
    )
    times = Counter(part.span for part in tokens)
    return {
        span
        for span, word in of_words.items()
        if times[span] == 1
        and not (word.isalnum() and of_tokens[span].startswith(word))
    }


def _edit(lost: Sequence[Part], new: Sequence[Part]) -> str:
    old, added = (
        visible("".join(part.text for part in parts)) for parts in (lost, new)
    )
    if lost and new:
        return f"{old} → {added}"
    return f"{old} gone" if lost else f"{added} new"


def _places(parts: Sequence[Part], chosen: Sequence[int]) -> frozenset[int]:
    starts = list(accumulate((len(part.text) for part in parts), initial=0))
    return frozenset(
        letter for place in chosen for letter in range(starts[place], starts[place + 1])
    )


def _origins(before: Stage, after: Stage) -> list[str]:
    """For each part, the name of the first part of the stage before that shares characters with it."""
    spans = [part.span for part in before.parts[:MAX_PARTS]]
    origins = []
    for part in after.parts[:MAX_PARTS]:
        sharing = (
            f' data-from="{before.name} {place}"'
            for place, (start, end) in enumerate(spans)
            if start < part.span[1] and part.span[0] < end
        )
        origins.append(next(sharing, ""))
    return origins


def _coming(name: str) -> str:
    return (
        f'<li class="mt-coming"><b class="mt-name">{name}</b> '
        f'<span class="mt-more">{escape_markup(DOES[name])}</span></li>'
    )


def _row(
    stage: Stage, origins: Sequence[str], change: Change, then: Change, hues: Hues
) -> str:
    start, drawn = 0, []
    for place, part in enumerate(stage.parts[:MAX_PARTS]):
        name = f'data-moves="{stage.name} {place}"{origins[place]}'
        drawn.append(_chip(part, name, hues[part.text], start, change.new, then))
        start += len(part.text)
    drawn.append(
        more(len(stage.parts) - MAX_PARTS)
        if stage.parts
        else '<p class="mt-more">none</p>'
    )
    return row(
        stage.name,
        filter(None, [counted(len(stage.parts), stage.one), change.summary]),
        f'<div class="mt-tokens">{"".join(drawn)}</div>',
    )


def _chip(
    part: Part, name: str, tone: str, start: int, new: Collection[int], then: Change
) -> str:
    states = [
        (place in new, place in then.replaced, place in then.removed)
        for place in range(start, start + len(part.text))
    ]
    if any(map(any, states)):
        runs = groupby(zip(states, part.text), key=lambda pair: pair[0])
        marked = "".join(
            _marked("".join(char for _, char in run), *state) for state, run in runs
        )
        face = f'<code class="mt-{tone}">{bdi(part.text, marked)}</code>'
    else:
        face = chip(part.text, tone)
    span = " ".join(map(safe, part.span))
    return f'<span class="mt-token" {name} data-span="{span}">{face}{id_below(part.id)}</span> '


def _marked(letters: str, new: bool, replaced: bool, removed: bool) -> str:
    face = running(letters)
    face = f'<mark class="mt-new">{face}</mark>' if new else face
    face = f'<u class="mt-next">{face}</u>' if replaced else face
    return f"<del>{face}</del>" if removed else face


def _twin(stage: Stage, change: str) -> tuple[str, ...]:
    return (
        stage.name,
        f"{len(stage.parts):,}",
        listed(stage.parts, MAX_PARTS, lambda part: visible(part.text), " | "),
        change,
    )
