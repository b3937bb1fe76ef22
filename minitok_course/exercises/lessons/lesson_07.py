"""Lesson 07: characters that remember their source, windows over a long text, names from labels, and best spans."""

import re
import unicodedata
from numbers import Integral
from random import Random
from typing import Any

from minitok_course.exercises.exercise import Args, close, exercise
from minitok_course.exercises.lessons.exhibits import a_text, exhibit, is_pair


def plain_marks(text: str) -> bool:
    """Whether each letter with its marks becomes one character, so that only one span is right for it."""
    groups = [text[start:end] for start, end in dict.fromkeys(normalize(text)[1])]
    normalized = [unicodedata.normalize("NFKC", group) for group in groups]
    one_each = all(
        1 in (len(group), len(new)) for group, new in zip(groups, normalized)
    )
    return one_each and "".join(normalized) == unicodedata.normalize("NFKC", text)


def of_characters(expected: Any, got: Any, args: Args) -> str:
    if got[0] == expected[0]:
        return "The text is right, but not the spans: each says where in the source its character came from."
    if got[0].lower() == expected[0]:
        return "There are capitals left, or new ones, such as those that NFKC makes from `℡`: lowercase its result."
    marks = (
        "a mark isn't in the group of its letter, or "
        if any(map(unicodedata.combining, args[0]))
        else ""
    )
    if got[0] == args[0].lower() and not unicodedata.is_normalized("NFKC", args[0]):
        return f"Only the capitals have changed: {marks}NFKC is missing."
    pairs = zip(expected[0], got[0])
    place = next((place for place, (a, b) in enumerate(pairs) if a != b), len(got[0]))
    for start, end in expected[1][place : place + 1]:
        return f"{args[0][start:end]!r} comes out wrong: normalize each group with NFKC, then lowercase it."
    return "Your text is too long: give each group once."


@exercise(
    "offsets.normalize",
    example=("Cafe\u0301 ﬁ",),
    cases=[
        ("A",),
        ("ﬁ",),
        ("e\u0301",),
        ("İ",),
        ("İx",),
        ("ΟΔΟΣ",),
        ("½",),
        ("ＡＢ",),
        ("℡",),
        ("aE\u0301b",),
    ]
    + [("",), ("ß",), ("e\u0323\u0302",), ("u\u0308",), ("か\u3099",), ("\u0301a",)],
    generate=lambda random: (
        "".join(random.choices(["a", "B", "e\u0301", "ﬁ", "İ", "É", "Ⅷ", " "], k=4)),
    ),
    valid=plain_marks,
    remark=of_characters,
    left_open=[
        (
            ("\u0301\u0302",),
            "But if a text begins with two marks, they belong to one group.",
        )
    ],
)
def normalize(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Each group in NFKC and lower case, each character with its source: 'ﬁX' → ('fix', [(0, 1), (0, 1), (1, 2)])."""
    normalized, start = "", 0
    spans: list[tuple[int, int]] = []
    for end in range(1, len(text) + 1):
        if end < len(text) and unicodedata.combining(text[end]):
            continue
        for char in unicodedata.normalize("NFKC", text[start:end]):
            normalized += char.lower()
            spans += [(start, end)] * len(char.lower())
        start = end
    return normalized, spans


def of_windows(expected: Any, got: Any, args: Args) -> str:
    if not expected:
        return "Without tokens, there are no windows."
    if any(len(window) != 2 for window in got):
        return "A window is a pair: where it starts, and where it ends."
    if [*map(tuple, got)][: len(expected)] == expected:
        return "A last window lies inside the one before it: stop with the window that reaches the end."
    if [(start, end + 1) for start, end in got] == expected:
        return "The end of a window is one more than the place of its last token."
    if any(end > args[0] for _, end in got):
        return "A window ends after the end of the text: it can't go further than `length`."
    for window in expected:
        if window not in map(tuple, got):
            return f"{window} is missing: move on by `size - stride` until a window reaches the end."
    return "Give each window once, from left to right, and no other: each starts `size - stride` after the one before."


@exercise(
    "offsets.windows",
    example=(10, 4, 2),
    cases=[
        (7, 4, 1),
        (0, 4, 1),
        (4, 4, 2),
        (5, 4, 2),
        (6, 4, 2),
        (2, 4, 2),
        (1, 2, 1),
        (3, 4, 0),
        (5, 4, 4),
        (0, 2, 2),
    ]
    + [(5, 2, 3), (5, 2, -1), (9, 3, 0)],
    generate=lambda random: (
        random.randint(0, 12),
        random.randint(1, 5),
        random.randint(0, 5),
    ),
    valid=lambda length, size, stride: length >= 0 and size >= 1,
    remark=of_windows,
)
def windows(length: int, size: int, stride: int) -> list[tuple[int, int]]:
    """Windows of at most `size` tokens, `stride` of them repeated: 5, 4, 2 → [(0, 4), (2, 5)]."""
    if not 0 <= stride < size:
        raise ValueError(
            f"stride={stride} has to be 0 or more, and less than size={size}"
        )
    found = []
    for start in range(0, length, size - stride):
        found.append((start, min(start + size, length)))
        if start + size >= length:
            break
    return found


def by_step(length, size, stride, step):
    spans, start = windows(0, size, stride), 0  # which checks the stride
    while start < length:
        spans.append((start, min(start + size, length)))
        start = length if start + size >= length else start + step
    return spans


def labelled(random: Random) -> Args:
    text = "Ann Lee met Bob Ray in Rome Italy"
    offsets = [match.span() for match in re.finditer(r"\S+", text)]
    count = random.randint(1, 8)
    return (
        random.choices(["O", "B-PER", "I-PER", "B-LOC", "I-LOC"], k=count),
        offsets[:count],
        text,
    )


NAMES = [(0, 3), (4, 7), (8, 11), (12, 15)], "Ann Lee met Bob"


def of_names(expected: Any, got: Any, args: Args) -> str | None:
    if any(len(name) != 2 for name in got):
        return "A name is a pair: its kind, and its text."
    if [kind for kind, _ in got] == [kind for kind, _ in expected]:
        return "The kinds are right, but not the names: cut each out of `text`, from its first start to its last end."
    if [(b, a) for a, b in got] == expected:
        return "A pair is a kind and a text, in this order."
    if {kind for kind, _ in got} - {kind for kind, _ in expected}:
        return "The kind of a name is what follows `B-` or `I-`, and `O` isn't a name."
    if len(got) > len(expected):
        return "A name is cut in two: `I-` continues the name right before it, if that is of the same kind."
    for kind, name in expected:
        if (kind, name) not in map(tuple, got):
            return f"{(kind, name)} is missing: `B-` begins a name, and so does `I-` if it continues none."
    return (
        "A name comes too often or too early: give each once, in the order of the text."
    )


@exercise(
    "offsets.group",
    example=(["B-PER", "I-PER", "O", "B-PER"], *NAMES),
    cases=[
        *(
            (labels.split(), NAMES[0][:2], NAMES[1])
            for labels in ("I-PER I-PER", "O I-PER", "B-PER B-PER", "B-PER I-LOC")
        ),
        ([], [], NAMES[1]),
        (["B-PER", "O", "I-PER"], NAMES[0][:3], NAMES[1]),
        (["B-PER", "I-PER", "I-PER"], [(0, 1), (1, 2), (2, 6)], "O'Neil"),
        (["B-MISC", "I-MISC"], [(0, 5), (6, 9)], "Tidal Act"),
        (["B-PER", "O", "B-PER"], [(0, 3), (4, 7), (8, 11)], "Ann met Ann"),
        (["O", "B-PER", "O"], [(0, 4), (5, 9), (9, 10)], "Then Anna, met"),
        (["B-PER", "I-PER", "B-LOC"], [(0, 1), (1, 6), (7, 11)], "O'Neil Rome"),
    ],
    generate=labelled,
    valid=lambda labels, offsets, text: (
        len(labels) == len(offsets)
        and all(re.fullmatch("O|[BI]-(PER|LOC|MISC)", label) for label in labels)
        and all(
            start < end <= after
            for (start, end), (after, _) in zip(offsets, [*offsets[1:], (len(text), 0)])
        )
    ),
    remark=of_names,
)
def group(
    labels: list[str], offsets: list[tuple[int, int]], text: str
) -> list[tuple[str, str]]:
    """The names in a text: B-PER I-PER O over 'Ann Lee met' → [('PER', 'Ann Lee')]."""
    found: list[tuple[str, int, int]] = []
    before = "O"
    for label, (start, end) in zip(labels, offsets):
        kind = label[2:]
        if label.startswith("I-") and before[2:] == kind:
            found[-1] = (kind, found[-1][1], end)
        elif label != "O":
            found.append((kind, start, end))
        before = label
    return [(kind, text[start:end]) for kind, start, end in found]


def as_high(expected: Any, got: Any, args: Args) -> bool:
    """Whether a span is allowed and scores as well as the best; None if there is no token."""
    starts, ends, longest = args
    if expected is None or not is_pair(got):
        return expected is None and got is None
    if not all(
        isinstance(place, Integral) and 0 <= int(place) < len(starts) for place in got
    ):
        return False
    allowed = got[0] <= got[1] < got[0] + longest
    return allowed and close(
        starts[expected[0]] + ends[expected[1]], starts[got[0]] + ends[got[1]]
    )


def of_spans(expected: Any, got: Any, args: Args) -> str:
    if not is_pair(got):
        return "Return two places, the first and the last token of the span."
    start, end = got
    if not all(place in range(len(args[0])) for place in got):
        return f"{got} isn't a pair of places here: the tokens are 0 to {len(args[0]) - 1}."
    if end < start:
        return "The end comes before the start: only pairs with start ≤ end are spans."
    if end - start >= args[2]:
        return f"This span has {end - start + 1} tokens, and {args[2]} are allowed: both ends count."
    return "Another allowed span has a higher sum: compare all pairs of a start and an end."


def no_ties(random: Random) -> Args:
    """Scores without ties: of equal spans, each program may give another."""
    starts, ends = (random.sample(range(-4, 5), k=5) for _ in range(2))
    return (
        [float(score) for score in starts],
        [round(1.1 * score, 1) for score in ends],
        random.randint(1, 4),
    )


@exercise(
    "offsets.best_span",
    example=([0.1, 2.0, 0.3], [0.2, 0.1, 1.5], 3),
    cases=[
        ([0.0, 5.0], [4.0, 1.0], 2),
        ([9.0, 0.0, 2.0], [0.5, 0.0, 8.0], 2),
        ([], [], 3),
    ]
    + [
        ([2.0, 3.0], [9.0, 0.0], 1),
        ([9.0, 0.0], [2.0, 3.0], 1),
        ([-1.0, -5.0], [-5.0, -1.0], 2),
    ],
    generate=no_ties,
    valid=lambda starts, ends, longest: len(starts) == len(ends) and longest >= 1,
    same=as_high,
    remark=of_spans,
)
def best_span(
    starts: list[float], ends: list[float], longest: int
) -> tuple[int, int] | None:
    """The span with the highest sum, end included: [0.1, 2.0], [0.2, 1.5], 2 → (1, 1)."""
    spans = [
        (i, j)
        for i in range(len(starts))
        for j in range(i, min(i + longest, len(ends)))
    ]
    return max(spans, key=lambda span: starts[span[0]] + ends[span[1]], default=None)


exhibit(
    "lowered_places",
    wrong=lambda text: [
        text[match.start() : match.end()] for match in re.finditer(r"\S+", text.lower())
    ],
    right=lambda text: re.findall(r"\S+", text),
    fits=a_text,
    nudge="Only what comes after a letter that gets longer in lower case can be wrong.",
    answer="İ ",
)
