"""The offset microscope: the characters, code points and bytes of a text, and under them the tokens that cover them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from minitok.steps import Offsets, Token
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    PLAIN,
    Hues,
    chip,
    counted,
    listed,
    safe,
    visible,
)
from minitok_course.views.common.placing import sharing
from minitok_course.views.common.readings import (
    chip_of,
    face_of,
    spell_out,
    to_bytes,
    utf8,
)
from minitok_course.views.common.spans import (
    Span,
    describe_range,
    line,
    table_of,
    window,
)
from minitok_course.views.common.stepper import MAX_FRAMES, Frame, Stepper
from minitok_course.views.token_strip import as_tokens
from minitok_course.views.utf8_explorer import graphemes

MAX_COLUMNS = 24
MARGIN = 3  # columns beside the text, for a token of no text


class OffsetsView(Stepper):
    """What each token of a text covers: `OffsetsView(tok("café"), text="café")`.

    A frame is one token. Above it stand the characters as you see them, their code points, and the bytes of these in
    UTF-8. What the token covers is lit, what it covers in part is underlined.
    """

    _css = source("style.css", "spans.css")
    heading = "What a token covers"
    takes = ("offsets", "tok(text), text=text")
    columns = ("token", "id", "start", "end", "covers", "code points", "bytes")
    most = 500

    def _opening(self, frames: Sequence[Frame]) -> int:
        """A token that tells, or the first one, or the second if the first is of no text and lights up nothing."""
        first = int(len(frames) > 1 and "" in frames[0].rows[0])
        return next((i for i, frame in enumerate(frames) if frame.tells), first)

    def draw(self, records: Any, text: str | None) -> Iterator[Frame]:
        tokens = as_tokens(records, MAX_FRAMES + 1)
        if tokens and text is None:
            yield Frame(
                (
                    "The microscope needs the text as well: OffsetsView(encoding, text=text).",
                )
            )
            return
        picture = Picture(text or "", tokens, getattr(records, "sequence_ids", None))
        here = 0
        for index, cover in enumerate(picture.covers):
            here = cover.bytes[0] if cover.bytes[0] < cover.bytes[1] else here
            # Code points that are seen as one character with the one before.
            joined = set(range(*cover.chars)) - set(picture.seen_ends)
            yield Frame(
                (_caption(picture, index),),
                tuple(_table(picture, index, here)),
                (_row(picture, index),),
                bool(joined),
            )


class Cover(NamedTuple):
    """What a token covers of text number `of`: code points and bytes, each as `(start, end)`, and its line."""

    chars: Offsets
    bytes: Offsets
    of: int | None
    lane: int


class Picture:
    """A text in its three forms, and the tokens that cover it. Each byte is a column."""

    def __init__(
        self,
        text: str,
        tokens: Sequence[Token],
        sequence_ids: Sequence[int | None] | None,
    ) -> None:
        self.text = text
        self.tokens = tokens
        self.bytes = [f"{byte:02x}" for byte in utf8(text)]
        sizes = (len(utf8(char)) for char in text)
        self.char_ends = list(accumulate(sizes, initial=0))
        self.seen_ends = list(accumulate(map(len, graphemes(text)), initial=0))
        of = sequence_ids or [0] * len(tokens)
        offsets = [
            token.offsets if of[i] == 0 else (0, 0) for i, token in enumerate(tokens)
        ]
        spans = self._byte_spans(offsets)
        values = [token.value for token in tokens]
        self.faces = [
            face_of(text, values, offsets, place) for place in range(len(tokens))
        ]
        hues = Hues()
        self.tones = [hues[spell_out(face)] for face in self.faces]
        lanes = list(_lanes(spans))
        end = 0
        for here, kind in enumerate(of[: len(spans)]):
            if kind is None:
                self.tones[here] = PLAIN[1]
                spans[here] = (end, end + MARGIN) if end else (-MARGIN, 0)
            elif spans[here][1]:
                end = self.char_ends[-1]
        self.covers = list(map(Cover, offsets, spans, of, lanes))

    def _byte_spans(self, offsets: Sequence[Offsets]) -> list[Offsets]:
        """The bytes of each token: those of its characters, or its own where tokens spell shared characters."""
        spans = [(self.char_ends[start], self.char_ends[end]) for start, end in offsets]
        for group in sharing(
            [(start, end) if start < end else None for start, end in offsets]
        ):
            start, end = offsets[group[0]][0], max(offsets[here][1] for here in group)
            spellings = [to_bytes(self.tokens[here].value) or b"" for here in group]
            if b"".join(spellings) == utf8(self.text[start:end]):
                places = pairwise(
                    accumulate(map(len, spellings), initial=self.char_ends[start])
                )
                for here, span in zip(group, places):
                    spans[here] = span
        return spans

    def seen(self, chars: Offsets) -> list[Offsets]:
        """The characters as you see them that contain these code points, each as a span of code points."""
        first, last = (
            bisect_right(self.seen_ends, chars[0]) - 1,
            bisect_left(self.seen_ends, chars[1]),
        )
        return list(pairwise(self.seen_ends[first : last + 1]))


def _lanes(spans: Sequence[Offsets]) -> Iterator[int]:
    """For each token, the first line of the table that has room for it."""
    ends: list[int] = []
    for start, end in spans:
        if start >= end:
            yield 0
            continue
        lane = next(
            (lane for lane, taken in enumerate(ends) if taken <= start), len(ends)
        )
        ends[lane : lane + 1] = [end]
        yield lane


def _table(picture: Picture, index: int, here: int) -> Iterator[str]:
    cover = picture.covers[index]
    if not picture.text:
        return
    places = [other.bytes for other in picture.covers]
    first = min(0, *min(places))
    ends = picture.char_ends
    length = ends[-1]
    last = max(length, *max(places))
    left, right = window(here, length, MAX_COLUMNS + first + length - last)
    for start, end in places:
        if start < left < end <= here:
            left = end
        if here < start < right < end:
            right = start
    inside = bisect_right(ends, left) - 1, bisect_left(ends, right)
    seen = picture.seen(inside)
    points = [
        ((place, place + 1), PLAIN[i % 2])
        for i, span in enumerate(seen)
        for place in range(*span)
    ]
    octets = [
        Span(
            place,
            place + 1,
            chip(byte, "new" if cover.bytes[0] <= place < cover.bytes[1] else "a"),
        )
        for place, byte in enumerate(picture.bytes[left:right], left)
    ]
    left = left or first
    right = last if right == length else right
    lines = [
        line(
            "seen",
            (_chars(picture, span, PLAIN[i % 2], cover) for i, span in enumerate(seen)),
            left,
            right,
        ),
        line(
            "code points",
            (_chars(picture, span, tone, cover) for span, tone in points),
            left,
            right,
        ),
        line("", _brackets(picture, inside), left, right),
        line("bytes", octets, left, right),
    ]
    if len(picture.seen_ends) > len(picture.text):  # one sees each code point
        del lines[0]
    near = [
        (i, other)
        for i, other in enumerate(picture.covers)
        if max(other.bytes[0], left) < min(other.bytes[1], right)
        # Of the tokens that share a margin, the one that the frame is about.
        and (other is cover or cover.of is not None or other.bytes != cover.bytes)
    ]
    for lane in sorted({other.lane for _, other in near}):
        spans = [_token(picture, i, cover) for i, other in near if other.lane == lane]
        lines.append(line("" if lane else "tokens", spans, left, right))
    yield from table_of(lines, "The text and its tokens", right - left)
    yield from describe_range(*inside, len(picture.text))


def _chars(picture: Picture, chars: Offsets, tone: str, cover: Cover) -> Span:
    start, end = picture.char_ends[chars[0]], picture.char_ends[chars[1]]
    covered = min(end, cover.bytes[1]) - max(start, cover.bytes[0])
    face = chip(picture.text[slice(*chars)], "new" if covered == end - start else tone)
    return Span(
        start,
        end,
        f'<span class="mt-next">{face}</span>' if 0 < covered < end - start else face,
    )


def _brackets(picture: Picture, chars: Offsets) -> Iterator[Span]:
    for char in range(*chars):
        start, end = picture.char_ends[char : char + 2]
        if end - start > 1:
            yield Span(start, end, '<span class="mt-bracket"></span>')


def _token(picture: Picture, place: int, cover: Cover) -> Span:
    lit = " mt-new" if picture.covers[place] is cover else ""
    return Span(
        *picture.covers[place].bytes,
        chip_of(picture.faces[place], picture.tones[place] + lit),
    )


def _caption(picture: Picture, index: int) -> str:
    token, (chars, octets, of, _) = picture.tokens[index], picture.covers[index]
    face = picture.faces[index]
    spelled = (
        ""
        if face == token.value
        else f"in the vocabulary {chip(token.value, spelled=isinstance(face, bytes))}, "
    )
    who = f"Token {index:,}, {chip_of(face, picture.tones[index])}, {spelled}id {safe(token.id)},"
    if of is None:
        return f"{who} is of no text: the template or the padding put it there."
    if of != 0:
        return f"{who} is of the second text, which is not shown here."
    if chars[0] == chars[1]:
        return f"{who} covers no character."
    what = f"{chip(picture.text[slice(*chars)])}, at {chars[0], chars[1]}"
    size, every = (
        octets[1] - octets[0],
        picture.char_ends[chars[1]] - picture.char_ends[chars[0]],
    )
    if size < every:
        return f"{who} has {size} of the {counted(every, 'byte')} of {what}."
    seen = picture.seen(chars)
    cut = [
        span
        for span in seen[:1] + seen[-1:]
        if span[0] < chars[0] or span[1] > chars[1]
    ]
    summary = f"{who} covers {what}: {counted(chars[1] - chars[0], 'code point')}, {counted(every, 'byte')}."
    return (
        f"{summary} It cuts {chip(picture.text[slice(*cut[0])])} in two."
        if cut
        else summary
    )


def _row(picture: Picture, index: int) -> tuple[str, ...]:
    token, cover = picture.tokens[index], picture.covers[index]
    covered = picture.text[slice(*cover.chars)]
    points = [f"U+{ord(char):04X}" for char in covered]
    return (
        visible(token.value),
        str(token.id),
        *map(str, token.offsets),
        visible(covered) if covered else "",
        listed(points, MAX_COLUMNS),
        listed(picture.bytes[slice(*cover.bytes)], MAX_COLUMNS),
    )
