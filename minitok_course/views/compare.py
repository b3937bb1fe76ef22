"""One text under several tokenizers, from any library.

Python, or a page without Python, sends this to the front end (`ruler.js`):

    compared  {"text": "Hé!", "rows": [...]}
    chips     whether it opens as rows of tokens with their ids

and a row is

    name, size  of the tokenizer and its vocabulary; the size is 0 if it is not known
    tokens      [[0, 1.5, "HÃ", 39, "H c3"], [1.5, 2, "©", 102, "a9"], [2, 3, "!", 0, None]]
    why         what made the cut before each token: "added" (an added token is on one side of it), "normalizer",
                "split" (the pattern), "BPE", "WordPiece" or "Unigram" (the model), or "" if it is not known
    count       how many tokens there are; of a long text, `tokens` has only the first
    problem     a sentence that is shown in the place of the tokens, or ""

A token is [start, end, token, id, shown], in code points of the text. A cut inside a character is a fraction: é is two
bytes, so 1.5 is between them, and the first byte of 🍌 at place 7 ends at 7 + 1/4. Tokens don't overlap, but may leave
characters out. A token that covers nothing, such as [CLS], has None for both: it is left or right of the text. `id` is
None where there is none; `shown` is what is shown instead of the token's own characters, such as `[UNK]` or `␣caf c3`.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from html import escape as escape_markup
from typing import Any, ClassVar

import traitlets

from minitok.validation import format_value
from minitok_course.views.common.form import UNTYPED, View, source
from minitok_course.views.common.html import (
    counted,
    reason,
    sentence,
    table,
    text_table,
    visible,
)
from minitok_course.views.common.placing import SPACE, Place, between, cuts, placed
from minitok_course.views.common.readings import (
    Piece,
    Reading,
    read,
    size_of,
    spell_out,
    utf8,
)
from minitok_course.views.common.stills import still
from minitok_course.views.live import Live

MAX_TOKENS = 200  # of each row, in text
MAX_CHARACTERS = 1_000  # whose tokens are sent


class Comparison(View):
    """A text as a ruler, and below it a row for each tokenizer, each token under its characters: see `compare`.

    Where all tokenizers cut, a line goes through all rows; where only some do, there is a tick in their rows.
    """

    _esm = source("making.js", "form.js", "letters.js", "pointing.js", "../ruler.js")
    _css = source("style.css", "../ruler.css")
    heading = "One text, several tokenizers"
    columns: ClassVar = (
        "tokenizer",
        "tokens",
        "characters a token",
        "cut here: | by all, ¦ by some",
    )

    chips = traitlets.Bool(False).tag(sync=True)
    compared = traitlets.Dict().tag(sync=True)

    def __init__(
        self, readings: Sequence[Reading] = (), *, text: str = "", ids: bool = False
    ) -> None:
        super().__init__(compared=self._compared(readings, text), chips=ids)

    def show(self, readings: Sequence[Reading], *, text: str = "") -> None:
        """Replace the rows."""
        with self.hold_sync():
            self.problem = ""
            self.compared = self._compared(readings, text)

    def _compared(self, readings: Sequence[Reading], text: str) -> dict[str, Any]:
        placings = [placed(text, reading.pieces) for reading in readings]
        self.rows = _twin(readings, placings, text)
        rows = [_row(*both, text) for both in zip(readings, placings)]
        caption = (
            f"{counted(len(text), 'character')}, {counted(len(utf8(text)), 'byte')}."
            if text
            else UNTYPED
        )
        self.caption = caption if readings else "There are no tokenizers to compare."
        if have_the_same_ids(readings):
            count = counted(len(readings[0].pieces), "id")
            both = "Both" if len(readings) == 2 else f"All {len(readings)}"
            self.caption += f" {both} give the same {count}."
        return {"text": re.sub("[\ud800-\udfff]", "\ufffd", text), "rows": rows}

    def __repr__(self) -> str:
        return f"<Comparison: {len(self.rows)} rows>"

    def lines(self) -> Iterable[str]:
        return (
            self.problem,
            self.caption,
            text_table(self.columns, self.rows) if self.rows else "",
        )

    def drawn(self) -> str:
        """A table, with the cuts as marks between the tokens."""
        cells = [[escape_markup(cell) for cell in row] for row in self.rows]
        said = "".join(
            f"<p>{escape_markup(line)}</p>"
            for line in (self.problem, self.caption)
            if line
        )
        return said + (
            still("".join(table(self.columns, cells, named=True))) if cells else ""
        )


def have_the_same_ids(readings: Sequence[Reading]) -> bool:
    """Whether two or more tokenizers give the same ids, and every token has one."""
    rows = [[piece.id for piece in reading.pieces] for reading in readings]
    if len(rows) < 2 or not rows[0] or None in rows[0]:
        return False
    return all(row == rows[0] for row in rows)


def compare(text: str, tokenizers: Mapping[str, Any], *, ids: bool = False) -> Live:
    """The learner's text under several tokenizers: `compare("Hello!", {"ours": tok, "GPT-2": gpt2})`.

    Takes tokenizers of minitok, `tokenizers`, tiktoken, sentencepiece and transformers alike, any other object with
    `encode` and `decode`, any function from a text to tokens, and a pair: a function from a text to ids, and a dict of
    ids to bytes. With `ids`, it opens as a row of tokens with their ids.
    """
    if not isinstance(tokenizers, Mapping):
        raise TypeError(
            f"{format_value(tokenizers)} is not a dict of tokenizers: write compare(text, {{'ours': tok}})"
        )
    live = Live(
        partial(Comparison, ids=ids),
        partial(read_all, tokenizers),
        text,
        label="Text to compare",
        lines=2,
    )
    live.add_class("mt-compare")
    return live


def read_all(tokenizers: Mapping[str, Any], text: str) -> list[Reading]:
    """What each tokenizer makes of a text, or the problem that it has with it."""

    def reading(name: str, tokenizer: Any) -> Reading:
        try:
            return Reading(str(name), read(tokenizer, text), size=size_of(tokenizer))
        except Exception as error:
            return Reading(
                str(name),
                problem=f"This text can't be shown: {reason(error)}",
            )

    return [reading(name, tokenizer) for name, tokenizer in tokenizers.items()]


def _row(reading: Reading, places: Sequence[Place | None], text: str) -> dict[str, Any]:
    """A row as it is sent; of a long text, only the first tokens."""
    sent = [
        here
        for here, place in enumerate(places)
        if not place or place[1] <= MAX_CHARACTERS
    ][: 2 * MAX_CHARACTERS]
    return {
        "name": sentence(reading.name),
        "size": reading.size,
        "count": len(reading.pieces),
        "problem": sentence(reading.problem),
        "tokens": [_token(reading.pieces[here], places[here], text) for here in sent],
        "why": [reading.pieces[here].why for here in sent],
    }


def _token(piece: Piece, place: Place | None, text: str) -> list[Any]:
    is_own = False
    if place and all(part == int(part) for part in place):
        own = text[int(place[0]) : int(place[1])]
        is_own = piece.stands_for in (
            own,
            utf8(own),
            own.replace(" ", SPACE),
        )
    id = piece.id if isinstance(piece.id, int | None) else str(piece.id)
    return [
        *(place or (None, None)),
        visible(piece.token),
        id,
        None if is_own else spell_out(piece.stands_for),
    ]


def _twin(
    readings: Sequence[Reading], placings: Sequence[Sequence[Place | None]], text: str
) -> list[tuple[str, ...]]:
    """The rows in plain text."""
    cuts_by_place = cuts(placings)
    placed_rows = sum(any(places) for places in placings)
    common = {place for place, by in cuts_by_place.items() if len(by) == placed_rows}
    rows: list[tuple[str, ...]] = []
    for reading, places in zip(readings, placings):
        name = sentence(
            f"{reading.name} ({reading.size:,})" if reading.size else reading.name
        )
        if reading.problem:
            rows.append((name, "", "", sentence(reading.problem)))
            continue
        count = len(reading.pieces)
        line = _marked(reading.pieces[:MAX_TOKENS], places, common)
        rest = f" and {count - MAX_TOKENS:,} more" if count > MAX_TOKENS else ""
        rows.append(
            (
                name,
                f"{count:,}",
                f"{len(text) / count:.1f}" if count else "",
                line + rest,
            )
        )
    return rows


def _marked(
    pieces: Sequence[Piece], places: Sequence[Place | None], common: Collection[float]
) -> str:
    """Tokens in a line, with a mark at each cut: `The | ␣keep ¦ ers`."""
    line = ""
    for here, piece in enumerate(pieces):
        if here:
            one, other = places[here - 1 : here + 1]
            is_common = (
                not one
                or not other
                or any(place in common for place in between(one[1], other[0]))
            )
            line += " | " if is_common else " ¦ "
        line += spell_out(piece.stands_for)
    return line
