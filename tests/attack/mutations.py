"""Damaged and forged files: `mutated` changes JSON here and there, `mutated_bytes` any file."""

import copy
import random
from collections.abc import Iterator
from typing import Any

ODD_VALUES = [None, True, 0, -1, 2**31, 2**64, 10**400, 0.5, 1e308, float("nan")]
ODD_VALUES += ["", "a", " ", "\0", "\ud800", "<s>", "a" * 5000, "always", "(", r"\p{L}"]
ODD_VALUES += [[], [[], []], ["a"], [1, 2], [None], {}, {"a": 1}, {"content": 5}]
ODD_VALUES += [{"type": "NFC"}, {"type": "Sequence"}, {"Regex": "a"}, {"Fixed": -1}]
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
]
ODD_KEYS += ["\ud800", "Regex", "version", "auto_map", "tokenizer_class", "bos_token"]
ODD_KEYS += [
    "tokenizer_file",
    "chat_template",
    "extra_special_tokens",
    "added_tokens_decoder",
]


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every dict or list in the data with each of its keys; of a long one only the first."""
    if isinstance(data, dict):
        keys: list[Any] = list(data)[:40]
    elif isinstance(data, list):
        keys = list(range(len(data)))[:8]
    else:
        keys = []
    for key in keys:
        yield data, key
        yield from places(data[key])


def mutated(data: Any, chance: random.Random) -> Any:
    """The data with one to three changes: a value replaced, removed, moved, nested, or a key added."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice([1, 1, 2, 3])):
        inside, key = chance.choice(list(places(data)) or [([0], 0)])
        odd = copy.deepcopy(chance.choice(ODD_VALUES))
        change = chance.randrange(6)
        if change == 0:
            del inside[key]
        elif change == 1:
            inside[key] = [inside[key]]
        elif change == 2:
            other, place = chance.choice(list(places(data)))
            inside[key] = copy.deepcopy(other[place])
        elif change == 3 and isinstance(inside, dict):
            inside[chance.choice(ODD_KEYS)] = odd
        else:
            inside[key] = odd
    return data


def mutated_bytes(data: bytes, chance: random.Random) -> bytes:
    """The bytes with a few of them changed, cut out, doubled, or cut short."""
    changed = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 5, 20])):
        place = chance.randrange(len(changed) + 1)
        some = changed[place : place + chance.choice([1, 2, 4, 100])]
        change = chance.randrange(10)
        if change < 4:
            changed[place : place + 1] = chance.randbytes(1)
        elif change < 7:
            del changed[place : place + len(some)]
        elif change < 9:
            changed[place:place] = some
        else:
            del changed[place:]
    return bytes(changed)
