"""Lesson 03: decode bytes while they arrive."""

import codecs
from collections.abc import Iterable, Iterator
from random import Random

from ..exercise import Args, Program, exercise


def watched(program: Program, chunks: list[bytes]) -> list[str] | None:
    """What comes of a stream, a string for what came after each part and one for what came at the end."""
    came = [""]

    def feed() -> Iterator[bytes]:
        for number, chunk in enumerate(chunks):
            if number:
                came.append("")
            yield chunk
        came.append("")

    texts = program(feed())
    for text in () if texts is None else texts:
        if not isinstance(text, str):
            raise TypeError(f"text is to be yielded, not {type(text).__name__}")
        came[-1] += text
    return None if texts is None else [*came, *[""] * (len(chunks) + 1 - len(came))]


def incremental(chunks: Iterable[bytes]) -> Iterator[str]:
    """The oracle: Python's own incremental decoder."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    for chunk in chunks:
        yield decoder.decode(chunk)
    yield decoder.decode(b"", final=True)


def soon_enough(expected: list[str], got: list[str] | None, args: Args) -> bool:
    """The same text in all, and at no time less of it."""
    if got is None or "".join(expected) != "".join(got):
        return False
    sums = [(len("".join(expected[:n])), len("".join(got[:n]))) for n in range(1, len(expected))]
    return all(wanted <= came for wanted, came in sums)


def torn(random: Random) -> Args:
    data = b"".join(random.choices([b"a", "é".encode(), "€".encode(), "🍌".encode(), b"\xff", b"\xe2\x82"], k=4))
    cuts = sorted(random.sample(range(len(data) + 1), min(3, len(data))))
    return ([data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)])],)


@exercise(
    "bytes.decode_stream",
    lesson=3,
    level="medium",
    title="Decode a stream",
    example=([b"caf\xc3", b"\xa9!"],),
    cases=[
        ([b"\xf0\x9f", b"\x8d", b"\x8c"],),
        ([b"\xf0", b"\x9f", b"\x8d", b"\x8c"],),
        ([b"a\xffb"],),
        ([b"a", b"\xc3"],),
        ([b"\xe2\x82", b"a"],),
        ([b"", b"a", b""],),
        ([b"a", b"b"],),
    ],
    generate=torn,
    call=watched,
    oracle=incremental,
    same=soon_enough,
    hints=[
        "A character may begin in one part and end in the next, so something has to wait. What may come at once?",
        "Keep the bytes that could still become a character, at most three. Empty what waits when the stream ends.",
        "`codecs.getincrementaldecoder('utf-8')('replace')` keeps them for you: `decode(chunk)` for each part, and "
        "`decode(b'', final=True)` at the end.",
    ],
    why="The decoder holds back only what could still become a character, and gives the rest at once.",
)
def decode_stream(chunks: Iterable[bytes]) -> Iterator[str]:
    r"""The text of bytes that arrive in parts, as soon as it is certain: b'caf\xc3', b'\xa9!' → 'caf', 'é!'."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    for chunk in chunks:
        yield decoder.decode(chunk)
    yield decoder.decode(b"", final=True)


@decode_stream.slip("Each part is decoded by itself: a character that is cut in two becomes �.")
def part_by_part(chunks):
    for chunk in chunks:
        yield chunk.decode("utf-8", errors="replace")


@decode_stream.slip(
    "Bytes are left out: keep those of a character until the rest comes, and give � for what is invalid."
)
def ignoring(chunks):
    for chunk in chunks:
        yield chunk.decode("utf-8", errors="ignore")


@decode_stream.slip("What is invalid is left out: it becomes �, as with `errors='replace'`.")
def invalid_left_out(chunks):
    decoder = codecs.getincrementaldecoder("utf-8")("ignore")
    for chunk in chunks:
        yield decoder.decode(chunk)
    yield decoder.decode(b"", final=True)


@decode_stream.slip("It waits for the end: give each character as soon as its bytes are there.")
def at_the_end(chunks):
    yield b"".join(chunks).decode("utf-8", errors="replace")


@decode_stream.slip("What still waits at the end gets lost: decode it too, as �.")
def no_flush(chunks):
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    for chunk in chunks:
        yield decoder.decode(chunk)


@decode_stream.slip("An invalid byte raises: it becomes �, as with `errors='replace'`.")
def strict(chunks):
    decoder = codecs.getincrementaldecoder("utf-8")()
    for chunk in chunks:
        yield decoder.decode(chunk)
    yield decoder.decode(b"", final=True)


@decode_stream.slip("It holds finished characters back with the unfinished one: give those that are complete.")
def all_with_the_last(chunks):
    waiting = b""
    for chunk in chunks:
        waiting += chunk
        text = waiting.decode("utf-8", errors="replace")
        if not text.endswith("�"):
            yield text
            waiting = b""
    yield waiting.decode("utf-8", errors="replace")


@decode_stream.slip("It keeps all bytes until the whole decodes: an invalid byte makes everything after it wait.")
def all_or_nothing(chunks):
    waiting = b""
    for chunk in chunks:
        waiting += chunk
        try:
            text = waiting.decode("utf-8")
        except UnicodeDecodeError:
            continue
        yield text
        waiting = b""
    yield waiting.decode("utf-8", errors="replace")
