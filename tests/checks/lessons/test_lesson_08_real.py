import random

import regex
from attempts import right, wrong_ones

from minitok.checks import check
from minitok.checks.exercise import EXERCISES


@right("real.merges_from_ranks")
def test_merging_by_the_ranks_below(ranks):
    merges = []
    for token, rank in sorted(ranks.items(), key=lambda one: one[1]):
        parts = [bytes([byte]) for byte in token]
        while True:
            pairs = enumerate(zip(parts, parts[1:]))
            joins = [(ranks[a + b], i) for i, (a, b) in pairs if ranks.get(a + b, rank) < rank]
            if not joins:
                break
            i = min(joins)[1]
            parts[i : i + 2] = [parts[i] + parts[i + 1]]
        if len(parts) == 2:
            merges.append(tuple(parts))
    return merges


def by_cuts(ranks, choose):
    merges = []
    for token in sorted(ranks, key=ranks.get):
        cuts = [(token[:i], token[i:]) for i in range(1, len(token)) if token[:i] in ranks and token[i:] in ranks]
        merges += [choose(cuts)] if cuts else []
    return merges


test_wrong_merges = wrong_ones(
    "real.merges_from_ranks",
    {
        "take the two that BPE would have joined last": lambda ranks: by_cuts(ranks, lambda cuts: cuts[0]),
        "any two parts": lambda ranks: by_cuts(ranks, lambda cuts: min(cuts, key=lambda cut: max(map(ranks.get, cut)))),
        "in another order": lambda ranks: EXERCISES["real.merges_from_ranks"](ranks)[::-1],
    },
)


@right("real.encode_iterable")
def test_cutting_at_a_space_after_a_word(chunks, encode, pattern):
    waiting = ""
    for chunk in chunks:
        for char in chunk:
            if char == " " and waiting and not waiting[-1].isspace():
                yield from encode(waiting)
                waiting = ""
            waiting += char
    yield from encode(waiting)


test_wrong_streams = wrong_ones(
    "real.encode_iterable", {"Everything is read": lambda chunks, encode, pattern: iter(encode("".join(chunks)))}
)


def cut_where(place):
    """Cut what waits at a place, which may be too early."""

    def encode_iterable(chunks, encode, pattern):
        waiting = ""
        for chunk in chunks:
            waiting += chunk
            at = place(waiting, pattern)
            yield from encode(waiting[:at])
            waiting = waiting[at:]
        yield from encode(waiting)

    return encode_iterable


def last_match(waiting, pattern):
    return max([match.start() for match in regex.finditer(pattern, waiting)], default=0)


def without_the_last_match(chunks, encode, pattern):
    waiting = ""
    for chunk in chunks:
        *words, waiting = regex.findall(pattern, waiting + chunk) or [""]
        for word in words:
            yield from encode(word)
    yield from encode(waiting)


test_wrong_cuts = wrong_ones(
    "real.encode_iterable",
    {
        "the text was cut inside a word": cut_where(lambda waiting, pattern: max(waiting.rfind("\n"), 0)),
        "where the whole text has ' a'": cut_where(lambda waiting, pattern: waiting.rfind(" ") + 1),
        "It keeps the last word back": cut_where(last_match),
        "where the whole text has": without_the_last_match,
        "what still waits after the last part": lambda chunks, encode, pattern: [
            *EXERCISES["real.encode_iterable"](chunks, encode, pattern)
        ][:-1],
    },
)


def test_a_stream_that_gives_none_is_told_so():
    nothing = check("real.encode_iterable", lambda chunks, encode, pattern: None)
    assert nothing.sentence == "It gives None here: is there a `yield` on every path?"


@right("real.new_rows")
def test_rows_number_by_number(rows, pieces):
    made = [list(row) for row in rows]
    for ids in pieces:
        made.append([sum(rows[id][i] for id in ids) / len(ids) for i in range(len(rows[0]))])
    return made


def mean(rows):
    return [sum(column) / len(rows) for column in zip(*rows)]


test_wrong_rows = wrong_ones(
    "real.new_rows",
    {
        "add these up, and divide": lambda rows, pieces: [
            *rows,
            *([sum(rows[id][i] for id in ids) for i in range(len(rows[0]))] for ids in pieces),
        ],
        "mean of its pieces' rows": lambda rows, pieces: rows + [mean(rows) for _ in pieces],
        "leaves the answer to chance": lambda rows, pieces: rows + [[random.random() for _ in rows[0]] for _ in pieces],
    },
)


@right("real.pad")
def test_padding_by_slices(batch, pad, side):
    turn = 1 if side == "right" else -1
    longest = max([len(row) for row in batch] or [0])
    both = [([*row[::turn]] + [pad] * longest)[:longest][::turn] for row in batch]
    return both, [[int(i < len(row)) for i in range(longest)][::turn] for row in batch]


@right("real.pad")
def test_arrays_of_numpy(batch, pad, side):
    import numpy

    longest = max(map(len, batch), default=0)
    ids, mask = numpy.full((len(batch), longest), pad), numpy.zeros((len(batch), longest), dtype=int)
    for place, row in enumerate(batch):
        start = 0 if side == "right" else longest - len(row)
        ids[place, start : start + len(row)], mask[place, start : start + len(row)] = row, 1
    return ids, mask


def padded(batch, pad, side, **default):
    longest = max(map(len, batch), **default)
    gaps = [[pad] * (longest - len(row)) for row in batch]
    return [row + gap if side == "right" else gap + row for row, gap in zip(batch, gaps)]


def masks(rows):
    return [[1] * len(row) for row in rows]


test_wrong_batches = wrong_ones(
    "real.pad",
    {
        "empty batch": lambda batch, pad, side: (padded(batch, pad, side), padded(masks(batch), 0, side)),
        "but not the mask": lambda batch, pad, side: (
            padded(batch, pad, side, default=0),
            [[1 - real for real in row] for row in padded(masks(batch), 0, side, default=0)],
        ),
        "It pads on the left": lambda batch, pad, side: (padded(batch, pad, "left"), padded(masks(batch), 0, "left")),
        "It pads on the right": lambda batch, pad, side: (
            padded(batch, pad, "right", default=0),
            padded(masks(batch), 0, "right", default=0),
        ),
    },
)
