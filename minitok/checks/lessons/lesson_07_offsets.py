"""Lesson 07: characters that remember their source, and windows over a long text."""

import unicodedata

from ..exercise import exercise


def plain_marks(text: str) -> bool:
    """Whether each letter with its marks is one character in the end, so that there is one right span for it."""
    groups: list[str] = []
    for char in text:
        if unicodedata.combining(char) and groups:
            groups[-1] += char
        else:
            groups.append(char)
    one_each = all(len(group) == 1 or len(unicodedata.normalize("NFKC", group)) == 1 for group in groups)
    joined = "".join(unicodedata.normalize("NFKC", group) for group in groups)
    return one_each and joined == unicodedata.normalize("NFKC", text)


@exercise(
    "offsets.normalize",
    title="Normalize, and remember the source",
    example=("Cafe\u0301 ﬁ",),
    cases=[("ﬁ",), ("e\u0301",), ("İ",), ("İx",), ("ΟΔΟΣ",), ("½",), ("ＡＢ",), ("℡",), ("aE\u0301b",)]
    + [("ß",), ("e\u0323\u0302",), ("u\u0308",)],
    generate=lambda random: ("".join(random.choices(["a", "B", "e\u0301", "ﬁ", "İ", "É", "Ⅷ", " "], k=4)),),
    valid=plain_marks,
    hints=[
        "A character of the result may come from two of the source, and one of the source may become three.",
        "Go through the text in groups: a character and the marks behind it (`unicodedata.combining`). Normalize each "
        "group by itself.",
        "For each `char` of `normalize('NFKC', text[start:end])` and each `lower` of `char.lower()`: append `lower`, "
        "and append `(start, end)`.",
    ],
    why="The span is noted where a character is made, so nothing has to be repaired afterwards.",
)
def normalize(text: str) -> tuple[str, list[tuple[int, int]]]:
    """NFKC, then lower case, each character with its source: 'ﬁX' → ('fix', [(0, 1), (0, 1), (1, 2)])."""
    normalized: list[str] = []
    spans: list[tuple[int, int]] = []
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        for char in unicodedata.normalize("NFKC", text[start:end]):
            for lower in char.lower():
                normalized.append(lower)
                spans.append((start, end))
        start = end
    return "".join(normalized), spans


normalize.slips = {
    "The spans are places in the result: each has to say where in the source its character came from.": lambda text: (
        (normalize(text)[0], [(place, place + 1) for place in range(len(normalize(text)[0]))])
    ),
    "A span leaves the marks out: it ends where the last mark of its group ends.": lambda text: (
        (normalize(text)[0], [(start, start + 1) for start, _ in normalize(text)[1]])
    ),
}


@normalize.slip("It normalizes one character at a time: `e` and the accent after it have to become one.")
def one_at_a_time(text):
    result, spans = "", []
    for place, char in enumerate(text):
        lowered = "".join(part.lower() for part in unicodedata.normalize("NFKC", char))
        result += lowered
        spans += [(place, place + 1)] * len(lowered)
    return result, spans


@normalize.slip("One span for a character that becomes several: each character of the result needs its own.")
def one_for_several(text):
    result, spans = normalize(text)
    return result, [span for place, span in enumerate(spans) if place == 0 or spans[place - 1] != span]


@exercise(
    "offsets.windows",
    title="Windows that overlap",
    example=(10, 4, 2),
    cases=[
        (0, 4, 1),
        (4, 4, 2),
        (5, 4, 2),
        (6, 4, 2),
        (2, 4, 2),
        (1, 2, 1),
        (3, 4, 0),
        (5, 4, 4),
        (0, 2, 2),
        (5, 2, 3),
        (5, 2, -1),
        (9, 3, 0),
    ],
    generate=lambda random: (random.randint(0, 12), random.randint(1, 5), random.randint(0, 5)),
    valid=lambda length, size, stride: length >= 0 and size >= 1,
    hints=[
        "How far after the one before does a window start, if `stride` tokens repeat?",
        "Steps of `size - stride`. Stop with the window that reaches the end: another would lie inside it.",
        "Check the stride first. `while length`: append `(start, min(start + size, length))`, stop if that reaches "
        "`length`, else `start += size - stride`.",
    ],
    why="The window that reaches the end is the last one: what would follow is inside it.",
)
def windows(length: int, size: int, stride: int) -> list[tuple[int, int]]:
    """Windows of at most `size` tokens, `stride` of them repeated: 5, 4, 2 → [(0, 4), (2, 5)]."""
    if not 0 <= stride < size:
        raise ValueError(f"stride={stride} has to be 0 or more, and less than size={size}")
    found = []
    for start in range(0, length, size - stride):
        found.append((start, min(start + size, length)))
        if start + size >= length:
            break
    return found


windows.slips = {
    "Without tokens there is no window.": lambda length, size, stride: windows(length, size, stride) or [(0, 0)],
    "A stride as large as the window, or larger, never moves on: that is a ValueError.": lambda length, size, stride: (
        windows(length, size, stride) if stride < size else []
    ),
    "A stride out of range is a ValueError, even if the text is empty or short.": lambda length, size, stride: (
        windows(length, size, stride) if length > size else windows(length, size, 0)
    ),
}


@windows.slip("A last window lies inside the one before: stop with the one that reaches the end.")
def inside(length, size, stride):
    windows(length, size, stride)
    return [(start, min(start + size, length)) for start in range(0, length, size - stride)]
