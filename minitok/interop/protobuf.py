"""Read messages of Protocol Buffers, the form of SentencePiece's `.model` files."""

import struct
from typing import Any

# How the value of a field is written
VARINT = 0
LENGTH = 2  # the number of bytes comes first
FLOAT = 5
SIZES = {1: 8, FLOAT: 4}  # of the values of other fields, in bytes


class Message:
    """A message: the bytes `08 96 01` say that field 1 is 150.

    Each field begins with a number that says which field it is and how its value is
    written: as a *varint*, in four or eight bytes, or as a length and that many bytes,
    which may hold text or a message ("Encoding", protobuf.dev). Raises ValueError if
    the bytes aren't a message.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._values: dict[tuple[int, int], list[Any]] = {}
        place = 0
        while place < len(data):
            tag, place = self._read_varint(place)
            number = tag >> 3
            kind = tag & 7
            value, place = self._read_value(kind, place)
            self._values.setdefault((number, kind), []).append(value)
        if place > len(data):
            raise ValueError(
                f"its {len(data)} bytes end inside a field: get the file again, whole"
            )

    def _read_value(self, kind: int, start: int) -> tuple[int | bytes, int]:
        """The value at `start`, and its end."""
        if kind == VARINT:
            return self._read_varint(start)
        if kind == LENGTH:
            size, start = self._read_varint(start)
        elif kind in SIZES:
            size = SIZES[kind]
        else:
            raise self._error(start, "field")
        end = start + size
        return self._data[start:end], end

    def _read_varint(self, start: int) -> tuple[int, int]:
        """The number at `start`, and its end.

        Each byte has seven bits of it, the lowest first, and says if more follow.
        """
        number = 0
        for i, byte in enumerate(self._data[start : start + 10]):
            number |= (byte & 0x7F) << 7 * i
            if byte < 0x80:
                return number, start + i + 1
        raise self._error(start, "number")

    def _error(self, place: int, thing: str) -> ValueError:
        return ValueError(
            f"at byte {place} there is no {thing} of a Protocol Buffers message: "
            "get the file again"
        )

    def integer(self, number: int, default: int = 0) -> int:
        return int(self._last(number, VARINT, default))

    def data(self, number: int) -> bytes:
        return bytes(self._last(number, LENGTH, b""))

    def text(self, number: int, default: str = "") -> str:
        return str(self._last(number, LENGTH, default.encode()).decode())

    def float32(self, number: int) -> float:
        data = self._last(number, FLOAT, bytes(4))
        return float(struct.unpack("<f", data)[0])

    def message(self, number: int) -> "Message":
        """A message that is not repeated.

        If it is there more than once, it has the fields of all of them.
        """
        return Message(b"".join(self._all(number, LENGTH)))

    def messages(self, number: int) -> list["Message"]:
        """A message that is repeated."""
        return list(map(Message, self._all(number, LENGTH)))

    def _last(self, number: int, kind: int, default: Any) -> Any:
        """The last value that is written as the field should be, as in the library."""
        values = self._all(number, kind)
        return values[-1] if values else default

    def _all(self, number: int, kind: int) -> list[Any]:
        return self._values.get((number, kind), [])
