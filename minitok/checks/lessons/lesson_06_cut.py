"""Lesson 06: cut a text at its added tokens."""

import re
from random import Random

from ..exercise import Args, exercise


def text_and_tokens(random: Random) -> Args:
    tokens = random.choices(["<s>", "<s>>", "<", "ab", "abc", "bcd", "b", "cd"], k=random.randint(1, 4))
    return "".join(random.choices(["<s>", ">", "a", "b", "c", "d", "x"], k=random.randint(1, 7))), set(tokens)


@exercise(
    "special.cut",
    lesson=6,
    level="medium",
    title="Cut a text at its added tokens",
    example=("hi<s>you", {"<s>", "</s>"}),
    cases=[
        ("<s>>", {"<s>", "<s>>"}),
        ("abcd", {"ab", "bcd"}),
        ("a<s>", {"<s>"}),
        ("<s><s>b", {"<s>"}),
        ("ab.c", {"."}),
        ("HI <S>", {"<s>"}),
        ("abcx", {"ab", "abc", "b"}),
        ("<s> <s>", {"<s>"}),
        (" a <s>", {"<s>"}),
        ("a\nb<s>", {"<s>"}),
        ("", {"<s>"}),
    ],
    generate=text_and_tokens,
    valid=lambda text, tokens: bool(tokens) and all(tokens),
    hints=[
        "Go through the text from left to right. At each place ask which of the tokens begin here.",
        "If several do, take the longest. What is between two tokens is one part, if there is anything.",
        "`re.split('(' + '|'.join(…) + ')', text)` keeps what it cuts at. Sort the tokens by length, the "
        "longest first, "
        "`re.escape` each, and drop the empty parts.",
    ],
    why="`re` takes the first alternative that fits at the leftmost place, so the longest token has to come first.",
)
def cut(text: str, tokens: set[str]) -> list[str]:
    """The tokens in a text, and what is between them: 'hi<s>you' → ['hi', '<s>', 'you']."""
    longest_first = sorted(tokens, key=lambda token: (-len(token), token))
    pattern = "|".join(map(re.escape, longest_first))
    return [part for part in re.split(f"({pattern})", text) if part]


@cut.slip("Of two tokens that begin at the same place it takes the shorter one: the longest match wins.")
def shortest_first(text, tokens):
    pattern = "|".join(map(re.escape, sorted(tokens, key=len)))
    return [part for part in re.split(f"({pattern})", text) if part]


@cut.slip("Empty parts are left: where a token begins or ends the text, there is nothing beside it.")
def empty_parts(text, tokens):
    pattern = "|".join(map(re.escape, sorted(tokens, key=len, reverse=True)))
    return re.split(f"({pattern})", text)


@cut.slip("A space is text, too: only parts without any character are dropped.")
def without_spaces(text, tokens):
    return [part for part in cut(text, tokens) if part.strip()]


@cut.slip("Text beside the tokens stays together: what is between two of them is one part.")
def letter_by_letter(text, tokens):
    return [letter for part in cut(text, tokens) for letter in ([part] if part in tokens else part)]


@cut.slip("Only the tokens are left: the text around them is made of parts, too.")
def tokens_alone(text, tokens):
    return [part for part in cut(text, tokens) if part in tokens]


@cut.slip("The tokens themselves get lost: joined, the parts have to be the text.")
def tokens_lost(text, tokens):
    pattern = "|".join(map(re.escape, sorted(tokens, key=len, reverse=True)))
    return [part for part in re.split(pattern, text) if part]


@cut.slip("It goes on with the next character, inside the token that it has found: go on after the token.")
def inside_the_token(text, tokens):
    parts, beside = [], ""
    for start, char in enumerate(text):
        found = max((token for token in tokens if text.startswith(token, start)), key=len, default="")
        if found:
            parts += [beside, found]
        beside = "" if found else beside + char
    return [part for part in [*parts, beside] if part]


@cut.slip("It looks for the longest token in the whole text first: the leftmost place comes first, then the length.")
def longest_anywhere(text, tokens):
    parts = [text]
    for token in sorted(tokens, key=lambda token: (-len(token), token)):
        parts = [
            new
            for part in parts
            for new in ([part] if part in tokens else re.split(f"({re.escape(token)})", part))
            if new
        ]
    return parts


@cut.slip("A token is not a pattern: escape what means something to `re`, such as `.` and `|`.")
def unescaped(text, tokens):
    pattern = "|".join(sorted(tokens, key=len, reverse=True))
    return [part for part in re.split(f"({pattern})", text) if part]


@cut.slip("The text after the last token gets lost: it is a part, too.")
def tail_lost(text, tokens):
    parts = cut(text, tokens)
    return parts if parts and parts[-1] in tokens else parts[:-1]
