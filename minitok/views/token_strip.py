"""The tokens of a text, side by side."""

from collections.abc import Iterator
from typing import Any

from ..steps import Token
from .parts.html import HUES, chip, escape, id_below, more, safe, visible
from .parts.readings import covered
from .parts.stepper import Frame, Stepper

MAX_TOKENS = 1_000


class TokenStrip(Stepper):
    """The tokens of a text as chips, their ids beneath: `TokenStrip(tok("Hello!"), text="Hello!")`.

    Takes a sequence of `Token`, or anything that has `tokens`, `ids` and `offsets` as an Encoding does. Point at
    a token, or move to it with the arrow keys, to read where it stands in the text. With the text, a chip shows
    the characters that its token covers; a token that covers none, or shares them with a neighbour (the bytes
    of one character), shows its own value.
    """

    heading = "Tokens"
    columns = ("token", "id", "start", "end", "covers")

    def draw(self, records: Any, text: str | None) -> Iterator[Frame]:
        tokens = as_tokens(records)
        offsets = [token.offsets for token in tokens]
        covers = ["" if text is None else covered(text, offsets, place) for place in range(len(tokens))]
        parts = ['<div class="mt-tokens" role="listbox" aria-label="Tokens">']
        for place, token in enumerate(tokens[:MAX_TOKENS]):
            parts.append(_token(token, covers[place], HUES[place % len(HUES)]))
        parts += ["</div>", more(len(tokens) - MAX_TOKENS, " tokens")]
        rows = [
            (visible(token.value), str(token.id), *map(str, token.offsets), visible(own) if own else "")
            for token, own in zip(tokens, covers)
        ]
        if tokens:
            yield Frame((_caption(len(tokens), text),), tuple(parts), tuple(rows))
        else:
            yield Frame(("There are no tokens to show.",))


def as_tokens(records: Any) -> list[Token]:
    """The tokens of an Encoding, or of a sequence of `Token`."""
    if hasattr(records, "offsets"):
        return list(map(Token, records.ids, records.tokens, records.offsets))
    return [Token(*token) for token in records]


def _token(token: Token, covers: str, tone: str) -> str:
    start, end = token.offsets
    tip = f"{escape(token.value)}: id {safe(token.id)}, characters {safe(start)} to {safe(end)}"
    face = chip(covers or token.value, tone) + id_below(token.id)
    return f'<span class="mt-token" role="option" data-tip="{tip}">{face}</span> '


def _caption(count: int, text: str | None) -> str:
    told = f"{count:,} {'token' if count == 1 else 'tokens'}"
    if not text:
        return f"{told}."
    many = f"{len(text):,} {'character' if len(text) == 1 else 'characters'}"
    return f"{told} for {many}: {len(text) / count:.1f} characters a token."
