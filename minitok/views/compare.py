"""One text in the hands of several tokenizers, whichever library they come from."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..interop.difference import ids_of, library_of
from ..patterns import BYTE_TO_CHAR, CHAR_TO_BYTE
from ..steps import Offsets
from .live import Live
from .parts.chip_rows import broken, counted, name_of, row, rows
from .parts.html import HUES, chip, escape, id_below, more, safe, sentence, visible
from .parts.stepper import Frame, Stepper
from .token_strip import covered

MAX_TOKENS = 200

BYTE_TOKEN = re.compile(r"<0x([0-9A-F]{2})>")


class Piece(NamedTuple):
    """One token: as its tokenizer writes it, its id if it has one, and the text or the bytes that it stands for."""

    token: str
    id: int | None
    stands_for: str | bytes


class Reading(NamedTuple):
    """What one tokenizer made of a text: `name`, and its pieces, or the `problem` that it had."""

    name: str
    pieces: Sequence[Piece] = ()
    problem: str = ""


class Comparison(Stepper):
    """The tokens of several tokenizers under each other, with how many there are: see `compare`."""

    heading = "One text, several tokenizers"
    columns = ("tokenizer", "tokens", "characters a token", "cut here |")

    def draw(self, records: Iterable[Reading], text: str | None) -> Iterator[Frame]:
        readings = list(records)
        most = max((len(reading.pieces) for reading in readings), default=0) or 1
        drawn = [_row(reading, len(text or ""), most) for reading in readings]
        twin = tuple(_twin(reading, len(text or "")) for reading in readings)
        if not readings:
            yield Frame(("There are no tokenizers to compare.",))
        elif text:
            size = len(text.encode("utf-8", "surrogatepass"))
            yield Frame((f"{counted(len(text), 'character')}, {counted(size, 'byte')}.",), rows(drawn), twin)
        else:
            yield Frame(("There is no text yet: type one.",), rows(drawn), twin)


def compare(text: str, tokenizers: Mapping[str, Any]) -> Live:
    """The learner's text under several tokenizers: `compare("Hello!", {"ours": tok, "GPT-2": gpt2})`.

    Takes tokenizers of minitok, `tokenizers`, tiktoken, sentencepiece and transformers alike, and besides any object
    with `encode` and `decode`, or any function from a text to tokens. Special tokens are those that a plain call adds
    and finds.
    """

    def read_all(text: str) -> Iterator[Reading]:
        for name, tokenizer in tokenizers.items():
            try:
                yield Reading(str(name), read(tokenizer, text))
            except Exception as error:
                yield Reading(str(name), problem=f"This text can't be shown: {str(error) or type(error).__name__}")

    live = Live(Comparison, read_all, text, label="Text to compare", lines=2)
    live.add_class("mt-compare")
    return live


def read(tokenizer: Any, text: str) -> list[Piece]:
    """The tokens that a tokenizer of any library makes of a text."""
    library = library_of(tokenizer)
    if library == "tiktoken":
        ids = ids_of(tokenizer, text)
        found = map(tokenizer.decode_single_token_bytes, ids)
        return [Piece(_spelled(data), id, data) for id, data in zip(ids, found)]
    if library == "sentencepiece":
        if hasattr(tokenizer, "encode_as_offset_mapping"):
            made = tokenizer.encode_as_offset_mapping(text)
            return pieces(text, made["pieces"], made["ids"], made["offsets"])
        ids = ids_of(tokenizer, text)
        return pieces(text, list(map(tokenizer.id_to_piece, ids)), ids, None)
    if library == "transformers":
        fast = getattr(tokenizer, "is_fast", False)
        made = tokenizer(text, return_offsets_mapping=True) if fast else tokenizer(text)
        ids = list(made["input_ids"])
        return pieces(text, tokenizer.convert_ids_to_tokens(ids), ids, made["offset_mapping"] if fast else None)
    made = tokenizer(text) if callable(tokenizer) else tokenizer.encode(text)
    if hasattr(made, "offsets"):  # minitok and tokenizers
        return pieces(text, made.tokens, made.ids, made.offsets)
    return [_plain(part, tokenizer) for part in made]


def _plain(part: Any, tokenizer: Any) -> Piece:
    """A token of some other tokenizer: an id that it can decode, or the piece of text itself."""
    if not isinstance(part, int):
        return Piece(str(part), None, part if isinstance(part, (str, bytes)) else str(part))
    shown = tokenizer.decode([part]) if hasattr(tokenizer, "decode") else str(part)
    return Piece(shown, part, shown)


def pieces(text: str, tokens: Sequence[str], ids: Sequence[int], offsets: Sequence[Offsets] | None) -> list[Piece]:
    """What each token stands for: bytes if the tokens spell them, else the characters that are the token's alone.

    A token that has neither, such as one that a template added, stands for itself.
    """
    spelled = [to_bytes(token) for token in tokens]
    if offsets is not None:
        spelled = [data if start < end else b"" for data, (start, end) in zip(spelled, offsets)]
    if None not in spelled and b"".join(filter(None, spelled)) == text.encode("utf-8", "surrogatepass"):
        stand_for: list[str | bytes] = [data or token for data, token in zip(spelled, tokens)]
    elif offsets is not None:
        own = [covered(text, offsets, place) for place in range(len(tokens))]
        stand_for = [part if part == token else _one_byte(token) or part or token for part, token in zip(own, tokens)]
    else:
        stand_for = [_one_byte(token) or token for token in tokens]
    return list(map(Piece, tokens, ids, stand_for))


def to_bytes(token: str) -> bytes | None:
    """The bytes that a token spells in GPT-2's printable characters, if it does: `Ġcaf` gives ` caf`."""
    try:
        return bytes(CHAR_TO_BYTE[char] for char in token)
    except KeyError:
        return None


def _one_byte(token: str) -> bytes | None:
    """The byte that a model falls back to where it has no token: `<0xE2>`."""
    match = BYTE_TOKEN.fullmatch(token)
    return bytes.fromhex(match[1]) if match else None


def _spelled(data: bytes) -> str:
    return "".join(BYTE_TO_CHAR[byte] for byte in data)


def _shown(piece: Piece) -> str:
    """The piece as it is to be read: a byte that is no character by itself becomes its escape."""
    if isinstance(piece.stands_for, str):
        return piece.stands_for
    return piece.stands_for.decode("utf-8", "backslashreplace")


def _is_whole(piece: Piece) -> bool:
    return isinstance(piece.stands_for, str) or piece.stands_for.decode("utf-8", "ignore").encode() == piece.stands_for


def _row(reading: Reading, characters: int, most: int) -> str:
    if reading.problem:
        return broken(reading.name, reading.problem)
    count = len(reading.pieces)
    told = [counted(count, "token"), *([f"{characters / count:.1f} characters a token"] if count else [])]
    shown = (_chip(piece, HUES[place % len(HUES)]) for place, piece in enumerate(reading.pieces[:MAX_TOKENS]))
    box = f'<div class="mt-tokens" role="listbox" aria-label="{name_of(reading.name)}">{"".join(shown)}</div>'
    drawn = box if count else '<p class="mt-more">no tokens</p>'
    return row(reading.name, told, drawn + more(count - MAX_TOKENS, " tokens"), share=count / most)


def _chip(piece: Piece, tone: str) -> str:
    told = [] if piece.id is None else [f"id {safe(piece.id)}"]
    told += [] if isinstance(piece.stands_for, str) else [f"bytes {piece.stands_for[:20].hex(' ')}"]
    part = "" if _is_whole(piece) else " mt-broken"
    tip = f"{escape(piece.token)}: {', '.join(told)}" if told else escape(piece.token)
    face = chip(_shown(piece), tone + part) + id_below(piece.id)
    return f'<span class="mt-token" role="option" data-tip="{tip}">{face}</span> '


def _twin(reading: Reading, characters: int) -> tuple[str, ...]:
    if reading.problem:
        return sentence(reading.name), "", "", sentence(reading.problem)
    count, rest = len(reading.pieces), len(reading.pieces) - MAX_TOKENS
    shown = " | ".join(visible(_shown(piece)) for piece in reading.pieces[:MAX_TOKENS])
    rate = f"{characters / count:.1f}" if count else ""
    return sentence(reading.name), f"{count:,}", rate, f"{shown} and {rest:,} more" if rest > 0 else shown
