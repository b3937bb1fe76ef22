"""What a model is fed: tokens in their template, padded and truncated, with type ids and masks."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, groupby, zip_longest
from typing import Any, NamedTuple

from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    bdi,
    counted,
    escape,
    label,
    more,
    name_of,
    safe,
    visible,
)
from minitok_course.views.common.readings import chip_of, spell_out, spelled
from minitok_course.views.common.spans import Span, line, table_of
from minitok_course.views.common.stepper import Frame, Stepper

MAX_INPUTS = 6
MAX_TOKENS = 60
MAX_NAMED = 16  # of the tokens of a strip
TEXTS = {0: "A", 1: "B"}
TONES = {"text A": "0", "text B": "2"}
# What is said of each line that can be lit.
LOOKS = {
    "from": "Look at “from”: it tells whether a token is of a text or of the template.",
    "type": "Look at “type id”: it tells with which of the texts a token goes.",
    "attention": "Look where attention is 0: under the padding.",
}


class Slot(NamedTuple):
    """One token of an input, and what the masks say about it; `again` if it was also in the window before."""

    token: str
    face: str | bytes
    id: int
    type_id: int
    attention: int
    special: int
    of: str
    again: bool
    name: str  # the same in each window that has this token of the text


class TemplateView(Stepper):
    """A template filled in: `TemplateView(tok("a pug", "a hug"))`, or a batch: `TemplateView(tok(texts))`.

    Above the tokens is what they come from: a text, the template or padding. Below each are its id, its type id and
    what the masks say. What truncation cut off follows in further windows, a frame each.
    """

    _css = source("style.css", "spans.css", "../template_view.css")
    heading = "A template, filled in"
    needs_text = False
    takes = ("overflowing", "tok(text)")
    columns = (
        "window",
        "input",
        "token",
        "id",
        "text",
        "type id",
        "attention",
        "special",
    )
    most = 500

    def draw(self, records: Any, text: str | None) -> Iterator[Frame]:
        batch = list(records) if isinstance(records, (list, tuple)) else [records]
        windows = list(
            zip_longest(*([encoding, *encoding.overflowing] for encoding in batch))
        )
        # For each input, window by window.
        seen = [list(map(_of_text, column)) for column in zip(*windows)]
        all_of = [dict.fromkeys(chain.from_iterable(keys)) for keys in seen]
        last = dict[int, list[Slot]]()  # of each input, in its last window so far
        for index, step in enumerate(windows):
            inputs = {
                i: slots_of(one, seen[i][index - 1] if index else ())
                for i, one in enumerate(step)
                if one is not None
            }
            fed = list(chain.from_iterable(inputs.values()))
            look = _look(fed)
            last |= inputs
            parts: list[str] = []
            for place in range(len(batch))[:MAX_INPUTS]:
                name = (
                    f"Input {place + 1}" if len(batch) > 1 else "What the model is fed"
                )
                see, over = (look, "")
                if place not in inputs:
                    see, over = (f"{look} mt-past", " has no further window")
                parts += [f'<div class="mt-fed mt-see-{see}">', label(name + over)]
                parts += _strip(all_of[place], seen[place], index)
                parts += [*_table(last[place], name), "</div>"]
            parts.append(more(len(batch) - MAX_INPUTS, " inputs"))
            rows = [
                _row(index, place, slot)
                for place, slots in inputs.items()
                for slot in slots
            ]
            heading = (
                f"Window {index + 1} of {len(windows)}: " if len(windows) > 1 else ""
            )
            yield Frame((heading + _caption(fed, look),), tuple(parts), tuple(rows))


def slots_of(encoding: Any, before: Collection[tuple[Any, ...]] = ()) -> list[Slot]:
    """The tokens of an Encoding, with what it says about each; `before` has those of the window before."""
    lists = (
        encoding.tokens,
        spelled(encoding.tokens),
        encoding.ids,
        encoding.type_ids,
        encoding.attention_mask,
        encoding.special_tokens_mask,
    )
    texts = (
        "–" if of is None else TEXTS.get(of, str(of)) for of in encoding.sequence_ids
    )
    keys = _tokens_of(encoding)
    again = (key in before for key in keys)
    names = ("" if of is None else safe(f"{of} {offsets}") for *_, offsets, of in keys)
    return list(map(Slot, *lists, texts, again, names))


def _tokens_of(encoding: Any) -> list[tuple[Any, ...]]:
    """What identifies each token: its spelling and id, its offsets, and the number of its text."""
    if encoding is None:
        return []
    faces = map(spell_out, spelled(encoding.tokens))
    offsets = map(tuple, encoding.offsets)
    return list(zip(faces, encoding.ids, offsets, encoding.sequence_ids))


def _caption(slots: Sequence[Slot], look: str) -> str:
    if not slots:
        return "There are no tokens to show."
    sources = list(map(_source, slots))
    padding = sources.count("padding")
    template = sources.count("template")
    of_text = len(slots) - padding - template
    again = sum(slot.again for slot in slots)
    before = (
        f" {again:,} stood in the window before, too: underlined here, pale above."
        if again
        else ""
    )
    return (
        f"{counted(len(slots), 'token')}: {of_text:,} of the text, {template:,} of the template, "
        f"{padding:,} of padding. {LOOKS[look]}{before}"
    )


def _look(slots: Sequence[Slot]) -> str:
    """The line of the tables in which there is most to see."""
    if not all(slot.attention for slot in slots):
        return "attention"
    return "type" if any(slot.type_id for slot in slots) else "from"


def _of_text(encoding: Any) -> dict[tuple[Any, ...], None]:
    return dict.fromkeys(key for key in _tokens_of(encoding) if key[-1] is not None)


def _strip(
    every: Collection[Any], seen: Sequence[Collection[Any]], index: int
) -> Iterator[str]:
    """The tokens of an input with several windows, as a strip: those in this one, and those also in the one before."""
    if len(every) == len(seen[0]):
        return
    now, before = seen[index], seen[index - 1] if index else ()
    names = len(every) <= MAX_NAMED
    yield f'<p class="mt-under">The window over all {len(every):,} tokens</p>'
    yield '<div class="mt-track mt-slides">'
    cells = []
    for key in every:
        look = ""
        if key in now:
            look = "mt-again" if key in before else "mt-now"
        cells.append((look, escape(key[0]), key) if names else (look, "", ()))
    for (look, name, _), run in groupby(cells):  # without names, a cell for each run
        yield f'<i class="{look}" style="flex:{len(list(run))}">{name}</i>'
    yield "</div>"


def _table(slots: Sequence[Slot], name: str) -> Iterator[str]:
    first = slots[:MAX_TOKENS]
    cells = {
        "token": _moving(first, name),
        "id": (safe(slot.id) for slot in first),
        'type id <i class="mt-why">which text</i>': (
            f'<span class="mt-bit mt-{2 if slot.type_id else 0}">{safe(slot.type_id)}</span>'
            for slot in first
        ),
        'attention <i class="mt-why">1: looked at</i>': (
            _mask(slot.attention) for slot in first
        ),
        'special <i class="mt-why">1: of no text</i>': (
            _mask(slot.special) for slot in first
        ),
    }
    lines = [line("from", _sources(first), 0, len(first))]
    for head, markup in cells.items():
        lines.append(
            line(
                head,
                [Span(place, place + 1, cell) for place, cell in enumerate(markup)],
                0,
                len(first),
            )
        )
    yield from table_of(lines, f"{name}, token by token", len(first))
    yield more(len(slots) - MAX_TOKENS, " tokens")


def _sources(slots: Sequence[Slot]) -> Iterator[Span]:
    """Where each run of tokens comes from, over as many columns as it has."""
    start = 0
    for kind, run in groupby(slots, key=_source):
        end = start + len(list(run))
        look = f"mt-from mt-{TONES.get(kind, 'b')}"
        yield Span(start, end, f'<span class="{look}">{name_of(kind)}</span>')
        start = end


def _source(slot: Slot) -> str:
    if not slot.attention:
        return "padding"
    return "template" if slot.special else f"text {slot.of}"


def _moving(slots: Sequence[Slot], where: str) -> Iterator[str]:
    """The chips: those of the text move from window to window."""
    for slot in slots:
        moves = f' data-moves="{where} {slot.name}"' if slot.name else ""
        yield f"<div{moves}>{_face(slot)}</div>"


def _face(slot: Slot) -> str:
    if not slot.attention:
        return f'<span class="mt-gone">{bdi(slot.token)}</span>'
    tone = TONES.get(_source(slot), "b mt-broken")
    face = chip_of(slot.face, tone)
    return f'<span class="mt-next">{face}</span>' if slot.again else face


def _mask(value: int) -> str:
    return (
        f'<b class="mt-bit mt-on">{safe(value)}</b>'
        if value
        else f'<span class="mt-bit">{safe(value)}</span>'
    )


def _row(index: int, place: int, slot: Slot) -> tuple[str, ...]:
    token = visible(slot.token) + (" (again)" if slot.again else "")
    return (
        str(index),
        str(place + 1),
        token,
        str(slot.id),
        slot.of,
        str(slot.type_id),
        str(slot.attention),
        str(slot.special),
    )
