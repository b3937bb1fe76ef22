"""Lesson 03: text as bytes, bytes merged by rank, and bytes decoded while they arrive."""

import codecs
from collections.abc import Iterable, Iterator
from functools import partial
from random import Random
from typing import Any

from ..exercise import Args, Find, Found, Program, exercise
from .trained import after_each_merge, as_trained, byte_ranks, some_merges, some_word


def byte_by_byte(data: bytes | bytearray) -> str:
    """The decoder of the lesson, which is wrong."""
    return "".join(bytes([byte]).decode("utf-8", errors="replace") for byte in data)


def fools(data: Any) -> Found:
    if not isinstance(data, (bytes, bytearray)):
        return Found(False, "Bytes are asked for: a literal such as b'hug', or text.encode().")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        says = (
            f"These bytes are not UTF-8 at all ({error.reason} at place {error.start}): no decoder has a right answer."
        )
        return Found(False, says)
    if byte_by_byte(data) == text:
        return Found(
            False, "Each of these bytes is a character by itself (ASCII), so the decoder is right.", text, text
        )
    known = "Fewer than two bytes can't fool it." if len(data) == 2 else "Two bytes would do."
    return Found(True, f"The decoder is wrong here. {known}", text, byte_by_byte(data))


Find(
    name="bytes.fool_the_decoder",
    lesson=3,
    title="Fool the decoder",
    asked="Bytes that are valid UTF-8, and that a decoder gets wrong if it decodes every byte by itself.",
    answer="é".encode(),
    verify=fools,
    compared=("right text", "decoder"),
    hints=[
        "Which characters take more than one byte?",
        "Any character beyond ASCII: an accent, another script, an emoji.",
        "`'é'.encode()` gives its bytes.",
    ],
    why="`é` is two bytes in UTF-8, and neither of them is a character alone.",
)


def as_learned(word: bytes, ranks: dict[tuple[bytes, bytes], int]) -> bool:
    return as_trained(sorted(ranks, key=lambda pair: ranks[pair])) and len(set(ranks.values())) == len(ranks)


@exercise(
    "bytes.encode",
    title="Encode bytes by rank",
    example=(b"hugs", {(b"u", b"g"): 0, (b"h", b"ug"): 1}),
    cases=[
        (b"", {(b"a", b"b"): 0}),
        (b"a", {(b"a", b"b"): 0}),
        (b"abc", {(b"b", b"c"): 0, (b"a", b"b"): 1}),
        (b"aaaaa", {(b"a", b"a"): 0, (b"aa", b"aa"): 1}),
        (b"xyz", {(b"a", b"b"): 0}),
        (b"abab", {(b"a", b"b"): 0, (b"b", b"a"): 1}),
        (b"abc", {(b"a", b"b"): 0, (b"b", b"c"): 1, (b"a", b"bc"): 2}),
        ("né".encode(), {(b"\xc3", b"\xa9"): 0}),
        ("né".encode(), {(b"a", b"b"): 0}),
    ],
    generate=lambda random: (some_word(random).encode(), byte_ranks(some_merges(random))),
    valid=as_learned,
    stages=after_each_merge,
    hints=[
        "Begin with single bytes: `word[i : i + 1]` is a byte, `word[i]` is a number.",
        "Look at all pairs of neighbours, each time anew, and join the one of lowest rank, the leftmost among equals.",
        "`found = [(ranks[pair], i) for i, pair in enumerate(zip(tokens, tokens[1:])) if pair in ranks]`; while there "
        "are any, join at the `i` of `min(found)`.",
    ],
    why="After each merge only pairs that are still there can be joined, and none whose parts are gone.",
)
def encode(word: bytes, ranks: dict[tuple[bytes, bytes], int]) -> list[bytes]:
    """The tokens of a word, the pair of lowest rank joined first: b'hugs' → [b'hug', b's']."""
    tokens = [word[i : i + 1] for i in range(len(word))]
    while found := [(ranks[pair], i) for i, pair in enumerate(zip(tokens, tokens[1:])) if pair in ranks]:
        _, i = min(found)
        tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]
    return tokens


encode.slips = {
    "It joins the pair of highest rank first: lowest rank first, as training did.": lambda word, ranks: encode(
        word, {pair: -rank for pair, rank in ranks.items()}
    ),
    "It joins from left to right: lowest rank first.": lambda word, ranks: encode(word, dict.fromkeys(ranks, 0)),
    "The pair of rank 0 is not joined here. In Python 0 counts as false: do you ask `if rank`?": lambda word, ranks: (
        encode(word, {pair: rank for pair, rank in ranks.items() if rank})
    ),
}


@encode.slip("It goes over the pairs of the beginning: after a merge its neighbours have other pairs.")
def stale(word, ranks):
    tokens = [word[i : i + 1] for i in range(len(word))]
    return encode(word, {pair: ranks[pair] for pair in zip(tokens, tokens[1:]) if pair in ranks})


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
    same=soon_enough,
    stages="output",
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


decode_stream.slips = {
    "Each part is decoded by itself: a character that is cut in two becomes �.": lambda chunks: (
        chunk.decode("utf-8", errors="replace") for chunk in chunks
    ),
    "It waits for the end: give each character as soon as its bytes are there.": lambda chunks: iter(
        [b"".join(chunks).decode("utf-8", errors="replace")]
    ),
    "An invalid byte raises: it becomes �, as with `errors='replace'`.": partial(codecs.iterdecode, encoding="utf-8"),
    "What still waits at the end gets lost: decode it too, as �.": lambda chunks: map(
        codecs.getincrementaldecoder("utf-8")("replace").decode, chunks
    ),
}


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
