"""Just enough of Protocol Buffers to read a file: the bytes `08 96 01` say that field 1 is 150.

A message is a sequence of fields. Each begins with a number that says which field it is and how its value is written:
as a *varint*, seven bits a byte, the lowest first, the eighth saying that more follow; in four or eight bytes; or as a
length and that many bytes, which may hold text or another message ("Encoding", protobuf.dev).
"""

import struct
from collections.abc import Iterator

VARINT, LENGTH = 0, 2
FIXED_SIZES = {1: 8, 5: 4}


class Message:
    """The fields of a message, by number and type. ValueError on bytes that are not a message."""

    def __init__(self, data: bytes) -> None:
        self._fields: dict[int, list[int | bytes]] = {}
        for number, value in _fields(data):
            self._fields.setdefault(number, []).append(value)

    def integer(self, number: int, default: int = 0) -> int:
        """An integer, a boolean or an enum value: the last one given, or `default` if the field is missing."""
        return [default, *(value for value in self._fields.get(number, ()) if isinstance(value, int))][-1]

    def all_data(self, number: int) -> list[bytes]:
        """All values of a repeated field, in order."""
        return [value for value in self._fields.get(number, ()) if isinstance(value, bytes)]

    def data(self, number: int, default: bytes = b"") -> bytes:
        return [default, *self.all_data(number)][-1]

    def text(self, number: int, default: str = "") -> str:
        return self.data(number, default.encode()).decode()

    def float32(self, number: int) -> float:
        return float(struct.unpack("<f", self.data(number, bytes(4)))[0])

    def message(self, number: int) -> "Message":
        return Message(self.data(number))


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    place = 0
    while place < len(data):
        tag, place = _varint(data, place)
        kind = tag & 7
        if kind == VARINT:
            value, place = _varint(data, place)
            yield tag >> 3, value
            continue
        if kind != LENGTH and kind not in FIXED_SIZES:
            raise ValueError(f"at byte {place} there is no field of a Protocol Buffers message")
        size, place = _varint(data, place) if kind == LENGTH else (FIXED_SIZES[kind], place)
        if place + size > len(data):
            raise ValueError(f"its {len(data)} bytes end inside a field")
        yield tag >> 3, data[place : place + size]
        place += size


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """The number written at `place`, and the place after it."""
    number = 0
    for shift, byte in enumerate(data[place : place + 10]):
        number |= (byte & 0x7F) << 7 * shift
        if byte < 0x80:
            return number, place + shift + 1
    raise ValueError(f"at byte {place} there is no number of a Protocol Buffers message")
