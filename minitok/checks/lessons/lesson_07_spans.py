"""Lesson 07: names from labels, and the best span of an answer."""

from numbers import Integral
from random import Random
from typing import Any

from ..comparing import close
from ..exercise import Args, exercise


def labelled(random: Random) -> Args:
    text = "Ann Lee met Bob Ray in Rome Italy"
    offsets = [(0, 3), (4, 7), (8, 11), (12, 15), (16, 19), (20, 22), (23, 27), (28, 33)]
    count = random.randint(1, 8)
    return random.choices(["O", "B-PER", "I-PER", "B-LOC", "I-LOC"], k=count), offsets[:count], text


NAMES = [(0, 3), (4, 7), (8, 11), (12, 15)], "Ann Lee met Bob"


def of_names(expected: Any, got: Any, args: Args) -> str | None:
    if got == expected[:-1]:
        return "The last name is missing: when the loop ends, one may still be open."
    if [(kind, "".join(name.split())) for kind, name in got] == [(kind, "".join(n.split())) for kind, n in expected]:
        return "The names differ in spaces: cut each out of the text in one part, from its first token to its last."
    if [(kind[-len(right) :], name) for (kind, name), (right, _) in zip(got, expected)] == expected:
        return "The kind of a name is what follows `B-` or `I-`."
    if [(b, a) for a, b in got] == expected:
        return "A pair is a label and a text, in this order."
    if len(got) > len(expected):
        return "A name is cut in two: `I-` goes on with the name right before it, if that is of the same kind."
    return "A name is missing, or has run into another." if len(got) < len(expected) else None


@exercise(
    "offsets.group",
    title="Names from labels",
    example=(["B-PER", "I-PER", "O", "B-PER"], *NAMES),
    cases=[
        *(
            (labels.split(), NAMES[0][:2], NAMES[1])
            for labels in ("I-PER I-PER", "O I-PER", "B-PER B-PER", "B-PER I-LOC")
        ),
        (["B-PER", "O", "I-PER"], NAMES[0][:3], NAMES[1]),
        (["B-PER", "I-PER", "I-PER"], [(0, 1), (1, 2), (2, 6)], "O'Neil"),
        (["B-MISC", "I-MISC"], [(0, 5), (6, 9)], "Tidal Act"),
        (["B-PER", "O", "B-PER"], [(0, 3), (4, 7), (8, 11)], "Ann met Ann"),
        (["O", "B-PER", "O"], [(0, 4), (5, 9), (9, 10)], "Then Anna, met"),
        (["B-PER", "I-PER", "B-LOC"], [(0, 1), (1, 6), (7, 11)], "O'Neil Rome"),
    ],
    generate=labelled,
    valid=lambda labels, offsets, text: (
        len(labels) == len(offsets) > 0
        and all(label == "O" or (label[:2] in ("B-", "I-") and label[2:]) for label in labels)
        and all(start < end <= after for (start, end), (after, _) in zip(offsets, [*offsets[1:], (len(text), 0)]))
    ),
    hints=[
        "When does a token begin a new name, and when does it go on with the one before?",
        "It goes on only with `I-`, and only if the token before has the same kind. All else that is not `O` "
        "begins one.",
        "Keep the label before. For `I-X` after `B-X` or `I-X` move the end of the last name: `found[-1][2] = end`; at "
        "the end give `(kind, text[start:end])`.",
    ],
    remark=of_names,
    why="A name is one stretch of the text, from the start of its first token to the end of its last.",
)
def group(labels: list[str], offsets: list[tuple[int, int]], text: str) -> list[tuple[str, str]]:
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


group.known_slips("""
A name that begins with `I-` gets lost: where none of its kind goes on, `I-` begins one.
    if label.startswith("I-") and → if found and label[0] == "I" and ; elif label != "O" → elif label[0] == "B"
`I-` goes on with a name of another kind: compare the kinds.
    before[2:] == kind → before != "O" ; (kind, found[-1][1], end) → (*found[-1][:2], end)
After `O` a name is over: `I-` after it begins a new one.
    before = label → before = before if label == "O" else label
Two names of one kind in a row run together: `B-` always begins a new one.
    group([label.replace("B-", "I-") for label in labels], offsets, text)
""")


def as_high(expected: Any, got: Any, args: Args) -> bool:
    """Whether a span is allowed and scores as well as the best; None where there is no token."""
    starts, ends, longest = args
    if expected is None or not isinstance(got, (list, tuple)) or len(got) != 2:
        return expected is None and got is None
    if not all(isinstance(place, Integral) and 0 <= int(place) < len(starts) for place in got):
        return False
    allowed = got[0] <= got[1] < got[0] + longest
    return allowed and close(starts[expected[0]] + ends[expected[1]], starts[got[0]] + ends[got[1]])


def of_spans(expected: Any, got: Any, args: Args) -> str | None:
    start, end = got
    if end < start:
        return "The end comes before the start: only pairs with start ≤ end are spans."
    if end - start >= args[2]:
        return f"This span has {end - start + 1} tokens, and {args[2]} are allowed: both ends count."
    return "Another span that is allowed has a higher sum: start and end are chosen together."


def no_ties(random: Random) -> Args:
    """Scores of which no start and end have the sum of others: of equal spans each program may give its own."""
    starts, ends = (random.sample(range(-4, 5), k=5) for _ in range(2))
    return [float(score) for score in starts], [round(1.1 * score, 1) for score in ends], random.randint(1, 4)


@exercise(
    "offsets.best_span",
    title="The best span",
    example=([0.1, 2.0, 0.3], [0.2, 0.1, 1.5], 3),
    cases=[([0.0, 5.0], [4.0, 1.0], 2), ([9.0, 0.0, 2.0], [0.5, 0.0, 8.0], 2), ([], [], 3)]
    + [([2.0, 3.0], [9.0, 0.0], 1), ([9.0, 0.0], [2.0, 3.0], 1), ([-1.0, -5.0], [-5.0, -1.0], 2)],
    generate=no_ties,
    valid=lambda starts, ends, longest: len(starts) == len(ends) and longest >= 1,
    same=as_high,
    remark=of_spans,
    hints=[
        "Which pairs of a start and an end are a span at all?",
        "Go over all starts, and for each over the ends from there on, at most `longest` of them.",
        "`max(…, key=lambda span: starts[span[0]] + ends[span[1]], default=None)` over the pairs `(i, j)` with "
        "`i <= j < i + longest`.",
    ],
    why="The best start and the best end need not make a span together, so pairs are compared.",
)
def best_span(starts: list[float], ends: list[float], longest: int) -> tuple[int, int] | None:
    """The span of the highest sum, end included: [0.1, 2.0], [0.2, 1.5], 2 → (1, 1)."""
    spans = [(i, j) for i in range(len(starts)) for j in range(i, min(i + longest, len(ends)))]
    return max(spans, key=lambda span: starts[span[0]] + ends[span[1]], default=None)


best_span.known_slips("""
The end is the last token of the span, not the one after it.
    (best[0], best[1] + 1) if (best := best_span(starts, ends, longest)) else None
Without a token, give None.
    best_span(starts, ends, longest) or (0, 0)
""")
