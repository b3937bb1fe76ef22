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
    lesson=7,
    level="medium",
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
        "For each `char` of `normalize('NFKC', text[start:end])` and each `lower` of `char.lower()`: append "
        "`lower`, and "
        "append `(start, end)`.",
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


@normalize.slip("The spans are places in the result: each has to say where in the source its character came from.")
def own_places(text):
    result, _ = normalize(text)
    return result, [(i, i + 1) for i in range(len(result))]


@normalize.slip("A span leaves the marks out: it ends where the last mark of its group ends.")
def first_of_group(text):
    result, spans = normalize(text)
    return result, [(start, start + 1) for start, _ in spans]


@normalize.slip("It normalizes one character at a time: `e` and the accent after it have to become one.")
def one_at_a_time(text):
    found = [
        (lower, (i, i + 1))
        for i, char in enumerate(text)
        for part in unicodedata.normalize("NFKC", char)
        for lower in part.lower()
    ]
    return "".join(char for char, _ in found), [span for _, span in found]


ONE_FOR_SEVERAL = "One span for a character that becomes several: each character of the result needs its own."


@normalize.slip(ONE_FOR_SEVERAL)
def one_for_several(text):
    result, spans = normalize(text)
    return result, [span for i, span in enumerate(spans) if i == 0 or spans[i - 1] != span]


@normalize.slip(ONE_FOR_SEVERAL)
def one_for_the_lower(text):
    result, spans = normalize(text)
    return result, [span for char, span in zip(result, spans) if char != "\u0307"]  # only `İ` becomes two in lower case


@normalize.slip("These are characters, each with its span: give the text, and beside it the list of the spans.")
def in_pairs(text):
    return list(zip(*normalize(text)))


@normalize.slip(
    "The text as a whole is put in lower case, where `Σ` at a word's end becomes `ς`: go character by character."
)
def as_a_whole(text):
    return unicodedata.normalize("NFKC", text).lower(), normalize(text)[1]


@normalize.slip("It lowers first: what NFKC makes of a character may have capitals, too.")
def lower_first(text):
    found = [
        (char, span)
        for i, (_, span) in enumerate(zip(text, [(i, i + 1) for i in range(len(text))]))
        for char in unicodedata.normalize("NFKC", text[i].lower())
    ]
    return "".join(char for char, _ in found), [span for _, span in found]


@normalize.slip("`casefold` is not lower case: it makes `ss` of `ß`.")
def folded(text):
    found = [(char, span) for lower, span in zip(*normalize(text)) for char in lower.casefold()]
    return "".join(char for char, _ in found), [span for _, span in found]


@normalize.slip("Capitals are left: after NFKC comes lower case.")
def not_lowered(text):
    return unicodedata.normalize("NFKC", text), normalize(text)[1]


@exercise(
    "offsets.windows",
    lesson=7,
    level="medium",
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


@windows.slip("A last window lies inside the one before: stop with the one that reaches the end.")
def inside(length, size, stride):
    windows(length, size, stride)
    return [(start, min(start + size, length)) for start in range(0, length, size - stride)]


@windows.slip("`stride` is how many tokens repeat, not how far a window is from the one before.")
def stride_as_step(length, size, stride):
    windows(length, size, stride)
    found = []
    for start in range(0, length, stride or size):
        found.append((start, min(start + size, length)))
        if start + size >= length:
            break
    return found


@windows.slip("The end of the text gets lost: the last window may be shorter.")
def full_only(length, size, stride):
    return [(start, end) for start, end in windows(length, size, stride) if end - start == size]


@windows.slip("The last window repeats more than `stride` tokens: it may be shorter than the others.")
def full_last(length, size, stride):
    return [(start if end < length else max(length - size, 0), end) for start, end in windows(length, size, stride)]


@windows.slip("A window reaches beyond the end: cut it at `length`.")
def beyond(length, size, stride):
    return [(start, start + size) for start, _ in windows(length, size, stride)]


@windows.slip("Without tokens there is no window: give an empty list.")
def one_of_nothing(length, size, stride):
    return windows(length, size, stride) or [(0, 0)]


@windows.slip("A stride out of range is a ValueError, even if the text is empty or short.")
def checked_late(length, size, stride):
    return windows(length, size, stride) if length > size else [(0, length)][: length > 0]


@windows.slip("A negative stride is a ValueError: tokens between two windows would get lost.")
def negative(length, size, stride):
    return windows(length, size, stride) if stride >= 0 else inside(length, size, 0)


@windows.slip("A stride as large as the window, or larger, never moves on: that is a ValueError.")
def too_large(length, size, stride):
    return windows(length, size, stride) if stride < size else []
