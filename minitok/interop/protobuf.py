"""Just enough of Protocol Buffers to read a file of them: the bytes `08 96 01` say that field 1 is 150.

A message is a row of fields. Each begins with a number that tells which field it is and how its value is written: as a
*varint*, seven bits a byte, the lowest first, the eighth saying that more follow; in four or eight bytes; or as a
length and that many bytes, which may be a text or a message again ("Encoding", protobuf.dev).
"""

from collections.abc import Iterator

VARINT, EIGHT_BYTES, LENGTH, FOUR_BYTES = 0, 1, 2, 5


class Message:
    """The fields of a message, asked for by number and type; ValueError on bytes that are no message."""

    def __init__(self, data: bytes) -> None:
        self._fields: dict[int, list[int | bytes]] = {}
        for number, value in _fields(data):
            self._fields.setdefault(number, []).append(value)

    def integer(self, number: int, default: int = 0) -> int:
        """A whole number, true or false, or one of several names; a field that is not there has its default."""
        *_, value = [default, *(value for value in self._fields.get(number, ()) if isinstance(value, int))]
        return value

    def all_data(self, number: int) -> list[bytes]:
        """The values of a field that may be there many times, in their order."""
        return [value for value in self._fields.get(number, ()) if isinstance(value, bytes)]

    def data(self, number: int, default: bytes = b"") -> bytes:
        return [default, *self.all_data(number)][-1]

    def text(self, number: int, default: str = "") -> str:
        return self.data(number, default.encode()).decode()

    def float32(self, number: int) -> float:
        import struct

        value: float
        (value,) = struct.unpack("<f", self.data(number, bytes(4)))
        return value

    def message(self, number: int) -> "Message":
        return Message(self.data(number))


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    place = 0
    while place < len(data):
        tag, place = _varint(data, place)
        kind = tag & 7
        if kind == VARINT:
            number, place = _varint(data, place)
            yield tag >> 3, number
            continue
        if kind == LENGTH:
            size, place = _varint(data, place)
        elif kind in (EIGHT_BYTES, FOUR_BYTES):
            size = 8 if kind == EIGHT_BYTES else 4
        else:
            raise ValueError(f"at byte {place} there is no field of a Protocol Buffers message")
        if place + size > len(data):
            raise ValueError(f"its {len(data)} bytes end inside a field")
        yield tag >> 3, data[place : place + size]
        place += size


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """The number that is written from `place` on, and where it ends."""
    number = 0
    for shift, byte in enumerate(data[place : place + 10]):
        number |= (byte & 0x7F) << 7 * shift
        if byte < 0x80:
            return number, place + shift + 1
    raise ValueError(f"at byte {place} there is no number of a Protocol Buffers message")
