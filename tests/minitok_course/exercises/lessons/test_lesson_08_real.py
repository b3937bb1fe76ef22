import random

import regex
from attempts import right, wrong_ones

from minitok.interop.difference import shrink
from minitok_course import check
from minitok_course.exercises.exercise import EXERCISES


@right("real.merges_from_ranks")
def test_merging_by_the_ranks_below(ranks):
    merges = []
    for token, rank in sorted(ranks.items(), key=lambda one: one[1]):
        parts = [bytes([byte]) for byte in token]
        while True:
            pairs = enumerate(zip(parts, parts[1:]))
            joins = [
                (ranks[a + b], i)
                for i, (a, b) in pairs
                if ranks.get(a + b, rank) < rank
            ]
            if not joins:
                break
            i = min(joins)[1]
            parts[i : i + 2] = [parts[i] + parts[i + 1]]
        if len(parts) == 2:
            merges.append(tuple(parts))
    return merges


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
    "real.encode_iterable",
    {
        "Everything is read": lambda chunks, encode, pattern: iter(
            encode("".join(chunks))
        )
    },
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
        "the text was cut inside a word": cut_where(
            lambda waiting, pattern: max(waiting.rfind("\n"), 0)
        ),
        "where the whole text has '_-'": cut_where(
            lambda text, pattern: max(
                [
                    0,
                    *(
                        found.start()
                        for found in regex.finditer(r"(?<=\w)(?=[^\w\s'])", text)
                    ),
                ]
            )
        ),
        "where the whole text has ' a'": cut_where(
            lambda waiting, pattern: waiting.rfind(" ") + 1
        ),
        "where the whole text has": without_the_last_match,
        "what still waits after the last part": lambda chunks, encode, pattern: [
            *EXERCISES["real.encode_iterable"](chunks, encode, pattern)
        ][:-1],
    },
)


def test_a_stream_that_gives_none_is_told_so():
    nothing = check("real.encode_iterable", lambda chunks, encode, pattern: None)
    assert nothing.sentence == "It gives None here: is there a `yield` on every path?"


test_wrong_merges = wrong_ones(
    "real.merges_from_ranks",
    {
        "joins the parts to the whole token": lambda ranks: [],
        "in another order": lambda ranks: EXERCISES["real.merges_from_ranks"](ranks)[
            ::-1
        ],
        "it has no merge": lambda ranks: [
            *((token,) for token in ranks if len(token) == 1),
            *EXERCISES["real.merges_from_ranks"](ranks),
        ],
    },
)


def as_long_as_one_can_go(first, second, text):
    for place in range(len(text)):
        less = text[:place] + text[place + 1 :]
        if first(less) != second(less):
            return as_long_as_one_can_go(first, second, less)
    return text


test_going_on_with_less = right("real.smallest_difference")(as_long_as_one_can_go)


@right("real.smallest_difference")
def test_the_package_s_own_shrinking(first, second, text):
    return shrink(text, lambda part: first(part) != second(part))


def shortest_in_a_row(first, second, text):
    parts = (text[i:j] for i in range(len(text)) for j in range(i, len(text) + 1))
    return min((part for part in parts if first(part) != second(part)), key=len)


test_wrong_differences = wrong_ones(
    "real.smallest_difference",
    {
        "One more character can go": shortest_in_a_row,
        "the two programs agree": lambda first, second, text: text[:1],
        "in the order of the text": lambda first, second, text: text[::-1],
    },
)


@right("real.new_rows")
def test_rows_number_by_number(rows, pieces, first):
    made = [list(row) for row in rows]
    for place, ids in enumerate(pieces, first):
        made[place : place + 1] = [
            [sum(rows[id][i] for id in ids) / len(ids) for i in range(len(rows[0]))]
        ]
    return made


def mean(rows):
    return [sum(column) / len(rows) for column in zip(*rows)]


def with_rows(rows, made, first):
    return rows[:first] + made + rows[first + len(made) :]


test_wrong_rows = wrong_ones(
    "real.new_rows",
    {
        "add these up, and divide": lambda rows, pieces, first: with_rows(
            rows,
            [
                [sum(rows[id][i] for id in ids) for i in range(len(rows[0]))]
                for ids in pieces
            ],
            first,
        ),
        "mean of its pieces' rows": lambda rows, pieces, first: with_rows(
            rows, [mean(rows) for _ in pieces], first
        ),
        "twice counts twice": lambda rows, pieces, first: with_rows(
            rows, [mean([rows[id] for id in {*ids}]) for ids in pieces], first
        ),
        "leaves the answer to chance": lambda rows, pieces, first: with_rows(
            rows, [[random.random() for _ in rows[0]] for _ in pieces], first
        ),
    },
)


@right("real.pad")
def test_padding_by_slices(batch, pad):
    longest = max([len(row) for row in batch] or [0])
    both = [(list(row) + [pad] * longest)[:longest] for row in batch]
    return both, [[int(i < len(row)) for i in range(longest)] for row in batch]


@right("real.pad")
def test_arrays_of_numpy(batch, pad):
    import numpy

    longest = max(map(len, batch), default=0)
    ids, mask = (
        numpy.full((len(batch), longest), pad),
        numpy.zeros((len(batch), longest), dtype=int),
    )
    for place, row in enumerate(batch):
        ids[place, : len(row)], mask[place, : len(row)] = row, 1
    return ids, mask


def padded(batch, pad, **default):
    longest = max(map(len, batch), **default)
    return [row + [pad] * (longest - len(row)) for row in batch]


def masks(rows):
    return [[1] * len(row) for row in rows]


test_wrong_batches = wrong_ones(
    "real.pad",
    {
        "empty batch": lambda batch, pad: (padded(batch, pad), padded(masks(batch), 0)),
        "but not the mask": lambda batch, pad: (
            padded(batch, pad, default=0),
            [[1 - real for real in row] for row in padded(masks(batch), 0, default=0)],
        ),
    },
)
