"""Just enough of Protocol Buffers to read a file: the bytes `08 96 01` say that field 1 is 150.

A message is a sequence of fields. Each begins with a number that says which field it is and how its value is written:
as a *varint*, seven bits a byte, the lowest first, the eighth saying that more follow; in four or eight bytes; or as a
length and that many bytes, which may hold text or another message ("Encoding", protobuf.dev).
"""

import struct
from collections.abc import Container, Iterator
from typing import Any

VARINT, LENGTH, FLOAT = 0, 2, 5
FIXED_SIZES = {1: 8, FLOAT: 4}


class Message:
    """The fields of a message, by number and kind. ValueError on bytes that are not a message."""

    def __init__(self, data: bytes) -> None:
        self._fields: dict[tuple[int, int], list[Any]] = {}
        for number, kind, value in _fields(data):
            self._fields.setdefault((number, kind), []).append(value)

    def integer(self, number: int, default: int = 0) -> int:
        """An integer or a boolean: the last one given, or `default` if the field is missing."""
        return int(self._last(number, VARINT, default))

    def choice(self, number: int, among: Container[int], default: int) -> int:
        """An enum value: the last one given of those there are, which another value doesn't replace, or `default`."""
        return next((value for value in reversed(self._fields.get((number, VARINT), [])) if value in among), default)

    def all_data(self, number: int) -> list[bytes]:
        """All values of a repeated field, in order."""
        return self._fields.get((number, LENGTH), [])

    def data(self, number: int, default: bytes = b"") -> bytes:
        return bytes(self._last(number, LENGTH, default))

    def text(self, number: int, default: str = "") -> str:
        return self.data(number, default.encode()).decode()

    def float32(self, number: int) -> float:
        return float(struct.unpack("<f", self._last(number, FLOAT, bytes(4)))[0])

    def message(self, number: int) -> "Message":
        """A message that is not repeated: if it is given more than once, the fields of all of them."""
        return Message(b"".join(self.all_data(number)))

    def _last(self, number: int, kind: int, default: Any) -> Any:
        """As in the library, a value that is written in another way than its field does not count."""
        return self._fields.get((number, kind), [default])[-1]


def _fields(data: bytes) -> Iterator[tuple[int, int, Any]]:
    place = 0
    while place < len(data):
        tag, place = _varint(data, place, 5)
        number, kind = tag >> 3, tag & 7
        if not 0 < number < 2**29 or kind not in (VARINT, LENGTH, *FIXED_SIZES):
            raise ValueError(f"at byte {place} there is no field of a Protocol Buffers message: get the file again")
        if kind == VARINT:
            value, place = _varint(data, place, 10)
            yield number, kind, value
            continue
        size, place = _varint(data, place, 5) if kind == LENGTH else (FIXED_SIZES[kind], place)
        if place + size > len(data):
            raise ValueError(f"its {len(data)} bytes end inside a field: get the file again, whole")
        yield number, kind, data[place : place + size]
        place += size


def _varint(data: bytes, place: int, most: int) -> tuple[int, int]:
    """The number written in at most `most` bytes at `place`, and the place after it."""
    number = 0
    for shift, byte in enumerate(data[place : place + most]):
        number |= (byte & 0x7F) << 7 * shift
        if byte < 0x80:
            return number, place + shift + 1
    raise ValueError(f"at byte {place} there is no number of a Protocol Buffers message: get the file again")
