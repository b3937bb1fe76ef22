"""The tokens of a text, side by side."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from minitok.steps import Token
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    Hues,
    counted,
    escape,
    id_below,
    label,
    more,
    name_of,
    safe,
    visible,
)
from minitok_course.views.common.legend import spells
from minitok_course.views.common.readings import (
    UNKNOWN,
    chip_of,
    covered,
    face_of,
    spell_out,
    spelled,
)
from minitok_course.views.common.stepper import Frame, Stepper

MAX_TOKENS = 1_000
WHY = " At a gap, the text was cut into words; where two touch, a word was cut into tokens."


class TokenStrip(Stepper):
    """The tokens of a text as chips, their ids beneath: `TokenStrip(tok("Hello!"), text="Hello!")`.

    Takes an Encoding or a sequence of `Token`. Point at a token, or move to it with the arrow keys, to see where it is
    in the text. Tokens of one word touch, if the records say which these are. With the text, a chip shows the
    characters that its token covers; tokens that share a character show their own bytes of it, in hex, and one for
    unknown characters its name.
    """

    _css = source("style.css", "../token_strip.css")
    heading = "Tokens"
    takes = ("offsets", "tok(text), text=text")
    columns = ("token", "id", "start", "end", "covers", "word")

    def draw(self, records: Any, text: str | None) -> Iterator[Frame]:
        count = len(getattr(records, "ids", records))
        tokens = as_tokens(records, MAX_TOKENS)
        if not tokens:
            yield Frame(("There are no tokens to show.",))
            return
        words = list(getattr(records, "word_ids", [None] * len(tokens)))
        goes_on = [
            word is not None and word == before
            for word, before in zip(words, [None, *words])
        ]
        offsets = [token.offsets for token in tokens]
        values = [token.value for token in tokens]
        faces = (
            spelled(values)
            if text is None
            else [face_of(text, values, offsets, place) for place in range(len(tokens))]
        )
        # By the text on the chip, so that a word always has the same colour.
        hues = Hues()
        mark = (
            " mt-spelled"
            if text is None and faces is values and spells("".join(values))
            else ""
        )
        parts = [f'<div class="mt-tokens{mark}" role="listbox" aria-label="Tokens">']
        parts += [
            _token(token, face, hues[spell_out(face)], of_one)
            for token, face, of_one in zip(tokens, faces, goes_on)
        ]
        parts += ["</div>", more(count - MAX_TOKENS, " tokens"), *_text(text, tokens)]
        rows = []
        # A token that shares its characters covers bytes, or nothing.
        for place, (token, face) in enumerate(zip(tokens, faces)):
            own = (
                face
                if text and isinstance(face, bytes)
                else covered(text or "", offsets, place)
            )
            rows.append(
                (
                    visible(token.value),
                    str(token.id),
                    *map(str, token.offsets),
                    spell_out(own) if own else "",
                    "" if words[place] is None else safe(words[place]),
                )
            )
        why = WHY if any(goes_on) else ""
        yield Frame((_caption(count, text), why), tuple(parts), tuple(rows))


def as_tokens(records: Any, most: int) -> list[Token]:
    """The first tokens of an Encoding, or of a sequence of `Token`."""
    if hasattr(records, "offsets"):
        return list(
            islice(map(Token, records.ids, records.tokens, records.offsets), most)
        )
    return [Token(*token) for token in records[:most]]


def _text(text: str | None, tokens: Sequence[Token]) -> Iterator[str]:
    """The text as it was typed, in the spans of its tokens: pointing at one shows it in both."""
    if not text:
        return
    yield f'<aside aria-label="The text">{label("The text")}<p class="mt-typed"><bdi>'
    done = 0
    for token in tokens:
        start, end = token.offsets
        look = "mt-unknown" if token.value in UNKNOWN else ""
        if start >= done and end > start:
            yield name_of(text[done:start])
            yield f'<span class="{look}" data-span="{safe(start)} {safe(end)}">{name_of(text[start:end])}</span>'
            done = end
    yield f"{name_of(text[done:])}</bdi></p></aside>"


def _token(token: Token, own: str | bytes, tone: str, goes_on: bool) -> str:
    start, end = map(safe, token.offsets)
    name = spell_out(own)
    if name != token.value:
        name += f", in the vocabulary {token.value}"
    tip = f"{escape(name)}: id {safe(token.id)}, characters {start} to {end}"
    if own in UNKNOWN:
        tone = "unknown"
    markup = chip_of(own, tone) + id_below(token.id)
    look = "mt-token"
    if goes_on:
        tip += ", in the same word as the token before"
        look += " mt-goes-on"
    return f'<span class="{look}" role="option" data-tip="{tip}" data-span="{start} {end}">{markup}</span> '


def _caption(count: int, text: str | None) -> str:
    tokens = counted(count, "token")
    if not text:
        return f"{tokens}."
    return f"{tokens} for {counted(len(text), 'character')}: {len(text) / count:.1f} characters a token."
