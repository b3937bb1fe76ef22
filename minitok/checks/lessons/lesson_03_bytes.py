"""Lesson 03: text as bytes, bytes as printable characters, and bytes merged by rank."""

from random import Random
from typing import Any, NamedTuple

from minitok.naive_bpe import merge_pair

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
        says = f"These bytes are not UTF-8 at all ({error.reason} at place {error.start}): no decoder can be right."
        return Found(False, says)
    if byte_by_byte(data) == text:
        return Found(False, "Each of these bytes is a character by itself (ASCII): the decoder is right.", text, text)
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


def shuffled(random: Random) -> Args:
    """A word and ranks, which a dict may hold in any order."""
    ranks = list(byte_ranks(some_merges(random)).items())
    return some_word(random).encode(), dict(random.sample(ranks, len(ranks)))


def of_these_tokens(expected: list[bytes], got: list[bytes], args: Args) -> str | None:
    word, ranks = args
    if b"".join(got) != word:
        return "Bytes are lost or added: joined together, the tokens must give back the word."
    if any(pair in ranks for pair in zip(got, got[1:])):
        return "Two neighbours of the answer have a rank, so they have to be joined: repeat until there are none."
    return "Where a pair occurs twice, the leftmost is joined first." if sorted(expected) == sorted(got) else None


@exercise(
    "bytes.encode",
    title="Encode bytes by rank",
    example=(b"hugs", {(b"u", b"g"): 0, (b"h", b"ug"): 1}),
    cases=[
        (b"", {}),
        (b"abc", {(b"a", b"bc"): 2, (b"b", b"c"): 1, (b"a", b"b"): 0}),
        (b"\xc3\xa9", {(b"\xc3", b"\xa9"): 0}),
    ],
    generate=shuffled,
    valid=as_learned,
    remark=of_these_tokens,
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


encode.known_slips("""
It joins the pair of highest rank first: lowest rank first, as training did.
    (ranks[pair], i) → (-ranks[pair], i)
It joins from left to right: lowest rank first.
    (ranks[pair], i) → (0, i)
Not every pair has a rank: ask `pair in ranks` first.
     if pair in ranks] → ]
The pair of rank 0 is not joined here. In Python 0 counts as false: do you ask `if rank`?
    if pair in ranks → if ranks.get(pair)
It goes over the pairs of the beginning: after a merge its neighbours have other pairs.
    encode(word, {pair: ranks[pair] for pair in ranks if max(map(len, pair)) == 1 and b"".join(pair) in word})
This is longest match: BPE joins the pair of lowest rank, however short the tokens become.
    re.findall(b"|".join([*sorted(map(b"".join, ranks), key=len, reverse=True), b"(?s:.)"]), word)
""")


@encode.slip("It makes the merges in the order of the dict: the ranks give the order, lowest first.")
def in_the_order_of_the_dict(word, ranks):
    tokens = [word[i : i + 1] for i in range(len(word))]
    for pair in ranks:
        tokens = merge_pair(tokens, pair, b"".join(pair))
    return tokens


class Entry(NamedTuple):
    """A byte whose character is looked at. The program has no arguments, so nothing is shown of it."""

    byte: int

    def __repr__(self) -> str:
        return ""


EXAMPLE = Entry(97)


def looked_up(program: Program, entry: Entry = EXAMPLE) -> Any:
    """The entry of a table, by its byte, and entries that no table should have."""
    table = program()
    if not isinstance(table, dict):
        return table
    return {key: char for key, char in table.items() if key == entry.byte or key not in range(256)}


def of_this_byte(expected: dict[int, str], got: dict[int, Any], args: Args) -> str:
    ((byte, char),) = expected.items()
    if byte not in got:
        return f"Byte {byte} is missing: the table has all 256."
    if len(got) > 1:
        return "The table has keys that are no bytes: they go from 0 to 255."
    if not isinstance(got[byte], str):
        return f"The values are characters, such as {char!r}: `chr({ord(char)})`."
    if char == chr(byte):
        return f"Byte {byte} has a character that you can see, {char!r}, so it keeps it."
    if got[byte] == chr(byte):
        return f"Byte {byte} has no character that you can see, so it has to move."
    return "The bytes that move get 256, 257, 258 and so on, in their order and without gaps."


@exercise(
    "bytes.byte_to_char",
    title="A character for each byte",
    example=(),
    cases=[(Entry(byte),) for byte in (32, 10, 0, 33, 126, 127, 160, 161, 173, 174, 128, 255, *range(256))],
    generate=lambda random: (Entry(random.randrange(256)),),
    call=looked_up,
    remark=of_this_byte,
    hints=[
        "Go through the bytes in order. `chr(byte).isprintable()` says whether a byte keeps its character; which "
        "printable character has to move all the same?",
        "Count those that move: the first gets `chr(256)`, the second `chr(257)`.",
        "Begin with `table, moved = {}, 0`. If the byte moves, `table[byte] = chr(256 + moved)` and `moved += 1`.",
    ],
    why="The space is the 33rd byte that moves, after the bytes 0 to 31, so it is `chr(256 + 32)`, `Ġ`.",
)
def byte_to_char() -> dict[int, str]:
    """A printable character for each of the 256 bytes: 97 → 'a', 32 → 'Ġ'."""
    table, moved = {}, 0
    for byte in range(256):
        if chr(byte).isprintable() and chr(byte) != " ":
            table[byte] = chr(byte)
        else:
            table[byte] = chr(256 + moved)
            moved += 1
    return table


byte_to_char.known_slips("""
It is the wrong way round: the byte is the key, and the character its value.
    {char: byte for byte, char in byte_to_char().items()}
The space keeps its character: Python calls it printable, but nobody sees it, so it has to move.
    and chr(byte) != " " → and True
""")
