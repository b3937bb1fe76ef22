"""One text in the hands of several tokenizers, whichever library they come from.

The view sends the text and its rows as plain data, which `ruler.js` draws:

    {"text": "Hé!", "rows": [{"name": "GPT-2", "size": 50257, "problem": "", "count": 3, "why": ["", "BPE", "split"],
        "tokens": [[0, 1.5, "HÃ", 39, "H c3"], [1.5, 2, "©", 102, "a9"], [2, 3, "!", 0, None]]}]}

A token is `[start, end, token, id, shown]`, in characters: the top of `ruler.js` says what each of these is.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from ..parts import shown
from .live import Live
from .parts.form import source
from .parts.html import Hues, bdi, broken, counted, escape, id_below, listed, more, name_of, prose, row, rows, sentence
from .parts.readings import Piece, Reading, chip_of, half, read, size_of, written
from .parts.stepper import Frame, Stepper

MAX_TOKENS = 200
SPACE = '<span class="mt-space">␣</span>'


class Compared(NamedTuple):
    """What several tokenizers made of a text, and what there is to say about it beneath them."""

    readings: Sequence[Reading]
    remarks: Sequence[str] = ()


class Comparison(Stepper):
    """The tokens of several tokenizers under each other: see `compare`.

    Pointing at a token lights its characters in every row; an edge marks a cut that not all of the rows make.
    """

    _css = source("style.css", "comparison.css")
    heading = "One text, several tokenizers"
    columns = ("tokenizer", "tokens", "characters a token", "cut here |")

    def __init__(self, *records: Any, **options: Any) -> None:
        self._hues = Hues()  # of the text on the chip: the same in each row, and whatever is typed
        super().__init__(*records, **options)

    def draw(self, records: Compared | tuple[()], text: str | None) -> Iterator[Frame]:
        readings, remarks = records or Compared(())
        most = max((len(reading.pieces) for reading in readings), default=0) or 1
        marked = _uncommon_cuts(readings, text or "")
        drawn = [_row(reading, text or "", most, cuts, self._hues) for reading, cuts in zip(readings, marked)]
        foot = [f'<p class="mt-remark">{prose(remark)}</p>' for remark in remarks]
        twin = tuple(_twin(reading, len(text or "")) for reading in readings)
        twin += tuple(("", "", "", sentence(remark)) for remark in remarks)
        body = (*rows(drawn), *foot)
        if not readings:
            yield Frame(("There are no tokenizers to compare.",))
        elif text:
            size = len(text.encode("utf-8", "surrogatepass"))
            told = f"{counted(len(text), 'character')}, {counted(size, 'byte')}."
            legend = ' <span class="mt-sample">An edge like this</span> is a cut that only some of them make.'
            yield Frame((told, legend) if any(marked) else (told,), body, twin)
        else:
            yield Frame(("There is no text yet: type one.",), body, twin)


def compare(text: str, tokenizers: Mapping[str, Any]) -> Live:
    """The learner's text under several tokenizers: `compare("Hello!", {"ours": tok, "GPT-2": gpt2})`.

    Takes tokenizers of minitok, `tokenizers`, tiktoken, sentencepiece and transformers alike, any other object with
    `encode` and `decode`, and any function from a text to tokens.
    """
    if not isinstance(tokenizers, Mapping):
        raise TypeError(f"{shown(tokenizers)} is not a dict of tokenizers: write compare(text, {{'ours': tok}})")
    live = Live(Comparison, lambda text: Compared(read_all(tokenizers, text)), text, label="Text to compare", lines=2)
    live.add_class("mt-compare")
    return live


def read_all(tokenizers: Mapping[str, Any], text: str) -> list[Reading]:
    """What each tokenizer makes of a text; one that fails has the problem in its place."""

    def reading(name: str, tokenizer: Any) -> Reading:
        try:
            return Reading(str(name), read(tokenizer, text), size=size_of(tokenizer))
        except Exception as error:
            return Reading(str(name), problem=f"This text can't be shown: {str(error) or type(error).__name__}")

    return [reading(name, tokenizer) for name, tokenizer in tokenizers.items()]


def _uncommon_cuts(readings: Sequence[Reading], text: str) -> list[frozenset[int]]:
    """For each tokenizer, the places of the tokens that start at a cut which not all tokenizers make.

    A cut before a space and one after it count as the same: some tokens take the space with them, some leave it out.
    """
    after_space = list(range(len(text) + 1))
    for place in range(len(text) - 1, -1, -1):
        if text[place].isspace():
            after_space[place] = after_space[place + 1]
    starts = [[after_space[piece.span[0]] if piece.span else 0 for piece in reading.pieces] for reading in readings]
    known = [set(of) for of, reading in zip(starts, readings) if any(piece.span for piece in reading.pieces)]
    common = set.intersection(*known) if known else set()
    found = []
    for of in starts:
        latest = list(accumulate(of, max, initial=0))  # the rest of a character's bytes make no cut
        found.append(frozenset(i for i, start in enumerate(of) if latest[i] < start and start not in common))
    return found


def _row(reading: Reading, text: str, most: int, cuts: frozenset[int], hues: Hues) -> str:
    if reading.problem:
        return broken(reading.name, reading.problem)
    count = len(reading.pieces)
    told = [counted(count, "token"), *([f"{len(text) / count:.1f} characters each"] if count else [])]
    shown = "".join(_chips(reading.pieces[:MAX_TOKENS], text, cuts, hues))
    box = f'<div class="mt-tokens" role="listbox" aria-label="{name_of(reading.name)}">{shown}</div>'
    drawn = box if count else '<p class="mt-more">no tokens</p>'
    return row(_name(reading), told, drawn + more(count - MAX_TOKENS, " tokens"), share=count / most)


def _chips(pieces: Sequence[Piece], text: str, cuts: frozenset[int], hues: Hues) -> Iterator[str]:
    for group in _groups(pieces):
        drawn = "".join(_chip(pieces[place], hues[written(pieces[place].stands_for)], place in cuts) for place in group)
        if len(group) == 1:
            yield drawn
            continue
        spans = [span for span in (pieces[place].span for place in group) if span]
        whole = text[min(spans)[0] : max(end for _, end in spans)].strip()
        yield f'<span class="mt-shared" role="presentation"><b class="mt-whole">{bdi(whole)}</b> {drawn}'
        yield "</span> "


def _groups(pieces: Sequence[Piece]) -> Iterator[list[int]]:
    group: list[int] = []
    end = 0
    for place, piece in enumerate(pieces):
        if group and not (piece.span and piece.span[0] < end and not _is_whole(piece)):
            yield group
            group = []
        group.append(place)
        end = piece.span[1] if piece.span and not _is_whole(piece) else 0
    if group:
        yield group


def _chip(piece: Piece, tone: str, cut: bool) -> str:
    told = [] if piece.id is None else [f"id {escape(str(piece.id))}"]
    told += [] if isinstance(piece.stands_for, str) else [f"bytes {piece.stands_for[:20].hex(' ')}"]
    tip = f"{escape(piece.token)}: {', '.join(told)}" if told else escape(piece.token)
    span = ' data-span="{} {}"'.format(*piece.span) if piece.span else ""
    face = chip_of(piece.stands_for, tone).replace("␣", SPACE)
    edge = " mt-cut" if cut else ""
    return f'<span class="mt-token{edge}" role="option" data-tip="{tip}"{span}>{face}{id_below(piece.id)}</span> '


def _is_whole(piece: Piece) -> bool:
    return isinstance(piece.stands_for, str) or not half(piece.stands_for)


def _twin(reading: Reading, characters: int) -> tuple[str, ...]:
    if reading.problem:
        return sentence(reading.name), "", "", sentence(reading.problem)
    count = len(reading.pieces)
    shown = listed(reading.pieces, MAX_TOKENS, lambda piece: written(piece.stands_for), " | ")
    rate = f"{characters / count:.1f}" if count else ""
    return sentence(_name(reading)), f"{count:,}", rate, shown


def _name(reading: Reading) -> str:
    return f"{reading.name} ({reading.size:,})" if reading.size else reading.name
