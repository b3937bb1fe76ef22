"""Lesson 03: text as bytes, words that keep their spaces, bytes merged by rank, streams, and GPT-2's split pattern."""

import re
from ast import literal_eval
from collections import Counter
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

import regex

from minitok import naive_bpe
from minitok.naive_bpe import merge_pair
from minitok.patterns import GPT2_PATTERN, compile_source
from minitok_course.exercises.exercise import Args, Find, Found, Program, exercise
from minitok_course.exercises.judge import of_another_kind
from minitok_course.exercises.lessons.exhibits import exhibit
from minitok_course.exercises.lessons.trained import (
    after_each_merge,
    as_trained,
    byte_ranks,
    of_tokens,
    some_merges,
    some_word,
    up_to_each,
)


def byte_by_byte(data: bytes | bytearray) -> str:
    """The decoder of the lesson, which is wrong."""
    return "".join(bytes([byte]).decode("utf-8", errors="replace") for byte in data)


def fools(data: Any) -> Found:
    if not isinstance(data, (bytes, bytearray)):
        return Found(
            False, "This has to be bytes: a literal such as b'hug', or text.encode()."
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        says = f"These bytes are not UTF-8 at all ({error.reason} at place {error.start}): no decoder can be right."
        return Found(False, says)
    if not data:
        return Found(False, "There are no bytes in it, so nothing can go wrong.")
    if byte_by_byte(data) == text:
        return Found(
            False,
            "Each of these bytes is a character on its own (ASCII): the decoder is right.",
            text,
            text,
        )
    known = (
        "Fewer than two bytes can't fool it."
        if len(data) == 2
        else "Two bytes would do."
    )
    return Found(True, f"The decoder is wrong here. {known}", text, byte_by_byte(data))


Find(
    name="bytes.fool_the_decoder",
    answer="é".encode(),
    verify=fools,
    compared=("right text", "decoder"),
)


def as_learned(word: bytes, ranks: dict[tuple[bytes, bytes], int]) -> bool:
    return as_trained(sorted(ranks, key=lambda pair: ranks[pair])) and len(
        set(ranks.values())
    ) == len(ranks)


def shuffled(random: Random) -> Args:
    """A word and ranks, which a dict may hold in any order."""
    ranks = list(byte_ranks(some_merges(random)).items())
    return some_word(random).encode(), dict(random.sample(ranks, len(ranks)))


class OnlyAsked(dict):  # type: ignore[type-arg]
    """Ranks that a program may ask for, and may not go through."""

    def __iter__(self) -> Any:
        raise TypeError("all ranks are gone through")

    def __copy__(self) -> "OnlyAsked":
        return self

    keys = values = items = __iter__


@exercise(
    "bytes.encode",
    example=(b"hugs", {(b"u", b"g"): 0, (b"h", b"ug"): 1}),
    cases=[
        (b"", {}),
        (b"abc", {(b"a", b"bc"): 2, (b"b", b"c"): 1, (b"a", b"b"): 0}),
        (b"\xc3\xa9", {(b"\xc3", b"\xa9"): 0}),
        (b"\xc3\xa9", {}),
        (b"abc", {(b"a", b"b"): 0, (b"ab", b"c"): 1}),
        (b"hugs", {(b"u", b"g"): 300, (b"h", b"ug"): 700}),
        (
            b"abcde",
            {(b"b", b"c"): 0, (b"a", b"b"): 1, (b"c", b"d"): 2, (b"d", b"e"): 3},
        ),
    ],
    generate=shuffled,
    valid=as_learned,
    remark=of_tokens,
    stages=after_each_merge,
    left_open=[
        (
            (b"hugs", OnlyAsked({(b"u", b"g"): 0, (b"h", b"ug"): 1})),
            "But it goes through all the ranks, and GPT-4 has 100,000. Look only at the pairs in the word.",
        )
    ],
)
def encode(word: bytes, ranks: dict[tuple[bytes, bytes], int]) -> list[bytes]:
    """The tokens of a word, with the lowest-ranked pair joined first: b'hugs' → [b'hug', b's']."""
    tokens = [word[i : i + 1] for i in range(len(word))]
    while found := [
        (ranks[pair], i)
        for i, pair in enumerate(zip(tokens, tokens[1:]))
        if pair in ranks
    ]:
        _, i = min(found)
        tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]
    return tokens


class Entry(NamedTuple):
    """A byte whose character is looked at. The program has no arguments, so a case shows nothing of it."""

    byte: int

    def __repr__(self) -> str:
        return ""


EXAMPLE = Entry(97)


def looked_up(program: Program, entry: Entry = EXAMPLE) -> Any:
    """The entry of a table for this byte, and the entries that no table should have."""
    table = program()
    if not isinstance(table, dict):
        return table
    return {
        key: char
        for key, char in table.items()
        if key == entry.byte or key not in range(256)
    }


def of_this_byte(expected: dict[int, str], got: dict[int, Any], args: Args) -> str:
    ((byte, char),) = expected.items()
    if any(not isinstance(key, int) for key in got):
        return f"The keys are numbers from 0 to 255, such as {byte}, not bytes or characters."
    if byte not in got:
        return f"Byte {byte} is missing: the table has all 256."
    if len(got) > 1:
        return "The table has keys that aren't bytes: bytes go from 0 to 255."
    if not isinstance(got[byte], str):
        return f"The values are characters, such as {char!r}: `chr({ord(char)})`."
    if char == chr(byte):
        return f"Byte {byte} has a character that you can see, {char!r}, and keeps it."
    if got[byte] == chr(byte):
        return f"Byte {byte} has no character that you can see, so it has to move."
    return "The bytes that move get 256, 257, 258 and so on, in order and without gaps."


@exercise(
    "bytes.byte_to_char",
    example=(),
    cases=[(Entry(byte),) for byte in (*range(33, 127), 10, *range(256))],
    call=looked_up,
    remark=of_this_byte,
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


def clear_spaces(text: str) -> bool:
    """Whether each run of whitespace is of one kind, apart from the one space of the word after it."""
    runs = [
        run.removesuffix(" ") if rest else run
        for run, rest in re.findall(r"(\s+)(\S?)", text)
    ]
    return all(len(set(run)) <= 1 for run in runs)


def of_pieces(expected: Any, got: Any, args: Args) -> str | None:
    if "".join(got) != args[0]:
        return "Something is lost or added: joined together, the pieces must give back the text."
    if "" in got:
        return "An empty piece isn't a piece: leave it out."
    if re.search(r"\S\0\S", "\0".join(got)):
        return "You cut a word apart: punctuation stays with it, and only whitespace ends it."
    return "You cut elsewhere: one space belongs to the word after it, and other whitespace is a piece of its own."


@exercise(
    "bytes.split",
    example=("a  b\n\nc! ",),
    cases=[
        ("a  b",),
        ("a\nb",),
        ("a ",),
        ("",),
        (" a",),
        ("a\n b",),
        ("  ",),
        ("it's 3.5",),
        ("a\n\n\nb",),
    ],
    generate=lambda random: (
        "".join(
            random.choices(["a", "b!", "é", " ", "  ", "\n", "\n\n", "\t", " c"], k=5)
        ),
    ),
    valid=clear_spaces,
    remark=of_pieces,
)
def split(text: str) -> list[str]:
    """The words of a text, each with the space before it: 'a  b' → ['a', ' ', ' b']."""
    return re.findall(r" ?\S+|\s+?(?= ?\S)|\s+", text)


DRAWS = 1000


class Dice(Random):
    """A random source whose repr is its seed."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.name = f"Random({seed})"

    def __repr__(self) -> str:
        return self.name


Dice.__name__ = "Random"  # as an error calls it


class Often(NamedTuple):
    """How often each result comes; nothing if they differ, and chance comes from elsewhere."""

    times: dict[tuple[bytes, ...], int]

    def __repr__(self) -> str:
        what = "results that differ, and nothing drawn from `random`"
        if self.times:
            what = f"how often each result: {self.times}"
        return f"in {DRAWS:,} calls, {what}"


def drawn(program: Program, word: bytes, ranks: Any, p: float, random: Random) -> Any:
    """The tokens if chance plays no part; else how often each result comes in a thousand calls."""
    if p in (0.0, 1.0):
        return program(word, ranks, p, random)
    before = random.getstate()
    results = [program(word, ranks, p, random) for _ in range(DRAWS)]
    if None in results:
        return None
    times = dict(Counter(map(tuple, results)).most_common())
    is_elsewhere = len(times) > 1 and random.getstate() == before
    return Often({} if is_elsewhere else times)


def about_as_often(expected: Any, got: Any, args: Args) -> bool:
    if not isinstance(expected, Often):
        return isinstance(got, (list, tuple)) and list(expected) == list(got)
    if not isinstance(got, Often):
        return False
    results = {*expected.times, *got.times}
    return all(
        abs(expected.times.get(one, 0) - got.times.get(one, 0)) <= 0.12 * DRAWS
        for one in results
    )


def of_chances(expected: Any, got: Any, args: Args) -> str:
    word, ranks, p, _ = args
    if p == 1.0:
        return "With p = 1, every merge is dropped: only the single bytes are left."
    if p == 0.0:
        return (
            f"With p = 0, nothing is dropped. {of_tokens(expected, got, (word, ranks))}"
        )
    for tokens in got.times:
        if b"".join(tokens) != word:
            return of_tokens(expected, tokens, (word, ranks))
    if not got.times:
        return "You don't use the `random` that you are given: call `random.random()`."
    return "Some results come too often, others too rarely: at every step, drop each place on its own."


def dropped(random: Random) -> Args:
    word, ranks = some_word(random).encode(), byte_ranks(some_merges(random))
    return word, ranks, random.choice([0.0, 1.0]), Dice(random.randrange(100))


RANKS = {(b"b", b"c"): 0, (b"a", b"b"): 1}


@exercise(
    "bytes.dropout",
    example=(b"hugs", {(b"u", b"g"): 0, (b"h", b"ug"): 1}, 0.0, Dice(1)),
    cases=[
        (word, RANKS, p, Dice(4))
        for word, p in ((b"ab", 0.1), (b"abab", 0.5), (b"abc", 0.3), (b"\xc3\xa9", 1.0))
    ],
    generate=dropped,
    valid=lambda word, ranks, p, random: as_learned(word, ranks) and 0 <= p <= 1,
    call=drawn,
    same=about_as_often,
    remark=of_chances,
)
def dropout(
    word: bytes, ranks: dict[tuple[bytes, bytes], int], p: float, random: Random
) -> list[bytes]:
    """The tokens of a word, each place for a merge dropped with probability p at each step: p = 1 → single bytes."""
    tokens = [word[i : i + 1] for i in range(len(word))]
    while found := [
        (ranks[pair], i)
        for i, pair in enumerate(zip(tokens, tokens[1:]))
        if pair in ranks and random.random() >= p
    ]:
        _, i = min(found)
        tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]
    return tokens


OTHER = Random(0)


@dataclass
class Came:
    """What came out of a stream: the text after each part, and the text at the end. No texts if it is no stream."""

    texts: tuple[str, ...]
    instead: Any = None

    def __repr__(self) -> str:
        if not self.texts:
            return repr(self.instead)
        *parts, end = self.texts
        came = [f"after part {n}: {text!r}" for n, text in enumerate(parts, 1)]
        if end or not came:
            came.append(f"at the end: {end!r}")
        return ", ".join(came)


def watched(program: Program, chunks: list[bytes]) -> Came | None:
    """The text that comes after each part, and at the end."""
    came = [""]

    def feed() -> Iterator[bytes]:
        for number, chunk in enumerate(chunks):
            if number:
                came.append("")
            yield chunk
        came.append("")

    texts = program(feed())
    if texts is None:
        return None
    if isinstance(texts, Sized) or not isinstance(texts, Iterable):
        return Came((), texts)
    for text in texts:
        if not isinstance(text, str):
            return Came((), text)
        came[-1] += text
    came += [""] * (len(chunks) + 1 - len(came))
    return Came(tuple(came))


def soon_enough(expected: Came, got: Any, args: Args) -> bool:
    """Whether the text is the same, and never behind."""
    if got is None or "".join(expected.texts) != "".join(got.texts):
        return False
    return too_late(expected, got, args) is None


def too_late(expected: Came, got: Came, args: Args) -> str | None:
    """A sentence about text that is right, or begins right, but comes late."""
    wanted, text = "".join(expected.texts), "".join(got.texts)
    if not got.texts:
        asked = "a str from each `yield`, as soon as its bytes are there"
        return of_another_kind(got.instead, asked)
    if wanted == text:
        lengths = zip(*(accumulate(map(len, came.texts)) for came in (expected, got)))
        for needed, there in lengths:
            if there < needed and wanted[there] == "\ufffd":
                return "A `�` comes too late: bytes that can't become a character give it at once."
            if there < needed:
                return "The text is right, but comes too late: give each character as soon as its last byte is there."
    elif wanted.startswith(text):
        return "Some of the text never comes: bytes that are not a character yet have to wait, and come later."
    elif len(text) > len(wanted):
        if text.replace("\ufffd", "") == wanted.replace("\ufffd", ""):
            return "There are too many `�`: bytes that begin one character become one, not one each."
        if not {*text} - {*wanted}:
            return "There is too much text: yield each piece only once."
    return None


def of_stream(expected: Came, got: Came, args: Args) -> str:
    if late := too_late(expected, got, args):
        return late
    text = "".join(expected.texts)
    return f"Joined together, your texts should be {text!r}: decode each part with the bytes that are still waiting."


def torn(
    random: Random,
    pieces: Iterable[bytes] = ("é".encode(), "€".encode(), "🍌".encode(), b"a"),
) -> Args:
    data = b"".join(random.choices([*pieces], k=4))
    cuts = sorted(random.sample(range(len(data) + 1), min(3, len(data))))
    return ([data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)])],)


@exercise(
    "bytes.decode_stream",
    example=([b"caf\xc3", b"\xa9!"],),
    cases=[
        ([b"\xf0", b"\x9f", b"\x8d", b"\x8c"],),
        ([b"", b"a", b""],),
        ([b"\xef\xbf", b"\xbda"],),
        ([],),
    ],
    generate=torn,
    valid=lambda chunks: (
        b"".join(chunks).decode(errors="ignore").encode() == b"".join(chunks)
    ),
    call=watched,
    same=soon_enough,
    remark=of_stream,
    stages=lambda chunks: [("before part 1", ([],)), *up_to_each("part")(chunks)],
)
def decode_stream(chunks: Iterable[bytes]) -> Iterator[str]:
    r"""The text of bytes that arrive in parts, as soon as it is certain: b'caf\xc3', b'\xa9!' → 'caf', 'é!'."""
    waiting = b""
    for chunk in chunks:
        waiting += chunk
        text = waiting.decode(
            "utf-8", errors="ignore"
        )  # without an unfinished character at the end
        yield text
        waiting = waiting[len(text.encode("utf-8")) :]


SECONDS = 0.2  # for the matches in one text


class Raw(str):
    r"""A pattern whose repr is Python without doubled backslashes: r"\s+"."""

    def __repr__(self) -> str:
        return f'r"{self}"'


def others() -> Iterator[str]:
    """Texts that no stage has, the shorter ones first: mixed ones, and long runs, on which a pattern may be slow."""
    parts = [
        "a",
        "é",
        "B",
        "1",
        "23",
        "'s",
        "'ll",
        "'",
        "  ",
        " ",
        "\n",
        "\n\n",
        "\t",
        "_",
        "!?",
        "—",
        "'S",
        "я",
        "’t",
        "½",
        "²",
        "ि",
    ]
    random = Random("bytes.gpt2_pattern")
    yield from sorted(
        ("".join(random.choices(parts, k=random.randint(2, 6))) for _ in range(300)),
        key=len,
    )
    yield from (
        f"{char * 60}{last}" for char in "a1! \n" for last in ("", "a", "1", "!")
    )


def cuts_like_gpt2(value: Any) -> Found:
    if not isinstance(value, str):
        return Found(False, "Write the pattern as a string: r'…'.")
    try:
        pattern = compile_source(value)
    except ValueError as error:
        return Found(False, f"{error}.")
    if pattern.groups:
        says = "It has a group that captures, so `findall` returns only the group: write `(?:…)` instead of `(…)`."
        return Found(False, says)
    for sentence, texts in PATTERN.known_slips.items():
        before = STAGES.index(sentence.partition(": ")[0])
        done = ["", "Stage 1 is right. ", f"The first {before} stages are right. "][
            min(before, 2)
        ]
        for text in map(literal_eval, texts):
            if wrong := cut_wrong(
                pattern, text, f"{done}Stage {before + 1} of {len(STAGES)}, {sentence}"
            ):
                return wrong
    for text in others():
        if wrong := cut_wrong(
            pattern, text, "All the stages are right, but GPT-2 cuts this differently."
        ):
            return wrong
    return Found(
        True, f"All {len(STAGES)} stages are right: it cuts as GPT-2's pattern does."
    )


def cut_wrong(pattern: Any, text: str, says: str) -> Found | None:
    """What is wrong if a text is not cut as GPT-2 cuts it; else None."""
    right = regex.findall(GPT2_PATTERN, text)
    try:
        words = [match.group() for match in pattern.finditer(text, timeout=SECONDS)]
    except TimeoutError:
        return Found(
            False,
            f"It takes far too long on {text!r}: is there a `+` or a `*` inside another one?",
            right,
        )
    if "" in words:
        says = f"It matches the empty text, too: `+` means one or more, but `*` and `?` can match nothing. {says}"
    elif "".join(words) != text:
        says += " Yours leaves out part of the text."
    return None if words == right else Found(False, says, right, words)


PATTERN = Find(
    name="bytes.gpt2_pattern",
    answer=Raw(GPT2_PATTERN),
    verify=cuts_like_gpt2,
    compared=("GPT-2's words", "yours"),
)
# Each sentence begins with a stage.
STAGES = [
    *dict.fromkeys(sentence.partition(": ")[0] for sentence in PATTERN.known_slips)
]


HE_RANKS = {("h", "e"): 0, ("t", "he"): 1, ("t", "h"): 2, ("i", "n"): 3, ("in", "g"): 4}


def rarest_first(text: str) -> list[str]:
    tokens = list(text)
    while pairs := [pair for pair in zip(tokens, tokens[1:]) if pair in HE_RANKS]:
        best = max(pairs, key=lambda pair: HE_RANKS[pair])
        tokens = list(merge_pair(tokens, best))
    return tokens


exhibit(
    "rarest_first",
    wrong=rarest_first,
    right=lambda text: naive_bpe.encode(text, HE_RANKS),
    answer="the",
)
