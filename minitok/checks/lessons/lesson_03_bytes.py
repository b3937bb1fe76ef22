"""Lesson 03: text as bytes, and bytes merged by rank."""

from typing import Any

from minitok import naive_bpe

from ..exercise import Find, Found, exercise
from .trained import as_trained, byte_ranks, some_merges, some_word


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
    level="easy",
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

Ranks = dict[tuple[bytes, bytes], int]


def as_learned(word: bytes, ranks: Ranks) -> bool:
    merges = sorted(ranks, key=lambda pair: ranks[pair])
    return (
        as_trained(merges) and len(set(ranks.values())) == len(ranks) and all(len(b) == 1 for b in [word[:1] or b"-"])
    )


@exercise(
    "bytes.encode",
    lesson=3,
    level="medium",
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


def encoding(word, ranks, choose, first=None):
    """Encode with another choice of the next pair, or from other first tokens: the frame of the slips below."""
    tokens = [word[i : i + 1] for i in range(len(word))] if first is None else first
    while found := [(ranks[pair], i) for i, pair in enumerate(zip(tokens, tokens[1:])) if pair in ranks]:
        i = choose(found)
        tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]
    return tokens


@encode.slip("It begins with characters: `é` is two bytes, and begins as two tokens.")
def by_characters(word, ranks):
    first = [char.encode() for char in word.decode(errors="ignore")]
    return encoding(word, ranks, lambda found: min(found)[1], first)


@encode.slip("It joins the pair of highest rank first: lowest rank first, as training did.")
def rarest(word, ranks):
    return encoding(word, ranks, lambda found: max(found, key=lambda one: (one[0], -one[1]))[1])


@encode.slip("It joins from left to right, whatever the rank: lowest rank first.")
def leftmost(word, ranks):
    return encoding(word, ranks, lambda found: found[0][1])


@encode.slip("It joins from right to left, whatever the rank: lowest rank first.")
def from_the_right(word, ranks):
    return encoding(word, ranks, lambda found: found[-1][1])


@encode.slip("Of equal ranks it joins the rightmost: the leftmost goes first.")
def rightmost(word, ranks):
    return encoding(word, ranks, lambda found: min(found, key=lambda one: (one[0], -one[1]))[1])


@encode.slip("It joins pairs that have no rank, too: stop when none of the word's pairs is in `ranks`.")
def without_a_rank(word, ranks):
    tokens = [word[i : i + 1] for i in range(len(word))]
    while len(tokens) > 1:
        i = min(range(len(tokens) - 1), key=lambda i: ranks.get((tokens[i], tokens[i + 1]), len(ranks)))
        tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]
    return tokens


@encode.slip("Nothing is joined here.")
def left_alone(word, ranks):
    return encode(word, {})


@encode.slip("The pair of rank 0 is not joined here. In Python 0 counts as false: do you ask `if rank`?")
def without_rank_0(word, ranks):
    return encode(word, {pair: rank for pair, rank in ranks.items() if rank})


@encode.slip("It gives numbers: a byte of a `bytes` object is a number, and a slice of one byte is bytes.")
def numbers(word, ranks):
    return list(word)


@encode.slip("It joins what makes a known token together: only two tokens that are a pair in `ranks` are joined.")
def by_joint_bytes(word, ranks):
    made = {left + right: rank for (left, right), rank in ranks.items()}
    return encode(word, {(token[:i], token[i:]): rank for token, rank in made.items() for i in range(1, len(token))})


@encode.slip("This is longest match: BPE joins by rank.")
def longest_match(word, ranks):
    known, tokens = {left + right for left, right in ranks}, []
    while word:
        end = max((end for end in range(1, len(word) + 1) if word[:end] in known), default=1)
        tokens.append(word[:end])
        word = word[end:]
    return tokens


@encode.slip("It goes over the pairs of the beginning: after a merge its neighbours have other pairs.")
def stale(word, ranks):
    tokens = [word[i : i + 1] for i in range(len(word))]
    for pair in sorted({pair for pair in zip(tokens, tokens[1:]) if pair in ranks}, key=ranks.get):
        tokens = naive_bpe.merge_pair(tokens, pair, b"".join(pair))
    return tokens
