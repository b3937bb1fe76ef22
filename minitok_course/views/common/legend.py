"""What the signs in a view mean that stand for what can't be seen."""

import re

from minitok.patterns import CHAR_TO_BYTE

MEANINGS = {
    "␣": "a space",
    "⏎": "a line break",
    "⇥": "a tab",
    "Ġ": "a space, in byte-level BPE",
    "Ċ": "a line break, in byte-level BPE",
    "mt-spelled": "a byte of a character, in byte-level BPE",
    "▁": "a space, in SentencePiece",
    "◌": "a mark that has no letter before it here",
    "mt-escape": "a character that can't be seen, as an escape",
    "mt-byte": "a part of a character, in hex",
}


def legend_of(trace: bytes) -> str:
    """What the characters of a trace mean that stand for those that can't be seen: `␣ a space`. Tips do not count."""
    if b"data-tip" in trace:
        trace = re.sub(rb' data-tip=\\"[^"]*"', b"", trace)
    other = re.search("mt-spelled.*?([Â-ÖØ-ô])", trace.decode(), re.DOTALL)
    first = (
        other[1] if other and "Ã".encode() not in trace else "Ã"
    )  # the sign with which a character in bytes begins
    names = {"mt-byte": "c3 (dashed)", "mt-escape": "\\", "mt-spelled": first}
    found = {
        mark: f"{names.get(mark, mark)} {told}"
        for mark, told in MEANINGS.items()
        if mark.encode() in trace
    }
    return " · ".join(found.values())


def spells(text: str) -> bool:
    """Whether a text spells characters in the signs that byte-level BPE writes for their bytes: `Ã©` is é."""
    try:
        return (
            not text.isascii()
            and not bytes(CHAR_TO_BYTE[char] for char in text).decode().isascii()
        )
    except (KeyError, UnicodeDecodeError):
        return False
