import math
import unicodedata

import regex
from attempts import right, wrong, wrong_ones

from minitok_course import check
from minitok_course.exercises.exercise import EXERCISES


@right("offsets.normalize")
def test_letters_with_their_marks(text):
    normalized, spans = "", []
    for group in regex.finditer(r"\P{M}\p{M}*|\p{M}+", text, regex.DOTALL):
        new = "".join(map(str.lower, unicodedata.normalize("NFKC", group[0])))
        normalized += new
        spans += [group.span()] * len(new)
    return normalized, spans


@wrong("offsets.normalize", "but not the spans")
def test_each_span_once(text):
    normalized, spans = EXERCISES["offsets.normalize"](text)
    return normalized, [*dict.fromkeys(spans)]


@right("offsets.windows")
def test_the_number_of_windows_computed(length, size, stride):
    if stride < 0 or stride >= size:
        raise ValueError
    if length == 0:
        return []
    count = max(0, math.ceil((length - size) / (size - stride))) + 1
    return [
        [i * (size - stride), min(i * (size - stride) + size, length)]
        for i in range(count)
    ]


test_wrong_steps = wrong_ones(
    "offsets.windows",
    {
        "A last window lies inside the one before": lambda length, size, stride: [
            (start, min(start + size, length))
            for start in range(0, length, size - stride)
        ],
        "ends after the end of the text": lambda length, size, stride: [
            (start, start + size)
            for start, _ in EXERCISES["offsets.windows"](length, size, stride)
        ],
    },
)


def test_another_exception_than_the_one_asked_for_is_named():
    def windows(length, size, stride):
        assert 0 <= stride < size
        return EXERCISES["offsets.windows"](length, size, stride)

    sentence = check("offsets.windows", windows).sentence
    assert "should raise ValueError here, and raises AssertionError, in" in sentence


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


test_wrong_groups = wrong_ones(
    "offsets.group",
    {
        "A name is cut in two": lambda labels, offsets, text: [
            (label[2:], text[a:b])
            for label, (a, b) in zip(labels, offsets)
            if label != "O"
        ],
        "not the names": lambda *given: [
            (kind, n.replace(" ", "")) for kind, n in EXERCISES["offsets.group"](*given)
        ],
        "is what follows `B-`": lambda *given: [
            ("B-" + kind, n) for kind, n in EXERCISES["offsets.group"](*given)
        ],
        "a kind and a text, in this order": lambda *given: [
            (b, a) for a, b in EXERCISES["offsets.group"](*given)
        ],
    },
)


@right("offsets.best_span")
def test_places_of_numpy(starts, ends, longest):
    import numpy

    places = [
        (i, j)
        for i in numpy.arange(len(starts))
        for j in numpy.arange(i, min(i + longest, len(ends)))
    ]
    return max(
        places, key=lambda place: starts[place[0]] + ends[place[1]], default=None
    )


test_wrong_best_spans = wrong_ones(
    "offsets.best_span",
    {
        "end comes before the start": lambda starts, ends, longest: (
            (starts.index(max(starts)), ends.index(max(ends))) if starts else None
        ),
        "are allowed: both ends count": lambda starts, ends, longest: EXERCISES[
            "offsets.best_span"
        ](starts, ends, len(starts)),
        "has a higher sum": lambda starts, ends, longest: (0, 0),
    },
)


def test_a_letter_that_grows_needs_something_behind_it():
    assert (
        "Only what comes after a letter that gets longer"
        in check("museum.lowered_places", "İ").sentence
    )
    assert check("museum.lowered_places", "İ b")
