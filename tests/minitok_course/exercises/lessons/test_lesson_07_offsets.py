import math
import unicodedata

import regex
from attempts import right, wrong_ones

from minitok_course import check
from minitok_course.exercises.exercise import EXERCISES


@right("offsets.normalize")
def test_letters_with_their_marks(text):
    text_out, spans, i = "", [], 0
    for group in regex.findall(r"\P{M}\p{M}*|\p{M}+", text):
        for char in unicodedata.normalize("NFKC", group):
            text_out += char.lower()
            spans += [(i, i + len(group))] * len(char.lower())
        i += len(group)
    return text_out, spans


def normalized(text, form="NFKC", lower=str.lower, groups=r"\P{M}\p{M}*|\p{M}+"):
    out, spans = "", []
    for group in regex.finditer(groups, text, regex.DOTALL):
        new = "".join(map(lower, unicodedata.normalize(form, group[0])))
        out, spans = out + new, spans + [group.span()] * len(new)
    return out, spans


test_wrong_spans = wrong_ones(
    "offsets.normalize",
    {
        "but not the spans": lambda text: (
            normalized(text)[0],
            list(dict.fromkeys(normalized(text)[1])),
        ),
        "It takes one mark": lambda text: normalized(text, groups=r"\P{M}\p{M}?|\p{M}"),
        "A mark that begins the text is lost": lambda text: normalized(
            text, groups=r"\P{M}\p{M}*"
        ),
    },
)


def test_capitals_that_are_left_are_shown_on_the_simplest_letter():
    assert check(
        "offsets.normalize", lambda text: normalized(text, lower=str)
    ).case == ("A",)


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
        "no longer than the stride": lambda length, size, stride: [
            *EXERCISES["offsets.windows"](0, size, stride),
            *(
                (start, min(start + size, length))
                for start in range(0, length - stride, size - stride)
            ),
        ],
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

    assert (
        check("offsets.windows", windows).sentence
        == "It should raise ValueError here, and raises AssertionError."
    )


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
        "begins with `I-` is missing": lambda labels, offsets, text: [
            (label[2:], text[a:b])
            for label, (a, b) in zip(labels, offsets)
            if label[0] == "B"
        ],
        "is what follows `B-`": lambda *given: [
            ("B-" + kind, n) for kind, n in EXERCISES["offsets.group"](*given)
        ],
        "a label and a text, in this order": lambda *given: [
            (b, a) for a, b in EXERCISES["offsets.group"](*given)
        ],
    },
)


@right("offsets.best_span")
def test_all_pairs_tried(starts, ends, longest):
    best = None
    for i, start in enumerate(starts):
        for j, end in enumerate(ends):
            if (
                i <= j
                and j - i + 1 <= longest
                and (best is None or start + end >= best[0])
            ):
                best = start + end, [i, j]
    return best and best[1]


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


def best_of(starts, ends, fits):
    sums = [
        (starts[i] + ends[j], i, j)
        for i in range(len(starts))
        for j in range(len(ends))
        if fits(i, j)
    ]
    return max(sums)[1:] if sums else None


test_wrong_best_spans = wrong_ones(
    "offsets.best_span",
    {
        "end comes before the start": lambda starts, ends, longest: (
            (starts.index(max(starts)), ends.index(max(ends))) if starts else None
        ),
        "are allowed: both ends count": lambda starts, ends, longest: best_of(
            starts, ends, lambda i, j: i <= j
        ),
        "chosen together": lambda starts, ends, longest: (
            (
                i := starts.index(max(starts)),
                max(range(i, min(i + longest, len(ends))), key=ends.__getitem__),
            )
            if starts
            else None
        ),
        "has a higher sum": lambda starts, ends, longest: (0, 0),
    },
)


def test_a_letter_that_grows_needs_something_behind_it():
    assert (
        "Only what comes after a letter that grows"
        in check("museum.lowered_places", "İ").sentence
    )
    assert check("museum.lowered_places", "İ b")
