"""What a text is made of: what you see, the code points behind it, their bytes, and the bits of these."""

import unicodedata
from collections.abc import Iterator
from functools import cache
from html import escape as escape_markup
from itertools import islice
from typing import NamedTuple

from ..patterns import BYTE_TO_CHAR
from .live import Live
from .parts.html import HUES, chip, counted, more, sentence, visible
from .parts.stepper import Frame, Stepper

MAX_CODE_POINTS = 60

NAMELESS = {
    "Cc": "a control character",
    "Cs": "half of a pair of surrogates: UTF-8 can't write it",
    "Co": "for private use: no name",
}
CONTROLS = {"\t": "tab", "\n": "line feed", "\r": "carriage return", "\0": "null", "\x1b": "escape", "\x7f": "delete"}


class CodePoint(NamedTuple):
    """One code point of a text: `char`, its `name`, its UTF-8 bytes, and in which character as you see it, from 0."""

    char: str
    name: str
    data: bytes
    grapheme: int


class Utf8Table(Stepper):
    """The code points of a text and their bytes: `Utf8Table("é")`. `Utf8Explorer` has a box to type in."""

    heading = "What a text is made of"
    columns = ("seen", "code point", "name", "bytes", "bits, [marker]", "GPT-2 writes")

    def draw(self, records: str, text: str | None) -> Iterator[Frame]:
        if not records:
            yield Frame(("There is no text yet: type some characters.",))
            return
        clusters = graphemes(records)
        points = list(islice(code_points(clusters), MAX_CODE_POINTS))
        size = len(records.encode("utf-8", "ignore"))
        seen = counted(len(clusters), "character as you see it", "characters as you see them")
        made_of = f"{seen}, {counted(len(records), 'code point')}, {counted(size, 'byte')}."
        rest = more(len(records) - len(points), " code points")
        hint = " Bold bits say how many bytes a character has; underlined bits say that a byte continues one."
        yield Frame((made_of, hint), (*_table(clusters, points), rest), tuple(_twin(clusters, points)))


class Utf8Explorer(Live):
    """A box to type in, and what is typed as characters, code points, bytes and bits: `Utf8Explorer("aé€🍌")`."""

    def __init__(self, text: str) -> None:
        super().__init__(Utf8Table, str, text, label="Text to take apart")
        self.add_class("mt-utf8-explorer")


def graphemes(text: str) -> list[str]:
    r"""The characters as you see them: `e` with its accent is one, and so is a family emoji (`\X` of a regex)."""
    import regex  # here, so that the other views can do without

    return regex.findall(r"\X", text)


def code_points(clusters: list[str]) -> Iterator[CodePoint]:
    """The code points of characters, one by one."""
    for place, cluster in enumerate(clusters):
        for char in cluster:
            yield CodePoint(char, name_of(char), char.encode("utf-8", "ignore"), place)


def name_of(char: str) -> str:
    """The name that Unicode gives to a code point, or why it has none."""
    name = unicodedata.name(char, "")
    if name:
        return name.capitalize() if name.isascii() else name
    nameless = NAMELESS.get(unicodedata.category(char), "not assigned")
    return f"{CONTROLS[char]}, {nameless}" if char in CONTROLS else nameless


def cut_bits(byte: int) -> tuple[str, str]:
    """The bits of a byte: those that say what it is, and those of the code point: 0xC3 gives 110 and 00011."""
    bits = f"{byte:08b}"
    marker = bits.index("0") + 1 if byte != 255 else 8
    return bits[:marker], bits[marker:]


def _table(clusters: list[str], points: list[CodePoint]) -> Iterator[str]:
    heads = ("seen", "code point", "its name", "bytes, bits, and what GPT-2 writes")
    yield '<table class="mt-table mt-utf8"><thead><tr>'
    yield "".join(f'<th class="mt-cell" scope="col">{head}</th>' for head in heads)
    yield "</tr></thead><tbody>"
    before = -1
    for point in points:
        first, before = point.grapheme != before, point.grapheme
        tone = f"{point.grapheme % len(HUES)}"
        many = sum(other.grapheme == point.grapheme for other in points) if first else 0
        seen = f'<td class="mt-cell mt-seen" rowspan="{many}">{chip(clusters[before], tone)}</td>' if first else ""
        number = f'<td class="mt-cell mt-number">U+{ord(point.char):04X}</td>'
        octets = " ".join(_byte(byte, tone) for byte in point.data) or "none"
        name = f'<td class="mt-cell mt-named">{escape_markup(point.name)}</td>'
        yield f'<tr>{seen}{number}{name}<td class="mt-cell"><div class="mt-octets">{octets}</div></td></tr>'
    yield "</tbody></table>"


@cache
def _byte(byte: int, tone: str) -> str:
    marker, value = cut_bits(byte)
    name = "u" if 0x80 <= byte < 0xC0 else "b"
    bits = f'<span class="mt-bits"><{name}>{marker}</{name}>{value}</span>'
    mark = ' class="mt-spelled"' if byte >= 0x80 else ""
    written = f"<small{mark}>{escape_markup(BYTE_TO_CHAR[byte])}</small>"
    return f'<span class="mt-octet">{chip(f"{byte:02x}", tone)} {bits} {written}</span>'


def _twin(clusters: list[str], points: list[CodePoint]) -> Iterator[tuple[str, ...]]:
    before = -1
    for point in points:
        seen = visible(clusters[point.grapheme]) if point.grapheme != before else ""
        before = point.grapheme
        bits = " ".join("[{}]{}".format(*cut_bits(byte)) for byte in point.data)
        written = "".join(BYTE_TO_CHAR[byte] for byte in point.data)
        yield seen, f"U+{ord(point.char):04X}", sentence(point.name), point.data.hex(" "), bits, written
