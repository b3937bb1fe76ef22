"""Why two tokenizers give different tokens: the first place in the text where they part, and the stage that does it."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from ...interop.difference import least
from ...steps import Offsets, Token
from .html import common
from .readings import half, known_as, pieces

Shown = tuple[str | bytes, ...]


class Parting(NamedTuple):
    """Where two tokenizers part: `Parting("split", 3, (" 1234",), (" ", "123", "4"))`."""

    stage: str  # "added tokens", "normalizer", "split", "model" or "template"
    place: int  # in characters of the text
    one: Shown  # what the first has from there to the next cut of both: bytes, if no whole character
    other: Shown


class Part(NamedTuple):
    """A part of the text at some stage; `face` is what the chip of a token shows."""

    value: str
    span: Offsets
    face: str | bytes = ""


def parting(one: Any, other: Any, text: str) -> Parting | None:
    """The first place where two tokenizers of minitok part on a text, or None if both make the same cuts.

    `"Now 1234"` for GPT-2 and GPT-4 → the split, at 3: ` 1234` for the one, ` `, `123`, `4` for the other. The stage is
    the first that changes anything before the cuts are equal again. Where only one of the two keeps spaces, cuts are
    compared without them.
    """
    both = (one, other)
    stages = [tok.stages(text) for tok in both]
    segments = [_placed(it.segments) for it in stages]
    words = _without_lost_spaces(text, [[Part(*word) for word in it.words] for it in stages])
    tokens = _without_lost_spaces(text, [_tokens(tok, text, it.tokens) for tok, it in zip(both, stages)])
    first = None
    for found, end in (
        _difference("added tokens", text, segments),
        _normalizers(both, segments[0]),
        _difference("split", text, words),
        _difference("model", text, tokens),
    ):
        if found and (first is None or end <= first.place):
            first = found
    if first:
        return first
    left, right = (tuple(token.value for token in it.template if token.offsets[0] == token.offsets[1]) for it in stages)
    return Parting("template", len(text), left, right) if left != right else None


def _placed(parts: Sequence[str]) -> list[Part]:
    """Parts that follow one another, with their offsets: `("ab", "c")` → ab (0, 2), c (2, 3)."""
    ends = accumulate(map(len, parts))
    return [Part(part, (end - len(part), end)) for part, end in zip(parts, ends)]


def _tokens(tok: Any, text: str, tokens: Sequence[Token]) -> list[Part]:
    ids, offsets = [token.id for token in tokens], [token.offsets for token in tokens]
    names = known_as(tok, ids, [token.value for token in tokens])
    found = [piece.stands_for for piece in pieces(text, names, ids, offsets)]
    faces = [face if isinstance(face, str) or half(face) else face.decode() for face in found]
    return list(map(Part, names, offsets, faces))


def _without_lost_spaces(text: str, lists: Sequence[Sequence[Part]]) -> list[list[Part]]:
    """The parts that cover something; if the lists cover different characters, without the spaces around each."""
    kept = [[part for part in parts if part.span[0] < part.span[1]] for parts in lists]
    one, other = ({place for part in parts for place in range(*part.span)} for parts in kept)
    if one == other:
        return kept
    stripped = [[part._replace(span=_stripped(text, part.span)) for part in parts] for parts in kept]
    return [[part for part in parts if part.span[0] < part.span[1]] for parts in stripped]


def _stripped(text: str, span: Offsets) -> Offsets:
    word = text[slice(*span)]
    start = span[1] - len(word.lstrip())
    return start, start + len(word.strip())


def _difference(stage: str, text: str, lists: Sequence[Sequence[Part]]) -> tuple[Parting | None, int]:
    """The first stretch of the text that two lists of parts cut differently, and its end."""
    one, other = ([part.span for part in parts] for parts in lists)
    if one == other:
        return None, 0
    first = common(one, other)
    while first and any(first < len(of) and of[first].span[0] < of[first - 1].span[1] for of in lists):
        first -= 1  # the bytes of a character, each of which covers all of it
    left, right = (parts[first:] for parts in lists)
    inside = {place for part in (*left, *right) for place in range(part.span[0] + 1, part.span[1])}
    cuts = {part.span[1] for part in left} & {part.span[1] for part in right}
    end = min(cuts - inside, default=len(text))
    place = min(parts[0].span[0] for parts in (left, right) if parts)
    return Parting(stage, place, _shown(text, left, end), _shown(text, right, end)), end


def _shown(text: str, parts: Sequence[Part], end: int) -> Shown:
    return tuple(part.face or text[slice(*part.span)] or part.value for part in parts if part.span[0] < end)


def _normalizers(both: Sequence[Any], segments: Sequence[Part]) -> tuple[Parting | None, int]:
    """The character with which the results of two normalizers begin to differ, and the place behind it."""
    for segment, (start, _), _ in segments:
        one, other = _normalized(both, segment)
        if one == other or any(segment in tok.added_tokens.ids for tok in both):
            continue
        end = _first_change(both, segment)
        one, other = _normalized(both, segment[:end])
        same = common(one, other)
        left, right = (tuple(filter(None, [result[same:]])) for result in (one, other))
        return Parting("normalizer", start + end - 1, left, right), start + end
    return None, 0


def _normalized(both: Sequence[Any], text: str) -> list[str]:
    return [tok.normalizer.normalize_str(text) if tok.normalizer else text for tok in both]


def _first_change(both: Sequence[Any], text: str) -> int:
    return least(len(text), lambda length: len(set(_normalized(both, text[:length]))) > 1)
