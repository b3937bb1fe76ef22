"""What a text is made of: what you see, the code points behind it, their bytes, and the bits of these."""

import unicodedata
from collections.abc import Iterator
from functools import cache
from html import escape as escape_markup

from minitok.patterns import BYTE_TO_CHAR, compile_source
from minitok_course.views.common.form import source
from minitok_course.views.common.html import (
    HUES,
    chip,
    counted,
    more,
    opening,
    sentence,
    visible,
)
from minitok_course.views.common.stepper import Frame, Stepper
from minitok_course.views.live import Live

MAX_CODE_POINTS = 60
SCROLL_OVER = 5  # this many fit
SCROLLS = ' data-scrolls tabindex="0" role="group" aria-label="The code points"'
CHAIN = "code point → its bytes → their bits → joined, its number"
BITS = (
    '<p class="mt-under">Grey: the byte as GPT-2 writes it. Bold bits say how many bytes a character has; '
    "underlined bits say that a byte continues one. The coloured bits, joined, are the number of the code point.</p>"
)

NAMELESS = {
    "Cc": "a control character",
    "Cs": "half of a pair of surrogates: UTF-8 can't write it",
    "Co": "for private use: no name",
}
CONTROLS = {
    "\t": "tab",
    "\n": "line feed",
    "\r": "carriage return",
    "\0": "null",
    "\x1b": "escape",
    "\x7f": "delete",
}


class Utf8Table(Stepper):
    """The code points of a text and their bytes: `Utf8Table("é")`. `Utf8Explorer` has a box to type in."""

    _css = source("style.css", "../utf8_explorer.css")
    heading = "What a text is made of"
    columns = (
        "seen",
        "code point",
        "name",
        "bytes",
        "bits, [marker]",
        "joined",
        "GPT-2 writes",
    )

    def draw(self, records: str, text: str | None) -> Iterator[Frame]:
        clusters = graphemes(records[:MAX_CODE_POINTS])
        size = len(records.encode("utf-8", "ignore"))
        seen = counted(
            len(graphemes(records)),
            "character as you see it",
            "characters as you see them",
        )
        made_of = (
            f"{seen}, {counted(len(records), 'code point')}, {counted(size, 'byte')}."
        )
        rest = more(len(records) - MAX_CODE_POINTS, " code points")
        yield Frame((made_of,), (*_table(clusters), rest, BITS), tuple(_twin(clusters)))


class Utf8Explorer(Live):
    """A box to type in, and what was typed as characters, code points, bytes and bits: `Utf8Explorer("aé€🍌")`."""

    def __init__(self, text: str) -> None:
        super().__init__(Utf8Table, str, text, label="Text to take apart")
        self.add_class("mt-utf8-explorer")


def graphemes(text: str) -> list[str]:
    r"""The characters as you see them: `e` with its accent is one, and so is a family emoji (`\X` in a regex)."""
    return compile_source(r"\X").findall(text)  # type: ignore[no-any-return]


def name_of(char: str) -> str:
    """The name that Unicode gives to a code point, or why it has none."""
    name = unicodedata.name(char, "")
    if name:
        return name.capitalize() if name.isascii() else name
    nameless = NAMELESS.get(unicodedata.category(char), "not assigned")
    return f"{CONTROLS[char]}, {nameless}" if char in CONTROLS else nameless


def cut_bits(byte: int) -> tuple[str, str]:
    """The bits of a byte, in two parts: the marker and those of the code point. 0xC3 gives 110 and 00011."""
    bits = f"{byte:08b}"
    marker = bits.index("0") + 1 if byte != 255 else 8
    return bits[:marker], bits[marker:]


def _table(clusters: list[str]) -> Iterator[str]:
    scrolls = SCROLLS if len(clusters) > SCROLL_OVER else ""
    yield f'<div class="mt-codes"{scrolls}>'
    yield opening("mt-table mt-utf8", ("seen", CHAIN))
    for place, cluster in enumerate(clusters):
        tone = f"{place % len(HUES)}"
        seen = f'<td class="mt-cell mt-seen" rowspan="{len(cluster)}">{chip(cluster, tone)}</td>'
        for char in cluster:
            octets = " ".join(
                _byte(byte, tone) for byte in char.encode("utf-8", "ignore")
            )
            number = (
                f'<span class="mt-octet">= {ord(char):,}</span>' if octets else "none"
            )
            name = f'<div class="mt-named"><b>U+{ord(char):04X}</b> {escape_markup(name_of(char))}</div>'
            yield f'<tr>{seen}<td class="mt-cell"><div class="mt-point">{name}'
            yield f'<div class="mt-octets">{octets} {number}</div></div></td></tr>'
            seen = ""
    yield "</tbody></table></div>"


@cache
def _byte(byte: int, tone: str) -> str:
    marker, value = cut_bits(byte)
    name = "u" if 0x80 <= byte < 0xC0 else "b"
    spelling = f"<small>{escape_markup(BYTE_TO_CHAR[byte])}</small>"
    return (
        f'<span class="mt-octet"><span>{chip(f"{byte:02x}", tone)} {spelling}</span> '
        f'<span class="mt-bits"><{name}>{marker}</{name}><code class="mt-{tone}">{value}</code></span></span>'
    )


def _twin(clusters: list[str]) -> Iterator[tuple[str, ...]]:
    for cluster in clusters:
        seen = visible(cluster)
        for char in cluster:
            data = char.encode("utf-8", "ignore")
            parts = [cut_bits(byte) for byte in data]
            bits = " ".join(f"[{marker}]{value}" for marker, value in parts)
            joined = (
                " ".join(value for _, value in parts) + f" = {ord(char):,}"
                if data
                else ""
            )
            spelling = "".join(BYTE_TO_CHAR[byte] for byte in data)
            yield (
                seen,
                f"U+{ord(char):04X}",
                sentence(name_of(char)),
                data.hex(" "),
                bits,
                joined,
                spelling,
            )
            seen = ""
