"""Where tokens are in a text, and where they cut it; a cut inside a character is a fraction, its share of the bytes."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import accumulate

from minitok.steps import Offsets
from minitok_course.views.common.readings import (
    UNKNOWN,
    Piece,
    spans_of_bytes,
    utf8,
)

Place = tuple[float, float]
PREFIXES = re.compile("^(?:##|▁|Ġ)(?=.)")
SPACE = "▁"


def placed(text: str, pieces: Sequence[Piece]) -> list[Place | None]:
    """The start and end of each token, or None: é in two tokens, a byte each, gives (0, 0.5), (0.5, 1)."""
    spans = [piece.span for piece in pieces]
    if not any(spans):
        spans = located(text, pieces)
    # sentencepiece gives a character's whole span to its last byte.
    for here in reversed(range(len(pieces) - 1)):
        if not spans[here] and all(
            isinstance(piece.stands_for, bytes) for piece in pieces[here : here + 2]
        ):
            spans[here] = spans[here + 1]
    places: list[Place | None] = [*spans]
    for group in sharing(spans):
        start, end = spans[group[0]][0], max(spans[here][1] for here in group)  # type: ignore[index]
        first = pieces[group[0]]
        # It stands for the space in front of the character.
        if first.token == SPACE and text[:start].endswith(" "):
            places[group.pop(0)] = (start - 1, start)
        data = [
            it if isinstance(it, bytes) else b""
            for it in (pieces[here].stands_for for here in group)
        ]
        at_byte = [*_places_of_bytes(text, start, end)]
        if sum(map(len, data)) == len(at_byte) - 1 and all(data):
            cuts = [at_byte[count] for count in accumulate(map(len, data), initial=0)]
        else:
            cuts = [
                start + (end - start) * part / len(group)
                for part in range(len(group) + 1)
            ]
        for here, place in zip(group, zip(cuts, cuts[1:])):
            places[here] = place
    return places


def sharing(spans: Sequence[Offsets | None]) -> list[list[int]]:
    """The places of tokens that share characters, in groups: (0, 1), (0, 1), (1, 2) gives 0 1."""
    groups: list[list[int]] = []
    reached = 0
    for here, (start, end) in ((here, span) for here, span in enumerate(spans) if span):
        if start < reached:
            groups[-1].append(here)
        else:
            groups.append([here])
        reached = max(reached, end)
    return [group for group in groups if len(group) > 1]


def _places_of_bytes(text: str, start: int, end: int) -> Iterator[float]:
    """Where each byte of some characters begins, and where the last one ends: é gives 0, 0.5, 1."""
    for place in range(start, end):
        size = len(utf8(text[place]))
        yield from (place + byte / size for byte in range(size))
    yield end


def located(text: str, pieces: Sequence[Piece]) -> list[Offsets | None]:
    """Where tokens are whose offsets are not known: each is searched for after the one before it.

    Prefixes, spaces, accents and case are ignored. Unknown tokens share what is left between the others. If a token is
    not found, none has a place.
    """
    if all(isinstance(piece.stands_for, bytes) for piece in pieces):
        return [*spans_of_bytes(text, [piece.stands_for for piece in pieces])]  # type: ignore[misc]
    spans: list[Offsets | None] = []
    end = waiting = 0
    for face in [*(_face(piece) for piece in pieces), "the end"]:
        if face is None:
            spans.append(None)
            waiting += 1
            continue
        at_end = len(spans) == len(pieces)
        span = (
            (len(text), len(text))
            if at_end
            else _find(text, face, end, anywhere=waiting > 0)
        )
        if waiting and span:
            between = text[end : span[0]]
            left = end + len(between) - len(between.lstrip())
            spans[-waiting:] = [(left, left + len(between.strip()))] * waiting
        if not span or (waiting and left == span[0]):
            return [None] * len(pieces)
        if not at_end:
            spans.append(span)
        end, waiting = span[1], 0
    return spans


def _face(piece: Piece) -> str | None:
    """What a token looks like in the text, or None if that may be anything."""
    face = (
        piece.stands_for
        if isinstance(piece.stands_for, str)
        else piece.stands_for.decode("utf-8", "replace")
    )
    return None if face in UNKNOWN or "\ufffd" in face else face


def _find(text: str, face: str, end: int, *, anywhere: bool) -> Offsets | None:
    plain = re.sub("^[▁Ġ]", " ", face)
    if plain and text.startswith(plain, end):
        return end, end + len(plain)
    sought = _folded(PREFIXES.sub("", face))
    first = end + len(text[end:]) - len(text[end:].lstrip())
    for start in range(first, len(text) if anywhere else min(first + 1, len(text))):
        stop, seen = start, ""
        if text[start].isspace():
            continue
        while stop < len(text) and (
            len(seen) < len(sought) or unicodedata.combining(text[stop])
        ):
            seen += _folded(text[stop])
            stop += 1
        if sought and seen == sought:
            return start, stop
    return None


def _folded(text: str) -> str:
    chars = unicodedata.normalize("NFKD", text).casefold()
    return "".join(
        char for char in chars if not unicodedata.combining(char) and not char.isspace()
    )


def cuts(rows: Sequence[Sequence[Place | None]]) -> dict[float, set[int]]:
    """Each place at which some of the rows cut a text, and the numbers of these rows.

    A row that leaves out the space between two words cuts on both sides of it, where others cut.
    """
    gaps = [
        [(one[1], other[0]) for one, other in zip(row, row[1:])]
        for row in ([*filter(None, row)] for row in rows)
    ]
    rows_at: dict[float, set[int]] = {
        end: set() for row in gaps for end, start in row if end == start
    }
    for row in gaps:
        rows_at |= {
            gap[0]: set()
            for gap in row
            if not any(place in rows_at for place in between(*gap))
        }
    for number, row in enumerate(gaps):
        for gap in row:
            for place in between(*gap):
                if place in rows_at:
                    rows_at[place].add(number)
    return rows_at


def between(end: float, start: float) -> Sequence[float]:
    """The places from the end of a token to the start of the next."""
    return [end] if end == start else range(int(end), int(start) + 1)
