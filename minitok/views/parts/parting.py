"""Why two tokenizers give different tokens: the first place in the text where they part, and the stage that does it."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from ...interop.difference import least
from ...steps import MergeStep, Offsets, Stages, Token
from .readings import UNKNOWN, covered, half, known_as, pieces

LONGEST_WORD = 400
"""Letters: a longer word takes too many merges, each with a copy of the word, to look for the one that differs."""


class Part(NamedTuple):
    """A part of the text at some stage; `face` is what the chip of a token shows."""

    value: str
    span: Offsets
    face: str | bytes = ""


class Parting(NamedTuple):
    """Where two tokenizers part: `Parting("split", 3, (" 1234",), (" ", "123", "4"))`."""

    stage: str
    """"added tokens", "normalizer", "split", "model" or "template"."""
    place: int
    """In characters of the text."""
    one: tuple[str | bytes, ...]
    """What the first tokenizer has from there to the next place where both have a cut: bytes, if no whole character."""
    other: tuple[str | bytes, ...]
    merge: MergeStep | None = None
    """Of two BPE models: the merge that joins what only one of them leaves apart ..."""
    by: int = 0
    """... and which of the two makes it, 0 or 1."""


def parting(one: Any, other: Any, text: str) -> Parting | None:
    """The first place where two tokenizers of minitok part on a text, or None if both make the same cuts and tokens.

    `"Now 1234"` for GPT-2 and GPT-4 → the split, at 3: ` 1234` for the one, ` `, `123`, `4` for the other. The stage is
    the first that changes anything before the cuts are equal again. Where only one of the two keeps spaces, cuts are
    compared without them. Tokens of the same characters differ where one is unknown and the other is not, or where they
    are different bytes.
    """
    both = one, other
    stages = [tok.stages(text) for tok in both]
    words = _comparable(text, *([Part(*word) for word in it.words] for it in stages))
    found = None
    for part, end in _partings(both, text, stages, words):
        if found is None or end <= found.place:
            found = part
    return _with_merge(found, both, *words) if found and found.stage == "model" else found


def _partings(
    both: Sequence[Any], text: str, stages: Sequence[Stages], words: Sequence[Sequence[Part]]
) -> Iterator[tuple[Parting, int]]:
    """Where each stage parts first, stage after stage, and where its cuts are equal again."""
    segments = [_placed(it.segments) for it in stages]
    yield from _differing("added tokens", text, *segments)
    for segment, (start, _), _ in segments[0]:
        is_added = any(segment in tok.added_tokens.ids for tok in both)
        if not is_added and (found := _in_normalizers(both, segment, start)):
            yield found, found.place + 1
            break
    yield from _differing("split", text, *words)
    tokens = _comparable(text, *(_tokens(tok, text, it.tokens) for tok, it in zip(both, stages)))
    yield from _differing("model", text, *tokens)
    left, right = (tuple(token.value for token in it.template if token.offsets[0] == token.offsets[1]) for it in stages)
    if left != right:
        yield Parting("template", len(text), left, right), len(text) + 1


def _placed(parts: Sequence[str]) -> list[Part]:
    """Parts that follow one another, with their offsets: `("ab", "c")` → ab (0, 2), c (2, 3)."""
    ends = list(accumulate(map(len, parts)))
    return [Part(part, (end - len(part), end)) for part, end in zip(parts, ends)]


def _tokens(tok: Any, text: str, tokens: Sequence[Token]) -> list[Part]:
    """The model's tokens as chips show them: `[UNK]`, or the bytes of a part of a character."""
    ids = [token.id for token in tokens]
    names = known_as(tok, ids, [token.value for token in tokens])
    offsets = [token.offsets for token in tokens]
    found = [piece.stands_for for piece in pieces(text, names, ids, offsets)]
    faces = [face if isinstance(face, str) or half(face) else face.decode() for face in found]
    return list(map(Part, names, offsets, faces))


def _kind(text: str, part: Part) -> str | bytes:
    """What makes tokens of the same characters differ: that one is unknown, its bytes, or that it is a `▁` alone."""
    if part.face in UNKNOWN:
        return "unknown"
    if isinstance(part.face, bytes):
        return part.face.strip()
    return "▁" if part.face == "▁" != text[slice(*part.span)] else ""


def _in_normalizers(both: Sequence[Any], text: str, start: int) -> Parting | None:
    """The character with which the results of two normalizers begin to differ."""

    def results(length: int) -> list[str]:
        cut = text[:length]
        return [tok.normalizer.normalize_str(cut) if tok.normalizer else cut for tok in both]

    def differ(length: int) -> bool:
        one, other = results(length)
        return one != other

    if not differ(len(text)):
        return None
    length = least(len(text), differ)
    one, other = results(length)
    same = _first_difference(one, other)
    left, right = (tuple(filter(None, [result[same:]])) for result in (one, other))
    return Parting("normalizer", start + length - 1, left, right)


def _first_difference(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many items two sequences begin with alike."""
    return next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))


def _comparable(text: str, *lists: Sequence[Part]) -> list[list[Part]]:
    """The parts that cover something; if the lists cover different characters, without the spaces around each."""
    kept = [[part for part in parts if part.span[0] < part.span[1]] for parts in lists]
    characters = [{place for part in parts for place in range(*part.span)} for parts in kept]
    if characters[0] == characters[1]:
        return kept
    return [[part._replace(span=span) for part in parts if (span := _stripped(text, part.span))] for parts in kept]


def _stripped(text: str, span: Offsets) -> Offsets | None:
    start, end = span
    inside = [place for place in range(start, end) if not text[place].isspace()]
    return (inside[0], inside[-1] + 1) if inside else None


def _differing(stage: str, text: str, one: Sequence[Part], other: Sequence[Part]) -> Iterator[tuple[Parting, int]]:
    """The first stretch of the text that two lists of parts cut differently, or have different tokens for, if any."""
    spans = [[part.span for part in parts] for parts in (one, other)]
    compared = [[(part.span, _kind(text, part)) for part in parts] for parts in (one, other)]
    if compared[0] == compared[1]:
        return
    first = _first_difference(*compared)
    while first and any(first < len(of) and of[first][0] < of[first - 1][1] for of in spans):
        first -= 1  # the bytes of a character, each of which covers all of it
    inside = {place for of in spans for start, end in of[first:] for place in range(start + 1, end)}
    cuts = set.intersection(*({end for _, end in of[first:]} for of in spans)) - inside
    until = min(cuts, default=len(text))
    place = min(of[first][0] for of in spans if first < len(of))
    left, right = (
        tuple(
            parts[i].face or covered(text, of, i) or parts[i].value for i in range(first, len(of)) if of[i][0] < until
        )
        for parts, of in zip((one, other), spans)
    )
    yield Parting(stage, place, left, right), until


def _with_merge(found: Parting, both: Sequence[Any], *words: Sequence[Part]) -> Parting:
    """Add the merge that only one of two BPE models makes, if both have got the same word."""
    one, other = (
        next((part.value for part in parts if part.span[0] <= found.place < part.span[1]), "") for parts in words
    )
    if one != other or len(one) > LONGEST_WORD or not all(hasattr(tok.model, "merges") for tok in both):
        return found
    steps = [list(tok.model.steps(one)) for tok in both]
    cuts = [set(accumulate(map(len, of[-1].symbols))) for of in steps]
    if cuts[0] == cuts[1]:
        return found
    place = min(cuts[0] ^ cuts[1])
    by = 1 if place in cuts[0] else 0
    joins = (step for step in steps[by] if step.pair and place not in accumulate(map(len, step.symbols)))
    return found._replace(merge=next(joins, None), by=by)
