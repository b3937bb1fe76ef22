"""What the characters mean that stand for what can't be seen."""

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
    """What the characters in a trace mean that stand for what can't be seen: `␣ a space`. Tips don't count."""
    if b"data-tip" in trace:
        trace = re.sub(rb' data-tip=\\"[^"]*"', b"", trace)
    other = re.search("mt-spelled.*?([Â-ÖØ-ô])", trace.decode(), re.DOTALL)
    # The first character of those that spell a character's bytes.
    first = other[1] if other and "Ã".encode() not in trace else "Ã"
    names = {"mt-byte": "c3 (dashed)", "mt-escape": "\\", "mt-spelled": first}
    meanings = {
        mark: f"{names.get(mark, mark)} {meaning}"
        for mark, meaning in MEANINGS.items()
        if mark.encode() in trace
    }
    return " · ".join(meanings.values())


def spells(text: str) -> bool:
    """Whether a text spells characters byte by byte, as byte-level BPE writes them: `Ã©` is é."""
    try:
        return (
            not text.isascii()
            and not bytes(CHAR_TO_BYTE[char] for char in text).decode().isascii()
        )
    except (KeyError, UnicodeDecodeError):
        return False
