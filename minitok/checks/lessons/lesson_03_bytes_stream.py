"""Lesson 03: bytes decoded while they arrive."""

import codecs
from collections.abc import Iterable, Iterator
from itertools import accumulate
from random import Random
from typing import Any

from ..exercise import Args, Program, exercise
from .trained import up_to_each

END = "the end"


def watched(program: Program, chunks: list[bytes]) -> dict[str, str] | None:
    """What comes of a stream: the text that came after each part, and what came at the end, if anything did."""
    came = {"part 1": ""}

    def feed() -> Iterator[bytes]:
        for number, chunk in enumerate(chunks, 1):
            came.setdefault(f"part {number}", "")
            yield chunk
        came[END] = ""

    texts = program(feed())
    for text in () if texts is None else texts:
        if not isinstance(text, str):
            raise TypeError(f"text is to be yielded, not {type(text).__name__}")
        came[[*came][-1]] += text
    return None if texts is None else {after: text for after, text in came.items() if text or after != END}


def so_far(came: dict[str, str], parts: int) -> list[int]:
    """How much text there is after each part."""
    return list(accumulate(len(came.get(f"part {number}", "")) for number in range(1, parts + 1)))


def soon_enough(expected: Any, got: Any, args: Args) -> bool:
    """The same text in all, and at no time less of it."""
    return got is not None and "".join(expected.values()) == "".join(got.values()) and not too_late(expected, got, args)


def too_late(expected: Any, got: Any, args: Args) -> str | None:
    """What is to be said of text that is right, or begins right, and comes late."""
    wanted, text = "".join(expected.values()), "".join(got.values())
    if wanted == text:
        for needed, there in zip(so_far(expected, len(args[0])), so_far(got, len(args[0]))):
            if there < needed and wanted[there] == "\ufffd":
                return "A `�` comes too late: bytes that can't become a character give it at once."
            if there < needed:
                return "The text is right, but comes too late: give each character as soon as its last byte is there."
    elif wanted.startswith(text):
        return "The text is not complete: something that waits is never given."
    elif len(text) > len(wanted):
        return "There is too much text: what has been given must not be given again."
    return None


def torn(random: Random, pieces: Iterable[bytes] = ("é".encode(), "€".encode(), "🍌".encode(), b"a")) -> Args:
    data = b"".join(random.choices([*pieces], k=4))
    cuts = sorted(random.sample(range(len(data) + 1), min(3, len(data))))
    return ([data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)])],)


def is_utf8(chunks: list[bytes]) -> bool:
    return b"".join(chunks).decode(errors="ignore").encode() == b"".join(chunks)


@exercise(
    "bytes.decode_stream",
    title="Decode a stream",
    example=([b"caf\xc3", b"\xa9!"],),
    cases=[([b"\xf0", b"\x9f", b"\x8d", b"\x8c"],), ([b"", b"a", b""],), ([b"\xef\xbf", b"\xbda"],), ([],)],
    generate=torn,
    valid=is_utf8,
    call=watched,
    same=soon_enough,
    remark=too_late,
    stages=lambda chunks: [("before part 1", ([],)), *up_to_each("part")(chunks)],
    hints=[
        "A character may begin in one part and end in the next, so something has to wait. What can you give at once?",
        "Put what waits in front of each new part. An unfinished character can only be at the end of that.",
        "`waiting.decode(errors='ignore')` leaves an unfinished character out. Give this text, and keep waiting the "
        "bytes after it: `waiting[len(text.encode()) :]`.",
    ],
    why="Only an unfinished character at the end waits, and everything before it comes at once.",
)
def decode_stream(chunks: Iterable[bytes]) -> Iterator[str]:
    r"""The text of bytes that arrive in parts, as soon as it is certain: b'caf\xc3', b'\xa9!' → 'caf', 'é!'."""
    waiting = b""
    for chunk in chunks:
        waiting += chunk
        text = waiting.decode("utf-8", errors="ignore")  # without an unfinished character at the end
        yield text
        waiting = waiting[len(text.encode("utf-8")) :]


decode_stream.known_slips("""
Each part is decoded by itself: a character that is cut in two becomes �.
    += chunk → = chunk ; "ignore" → "replace"
Each part is decoded by itself, and the bytes of a character that is cut in two are lost: keep them.
    += chunk → = chunk
`len(text)` counts characters: what you take from the front are bytes, `len(text.encode())`.
    text.encode("utf-8") → text
It waits for the end: give each character as soon as its bytes are there.
    iter([b"".join(chunks).decode("utf-8", errors="replace")])
""")


@exercise(
    "bytes.decode_stream_invalid",
    title="Decode a stream with invalid bytes",
    example=([b"a\xffb\xc3", b"\xa9"],),
    cases=[([b"\xe2\x28", b"\xa1"],), ([b"\xc0", b"\xaf"],), ([b"a", b"\xc3"],)],
    generate=lambda random: torn(random, [b"a", "é".encode(), "🍌".encode(), b"\xff", b"\xe2\x82", b"\x80"]),
    call=watched,
    same=soon_enough,
    remark=too_late,
    hints=[
        "Some bytes can never become a character, and there is no reason to wait for more. Which ones can still?",
        "`codecs.getincrementaldecoder('utf-8')` makes a decoder that keeps what may still become a character.",
        "`codecs.getincrementaldecoder('utf-8')('replace')` is the decoder: `decode(chunk)` for each part, and "
        "`decode(b'', final=True)` at the end.",
    ],
    why="The decoder holds back only what could still become a character, and the end decides about the rest.",
)
def decode_stream_invalid(chunks: Iterable[bytes]) -> Iterator[str]:
    r"""The text of bytes that may be invalid, as soon as it is certain: b'a\xff', b'\xc3' → 'a�', '�'."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    for chunk in chunks:
        yield decoder.decode(chunk)
    yield decoder.decode(b"", final=True)


decode_stream_invalid.known_slips("""
An invalid byte raises: it becomes �, as with `errors='replace'`.
    "replace" → "strict"
Invalid bytes are left out: each becomes �, as with `errors='replace'`.
    "replace" → "ignore"
What still waits at the end is lost: give it too, as �.
    final=True → final=False
Each part is decoded by itself: a character that is cut in two becomes �.
    decoder.decode(chunk) → chunk.decode("utf-8", "replace")
This is the program for valid UTF-8: here bytes may also be invalid, or the last character unfinished.
    decode_stream(chunks)
""")
