"""Lesson 07: characters that remember their source, and windows over a long text."""

import unicodedata
from typing import Any

from ..exercise import Args, exercise


def plain_marks(text: str) -> bool:
    """Whether each letter with its marks is one character in the end, so that there is one right span for it."""
    groups = [text[start:end] for start, end in dict.fromkeys(normalize(text)[1])]
    made = [unicodedata.normalize("NFKC", group) for group in groups]
    one_each = all(1 in (len(group), len(new)) for group, new in zip(groups, made))
    return one_each and "".join(made) == unicodedata.normalize("NFKC", text)


def of_characters(expected: Any, got: Any, args: Args) -> str | None:
    if got[0] == expected[0]:
        return "The text is right, but not the spans: each says where in the source its character came from."
    if got[0].lower() == expected[0]:
        return "There are capitals left, or new ones, which NFKC makes of `℡`: lower what comes out of it."
    return "The text is as it was, but for capitals: NFKC is missing." if got[0] == args[0].lower() else None


@exercise(
    "offsets.normalize",
    title="Normalize, and remember the source",
    example=("Cafe\u0301 ﬁ",),
    cases=[("A",), ("ﬁ",), ("e\u0301",), ("İ",), ("İx",), ("ΟΔΟΣ",), ("½",), ("ＡＢ",), ("℡",), ("aE\u0301b",)]
    + [("ß",), ("e\u0323\u0302",), ("u\u0308",)],
    generate=lambda random: ("".join(random.choices(["a", "B", "e\u0301", "ﬁ", "İ", "É", "Ⅷ", " "], k=4)),),
    valid=plain_marks,
    remark=of_characters,
    hints=[
        "A character of the result may come from two of the source, and one of the source may become three.",
        "Go through the text in groups: a character and the marks behind it (`unicodedata.combining`). Normalize each "
        "group by itself.",
        "For each `char` of `normalize('NFKC', text[start:end])`: add `char.lower()` to the text, and `(start, end)` "
        "to the spans for each character of it.",
    ],
    why="The span is noted where a character is made, so nothing has to be repaired afterwards.",
)
def normalize(text: str) -> tuple[str, list[tuple[int, int]]]:
    """NFKC, then lower case, each character with its source: 'ﬁX' → ('fix', [(0, 1), (0, 1), (1, 2)])."""
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


normalize.known_slips("""
The capitals are still there: lower each character of the result.
    char.lower() → char
It lowers first: then `İ` is two characters, and NFKC makes new capitals (`℡` is `TEL`). Normalize first, then lower.
    normalized, start = "", 0 → text, normalized, start = text.lower(), "", 0 ; char.lower() → char
It lowers the whole text, and `Σ` at a word's end becomes `ς`: lower each character by itself.
    (unicodedata.normalize("NFKC", text).lower(), normalize(text)[1])
`casefold` changes more than capitals, such as `ß`: `lower` was asked for.
    char.lower() → char.casefold()
This is NFC, which leaves `ﬁ`, `½` and `Ａ` as they are: NFKC was asked for.
    "NFKC" → "NFC"
It takes the characters apart and leaves them so: NFKC joins `e` and its accent to `é`.
    "NFKC" → "NFKD"
It normalizes one character at a time: `e` and the accent after it have to become one.
    unicodedata.combining(text[end]) → None
""")


def of_windows(expected: Any, got: Any, args: Args) -> str | None:
    if len(got) > 1 and [start for start, _ in got] == [*range(0, len(got) * args[2], args[2] or 1)]:
        return "It moves on by `stride`: that many tokens repeat, so the next window begins `size - stride` further on."
    if not expected:
        return "Without tokens there is no window."
    if [(start, end + 1) for start, end in got] == expected:
        return "The end of a window is one more than the place of its last token."
    return "A window ends behind the text: `length` is as far as it can go." if got[-1][1] > args[0] else None


@exercise(
    "offsets.windows",
    title="Windows that overlap",
    example=(10, 4, 2),
    cases=[(7, 4, 1), (0, 4, 1), (4, 4, 2), (5, 4, 2), (6, 4, 2), (2, 4, 2), (1, 2, 1), (3, 4, 0), (5, 4, 4), (0, 2, 2)]
    + [(5, 2, 3), (5, 2, -1), (9, 3, 0)],
    generate=lambda random: (random.randint(0, 12), random.randint(1, 5), random.randint(0, 5)),
    valid=lambda length, size, stride: length >= 0 and size >= 1,
    remark=of_windows,
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


@windows.slip("It moves on by `stride`, and with a stride of 0 not at all: move on by `size - stride`.")
def by_stride(length, size, stride):
    found, start = windows(0, size, stride), 0  # which checks the stride
    while start < length:
        found.append((start, min(start + size, length)))
        start = length if start + size >= length else start + stride
    return found


windows.known_slips("""
These windows do not overlap: the last `stride` tokens of one are the first of the next.
    windows(length, size, stride) and windows(length, size, 0)
A last window lies inside the one before: stop with the one that reaches the end.
    if start + size >= length → if False
The last window begins where its step leads, even if it gets shorter.
    [(min(start, max(length - size, 0)), end) for start, end in windows(length, size, stride)]
""")
