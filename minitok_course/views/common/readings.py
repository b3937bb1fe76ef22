"""What a tokenizer of any library makes of a text: its tokens, and the characters that each of them covers."""

import re
from collections.abc import Iterator, Sequence
from html import escape as escape_markup
from itertools import accumulate, groupby, repeat
from typing import Any, NamedTuple

import regex

from minitok.interop.difference import ids_of, library_of
from minitok.patterns import BYTE_TO_CHAR, CHAR_TO_BYTE
from minitok.steps import Offsets
from minitok_course.views.common.html import MAX_VISIBLE, chip, visible

BYTE_TOKEN = re.compile(r"<0x([0-9A-F]{2})>")
UNKNOWN = ("[UNK]", "<unk>")


class Piece(NamedTuple):
    """One token: as its tokenizer writes it, its id if it has one, and the text or the bytes that it stands for."""

    token: str
    id: int | None
    stands_for: str | bytes
    # The characters that it covers, wholly or partly; None if it covers none or this is not known.
    span: Offsets | None = None
    why: str = ""  # what made the cut before it: "added", "normalizer", "split" or the kind of model; "" if not known


class Reading(NamedTuple):
    """What one tokenizer made of a text, or the `problem` that it had; `size` is that of its vocabulary."""

    name: str
    pieces: Sequence[Piece] = ()
    problem: str = ""
    size: int = 0


def utf8(text: str) -> bytes:
    """The bytes of a text, also of one with half of a surrogate pair in it."""
    return text.encode("utf-8", "surrogatepass")


def read(tokenizer: Any, text: str) -> list[Piece]:
    """The tokens that a tokenizer of any library makes of a text."""
    if isinstance(tokenizer, tuple):
        encode, tokens = tokenizer
        own_ids = list(encode(text))
        return pieces_of_bytes(text, own_ids, [tokens[id] for id in own_ids])
    library = library_of(tokenizer)
    if library == "tiktoken":
        ids = ids_of(tokenizer, text)
        token_bytes = list(map(tokenizer.decode_single_token_bytes, ids))
        in_bytes = pieces_of_bytes(text, ids, token_bytes)
        causes = _why_of_ranks(tokenizer, text, ids, [piece.span for piece in in_bytes])
        return [piece._replace(why=cause) for piece, cause in zip(in_bytes, causes)]
    if library == "sentencepiece":
        encoding = tokenizer.encode_as_offset_mapping(text)
        return pieces(text, encoding["pieces"], encoding["ids"], encoding["offsets"])
    if library == "transformers":
        encoding = tokenizer(text, return_offsets_mapping=True)
        ids = list(encoding["input_ids"])
        return pieces(
            text, tokenizer.convert_ids_to_tokens(ids), ids, encoding["offset_mapping"]
        )
    encoding = tokenizer(text) if callable(tokenizer) else tokenizer.encode(text)
    if hasattr(encoding, "offsets"):  # minitok and tokenizers
        unknown = {
            tokenizer.token_to_id(token): token
            for token in UNKNOWN
            if hasattr(tokenizer, "token_to_id")
        }
        # Unigram gives the characters of an unknown token.
        tokens = [
            unknown.get(id, token) for id, token in zip(encoding.ids, encoding.tokens)
        ]
        all_pieces = pieces(text, tokens, encoding.ids, encoding.offsets)
        why = (
            _why(tokenizer, text, encoding)
            if hasattr(tokenizer, "stages")
            else repeat("")
        )
        return [piece._replace(why=cause) for piece, cause in zip(all_pieces, why)]
    return [_plain(part, tokenizer) for part in encoding]


def _why(tok: Any, text: str, encoding: Any) -> Iterator[str]:
    """What made the cut before each token of one of our tokenizers."""
    raw = (
        tok.pre_tokenizer.pre_tokenize_str(text)
        if tok.normalizer and tok.pre_tokenizer
        else []
    )
    cuts_anyway = {place for _, span in raw for place in span}
    added = {id: token.content for id, token in tok.added_tokens.tokens.items()}
    is_added = [
        added.get(id) == text[slice(*span)]
        for id, span in zip(encoding.ids, encoding.offsets)
    ]
    yield from [""] * bool(encoding.ids)
    for here, (word, other) in enumerate(zip(encoding.word_ids, encoding.word_ids[1:])):
        between = range(encoding.offsets[here][1], encoding.offsets[here + 1][0] + 1)
        if word is None or other is None:
            yield ""
        elif any(is_added[here : here + 2]):
            yield "added"
        elif word == other:
            yield type(tok.model).__name__
        else:
            yield (
                "split"
                if not raw or any(place in cuts_anyway for place in between)
                else "normalizer"
            )


def _why_of_ranks(
    encoding: Any, text: str, ids: Sequence[int], spans: Sequence[Offsets | None]
) -> Iterator[str]:
    """The same for tiktoken: special tokens are cut out, and the pattern finds the words between them."""
    special = set(encoding._special_tokens.values())
    bounds = [
        0,
        *(
            place
            for id, span in zip(ids, spans)
            if id in special and span
            for place in span
        ),
        len(text),
    ]
    searches = (
        regex.finditer(encoding._pat_str, text, pos=a, endpos=b)
        for a, b in zip(bounds[::2], bounds[1::2])
    )
    words = {match.start() for matches in searches for match in matches}
    for span, id, before in zip(spans, ids, [None, *ids]):
        if before is None or span is None:
            yield ""
        else:
            yield (
                "added"
                if {id, before} & special
                else "split"
                if span[0] in words
                else "BPE"
            )


def size_of(tokenizer: Any) -> int:
    """How many tokens a tokenizer of any library has; 0 if it does not say."""
    if isinstance(tokenizer, tuple):
        return len(tokenizer[1])
    names = ("__len__", "n_vocab", "get_vocab_size", "get_piece_size", "vocab_size")
    value = next(
        (getattr(tokenizer, name) for name in names if hasattr(tokenizer, name)), 0
    )
    size = value() if callable(value) else value
    return size if isinstance(size, int) else 0


def _plain(part: Any, tokenizer: Any) -> Piece:
    """A token of some other tokenizer: an id that it can decode, or the piece of text itself."""
    if not isinstance(part, int):
        return Piece(
            str(part), None, part if isinstance(part, (str, bytes)) else str(part)
        )
    text = tokenizer.decode([part]) if hasattr(tokenizer, "decode") else str(part)
    return Piece(text, part, text)


def pieces_of_bytes(
    text: str, ids: Sequence[int], token_bytes: Sequence[bytes]
) -> list[Piece]:
    """Tokens that are bytes, in GPT-2's spelling, with the characters that they cover."""
    spelled = ["".join(BYTE_TO_CHAR[byte] for byte in data) for data in token_bytes]
    spans = spans_of_bytes(text, token_bytes)
    return list(map(Piece, spelled, ids, token_bytes, spans))


def pieces(
    text: str, tokens: Sequence[str], ids: Sequence[int], offsets: Sequence[Offsets]
) -> list[Piece]:
    """What each token stands for: bytes if the tokens spell them, else the characters that belong to it alone.

    A token that has neither, such as one that a template added, stands for itself; so does one for unknown characters.
    """
    spans = [(start, end) if start < end else None for start, end in offsets]
    spelled = [to_bytes(token) if span else b"" for token, span in zip(tokens, spans)]
    if None not in spelled and b"".join(filter(None, spelled)) == utf8(text):
        stand_for: list[str | bytes] = [
            part or token for part, token in zip(spelled, tokens)
        ]
    else:
        own = [
            "" if token in UNKNOWN else covered(text, offsets, place)
            for place, token in enumerate(tokens)
        ]
        all_of = zip(own, tokens, spelled)
        stand_for = [
            it if it == token else _one_byte(token) or it or half(data) or token
            for it, token, data in all_of
        ]
    return list(map(Piece, tokens, ids, stand_for, spans))


def covered(text: str, offsets: Sequence[Offsets], place: int) -> str:
    """The characters that belong to this token alone: those between its offsets, unless a neighbour has them too."""
    start, end = offsets[place]
    neighbours = [*offsets[max(place - 1, 0) : place], *offsets[place + 1 : place + 2]]
    shared = any(left < end and start < right for left, right in neighbours)
    return "" if shared else text[start:end]


def spans_of_bytes(text: str, data: Sequence[bytes]) -> Iterator[Offsets | None]:
    """The characters that bytes cover, if together they are the text: `é`, two bytes, gives (0, 1), (0, 1)."""
    if b"".join(data) != utf8(text):
        yield from (None for _ in data)
        return
    char_of = [place for place, char in enumerate(text) for _ in utf8(char)]
    ends = list(accumulate(map(len, data)))
    for part, end in zip(data, ends):
        yield (char_of[end - len(part)], char_of[end - 1] + 1) if part else None


def to_bytes(token: str) -> bytes | None:
    """The bytes that a token spells in GPT-2's printable characters, if it does: `Ġcaf` gives ` caf`."""
    try:
        return bytes(CHAR_TO_BYTE[char] for char in token)
    except KeyError:
        return None


def face_of(
    text: str | None, tokens: Sequence[str], offsets: Sequence[Offsets], place: int
) -> str | bytes:
    """What a chip shows of a token: the characters that are its own, the bytes of one that it shares, or its spelling.

    `ĠcafÃ` and `©` of ` café` are ` caf` with the byte c3, and the byte a9. A token for unknown characters is itself.
    """
    start, end = offsets[place]
    if text is None or start >= end or tokens[place] in UNKNOWN:
        return tokens[place]
    return (
        covered(text, offsets, place) or half(to_bytes(tokens[place])) or tokens[place]
    )


def spelled(tokens: Sequence[str]) -> Sequence[str | bytes]:
    """The bytes that tokens spell, if together these are a text: `Ġcaf` `Ã` `©` gives ` caf` c3 a9. Else the tokens."""
    data = [part for token in tokens if (part := to_bytes(token)) is not None]
    return tokens if len(data) < len(tokens) or half(b"".join(data)) else data


def half(data: bytes | None) -> bytes | None:
    """The bytes, if some of them are only part of a character."""
    return data if data and data.decode("utf-8", "ignore").encode() != data else None


def spell_out(face: str | bytes) -> str:
    """A text or bytes in one line: bytes that are not a whole character are in hex, so b" caf\xc3" gives `␣caf c3`."""
    if isinstance(face, str):
        return visible(face)
    runs = groupby(
        face[:MAX_VISIBLE].decode("utf-8", "surrogateescape"),
        lambda char: "\udc80" <= char <= "\udcff",
    )
    parts = ((broken, "".join(run)) for broken, run in runs)
    cells = (
        part.encode("utf-8", "surrogateescape").hex(" ") if broken else visible(part)
        for broken, part in parts
    )
    return " ".join(cells) + ("…" if len(face) > MAX_VISIBLE else "")


def chip_of(face: str | bytes, tone: str = "") -> str:
    """The chip of a text or of bytes; its edge is dashed if it holds part of a character."""
    if isinstance(face, str) or not half(face):
        return chip(face if isinstance(face, str) else face.decode(), tone)
    ground = f"mt-{tone} " if tone else ""
    return f'<code class="{ground}mt-broken mt-byte"><bdi>{escape_markup(spell_out(face))}</bdi></code>'


def _one_byte(token: str) -> bytes | None:
    match = BYTE_TOKEN.fullmatch(token)
    return bytes.fromhex(match[1]) if match else None
