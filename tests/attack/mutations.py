"""Damaged and forged files: `mutated` changes a `tokenizer.json` here and there, `mutated_bytes` any file."""

import copy
import random
from collections.abc import Iterator
from typing import Any

NUMBERS = [
    0,
    1,
    -1,
    2**31,
    2**64,
    10**400,
    0.5,
    -0.0,
    1e308,
    float("inf"),
    float("nan"),
]
STRINGS = [
    "",
    "a",
    " ",
    "\0",
    "\ud800",
    "<s>",
    "a" * 5000,
    "BatchLongest",
    "Left",
    "always",
    "(",
    "[a-",
    r"\p{L}",
]
LISTS = [[], [[]], [[], []], ["a"], ["a", "b"], [1, 2], [None]]
DICTS = [
    {},
    {"a": 1},
    {"type": "NFC"},
    {"type": "Sequence"},
    {"Regex": "a"},
    {"String": 1},
    {"Fixed": -1},
]
ODD_VALUES = [None, True, False, *NUMBERS, *STRINGS, *LISTS, *DICTS]
ODD_KEYS = [
    "",
    "a",
    "type",
    "vocab",
    "merges",
    "id",
    "content",
    "pattern",
    "normalizers",
    "\ud800",
    "Regex",
    "version",
]


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in the data, as the keys that lead to it; of a long list or dict only the first few."""
    yield path
    if isinstance(data, dict):
        for key in list(data)[:40]:
            yield from places(data[key], (*path, key))
    elif isinstance(data, list):
        for i in range(min(len(data), 8)):
            yield from places(data[i], (*path, i))


def mutated(data: Any, chance: random.Random) -> Any:
    """The data with one to three changes: a value replaced, removed, doubled, moved, nested, or a key added."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        path = chance.choice([path for path in places(data) if path] or [()])
        if not path:
            return copy.deepcopy(chance.choice(ODD_VALUES))
        inside = data
        for key in path[:-1]:
            inside = inside[key]
        key, value = path[-1], inside[path[-1]]
        change = chance.randrange(7)
        if change <= 1:
            inside[key] = copy.deepcopy(chance.choice(ODD_VALUES))
        elif change == 2:
            del inside[key]
        elif change == 3:
            inside[key] = (
                [value] if chance.random() < 0.5 else {chance.choice(ODD_KEYS): value}
            )
        elif change == 4 and isinstance(value, (dict, list)) and value:
            other = chance.choice(list(places(data)))
            found = data
            for step in other:
                found = found[step]
            inside[key] = copy.deepcopy(found) if len(str(found)) < 20_000 else {}
        elif change == 5 and isinstance(inside, dict):
            inside[chance.choice(ODD_KEYS)] = copy.deepcopy(chance.choice(ODD_VALUES))
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            inside[key] = chance.choice([-value, value + 10**6, str(value)[:4000]])
        elif isinstance(value, str):
            inside[key] = chance.choice(
                [
                    value[::-1],
                    value + value,
                    value[:-1],
                    value.upper(),
                    value + "\ud800",
                ]
            )
    return data


def mutated_bytes(data: bytes, chance: random.Random) -> bytes:
    """The bytes with a few of them changed, cut out, doubled, or cut short."""
    changed = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 5, 20])):
        place = chance.randrange(max(len(changed), 1))
        what = chance.randrange(5)
        if what <= 1 and changed:
            changed[place] = chance.randrange(256)
        elif what == 2:
            del changed[place : place + chance.choice([1, 2, 4, 100])]
        elif what == 3:
            changed[place:place] = changed[
                place : place + chance.choice([1, 2, 4, 100])
            ]
        elif chance.random() < 0.2:
            del changed[place:]
    return bytes(changed)
