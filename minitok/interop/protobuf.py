"""Read messages of Protocol Buffers, the form of SentencePiece's `.model` files."""

import struct
from collections.abc import Iterator, Mapping
from typing import Any

# How the value of a field is written
VARINT = 0
LENGTH = 2  # the number of bytes comes first
FLOAT = 5


def read_fields(data: bytes) -> Iterator[tuple[int, Any]]:
    """The fields of a message: the bytes `08 96 01` say that field 1 is 150.

    Each begins with a number that says which field it is and how its value is written:
    as a *varint*, as a float in four bytes, or as a length and that many bytes, which
    may hold text or a message ("Encoding", protobuf.dev). Raises ValueError if the
    bytes aren't a message.
    """
    place = 0
    while place < len(data):
        tag, place = _read_varint(data, place)
        kind = tag & 7
        value: Any
        if kind == FLOAT:
            (value,) = struct.unpack("<f", data[place : place + 4].ljust(4))
            place += 4
        else:
            value, place = _read_varint(data, place)
        if kind == LENGTH:
            start = place
            place += value
            value = data[start:place]
        elif kind not in (VARINT, FLOAT):
            raise _error(place, "field")
        if place > len(data):
            raise ValueError(
                f"its {len(data)} bytes end inside a field: get the file again, whole"
            )
        yield tag >> 3, value


def _read_varint(data: bytes, start: int) -> tuple[int, int]:
    """The number at `start`, and its end.

    Each byte has seven bits of it, the lowest first, and says if more follow.
    """
    number = 0
    for i, byte in enumerate(data[start : start + 10]):
        number |= (byte & 0x7F) << 7 * i
        if byte < 0x80:
            return number, start + i + 1
    raise _error(start, "number")


def _error(place: int, thing: str) -> ValueError:
    return ValueError(
        f"at byte {place} there is no {thing} of a Protocol Buffers message: "
        "get the file again"
    )


def read_last(data: bytes, defaults: Mapping[int, Any]) -> list[Any]:
    """The last value of each of some fields, by default that in `defaults`.

    As in the library, a value that is written as another type does not count.
    """
    values = dict(defaults)
    for number, value in read_fields(data):
        default = defaults.get(number)
        if isinstance(default, type(value)):
            values[number] = type(default)(value)
    return list(values.values())
