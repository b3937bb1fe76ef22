from attempts import right, wrong, wrong_ones

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
        "You read the whole text": lambda chunks, encode, pattern: iter(
            encode("".join(chunks))
        ),
        "what is still waiting after the last part": lambda chunks, encode, pattern: [
            *EXERCISES["real.encode_iterable"](chunks, encode, pattern)
        ][:-1],
    },
)


@wrong("real.encode_iterable", "you cut where a word could go on")
def test_cutting_at_the_last_line_break(chunks, encode, pattern):
    waiting = ""
    for chunk in chunks:
        waiting += chunk
        end = max(waiting.rfind("\n"), 0)
        yield from encode(waiting[:end])
        waiting = waiting[end:]
    yield from encode(waiting)


def test_a_stream_that_gives_none_is_told_so():
    nothing = check("real.encode_iterable", lambda chunks, encode, pattern: None)
    assert nothing.sentence == "It gives None here: is there a `yield` on every path?"


test_wrong_merges = wrong_ones(
    "real.merges_from_ranks",
    {
        "join the parts until the token is whole": lambda ranks: [],
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


@wrong("real.pad", "but not the mask")
def test_the_rows_as_masks(batch, pad):
    rows, _ = EXERCISES["real.pad"](batch, pad)
    return rows, rows
