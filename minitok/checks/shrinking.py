"""Make a failing case smaller for as long as it fails: what is left shows the slip and nothing else."""

from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

MOST = 40_000  # characters, of all the cases that are tried
SECONDS = 20  # of the processor, for an attempt so slow that nobody would wait for all of them


def shrink(value: Any, fails: Callable[[Any], bool]) -> Any:
    """The smallest value that still fails, as far as dropping and simplifying parts one at a time gets.

    >>> shrink(("xxaxxbxx",), lambda args: "a" in args[0] and "b" in args[0])
    ('ab',)
    """
    deadline, tried = process_time() + SECONDS, 0
    found = True
    while found:
        found = False
        for candidate in smaller(value):
            tried += size(candidate)
            if tried > MOST or process_time() > deadline:
                return value
            if fails(candidate):
                value, found = candidate, True
                break
    return value


def size(value: Any) -> int:
    return len(repr(value))


def smaller(value: Any, depth: int = 0) -> Iterator[Any]:
    """Simpler values of the same kind, the much simpler ones first.

    A tuple that is an argument may be a sequence. The case itself and tuples in others are records: they stay as long.
    """
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield from (number for number in (1, 2, value // 2, value - 1) if 0 < number < value)
    elif isinstance(value, (str, bytes)):
        yield from (less for less in shorter(value) if less or depth < 2)  # in a list, an empty word puzzles more
        if isinstance(value, str) and len(value) <= 40:
            yield from (value[:i] + "a" + value[i + 1 :] for i, char in enumerate(value) if "b" <= char <= "z")
    elif type(value) in (list, tuple):
        if type(value) is list or depth == 1:
            yield from shorter(value)
        if depth == 0:
            yield from in_step(value)
        for i, part in enumerate(value[:40]):
            yield from (value[:i] + type(value)([less]) + value[i + 1 :] for less in smaller(part, depth + 1))
    elif type(value) is set:
        yield from (value - {part} for part in sorted(value))
    elif type(value) is dict:
        yield from ({key: item for key, item in value.items() if key != gone} for gone in value)
        for key, item in value.items():
            yield from ({**value, key: less} for less in smaller(item, depth + 1))
            new = [less for less in smaller(key, 1) if less and less not in value]  # an empty key puzzles more
            yield from ({less if one == key else one: value[one] for one in value} for less in new)


def in_step(case: Any) -> Iterator[Any]:
    """A case without an item at the same place in all of its lists that are equally long: labels and their offsets."""
    lengths = [len(part) for part in case if type(part) is list]
    for length in sorted(length for length in {*lengths} if lengths.count(length) > 1):
        for i in range(length):
            both = (type(part) is list and len(part) == length for part in case)
            yield type(case)(part[:i] + part[i + 1 :] if cut else part for part, cut in zip(case, both))


def shorter(value: Any) -> Iterator[Any]:
    """A sequence without one of its halves, quarters, and so on down to single items."""
    length = len(value) // 2
    while length > 1:
        for start in range(0, len(value), length):
            yield value[:start] + value[start + length :]
        length //= 2
    for start in range(min(len(value), 200)):
        yield value[:start] + value[start + 1 :]
