import math
import unicodedata

import regex
from attempts import GENERAL, right, wrong, wrong_ones

from minitok.checks import check
from minitok.checks.exercise import EXERCISES


@right("offsets.normalize")
def test_letters_with_their_marks(text):
    text_out, spans, i = "", [], 0
    for group in regex.findall(r"\P{M}\p{M}*|\p{M}+", text):
        for char in unicodedata.normalize("NFKC", group):
            text_out += char.lower()
            spans += [(i, i + len(group))] * len(char.lower())
        i += len(group)
    return text_out, spans


@wrong("offsets.normalize", "one character at a time")
def test_normalizing_each_character(text):
    out, spans = "", []
    for i, char in enumerate(text):
        new = "".join(c.lower() for c in unicodedata.normalize("NFKC", char))
        out += new
        spans += [(i, i + 1)] * len(new)
    return out, spans


test_wrong_spans = wrong_ones(
    "offsets.normalize",
    {
        "One span for a character": lambda text: (
            EXERCISES["offsets.normalize"](text)[0],
            list(dict.fromkeys(EXERCISES["offsets.normalize"](text)[1])),
        ),
        GENERAL: lambda text: (unicodedata.normalize("NFKC", text).lower(), EXERCISES["offsets.normalize"](text)[1]),
    },
)


@right("offsets.windows")
def test_the_number_of_windows_computed(length, size, stride):
    if stride < 0 or stride >= size:
        raise ValueError
    if length == 0:
        return []
    count = max(0, math.ceil((length - size) / (size - stride))) + 1
    return [[i * (size - stride), min(i * (size - stride) + size, length)] for i in range(count)]


@wrong("offsets.windows", GENERAL)
def test_a_last_window_of_full_size(length, size, stride):
    if not 0 <= stride < size:
        raise ValueError
    if length <= size:
        return [(0, length)] if length else []
    return [*((i, i + size) for i in range(0, length - size, size - stride)), (length - size, length)]


test_unchecked_strides = wrong("offsets.windows", "should raise ValueError here, and gives an answer")(
    lambda length, size, stride: [(i, i + size) for i in range(0, length, size - stride)]
)


def test_another_exception_than_the_one_asked_for_is_named():
    def windows(length, size, stride):
        assert 0 <= stride < size
        return EXERCISES["offsets.windows"](length, size, stride)

    assert check("offsets.windows", windows).sentence == "It should raise ValueError here, and raises AssertionError."


@right("offsets.group")
def test_an_open_name(labels, offsets, text):
    found, open_ = [], None
    for label, (a, b) in zip(labels, offsets):
        if open_ and label == f"I-{open_[0]}":
            open_[2] = b
        else:
            open_ = None if label == "O" else [label.split("-", 1)[1], a, b]
            found += [open_] if open_ else []
    return [(kind, text[a:b]) for kind, a, b in found]


def grouped(labels, offsets, text, goes_on):
    found, before = [], "O"
    for label, (start, end) in zip(labels, offsets):
        if found and label != "O" and goes_on(label, before):
            found[-1][2] = end
        elif label != "O":
            found.append([label[2:], start, end])
        before = label
    return [(kind, text[start:end]) for kind, start, end in found]


test_wrong_groups = wrong_ones(
    "offsets.group",
    {
        "Two names of one kind in a row": lambda labels, offsets, text: grouped(
            labels, offsets, text, lambda label, before: before[2:] == label[2:]
        ),
        "goes on with a name of another kind": lambda labels, offsets, text: grouped(
            labels, offsets, text, lambda label, before: label[0] == "I" and before != "O"
        ),
        GENERAL: lambda labels, offsets, text: grouped(labels, offsets, text, lambda label, before: False),
    },
)


@right("offsets.best_span")
def test_all_pairs_tried(starts, ends, longest):
    best = None
    for i, start in enumerate(starts):
        for j, end in enumerate(ends):
            if i <= j and j - i + 1 <= longest and (best is None or start + end >= best[0]):
                best = start + end, [i, j]
    return best and best[1]


@right("offsets.best_span")
def test_places_of_numpy(starts, ends, longest):
    import numpy

    places = [(i, j) for i in numpy.arange(len(starts)) for j in numpy.arange(i, min(i + longest, len(ends)))]
    return max(places, key=lambda place: starts[place[0]] + ends[place[1]], default=None)


def best_of(starts, ends, fits):
    sums = [(starts[i] + ends[j], i, j) for i in range(len(starts)) for j in range(len(ends)) if fits(i, j)]
    return max(sums)[1:] if sums else None


test_wrong_best_spans = wrong_ones(
    "offsets.best_span",
    {
        "end comes before the start": lambda starts, ends, longest: (
            (starts.index(max(starts)), ends.index(max(ends))) if starts else None
        ),
        "at most `longest` tokens means": lambda starts, ends, longest: best_of(
            starts, ends, lambda i, j: i <= j <= i + longest
        ),
        "Without a token": lambda starts, ends, longest: (
            EXERCISES["offsets.best_span"](starts, ends, longest) if starts else (0, 0)
        ),
        GENERAL: lambda starts, ends, longest: best_of(starts, ends, lambda i, j: i <= j),
        "It gives a tuple here, and should give None": lambda starts, ends, longest: (0, 0),
    },
)
