"""Lesson 11: which tokens may follow inside a JSON string, byte by byte."""

import json
import re
from random import Random
from typing import Any

import regex

from ..exercise import Args, exercise

ZEROS = [b"0" * count for count in range(5)]
CONTINUED = [bytes([first]) + b"\x80" * more for first in (0x80, 0xBF) for more in range(3)]
ENDINGS = [b"", *(ending + b'"' for ending in [*ZEROS, b"n", *CONTINUED])]  # of a string, an escape, a character
PIECES = [b"a", b" ", b'"', b"\\", b"n", b"u", b"00", b"e9", b"x", b"\xc3", b"\xa9", b"\xe2\x82", b"\xac", b"\xf0\x9f"]
PIECES += [b"\xe0", b"\xed", b"\xa0", b"\xc0", b"\x80", b"\xf5", b"\n", b",", b"/", b'",', b'\\"']


def is_string(data: bytes) -> bool:
    """Whether these bytes are a JSON string, with nothing around it."""
    try:
        text = data.decode()
        return isinstance(json.loads(text), str) and text == text.strip()
    except ValueError:
        return False


def begun(data: bytes) -> bool:
    """Slow and obvious: some ending makes a JSON string of these bytes."""
    return any(is_string(data + ending) for ending in ENDINGS)


def asked(prefix: bytes, tokens: dict[int, bytes]) -> bool:
    """Whether a string has begun and not ended, and no case turns on half a surrogate pair or an empty token."""
    surrogate = any(re.search(rb"\\u[dD][89a-fA-F]", prefix + token) for token in tokens.values())
    return begun(prefix) and not is_string(prefix) and all(tokens.values()) and prefix != b"" and not surrogate


def some_tokens(random: Random) -> Args:
    prefix = b'"' + b"".join(random.choices(PIECES, k=random.randint(0, 2)))
    return prefix, {id: b"".join(random.choices(PIECES, k=random.randint(1, 3))) for id in range(1, 4)}


def whole(data: bytes) -> bool:
    """Whether these bytes end with a character, and not inside one."""
    return data.decode(errors="ignore").encode() == data


def why_not(data: bytes) -> str:
    """Why no string begins with these bytes, by the first that is too many."""
    end = next(end for end in range(1, len(data) + 1) if not begun(data[:end]))
    before, byte = data[: end - 1], data[end - 1]
    if is_string(before):
        return "something follows the quote that closes the string."
    if whole(before) and not is_string(before + b'"'):
        return 'an escape is a backslash and one of `"\\/bfnrt`, or `\\u` and four hex digits.'
    if byte < 0x20:
        return "a control character is only allowed as an escape, such as `\\n`."
    late = " (Python's incremental decoder notices a surrogate one byte late.)" if before[-1] == 0xED else ""
    return f"its bytes are not UTF-8, and no byte after them makes them so.{late}"


def about_one(expected: Any, got: Any, args: Args) -> str | None:
    """What is to be said of the first token about which an answer is wrong."""
    for id, token in args[1].items():
        data = args[0] + token
        if id in got and id not in expected:
            return f"The token {token!r} can't follow: {why_not(data)}"
        if id in expected and id not in got:
            part = "character" if not whole(data) else "escape" if not is_string(data + b'"') else "string"
            closed = "its last byte closes the string" if is_string(data) else f"the {part} in which it ends may go on"
            return f"The token {token!r} may follow: {closed}."
    return None


@exercise(
    "bite.json_string_mask",
    title="A mask for a JSON string",
    example=(b'"a', {1: b"b", 2: b'"', 3: b'",'}),
    cases=[
        (b'"', {1: b'a"b', 2: b'a"', 3: b'" '}),
        (b'"\\', {1: b'"', 2: b'n"', 3: b"x", 4: b"u12"}),
        (b'"', {1: b"\\", 2: b'\\"', 3: b'\\\\"', 4: b"\\u00"}),
        (b'"\\u0', {1: b"0e9", 2: b"0g9", 3: b'0"', 4: b"0"}),
        (b'"', {1: b"\n", 2: b"\t", 3: b"\\t"}),
        (b'"', {1: b"\xc3", 2: b"\xe2\x82", 3: b"\xc3\xa9", 4: b"\xc0", 5: b"\xa9"}),
        (b'"\xe2\x82', {1: b"\xac", 2: b"a", 3: b'"', 4: b'\xac"'}),
        (b'"', {1: b"\xed\xa0", 2: b"\xf4\x90", 3: b"\xe0\x80", 4: b"\xf0\x9f", 5: b"\xff"}),
    ],
    generate=some_tokens,
    valid=asked,
    oracle=lambda prefix, tokens: {id for id, token in tokens.items() if begun(prefix + token)},
    remark=about_one,
    hints=[
        "A token is not one step but several: after each of its bytes the string has begun, has ended, or can be none.",
        "Three things may be unfinished where a token ends: the string, an escape, a character. Keep track of them "
        "byte by byte. `codecs.getincrementaldecoder('utf-8')` helps, but notices a surrogate one byte late.",
        "Or write down the whole grammar over bytes, and `regex.fullmatch(pattern, prefix + token, partial=True)` says "
        "whether it can be completed. A character of two bytes is `[\\xc2-\\xdf][\\x80-\\xbf]`, and of three "
        "`(?:\\xe0[\\xa0-\\xbf]|[\\xe1-\\xec\\xee\\xef][\\x80-\\xbf]|\\xed[\\x80-\\x9f])[\\x80-\\xbf]`.",
    ],
    why="Prefix and token together have to be what a string can begin with. Each byte is looked at, so a token that "
    "closes the string and goes on is refused, and one that ends inside a character is not.",
)
def json_string_mask(prefix: bytes, tokens: dict[int, bytes]) -> set[int]:
    """The ids that may follow inside a JSON string: b'"a', {1: b'b', 2: b'"', 3: b'",'} → {1, 2}."""
    plain, escape = rb"[ !#-\[\]-\x7f]", rb'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})'
    two, three = rb"[\xc2-\xdf]", rb"\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f]"
    four = rb"(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]"  # each without its last byte
    longer = rb"(?:" + two + rb"|" + three + rb"|" + four + rb")[\x80-\xbf]"
    string = regex.compile(rb'"(?:' + plain + rb"|" + escape + rb"|" + longer + rb')*"')
    return {id for id, token in tokens.items() if string.fullmatch(prefix + token, partial=True)}
