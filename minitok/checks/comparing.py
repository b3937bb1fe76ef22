"""When two answers are the same: a list will do for a tuple, and a float may be off by rounding."""

from collections.abc import Mapping, Set
from math import isclose
from numbers import Number
from typing import Any


def same(expected: Any, got: Any) -> bool:
    """Whether an answer is the expected one.

    >>> same(("h", "ug"), ["h", "ug"]), same(0.3, 0.1 + 0.2), same("hug", ["h", "u", "g"])
    (True, True, False)
    """
    if isinstance(expected, (str, bytes)):
        kind = str if isinstance(expected, str) else (bytes, bytearray)
        return isinstance(got, kind) and bool(expected == got)
    if isinstance(expected, Mapping):
        if not isinstance(got, Mapping) or len(expected) != len(got):
            return False
        return all(key in got and same(value, got[key]) for key, value in expected.items())
    if isinstance(expected, Set):
        return isinstance(got, Set) and expected == got
    if isinstance(expected, (list, tuple)):
        if not isinstance(got, (list, tuple)) or len(expected) != len(got):
            return False
        return all(map(same, expected, got))
    if isinstance(expected, Number):
        return isinstance(got, Number) and close(expected, got)
    try:
        return type(expected) is type(got) and bool(expected == got)
    except Exception:
        return False


KINDS: tuple[Any, ...] = Mapping, (list, tuple), Set, Number, (bytes, bytearray), type(None)


def of_one_kind(expected: Any, got: Any) -> bool:
    """Whether two values are of types that stand for each other, or of one type."""
    return type(expected) is type(got) or any(isinstance(expected, kind) and isinstance(got, kind) for kind in KINDS)


def misfit(expected: Any, got: Any) -> tuple[Any, Any] | None:
    """The first two parts in the same place, or first keys, whose types don't stand for each other; else None."""
    if not of_one_kind(expected, got):
        return expected, got
    if isinstance(expected, (list, tuple)) and len(expected) == len(got):
        return next(filter(None, map(misfit, expected, got)), None)
    if isinstance(expected, Mapping) and expected and got:
        return misfit(next(iter(expected)), next(iter(got)))
    return None


def close(expected: Any, got: Any) -> bool:
    """Whether two numbers differ by no more than rounding. Here nan is like nan."""
    try:
        return bool(expected == got or (expected != expected and got != got)) or isclose(
            expected, got, rel_tol=1e-6, abs_tol=1e-9
        )
    except (TypeError, OverflowError):
        return False
