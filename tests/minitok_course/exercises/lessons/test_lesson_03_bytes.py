import codecs
import re

import regex
from attempts import right, wrong, wrong_ones

from minitok_course.exercises.exercise import EXERCISES

test_an_emoji = right("bytes.fool_the_decoder")("🍌 banana".encode())
test_wrong_bytes = wrong_ones(
    "bytes.fool_the_decoder",
    {"ASCII": b"banana", "not UTF-8 at all": b"\xff", "This has to be bytes": "é"},
)


def single(word):
    return [word[i : i + 1] for i in range(len(word))]


@right("bytes.encode")
def test_replaying_the_merges_by_rank(word, ranks):
    parts = single(word)
    for pair in sorted(ranks, key=ranks.get):
        i = 0
        while i < len(parts) - 1:
            if (parts[i], parts[i + 1]) == pair:
                parts[i : i + 2] = [b"".join(pair)]
            i += 1
    return parts


@wrong("bytes.encode", "must give back the word")
def test_the_last_byte_forgotten(word, ranks):
    return EXERCISES["bytes.encode"](word[:-1], ranks)


@wrong("bytes.encode", "still side by side, and have a merge")
def test_each_merge_made_once(word, ranks):
    parts = single(word)
    for pair in sorted(ranks, key=ranks.get):
        for i in range(len(parts) - 1):
            if (parts[i], parts[i + 1]) == pair:
                parts[i : i + 2] = [parts[i] + parts[i + 1]]
                break
    return parts


@wrong("bytes.encode", "the leftmost")
def test_from_the_right(word, ranks):
    parts = single(word)
    while found := [
        (ranks[p], -i) for i, p in enumerate(zip(parts, parts[1:])) if p in ranks
    ]:
        i = -min(found)[1]
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts


@right("bytes.byte_to_char")
def test_the_printable_ones_first():
    keep = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    rest = [byte for byte in range(256) if byte not in keep]
    return {
        **{byte: chr(byte) for byte in keep},
        **{byte: chr(256 + place) for place, byte in enumerate(rest)},
    }


test_wrong_tables = wrong_ones(
    "bytes.byte_to_char",
    {
        "in order and without gaps": lambda: {
            b: chr(b) if chr(b).isprintable() and b != 32 else chr(256 + b)
            for b in range(256)
        },
        "Byte 97 is missing": lambda: {},
        "Byte 33 has a character that you can see": lambda: gpt2_like(str.isalnum),
        "Byte 161 has a character that you can see": lambda: gpt2_like(
            lambda char: "!" <= char <= "~"
        ),
        "Byte 173 has no character that you can see": lambda: gpt2_like(
            lambda c: "!" <= c <= "~" or c > "\xa0"
        ),
    },
)


def gpt2_like(keeps):
    moved = iter(range(256, 512))
    return {
        byte: chr(byte) if keeps(chr(byte)) else chr(next(moved)) for byte in range(256)
    }


LETTERS, NUMBERS, REST, GAPS = (
    r"\p{L}+",
    r"\p{N}+",
    r"[^\s\p{L}\p{N}]+",
    r"\s+(?!\S)|\s+",
)
SPACED = rf" ?{LETTERS}| ?{NUMBERS}| ?{REST}"
test_a_pattern_of_another_form = right("bytes.gpt2_pattern")(
    r"'(?:s|t|d|m|ll|ve|re)| ?(?:\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+)|\s+(?=\s|$)|\s"
)
test_wrong_patterns = wrong_ones(
    "bytes.gpt2_pattern",
    {
        "Stage 1 of 6, letters: `ï` is a letter too": "[A-Za-z]+",
        "The first 2 stages are right. Stage 3": rf"{LETTERS}|{NUMBERS}",
        "Stage 2 of 6, numbers: a run of": r"\w+",
        "a group that captures": rf"'([sdmt]|ll|ve|re)|{SPACED}|{GAPS}",
        "the empty text": rf"'(?:[sdmt]|ll|ve|re)|{SPACED}|{GAPS}|\p{{L}}*",
        "far too long": rf"'(?:[sdmt]|ll|ve|re)|(?:\p{{L}}|\p{{L}}\p{{L}})+(?=[\d❌])|{SPACED}|{GAPS}",
        "GPT-2 cuts this differently. Yours leaves out": rf"'(?:[sdmt]|ll|ve|re)|{SPACED}|\n\n(?=—)(*SKIP)(*F)|{GAPS}",
        "not a regular expression": r"\p{L}+)",
        "as a string": regex.compile(LETTERS),
    },
)


def by_the_library(chunks):
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    for chunk in chunks:
        yield from decoder.decode(chunk)
    yield from decoder.decode(b"", True)


test_the_library_s_decoder = right("bytes.decode_stream")(by_the_library)


def late(chunks, at_the_end=True):
    waiting = b""
    for chunk in chunks:
        for byte in chunk:
            if byte & 0xC0 != 0x80:
                yield waiting.decode(errors="replace")
                waiting = b""
            waiting += bytes([byte])
    if at_the_end:
        yield waiting.decode(errors="replace")


def all_of_it_again(chunks):
    waiting = b""
    for chunk in chunks:
        waiting += chunk
        yield waiting.decode(errors="ignore")


test_wrong_streams = wrong_ones(
    "bytes.decode_stream",
    {
        "as soon as its last byte is there": late,
        "too much text": all_of_it_again,
        "never comes": lambda chunks: late(chunks, at_the_end=False),
        "This is a list. Asked for: a str from each": lambda chunks: [],
        "This is a bytes. Asked for: a str from each": lambda chunks: chunks,
    },
)


@right("bytes.split")
def test_words_and_what_is_between_them(text):
    words, end = [], 0
    for match in re.finditer(r" ?\S+", text):
        if end < match.start():
            words.append(text[end : match.start()])
        words.append(match.group())
        end = match.end()
    return [*words, text[end:]] if end < len(text) else words


test_wrong_splits = wrong_ones(
    "bytes.split",
    {
        "An empty piece": lambda text: re.split(r"( ?\S+)", text),
        "cut a word apart": lambda text: re.findall(r" ?\S|\s+?(?= ?\S)|\s+", text),
        "lost or added": lambda text: regex.findall(r" ?\S+|(\s)\1*", text),
    },
)


def dropping(word, ranks, drops):
    parts = single(word)
    while True:
        places = [i for i in range(len(parts) - 1) if (parts[i], parts[i + 1]) in ranks]
        kept = [i for i in places if not drops()]
        if not kept:
            return parts
        i = min(kept, key=lambda i: ranks[parts[i], parts[i + 1]])
        parts[i : i + 2] = [parts[i] + parts[i + 1]]


test_a_draw_for_each_place = right("bytes.dropout")(
    lambda word, ranks, p, random: dropping(word, ranks, lambda: random.random() < p)
)
