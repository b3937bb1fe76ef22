"""Read JSON files, and check their data: errors name the place of what is wrong."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path
from typing import Any, get_args, get_origin

from minitok.validation import check_tuple, check_type, format_value

Data = dict[str, Any]
REMEDY = "get it again, or correct it there"


class Damaged(ValueError):
    """A fault in the data, and its place: `pre_tokenizer.pretokenizers[0].pattern`."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem


@contextmanager
def inside(place: str) -> Iterator[None]:
    """Add the name of a place to all errors that come from reading what it holds."""
    try:
        yield
    except Damaged as error:
        separator = "" if error.place.startswith("[") else "."
        raise Damaged(f"{place}{separator}{error.place}", error.problem) from error
    except KeyError as error:
        problem = f"{error} is missing, so the file is damaged: {REMEDY}"
        raise Damaged(place, problem) from error
    except (AttributeError, OverflowError, TypeError, UnicodeDecodeError) as error:
        raise Damaged(place, f"{error}, so the file is damaged: {REMEDY}") from error
    except ValueError as error:
        raise Damaged(place, str(error)) from error


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Add the name of a file to the errors that come from reading it."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"cannot load {path}: {error}") from error


def load_json(path: str | os.PathLike[str]) -> Any:
    """The data in a JSON file. Raises ValueError if it holds no JSON."""
    data = Path(os.fsdecode(path)).read_bytes()
    check_is_there(data)
    try:
        return json.loads(data.decode())
    except (RecursionError, ValueError) as error:
        raise ValueError(f"it is not JSON in UTF-8 ({error}): {REMEDY}") from error


def check_is_there(data: bytes) -> None:
    """ValueError if the data is only the pointer that Git LFS leaves for a file."""
    if data.startswith(b"version https://git-lfs"):
        raise ValueError(
            "it is a pointer of Git LFS, not the file itself: run git lfs pull, "
            "or download the file"
        )


def check_object(data: Any) -> Mapping[str, Any]:
    """The data, which must be an object of JSON: names and values."""
    if not isinstance(data, Mapping):
        raise TypeError(f"{format_value(data)} should be an object, {{...}}")
    return data


def check_array(data: Any) -> list[Any]:
    """The data, which must be an array of JSON: values in a row."""
    if not isinstance(data, list):
        raise TypeError(f"{format_value(data)} should be an array, [...]")
    return data


def check_data(value: Any, type_: Any, name: str) -> Any:
    """A value as `check_type` gives it, and the entries of an array, too."""
    origin = get_origin(type_)
    if origin not in (Sequence, tuple):
        return check_type(value, type_, name)
    entries = check_tuple(value, name)
    types = get_args(type_)
    if origin is Sequence:
        types *= len(entries)
    if len(entries) != len(types):
        raise ValueError(
            f"{name}={format_value(value)} should have {len(types)} entries"
        )
    return tuple(map(check_data, entries, types, repeat(name)))
