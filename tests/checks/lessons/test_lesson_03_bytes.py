import codecs
import math
import re
from random import Random

import regex
from attempts import GENERAL, right, wrong, wrong_ones

from minitok.checks.exercise import EXERCISES

test_an_emoji = right("bytes.fool_the_decoder")("🍌 banana".encode())
test_wrong_bytes = wrong_ones(
    "bytes.fool_the_decoder", {"ASCII": b"banana", "not UTF-8 at all": b"\xff", "Bytes are asked for": "é"}
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


@wrong("bytes.encode", "ValueError")
def test_no_pair_to_choose_from(word, ranks):
    parts = single(word)
    while True:
        _, i = min((ranks[p], i) for i, p in enumerate(zip(parts, parts[1:])) if p in ranks)
        parts[i : i + 2] = [parts[i] + parts[i + 1]]


@wrong("bytes.encode", "pair of rank 0 is not joined")
def test_a_rank_of_0_taken_for_none(word, ranks):
    parts = single(word)
    while pairs := [p for p in zip(parts, parts[1:]) if ranks.get(p)]:
        i = list(zip(parts, parts[1:])).index(min(pairs, key=ranks.get))
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts


@wrong("bytes.encode", "pairs of the beginning")
def test_pairs_that_are_gone(word, ranks):
    parts = single(word)
    for pair in sorted((p for p in zip(parts, parts[1:]) if p in ranks), key=ranks.get):
        i = 0
        while i < len(parts) - 1:
            if (parts[i], parts[i + 1]) == pair:
                parts[i : i + 2] = [b"".join(pair)]
            i += 1
    return parts


@wrong("bytes.encode", GENERAL)
def test_pairs_that_have_no_rank(word, ranks):
    parts = single(word)
    while len(parts) >= 2:
        i = min(range(len(parts) - 1), key=lambda i: ranks.get((parts[i], parts[i + 1]), math.inf))
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts


@right("bytes.decode_stream")
def test_character_by_character(chunks):
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    for chunk in chunks:
        yield from decoder.decode(chunk)
    yield from decoder.decode(b"", True)


test_wrong_streams = wrong_ones(
    "bytes.decode_stream",
    {
        "becomes �": lambda chunks: (chunk.decode("utf-8", "replace") for chunk in chunks),
        "An invalid byte raises": lambda chunks: codecs.iterdecode(chunks, "utf-8"),
        "waits for the end": lambda chunks: iter([b"".join(chunks).decode(errors="replace")]),
        GENERAL: lambda chunks: codecs.iterdecode(chunks, "utf-8", errors="ignore"),
    },
)


@wrong("bytes.decode_stream", "# beyond the last")
def test_a_stream_that_asks_for_more_than_there_is(chunks):
    chunks = iter(chunks)
    while True:
        yield next(chunks).decode(errors="replace")  # beyond the last


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
        "Spaces get lost": str.split,
        "run of newlines": lambda text: regex.findall(r" ?\S+|\s+(?!\S)|\s+", text),
        "always apart": lambda text: [part for part in re.split(r"(\s+)", text) if part],
        "All the spaces": lambda text: re.findall(r" *\S+|\s+", text),
        "at the end gets lost": lambda text: re.findall(r" ?\S+|\s+?(?= ?\S)", text),
        GENERAL: lambda text: re.split(r"( ?\S+)", text),
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
test_wrong_dropouts = wrong_ones(
    "bytes.dropout",
    {
        "It keeps a merge with probability p": lambda word, ranks, p, random: dropping(
            word, ranks, lambda: random.random() >= p
        ),
        "once for the whole word": lambda word, ranks, p, random: EXERCISES["bytes.encode"](
            word, {pair: ranks[pair] for pair in ranks if random.random() >= p}
        ),
        "this is BPE": lambda word, ranks, p, random: dropping(word, ranks, lambda: False),
        "from the source that is given": lambda word, ranks, p, random: EXERCISES["bytes.dropout"](
            word, ranks, p, Random()
        ),
        GENERAL: lambda word, ranks, p, random: single(word),
    },
)
